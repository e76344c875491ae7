"""What every hand does to the row of its deal, in plain SQL.

Django takes several times as long to put such a statement together as the database to carry it out.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import DEFAULT_DB_ALIAS, connection

from deals.fairness.commitment import Opening
from deals.models import Deal, Entry
from deals.straight import run

_FIELDS: Final = Deal._meta.concrete_fields  # noqa: SLF001 - Django documents it
_TEXT: Final = Entry._meta.get_field("text")  # noqa: SLF001
_NAMES: Final = [field.attname for field in _FIELDS]
_LOCK: Final = f"""
SELECT {", ".join(f"d.{field.column}" for field in _FIELDS)}, e.text
FROM deals_deal d JOIN deals_entry e ON e.index = d.commit_entry_id
WHERE d.purpose = %s AND d.state <> 'void' ORDER BY d.number LIMIT 1
FOR NO KEY UPDATE OF d
"""  # noqa: S608 - constants
_INSERT: Final = """
INSERT INTO deals_deal (number, purpose, deck, sources, beacon, commitment, state, sealed_seed,
    seed, index, signature, reason, commit_entry_id, created)
VALUES (%s, %s, %s, %s, %s, %s, 'committed', %s, '', '', '', '', %s, %s)
"""
_MARK: Final = "UPDATE deals_deal SET state = %s WHERE number = %s"
_REVEAL: Final = """
UPDATE deals_deal SET state = 'revealed', sealed_seed = NULL, seed = %s, index = %s, attempts = %s,
    end_entry_id = %s
WHERE number = %s
"""


def lock_live_row(purpose: str) -> Deal | None:
    """Return the deal of a purpose that is not void, locked, with its commit entry's text."""
    row = run(_LOCK, [purpose]).fetchone()
    if row is None:
        return None
    *values, text = (
        field.from_db_value(value, None, connection) if hasattr(field, "from_db_value") else value
        for field, value in zip((*_FIELDS, _TEXT), row, strict=True)
    )
    deal = Deal.from_db(DEFAULT_DB_ALIAS, _NAMES, values)
    deal.commit_entry = Entry.from_db(
        DEFAULT_DB_ALIAS, ["index", "text"], [deal.commit_entry_id, text]
    )
    return deal


def insert_deal(
    opening: Opening, *, commitment: str, sealed_seed: bytes, entry: int, created: datetime
) -> None:
    """Write the row of a deal whose commit entry stands in the log; its seed is sealed."""
    terms = [opening.deal, opening.purpose, opening.deck, opening.sources, opening.beacon]
    run(_INSERT, [*terms, bytes.fromhex(commitment), sealed_seed, entry, created])


def mark_deal(row: Deal, state: Deal.State) -> None:
    """Note how far a deal has come."""
    row.state = state
    run(_MARK, [state, row.number])


def reveal_row(row: Deal, *, seed: str, index: str, attempts: int, entry: int) -> None:
    """Show a deal's seed (hex) and index (decimal), whose reveal entry stands in the log."""
    row.state, row.sealed_seed, row.end_entry_id = Deal.State.REVEALED, None, entry
    row.seed, row.index, row.attempts = seed, index, attempts
    run(_REVEAL, [bytes.fromhex(seed), index, attempts, entry, row.number])
