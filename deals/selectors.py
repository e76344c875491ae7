"""Reading deals and the log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from deals.models import Checkpoint, Deal, Entry
from deals.tlog.tree import Node


def node_hashes(nodes: Sequence[Node]) -> list[bytes]:
    """The hashes of complete subtrees, in the order asked for, in one query.

    Node (level, number) stands in the row of the entry that completes it, after the hashes of the
    levels below.
    """
    places = [((node.number + 1 << node.level) - 1, 32 * node.level) for node in nodes]
    rows = dict(
        Entry.objects.filter(index__in={index for index, _ in places}).values_list(
            "index", "hashes"
        )
    )
    return [bytes(rows[index])[start : start + 32] for index, start in places]


def latest_checkpoint() -> Checkpoint | None:
    """The last signed checkpoint, None before the first."""
    return Checkpoint.objects.order_by("-size").first()


def deal_by_number(number: int) -> Deal | None:
    """A deal with its contributions in seat order."""
    return Deal.objects.prefetch_related("contributions").filter(number=number).first()


def entries_of_game(game: object, *, size: int) -> Iterable[Entry]:
    """The entries that speak of a game, below `size`, both first keys included, by index."""
    of_game = Entry.objects.filter(game=game, index__lt=size)
    keys = Entry.objects.filter(kind=Entry.Kind.KEY, index__lt=min(size, 2))
    return (of_game | keys).order_by("index")
