"""`python3 -m engine`: check records, trace them, and let computer players make new ones."""

import argparse
import json
import os
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TextIO, TypeVar

from engine.bots import BOTS, bot_named
from engine.editions import EDITIONS, edition_named
from engine.errors import Malformed, quoted
from engine.game import FEWEST_PLAYERS, MOST_PLAYERS
from engine.options import Options, Target
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

ARENA_HELP = f"""\
Compare computer players. Every deal is played once for each seat, the players moving on by one seat, so
that neither tiles nor seats favour anybody. Shares, margins and their 95 % intervals are over deals; times
are of the processor, for each decision that left a choice.

editions: {", ".join(EDITIONS)}
players:  {", ".join(BOTS)} ({FEWEST_PLAYERS} to {MOST_PLAYERS} of them)"""

ARENA_EXAMPLES = """\
examples:
  python3 -m engine arena --edition classic --players bot:expert,bot:greedy --games 100 --seed 7 --rounds 1
  python3 -m engine arena --edition tournament --players bot:expert,bot:club --games 100 --seed 7 \\
                          --play-after-draw any --jobs 2 --samples 100 --json"""


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

    arena = commands.add_parser(
        "arena",
        help="compare computer players on the same deals",
        description=ARENA_HELP,
        epilog=ARENA_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    arena.add_argument("--edition", required=True, metavar="E", help="which rule sheet to play by")
    arena.add_argument("--players", required=True, metavar="BOT,BOT", help="who is compared")
    arena.add_argument(
        "--games", required=True, metavar="N", help="how many matches, rounded up to whole deals"
    )
    arena.add_argument("--seed", required=True, metavar="S", help="any text; another seed, other deals")
    arena.add_argument("--jobs", default="1", metavar="J", help="how many processes play at once")
    arena.add_argument("--samples", metavar="K", help="the expert's budget for a decision")
    length = arena.add_mutually_exclusive_group()
    length.add_argument("--target", metavar="P", help="play to so many points")
    length.add_argument("--rounds", metavar="R", help="play so many rounds")
    arena.add_argument("--play-after-draw", choices=("drawn", "any"), default="drawn", help="house rule")
    arena.add_argument("--must-lay", action="store_true", help="house rule")
    arena.add_argument("--json", action="store_true", help="write one JSON object instead of a table")
    arena.set_defaults(run=_arena)
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
        kinds = _kinds(options.players)
        games = _count("--games", options.games)
    except Malformed as error:
        return _complain(str(error))

    try:
        out = options.out.open("w", encoding="utf-8", newline="\n") if options.out else sys.stdout
    except OSError as error:
        return _complain(f"{options.out}: cannot be written: {error.strerror}")
    try:
        with out if options.out else nullcontext():
            for game in _with_progress(range(games), games, out):
                out.write(write(play_match(edition, kinds, f"{options.seed}/{game}")) + "\n")
    except OSError as error:
        if not options.out:
            raise
        return _complain(f"{options.out}: cannot be written: {error.strerror or error}")
    return 0


def _kinds(players: str) -> list[str]:
    kinds = players.split(",")
    if not FEWEST_PLAYERS <= len(kinds) <= MOST_PLAYERS:
        raise Malformed(f"--players names {len(kinds)}: there must be {FEWEST_PLAYERS} to {MOST_PLAYERS}")
    for kind in kinds:
        bot_named(kind)
    return kinds


def _count(name: str, given: str) -> int:
    if not given.isdecimal() or not 1 <= len(given) <= 9 or int(given) < 1:
        raise Malformed(f"{name} must be 1 to 999999999, not {quoted(given)}")
    return int(given)


def _arena(options: argparse.Namespace) -> int:
    from engine import arena  # it needs processes, which the browser does not have

    try:
        edition = edition_named(options.edition)
        kinds = _kinds(options.players)
        deals = -(-_count("--games", options.games) // len(kinds))
        jobs = _count("--jobs", options.jobs)
        samples = None if options.samples is None else _count("--samples", options.samples)
        target = edition.default_target
        if options.target is not None:
            target = Target(points=_count("--target", options.target))
        elif options.rounds is not None:
            target = Target(rounds=_count("--rounds", options.rounds))
    except Malformed as error:
        return _complain(str(error))

    rules = Options(target, play_after_draw=options.play_after_draw, must_lay=options.must_lay)
    compared = arena.Arena(edition.name, tuple(kinds), options.seed, rules, samples)
    played = arena.run(compared, deals, jobs)
    found = arena.standings(kinds, _with_progress(played, deals, sys.stdout, "deals"))
    if options.json:
        print(json.dumps(arena.as_json(compared, found)))
    else:
        for line in arena.table(found):
            print(line)
    return 0


_Done = TypeVar("_Done")


def _with_progress(steps: Iterable[_Done], total: int, out: TextIO, called: str = "games") -> Iterator[_Done]:
    """The steps, with a bar for whoever watches: never into a pipe, nor between what is written."""
    watched = sys.stderr.isatty() and (called == "deals" or not out.isatty())
    begun = shown = time.monotonic()
    for number, step in enumerate(steps, start=1):
        yield step
        now = time.monotonic()
        if watched and (now - shown > 0.1 or number == total):
            shown = now
            done = number / total
            left = (now - begun) / done * (1 - done)
            bar = "#" * round(30 * done)
            print(f"\r[{bar:30}] {number} of {total} {called}, {left:.0f} s left ", end="", file=sys.stderr)
    if watched:
        print(file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
