"""The source as the architecture's tests see it."""

import ast
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def root():
    return ROOT


@pytest.fixture(scope="session")
def settings():
    return tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]


@pytest.fixture(scope="session")
def pure_rooms(settings):
    """The packages that the import contract calls pure: one list for all."""
    (contract,) = (
        contract
        for contract in settings["importlinter"]["contracts"]
        if contract["name"] == "The pure packages know no framework"
    )
    return contract["source_modules"]


@pytest.fixture(scope="session")
def trees():
    """The syntax tree of every source file of ours, by path relative to the root."""
    rooms = ("hearts_site", "deals", "games", "api")
    files = [path for room in rooms for path in (ROOT / room).rglob("*.py")]
    return {
        str(path.relative_to(ROOT)): ast.parse(path.read_bytes())
        for path in files
        if "migrations" not in path.parts
    }
