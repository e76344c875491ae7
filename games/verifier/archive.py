"""The verifier as one file, hearts-verify.pyz, the same bytes wherever it is built.

    python -m games.verifier.archive hearts-verify.pyz        builds it, and prints its SHA-256

It holds exactly the modules that the command reaches, as they stand here: stored, not packed, in
the order of their names, all with one date and one mode. So whoever has the sources can build it
again and compare the hash with the log's `verifier` entry.
"""

from __future__ import annotations

import ast
import io
import sys
import zipfile
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
"""Where the packages stand."""
START: Final = "games.verifier.__main__"

_SHEBANG: Final = b"#!/usr/bin/env python3\n"
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)
_MODE: Final = 0o100644 << 16
_UNIX: Final = 3
_OWN: Final = frozenset({"deals", "games"})


def build_archive(root: Path = ROOT) -> bytes:
    """Return the bytes of the archive of the sources below a directory."""
    files = {f"{name}": (root / name).read_bytes() for name in reached_files(root)}
    files["__main__.py"] = files[_path_of(START)]
    packed = io.BytesIO()
    packed.write(_SHEBANG)
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            info = zipfile.ZipInfo(name, _EPOCH)
            info.create_system = _UNIX
            info.external_attr = _MODE
            archive.writestr(info, files[name])
    return packed.getvalue()


def reached_files(root: Path) -> tuple[str, ...]:
    """Return the paths of all modules of ours that the command imports, and their packages."""
    reached: set[str] = set()
    waiting = [START]
    while waiting:
        module = waiting.pop()
        path = _find(root, module)
        if path is None or path in reached:
            continue
        reached.add(path)
        waiting += _imports((root / path).read_bytes())
        waiting += _packages(module)
    return tuple(sorted(reached))


def main(arguments: Sequence[str]) -> int:
    """Build the archive into the one file named, and print its SHA-256 and name."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python -m games.verifier.archive OUT\n")
        return 2
    (name,) = arguments
    data = build_archive()
    Path(name).write_bytes(data)
    sys.stdout.write(f"{sha256(data).hexdigest()}  {name}\n")
    return 0


def _imports(source: bytes) -> Iterator[str]:
    """Yield what a module may import of ours: modules, and names in them that may be modules."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if _is_own(alias.name))
        elif isinstance(node, ast.ImportFrom) and node.module is not None and _is_own(node.module):
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _is_own(module: str) -> bool:
    return module.partition(".")[0] in _OWN


def _packages(module: str) -> Iterator[str]:
    while "." in module:
        module = module.rpartition(".")[0]
        yield module


def _find(root: Path, module: str) -> str | None:
    """Return the path of a module or package; None for a name that is neither."""
    package = module.replace(".", "/") + "/__init__.py"
    return next((path for path in (package, _path_of(module)) if (root / path).is_file()), None)


def _path_of(module: str) -> str:
    return module.replace(".", "/") + ".py"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
