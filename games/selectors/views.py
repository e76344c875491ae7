"""The table at any point of a game, as a viewer may see it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from deals.cards.holding import Holding
from deals.cards.seat import Seat
from deals.fairness.entries import GameEntry, parse_entry
from deals.selectors.deals import EndedDeal, ended_deals
from games.events.details import DealCommitted, PassOpened
from games.events.event import Event, parse_event
from games.models import Event as EventRow
from games.models import HandState
from games.replay.frames import table_frames
from games.replay.shown import DealSaid, ShownTable, shown_table
from games.replay.sight import Viewer
from games.replay.table_state import HiddenHand
from games.rules.hand import Hand
from games.rules.ruleset import parse_rules_line
from games.selectors.hands import open_hand


class NoSuchPoint(Exception):
    """The game has no line of this seq yet."""

    code = "not-found"


def table_at(game: UUID, viewer: Viewer, *, at: int | None = None) -> ShownTable | None:
    """Return a game's table after line `at`, now without it; None when there is no such game.

    0 is before the first line. Raises NoSuchPoint.
    """
    story = _story(game)
    if story is None:
        return None
    seq = story.seq if at is None else at
    if seq > story.seq:
        raise NoSuchPoint(f"the game stands at seq {story.seq}")
    # At a line that can't follow, the replay stops: the last step it showed is the answer.
    return list(_shown(story, viewer, first=seq, last=seq, only=story.deal_at(seq)))[-1]


def table_steps(game: UUID, viewer: Viewer, *, first: int, last: int) -> Iterator[ShownTable]:
    """Return a game's table after each of some lines, in one replay; nothing without such a game.

    For whoever steps through a hand, to and fro: no step is played again from the start.
    """
    story = _story(game)
    if story is not None:
        yield from _shown(story, viewer, first=first, last=min(last, story.seq))


@dataclass(frozen=True)
class _Story:
    """A game's lines up to a seq, with what they hide: the hand that is on, the deals that ended.

    `live` is the deal of the `hand` that is on.
    """

    game: UUID
    seq: int
    header: GameEntry
    events: tuple[Event, ...]
    live: int | None
    hand: Hand | None
    ended: dict[int, EndedDeal]

    def deal_at(self, seq: int) -> int | None:
        """Return the deal that is on after a line."""
        return _last_deal(self.events[:seq])

    def hidden(self, number: int) -> HiddenHand | None:
        """Return what the lines of a deal hide; None when it is not known any more."""
        if number == self.live and self.hand is not None:
            hand = self.hand
            dealt = (*hand.dealt, hand.kitty) if hand.kitty else hand.dealt
            gave = {seat: cards for seat, cards in enumerate(hand.gave) if cards is not None}
            return HiddenHand(dealt, gave)
        ended = self.ended.get(number)
        if ended is None or ended.holdings is None:
            return None
        return HiddenHand(ended.holdings, self._opened(number))

    def _opened(self, number: int) -> dict[Seat, Holding]:
        """Return the passes that the lines after a deal open."""
        opened: dict[Seat, Holding] = {}
        deal = 0
        for event in self.events:
            if isinstance(event.detail, DealCommitted):
                deal = event.detail.number
            elif isinstance(event.detail, PassOpened) and deal == number and event.seat is not None:
                opened[event.seat] = event.detail.cards
        return opened


def _story(game: UUID) -> _Story | None:
    """Read a game once: its state first, then its lines up to that, then the deals that ended.

    A deal that ends meanwhile is public by then; its hand is shown as the state had it.
    """
    row = HandState.objects.select_related("game__rules").filter(game=game).first()
    if row is None:
        return None
    header = parse_entry(row.game.header)
    if not isinstance(header, GameEntry):
        raise TypeError("the header is no game entry")
    rows = EventRow.objects.filter(game=row.game, seq__lte=row.seq).order_by("seq")
    events = tuple(map(parse_event, rows.values_list("line", flat=True)))
    hand = None
    if row.sealed is not None:
        rules = parse_rules_line(row.game.rules.line)
        hand, _ = open_hand(rules, bytes(row.sealed), game=game, seq=row.seq)
    return _Story(
        game=game,
        seq=row.seq,
        header=header,
        events=events,
        live=_last_deal(events),
        hand=hand,
        ended=ended_deals(game, board=row.game.board),
    )


def _last_deal(events: Sequence[Event]) -> int | None:
    for event in reversed(events):
        if isinstance(event.detail, DealCommitted):
            return event.detail.number
    return None


def _shown(
    story: _Story, viewer: Viewer, *, first: int, last: int, only: int | None = None
) -> Iterator[ShownTable]:
    """Show the steps from `first` to `last`; with the cards of the deal `only`, where it is given.

    A hand without its cards is held to the order of its lines, which costs little.
    """

    def hidden(number: int) -> HiddenHand | None:
        return story.hidden(number) if only in {None, number} else None

    for state in table_frames(story.header, story.events[:last], hidden, first=first):
        ended = story.ended.get(state.deal.number) if state.deal else None
        opened = None if ended is None else DealSaid(ended.seed, ended.index)
        yield shown_table(state, viewer, opened=opened)
