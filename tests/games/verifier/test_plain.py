"""The quick reader accepts nothing that the ten steps would not, and says the same of it."""

import hmac
import re
import secrets
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256
from types import SimpleNamespace

import pytest
from django.db import connection, transaction
from django.test import override_settings
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deals.cards.deck import DECKS
from deals.fairness import draw as fairness
from deals.fairness.numbering import deal_count, unrank_deal
from deals.services.bulk import BulkLog
from deals.services.keys import ensure_keys
from deals.services.log import lock_log, open_log
from games.events.details import Contributed
from games.rules.card_bytes import held_bits
from games.rules.ruleset import RuleSet, Tie, rules_to_json
from games.selectors.stored import stored_games
from games.services.bulk_auditing import SoundLog, _log_state
from games.services.examining import examine_game
from games.services.filling import making
from games.services.filling.chance import pick_bits, play_at_random
from games.services.plain_reading import expected_texts
from games.services.voiding import void_game
from games.verifier.plain.cut import NotPlain, check_times
from games.verifier.plain.draw import draw_index, hmac_sha256, unrank_owners
from games.verifier.plain.game import read_plain
from games.verifier.plain.stored import LogState, StoredGame
from tests.cast import NOW, Party
from tests.games.rules.strategies import rule_sets

LOG = SoundLog("hearts.localhost/log", 10**6)
SHORT = {"preset": "standard", "target": None, "hands": 2, "tie": "share"}
CHANGES = (
    ("games_event", "line = left(line, -1) || '9'", "seq = 30"),
    ("games_event", "head = sha256(head)", "seq = 30"),
    ("games_event", "seq = seq + 1000", "seq > 0"),
    ("games_event", "seq = 999", "seq = (SELECT max(seq) FROM games_event)"),
    ("games_event", "seq = 0", "seq = 1"),
    ("games_game", "header = replace(header, 'wait 60', 'wait 61')", "true"),
    ("games_game", "head = repeat('0', 64)", "true"),
    ("games_game", "state = 'abandoned'", "true"),
    ("games_game", "hand = 1", "true"),
    ("games_game", "totals[2] = 7000", "true"),
    ("games_game", "winners = '{}'", "true"),
    ("games_handstate", "seq = seq - 1", "true"),
    ("games_handstate", "phase = 'playing'", "true"),
    ("games_handstate", "before = '{0,0,0,0}'", "true"),
    ("games_score", "points[1] = 99", "hand = 1"),
    ("games_score", "scores[1] = 99", "hand = 1"),
    ("games_score", "totals[1] = 99", "hand = 1"),
    ("games_score", "direction = 'across'", "hand = 1"),
    ("games_score", "seq = seq + 1", "hand = 1"),
    ("deals_deal", "seed = sha256('')", "number = 1"),
    ("deals_deal", "index = '7'", "number = 1"),
    ("deals_deal", "attempts = attempts + 1", "number = 1"),
    ("deals_deal", "commitment = sha256('')", "number = 1"),
    ("deals_deal", "purpose = replace(purpose, 'hand/1', 'hand/9')", "number = 1"),
    ("deals_deal", "sources = 'server'", "number = 1"),
    ("deals_contribution", "nonce = sha256('')", "deal_id = 1 AND seat = 1"),
    ("deals_contribution", "commitment = sha256('')", "deal_id = 1 AND seat = 1"),
    ("deals_contribution", "seat = 5", "deal_id = 1 AND seat = 1"),
    ("deals_entry", "text = replace(text, '2026', '2027')", "kind = 'freeze' AND deal = 1"),
    ("deals_entry", "hashes = sha256(hashes)", "kind = 'freeze' AND deal = 1"),
    ("deals_entry", "index = index + 1000", "kind = 'head'"),
)


def is_plain(game):
    """Whether the quick reader accepts a game, its derived rows included."""
    (texts,) = stored_games([game])
    plain = read_plain(texts.stored, _log_state([game], LOG))
    return plain is not None and texts.derived == expected_texts(plain)


def play(sources="seats", rules=None, seats=None):
    party = Party(rules=rules or SHORT, sources=sources, seats=seats)
    party.sit()
    party.play_game()
    return party.game


