"""The terms of a league: what kinds there are, and what they ask of rules, sources and numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.leagues.models import League
from games.leagues.services.errors import InvalidLeague
from games.rules.passing import Direction
from games.rules.ruleset import (
    Moon,
    Opening,
    RuleSet,
    format_rules_line,
    parse_rules,
    rules_to_json,
)
from games.services.creating import SOURCES, WAIT

LONGEST_NAME: Final = 64
MOST_GAMES: Final = 32
LOTS: Final = ("server", "beacon")
BOARD_DIRECTIONS: Final = (Direction.LEFT, Direction.RIGHT, Direction.ACROSS, Direction.HOLD)
_BOARD_OPENINGS: Final = (Opening.LOW_CLUB, Opening.ANY_CLUB)
_BOARD_MOONS: Final = (Moon.ADD, Moon.SUBTRACT, Moon.OFF)


@dataclass(frozen=True, kw_only=True)
class LeagueTerms:
    """What a league is to be like; `rules` are rules objects, of the size preferred first."""

    name: str
    kind: str
    rules: Sequence[object]
    play: str = "cards"
    sources: str = "server"
    lots: str = "server"
    wait: int = 600
    games: int = 1


def check_terms(terms: LeagueTerms) -> list[str]:
    """Return the lines of a league's rules. Raises InvalidLeague, InvalidRules."""
    check_name(terms.name)
    _check_choices(terms)
    rules = [parse_rules(one) for one in terms.rules]
    sizes = [one.players for one in rules]
    if not rules or len(set(sizes)) < len(sizes):
        raise InvalidLeague("/rules", "one set of rules for each size of tables")
    if terms.kind != League.Kind.CUMULATIVE and sizes != [4]:
        raise InvalidLeague("/rules", f"a {terms.kind} league has tables of four")
    if terms.kind == League.Kind.SAME_DEAL:
        _check_boards(terms, rules[0])
        rules = [board_rules(rules[0], 1)]
    return list(map(format_rules_line, rules))


def check_name(name: str) -> None:
    """Check what is publicly shown. Raises InvalidLeague."""
    if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
        detail = f"a name is 1 to {LONGEST_NAME} characters, all of them printable"
        raise InvalidLeague("/name", detail)


def board_rules(rules: RuleSet, board: int) -> RuleSet:
    """Return the rules of a board, numbered from 1: one hand, passed in the board's direction."""
    direction = BOARD_DIRECTIONS[(board - 1) % len(BOARD_DIRECTIONS)]
    fixed = {"hands": 1, "target": None, "tie": "share", "passing": [direction.value]}
    return parse_rules(rules_to_json(rules) | fixed)


def _check_choices(terms: LeagueTerms) -> None:
    choices = (
        ("kind", terms.kind, League.Kind.values),
        ("play", terms.play, ("cards", "sheet")),
        ("lots", terms.lots, LOTS),
        ("sources", terms.sources, SOURCES if terms.play == "cards" else ("-",)),
    )
    for name, given, allowed in choices:
        if given not in allowed:
            raise InvalidLeague(f"/{name}", f"{name} is one of {', '.join(allowed)}")
    if terms.wait not in WAIT:
        raise InvalidLeague("/wait", "wait is 10 to 604800 seconds")
    if not 1 <= terms.games <= MOST_GAMES:
        raise InvalidLeague("/games", f"a round has 1 to {MOST_GAMES} games or boards")


def _check_boards(terms: LeagueTerms, rules: RuleSet) -> None:
    if terms.play != "cards":
        raise InvalidLeague("/play", "boards are played from deals")
    if terms.sources not in LOTS:
        raise InvalidLeague(
            "/sources", "boards are drawn by server or beacon: many seats play them"
        )
    if rules.opening not in _BOARD_OPENINGS:
        raise InvalidLeague("/rules", "a board is opened by low_club or any_club")
    if rules.moon not in _BOARD_MOONS:
        raise InvalidLeague("/rules", "the moon of a board is add, subtract or off")
