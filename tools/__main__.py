"""The command line: one sub-command for each thing people come here to do."""

import argparse
import re
import sys
from pathlib import Path

from tools import ROOT, Trouble, environment, runtime, serve, single, site, testing
from ui.messages import as_origin

FOLDER = re.compile(r"[\w./~-]*")
ABOUT = """\
Deltille's tools.

  python3 -m tools play                          fetch what is missing, serve the page here, open it
  python3 -m tools build                         write the whole site to dist/, for any static host
  python3 -m tools build --single                also as one file, dist/deltille.html, to be opened from disk
  python3 -m tools test                          every check and test there is
  python3 -m tools test tests/engine -k bridge   only some: the arguments go on to pytest
  python3 -m tools test --engines all            in WebKitGTK as well; with `chromium`, not in Firefox either
  python3 -m tools bench                         the benchmarks of tests/bench, or those named
"""


def main(arguments: list[str]) -> int:
    chosen, rest = parse(arguments)
    try:
        match chosen.command:
            case "play":
                serve.play(chosen.port, chosen.browser)
            case "build":
                allow, at = checked(chosen.allow), checked_address(chosen.at)
                if chosen.theme and not chosen.theme.is_file():
                    raise Trouble(f"There is no style sheet {str(chosen.theme)!r}.")
                runtime.ensure()
                site.assemble(allow=allow, at=at, theme=chosen.theme)
                print(f"The site is in {site.DIST.relative_to(ROOT)}/.")
                if chosen.single:
                    single.write_single(site.DIST, site.DIST / single.NAME)
                    print(f"The whole game is in {(site.DIST / single.NAME).relative_to(ROOT)}.")
            case "test":
                return testing.run_tests(rest, chosen.engines)
            case "bench":
                return testing.run_benches(chosen.names)
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def checked(origins: list[str]) -> list[str]:
    """The origins as browsers write them, which is how they are compared."""
    written = {text: as_origin(text) for text in origins}
    for text, origin in written.items():
        if origin is None:
            raise Trouble(f"{text!r} is no origin: write it as https://blog.example.org, without a path.")
    return [origin for origin in written.values() if origin]


def checked_address(text: str) -> str:
    origin, slashes, rest = text.partition("://")
    host, _, path = rest.partition("/")
    if text and not (as_origin(f"{origin}{slashes}{host}") and text.endswith("/") and FOLDER.fullmatch(path)):
        raise Trouble(f"{text!r} is no address of a site: write it as https://example.org/deltille/.")
    return text


def parse(arguments: list[str]) -> tuple[argparse.Namespace, list[str]]:
    """The sub-command with its options, and what only pytest understands."""
    parser = argparse.ArgumentParser(
        prog="python3 -m tools", description=ABOUT, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", metavar="play|build|test|bench", required=True)
    play = commands.add_parser("play", help="serve the page on this computer")
    play.add_argument("--port", type=int, help=f"default: {serve.DEFAULT_PORT}, or the next that is free")
    play.add_argument("--no-browser", dest="browser", action="store_false", help="only print the address")
    build = commands.add_parser("build", help="write dist/")
    build.add_argument(
        "--allow",
        action="append",
        default=[],
        metavar="ORIGIN",
        help="a site whose pages may talk to the game they embed, such as https://blog.example.org",
    )
    build.add_argument(
        "--at", default="", metavar="ADDRESS", help="where it will be, such as https://example.org/deltille/"
    )
    build.add_argument(
        "--theme", type=Path, metavar="FILE", help="a style sheet of yours, which has the last word"
    )
    build.add_argument("--single", action="store_true", help="also write the whole game as one file")
    test = commands.add_parser("test", help="run the checks and tests", add_help=False)
    test.add_argument("--engines", choices=environment.ENGINES, default=environment.USUAL)
    bench = commands.add_parser("bench", help="run benchmarks")
    bench.add_argument("names", nargs="*", metavar="name", help="a script of tests/bench, without .py")

    chosen, rest = parser.parse_known_args(arguments)
    if rest and chosen.command != "test":
        parser.error(f"there is no option {rest[0]!r}")
    return chosen, rest


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
