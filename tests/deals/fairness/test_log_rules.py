"""What the entries of a whole log are held to: step 10, entry by entry."""

from dataclasses import replace

import pytest

from deals.fairness.beacon import first_round
from deals.fairness.commitment import Opening, commitment_of
from deals.fairness.entries import (
    CommitEntry,
    FreezeEntry,
    GameEntry,
    HeadEntry,
    KeyEntry,
    RevealEntry,
    VoidEntry,
    format_entry,
)
from deals.fairness.kinds import QUICKNET
from deals.fairness.log_census import LogFinding
from deals.fairness.log_rules import LogRules
from deals.fairness.seat_line import SeatLine
from deals.fairness.service_entries import (
    ContinueEntry,
    RoundEntry,
    TableLine,
    VerifierEntry,
)
from deals.fairness.times import parse_time

ORIGIN = "fair.example.org/log"
GAME = "7d9f6f0e-6a53-4c39-9c1e-2b8f0a1c4d55"
HEX = "ab" * 32
VKEYS = {
    "log": "fair.example.org/log+621ab163+AYqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29c",
    "receipt": "fair.example.org/log/receipt+eb1c4903+AYE5dw6ofRdfVqNUZsNMfszLjYqRtO43ol32D1uPybOU",
}
GIVEN = tuple(SeatLine(seat, HEX, HEX) for seat in range(4))
NOTHING = tuple(map(SeatLine, range(4)))


class Log:
    """A log that is written entry by entry, each a second after the one before."""

    def __init__(self):
        self.rules = LogRules()
        self.day, self.second = 1, 0
        self.key("log")
        self.key("receipt")
        self.game()

    def time(self):
        self.second += 1
        month, day = divmod(self.day - 1, 28)
        clock = f"{self.second // 3600:02}:{self.second // 60 % 60:02}:{self.second % 60:02}"
        return f"2026-{month + 1:02}-{day + 1:02}T{clock}.000Z"

    def take(self, make, /, **said):
        entry = make(**({"origin": ORIGIN, "time": self.time()} | said))
        self.rules.take(format_entry(entry).encode())
        self.last = entry
        return entry

    def key(self, role, **said):
        return self.take(KeyEntry, **({"role": role, "vkey": VKEYS[role]} | said))

    def game(self, game=GAME):
        self.take(
            GameEntry,
            game=game,
            kind="cards",
            engine=1,
            rules="players=4",
            sources="seats",
            table="-",
            wait=60,
        )

    def opening(self, deal, purpose, sources="seats", beacon="-"):
        return Opening(
            origin=ORIGIN,
            deal=deal,
            purpose=purpose,
            deck="4",
            sources=sources,
            beacon=beacon,
            seed=f"{deal:064x}",
        )

    def commit(self, deal, purpose=f"game/{GAME}/hand/1", **said):
        opening = self.opening(deal, purpose, **said)
        public = {key: value for key, value in vars(opening).items() if key != "seed"}
        return self.take(CommitEntry, **public, commitment=commitment_of(opening))

    def freeze(self, commit, **said):
        shown = {"deal": commit.deal, "commitment": commit.commitment, "seats": GIVEN}
        self.take(FreezeEntry, **(shown | {"game": GAME, "head": f"9 {HEX}"} | said))

    def reveal(self, commit, *, is_played=True, **said):
        """Reveal a deal, after a head over its score."""
        is_of_game = commit.purpose.startswith("game/")
        if is_played and is_of_game and not isinstance(self.last, HeadEntry):
            self.head(100 + self.second)
        shown = {"deal": commit.deal, "seed": f"{commit.deal:064x}", "beacon": "-"}
        self.take(RevealEntry, **(shown | {"attempts": 1, "index": 5} | said))

    def void(self, commit, reason="unused", *, wait=60, **said):
        if reason.startswith(("late", "withheld")):
            self.second += wait
        shown = {"deal": commit.deal, "reason": reason, "seed": f"{commit.deal:064x}"}
        self.take(VoidEntry, **(shown | {"seats": NOTHING} | said))

    def head(self, seq, game=GAME):
        self.take(HeadEntry, game=game, seq=seq, head=HEX)

    def found(self):
        return [str(finding) for finding in self.rules.census().findings]


@pytest.fixture
def log():
    return Log()


