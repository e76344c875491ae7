"""Receipts as a player keeps them: signed notes one after the other, or a JSON list of them."""

from __future__ import annotations

import json
from typing import Final

from deals.fairness.errors import FairnessError
from deals.tlog.errors import TlogError
from deals.tlog.note import parse_note
from games.events.receipt import Receipt, parse_receipt
from games.verifier.evidence import SignedReceipt

FIRST_LINE: Final = "hearts/receipt/v1"


class ReceiptsUnreadable(ValueError):
    """A text that is not receipts alone: which of them, from 0, and why."""

    code = "receipts-unreadable"


def parse_receipts(text: str) -> tuple[SignedReceipt, ...]:
    """Return the receipts in a text; who signed them is not looked at.

    A JSON list holds each as a string. Between notes that follow one another blank lines may
    stand, as a shell's `echo` adds them. Raises ReceiptsUnreadable, also when there is none.
    """
    notes = _listed(text) if text.lstrip().startswith("[") else _parted(text)
    if not notes:
        raise ReceiptsUnreadable("no receipt in it")
    return tuple(_read(note, place) for place, note in enumerate(notes))


def _listed(text: str) -> list[str]:
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        raise ReceiptsUnreadable("a JSON list of receipts that ends somewhere else") from None
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise ReceiptsUnreadable("a JSON list of other things than receipts")
    return values


def _parted(text: str) -> list[str]:
    """Part notes before each first line of a receipt; what stands before the first is one too."""
    notes: list[list[str]] = []
    for line in text.split("\n"):
        if not notes or line == FIRST_LINE:
            notes.append([])
        notes[-1].append(line)
    parted = ("\n".join(lines).strip("\n") for lines in notes)
    return [f"{note}\n" for note in parted if note]


def _read(note: str, place: int) -> SignedReceipt:
    try:
        signed = parse_note(note)
        receipt: Receipt = parse_receipt(signed.text)
    except (TlogError, FairnessError) as error:
        raise ReceiptsUnreadable(f"receipt {place}: {error}") from None
    return SignedReceipt(signed, receipt)