@pytest.mark.parametrize("sources", ["seats", "server"])
def test_a_game_that_was_played_is_plain_and_has_the_report_of_the_ten_steps(log, sources):
    game = play(sources)
    (texts,) = stored_games([game])
    plain = read_plain(texts.stored, _log_state([game], LOG))
    assert plain is not None
    assert (plain.seq, plain.report) == examine_game(game)
    assert texts.derived == expected_texts(plain)


@settings(
    max_examples=8,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
@given(rules=rule_sets(target=None, hands=1))
def test_under_any_rules_the_quick_reader_says_what_the_ten_steps_say(log, rules):
    game = play("seats", rules_to_json(rules))
    (texts,) = stored_games([game])
    plain = read_plain(texts.stored, _log_state([game], LOG))
    seq, report = examine_game(game)
    if plain is None:
        assert b" moon " in texts.stored.lines
    else:
        assert (plain.seq, plain.report) == (seq, report)


def test_a_game_that_is_on_is_left_to_the_ten_steps(party):
    party.play_hand()
    assert not is_plain(party.game)
    assert examine_game(party.game)[1].verdict == "incomplete"


def test_a_game_with_a_void_hand_is_left_to_the_ten_steps(party):

    void_game(party.game, now=party.clock())
    assert not is_plain(party.game)


@pytest.mark.parametrize("by", ["service", "seat"])
def test_a_computers_nonce_that_is_called_a_seats_is_left_to_the_ten_steps(log, monkeypatch, by):
    monkeypatch.setattr("games.services.creating.NAME", "thumb")
    monkeypatch.setattr("games.services.table.Table.check_person", lambda *_: None)
    monkeypatch.setattr("games.services.settling.Contributed", lambda k, _: Contributed(k, by))
    party = Party(rules=SHORT, seats=("human", "human", "human", "computer"))
    party.sit()
    while party.summary["state"] == "playing":
        party.people = [0, 1, 2]
        party.contribute()
        party.people = [0, 1, 2, 3]
        party.pass_cards()
        while party.summary["phase"] == "playing":
            party.play()
    _, report = examine_game(party.game)
    assert is_plain(party.game) == (report.verdict == "ok") == (by == "service")
    assert by == "service" or report.findings[0].step == 8


# -- tampering ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def stored(django_db_setup, django_db_blocker, tmp_path_factory):
    """A short game, and its texts."""
    keys = tmp_path_factory.mktemp("site") / "keys"
    with django_db_blocker.unblock(), override_settings(HEARTS_KEYS=keys), transaction.atomic():
        ensure_keys(keys, origin="hearts.localhost/log")
        open_log(now=NOW)
        game = play()
        (texts,) = stored_games([game])
        yield game, texts.stored, _log_state([game], LOG)
        transaction.set_rollback(True)


def flipped(data, at, bit):
    return data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :]


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_no_bit_of_what_is_stored_can_be_flipped(stored, data):
    _, good, log = stored
    field = data.draw(st.sampled_from(["header", "lines", "heads", "leaves", "entries", "deals"]))
    value = getattr(good, field)
    if isinstance(value, list):
        place = data.draw(st.integers(0, len(value) - 1))
        at = data.draw(st.integers(0, len(value[place]) - 1))
        bad = [*value]
        bad[place] = flipped(value[place], at, data.draw(st.integers(0, 7)))
    else:
        bad = flipped(
            value, data.draw(st.integers(0, len(value) - 1)), data.draw(st.integers(0, 7))
        )
    assert read_plain(good._replace(**{field: bad}), log) is None
    assert read_plain(good, log) is not None


def test_nothing_can_be_left_out_doubled_or_moved(stored):
    _, good, log = stored
    lines = good.lines.split(b"\n")
    for at in range(len(lines)):
        for other in (
            lines[:at] + lines[at + 1 :],
            lines[: at + 1] + lines[at:],
            lines[:at] + lines[at : at + 2][::-1] + lines[at + 2 :],
        ):
            if other != lines:
                assert read_plain(good._replace(lines=b"\n".join(other)), log) is None
    for field in ("entries", "deals", "indexes"):
        value = getattr(good, field)
        for at in range(len(value)):
            for other in (value[:at] + value[at + 1 :], value[: at + 1] + value[at:]):
                assert read_plain(good._replace(**{field: other}), log) is None


