"""One hand: pass and play. A value made of acts; where it stands follows from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Any

from deals.cards.card import CARDS, Card
from deals.cards.deck import Deck
from deals.cards.holding import Holding
from deals.cards.seat import Seat
from games.rules.errors import (
    ILLEGAL_PLAYS,
    AlreadyPassed,
    BadDeal,
    BadHandDump,
    NotYourTurn,
    PassNotHeld,
    WrongPassCount,
    WrongPhase,
)
from games.rules.limits import legal_bits
from games.rules.passing import Direction, exchange
from games.rules.played import Played
from games.rules.playing import replay_plays
from games.rules.ruleset import RuleSet
from games.rules.trick import Trick


class Phase(StrEnum):
    """Where a hand stands."""

    PASSING = "passing"
    PLAYING = "playing"
    OVER = "over"


@dataclass(frozen=True)
class Hand:
    """A hand at one moment; made by `start_hand`, every act gives another one.

    `number` counts from 1; `dealt` are the holdings before the pass, by seat; `gave` is what
    each seat passed, None where it has not; `plays` are all cards in the order played.
    """

    rules: RuleSet
    number: int
    direction: Direction
    dealt: tuple[Holding, ...]
    kitty: Holding
    gave: tuple[Holding | None, ...]
    plays: tuple[Card, ...] = ()

    @cached_property
    def played(self) -> Played | None:
        """The engine's account of the plays; None while the pass is on."""
        gave = [cards.bits for cards in self.gave if cards is not None]
        held = [cards.bits for cards in self.dealt]
        if self.direction is not Direction.HOLD:
            if len(gave) < len(held):
                return None
            held = exchange(held, gave, direction=self.direction)
        plays = [1 << card for card in self.plays]
        return replay_plays(self.rules.play, held, plays, number=self.number)

    @property
    def phase(self) -> Phase:
        """Passing, playing or over."""
        if self.played is None:
            return Phase.PASSING
        whole = len(self.dealt) * self.rules.deck.size
        return Phase.OVER if self.played.made == whole else Phase.PLAYING

    @property
    def passed(self) -> tuple[Seat, ...]:
        """The seats that have given their cards."""
        return tuple(seat for seat, cards in enumerate(self.gave) if cards is not None)

    @property
    def turn(self) -> Seat | None:
        """Who plays next; None while the pass is on and after the last card."""
        if self.played is None or self.phase is Phase.OVER:
            return None
        return self.played.turn

    @property
    def holdings(self) -> tuple[Holding, ...]:
        """What the seats hold now; as dealt until every seat has passed."""
        if self.played is None:
            return self.dealt
        return tuple(map(Holding.from_bits, self.played.held))

    @property
    def hearts_broken(self) -> bool:
        """Whether a card that breaks hearts was played."""
        return self.played is not None and self.played.hearts_broken

    @cached_property
    def tricks(self) -> tuple[Trick, ...]:
        """The finished tricks."""
        if self.played is None:
            return ()
        players, winners = len(self.dealt), self.played.winners
        return tuple(
            Trick(leader, self.plays[at * players : (at + 1) * players], players, winner)
            for at, (leader, winner) in enumerate(
                zip([self.played.opener, *winners], winners, strict=False)
            )
        )

    @property
    def trick(self) -> Trick | None:
        """The trick that is on, perhaps without a card yet; None outside of play."""
        if self.played is None or self.phase is Phase.OVER:
            return None
        players = len(self.dealt)
        cards = self.plays[len(self.tricks) * players :]
        return Trick((self.played.turn - len(cards)) % players, cards, players)

    @property
    def leader(self) -> Seat | None:
        """Who leads, or led, to the trick that is on; None outside of play."""
        return self.trick.leader if self.trick else None

    @property
    def taken(self) -> tuple[Holding, ...]:
        """The cards that each seat took; a kitty belongs to whoever took the first trick."""
        if self.played is None:
            return (Holding(),) * len(self.dealt)
        taken = list(self.played.taken)
        for first in self.played.winners[:1]:
            taken[first] |= self.kitty.bits
        return tuple(map(Holding.from_bits, taken))

    @property
    def tricks_taken(self) -> tuple[int, ...]:
        """How many tricks each seat took."""
        winners = [trick.winner for trick in self.tricks]
        return tuple(winners.count(seat) for seat in range(len(self.dealt)))

    def legal_cards(self, seat: Seat) -> Holding:
        """Give the cards that the seat may play now: none out of turn, on its turn never none."""
        if self.played is None or seat != self.turn:
            return Holding()
        state = self.played
        return Holding.from_bits(legal_bits(state.limits, state.held[seat], led=state.led))

    def give_cards(self, seat: Seat, cards: Holding) -> Hand:
        """Pass cards; the last seat's pass exchanges all at once.

        Raises WrongPhase, AlreadyPassed, WrongPassCount, PassNotHeld.
        """
        if self.phase is not Phase.PASSING:
            raise WrongPhase(self.phase)
        if self.gave[seat] is not None:
            raise AlreadyPassed(seat)
        if len(cards) != self.rules.pass_count:
            raise WrongPassCount(seat, given=len(cards), needed=self.rules.pass_count)
        for card in cards:
            if card not in self.dealt[seat]:
                raise PassNotHeld(seat, card)
        return replace(self, gave=(*self.gave[:seat], cards, *self.gave[seat + 1 :]))

    def play(self, seat: Seat, card: Card) -> Hand:
        """Play a card.

        Raises WrongPhase, NotYourTurn, or the IllegalPlay of the first rule that it breaks.
        """
        made, players = len(self.plays), len(self.dealt)
        after = replace(self, plays=(*self.plays, card))
        # The account of the plays with this one says all of those before it too.
        state = after.played
        if state is None or made == players * self.rules.deck.size:
            raise WrongPhase(self.phase)
        if state.made < made:
            raise BadHandDump("not every act in it is one of the rules")
        turn = state.turn_at(made, players=players)
        if seat != turn:
            raise NotYourTurn(seat, turn=turn)
        if state.fault is not None:
            raise ILLEGAL_PLAYS[state.fault](seat, card)
        return after


