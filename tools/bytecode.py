"""The Python of the site as bytecode. This runs inside the very Pyodide that the site ships.

Compiling is most of what Python does while it starts, so the site has the compiled modules only: ours, and
of the standard library what is used. Used is what is imported when everything is imported that our modules
name, and PyScript where it starts.
"""

import ast
import importlib
import importlib.util
import json
import sys
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from importlib._bootstrap_external import _code_to_hash_pyc

LIBRARY = f"/lib/python{sys.version_info.major}{sys.version_info.minor}.zip"
HOME = "/home/pyodide"
BESIDES = ("os", "pathlib", "shutil", "zipfile", "encodings.cp437", "encodings.utf_8_sig")
"""What PyScript names where it starts, for it writes files and unpacks our archive; and encodings, which are
imported by a name in a text."""
OF_THE_PAGE = frozenset({"_pyscript", "js", "polyscript", "pyodide"})
"""What cannot be imported before there is a page."""
WARM = "warm.json"
"""In our archive: the modules that can."""


def main(ours: str, target: str) -> None:
    """From our sources in an archive write library.zip and app.zip into a folder."""
    sources = zipfile.ZipFile(ours)
    modules = {module_of(name): sources.read(name) for name in sources.namelist() if name.endswith(".py")}
    named = {module: set(imports(source)) for module, source in modules.items()}
    for name in sorted(set(BESIDES).union(*named.values())):
        with suppress(ImportError):  # ours, the page's, and what is not a module but in one
            importlib.import_module(name)
    write_archive(f"{target}/library.zip", compiled(zipfile.ZipFile(LIBRARY), LIBRARY, wanted=is_used))
    ours_compiled = compiled(sources, HOME, wanted=lambda name: True)
    warm = json.dumps(sorted(set(modules) - of_the_page(named) - {"engine.__main__"})).encode()
    write_archive(f"{target}/app.zip", [*ours_compiled, (WARM, warm)])


def module_of(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def is_used(path: str) -> bool:
    return path.endswith(".py") and module_of(path) in sys.modules


def imports(source: bytes) -> Iterator[str]:
    """Every module that this one may import, anywhere in it; names that are not modules are among them."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def of_the_page(named: dict[str, set[str]]) -> set[str]:
    """The modules that need the page, or import one that does."""
    found: set[str] = set()
    while True:
        more = {
            module
            for module, names in named.items()
            if any(name in found or name.partition(".")[0] in OF_THE_PAGE for name in names)
        }
        if more == found:
            return found
        found = more


def compiled(
    sources: zipfile.ZipFile, place: str, wanted: Callable[[str], bool]
) -> Iterator[tuple[str, bytes]]:
    """The wanted files of the archive, as they are at this place, modules as bytecode that is not doubted."""
    for name in sorted(sources.namelist()):
        if not wanted(name):
            continue
        content = sources.read(name)
        if name.endswith(".py"):
            code = compile(content, f"{place}/{name}", "exec", dont_inherit=True)
            yield f"{name}c", _code_to_hash_pyc(code, importlib.util.source_hash(content), False)
        else:
            yield name, content


def write_archive(path: str, files: Iterable[tuple[str, bytes]]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in files:
            # ZipInfo's own date, 1980, and fixed rights: the archive depends on the contents alone.
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3
            info.external_attr = 0o644 << 16
            archive.writestr(info, content)
