"""A hand, frame by frame, as the pages draw it: small enough to go into the page at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast
from uuid import UUID

from api.pages.telling import QUIET, tell
from games.events.details import Played
from games.events.event import Event, parse_event
from games.replay.sight import SPECTATOR
from games.selectors.events import event_lines
from games.selectors.plies import lines_of_plies
from games.selectors.views import table_steps

Table = Mapping[str, Any]
Frame = dict[str, object]
_HIDDEN: Final = "??"


@dataclass(frozen=True)
class Line:
    """A line of the chain: in words, whether readers step over it, what an audit says of it."""

    seq: int
    text: str
    is_quiet: bool
    findings: tuple[str, ...] = ()


@dataclass(frozen=True)
class HandFrames:
    """All frames of one hand, the lines beside them, and the seqs where its neighbours begin."""

    number: int
    first: int
    last: int
    frames: tuple[Frame, ...]
    lines: tuple[Line, ...]
    before: int | None
    after: int | None
    end: int

    def place(self, seq: int) -> int:
        """Return which frame shows the table after a line; the last there is."""
        return max(0, min(seq - self.first, len(self.frames) - 1))

    def opening(self) -> int:
        """Return the seq where a reader begins: the cards are dealt, nothing is played."""
        for frame in self.frames:
            if frame["phase"] in {"passing", "playing"}:
                return int(str(frame["seq"]))
        return self.first


def hand_frames(
    game: UUID, *, at: int | None, names: Sequence[str], findings: Iterable[Mapping[str, Any]] = ()
) -> HandFrames | None:
    """Return the hand that stands after line `at`, else the first; None without such a line."""
    events = [parse_event(line) for line in event_lines(game)]
    starts = _starts(events)
    if at is not None and at > len(events):
        return None
    part = 0 if at is None else max(nth for nth, seq in enumerate(starts) if seq <= at)
    first = starts[part]
    after = starts[part + 1] if part + 1 < len(starts) else None
    last = len(events) if after is None else after - 1
    frames = tuple(_frames(game, events, first=first, last=last))
    ending = dict(_trick_ends(frames, names))
    marked = _marks(events, findings)
    return HandFrames(
        number=part + 1,
        first=first,
        last=last,
        frames=frames,
        lines=tuple(
            Line(
                event.seq,
                tell(event, names) + ending.get(event.seq, ""),
                isinstance(event.detail, QUIET),
                tuple(marked.get(event.seq, ())),
            )
            for event in events[max(first - 1, 0) : last]
        ),
        before=starts[part - 1] if part else None,
        after=after,
        end=len(events),
    )


def deltas(frames: Iterable[Frame]) -> Iterator[Frame]:
    """Return what each frame has that the frame before has not: a few bytes a step."""
    before: Frame = {}
    for frame in frames:
        seats = cast("list[Frame]", frame["seats"])
        earlier = cast("list[Frame]", before.get("seats") or [{} for _ in seats])
        pairs = zip(earlier, seats, strict=True)
        yield _news(before, frame) | {"seats": [_news(*pair) for pair in pairs]}
        before = frame


def _news(before: Frame, now: Frame) -> Frame:
    return {key: value for key, value in now.items() if key not in before or before[key] != value}


def _starts(events: Sequence[Event]) -> list[int]:
    """Return the first line of each hand; the first one's is 0, before all lines."""
    starts, hand = [0], 1
    for event in events:
        if event.hand > hand:
            starts.append(event.seq)
            hand = event.hand
    return starts


def _frames(game: UUID, events: Sequence[Event], *, first: int, last: int) -> Iterable[Frame]:
    for step in table_steps(game, SPECTATOR, first=first, last=last):
        seq = int(str(step.table["seq"]))
        played = seq > 0 and isinstance(events[seq - 1].detail, Played)
        yield _frame(step.table, is_play=played)


def _frame(table: Table, *, is_play: bool) -> Frame:
    trick, tricks = table["trick"], table["tricks"] or []
    hidden = _HIDDEN in (trick, tricks)
    done = tricks[-1] if tricks and not hidden else None
    shown = None if hidden else trick
    if done and is_play and not (shown and shown["cards"]):
        shown, done = done, tricks[-2] if len(tricks) > 1 else None
    return {
        "seq": table["seq"],
        "hand": table["hand"],
        "deal": table["deal"] and table["deal"]["number"],
        "phase": table["phase"],
        "direction": str(table["direction"]),
        "turn": table["turn"],
        "totals": table["totals"],
        "trick": _trick(shown),
        "last": _trick(done),
        "seats": [_seat(seat) for seat in table["seats"]],
        "kitty": " ".join(table["kitty"] or ()),
        "findings": [finding["detail"] for finding in table["findings"]],
    }


def _trick_ends(frames: Iterable[Table], names: Sequence[str]) -> Iterator[tuple[int, str]]:
    for frame in frames:
        if frame["trick"] and frame["trick"]["winner"] is not None:
            yield frame["seq"], f": {names[frame['trick']['winner']]} takes the trick"


def _trick(trick: Table | None) -> dict[str, object] | None:
    if not trick or not trick["cards"]:
        return None
    return {
        "leader": trick["leader"],
        "cards": " ".join(trick["cards"]),
        "winner": trick["winner"],
    }


def _seat(seat: Table) -> dict[str, object]:
    holding, legal = seat["holding"], seat["legal_cards"]
    return {
        "cards": "" if holding in (None, _HIDDEN) else " ".join(holding),
        "legal": "" if legal in (None, _HIDDEN) else " ".join(legal),
        "points": seat["points"],
        "gave": " ".join(seat["gave"] or ()),
    }


def _marks(events: Sequence[Event], findings: Iterable[Mapping[str, Any]]) -> dict[int, list[str]]:
    """Return what findings say, by the line they speak of: its seq, or hand and ply."""
    plies = lines_of_plies(events)
    marks: dict[int, list[str]] = {}
    for finding in findings:
        seq = finding["seq"] or plies.get((finding["hand"], finding["ply"]))
        if seq:
            marks.setdefault(seq, []).append(f"step {finding['step']}: {finding['detail']}")
    return marks