def test_a_log_that_does_not_reach_so_far_makes_nothing_plain(stored):
    _, good, log = stored
    assert read_plain(good, log._replace(size=good.indexes[-1])) is None
    assert read_plain(good, log._replace(roots={})) is None
    assert read_plain(good, log._replace(origin=b"other.example/log")) is None


def rehashed(good, change):
    """A chain whose lines were changed before they were hashed."""
    lines = [change(line) for line in good.lines.split(b"\n")]
    head = sha256(good.header).hexdigest().encode()
    heads = b""
    for line in lines:
        head = sha256(b"%b %b\n" % (head, line)).hexdigest().encode()
        heads += bytes.fromhex(head.decode())
    return good._replace(lines=b"\n".join(lines), heads=heads)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b" seat 0 human ", b" seat 1 human "),
        (b" 1 deal - ", b" 1 deal 0 "),
        (b" 1 contribute 0 ", b" 1 contribute 1 "),
        (b" 1 contribute 0 ", b" 2 contribute 0 "),
        (b" seat", b" sea"),
        (b" 1 nonce 3 ", b" 1 nonce 4 "),
        (b" 1 freeze - ", b" 1 freeze 0 "),
        (b" 1 pass 2 ", b" 1 pass 02 "),
        (b" 1 open 2 ", b" 2 open 2 "),
        (b" 1 score - ", b" 1 score - 1"),
        (b" 1 reveal - ", b" 1 reveal - 0"),
        (b" 0 end - finished ", b" 0 end - abandoned "),
        (b"2026-11-02T19:00:0", b"2026-11-02T19:60:0"),
        (b"5 2026-11-02T19:00:07", b"6 2026-11-02T19:00:07"),
        (b" 1 nonce 3 ", b" 1 nonce 3 0"),
        (b"2026-11-02T19:00:0", b"2026-13-02T19:00:0"),
        (b"0Z ", b"0z "),
    ],
)
def test_a_line_that_is_otherwise_right_but_hashed_wrong_is_not_plain(stored, old, new):
    _, good, log = stored
    assert old in good.lines
    assert read_plain(rehashed(good, lambda line: line.replace(old, new)), log) is None


def test_the_chain_hashed_again_as_it_is_stays_plain(stored):
    _, good, log = stored
    assert read_plain(rehashed(good, lambda line: line), log) is not None


@pytest.mark.parametrize("change", CHANGES, ids=" ".join)
def test_what_the_quick_reader_takes_the_ten_steps_take(stored, change):
    game, _, _ = stored
    table, what, where = change
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # what is pending would be in the way
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
            cursor.execute(f"UPDATE {table} SET {what} WHERE {where}")  # noqa: S608 - the table above
        assert not is_plain(game) or examine_game(game)[1].verdict == "ok"
        transaction.set_rollback(True)


JOINED = """
WITH gone AS (DELETE FROM games_event WHERE seq = 31 RETURNING line, head)
UPDATE games_event e SET line = e.line || E'\n' || gone.line, head = e.head || gone.head
FROM gone WHERE e.seq = 30
"""
MOVED = """
UPDATE games_event e SET head = CASE e.seq WHEN 30 THEN substr(e.head, 1, 31)
                                ELSE substr(b.head, 32) || e.head END
FROM games_event b WHERE b.seq = 30 AND e.seq IN (30, 31)
"""


@pytest.mark.parametrize("change", [JOINED, MOVED], ids=["two rows in one", "a byte moved"])
def test_rows_that_are_right_only_when_read_together_are_not_plain(stored, change):
    game, _, _ = stored
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # what is pending would be in the way
            cursor.execute("ALTER TABLE games_event DISABLE TRIGGER USER")
            cursor.execute(change)
        assert not is_plain(game)
        assert examine_game(game)[1].verdict == "false"
        transaction.set_rollback(True)


