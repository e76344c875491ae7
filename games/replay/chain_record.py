"""The hands of a game as a record has them, from the lines of its chain and the cards revealed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from deals.cards.holding import Holding
from games.events import details as d
from games.events.event import Event
from games.records.entry import Adjusted, Codes, Entry, HandClaim, PlayedHand, Substitution


def chain_entries(
    events: Iterable[Event], cards: Mapping[int, Sequence[Holding]], *, players: int
) -> tuple[Entry, ...]:
    """Return what stands among a record's hands: finished hands, adjustments, substitutions.

    `cards` are the holdings of each revealed deal, by number, the kitty last; a hand whose deal is
    not there is left out. What happens while a hand is on stands after it. A substitute is named
    as the line names him: by a uuid, or a computer player's name.
    """
    entries: list[Entry] = []
    lines: list[Event] = []
    meanwhile: list[Entry] = []
    for event in events:
        meanwhile += _entries_among(event, players)
        match event.detail:
            case d.DealCommitted():
                lines = [event]
            case d.Revealed(number=number) if number in cards:
                entries.append(_played_hand(lines, cards[number], players))
                lines = []
            case d.Revealed() | d.Voided():
                lines = []
            case _:
                lines += [event] if lines else []
        if not lines:
            entries += meanwhile
            meanwhile = []
    return (*entries, *meanwhile)


def _entries_among(event: Event, players: int) -> list[Entry]:
    """Return what a line puts among the hands, if anything."""
    match event.detail:
        case d.Adjusted(points=points, reason=reason):
            each = (points if seat == event.seat else 0 for seat in range(players))
            return [Adjusted(tuple(each), reason)]
        case d.SeatTaken(name=name, reason=str(reason)):
            return [Substitution(event.seat or 0, name or "", reason)]
        case _:
            return []


def _played_hand(lines: Sequence[Event], holdings: Sequence[Holding], players: int) -> PlayedHand:
    opened: dict[int | None, Codes] = {}
    played: list[str] = []
    choice: str | None = None
    claimed: HandClaim | None = None
    for line in lines:
        match line.detail:
            case d.PassOpened(cards=given):
                opened[line.seat] = _codes(given)
            case d.Played(card=card):
                played.append(str(card))
            case d.MoonChosen(choice=said):
                choice = said
            case d.Scored(points=points, scores=scores):
                claimed = HandClaim(points, scores)
            case _:
                pass
    return PlayedHand(
        dealt=tuple(map(_codes, holdings[:players])),
        kitty=_codes(holdings[players]) if len(holdings) > players else None,
        passed=tuple(opened[seat] for seat in range(players)) if opened else None,
        played=tuple(played),
        moon_choice=choice,
        claimed=claimed,
    )


def _codes(holding: Iterable[object]) -> Codes:
    return tuple(map(str, holding))