def test_an_honest_log_has_no_findings(log):
    first = log.commit(1)
    log.void(first, "late-2")
    second = log.commit(2)
    log.freeze(second)
    log.head(71)
    log.reveal(second)
    log.head(77)
    third = log.commit(3, f"game/{GAME}/hand/2")
    log.take(VerifierEntry, version="1.0", sha256=HEX)
    log.take(RoundEntry, league=GAME, round=1, deals="-", tables=(TableLine(1, tuple(IDS)),))
    log.take(ContinueEntry, old="old.example.org/log", size=5, root=HEX, reason="lost")
    census = log.rules.census()
    assert census.findings == ()
    assert (census.entries, census.deals, census.open_deals) == (14, 3, (third.deal,))
    assert census.voids == {"late": 1}
    assert census.time.startswith("2026-01-01T00:01:14")
    trace = log.rules.game(GAME)
    assert trace.entries == (2, 3, 4, 5, 6, 7, 8, 9, 10)
    assert [seq for seq, _ in trace.heads] == [71, 77]
    assert log.rules.log_keys == [(0, VKEYS["log"])]
    assert log.rules.game(HEX).entries == ()


IDS = [f"{GAME[:-1]}{n}" for n in range(4)]


def test_nothing_is_an_empty_census():
    census = LogRules().census()
    assert (census.entries, census.time, census.deals, census.findings) == (0, "", 0, ())


@pytest.mark.parametrize("first", ["receipt", "game"])
def test_a_log_begins_with_its_keys(first):
    rules = LogRules()
    log = Log()
    log.rules = rules
    log.key("receipt") if first == "receipt" else log.game()
    log.key("receipt")
    assert log.found() == ["entry 0: expected the key of role log"]
    log = Log()
    log.rules = LogRules()
    log.key("log")
    log.game()
    assert log.found() == ["entry 1: expected the key of role receipt"]


def test_a_new_key_is_a_key_of_the_log(log):
    other = "fair.example.org/log+00000000+AAAA"
    log.key("log", vkey=other)
    assert log.rules.log_keys[-1] == (3, other)
    assert log.found() == []


@pytest.mark.parametrize("data", [b"", b"\xff\n", b"hearts/other/v1\n", b"hearts/head/v1\n"])
def test_what_is_no_entry_is_told(log, data):
    log.rules.take(data)
    (finding,) = log.rules.census().findings
    assert finding.index == 3


def test_all_entries_are_of_one_origin(log):
    log.take(VerifierEntry, origin="foul.example.org", version="1.0", sha256=HEX)
    assert log.found() == ["entry 3: the origin is foul.example.org, not fair.example.org/log"]


def test_times_never_go_back(log):
    log.second = 0
    log.commit(1)
    assert "before" in log.found()[0]
    # The time of the log stays the latest.
    assert log.rules.census().time.endswith("00:00:03.000Z")


@pytest.mark.parametrize("number", [2, 5])
def test_deals_are_numbered_without_a_gap(log, number):
    log.commit(number)
    assert log.found() == [f"entry 3: deal {number} after deal 0"]


def test_a_number_is_given_once(log):
    log.commit(1)
    log.commit(1, f"game/{GAME}/hand/2")
    assert log.found() == ["entry 4: deal 1 after deal 1"]


def test_a_second_deal_waits_for_the_void_of_the_first(log):
    log.commit(1)
    log.commit(2)
    assert log.found() == [f"entry 4: a second deal for game/{GAME}/hand/1: deal 1 is not void"]


def test_a_purpose_is_served_once(log):
    first = log.commit(1)
    log.freeze(first)
    log.reveal(first)
    log.commit(2)
    assert "a second deal" in log.found()[0]


def test_a_late_void_frees_no_purpose_of_another_deal(log):
    first = log.commit(1)
    log.commit(2)
    log.void(first)
    log.commit(3)
    assert len(log.found()) == 2


@pytest.mark.parametrize("end", ["reveal", "void", "freeze"])
def test_a_deal_has_one_end_and_nothing_after_it(log, end):
    first = log.commit(1)
    log.freeze(first)
    log.reveal(first)
    getattr(log, end)(first)
    (found,) = log.found()
    assert found.endswith(": deal 1 is not open: no commit, or a second end")


def test_an_end_has_its_commit(log):
    log.reveal(log.commit(1), deal=9)
    assert "deal 9 is not open" in log.found()[0]


def test_a_deal_is_frozen_once_and_as_it_was_committed(log):
    first = log.commit(1)
    log.freeze(first)
    log.freeze(first)
    log.freeze(first, commitment="cd" * 32)
    assert [text.partition(": ")[2] for text in log.found()] == [
        "a freeze that deal 1 does not wait for",
        "a freeze that deal 1 does not wait for",
        "the freeze of another commitment than deal 1's",
    ]


def test_other_sources_have_no_freeze(log):
    first = log.commit(1, sources="server")
    log.freeze(first)
    log.reveal(first)
    assert log.found() == ["entry 4: a freeze that deal 1 does not wait for"]


def test_nonces_are_frozen_before_they_are_drawn_from(log):
    log.reveal(log.commit(1))
    assert log.found() == ["entry 5: deal 1 is revealed, and was not frozen"]


