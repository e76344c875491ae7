"""Eyes outside: who saw the log's state before a beacon's round was due (the word `unchosen`)."""

from __future__ import annotations

from deals.fairness.beacon import committed_round, round_due
from deals.fairness.entries import Entry, RevealEntry
from deals.fairness.times import parse_time
from deals.tlog.cosignature import cosignature_times
from deals.tlog.errors import TlogError
from deals.tlog.keys import check_signed
from deals.tlog.note import VerifierKey
from games.verifier.evidence import Evidence, SignedCheckpoint
from games.verifier.log_step import LogStates
from games.verifier.options import Options
from games.verifier.story import DealStory


class Eyes:
    """What the caller's witness and his own kept checkpoints vouch for.

    What is no proven state of the log, or is not signed by it, vouches for nothing; nor does a kept
    checkpoint for a deal whose round was out before the log had that size. `notes` say so.
    """

    def __init__(
        self,
        evidence: Evidence,
        options: Options,
        states: LogStates,
    ) -> None:
        self._states = states
        self._entries = evidence.entries
        self._log = options.log
        self.notes: list[str] = []
        kept = [one for one in options.seen if self._is_state(one)]
        self._kept = [one.value.size for one in kept]
        shown = [evidence.checkpoint, *evidence.seen, *kept]
        if options.log is not None:
            note, value = options.log.copy.note, options.log.copy.checkpoint
            shown.append(SignedCheckpoint(note, value))
        self._cosigned = [
            (one.value.size, time)
            for one in shown
            if states.roots.get(one.value.size) == one.value.root.hex()
            for time in self._times(one, options.witness)
        ]

    def saw_in_time(self, story: DealStory) -> bool:
        """Whether a deal's commit entry was seen outside before its round was due."""
        commit = story.commit
        if commit is None or commit.entry.sources != "beacon":
            return False
        number = committed_round(commit.entry.beacon)
        due = round_due(number).timestamp()
        if any(size > commit.index and time < due for size, time in self._cosigned):
            return True
        kept = (size for size in self._kept if size > commit.index)
        return any(not self._is_late(size, number, deal=story.number) for size in kept)

    def _is_late(self, size: int, number: int, *, deal: int) -> bool:
        """Whether the log had this size only after a round was due; note it when it had.

        An entry below it tells by its time, or because it shows that round or a later one.
        """
        below = [logged.entry for logged in self._entries if logged.index < size]
        times = [entry.time for entry in below]
        newest = None if self._log is None else self._log.time_at(size)
        times += [] if newest is None else [newest]
        late = [time for time in times if parse_time(time) >= round_due(number)]
        late += [entry.time for entry in below if _shown_round(entry) >= number]
        if late:
            self.notes.append(
                f"the checkpoint of size {size} that you kept counts for nothing for deal {deal}: "
                f"it came after round {number}, as it covers an entry of {late[0]}"
            )
        return bool(late)

    def _is_state(self, seen: SignedCheckpoint) -> bool:
        what = f"the checkpoint of size {seen.value.size} that you kept"
        if seen.value.size not in self._states.roots:
            self.notes.append(f"{what} counts for nothing: no proof leads to it (--log)")
            return False
        try:
            check_signed(seen.note, self._states.keys)
        except TlogError as error:
            self.notes.append(f"{what} counts for nothing: {error}")
            return False
        return True

    def _times(self, shown: SignedCheckpoint, witness: VerifierKey | None) -> tuple[int, ...]:
        if witness is None:
            return ()
        try:
            # A time of 0 says that no time is meant.
            return tuple(filter(None, cosignature_times(shown.note, witness)))
        except TlogError:
            return ()


def _shown_round(entry: Entry) -> int:
    """Return the round that a reveal entry shows, 0 for any other: its signature is step 5's."""
    if not isinstance(entry, RevealEntry) or entry.beacon == "-":
        return 0
    return int(entry.beacon.split(" ")[0])