def test_another_seed_salt_or_setting_hashed_again_is_not_plain(stored):
    _, good, log = stored
    lines = good.lines.split(b"\n")
    reveal = next(line for line in lines if b" 1 reveal - " in line)
    opened = next(line for line in lines if b" 1 open 0 " in line)
    for old, new in (
        (reveal, reveal.replace(reveal.split(b" ")[6], b"ab" * 32)),
        (opened, opened.replace(opened.split(b" ")[6], b"ab" * 32)),
    ):
        assert read_plain(rehashed(good, lambda line: new if line == old else line), log) is None  # noqa: B023
    unplayable = good._replace(header=good.header.replace(b"players=4", b"players=9"))
    assert read_plain(rehashed(unplayable, lambda line: line), log) is None


def test_a_deal_that_was_committed_after_its_line_is_not_plain(stored):
    _, good, log = stored
    deal = next(line for line in good.lines.split(b"\n") if b" 1 deal - " in line)
    freeze = good.entries[2][-25:-1]
    late = deal.split(b" ")[1][:-4] + b"999Z"
    assert good.entries[1][-25:-1] < late < freeze
    entries = [good.entries[0], good.entries[1][:-25] + late + b"\n", *good.entries[2:]]
    leaves = b"".join(sha256(b"\0" + entry).digest() for entry in entries)
    assert read_plain(good._replace(entries=entries, leaves=leaves), log) is None


# -- servers that lie from the start: all that they write fits together ---------------------------


def made_by(monkeypatch, part, lie):
    """A game of one or two hands by a maker, one of whose parts lies."""
    monkeypatch.setattr(making, part, lie)
    rules = replace(RuleSet(), target=None, hands=2, tie=Tie.SHARE)
    with transaction.atomic():
        log = BulkLog(lock_log(now=NOW))
        maker = making.Maker(rules, log)
        (made,) = maker.begin(1, 2, now=NOW)
        for number in (1, 2):
            maker.play_hand([made], number, now=NOW + timedelta(minutes=2 * number))
    state = {b"%d" % one.size: one.root.hex().encode() for one in log.states}
    stored = StoredGame(
        id=str(made.id).encode(),
        header=made.header.encode(),
        lines=b"\n".join(event.line.encode() for event in made.events),
        heads=b"".join(bytes.fromhex(event.head) for event in made.events),
        indexes=[entry.index for entry in made.entries],
        entries=[entry.text.encode() for entry in made.entries],
        leaves=b"".join(entry.hashes[:32] for entry in made.entries),
        deals=[text for deal in made.deals for text in deal_texts(deal)],
    )
    return stored, LogState(log.origin.encode(), 10**6, state)


def deal_texts(deal):
    """What the rows of a deal say."""
    terms = f"{deal.number} {deal.purpose} {deal.deck} seats - {deal.commitment} revealed"
    shares = "".join(f"seat {seat} {' '.join(one)}\n" for seat, one in enumerate(deal.shares))
    return f"{terms} {deal.seed} {deal.attempts} {deal.index}".encode(), shares.encode()


def test_a_maker_that_does_not_lie_is_believed(log, monkeypatch):
    assert read_plain(*made_by(monkeypatch, "pick_bits", making.pick_bits)) is not None


def nothing_but(digit):
    return SimpleNamespace(token_hex=lambda size: digit * 2 * size, token_bytes=secrets.token_bytes)


def others_cards(cards, count, dice):
    return pick_bits(2**52 - 1 & ~cards, count, dice)


def a_card_too_few(cards, count, dice):
    return pick_bits(cards, count - 1, dice)


def other_seats(*hand):
    return [((seat + 1) % 4, bit) for seat, bit in play_at_random(*hand)]


def other_cards(*hand):
    plays = [*play_at_random(*hand)]
    return [*plays[:20], (plays[20][0], plays[3][1]), *plays[21:]]


in_deck_order = making._codes


def codes_backwards(cards):
    return in_deck_order(cards)[::-1]


def writing(old, new):
    """A game that is told in other words, from which all that follows is hashed."""

    class Told(making.MadeGame):
        def write(self, rest):
            return super().write(re.sub(old, new, rest))

    return Told


