"""`python3 -m engine`: check records, trace them, and let computer players make new ones."""

import argparse
import os
import sys
import time
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TextIO

from engine.bots import BOTS, bot_named
from engine.editions import EDITIONS, edition_named
from engine.errors import Malformed, quoted
from engine.game import FEWEST_PLAYERS, MOST_PLAYERS
from engine.record import RecordError, Replay, texts_in, write
from engine.simulate import play_match
from engine.trace import trace, trace_error

REPLAY_HELP = """\
Replay game records and check every action against the rules. A file holds one record, or one a line.
Silent, with exit status 0, if all is legal; otherwise one line on stderr for each record that is not,
naming the round, the action and the reason, and exit status 1."""

REPLAY_EXAMPLES = """\
examples:
  python3 -m engine replay game.json             is this game legal?
  python3 -m engine replay --trace game.json     show every decision, its gain and the scores"""

SIMULATE_HELP = f"""\
Let computer players play whole matches and write their records, one a line. The same arguments give
the same bytes.

editions: {", ".join(EDITIONS)}
players:  {", ".join(BOTS)} ({FEWEST_PLAYERS} to {MOST_PLAYERS} of them)"""

SIMULATE_EXAMPLES = """\
examples:
  python3 -m engine simulate --edition classic --players bot:greedy,bot:random --games 10 --seed 7
  python3 -m engine simulate --edition kids --players bot:random,bot:random,bot:greedy \\
                             --games 1000 --seed 7 --out games.jsonl"""


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    try:
        status: int = options.run(options)
        if sys.stdout:  # there is none when it was closed
            sys.stdout.flush()
        return status
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        return _complain(f"standard output: cannot be written: {error.strerror or error}")
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python3 -m engine", description=__doc__)
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    replay = commands.add_parser(
        "replay",
        help="check records against the rules",
        description=REPLAY_HELP,
        epilog=REPLAY_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    replay.add_argument("--trace", action="store_true", help="write one JSON object a line for every step")
    replay.add_argument("files", nargs="+", metavar="FILE", type=Path)
    replay.set_defaults(run=_replay)

    simulate = commands.add_parser(
        "simulate",
        help="play matches between computer players",
        description=SIMULATE_HELP,
        epilog=SIMULATE_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    simulate.add_argument("--edition", required=True, metavar="E", help="which rule sheet to play by")
    simulate.add_argument("--players", required=True, metavar="BOT,BOT", help="who plays, in seat order")
    simulate.add_argument("--games", required=True, metavar="N", help="how many matches")
    simulate.add_argument("--seed", required=True, metavar="S", help="any text; another seed, other games")
    simulate.add_argument("--out", type=Path, metavar="F", help="write to this file, not to standard output")
    simulate.set_defaults(run=_simulate)
    return parser


def _complain(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


def _replay(options: argparse.Namespace) -> int:
    status = 0
    for path in options.files:
        records = texts_in(path)
        while True:
            try:
                place, text = next(records)
            except StopIteration:
                break
            except OSError as error:
                status = _complain(f"{path}: cannot be read: {error.strerror or error}")
                break
            status |= _replay_one(f"{path}{place}", text, options.trace)
    return status


def _replay_one(name: str, text: bytes, show: bool) -> int:
    try:
        for step in Replay(text):
            if show:
                for line in trace(step):
                    print(line)
    except RecordError as error:
        if show:
            print(trace_error(error))
        return _complain(f"{name}: {error}")
    return 0


def _simulate(options: argparse.Namespace) -> int:
    try:
        edition = edition_named(options.edition)
        kinds = options.players.split(",")
        if not FEWEST_PLAYERS <= len(kinds) <= MOST_PLAYERS:
            raise Malformed(f"--players names {len(kinds)}: there must be {FEWEST_PLAYERS} to {MOST_PLAYERS}")
        for kind in kinds:
            bot_named(kind)
        if not options.games.isdecimal() or not 1 <= len(options.games) <= 9 or int(options.games) < 1:
            raise Malformed(f"--games must be 1 to 999999999, not {quoted(options.games)}")
    except Malformed as error:
        return _complain(str(error))

    games = int(options.games)
    try:
        out = options.out.open("w", encoding="utf-8", newline="\n") if options.out else sys.stdout
    except OSError as error:
        return _complain(f"{options.out}: cannot be written: {error.strerror}")
    try:
        with out if options.out else nullcontext():
            for game in _with_progress(games, out):
                out.write(write(play_match(edition, kinds, f"{options.seed}/{game}")) + "\n")
    except OSError as error:
        if not options.out:
            raise
        return _complain(f"{options.out}: cannot be written: {error.strerror or error}")
    return 0


def _with_progress(games: int, out: TextIO) -> Iterator[int]:
    """Count the games, with a bar for whoever watches: never into a pipe, nor between the records."""
    watched = sys.stderr.isatty() and not out.isatty()
    begun = shown = time.monotonic()
    for game in range(games):
        yield game
        now = time.monotonic()
        if watched and (now - shown > 0.1 or game + 1 == games):
            shown = now
            done = (game + 1) / games
            left = (now - begun) / done * (1 - done)
            bar = "#" * round(30 * done)
            print(f"\r[{bar:30}] {game + 1} of {games} games, {left:.0f} s left ", end="", file=sys.stderr)
    if watched:
        print(file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
