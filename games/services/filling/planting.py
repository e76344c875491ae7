"""Known faults in games that are made: each of one kind, at a place that is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final
from uuid import UUID

from games.services.filling.made import MadeGame

_PLY: Final = 21
CARD: Final = "card"


@dataclass(frozen=True)
class Planted:
    """A fault, and the finding that names it; a place that does not apply is None."""

    kind: str
    game: UUID
    step: int
    rule: str
    hand: int | None = None
    ply: int | None = None
    seq: int | None = None

    def to_json(self) -> dict[str, object]:
        """Return it as JSON takes it."""
        return vars(self) | {"game": str(self.game)}


def mark_card(made: MadeGame) -> None:
    """Have a game made whose seat plays a card that it does not hold, and all else follows."""
    made.wrong_play = (made.hands, _PLY)


def plant(kind: str, made: MadeGame) -> Planted:
    """Plant one fault in a game that is made."""
    return replace(_PLANTERS[kind](made), kind=kind)


def _chain(made: MadeGame, seq: int) -> Planted:
    return Planted("", made.id, 8, "proof_chain", seq=seq)


def _a_play(made: MadeGame) -> int:
    """Return the seq of a play of the last hand."""
    return made.first_play[-1] + _PLY


def _plant_line(made: MadeGame) -> Planted:
    """Change the milliseconds of a line's time."""
    event = made.events[_a_play(made) - 1]
    at = event.line.index("Z ")
    event.line = f"{event.line[: at - 1]}{_other(event.line[at - 1])}{event.line[at:]}"
    return _chain(made, event.seq)


def _plant_head(made: MadeGame) -> Planted:
    event = made.events[_a_play(made) - 1]
    event.head = _other(event.head[0]) + event.head[1:]
    return _chain(made, event.seq)


def _plant_card(made: MadeGame) -> Planted:
    seq = _a_play(made)
    return Planted("", made.id, 9, "not_held", hand=made.hands, ply=_PLY, seq=seq)


def _plant_score(made: MadeGame) -> Planted:
    made.scores[-1].points[0] += 1
    return Planted("", made.id, 11, "stored_scores", hand=made.hands)


def _plant_seed(made: MadeGame) -> Planted:
    deal = made.deals[-1]
    deal.seed = _other(deal.seed[0]) + deal.seed[1:]
    return Planted("", made.id, 3, "proof_commitment", hand=made.hands)


def _plant_entry(made: MadeGame) -> Planted:
    """Change the milliseconds of an entry's time."""
    entry = made.entries[-4]
    entry.text = f"{entry.text[:-3]}{_other(entry.text[-3])}{entry.text[-2:]}"
    return Planted("", made.id, 2, "proof_log")


def _plant_missing(made: MadeGame) -> Planted:
    seq = _a_play(made)
    del made.events[seq - 1]
    return _chain(made, seq)


def _plant_doubled(made: MadeGame) -> Planted:
    last = made.events[-1].seq
    made.events.append(replace(made.events[_a_play(made) - 1], seq=last + 1))
    return _chain(made, last + 1)


def _other(digit: str) -> str:
    return "1" if digit == "0" else "0"


_PLANTERS: Final[Mapping[str, Callable[[MadeGame], Planted]]] = MappingProxyType(
    {
        "line": _plant_line,
        "head": _plant_head,
        CARD: _plant_card,
        "score": _plant_score,
        "seed": _plant_seed,
        "entry": _plant_entry,
        "missing": _plant_missing,
        "doubled": _plant_doubled,
    }
)
KINDS: Final[Sequence[str]] = tuple(_PLANTERS)
"""The kinds of faults: a line, a stored head, a card, a score, a seed, a log entry; rows."""
