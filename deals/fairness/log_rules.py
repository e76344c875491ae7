"""What the entries of a whole log are held to, one after the other (SPEC.md 8, step 10).

Deals are numbered 1, 2, 3 …; each has one commit and one end; the next for a purpose comes after
the void of the last; the seed shown opens the commitment; times never go back. Entries of a kind
that is not known are a finding: a log has no others.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from functools import singledispatchmethod
from typing import Final

from deals.fairness.commitment import Opening, check_opening
from deals.fairness.entries import (
    CommitEntry,
    Entry,
    FreezeEntry,
    GameEntry,
    HeadEntry,
    KeyEntry,
    RevealEntry,
    VoidEntry,
    parse_entry,
)
from deals.fairness.errors import FairnessError
from deals.fairness.log_census import Census, GameTrace, LogFinding
from deals.fairness.purpose import parse_purpose
from deals.fairness.service_entries import RoundEntry
from deals.fairness.statement import decode_statement
from deals.fairness.times import parse_time

LONGEST_OPEN: Final = timedelta(days=120)
"""How far a deal without an end may lie behind the log's newest entry."""
_SECOND: Final = timedelta(seconds=1)
FIRST_ROLES: Final = ("log", "receipt")
"""The roles of the keys that entries 0 and 1 name."""


@dataclass
class _OpenDeal:
    """A deal without an end; `heads` are those that its game had when it could first be drawn."""

    index: int
    commit: CommitEntry
    freeze: FreezeEntry | None = None
    heads: int = 0

    @property
    def frozen_seq(self) -> int:
        """The line of the chain that was frozen, 0 without a freeze."""
        return 0 if self.freeze is None else int(self.freeze.head.partition(" ")[0])

    @property
    def owner(self) -> str:
        """Whose deal it is: a game, board, table or league."""
        return parse_purpose(self.commit.purpose).owner


@dataclass
class _Game:
    wait: int = 0
    entries: list[int] = field(default_factory=list)
    heads: list[tuple[int, str]] = field(default_factory=list)


