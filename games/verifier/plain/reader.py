"""What has been read of a game so far, and what must stand elsewhere if that is right."""

from __future__ import annotations

from typing import Final

from deals.cards.deck import Deck
from games.rules.game import GameScore
from games.verifier.plain.cut import Chain, NotPlain
from games.verifier.plain.stored import LogState, StoredGame

_LINE_END: Final = ord("\n")


class Reader:
    """Reads a chain line after line; `deals` collects what the deals' rows must say.

    `at` is the line that comes, from 0; `entry` the place of the game's log entry that comes.
    `times` are those of the entries read, `computers` the seats of computer players.
    """

    def __init__(self, stored: StoredGame, log: LogState, chain: Chain, game: GameScore) -> None:
        self.stored = stored
        self.log = log
        self.chain = chain
        self.game = game
        self.at = 0
        self.entry = 0
        self.times: list[bytes] = []
        self.deals: list[bytes] = []
        self.nonces: list[bytes] = []
        self.computers: set[int] = set()

    @property
    def deck(self) -> Deck:
        """What is dealt."""
        return self.game.rules.deck

    def take(self, count: int) -> list[bytes]:
        """Return the next tails. Raises NotPlain when there are fewer."""
        tails = self.chain.tails[self.at : self.at + count]
        if len(tails) != count:
            raise NotPlain
        self.at += count
        return tails

    def take_entry(self, text: bytes, *, index: bytes | None = None) -> bytes:
        """Read an entry that says `text` and a time after it; return all of it. Raises NotPlain."""
        place = self.entry
        entry = self.stored.entries[place]
        if not entry.startswith(text) or len(entry) != len(text) + 25 or entry[-1] != _LINE_END:
            raise NotPlain
        if index is not None and b"%d" % self.stored.indexes[place] != index:
            raise NotPlain
        self.times.append(entry[-25:-1])
        self.entry += 1
        return entry

    def take_head(self) -> None:
        """Read the entry with the head after the line that was read last."""
        text = b"hearts/head/v1\norigin %b\ngame %b\nseq %d\nhead %b\ntime " % (
            self.log.origin,
            self.stored.id,
            self.at,
            self.chain.heads[self.at],
        )
        self.take_entry(text)
