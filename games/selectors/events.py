"""The event log of a game. Its lines are public: what they hide, they hide by commitments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from deals.cards.seat import Seat
from games.models import Event, Game
from games.selectors.embargo import check_open


@dataclass(frozen=True)
class EventLine:
    """A line of the chain and the head after it, in hex."""

    seq: int
    line: str
    head: str


@dataclass(frozen=True)
class EventPage:
    """Some lines of a game; `last_seq` is the game's, `complete` says that no line can follow.

    `shut` says that only its own seats see them.
    """

    events: tuple[EventLine, ...]
    last_seq: int
    complete: bool
    shut: bool = False


def event_page(game: UUID, *, after: int, limit: int, seat: Seat | None = None) -> EventPage | None:
    """At most `limit` lines after seq `after`; None when there is no such game.

    `seat` is one of its own that asks. Raises EmbargoedGame.
    """
    # The game first: its lines up to that seq are all committed.
    row = Game.objects.filter(id=game).only("serial", "seq", "state", "shut").first()
    if row is None:
        return None
    check_open(row, seat)
    last_seq, state = row.seq, row.state
    rows = Event.objects.filter(game=row, seq__gt=after, seq__lte=last_seq).order_by("seq")
    lines = tuple(
        EventLine(seq, line, bytes(head).hex())
        for seq, line, head in rows.values_list("seq", "line", "head")[:limit]
    )
    is_whole = after + len(lines) >= last_seq
    over = state not in {Game.State.SEATING, Game.State.PLAYING}
    return EventPage(lines, last_seq, complete=is_whole and over, shut=row.shut)


def event_stream(game: UUID, *, after: int) -> Iterator[EventLine]:
    """All lines after seq `after`, read in pieces."""
    rows = Event.objects.filter(game__id=game, seq__gt=after).order_by("seq")
    for seq, line, head in rows.values_list("seq", "line", "head").iterator(chunk_size=2000):
        yield EventLine(seq, line, bytes(head).hex())


def event_lines(game: UUID) -> list[str]:
    """All lines of a game, in order."""
    rows = Event.objects.filter(game__id=game).order_by("seq")
    return list(rows.values_list("line", flat=True))
