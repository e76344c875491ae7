"""The log as files: what its address serves under one checkpoint, to be kept elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

from deals.fairness.entries import KeyEntry, parse_entry
from deals.models import Entry
from deals.selectors.log import (
    SignedCheckpoint,
    cosigned_note,
    count_handovers,
    handover_text,
    tile_bytes,
)
from deals.tlog.handover import handover_path
from deals.tlog.tile import HEIGHT, Tile, format_tile_path, tile_width


def log_files(checkpoint: SignedCheckpoint) -> Iterator[tuple[str, bytes]]:
    """Yield path and bytes of every file of the log under a checkpoint, sorted by path."""
    yield "checkpoint", cosigned_note(checkpoint).encode()
    numbers = range(1, count_handovers(size=checkpoint.size) + 1)
    for path, number in sorted((handover_path(number), number) for number in numbers):
        text = handover_text(number)
        if text is None:
            raise AssertionError("a signed checkpoint covers its keys")
        yield path, text.encode()
    paths = {format_tile_path(tile): tile for tile in _tiles(checkpoint.size)}
    for path, tile in sorted(paths.items()):
        data = tile_bytes(tile)
        if data is None:
            raise AssertionError("a signed checkpoint's tiles are there")
        yield path, data


def _tiles(size: int) -> Iterator[Tile]:
    """Yield all hash tiles and entry bundles of a log of `size` entries, each at its last width."""
    for level in (None, *range(size.bit_length() // HEIGHT + 1)):
        number = 0
        while width := tile_width(size, level=level or 0, number=number):
            yield Tile(level, number, width)
            number += 1


def logged_keys(checkpoint: SignedCheckpoint | None = None) -> list[tuple[str, str]]:
    """Return role and verifier key of each key that the log itself names, in its order.

    Without a checkpoint those are among them that none covers yet.
    """
    rows = Entry.objects.filter(kind=Entry.Kind.KEY)
    shown = rows if checkpoint is None else rows.filter(index__lt=checkpoint.size)
    entries = map(parse_entry, shown.order_by("index").values_list("text", flat=True))
    return [(entry.role, entry.vkey) for entry in entries if isinstance(entry, KeyEntry)]


def first_log_key() -> str | None:
    """Return the log's first key, which leads to all later ones; None while the log is empty."""
    return next((vkey for role, vkey in logged_keys() if role == "log"), None)
