"""Reading the public log: its nodes, checkpoints, proofs and entries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, TypeVar
from uuid import UUID

from django.db.models import Min, Q, QuerySet

from deals.fairness.entries import HeadEntry, parse_entry
from deals.models import Checkpoint, Cosignature, Entry
from deals.straight import run
from deals.tlog.handover import format_handover
from deals.tlog.inclusion_note import format_tlog_proof
from deals.tlog.proof import prove_inclusion
from deals.tlog.tile import FULL_WIDTH, Tile, encode_entry_bundle, encode_hash_tile, tile_width
from deals.tlog.tree import HASH_SIZE, HashReader, Node

KEYS: Final = 2
"""The log's first entries are its keys; a new key is a further entry."""

T = TypeVar("T")


_HASHES: Final = "SELECT index, hashes FROM deals_entry WHERE index = ANY(%s)"


def node_hashes(nodes: Sequence[Node]) -> list[bytes]:
    """Return the hashes of complete subtrees, in the order asked for, in one query.

    Node (level, number) stands in the row of the entry that completes it, after the hashes of the
    levels below.
    """
    places = [((node.number + 1 << node.level) - 1, 32 * node.level) for node in nodes]
    rows: dict[int, bytes] = dict(run(_HASHES, [[index for index, _ in places]]).fetchall())
    return [bytes(rows[index])[start : start + 32] for index, start in places]


def read_at_once(prove: Callable[[HashReader], T]) -> T:
    """Return what `prove` makes of the tree's hashes, with one query for all that it reads.

    It runs twice: first to learn which nodes it asks for, which the hashes never decide.
    """
    asked: dict[Node, bytes] = {}

    def note(nodes: Sequence[Node]) -> list[bytes]:
        asked.update(dict.fromkeys(nodes, bytes(HASH_SIZE)))
        return [asked[node] for node in nodes]

    prove(note)
    asked.update(zip(asked, node_hashes(list(asked)), strict=True))
    return prove(lambda nodes: [asked[node] for node in nodes])


@dataclass(frozen=True)
class SignedCheckpoint:
    """The log's first `size` entries, signed: their root (32 bytes) and the signed note."""

    size: int
    root: bytes
    note: str
    time: datetime


@dataclass(frozen=True)
class LogStanding:
    """Where the log stands: its name ("" before it is open), its size, and its last checkpoint."""

    origin: str
    size: int
    last: SignedCheckpoint | None


# Every deal asks this, more than once: plain SQL, one statement.
_STANDING: Final = """
SELECT coalesce(h.origin, ''), coalesce(h.size, 0), c.size, c.root, c.note, c.time
FROM (VALUES (1)) AS one LEFT JOIN deals_loghead h ON true LEFT JOIN LATERAL (
    SELECT size, root, note, time FROM deals_checkpoint ORDER BY size DESC LIMIT 1
) AS c ON true
"""


def log_standing() -> LogStanding:
    """Return where the log stands at this moment."""
    row = run(_STANDING).fetchone()
    if row is None:
        raise AssertionError("a row of values is one row")
    origin, size, signed, root, note, time = row
    last = None if signed is None else SignedCheckpoint(signed, bytes(root), note, time)
    return LogStanding(origin, size, last)


def latest_checkpoint() -> SignedCheckpoint | None:
    """Return the last signed checkpoint, None before the first."""
    return log_standing().last


def checkpoint_of_size(size: int) -> SignedCheckpoint | None:
    """Return the signed checkpoint of a size, None when there is none."""
    return _checkpoint(Checkpoint.objects.filter(size=size).first())


def _checkpoint(row: Checkpoint | None) -> SignedCheckpoint | None:
    if row is None:
        return None
    return SignedCheckpoint(row.size, bytes(row.root), row.note, row.time)


def published_checkpoint() -> str | None:
    """Return the note of the newest checkpoint as it is served, None before the first."""
    newest = latest_checkpoint()
    return None if newest is None else cosigned_note(newest)


def cosigned_note(checkpoint: SignedCheckpoint) -> str:
    """Return a checkpoint's note with the lines of all witnesses below ours."""
    rows = Cosignature.objects.filter(checkpoint=checkpoint.size).order_by("id")
    return checkpoint.note + "".join(f"{line}\n" for line in rows.values_list("line", flat=True))


