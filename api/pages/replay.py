"""The replay of a game: its table at any line of its chain, as everybody may see it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, cast
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect

from api.methods import safe_only
from api.pages.chart import Chart, totals_chart
from api.pages.frames import Frame, HandFrames, deltas, hand_frames
from api.pages.telling import sign
from api.pages.views import page
from deals.fairness.integers import parse_integer
from games.selectors.audits import latest_audit
from games.selectors.games import game_summary


@dataclass(frozen=True)
class Slot:
    """A place for a card: its text, its suit's letter; `back` for a hidden one, "" for none."""

    text: str = ""
    suit: str = ""


@dataclass(frozen=True)
class SeatPlace:
    """A seat as the table draws it."""

    seat: int
    name: str
    is_computer: bool
    total: int
    points: object
    is_on_turn: bool
    slots: tuple[Slot, ...]


@safe_only
def replay(request: HttpRequest, game: UUID) -> HttpResponse:
    """Show a game at the line that `?at=` names. Raises Http404."""
    # The summary first: it is refused for a game that is not public yet.
    summary = game_summary(game)
    if summary is None:
        raise Http404
    if summary["kind"] != "cards":
        return HttpResponseRedirect(f"/games/{game}/sheet")
    names = seat_names(summary)
    audit = latest_audit(game)
    findings = cast("list[Mapping[str, Any]]", audit["findings"]) if audit else []
    asked = _asked_line(request)
    hand = hand_frames(game, at=asked, names=names, findings=findings)
    if hand is None:
        raise Http404
    seq = _shown_line(hand, asked=asked, is_on=summary["state"] == "playing")
    return _page(request, summary, names, hand, hand.place(seq), audit)


def _page(
    request: HttpRequest,
    summary: Mapping[str, Any],
    names: Sequence[str],
    hand: HandFrames,
    place: int,
    audit: Mapping[str, object] | None,
) -> HttpResponse:
    frame = hand.frames[place]
    context = {
        "here": "games",
        "game": summary,
        "names": names,
        "hand": hand,
        "frame": frame,
        "seats": list(seat_places(summary, names, frame)),
        "trick": list(_trick_slots(frame, len(names))),
        "data": _data(hand, place, names),
        "steps": _steps(hand, place),
        "audit": audit,
        "chart": _chart(summary, names),
    }
    return page(request, "replay", context)


def seat_names(summary: Mapping[str, Any]) -> list[str]:
    """Return how the seats of a game are called."""
    return [
        seat["name"] if seat["name"] and seat["kind"] != "computer" else f"Seat {seat['seat']}"
        for seat in summary["seats"]
    ]


def seat_places(
    summary: Mapping[str, Any], names: Sequence[str], frame: Mapping[str, Any]
) -> Iterator[SeatPlace]:
    """Return the seats of a frame, each with as many slots as a holding can have cards."""
    most = _most_cards(summary)
    for seat, shown in enumerate(frame["seats"]):
        cards = shown["cards"].split()
        blanks = [Slot()] * (most - len(cards))
        yield SeatPlace(
            seat=seat,
            name=names[seat],
            is_computer=summary["seats"][seat]["kind"] == "computer",
            total=frame["totals"][seat],
            points=shown["points"],
            is_on_turn=frame["turn"] == seat,
            slots=(*map(_slot, cards), *blanks),
        )


def _most_cards(summary: Mapping[str, Any]) -> int:
    return {3: 17, 4: 13, 5: 10, 6: 8}[len(summary["seats"])]


def _slot(code: str) -> Slot:
    return Slot(sign(code), code[1]) if sign(code) else Slot("", "back")


def _trick_slots(frame: Frame, players: int) -> Iterator[dict[str, object]]:
    """Return what lies before each seat."""
    trick = cast("Mapping[str, Any] | None", frame["trick"])
    lies = {}
    if trick is not None:
        for nth, code in enumerate(trick["cards"].split()):
            lies[(trick["leader"] + nth) % players] = code
    for seat in range(players):
        slot = _slot(lies[seat]) if seat in lies else Slot()
        won = trick is not None and trick["winner"] == seat
        yield {"seat": seat, **asdict(slot), "won": won}


def _asked_line(request: HttpRequest) -> int | None:
    """Return the line that the address asks for; None where it asks for none. Raises Http404."""
    if "at" not in request.GET:
        return None
    at = parse_integer(request.GET["at"])
    if at is None or at < 0:
        raise Http404
    return at


def _shown_line(hand: HandFrames, *, asked: int | None, is_on: bool) -> int:
    if asked is not None:
        return asked
    return hand.end if is_on else hand.opening()


def _data(hand: HandFrames, place: int, names: Sequence[str]) -> dict[str, object]:
    """Return what the script needs to step without asking again."""
    return {
        "hand": hand.number,
        "first": hand.first,
        "before": hand.before,
        "after": hand.after,
        "end": hand.end,
        "place": place,
        "names": list(names),
        "frames": list(deltas(hand.frames)),
        "said": {line.seq: line.text for line in hand.lines},
        "quiet": [line.seq for line in hand.lines if line.is_quiet],
    }


def _steps(hand: HandFrames, place: int) -> dict[str, int | None]:
    """Return where the links lead, without script: seqs, None where there is nothing."""
    quiet = {line.seq for line in hand.lines if line.is_quiet}
    loud = [seq for seq in range(hand.first, hand.last + 1) if seq not in quiet]
    at = hand.first + place
    earlier = [seq for seq in loud if seq < at]
    later = [seq for seq in loud if seq > at]
    return {
        "at": at,
        "first": 0,
        "hand_back": hand.before if hand.before is not None else None,
        "back": earlier[-1] if earlier else (hand.first - 1 if hand.before is not None else None),
        "next": later[0] if later else hand.after,
        "hand_next": hand.after,
        "last": hand.end,
    }


def _chart(summary: Mapping[str, Any], names: Sequence[str]) -> Chart | None:
    """Return the chart of running totals; None before there is a line to draw."""
    scores = summary["scores"]
    if len(scores) < 2:
        return None
    return totals_chart([score["totals"] for score in scores], names=names)