@pytest.mark.parametrize(
    ("part", "lie"),
    [
        ("secrets", nothing_but("0")),
        ("secrets", nothing_but("A")),
        ("pick_bits", others_cards),
        ("pick_bits", a_card_too_few),
        ("play_at_random", other_seats),
        ("play_at_random", other_cards),
        ("_codes", codes_backwards),
        ("MadeGame", writing(r"( open \d \S+) ", r"\1_")),
        ("MadeGame", writing(r" open 3 ", " open 2 ")),
        ("MadeGame", writing(r" (play \d) ", r" \1  ")),
        ("MadeGame", writing(r" play ", " lead ")),
        ("MadeGame", writing(r" (play \d) QS", r" \1 1S")),
    ],
    ids=[
        "no nonces",
        "capitals",
        "cards of others",
        "two cards",
        "out of turn",
        "played before",
        "cards out of order",
        "no blank before a salt",
        "two openings of a seat",
        "two blanks",
        "another word",
        "a card that is none",
    ],
)
def test_a_lie_that_fits_all_that_follows_is_not_plain(log, monkeypatch, part, lie):
    assert read_plain(*made_by(monkeypatch, part, lie)) is None


def test_deals_whose_numbers_go_back_are_not_plain(log, monkeypatch):
    numbers = iter([7, 3])
    monkeypatch.setattr(BulkLog, "number_deal", lambda _: next(numbers))
    assert read_plain(*made_by(monkeypatch, "pick_bits", making.pick_bits)) is None


# -- its parts ------------------------------------------------------------------------------------


@pytest.mark.parametrize("deck", DECKS)
@given(data=st.data())
@settings(max_examples=100, deadline=None)
def test_the_owners_are_those_of_the_index(deck, data):
    index = data.draw(st.integers(0, deal_count(DECKS[deck].sizes) - 1))
    owners = unrank_owners(index, DECKS[deck])
    holdings = unrank_deal(index, DECKS[deck])
    assert [held_bits(owners, seat) for seat in range(len(holdings))] == [
        held.bits for held in holdings
    ]
    assert all(owners[place] == place for place in range(256) if place not in [*DECKS[deck].cards])


@pytest.mark.parametrize("index", [0, 1, deal_count(DECKS["4"].sizes) - 1])
def test_the_first_and_the_last_deal_have_their_owners(index):
    owners = unrank_owners(index, DECKS["4"])
    assert [held_bits(owners, seat) for seat in range(4)] == [
        held.bits for held in unrank_deal(index, DECKS["4"])
    ]


@pytest.mark.parametrize("deck", DECKS)
def test_a_draw_is_the_fairness_rooms_draw(deck):
    seed, statement = secrets.token_bytes(32), "hearts/draw/v1\nwhatever\n"
    key = fairness.draw_key(seed.hex(), statement)
    drawn = fairness.draw_index(key, DECKS[deck].sizes)
    assert draw_index(seed, statement.encode(), DECKS[deck]) == (drawn.index, drawn.attempts)


def test_the_hmac_is_the_standard_one():
    for size in (0, 1, 32, 64):
        key = secrets.token_bytes(size)
        assert hmac_sha256(key, b"message") == hmac.digest(key, b"message", "sha256")


TIMES = [b"2026-11-02T19:00:03.750Z", b"2026-11-02T23:59:59.999Z", b"2026-11-03T00:00:00.000Z"]


def test_times_that_go_on_are_taken():
    check_times(TIMES)
    check_times(TIMES[:1] * 3)


@pytest.mark.parametrize(
    "bad",
    [
        [TIMES[1], TIMES[0]],
        [b"2026-11-02T19:00:03.750z"],
        [b"2026-11-02T19:60:03.750Z"],
        [b"2026-11-02T19:00:60.750Z"],
        [b"2026-11-02T24:00:03.750Z"],
        [b"2026-02-30T19:00:03.750Z"],
        [TIMES[0], b"2026-11-31T19:00:03.750Z", b"2026-12-03T00:00:00.000Z"],
        [TIMES[0], b"2026-11-02T99:00:03.750Z", TIMES[2]],
        [b""],
    ],
)
def test_times_that_can_not_be_are_not(bad):
    with pytest.raises(NotPlain):
        check_times(bad)