class LogRules:
    """A log while its entries are read: `take` them in order, then ask."""

    def __init__(self) -> None:
        self._count = 0
        self._origin = ""
        self._time = ""
        self._last_deal = 0
        self._open: dict[int, _OpenDeal] = {}
        self._taken: dict[str, int] = {}
        self._voids: Counter[str] = Counter()
        self._games: defaultdict[str, _Game] = defaultdict(_Game)
        self._deals: defaultdict[int, list[int]] = defaultdict(list)
        self._leagues: defaultdict[str, list[int]] = defaultdict(list)
        self._rounds: dict[str, int] = {}
        self._keys: list[tuple[int, str]] = []
        self._findings: list[LogFinding] = []

    @property
    def log_keys(self) -> Sequence[tuple[int, str]]:
        """The log's keys by its own entries: index and text, the newest last."""
        return self._keys

    def take(self, data: bytes) -> None:
        """Take the next entry, from index 0; what is wrong with it is among the findings."""
        index = self._count
        self._count += 1
        try:
            entry = parse_entry(decode_statement(data))
        except FairnessError as error:
            self._note(str(error), index)
            return
        self._check_frame(entry, index)
        self._handler(type(entry))(self, entry, index)

    def census(self) -> Census:
        """Return what the entries so far have come to."""
        return Census(
            entries=self._count,
            time=self._time,
            deals=self._last_deal,
            open_deals=tuple(self._open),
            voids=dict(sorted(self._voids.items())),
            findings=(*self._findings, *self._forgotten()),
        )

    def game(self, game: str) -> GameTrace:
        """Return what the log has of a game, nothing when it does not know it."""
        found = self._games.get(game, _Game())
        return GameTrace(tuple(found.entries), tuple(found.heads))

    def deal(self, number: int) -> tuple[int, ...]:
        """Return the indexes of a deal's entries, in the log's order."""
        return tuple(self._deals.get(number, ()))

    def league(self, league: str) -> tuple[int, ...]:
        """Return the indexes of a league's draws and rounds, in the log's order."""
        return tuple(self._leagues.get(league, ()))

    def _forgotten(self) -> list[LogFinding]:
        """Return a finding for each deal that was left without an end."""
        return [
            LogFinding(
                deal.index,
                f"deal {number} has no end after {LONGEST_OPEN.days} days",
                deal.owner,
                (number,),
            )
            for number, deal in self._open.items()
            if parse_time(self._time) - parse_time(deal.commit.time) > LONGEST_OPEN
        ]

    def _note(self, detail: str, index: int, *, owner: str | None = None) -> None:
        self._findings.append(LogFinding(index, detail, owner))

    def _note_deal(self, detail: str, index: int, commit: CommitEntry, *others: int) -> None:
        """Note what is wrong with a deal, and with other deals for the same purpose."""
        owner = parse_purpose(commit.purpose).owner
        self._findings.append(LogFinding(index, detail, owner, (*others, commit.deal)))

    def _check_frame(self, entry: Entry, index: int) -> None:
        """Check what all entries have, and that the first two are keys."""
        if index < len(FIRST_ROLES):
            role = entry.role if isinstance(entry, KeyEntry) else None
            if role != FIRST_ROLES[index]:
                self._note(f"expected the key of role {FIRST_ROLES[index]}", index)
        self._origin = self._origin or entry.origin
        if entry.origin != self._origin:
            self._note(f"the origin is {entry.origin}, not {self._origin}", index)
        if entry.time < self._time:
            self._note(f"the time {entry.time} is before {self._time}", index)
        self._time = max(self._time, entry.time)

    @singledispatchmethod
    def _apply(self, entry: Entry, index: int) -> None:
        """Take an entry that changes nothing: verifier, continue."""

    @_apply.register
    def _take_round(self, entry: RoundEntry, index: int) -> None:
        last = self._rounds.get(entry.league, 0)
        if entry.round != last + 1:
            self._note(
                f"round {entry.round} of a league after its round {last}", index, owner=entry.league
            )
        self._rounds[entry.league] = max(last, entry.round)
        self._leagues[entry.league].append(index)

    @_apply.register
    def _take_key(self, entry: KeyEntry, index: int) -> None:
        if entry.role == "log":
            self._keys.append((index, entry.vkey))

    @_apply.register
    def _take_game(self, entry: GameEntry, index: int) -> None:
        if self._games[entry.game].entries:
            self._note(f"a second entry of the game {entry.game}", index, owner=entry.game)
        self._games[entry.game].entries.append(index)
        self._games[entry.game].wait = entry.wait

    @_apply.register
    def _take_head(self, entry: HeadEntry, index: int) -> None:
        game = self._games[entry.game]
        if not game.entries:
            self._note(f"a head of a game that has no entry: {entry.game}", index, owner=entry.game)
        if game.heads and entry.seq < game.heads[-1][0]:
            self._note(
                f"the head of line {entry.seq} after that of line {game.heads[-1][0]}",
                index,
                owner=entry.game,
            )
        game.entries.append(index)
        game.heads.append((entry.seq, entry.time))

    @_apply.register
    def _take_commit(self, entry: CommitEntry, index: int) -> None:
        if entry.deal != self._last_deal + 1:
            self._note(f"deal {entry.deal} after deal {self._last_deal}", index)
        self._last_deal = max(self._last_deal, entry.deal)
        if entry.purpose in self._taken:
            before = self._taken[entry.purpose]
            detail = f"a second deal for {entry.purpose}: deal {before} is not void"
            self._note_deal(detail, index, entry, before)
        self._taken[entry.purpose] = entry.deal
        heads = 0 if (game := self._game_of(entry)) is None else len(game.heads)
        self._open[entry.deal] = _OpenDeal(index, entry, heads=heads)
        self._deals[entry.deal].append(index)
        self._trace(entry, index)

    @_apply.register
    def _take_freeze(self, entry: FreezeEntry, index: int) -> None:
        deal = self._open_deal(entry, index)
        if deal is None:
            return
        if deal.freeze is not None or deal.commit.sources != "seats":
            detail = f"a freeze that deal {entry.deal} does not wait for"
            self._note_deal(detail, index, deal.commit)
        if deal.commit.commitment != entry.commitment:
            detail = f"the freeze of another commitment than deal {entry.deal}'s"
            self._note_deal(detail, index, deal.commit)
        deal.freeze = entry
        if (game := self._game_of(deal.commit)) is not None:
            deal.heads = len(game.heads)

    @_apply.register
    def _take_reveal(self, entry: RevealEntry, index: int) -> None:
        deal = self._open_deal(entry, index)
        if deal is None:
            return
        if deal.freeze is None and deal.commit.sources == "seats":
            detail = f"deal {entry.deal} is revealed, and was not frozen"
            self._note_deal(detail, index, deal.commit)
        self._check_played(deal, index)
        self._end(deal, entry.seed, index)

    @_apply.register
    def _take_void(self, entry: VoidEntry, index: int) -> None:
        deal = self._open_deal(entry, index)
        if deal is None:
            return
        self._voids[entry.reason.rstrip("-012345")] += 1
        if self._taken.get(deal.commit.purpose) == entry.deal:
            del self._taken[deal.commit.purpose]
        if entry.seed == "-" and deal.freeze is not None:
            detail = f"the seed of deal {entry.deal} is lost, which was frozen"
            self._note_deal(detail, index, deal.commit)
        elif entry.seed == "-" and all(line.nonce is not None for line in entry.seats):
            detail = f"the seed of deal {entry.deal} is lost, which had all its nonces"
            self._note_deal(detail, index, deal.commit)
        self._check_blame(deal, entry, index)
        self._end(deal, entry.seed, index)

    def _game_of(self, commit: CommitEntry) -> _Game | None:
        """Return the game whose hand a deal is for; None for boards, real tables and lots."""
        purpose = parse_purpose(commit.purpose)
        return self._games[purpose.owner] if purpose.kind == "game" else None

    def _check_played(self, deal: _OpenDeal, index: int) -> None:
        """Check that a head of the game stands between draw and reveal: the one over the score."""
        game = self._game_of(deal.commit)
        if game is None:
            return
        later = game.heads[deal.heads :]
        if not later or later[-1][0] <= deal.frozen_seq:
            number = deal.commit.deal
            detail = f"deal {number} is revealed, and no head of its game covers a score"
            self._note_deal(detail, index, deal.commit)

    def _check_blame(self, deal: _OpenDeal, void: VoidEntry, index: int) -> None:
        """Check what a void says of a seat, as far as entries alone show it."""
        kind, _, seat = void.reason.rpartition("-")
        if kind not in {"late", "withheld"}:
            return
        line = void.seats[int(seat)]
        if (line.commitment is not None) != (kind == "withheld") or line.nonce is not None:
            detail = f"deal {void.deal} is void as {void.reason}, its seat line is {line}"
            self._note_deal(detail, index, deal.commit)
        game = self._game_of(deal.commit)
        waited = (parse_time(void.time) - parse_time(deal.commit.time)) // _SECOND
        if game is not None and waited < game.wait:
            detail = f"{waited} s after its commit, the game waits {game.wait} s"
            said = f"deal {void.deal} is void as {void.reason} {detail}"
            self._note_deal(said, index, deal.commit)

    def _open_deal(
        self, entry: FreezeEntry | RevealEntry | VoidEntry, index: int
    ) -> _OpenDeal | None:
        """Return the deal that an entry speaks of; None, and a finding, when it is not open."""
        deal = self._open.get(entry.deal)
        if deal is None:
            self._note(f"deal {entry.deal} is not open: no commit, or a second end", index)
            return None
        self._deals[entry.deal].append(index)
        self._trace(deal.commit, index)
        return deal

    def _end(self, deal: _OpenDeal, seed: str, index: int) -> None:
        """End a deal; the seed that is shown must be the one committed."""
        commit = deal.commit
        del self._open[commit.deal]
        if seed == "-":
            return
        hidden = {"commitment", "time"}
        terms = {name: value for name, value in vars(commit).items() if name not in hidden}
        try:
            check_opening(Opening(**terms, seed=seed), commit.commitment)
        except FairnessError as error:
            self._note_deal(f"deal {commit.deal}: {error}", index, commit)

    def _trace(self, commit: CommitEntry, index: int) -> None:
        purpose = parse_purpose(commit.purpose)
        if purpose.kind == "lots":
            self._leagues[purpose.owner].append(index)
        if purpose.kind != "game":
            return
        if not self._games[purpose.owner].entries:
            self._note_deal(f"deal {commit.deal} is of a game that has no entry", index, commit)
        self._games[purpose.owner].entries.append(index)

    # The method would be bound anew for each entry, which costs more than to find it.
    _handler = staticmethod(_apply.dispatcher.dispatch)
