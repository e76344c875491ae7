"""No randomness that could be guessed, and no clock of its own, where deals are made."""

import ast

import pytest

GUESSABLE = {"random", "numpy"}
GUESSABLE_NAMES = {"uuid1", "uuid4"}


@pytest.fixture(scope="module")
def dealing(trees):
    return {path: tree for path, tree in trees.items() if path.startswith("deals/")}


def _imports(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, None) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.module or "", alias.name) for alias in node.names)


def test_dealing_code_is_there(dealing):
    assert "deals/fairness/draw.py" in dealing


def test_dealing_code_imports_no_guessable_randomness(dealing):
    found = {
        (path, module)
        for path, tree in dealing.items()
        for module, _ in _imports(tree)
        if module.partition(".")[0] in GUESSABLE
    }
    assert not found


def test_dealing_code_uses_no_uuid_for_randomness(dealing):
    """Ids of rows may be uuids; what is dealt, sealed or signed is made by `secrets`."""
    found = {
        path
        for path, tree in dealing.items()
        for node in ast.walk(tree)
        if (isinstance(node, ast.Name) and node.id in GUESSABLE_NAMES)
        or (isinstance(node, ast.Attribute) and node.attr in GUESSABLE_NAMES)
    }
    assert found <= {"deals/models.py"}


def test_nothing_anywhere_imports_the_random_module(trees):
    found = {
        path for path, tree in trees.items() for module, _ in _imports(tree) if module == "random"
    }
    assert not found
