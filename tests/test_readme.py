"""The README's examples of the library: what they show is what happens."""

import doctest
from pathlib import Path

import pytest

README = Path(__file__).parents[1] / "README.md"


@pytest.fixture
def in_the_checkout(monkeypatch):
    """The examples read files of the checkout."""
    monkeypatch.chdir(README.parent)


def test_the_examples_of_the_library_are_true(in_the_checkout):
    outcome = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert outcome.attempted > 10
    assert outcome.failed == 0
