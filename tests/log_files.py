"""Our log as a stranger would have it: its files in a directory, or over HTTP."""

from __future__ import annotations

from deals.models import Checkpoint
from deals.selectors.log import count_handovers, handover_text, latest_checkpoint, tile_bytes
from deals.tlog.checkpoint import Checkpoint as State
from deals.tlog.checkpoint import format_checkpoint
from deals.tlog.handover import handover_path
from deals.tlog.tile import (
    FULL_WIDTH,
    HEIGHT,
    Tile,
    encode_entry_bundle,
    encode_hash_tile,
    format_tile_path,
    tile_width,
)
from deals.tlog.tree import leaf_hash, node_hash, tree_root


def export_log(directory, *, size=None):
    """Write the files of the log under its newest checkpoint, or the one of `size`."""
    newest = latest_checkpoint() if size is None else Checkpoint.objects.get(size=size)
    for tile in tiles_of(newest.size):
        path = directory / format_tile_path(tile)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(tile_bytes(tile))
    for number in range(1, count_handovers(size=newest.size) + 1):
        path = directory / handover_path(number)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(handover_text(number), encoding="utf-8")
    (directory / "checkpoint").write_text(newest.note, encoding="utf-8")
    return directory


def tiles_of(size):
    """All tiles and bundles that a log of `size` has."""
    for level in (None, *range(size.bit_length() // HEIGHT + 1)):
        number = 0
        while width := tile_width(size, level=level or 0, number=number):
            yield Tile(level, number, width)
            number += 1


def file_answers(directory):
    """Answer as a web server over a directory."""

    def answer(_method, path, _body):
        file = directory / path.lstrip("/")
        return (200, file.read_bytes()) if file.is_file() else (404, b"not found\n")

    return answer


def forge_log(directory, texts, signer):
    """Write a log of these entries, whatever they say, signed as if it were an honest one."""
    levels = [[leaf_hash(text.encode()) for text in texts]]
    while len(levels[-1]) > 1:
        row = levels[-1]
        levels.append([node_hash(*row[at : at + 2]) for at in range(0, len(row) - 1, 2)])

    def read(nodes):
        return [levels[node.level][node.number] for node in nodes]

    size = len(texts)
    for tile in tiles_of(size):
        path = directory / format_tile_path(tile)
        path.parent.mkdir(parents=True, exist_ok=True)
        first = tile.number * FULL_WIDTH
        bundle = [text.encode() for text in texts[first : first + tile.width]]
        is_bundle = tile.level is None
        path.write_bytes(
            encode_entry_bundle(bundle) if is_bundle else encode_hash_tile(read(tile.nodes))
        )
    root = tree_root(size, read)
    note = signer.sign_note(format_checkpoint(State(signer.name, size, root)))
    (directory / "checkpoint").write_text(note, encoding="utf-8")
    return directory
