"""What a hand costs: what the seats took, then the moon rule, then doubling.

A played hand and a score sheet's row both come down to a `Haul`; from there one way leads to the
scores.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NamedTuple

from deals.cards.card import parse_card
from deals.cards.seat import Seat
from games.rules.card_bytes import MARKS, SEAT_OF
from games.rules.errors import MoonChoiceMissing, MoonChoiceUnasked, WrongPhase
from games.rules.game import GameScore
from games.rules.hand import Hand, Phase
from games.rules.ruleset import JACK_BONUS, Moon, RuleSet

TEN: Final = parse_card("TC")
TEN_BITS: Final = 1 << TEN

CHOICES: Final = frozenset({"add", "subtract"})
"""What a shooter can answer under moon=choice."""

# How often the hand's whole worth counts for the shooter, and for every other seat.
_MOON_SHARES: Final[Mapping[Moon, tuple[int, int]]] = MappingProxyType(
    {Moon.ADD: (0, 1), Moon.SUBTRACT: (-1, 0)}
)


class Haul(NamedTuple):
    """What the seats took in a hand, as far as the rules ask.

    `points` by seat; `shooter` took every penalty card (and the bonus card where he needs it);
    who took the bonus card, `jack`, and TC, `ten`; the seats that took no trick, `trickless`.
    None where there is no such seat.
    """

    points: tuple[int, ...]
    shooter: Seat | None = None
    jack: Seat | None = None
    ten: Seat | None = None
    trickless: tuple[Seat, ...] = ()

    @property
    def is_sun(self) -> bool:
        """Whether one seat took every trick."""
        return len(self.trickless) == len(self.points) - 1


class HandScore(NamedTuple):
    """What a hand gave, by seat.

    `points` are the worth of the cards taken, `scores` what counts after the moon rule and
    doubling; `shooter` took every penalty card, and is named under moon=off too.
    """

    points: tuple[int, ...]
    scores: tuple[int, ...]
    shooter: Seat | None


@dataclass(frozen=True, slots=True)
class MoonQuestion:
    """What a shooter is asked under moon=choice: the scores by each answer."""

    shooter: Seat
    add: tuple[int, ...]
    subtract: tuple[int, ...]


def score_hand(
    hand: Hand, game: GameScore | None = None, *, choice: str | None = None
) -> HandScore:
    """Score a hand that is over.

    `game` stands as it was before the hand; only moon=auto asks for it. `choice` is the shooter's,
    add or subtract, where the rules ask; any other text is no answer.
    Raises WrongPhase, MoonChoiceMissing, MoonChoiceUnasked.
    """
    return score_haul(hand.rules, hand_haul(hand), game, choice=choice)


def moon_question(hand: Hand) -> MoonQuestion | None:
    """Give what the shooter of a hand that is over has to answer; None when nobody is asked.

    Raises WrongPhase.
    """
    haul = hand_haul(hand)
    if haul.shooter is None or hand.rules.moon is not Moon.CHOICE:
        return None
    return MoonQuestion(
        shooter=haul.shooter,
        add=moon_scores(hand.rules, haul, Moon.ADD),
        subtract=moon_scores(hand.rules, haul, Moon.SUBTRACT),
    )


def hand_haul(hand: Hand) -> Haul:
    """Give what the seats took in a hand that is over. Raises WrongPhase."""
    if hand.phase is not Phase.OVER:
        raise WrongPhase(hand.phase)
    winners = [trick.winner for trick in hand.tricks]
    return count_haul(hand.rules, [cards.bits for cards in hand.taken], winners)


def count_haul(rules: RuleSet, taken: Sequence[int], winners: Sequence[Seat | None]) -> Haul:
    """Give what the seats took: their cards of the whole deck, as bits, and who took the tricks."""
    trickless: tuple[Seat, ...] = ()
    if rules.counts_tricks:
        trickless = tuple(seat for seat in range(len(taken)) if seat not in winners)
    return Haul(
        points=tuple([count_points(rules, cards) for cards in taken]),
        shooter=find_shooter(rules, taken),
        jack=find_taker(taken, rules.jack_bits) if rules.jack_bits else None,
        ten=find_taker(taken, TEN_BITS) if rules.ten_of_clubs_doubles else None,
        trickless=trickless,
    )


def count_takers(rules: RuleSet, takers: bytes, winners: Sequence[Seat]) -> Haul:
    """Give the same from the table from cards to the marks of who took them (card_bytes)."""
    points = [0] * rules.players
    for worth, cards in rules.point_cards:
        marks = cards.translate(takers)
        if len(marks) == 1:
            points[SEAT_OF[marks[0]]] += worth
        else:
            points = [
                had + worth * marks.count(mark) for had, mark in zip(points, MARKS, strict=False)
            ]
    moon = rules.moon_cards.translate(takers)
    trickless: tuple[Seat, ...] = ()
    if rules.counts_tricks:
        trickless = tuple([seat for seat in range(rules.players) if seat not in winners])
    return Haul(
        tuple(points),
        SEAT_OF[moon[0]] if moon.count(moon[0]) == len(moon) else None,
        None if rules.jack is None else SEAT_OF[takers[rules.jack]],
        SEAT_OF[takers[TEN]] if rules.ten_of_clubs_doubles else None,
        trickless,
    )


def count_points(rules: RuleSet, cards: int) -> int:
    """Add up the worth of cards, given as bits, less the bonus card."""
    points = 0
    for worth, bits in rules.point_bits:
        if cards & bits:
            points += worth * (cards & bits).bit_count()
    return points


def find_shooter(rules: RuleSet, taken: Sequence[int]) -> Seat | None:
    """Find the one seat that took every penalty card: from the cards, never from totals.

    With a bonus card that the shooter needs, that card too.
    """
    return find_taker(taken, rules.moon_bits)


def find_taker(taken: Sequence[int], wanted: int) -> Seat | None:
    """Find the seat that took all the wanted cards."""
    for seat, cards in enumerate(taken):
        if cards & wanted == wanted:
            return seat
    return None


def is_asked(rules: RuleSet, haul: Haul) -> bool:
    """Whether the shooter has to choose."""
    return rules.moon is Moon.CHOICE and haul.shooter is not None


def score_haul(
    rules: RuleSet, haul: Haul, game: GameScore | None = None, *, choice: str | None = None
) -> HandScore:
    """Score what the seats took; `game` and `choice` as in `score_hand`.

    Raises MoonChoiceMissing, MoonChoiceUnasked.
    """
    effect = rules.moon
    if effect is Moon.CHOICE and haul.shooter is not None:
        if choice not in CHOICES:
            raise MoonChoiceMissing(haul.shooter)
        effect = Moon(choice)
    elif choice is not None:
        raise MoonChoiceUnasked
    elif effect is Moon.AUTO and haul.shooter is not None:
        effect = _better_effect(rules, haul, haul.shooter, game)
    return HandScore(haul.points, moon_scores(rules, haul, effect), haul.shooter)


def moon_scores(rules: RuleSet, haul: Haul, effect: Moon) -> tuple[int, ...]:
    """Give the scores when a moon, if there is one, counts as `effect`: add, subtract or off."""
    if haul.shooter is None or effect not in _MOON_SHARES:
        scores = [*haul.points]
        for seat in haul.trickless if rules.no_tricks else ():
            scores[seat] += rules.no_tricks
    else:
        whole = rules.whole * (2 if rules.sun and haul.is_sun else 1)
        own, others = _MOON_SHARES[effect]
        scores = [whole * others] * len(haul.points)
        scores[haul.shooter] = whole * own
        if haul.jack is not None and not rules.moon_needs_jack:
            scores[haul.jack] -= JACK_BONUS
    if rules.ten_of_clubs_doubles and haul.ten is not None:
        scores[haul.ten] *= 2
    return tuple(scores)


def _better_effect(rules: RuleSet, haul: Haul, shooter: Seat, game: GameScore | None) -> Moon:
    """Decide moon=auto: add, unless that ends the game while some seat is lower."""
    if game is None:
        raise TypeError("moon=auto can't be scored without the game before the hand")
    after = game.after_hand(moon_scores(rules, haul, Moon.ADD))
    is_lost = after.is_at_end and min(after.totals) < after.totals[shooter]
    return Moon.SUBTRACT if is_lost else Moon.ADD
