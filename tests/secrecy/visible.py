# ruff: noqa: RUF001 - the table's own dashes
"""Who sees what, when: the table of the specification, word by word, and what its cells mean."""

from __future__ import annotations

from games.replay.sight import Fact

TABLE = """
| | own seat | other seats | spectator | director (not playing) | after the hand | same-deal board while a table is open |
|---|---|---|---|---|---|---|
| commitment, K's, nonces, freeze | yes | yes | yes | yes | yes | yes |
| seed, index | no | no | no | no | yes | **no, for everyone** |
| own holding | yes | no | no | no | yes | own only |
| that a seat has passed | yes | yes | yes | yes | yes | that table |
| the cards passed | yes | the receiver, after the exchange | no | no | yes | own and received |
| plays, tricks, points of played cards | yes | yes | yes | yes | yes | that table's seats only, no spectators |
| kitty, and points counted from it | the taker of trick 1, from then on | no | no | no | yes | the taker |
| legal cards | own, on turn | no | no | no | – | – |
"""  # noqa: E501

ROWS = {
    "commitment, K's, nonces, freeze": Fact.PUBLIC,
    "seed, index": Fact.SEED,
    "own holding": Fact.HOLDING,
    "that a seat has passed": Fact.HAS_PASSED,
    "the cards passed": Fact.CARDS_PASSED,
    "plays, tricks, points of played cards": Fact.PLAYS,
    "kitty, and points counted from it": Fact.KITTY,
    "legal cards": Fact.LEGAL_CARDS,
}

SEATED = ("own seat", "other seats")


def _is_seat(viewer, moment, of):
    return viewer.seat is not None


def _is_own(viewer, moment, of):
    return viewer.seat is not None and viewer.seat == of.owner


def _is_receiver(viewer, moment, of):
    return moment.exchanged and viewer.seat is not None and viewer.seat == of.receiver


def _is_taker(viewer, moment, of):
    return viewer.seat is not None and viewer.seat == moment.kitty_taker


CELLS = {
    "yes": lambda *_: True,
    "no": lambda *_: False,
    "**no, for everyone**": lambda *_: False,
    "own only": _is_own,
    "own, on turn": lambda viewer, moment, of: (
        _is_own(viewer, moment, of) and moment.turn == of.owner
    ),
    "own and received": lambda *at: _is_own(*at) or _is_receiver(*at),
    "the receiver, after the exchange": _is_receiver,
    "that table": _is_seat,
    "that table's seats only, no spectators": _is_seat,
    "the taker": _is_taker,
    "the taker of trick 1, from then on": _is_taker,
    "–": None,  # nothing is said: there is no such thing then
}


def cells():
    """Every cell: the fact of its row, the name of its column, and what it means."""
    head, _, *rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in TABLE.strip().splitlines()
    ]
    for name, *row in rows:
        for column, cell in zip(head[1:], row, strict=True):
            yield ROWS[name], column, CELLS[cell]


MEANS = {(fact, column): meaning for fact, column, meaning in cells()}


def expected(fact, viewer, moment, of, *, is_director=False):
    """What the table says; None where it says nothing.

    The kitty has no owner: a seat that took the first trick is its own seat.
    """
    if moment.shut:
        column = "same-deal board while a table is open"
    elif moment.is_open:
        column = "after the hand"
    elif viewer.seat is None:
        column = "director (not playing)" if is_director else "spectator"
    elif of.owner is None or viewer.seat == of.owner:
        column = "own seat"
    else:
        column = "other seats"
    meaning = MEANS[fact, column]
    return None if meaning is None else meaning(viewer, moment, of)
