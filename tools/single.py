"""The whole game in one file, to be mailed and opened from disk.

A page opened from disk may load nothing. So styles and the first scripts are written into it, and everything
else is in it as text, to be unpacked into memory by single.js; there modules find each other by addresses
on a host that does not exist, since those of things in memory are not known before.
"""

import base64
import gzip
import hashlib
import re
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
}
NOT_NEEDED = ("service-worker.js", "assets/offline.js", "assets/shell.js")

BEFORE = (
    "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; style-src {styles}; "
    "img-src data:; worker-src blob:; base-uri 'none'; form-action 'none'; object-src 'none'"
)
AFTER = "script-src 'wasm-unsafe-eval' blob:; require-trusted-types-for 'script'; trusted-types default"
"""What the loader adds to it once it has written the import map, which can have no hash known before."""

_LINK = re.compile(r' *<link rel="(\w[\w-]*)"[^>]*? href="\./([^"]+)">\n')
_SCRIPT = re.compile(r' *<script (?:defer|type="module") src="\./([^"]+)"></script>\n')
_POLICY = re.compile(r'(http-equiv="Content-Security-Policy" content=")[^"]*')
_IMPORT = re.compile(r"""((?:\bfrom|\bimport) *\(? *["'])(\.\.?/[^"']+)""")


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
    page = _POLICY.sub(lambda found: found[1] + BEFORE.format(styles=" ".join(map(_hash, styles))), page)
    page = re.sub(r'data-worker="[^"]*"', 'data-worker="" data-single="true"', page)
    loader = LOADER.read_text(encoding="utf-8")
    loader = loader.replace("{{nowhere}}", NOWHERE).replace("{{policy}}", AFTER)
    scripts = ((dist / "assets" / "shell.js").read_text(encoding="utf-8"), loader)
    begin = [f"<script>{script}</script>\n" for script in scripts]
    body, end = page.split("</body>")
    target.write_text("".join((body, *_parts(dist), *begin, "</body>", end)), encoding="utf-8", newline="\n")


def _parts(dist: Path) -> list[str]:
    """Every file that the page loads, as a script that is none."""
    paths = {
        path.relative_to(dist).as_posix(): path for path in sorted(dist.rglob("*")) if path.suffix in TYPES
    }
    return [
        f'<script type="text/plain" data-path="{name}" data-type="{TYPES[path.suffix]}">'
        f"{base64.b64encode(gzip.compress(_content(name, path), mtime=0)).decode()}</script>\n"
        for name, path in paths.items()
        if name not in NOT_NEEDED
    ]


def _content(name: str, path: Path) -> bytes:
    """The file; a module names others, and itself, by where they are on the host that does not exist."""
    if TYPES[path.suffix] != "text/javascript":
        return path.read_bytes()
    text = path.read_text(encoding="utf-8")
    text = _IMPORT.sub(lambda found: f"{found[1]}{NOWHERE}{normpath(f'{dirname(name)}/{found[2]}')}", text)
    return text.replace("import.meta.url", f'"{NOWHERE}{name}"').encode()


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
