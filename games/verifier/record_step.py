"""Step 8, the record: its rules and hands are those of the chain; names, about and id are free."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from deals.cards.holding import Holding
from games.events import details as d
from games.records.entry import HandClaim, PlayedHand
from games.records.entry_json import entry_to_json
from games.records.record import GameClaim, Record, record_to_json
from games.replay.table import HandLine, TableState
from games.verifier.findings import StepFindings
from games.verifier.story import DealStory


def check_record(
    record: Record,
    stories: Sequence[DealStory],
    table: TableState,
    cards: Mapping[int, tuple[Holding, ...]],
    step: StepFindings,
) -> None:
    """Compare a bundle's record with what the chain and the proofs say."""
    by_score = {line.seq: story for story in stories for line, _ in story.said(d.Scored)}
    hands = tuple(
        _played_hand(table, score, by_score[score.seq], cards)
        for score in table.scores
        if by_score[score.seq].number in cards
    )
    for number, (said, played) in enumerate(zip(record.hands, hands, strict=False), start=1):
        _compare("the record's hand", entry_to_json(said), entry_to_json(played), number, step)
    own = replace(record, preset=None, hands=())
    from_chain = Record(
        id=record.id,
        rules=table.rules,
        players=record.players,
        hands=(),
        about=record.about,
        claimed=GameClaim(table.totals, table.winners),
    )
    _compare("the record", record_to_json(own), record_to_json(from_chain), None, step)
    if len(record.hands) != len(hands):
        step.add(f"the record has {len(record.hands)} hands, the chain {len(hands)}")


def _played_hand(
    table: TableState,
    score: HandLine,
    story: DealStory,
    cards: Mapping[int, tuple[Holding, ...]],
) -> PlayedHand:
    """Return a finished hand of the chain as a record has it."""
    players = table.rules.players
    holdings = [tuple(map(str, holding)) for holding in cards[story.number]]
    opened = {line.seat: detail.cards for line, detail in story.said(d.PassOpened)}
    return PlayedHand(
        dealt=tuple(holdings[:players]),
        kitty=holdings[players] if table.rules.deck.kitty else None,
        passed=tuple(tuple(map(str, opened[seat])) for seat in range(players)) if opened else None,
        played=tuple(str(detail.card) for _, detail in story.said(d.Played)),
        claimed=HandClaim(score.points, score.scores),
    )


def _compare(
    what: str,
    found: Mapping[str, object],
    expected: Mapping[str, object],
    hand: int | None,
    step: StepFindings,
) -> None:
    """Note the first key under which a record and the chain differ."""
    for key in (*expected, *found):
        if found.get(key) != expected.get(key):
            step.add(
                f"{what} has {key} {found.get(key)}, by the chain {expected.get(key)}", hand=hand
            )
            return
