"""The whole site in one folder: our files, our Python as one archive, and the runtime.

Every address in it is relative, so it works in any folder of any static host. The same sources give the
same bytes: whoever has them can check what a host serves.
"""

import hashlib
import io
import json
import shutil
import subprocess
import tempfile
import tomllib
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from tools import ROOT, Trouble
from tools.runtime import PACKAGES, find_node

DIST = ROOT / "dist"
PLAYED = ROOT / ".play"
PYTHON = ("engine", "ui")
CATALOGUES = "assets/locale"
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")
LIBRARY = "python_stdlib.zip"
PYSCRIPT = ("core.js", "core-*.js", "error-*.js")
RUNTIME = {
    "pyodide": (PACKAGES / "pyodide", ".", PYODIDE),
    "pyscript": (PACKAGES / "@pyscript" / "core", "dist", PYSCRIPT),
}
"""Each package, the folder in it that we need, and the files there."""
# Fetched through `fetch`, so that the progress bar can count them; the modules are not.
COUNTED = ("pyodide.asm.wasm", "pyodide-lock.json")
# Named in other people's pages, and so beside index.html.
AT_THE_ROOT = ("embed.js", "example.html", "example.css", "example.js")
NO_ORIGINS = '<meta name="deltille-origins" content="">'
FIRST_SCRIPT = '<script defer src="./assets/shell.js"></script>'
THEME = "theme.css"
MANIFEST = '<link rel="manifest" href="./assets/deltille.webmanifest">'
NOT_SHIPPED = ("__pycache__", "*.pyc", ".*")


def assemble(
    target: Path = DIST,
    offline: bool = True,
    allow: Sequence[str] = (),
    at: str = "",
    theme: Path | None = None,
) -> None:
    """Write the site to `target`, in place of whatever was there. The packages of npm must be there.

    With `offline` it can be installed and played without a network, which takes the tools among them, and
    its Python is compiled, which takes some seconds.
    Pages of the origins in `allow` may embed it and play through postMessage. `at` is the address it will
    have, if known, and `theme` a style sheet that has the last word.
    """
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(ROOT / "assets", target / "assets", ignore=shutil.ignore_patterns(*NOT_SHIPPED, "locale"))
    for name in AT_THE_ROOT:
        (target / "assets" / name).rename(target / name)
    folders = {name: copy_runtime(name, target) for name in RUNTIME}

    archive, library = pack(), (PACKAGES / "pyodide" / LIBRARY).read_bytes()
    if offline:
        archive, library = compiled(archive)
    version = digest(archive)
    app, standard = f"app-{version}.zip", f"library-{digest(library)}.zip"
    (target / app).write_bytes(archive)
    (target / standard).write_bytes(library)

    config = tomllib.loads((ROOT / "pyscript.toml").read_text(encoding="utf-8"))
    config["files"] = {app if name == "./app.zip" else name: to for name, to in config["files"].items()}
    write_json(target / "pyscript.json", config)

    counted = [f"{folders['pyodide']}/{name}" for name in COUNTED] + [standard, app, "pyscript.json"]
    shutil.copyfile(ROOT / "index.html", target / "index.html")
    fill(
        target / "index.html",
        {
            "{{version}}": version,
            "{{worker}}": "./service-worker.js" if offline else "",
            "{{downloads}}": json.dumps({path: (target / path).stat().st_size for path in counted}),
            "{{plugins}}": json.dumps({"plugins": config["plugins"]}),
            NO_ORIGINS: NO_ORIGINS.replace('""', f'"{" ".join(allow)}"'),
            # Where there are no tools, Python's own server will do.
            "python3 -m tools play": "python3 -m http.server",
        },
    )
    if theme:
        shutil.copyfile(theme, target / THEME)
        link = f'<link rel="stylesheet" href="./{THEME}">\n    '
        fill(target / "index.html", {FIRST_SCRIPT: link + FIRST_SCRIPT})
    if at:
        # In a sandbox a page is of no origin, and WebKit takes 'self' to be none of its addresses then.
        fill(target / "index.html", {"'self'": f"'self' {at}"})
    for path in (target / "index.html", *target.glob("assets/*.js")):
        addresses = {f"/runtime/{name}/": f"/{folder}/" for name, folder in folders.items()}
        fill(path, {**addresses, "{{app}}": app, "{{library}}": standard})
    if offline:
        prepare_offline(target)
    else:
        fill(target / "index.html", {MANIFEST: ""})


def copy_runtime(name: str, target: Path) -> str:
    """The package's folder in the site. Its name has the version: another one is at another address."""
    package, inside, patterns = RUNTIME[name]
    version = json.loads((package / "package.json").read_text(encoding="utf-8"))["version"]
    folder = f"runtime/{name}-{version}"
    copy(package / inside, patterns, target / folder)
    return folder


def prepare_offline(target: Path) -> None:
    """Add icons and the service worker, which knows every other file of the site by its hash."""
    run_in_node("offline.mjs", target, trouble="The service worker could not be made")


def compiled(archive: bytes) -> tuple[bytes, bytes]:
    """The archive with bytecode in place of sources, and of the standard library just what it uses."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "sources.zip").write_bytes(archive)
        run_in_node(
            "bytecode.mjs", folder / "sources.zip", folder, trouble="The Python could not be compiled"
        )
        return (folder / "app.zip").read_bytes(), (folder / "library.zip").read_bytes()


def run_in_node(script: str, *arguments: Path, trouble: str) -> None:
    command = [find_node(), ROOT / "tools" / script, *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise Trouble(f"{trouble}: {done.stderr.strip()}")


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]


def pack() -> bytes:
    """The archive of our Python and its data, unpacked by PyScript before the page starts."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(packed_files()):
            # ZipInfo's own date, 1980, and fixed rights: the archive depends on the contents alone.
            info = zipfile.ZipInfo(path.relative_to(ROOT).as_posix())
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3
            info.external_attr = 0o644 << 16
            archive.writestr(info, path.read_bytes())
    return buffer.getvalue()


def packed_files() -> Iterator[Path]:
    for folder in PYTHON:
        yield from (ROOT / folder).rglob("*.py")
    yield from (ROOT / CATALOGUES).rglob("*.mo")


def copy(source: Path, patterns: tuple[str, ...], target: Path) -> None:
    target.mkdir(parents=True)
    for pattern in patterns:
        for path in source.glob(pattern):
            shutil.copyfile(path, target / path.name)


def fill(path: Path, fillings: dict[str, str]) -> None:
    """Put each filling where its mark is in this file."""
    text = path.read_text(encoding="utf-8")
    for mark, filling in fillings.items():
        text = text.replace(mark, filling)
    path.write_text(text, encoding="utf-8", newline="\n")


def write_json(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, indent=2) + "\n", encoding="utf-8", newline="\n")
