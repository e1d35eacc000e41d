"""The whole site in one folder: our files, our Python as one archive, and the runtime.

Every address in it is relative, so it works in any folder of any static host. The same sources give the
same bytes: whoever has them can check what a host serves.
"""

import hashlib
import io
import json
import shutil
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

from tools import ROOT
from tools.runtime import PACKAGES

DIST = ROOT / "dist"
PYTHON = ("engine", "ui")
CATALOGUES = "assets/locale"
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
PYSCRIPT = ("core.js", "core-*.js", "error-*.js")
# Fetched through `fetch`, so that the progress bar can count them; the modules are not.
COUNTED = ("pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
NOT_SHIPPED = ("__pycache__", "*.pyc", ".*")


def assemble(target: Path = DIST) -> None:
    """Write the site to `target`, in place of whatever was there. The packages of npm must be there."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(ROOT / "assets", target / "assets", ignore=shutil.ignore_patterns(*NOT_SHIPPED, "locale"))
    copy(PACKAGES / "pyodide", PYODIDE, target / "runtime" / "pyodide")
    copy(PACKAGES / "@pyscript" / "core" / "dist", PYSCRIPT, target / "runtime" / "pyscript")

    archive = pack()
    version = hashlib.sha256(archive).hexdigest()[:12]
    app = f"app-{version}.zip"
    (target / app).write_bytes(archive)

    config = tomllib.loads((ROOT / "pyscript.toml").read_text(encoding="utf-8"))
    config["files"] = {app if name == "./app.zip" else name: to for name, to in config["files"].items()}
    write_json(target / "pyscript.json", config)

    counted = [f"runtime/pyodide/{name}" for name in COUNTED] + [app, "pyscript.json"]
    page = (ROOT / "index.html").read_text(encoding="utf-8")
    fillings = {
        "{{version}}": version,
        "{{downloads}}": json.dumps({path: (target / path).stat().st_size for path in counted}),
        "{{plugins}}": json.dumps({"plugins": config["plugins"]}),
        # Where there are no tools, Python's own server will do.
        "python3 -m tools play": "python3 -m http.server",
    }
    for mark, filling in fillings.items():
        page = page.replace(mark, filling)
    (target / "index.html").write_text(page, encoding="utf-8", newline="\n")


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


def write_json(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, indent=2) + "\n", encoding="utf-8", newline="\n")