def start_hand(
    rules: RuleSet, number: int, holdings: Sequence[Holding], *, totals: Sequence[int] = ()
) -> Hand:
    """Deal hand `number` (from 1): one holding a seat, then the kitty where the deck has one.

    `totals`, the game's before the hand, matter under brink_holds alone. Raises BadDeal.

    >>> from deals.cards.card import CARDS, parse_card
    >>> hold = RuleSet(pass_count=0)
    >>> hand = start_hand(hold, 1, [Holding(CARDS[seat::4]) for seat in range(4)])
    >>> hand.turn, str(hand.legal_cards(0)), parse_card("6C") in hand.legal_cards(0)
    (0, '2C', False)
    >>> hand = hand.play(0, parse_card("2C"))
    >>> hand.turn, str(hand.legal_cards(1))
    (1, '3C 7C JC')
    """
    check_deal(rules.deck, holdings)
    dealt = tuple(holdings[: rules.players])
    return Hand(
        rules=rules,
        number=number,
        direction=rules.direction(number, totals=totals),
        dealt=dealt,
        kitty=holdings[-1] if rules.deck.kitty else Holding(),
        gave=(None,) * rules.players,
    )


def check_deal(deck: Deck, holdings: Sequence[Holding]) -> None:
    """Raise BadDeal unless the holdings, the kitty last, are exactly the deck."""
    sizes = tuple(map(len, holdings))
    if sizes != deck.sizes:
        raise BadDeal(f"expected holdings of {deck.sizes} cards, got {sizes}")
    if Holding(card for cards in holdings for card in cards) != deck.cards:
        raise BadDeal("the holdings are not the deck, every card once")


HandDump = dict[str, object]


def dump_hand(hand: Hand) -> HandDump:
    """Give all that makes the hand, as JSON takes it: holdings as bits, plays as deck places.

    The rules stand elsewhere. What follows from the acts is not in it, so nothing can disagree.
    """
    return {
        "number": hand.number,
        "direction": hand.direction.value,
        "dealt": [cards.bits for cards in (*hand.dealt, hand.kitty) if cards],
        "gave": [None if cards is None else cards.bits for cards in hand.gave],
        "plays": [*map(int, hand.plays)],
    }


def load_hand(rules: RuleSet, dump: Mapping[str, object]) -> Hand:
    """Build the hand that `dump_hand` wrote, act by act.

    Raises BadHandDump when it is no such thing, or an act in it is against the rules.
    """
    if set(dump) != {"number", "direction", "dealt", "gave", "plays"}:
        raise BadHandDump("expected number, direction, dealt, gave and plays")
    number, gave = dump["number"], _list(dump["gave"])
    if type(number) is not int or number < 1:
        raise BadHandDump("expected number to count from 1")
    holdings = [_holding(cards) for cards in _list(dump["dealt"])]
    try:
        hand = start_hand(rules, number, holdings)
        hand = replace(hand, direction=Direction(str(dump["direction"])))
        for seat, cards in enumerate(gave):
            if cards is not None:
                hand = hand.give_cards(seat, _holding(cards))
        hand = replace(hand, plays=_cards(dump["plays"]))
    except (ValueError, IndexError) as error:
        raise BadHandDump(str(error)) from error
    made = 0 if hand.played is None else hand.played.made
    if len(gave) != rules.players or made != len(hand.plays):
        raise BadHandDump("not every act in it is one of the rules")
    return hand


def reload_hand(rules: RuleSet, dump: Mapping[str, Any]) -> Hand:
    """Build the hand of a dump that nobody but `dump_hand` can have written, as after a seal.

    Nothing is checked: a play that was against the rules is told by the next one.
    """
    holdings = [*map(Holding.from_bits, dump["dealt"])]
    return Hand(
        rules=rules,
        number=dump["number"],
        direction=Direction(dump["direction"]),
        dealt=tuple(holdings[: rules.players]),
        kitty=holdings[-1] if rules.deck.kitty else Holding(),
        gave=tuple(None if bits is None else Holding.from_bits(bits) for bits in dump["gave"]),
        plays=tuple(map(CARDS.__getitem__, dump["plays"])),
    )


def _holding(value: object) -> Holding:
    if type(value) is not int or not 0 <= value < 1 << len(CARDS):
        raise BadHandDump("expected a holding as its bits, below 2**52")
    return Holding.from_bits(value)


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise BadHandDump(f"expected a list, got {type(value).__name__}")
    return value


def _cards(value: object) -> tuple[Card, ...]:
    places = _list(value)
    if any(type(place) is not int or place not in range(52) for place in places):
        raise BadHandDump("expected places of cards in deck order, 0 to 51")
    return tuple(CARDS[place] for place in places if isinstance(place, int))
