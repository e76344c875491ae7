"""A tuple that grows at its end without being copied each time."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Generic, TypeVar

T = TypeVar("T")


class Grown(Generic[T]):
    """Items in order; `plus` gives another with one more, and this one stays as it is.

    Those that grow from one another share a list, of which each sees only its beginning; the list
    is copied where a second one grows from the same.
    """

    __slots__ = ("_items", "_size")

    def __init__(self, items: list[T] | None = None) -> None:
        self._items = [] if items is None else items
        self._size = len(self._items)

    def plus(self, item: T) -> Grown[T]:
        """Return these items and one more."""
        items = self._items if self._size == len(self._items) else self._items[: self._size]
        items.append(item)
        return Grown(items)

    def __len__(self) -> int:
        """Return how many there are."""
        return self._size

    def __iter__(self) -> Iterator[T]:
        """Go through them in order."""
        return islice(self._items, self._size)
