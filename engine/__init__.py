"""The rules, the record and the computer players of Deltille, in plain Python.

>>> from random import Random
>>> match = Match(EDITIONS["classic"], [Player("Ada"), Player("Bot", "bot:greedy")])
>>> match.deal(Random(7)).first
0
>>> match.legal()
('play 000@0,0', 'play 333@0,0')
>>> match.apply("play 000@0,0")[0].gain
40
"""

from engine.bots import BOTS
from engine.editions import EDITIONS, TILE_EDITIONS
from engine.errors import Malformed, NotAllowed
from engine.game import Player
from engine.match import Match
from engine.options import Options, Target
from engine.record import RecordError, Replay, read, write

__all__ = [
    "BOTS",
    "EDITIONS",
    "Malformed",
    "Match",
    "NotAllowed",
    "Options",
    "Player",
    "RecordError",
    "Replay",
    "TILE_EDITIONS",
    "Target",
    "read",
    "write",
]
