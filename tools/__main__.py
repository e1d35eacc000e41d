"""The command line: one sub-command for each thing people come here to do."""

import argparse
import sys

from tools import ROOT, Trouble, runtime, serve, site, testing

ABOUT = """\
Deltille's tools.

  python3 -m tools play                          fetch what is missing, serve the page here, open it
  python3 -m tools build                         write the whole site to dist/, for any static host
  python3 -m tools test                          every check and test there is
  python3 -m tools test tests/engine -k bridge   only some: the arguments go on to pytest
  python3 -m tools bench                         the benchmarks of tests/bench, or those named
"""


def main(arguments: list[str]) -> int:
    chosen, rest = parse(arguments)
    try:
        match chosen.command:
            case "play":
                serve.play(chosen.port, chosen.browser)
            case "build":
                runtime.ensure()
                site.assemble()
                print(f"The site is in {site.DIST.relative_to(ROOT)}/.")
            case "test":
                return testing.run_tests(rest)
            case "bench":
                return testing.run_benches(chosen.names)
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def parse(arguments: list[str]) -> tuple[argparse.Namespace, list[str]]:
    """The sub-command with its options, and what only pytest understands."""
    parser = argparse.ArgumentParser(
        prog="python3 -m tools", description=ABOUT, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", metavar="play|build|test|bench", required=True)
    play = commands.add_parser("play", help="serve the page on this computer")
    play.add_argument("--port", type=int, help=f"default: {serve.DEFAULT_PORT}, or the next that is free")
    play.add_argument("--no-browser", dest="browser", action="store_false", help="only print the address")
    commands.add_parser("build", help="write dist/")
    commands.add_parser("test", help="run the checks and tests", add_help=False)
    bench = commands.add_parser("bench", help="run benchmarks")
    bench.add_argument("names", nargs="*", metavar="name", help="a script of tests/bench, without .py")

    chosen, rest = parser.parse_known_args(arguments)
    if rest and chosen.command != "test":
        parser.error(f"there is no option {rest[0]!r}")
    return chosen, rest


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