@pytest.mark.parametrize("end", ["reveal", "void"])
def test_the_seed_that_is_shown_opens_the_commitment(log, end):
    first = log.commit(1)
    log.freeze(first)
    getattr(log, end)(first, seed=HEX)
    assert "deal 1: the opening hashes to" in log.found()[0]


def test_a_lost_seed_is_one_that_was_never_frozen(log):
    first = log.commit(1)
    log.void(first, "seed-lost", seed="-")
    assert log.found() == []
    second = log.commit(2)
    log.freeze(second)
    log.void(second, "seed-lost", seed="-")
    assert log.found() == ["entry 7: the seed of deal 2 is lost, which was frozen"]
    assert log.rules.census().voids == {"seed-lost": 2}


def test_a_seed_is_not_lost_once_all_nonces_are_in(log):
    log.void(log.commit(1), "seed-lost", seed="-", seats=GIVEN)
    assert log.found() == ["entry 4: the seed of deal 1 is lost, which had all its nonces"]


@pytest.mark.parametrize("sources", ["seats", "server"])
def test_a_reveal_follows_the_head_over_the_score(log, sources):
    first = log.commit(1, sources=sources)
    log.head(9)
    if sources == "seats":
        log.freeze(first)
    log.reveal(first, is_played=False)
    found = ["entry 6: deal 1 is revealed, and no head of its game covers a score"]
    assert log.found() == (found if sources == "seats" else [])
    second = log.commit(2, f"game/{GAME}/hand/2", sources=sources)
    if sources == "seats":
        log.freeze(second, head=f"80 {HEX}")
        log.head(80)  # No line of the hand is under it.
    log.reveal(second, is_played=False)
    assert [text.partition(": ")[2] for text in log.found()][-1] == (
        "deal 2 is revealed, and no head of its game covers a score"
    )


SOME = (SeatLine(0), *(SeatLine(seat, HEX) for seat in (1, 2)), SeatLine(3, HEX, HEX))


@pytest.mark.parametrize(
    ("reason", "line"),
    [
        ("late-0", None),
        ("late-1", f"1 {HEX} -"),
        ("late-3", f"3 {HEX} {HEX}"),
        ("withheld-0", "0 - -"),
        ("withheld-1", None),
        ("withheld-3", f"3 {HEX} {HEX}"),
    ],
)
def test_a_void_blames_a_seat_for_what_its_line_lacks(log, reason, line):
    log.void(log.commit(1), reason, seats=SOME)
    told = f"entry 4: deal 1 is void as {reason}, its seat line is {line}"
    assert log.found() == ([] if line is None else [told])


def test_a_void_blames_no_seat_before_its_time(log):
    log.void(log.commit(1), "late-0", wait=58)
    assert log.found() == [
        "entry 4: deal 1 is void as late-0 59 s after its commit, the game waits 60 s"
    ]


def test_a_beacon_deal_is_followed_too(log):
    number = first_round(parse_time("2026-01-01T00:00:04.000Z"))
    first = log.commit(1, sources="beacon", beacon=f"{QUICKNET}@{number}")
    log.reveal(first, beacon=f"{number} {'ab' * 48}")
    assert log.found() == []


def test_a_deal_without_an_end_is_told_after_120_days(log):
    log.commit(1)
    # April 28, and May 1: 120 days and a second.
    for day, found in ((4 * 28, 0), (4 * 28 + 1, 1)):
        log.day = day
        log.head(5)
        assert len(log.found()) == found
    assert log.found() == ["entry 3: deal 1 has no end after 120 days"]
    assert log.rules.census().open_deals == (1,)


def test_a_game_has_one_entry_before_all_others(log):
    log.game()
    other = IDS[0]
    log.head(1, other)
    log.commit(1, f"game/{IDS[1]}/hand/1")
    assert log.found() == [
        f"entry 3: a second entry of the game {GAME}",
        f"entry 4: a head of a game that has no entry: {other}",
        "entry 5: deal 1 is of a game that has no entry",
    ]


def test_heads_never_go_back(log):
    log.head(9)
    log.head(9)
    log.head(8)
    assert log.found() == ["entry 5: the head of line 8 after that of line 9"]


def test_deals_of_tables_and_boards_belong_to_no_game(log):
    first = log.commit(1, f"table/{GAME}/hand/1", sources="server")
    log.commit(2, f"board/{GAME}/1", sources="server")
    log.reveal(first)
    assert log.found() == []
    assert log.rules.game(GAME).entries == (2,)


def test_a_finding_of_the_whole_log_names_no_entry():
    assert str(LogFinding(None, "x")) == "x"
    assert replace(LogFinding(3, "x"), index=None).detail == "x"
