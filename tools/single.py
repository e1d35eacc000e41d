"""The whole game in one file, to be mailed and opened from disk.

A page opened from disk may load nothing. So styles and the first scripts are written into it, and everything
else is in it as text, to be unpacked into memory by single.js, for the page and for its worker. What is in
memory has an address that is not known before; until then modules name each other by addresses on a host that
does not exist.
"""

import base64
import gzip
import hashlib
import re
from collections.abc import Iterable, Mapping
from graphlib import TopologicalSorter
from pathlib import Path
from posixpath import dirname, normpath

from tools import ROOT

NAME = "deltille.html"
LOADER = ROOT / "tools" / "single.js"
NOWHERE = "https://deltille.invalid/"
TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".json": "application/json",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
    ".py": "text/x-python",
}
NOT_NEEDED = (
    "service-worker.js",
    "embed.js",
    "example.js",
    "assets/offline.js",
    "assets/shell.js",
    "assets/snapshot-maker.js",
)
"""What is for a site only, and what is written into the page itself."""

POLICY = (
    "default-src 'none'; script-src {scripts} 'wasm-unsafe-eval' blob:; style-src {styles}; "
    "connect-src blob:; img-src data:; worker-src blob:; base-uri 'none'; form-action 'none'; "
    "object-src 'none'; require-trusted-types-for 'script'; trusted-types default"
)

_LINK = re.compile(r' *<link rel="(\w[\w-]*)"[^>]*? href="\./([^"]+)">\n')
_SCRIPT = re.compile(r' *<script (?:defer|type="module") src="\./([^"]+)"></script>\n')
_POLICY = re.compile(r'(http-equiv="Content-Security-Policy" content=")[^"]*')
_NAMED = re.compile(r"""((?:\bfrom|\bimport) *\(? *["'])(\.\.?/[^"']+)""")
_STATIC = re.compile(rf"""(?:\bfrom|\bimport) *["']{NOWHERE}([^"']+)""")
_DYNAMIC = re.compile(rf"""\bimport\((\w+|["']{NOWHERE}[^"']+["'])\)""")


def write_single(dist: Path, target: Path) -> None:
    """Write the site that is in this folder as one file."""
    styles: list[str] = []

    def link(found: re.Match[str]) -> str:
        if found[1] == "stylesheet":
            styles.append((dist / found[2]).read_text(encoding="utf-8"))
            return f"<style>{styles[-1]}</style>\n"
        if found[1] == "icon":
            icon = base64.b64encode((dist / found[2]).read_bytes()).decode()
            return f'<link rel="icon" href="data:image/svg+xml;base64,{icon}">\n'
        return ""

    page = (dist / "index.html").read_text(encoding="utf-8")
    page = _SCRIPT.sub("", _LINK.sub(link, page))
    page = re.sub(r'data-worker="[^"]*"', 'data-worker="" data-single="true"', page)
    loader = LOADER.read_text(encoding="utf-8").replace("{{nowhere}}", NOWHERE)
    scripts = ((dist / "assets" / "shell.js").read_text(encoding="utf-8"), loader)
    policy = POLICY.format(styles=_hashes(styles), scripts=_hashes(scripts))
    page = _POLICY.sub(lambda found: found[1] + policy, page)
    begin = [f"<script>{script}</script>\n" for script in scripts]
    body, end = page.split("</body>")
    target.write_text("".join((body, *_parts(dist), *begin, "</body>", end)), encoding="utf-8", newline="\n")


def _parts(dist: Path) -> list[str]:
    """Every file that the page loads, as a script that is none."""
    paths = {
        path.relative_to(dist).as_posix(): path for path in sorted(dist.rglob("*")) if path.suffix in TYPES
    }
    parts = {name: _content(name, path) for name, path in paths.items() if name not in NOT_NEEDED}
    return [
        f'<script type="text/plain" data-path="{name}" data-type="{TYPES[paths[name].suffix]}">'
        f"{base64.b64encode(gzip.compress(parts[name], mtime=0)).decode()}</script>\n"
        for name in _in_order(parts)
    ]


def _in_order(parts: Mapping[str, bytes]) -> list[str]:
    """Their names, each module's after those that it cannot be without."""
    imports = {
        name: _STATIC.findall(content.decode()) if name.endswith(("js", "mjs")) else ()
        for name, content in parts.items()
    }
    return list(TopologicalSorter(imports).static_order())


def _content(name: str, path: Path) -> bytes:
    """The file; a module names others, and itself, by where they are on the host that does not exist, and
    asks the loader for what it wants only later."""
    if TYPES[path.suffix] != "text/javascript":
        return path.read_bytes()
    text = path.read_text(encoding="utf-8")
    text = _NAMED.sub(lambda found: f"{found[1]}{NOWHERE}{normpath(f'{dirname(name)}/{found[2]}')}", text)
    text = _DYNAMIC.sub(r"deltilleImport(\1)", text)
    return text.replace("import.meta.url", f'"{NOWHERE}{name}"').encode()


def _hashes(texts: Iterable[str]) -> str:
    """These scripts or styles as a policy names them."""
    digests = (base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in texts)
    return " ".join(f"'sha256-{digest}'" for digest in digests)
