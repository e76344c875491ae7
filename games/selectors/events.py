"""The event log of a game. Its lines are public: what they hide, they hide by commitments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from games.models import Event, Game


@dataclass(frozen=True)
class EventLine:
    """A line of the chain and the head after it, in hex."""

    seq: int
    line: str
    head: str


@dataclass(frozen=True)
class EventPage:
    """Some lines of a game; `last_seq` is the game's, `complete` says that no line can follow."""

    events: tuple[EventLine, ...]
    last_seq: int
    complete: bool


def event_page(game: UUID, *, after: int, limit: int) -> EventPage | None:
    """At most `limit` lines after seq `after`; None when there is no such game."""
    # The game first: its lines up to that seq are all committed.
    row = Game.objects.filter(id=game).values_list("seq", "state").first()
    if row is None:
        return None
    last_seq, state = row
    rows = Event.objects.filter(game=game, seq__gt=after, seq__lte=last_seq).order_by("seq")
    lines = tuple(
        EventLine(seq, line, bytes(head).hex())
        for seq, line, head in rows.values_list("seq", "line", "head")[:limit]
    )
    is_whole = after + len(lines) >= last_seq
    over = state not in {Game.State.SEATING, Game.State.PLAYING}
    return EventPage(lines, last_seq, complete=is_whole and over)


def event_stream(game: UUID, *, after: int) -> Iterator[EventLine]:
    """All lines after seq `after`, read in pieces."""
    rows = Event.objects.filter(game=game, seq__gt=after).order_by("seq")
    for seq, line, head in rows.values_list("seq", "line", "head").iterator(chunk_size=2000):
        yield EventLine(seq, line, bytes(head).hex())


def event_lines(game: UUID) -> list[str]:
    """All lines of a game, in order."""
    rows = Event.objects.filter(game=game).order_by("seq")
    return list(rows.values_list("line", flat=True))
