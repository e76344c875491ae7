"""RULES.md says what the code does: the settings, their standard, the canonical line."""

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

from games.rules import ruleset
from games.rules.presets import PRESETS
from games.rules.ruleset import SETTINGS, RuleSet, format_rules_line

TEXT = (Path(ruleset.__file__).parent / "RULES.md").read_text()


def test_the_table_has_every_setting_in_order_with_its_standard():
    table = TEXT.partition("## The settings")[2].partition("**players**")[0]
    rows = re.findall(r"^\| (\w+) \| [^|]+ \| ([^|]+) \|$", table, re.MULTILINE)[1:]
    assert tuple(name for name, _ in rows) == SETTINGS
    line = " ".join(f"{name}={standard.replace(', ', ',')}" for name, standard in rows)
    assert line == format_rules_line(RuleSet())


def test_the_canonical_line_is_there_byte_by_byte():
    assert f"\n    {format_rules_line(RuleSet())}\n" in TEXT


def test_every_setting_has_its_words_and_every_preset_its_row():
    assert tuple(re.findall(r"^\*\*(\w+)\*\*", TEXT, re.MULTILINE)) == SETTINGS
    table = TEXT.partition("### Presets")[2].partition("\n\n##")[0]
    names = re.findall(r"^\| ([a-z, -]+) \|", table, re.MULTILINE)[1:]
    assert ", ".join(names).split(", ") == list(PRESETS)


def test_its_examples_are_true():
    assert (
        doctest.testfile(
            str(Path(ruleset.__file__).parent / "RULES.md"), module_relative=False
        ).failed
        == 0
    )


@pytest.mark.parametrize(
    "module",
    [
        "games.rules.ruleset",
        "games.rules.hand",
        "games.rules.game",
        "games.rules.row",
        "games.rules.sheet",
        "games.records.record",
        "games.records.csv_text",
        "games.events.row_text",
    ],
)
def test_the_examples_in_the_code_are_true(module):
    result = doctest.testmod(import_module(module))
    assert result.attempted
    assert result.failed == 0
