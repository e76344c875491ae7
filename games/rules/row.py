"""A row of a score sheet: what each seat took in a hand, and what it can only have been."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType
from typing import Final

from deals.cards.seat import Seat
from games.rules.errors import (
    AmbiguousRow,
    BadSum,
    ImpossibleRow,
    MoonChoiceMissing,
    MoonChoiceUnasked,
    RowMisshapen,
)
from games.rules.game import GameScore
from games.rules.ruleset import JACK_BONUS, RuleSet
from games.rules.scoring import CHOICES, HandScore, Haul, is_asked, score_haul


@dataclass(frozen=True, slots=True)
class Row:
    """One hand of a score sheet: points by seat, and extras where a setting needs them.

    The seats that took the bonus card, `jack`, and TC, `ten`; `sun`, whether a shooter took every
    trick; the seats that took no trick; the shooter's choice. None where nothing is said.
    """

    points: tuple[int, ...]
    jack: Seat | None = None
    ten: Seat | None = None
    sun: bool | None = None
    no_tricks: tuple[Seat, ...] | None = None
    moon_choice: str | None = None


def score_row(row: Row, game: GameScore) -> HandScore:
    """Score a row as the next hand of a game, in the order of the table of findings.

    Where the shooter stays open with equal scores there is none. Raises RowMisshapen, BadSum,
    ImpossibleRow, MoonChoiceUnasked, MoonChoiceMissing, AmbiguousRow.

    >>> from games.rules.game import start_game
    >>> score_row(Row((0, 26, 0, 0)), start_game(RuleSet())).scores
    (26, 0, 26, 26)
    """
    rules = game.rules
    check_row(row, players=rules.players)
    if sum(row.points) != rules.point_sum:
        raise BadSum(found=sum(row.points), needed=rules.point_sum)
    hauls = possible_hauls(rules, row)
    if not hauls:
        raise ImpossibleRow
    asked = [haul for haul in hauls if is_asked(rules, haul)]
    if row.moon_choice is not None and not asked:
        raise MoonChoiceUnasked
    if row.moon_choice in CHOICES:
        # Who has answered was asked: the moon is said with it.
        hauls = asked
    elif asked == hauls:
        raise MoonChoiceMissing(row.points.index(max(row.points)))
    elif asked:
        raise AmbiguousRow(("jack",))
    scores = {haul: score_haul(rules, haul, game, choice=row.moon_choice).scores for haul in hauls}
    if len(set(scores.values())) > 1:
        raise AmbiguousRow(_deciding(rules, scores))
    shooters = {haul.shooter for haul in hauls}
    return HandScore(
        points=row.points,
        scores=scores[hauls[0]],
        shooter=shooters.pop() if len(shooters) == 1 else None,
    )


def check_row(row: Row, *, players: int) -> None:
    """Raise RowMisshapen unless the points are one a seat, and every seat named is there."""
    if len(row.points) != players:
        raise RowMisshapen(f"{len(row.points)} points where {players} seats are")
    named = [seat for seat in (row.jack, row.ten) if seat is not None]
    for seat in (*named, *(row.no_tricks or ())):
        if seat not in range(players):
            raise RowMisshapen(f"seat {seat} is none of the {players}")


def possible_hauls(rules: RuleSet, row: Row) -> list[Haul]:
    """Give every way to take cards and tricks that makes this row, as far as a setting asks.

    An extra that no setting needs is not used.
    """
    seats = range(rules.players)
    worths = sorted(rules.worths.values(), reverse=True)
    hauls = []
    for jack in _takers(row.jack, seats, needed=rules.jack is not None):
        took = [
            points + (JACK_BONUS if seat == jack else 0) for seat, points in enumerate(row.points)
        ]
        if not can_share(worths, took):
            continue
        shooter = _shooter(rules, took, jack)
        for ten in _takers(row.ten, seats, needed=rules.ten_of_clubs_doubles):
            empty = [seat for seat in seats if not took[seat] and seat not in (jack, ten)]
            for trickless in _subsets(empty) if rules.counts_tricks else [()]:
                haul = Haul(row.points, shooter, jack, ten, trickless)
                if _agrees(rules, row, haul):
                    hauls.append(haul)
    return hauls


def can_share(worths: Sequence[int], sums: Sequence[int]) -> bool:
    """Whether cards of these worths, the highest first, can be taken so that seats get the sums.

    The worths are positive and add up to the sums.
    """
    dead: set[tuple[int, tuple[int, ...]]] = set()

    def fits(at: int, left: tuple[int, ...]) -> bool:
        if worths[at] == 1:
            return True
        if (at, left) in dead or any(0 < rest < worths[-1] for rest in left):
            return False
        for place, rest in enumerate(left):
            if rest >= worths[at]:
                less = (*left[:place], rest - worths[at], *left[place + 1 :])
                if at + 1 == len(worths) or fits(at + 1, tuple(sorted(less))):
                    return True
        dead.add((at, left))
        return False

    return min(sums) >= 0 and fits(0, tuple(sorted(sums)))


def _takers(said: Seat | None, seats: Sequence[Seat], *, needed: bool) -> Sequence[Seat | None]:
    """Give who can have taken a card: whom the row names, else any; None for a card in no rule."""
    if not needed:
        return [None]
    return seats if said is None else [said]


def _shooter(rules: RuleSet, took: Sequence[int], jack: Seat | None) -> Seat | None:
    for seat, worth in enumerate(took):
        if worth == rules.whole and (jack in (None, seat) or not rules.moon_needs_jack):
            return seat
    return None


def _subsets(seats: Sequence[Seat]) -> Iterator[tuple[Seat, ...]]:
    for count in range(len(seats) + 1):
        yield from combinations(seats, count)


def _agrees(rules: RuleSet, row: Row, haul: Haul) -> bool:
    """Whether the tricks are what the row says of them, where a setting needs it."""
    if rules.sun and row.sun is not None and row.sun != haul.is_sun:
        return False
    said = row.no_tricks if rules.no_tricks else None
    return said is None or set(said) == set(haul.trickless)


def _deciding(rules: RuleSet, scores: Mapping[Haul, tuple[int, ...]]) -> list[str]:
    """Name the extras whose value decides between different scores."""
    names = []
    for name, value_of in _EXTRAS.items():
        outcomes: dict[object, set[tuple[int, ...]]] = {}
        for haul, outcome in scores.items():
            outcomes.setdefault(value_of(rules, haul), set()).add(outcome)
        if len(set(map(frozenset, outcomes.values()))) > 1:
            names.append(name)
    return names


# What each extra would say of a haul, where a setting needs it.
_EXTRAS: Final[Mapping[str, Callable[[RuleSet, Haul], object]]] = MappingProxyType(
    {
        "jack": lambda _, haul: haul.jack,
        "ten": lambda _, haul: haul.ten,
        "sun": lambda rules, haul: rules.sun and haul.is_sun,
        "no_tricks": lambda rules, haul: rules.no_tricks and haul.trickless,
    }
)