def cosigned_checkpoints(index: int, *, size: int) -> list[SignedCheckpoint]:
    """Return each witness's first cosigned checkpoint that holds an entry, up to `size`."""
    rows = Cosignature.objects.filter(checkpoint__gt=index, checkpoint__lte=size)
    sizes = rows.values("vkey").annotate(first=Min("checkpoint_id")).values_list("first", flat=True)
    found = Checkpoint.objects.filter(size__in=set(sizes)).order_by("size")
    return [SignedCheckpoint(row.size, bytes(row.root), row.note, row.time) for row in found]


def handover_checkpoints(*, size: int) -> list[SignedCheckpoint]:
    """Return the first checkpoint over each further key of the log: old and new signed it."""
    keys = Entry.objects.filter(kind=Entry.Kind.KEY, index__gte=KEYS, index__lt=size)
    found = []
    for index in keys.values_list("index", flat=True):
        row = Checkpoint.objects.filter(size__gt=index, size__lte=size).order_by("size").first()
        if row is not None:
            found.append(SignedCheckpoint(row.size, bytes(row.root), row.note, row.time))
    return found


def handover_text(number: int) -> str | None:
    """Return the handover to the log's `number`-th further key, as it is served.

    None while there is no such key, or no checkpoint covers it.
    """
    row = _further_keys().order_by("index")[number - 1 : number].first()
    if row is None:
        return None
    first = Checkpoint.objects.filter(size__gt=row.index).order_by("size").first()
    if first is None:
        return None
    hashes = prove_inclusion(row.index, first.size, node_hashes)
    return format_handover(row.index, row.text.encode(), hashes, first.note)


def count_handovers(*, size: int) -> int:
    """Return how many further keys the log has below a size."""
    return _further_keys().filter(index__lt=size).count()


def _further_keys() -> QuerySet[Entry]:
    """Return the entries of the log's own keys, but not that of the first."""
    return Entry.objects.filter(kind=Entry.Kind.KEY, index__gte=KEYS, text__contains="\nrole log\n")


def tile_bytes(tile: Tile) -> bytes | None:
    """Return a hash tile or an entry bundle, None where it reaches past the newest checkpoint.

    Partial tiles are served for ever: every width that a checkpoint has covered.
    """
    newest = latest_checkpoint()
    size = 0 if newest is None else newest.size
    if tile.width > tile_width(size, level=tile.level or 0, number=tile.number):
        return None
    if tile.level is not None:
        return encode_hash_tile(node_hashes(tile.nodes))
    first = tile.number * FULL_WIDTH
    entries = Entry.objects.filter(index__gte=first, index__lt=first + tile.width)
    texts = entries.order_by("index").values_list("text", flat=True)
    return encode_entry_bundle([text.encode() for text in texts])


def inclusion_note(index: int) -> str | None:
    """Return the tlog-proof of an entry under the newest checkpoint, None where that has none."""
    checkpoint = latest_checkpoint()
    if checkpoint is None or not 0 <= index < checkpoint.size:
        return None
    hashes = prove_inclusion(index, checkpoint.size, node_hashes)
    return format_tlog_proof(index, hashes, checkpoint.note)


def last_heads(games: Sequence[UUID]) -> dict[UUID, int]:
    """Return the seq of each game's last head in the log; games without one are left out."""
    rows = Entry.objects.filter(kind=Entry.Kind.HEAD, game__in=games)
    newest = rows.order_by("game", "-index").distinct("game").values_list("game", "text")
    heads = ((game, parse_entry(text)) for game, text in newest if game is not None)
    return {game: head.seq for game, head in heads if isinstance(head, HeadEntry)}


def entries_of_game(
    game: UUID, *, size: int | None = None, deal: int | None = None
) -> list[tuple[int, str]]:
    """Return index and text of the entries of a game, or a league, below `size`; all keys too.

    `deal` is the number of a board's, which is the deal of other games too.
    """
    is_of_game = Q(game=game) | Q(deal=deal, deal__isnull=False) | Q(kind=Entry.Kind.KEY)
    rows = Entry.objects.filter(is_of_game)
    shown = rows if size is None else rows.filter(index__lt=size)
    return list(shown.order_by("index").values_list("index", "text"))
