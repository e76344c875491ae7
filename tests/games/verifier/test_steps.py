"""Bundles: honest ones get their word, and every lie its step."""

import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from deals.fairness.draw import draw_index, draw_key, format_draw
from deals.fairness.entries import RevealEntry
from deals.fairness.numbering import unrank_cards
from deals.fairness.proof import draw_statement_of, format_proof, parse_proof
from deals.fairness.seat_line import SeatLine
from deals.tlog.note import parse_vkey
from games.verifier.options import Options
from games.verifier.own_k import NO_HEAD
from games.verifier.strength import BUNDLES_WORD
from games.verifier.verify import verify_bundle, verify_line

CHAIN = Path(__file__).parents[2] / "vectors" / "chain"
HEX = "ab" * 32


@pytest.fixture
def two_hands(service):
    """The rules line of a game of two hands, left and right."""
    rules = service().rules_line
    return rules.replace("hands=1", "hands=2")


def lie(report):
    """Return the one step that found the lie, and the rules that it names."""
    assert report.verdict == "false"
    assert report.strength is report.choices is None
    (step,) = {finding.step for finding in report.findings}
    later = {str(number) for number in range(step + 1, 11)}
    assert set(report.not_made) == later
    return step, {finding.rule for finding in report.findings}


# Honest games.


def test_the_vector_bundle_gets_its_answer(vector, pinned):
    report = verify_line(vector, pinned)
    expected = json.loads((CHAIN / "bundle.expected.json").read_text())
    assert report.to_json() == expected
    assert [*report.to_json()] == [*expected]


def test_a_record_that_cant_be_read_says_why():
    report = verify_line('{"format": "hearts-record/1", "hands": 7}', Options())
    assert (report.verdict, report.strength) == ("unreadable", None)
    assert report.unreadable is not None
    assert report.unreadable.expected == "an object with the key 'rules'"


def test_without_a_pinned_key_nothing_is_proven(vector):
    report = verify_line(vector, Options())
    assert (report.verdict, report.strength, report.choices) == ("ok", "unproven", 1)
    assert [*report.not_made] == ["2"]


def test_an_honest_game_is_ok(play, pinned):
    report = verify_bundle(play().bundle(), pinned)
    assert (report.findings, report.verdict, report.strength) == ((), "ok", "shared")
    assert (report.finished, report.choices, report.not_made) == (True, 1, {})
    assert report.winners == tuple(play().winners())


def test_a_game_of_computers_alone_is_server_only(play, pinned):
    report = verify_bundle(play(drawn_by=("service",) * 4).bundle(), pinned)
    assert (report.verdict, report.strength, report.choices) == ("ok", "server-only", 1)


@pytest.fixture
def housed(service_class):
    """A game with computer players, who drew their nonces as the chain is made to say."""

    def play(computers, by, *, late=False):
        class Housed(service_class):
            def write(self, hand, kind, seat, detail):
                if seat in computers and kind == ("contribute" if late else "seat"):
                    holder = "computer thumb"
                    if late:
                        who = f"{holder} left by 3d0c1a52-8f43-4c11-9b8e-0a6e2c7f0001"
                        super().write(0, "substitute", seat, who)
                    else:
                        detail = holder
                return super().write(hand, kind, seat, detail)

        game = Housed(drawn_by=by)
        game.hand(1)
        game.end()
        return game.bundle()

    return play


def test_computers_alone_are_server_only(housed, pinned):
    report = verify_bundle(housed(range(4), ("service",) * 4), pinned)
    assert (report.verdict, report.strength) == ("ok", "server-only")


@pytest.mark.parametrize("late", [False, True], ids=["from the start", "substituted"])
@pytest.mark.parametrize("computers", [range(4), [3]], ids=["all", "one"])
def test_8_a_seat_that_a_computer_holds_draws_no_nonce_of_its_own(housed, pinned, computers, late):
    """Four computers, or the one whose nonce alone is called a seat's: it would be `shared`."""
    by = tuple("seat" if seat in computers else "service" for seat in range(4))
    report = verify_bundle(housed(computers, by, late=late), pinned)
    assert lie(report) == (8, {"proof_chain"})
    assert report.findings[0].detail == "a nonce that a seat drew which no person holds"


def test_a_game_from_the_server_alone_is_server_only(play, pinned):
    report = verify_bundle(play(sources="server").bundle(), pinned)
    assert (report.findings, report.verdict, report.strength) == ((), "ok", "server-only")


def test_a_game_of_several_hands_shows_each(play, pinned, two_hands):
    service = play(rules_line=two_hands)
    report = verify_bundle(service.bundle(), pinned)
    assert report.findings == ()
    assert [hand.direction for hand in report.hands] == ["left", "right"]
    assert report.hands[-1].totals == report.totals == service.totals


def test_a_hold_hand_has_no_passes(play, pinned, two_hands):
    rules = two_hands.replace("left,right,across,hold", "hold,left")
    report = verify_bundle(play(rules_line=rules).bundle(), pinned)
    assert (report.findings, report.hands[0].direction) == ((), "hold")


def test_adjustments_and_substitutions_are_on_the_chain(service, pinned):
    game = service()
    game.write(0, "adjust", 2, "7 late by 3d0c1a52-8f43-4c11-9b8e-0a6e2c7f0001")
    game.hands.append({"adjust": [0, 0, 7, 0], "reason": "late"})
    game.log_head()
    game.totals = (0, 0, 7, 0)
    game.hand(1)
    game.end()
    report = verify_bundle(game.bundle(), pinned)
    assert (report.findings, report.verdict, report.totals) == ((), "ok", game.totals)


def test_a_beacon_that_nobody_saw_in_time_is_server_only(play, pinned):
    report = verify_bundle(play(sources="beacon").bundle(), pinned)
    assert (report.findings, report.verdict, report.strength) == ((), "ok", "server-only")
    assert (report.choices, report.not_made) == (1, {})


def test_a_voided_deal_of_a_beacon_is_a_choice_too(service, pinned):
    game = service(sources="beacon")
    number = game.commit(1)
    game.deal(number)
    game.void(number, "director")
    game.write_void(number)
    game.hand(1)
    game.end()
    report = verify_bundle(game.bundle(), pinned)
    assert (report.findings, report.choices) == ((), 2)


def withheld(game, number, seats=3):
    """Let one seat withhold its nonce."""
    game.write_deal(number)
    game.contribute(number)
    game.open_nonces(number, range(seats))
    game.void(number, "withheld-3")
    game.write_void(number)


@pytest.fixture
def voided(service):
    """A game whose first hand was dealt three times: late, withheld, played."""
    game = service()
    late = game.commit(1)
    game.write_deal(late)
    game.contribute(late, range(2))
    game.void(late, "late-3")
    game.write_void(late)
    withheld(game, game.commit(1))
    game.hand(1)
    game.end()
    return game


def test_choices_count_the_deals_that_the_server_could_have_seen(voided, pinned):
    report = verify_bundle(voided.bundle(), pinned)
    assert (report.findings, report.verdict, report.choices) == ((), "ok", 2)


def test_every_voided_deal_of_the_server_alone_is_a_choice(service, pinned):
    game = service(sources="server")
    for _ in range(2):
        number = game.commit(1)
        game.deal(number)
        game.void(number, "director")
        game.write_void(number)
    game.hand(1)
    game.end()
    report = verify_bundle(game.bundle(), pinned)
    assert (report.findings, report.choices) == ((), 3)


def test_the_plays_of_a_voided_hand_are_checked_too(service, pinned):
    game = service()
    number = game.commit(1)
    table = game.play(number, game.pass_all(number, game.deal(number)), cards=9)
    seat, legal = table.turn, table.legal_cards(table.turn)
    wrong = next(card for card in table.holdings[seat] if card not in legal)
    game.write(1, "play", seat, wrong)
    game.void(number, "director")
    game.write_void(number, "hand", "misdeal")
    game.open_passes(number)
    game.hand(1)
    game.end()
    assert lie(verify_bundle(game.bundle(), pinned)) == (9, {"follow_suit"})


def test_a_voided_hand_without_its_seed_is_held_to_its_order(service, pinned):
    game = service(sources="server")
    number = game.commit(1)
    game.play(number, game.pass_all(number, game.deal(number)), cards=9)
    game.void(number, "seed-lost", seed="-")
    game.write_void(number)
    game.open_passes(number)
    game.hand(1)
    game.end()
    report = verify_bundle(game.bundle(), pinned)
    assert (report.findings, report.choices) == ((), 2)


def test_a_deal_that_was_never_used_is_voided_in_the_log_alone(service, pinned):
    game = service()
    game.hand(1)
    spare = game.commit(2)
    game.void(spare, "unused")
    game.end()
    report = verify_bundle(game.bundle(), pinned)
    assert (report.findings, report.choices) == ((), 1)


def test_a_game_that_stops_in_mid_hand_is_incomplete(service, pinned, two_hands):
    game = service(rules_line=two_hands)
    game.hand(1)
    number = game.commit(2)
    game.play(number, game.pass_all(number, game.deal(number)), cards=5)
    report = verify_bundle(game.bundle(), pinned)
    (finding,) = report.findings
    assert (report.verdict, report.strength) == ("incomplete", "shared")
    assert (finding.rule, finding.hand, finding.ply) == ("incomplete", 2, 5)
    assert len(report.hands) == 1


def test_a_hand_that_is_scored_before_its_cards_are_shown_proves_nothing(
    service, pinned, two_hands
):
    game = service(rules_line=two_hands)
    game.hand(1)
    totals = game.totals
    number = game.commit(2)
    game.score(number, game.play(number, game.pass_all(number, game.deal(number))))
    game.hands.pop()
    report = verify_bundle(game.bundle(), pinned)
    assert (report.verdict, report.totals, len(report.hands)) == ("incomplete", totals, 1)


def test_a_game_without_a_revealed_deal_is_unproven(service, pinned):
    game = service()
    game.write_deal(game.commit(1))
    report = verify_bundle(game.bundle(), pinned)
    assert (report.verdict, report.strength, report.choices) == ("incomplete", "unproven", None)


# Step 1.


@pytest.mark.parametrize(
    ("header", "found"),
    [
        ("hearts/game/v1\n", "header"),
        (None, "no game entry"),
        ("kind sheet", "sources"),
        ("sources imported", "not"),
    ],
)
def test_1_the_header_is_a_game_of_the_service(play, pinned, header, found):
    bundle = play().bundle()
    if header is None:
        bundle["header"] = bundle["entries"][0]["entry"]
    elif header.startswith("hearts"):
        bundle["header"] = header
    else:
        key = header.split(" ")[0]
        lines = bundle["header"].split("\n")
        bundle["header"] = "\n".join(
            header if line.startswith(f"{key} ") else line for line in lines
        )
    assert lie(verify_bundle(bundle, pinned)) == (1, {"proof_statement"})


def test_1_the_headers_rules_are_canonical(play, pinned):
    bundle = play().bundle()
    bundle["header"] = bundle["header"].replace("target=100", "target=99")
    assert lie(verify_bundle(bundle, pinned)) == (1, {"proof_statement"})


@pytest.mark.parametrize("where", ["checkpoint", "seen", "receipts", "entry", "event", "deal"])
def test_1_every_text_is_read_strictly(play, pinned, where):
    bundle = play().bundle()
    match where:
        case "checkpoint":
            bundle[where] = "no note\n"
        case "seen" | "receipts":
            bundle[where] = ["no note\n"]
        case "entry":
            bundle["entries"][3]["entry"] += "more x\n"
        case "event":
            bundle["events"][5] += " "
        case "deal":
            bundle["deals"][0]["seed"] = "A" * 64
    assert lie(verify_bundle(bundle, pinned)) == (1, {"proof_statement"})


# Step 2.


def test_2_another_key_is_not_the_logs(play):
    game = play()
    of_receipts = game.entries[1].split("vkey ")[1].split("\n")[0]
    report = verify_bundle(game.bundle(), Options(parse_vkey(of_receipts)))
    assert lie(report) == (2, {"proof_log"})


def test_2_the_log_begins_with_its_keys(play, pinned):
    game = play()
    game.entries[:2] = reversed(game.entries[:2])
    assert lie(verify_bundle(game.bundle(), pinned)) == (2, {"proof_log"})


def test_2_a_log_without_any_key_is_none(play):
    bundle = play().bundle()
    bundle["entries"] = bundle["entries"][2:]
    assert lie(verify_bundle(bundle, Options())) == (2, {"proof_log"})


def test_2_the_logs_own_key_is_one(play):
    game = play()
    entry = game.entries[0]
    game.entries[0] = entry.replace(entry.split("+")[1], "00000000")
    assert lie(verify_bundle(game.bundle(), Options())) == (2, {"proof_log"})


def test_2_all_texts_are_of_one_origin(play, pinned):
    game = play()
    game.entries[-1] = game.entries[-1].replace("fair.example.org", "foul.example.org")
    assert lie(verify_bundle(game.bundle(), pinned)) == (2, {"proof_log"})


def test_2_an_entry_is_proven_to_be_in_the_log(play, pinned):
    bundle = play().bundle()
    bundle["entries"][4]["hashes"][0] = bundle["entries"][5]["hashes"][0]
    assert lie(verify_bundle(bundle, pinned)) == (2, {"proof_log"})


@pytest.mark.parametrize("where", ["entries", "consistency"])
def test_2_entries_and_sizes_ascend(voided, pinned, where):
    bundle = voided.bundle()
    bundle[where].append(bundle[where][-1])
    assert lie(verify_bundle(bundle, pinned)) == (2, {"proof_log"})


def test_2_a_root_is_hex_of_32_bytes(play, pinned):
    bundle = play().bundle()
    bundle["consistency"][0]["root"] = bundle["consistency"][0]["root"].upper()
    assert lie(verify_bundle(bundle, pinned)) == (2, {"proof_log"})


def test_2_the_checkpoint_extends_the_one_that_the_deal_line_names(play, pinned):
    bundle = play().bundle()
    bundle["consistency"][0]["hashes"][0] = bundle["entries"][5]["hashes"][1]
    assert lie(verify_bundle(bundle, pinned)) == (2, {"proof_log"})


def test_2_the_deal_lines_checkpoint_is_proven(play, pinned):
    bundle = play().bundle()
    bundle["consistency"] = []
    assert lie(verify_bundle(bundle, pinned)) == (2, {"proof_log"})


def test_2_the_checkpoint_of_the_bundle_needs_no_proof_of_itself(service, pinned):
    game = service()
    game.write_deal(game.commit(1))
    bundle = game.bundle()
    bundle["consistency"] = []
    assert verify_bundle(bundle, pinned).verdict == "incomplete"


def test_2_the_log_signs_its_checkpoint(play, pinned, receipt_signer):
    game = play()
    bundle = game.bundle()
    bundle["checkpoint"] = game.checkpoint(signer=receipt_signer)
    assert lie(verify_bundle(bundle, pinned)) == (2, {"proof_log"})


def test_2_the_key_is_of_the_games_origin(play, pinned):
    bundle = play().bundle()
    for text in ("header", "checkpoint"):
        bundle[text] = bundle[text].replace("fair.example.org", "foul.example.org")
    bundle["entries"] = []
    assert lie(verify_bundle(bundle, pinned)) == (2, {"proof_log"})


def test_2_seen_checkpoints_are_earlier_states_of_the_log(play, pinned):
    game = play()
    bundle = game.bundle()
    bundle["seen"] = [game.checkpoint(size) for size in game.sizes]
    assert verify_bundle(bundle, pinned).verdict == "ok"
    bundle["seen"].append(game.checkpoint(6))
    assert lie(verify_bundle(bundle, pinned)) == (2, {"proof_log"})


def test_2_a_deal_line_has_its_commit_entry(play, pinned):
    bundle = play().bundle()
    bundle["entries"] = [one for one in bundle["entries"] if "/commit/" not in one["entry"]]
    assert lie(verify_bundle(bundle, pinned)) == (2, {"proof_log"})


def test_2_a_deal_line_names_its_commit_entry(service, pinned):
    game = service()
    number = game.commit(1)
    game.commit_index = lambda number: 2
    game.finish(number, game.deal(number))
    game.end()
    assert lie(verify_bundle(game.bundle(), pinned)) == (2, {"proof_log"})


def test_2_the_checkpoint_of_a_deal_line_holds_its_commit(play, service, pinned):
    class Late(type(service())):
        def write_deal(self, number):
            last = self.entries.pop()
            super().write_deal(number)
            self.entries.append(last)

        def commit_index(self, number):
            return 3

    game = Late()
    game.hand(1)
    game.end()
    assert lie(verify_bundle(game.bundle(), pinned)) == (2, {"proof_log"})


def test_2_a_commit_later_than_its_deal_line_is_dated_back(service, pinned):
    game = service()
    number = game.commit(1)
    game.clock -= 1
    game.entries[-1] = game.entries[-1].replace("19:00:08", "19:30:00")
    game.finish(number, game.deal(number))
    game.end()
    assert lie(verify_bundle(game.bundle(), pinned)) == (2, {"proof_log"})


# Step 3.


def test_3_another_seed_than_the_committed_one(service, pinned):
    game = service()
    number = game.commit(1)
    commit = game.entries[-1]
    game.seeds[number] = replace(game.seeds[number], seed="cd" * 32)
    game.entries[-1] = game.entries[-1]
    game.commit_index = lambda number: len(game.entries) - 1
    original = commit.split("commitment ")[1].split("\n")[0]
    assert original not in str(game.seeds[number])
    table = game.deal(number)
    game.finish(number, table)
    game.end()
    assert lie(verify_bundle(game.bundle(), pinned))[0] in {2, 3}


def test_3_a_revealed_deal_has_its_proof(play, pinned):
    bundle = play().bundle()
    bundle["deals"] = []
    assert lie(verify_bundle(bundle, pinned)) == (3, {"proof_commitment"})


def test_3_a_proof_is_of_a_revealed_deal(voided, pinned):
    bundle = voided.bundle()
    bundle["deals"].append(bundle["deals"][0] | {"deal": 2})
    assert lie(verify_bundle(bundle, pinned)) == (3, {"proof_commitment"})


def test_3_a_proof_has_the_terms_that_were_committed(play, pinned):
    bundle = play().bundle()
    bundle["deals"][0]["for"] = bundle["deals"][0]["for"].replace("hand/1", "hand/2")
    assert lie(verify_bundle(bundle, pinned)) == (3, {"proof_commitment"})


def test_3_the_log_reveals_the_seed_of_the_proof(service, pinned):
    game = service()
    number = game.commit(1)
    game.score(number, game.play(number, game.pass_all(number, game.deal(number))))
    game.open_passes(number)
    game.reveal(number, seed="cd" * 32)
    game.end()
    assert lie(verify_bundle(game.bundle(), pinned)) == (3, {"proof_commitment"})


def test_3_a_thrown_away_seed_is_the_committed_one(service, pinned):
    game = service()
    number = game.commit(1)
    game.write_deal(number)
    game.void(number, "late-0", seed="cd" * 32)
    game.write_void(number)
    game.hand(1)
    game.end()
    assert lie(verify_bundle(game.bundle(), pinned)) == (3, {"proof_commitment"})


def test_3_the_seed_of_a_frozen_deal_is_never_lost(service, pinned):
    game = service()
    number = game.commit(1)
    game.deal(number)
    game.void(number, "seed-lost", seed="-")
    game.write_void(number)
    game.hand(1)
    game.end()
    assert lie(verify_bundle(game.bundle(), pinned)) == (3, {"proof_commitment"})


def test_3_an_end_without_a_commit(play, pinned):
    bundle = play().bundle()
    bundle["entries"] = [one for one in bundle["entries"] if "/commit/" not in one["entry"]]
    bundle["events"] = [line for line in bundle["events"] if " deal " not in line]
    assert lie(verify_bundle(bundle, pinned)) == (3, {"proof_commitment"})


# Step 4.


def with_nonce(service, nonce):
    """Play a game whose seats take their nonces from a function of deal and seat."""
    game = service()
    game.nonce = nonce
    return game


def test_4_a_nonce_opens_its_k(play, service, pinned):
    class Changing(type(service())):
        def open_nonces(self, number, seats=range(4)):
            self.nonce = lambda number, seat: sha256(b"other %d" % seat).hexdigest()
            super().open_nonces(number, seats)

    game = Changing()
    game.hand(1)
    game.end()
    assert lie(verify_bundle(game.bundle(), pinned)) == (4, {"proof_contribution"})


@pytest.mark.parametrize(
    "nonce",
    [
        lambda number, seat: "0" * 64,
        lambda number, seat: f"{seat + 10}" * 32,
    ],
)
def test_4_a_nonce_is_used_once_and_is_not_zero(service, pinned, nonce):
    game = service()
    game.nonce = nonce
    withheld(game, game.commit(1))
    game.hand(1)
    game.end()
    assert lie(verify_bundle(game.bundle(), pinned)) == (4, {"proof_contribution"})


def test_4_all_ks_stand_before_the_first_nonce(service, pinned):
    class Hasty(type(service())):
        def contribute(self, number, seats=range(4)):
            super().contribute(number, range(3))
            self.open_nonces(number, range(3))
            super().contribute(number, [3])

        def open_nonces(self, number, seats=range(4)):
            super().open_nonces(number, [3] if len(seats) == 4 else seats)

    game = Hasty()
    game.hand(1)
    game.end()
    assert lie(verify_bundle(game.bundle(), pinned)) == (4, {"proof_contribution"})


def test_4_a_proof_has_the_contributions_of_the_chain(play, pinned):
    bundle = play().bundle()
    given = bundle["deals"][0]["contributions"]
    given[1] |= {key: given[0][key] for key in ("commitment", "nonce")}
    assert lie(verify_bundle(bundle, pinned)) == (4, {"proof_contribution"})


def test_4_a_void_says_what_the_seats_had_given(service, pinned):
    game = service()
    number = game.commit(1)
    game.write_deal(number)
    game.contribute(number)
    game.void(number, "late-0", seats=tuple(map(SeatLine, range(4))))
    game.write_void(number)
    game.hand(1)
    game.end()
    assert lie(verify_bundle(game.bundle(), pinned)) == (4, {"proof_contribution"})


def test_4_your_own_k_must_be_there_and_yours(play, pinned):
    game = play()
    bundle = game.bundle()
    given = bundle["deals"][0]["contributions"]
    mine = replace(pinned, mine=frozenset({given[1]["commitment"]}))
    report = verify_bundle(bundle, mine)
    assert (report.verdict, report.notes) == (
        "ok",
        ("your K stands in hand 1, seat 1", NO_HEAD, BUNDLES_WORD),
    )
    for other in (HEX, given[3]["commitment"]):
        report = verify_bundle(bundle, replace(pinned, mine=frozenset({other})))
        assert lie(report) == (4, {"proof_contribution"})


# Step 5.


@pytest.mark.parametrize(
    "other",
    [
        {"seats": tuple(SeatLine(seat, HEX, HEX) for seat in range(4))},
        {"commitment": HEX},
        {"game": "7d9f6f0e-6a53-4c39-9c1e-2b8f0a1c4d56"},
        {"head": f"3 {HEX}"},
    ],
)
def test_5_the_freeze_is_what_the_chain_says(service, pinned, other):
    class Freezing(type(service())):
        def freeze(self, number):
            super().freeze(number, **other)

    game = Freezing()
    game.hand(1)
    game.end()
    assert lie(verify_bundle(game.bundle(), pinned)) == (5, {"proof_beacon"})


def test_5_the_freeze_line_names_the_freeze_entry(service, pinned):
    game = service()
    write = game.write
    game.write = lambda hand, kind, seat, detail: write(
        hand, kind, seat, f"{HEX} 4" if kind == "freeze" else detail
    )
    game.hand(1)
    game.end()
    assert lie(verify_bundle(game.bundle(), pinned)) == (5, {"proof_beacon"})


def test_5_a_freeze_line_has_its_entry(play, pinned):
    bundle = play().bundle()
    bundle["entries"] = [one for one in bundle["entries"] if "/freeze/" not in one["entry"]]
    assert lie(verify_bundle(bundle, pinned)) == (5, {"proof_beacon"})


def test_5_a_freeze_is_of_nonces(service, pinned):
    game = service()
    number = game.commit(1)
    game.write_deal(number)
    game.freeze(number, seats=tuple(SeatLine(seat, HEX, HEX) for seat in range(4)))
    assert lie(verify_bundle(game.bundle(), pinned)) == (5, {"proof_beacon"})


def test_5_a_seq_that_the_chain_does_not_have_has_no_head(play, pinned):
    bundle = play().bundle()
    at = next(at for at, line in enumerate(bundle["events"]) if " nonce 3 " in line)
    bundle["events"][at] = bundle["events"][at].replace(f"{at + 1} ", "9999 ", 1)
    assert lie(verify_bundle(bundle, pinned))[0] == 5


@pytest.mark.parametrize("where", ["line", "entry", "number", "randomness", "signature"])
def test_5_the_beacons_round_is_the_committed_one_everywhere(play, service, pinned, where):
    class Lying(type(service())):
        def shown_beacon(self):
            return super().shown_beacon()[:-1] + "0"

    bundle = play(sources="beacon").bundle()
    round_ = bundle["deals"][0]["round"]
    match where:
        case "line":
            (at,) = [at for at, line in enumerate(bundle["events"]) if " beacon " in line]
            bundle["events"][at] = bundle["events"][at][:-1] + "0"
        case "entry":
            game = Lying(sources="beacon")
            game.hand(1)
            game.end()
            bundle = game.bundle()
        case "number":
            round_["number"] += 1
        case "randomness":
            round_["randomness"] = HEX
        case "signature":
            round_["signature"] = round_["signature"].upper()
    assert lie(verify_bundle(bundle, pinned)) == (5, {"proof_beacon"})


def test_5_the_round_was_still_to_come_when_it_was_committed(service, pinned):
    # It was due at 11:00:03: what is committed at 10:59:03 has its 60 seconds.
    for second, verdict in ((3, "incomplete"), (4, "false")):
        game = service(sources="beacon")
        game.clock = 59 * 60 + second - 1
        game.hand(1)
        report = verify_bundle(game.bundle(), pinned)
        assert report.verdict == verdict
    assert lie(report) == (5, {"proof_beacon"})
    assert "not 60 s after the commit entry" in report.findings[0].detail


@pytest.mark.parametrize("other", ["number", "signature"])
def test_5_a_round_that_was_thrown_away_was_the_committed_one_too(service, pinned, other):
    game = service(sources="beacon")
    write = game.write

    def write_other(hand, kind, seat, detail):
        if kind == "beacon":
            number, signature = detail.split(" ")
            detail = f"657414 {signature}" if other == "number" else f"{number} {'ab' * 48}"
        return write(hand, kind, seat, detail)

    game.write = write_other
    number = game.commit(1)
    game.deal(number)
    game.void(number, "director")
    game.write_void(number)
    assert lie(verify_bundle(game.bundle(), pinned)) == (5, {"proof_beacon"})


def test_5_a_round_without_a_commit(play, pinned):
    bundle = play(sources="beacon").bundle()
    (at,) = [at for at, line in enumerate(bundle["events"]) if " beacon " in line]
    (deal,) = [line for line in bundle["events"] if " deal " in line]
    bundle["events"][at] = deal.replace(" deal - 1 ", " deal - 2 ")
    assert lie(verify_bundle(bundle, pinned))[0] == 2


def test_9_the_plays_of_a_voided_hand_of_a_beacon_are_checked_too(service, pinned):
    game = service(sources="beacon")
    number = game.commit(1)
    table = game.play(number, game.pass_all(number, game.deal(number)), cards=9)
    seat, legal = table.turn, table.legal_cards(table.turn)
    wrong = next(card for card in table.holdings[seat] if card not in legal)
    game.write(1, "play", seat, wrong)
    game.void(number, "director")
    game.write_void(number, "hand", "misdeal")
    game.open_passes(number)
    game.hand(1)
    game.end()
    assert lie(verify_bundle(game.bundle(), pinned)) == (9, {"follow_suit"})


# Steps 6 and 7.


def test_6_the_index_follows(service, pinned):
    for other in ({"index": 5}, {"attempts": 9}):
        game = service()
        number = game.commit(1)
        game.score(number, game.play(number, game.pass_all(number, game.deal(number))))
        game.open_passes(number)
        game.reveal(number, **other)
        game.end()
        assert lie(verify_bundle(game.bundle(), pinned)) == (6, {"proof_index"})


@pytest.mark.parametrize(("key", "other"), [("index", "5"), ("attempts", 9)])
def test_6_the_proof_says_the_index_that_follows(play, pinned, key, other):
    bundle = play().bundle()
    bundle["deals"][0][key] = other
    assert lie(verify_bundle(bundle, pinned)) == (6, {"proof_index"})


def test_7_the_cards_follow(play, pinned):
    bundle = play().bundle()
    bundle["deals"][0]["hands"].reverse()
    assert lie(verify_bundle(bundle, pinned)) == (7, {"proof_cards"})


def test_7_a_proof_may_leave_out_what_follows(play, pinned):
    bundle = play().bundle()
    for key in ("index", "attempts", "hands"):
        del bundle["deals"][0][key]
    assert verify_bundle(bundle, pinned).verdict == "ok"


# Step 8.


def test_8_the_header_is_the_logs_entry_of_the_game(play, pinned):
    bundle = play().bundle()
    del bundle["entries"][2]
    assert lie(verify_bundle(bundle, pinned)) == (8, {"proof_chain"})


def test_8_every_line_is_in_its_place(service, pinned):
    game = service()
    game.hand(1)
    game.write(0, "seat", 0, "empty")
    game.end()
    assert lie(verify_bundle(game.bundle(), pinned)) == (8, {"proof_chain"})


def test_8_the_logs_heads_are_the_chains(service, pinned):
    game = service()
    number = game.commit(1)
    table = game.play(number, game.pass_all(number, game.deal(number)))
    head, game.head = game.head, HEX
    game.log_head()
    game.head = head
    game.score(number, table)
    game.open_passes(number)
    game.reveal(number)
    game.end()
    assert lie(verify_bundle(game.bundle(), pinned)) == (8, {"proof_chain"})


def test_8_the_log_has_a_head_after_every_score_and_end(play, pinned):
    bundle = play().bundle()
    for at, one in enumerate(bundle["entries"]):
        if "/head/" in one["entry"]:
            short = bundle | {"entries": bundle["entries"][:at] + bundle["entries"][at + 1 :]}
            assert lie(verify_bundle(short, pinned)) == (8, {"proof_chain"})


def test_8_a_head_beyond_the_chain_shows_a_line_that_is_left_out(play, pinned):
    bundle = play().bundle()
    bundle["events"].pop()
    assert lie(verify_bundle(bundle, pinned)) == (8, {"proof_chain"})


def test_8_receipts_lie_on_the_chain(service, pinned, receipt_signer, log_signer):
    game = service()
    game.give_receipt()
    game.hand(1)
    game.give_receipt()
    game.end()
    assert verify_bundle(game.bundle(), pinned).verdict == "ok"
    for other in (
        {"head": HEX},
        {"seq": 999},
        {"game": "7d9f6f0e-6a53-4c39-9c1e-2b8f0a1c4d56"},
        {"origin": "foul.example.org"},
        {"time": "2026-11-02T19:59:59.000Z"},
    ):
        lying = service()
        lying.give_receipt(**other)
        lying.hand(1)
        lying.end()
        assert lie(verify_bundle(lying.bundle(), pinned)) == (8, {"proof_chain"})
    forged = game.bundle()
    text = forged["receipts"][0].split("\n\n")[0] + "\n"
    forged["receipts"][0] = log_signer.sign(text)
    assert lie(verify_bundle(forged, pinned)) == (8, {"proof_chain"})


@pytest.mark.parametrize("other", ["number", "seed", "index", "entry"])
def test_8_the_reveal_line_says_what_the_log_reveals(service, pinned, other):
    game = service()
    write = game.write

    def write_other(hand, kind, seat, detail):
        if kind == "reveal":
            number, seed, index, entry = detail.split(" ")
            changed = {"number": number, "seed": seed, "index": index, "entry": entry}
            changed[other] = HEX if other == "seed" else "4"
            detail = " ".join(changed.values())
        return write(hand, kind, seat, detail)

    game.write = write_other
    game.hand(1)
    game.end()
    assert lie(verify_bundle(game.bundle(), pinned)) == (8, {"proof_chain"})


def test_8_a_deal_that_the_log_reveals_is_revealed_in_the_chain(service, pinned):
    game = service()
    number = game.commit(1)
    game.score(number, game.play(number, game.pass_all(number, game.deal(number))))
    game.open_passes(number)
    game.reveal(number)
    game.lines.pop()
    assert lie(verify_bundle(game.bundle(), pinned)) == (8, {"proof_chain"})


def test_8_lots_are_no_deal_of_a_game(service, pinned):
    game = service(sources="server")
    game.hand(1)
    lots = {"purpose": "lots/7d9f6f0e-6a53-4c39-9c1e-2b8f0a1c4d55/1", "deck": "lots/4"}
    number = game.commit(1, **lots)
    proof = parse_proof(game.proof(number) | {"hands": [f"seat {n}" for n in range(4)]})
    statement = format_draw(draw_statement_of(proof))
    drawn = draw_index(draw_key(proof.seed, statement), (1,) * 4)
    held = unrank_cards(drawn.index, cards=sorted(proof.hands), sizes=(1,) * 4)
    said = {"index": drawn.index, "attempts": drawn.attempts}
    hands = tuple(who for (who,) in held)
    game.proofs.append(format_proof(replace(proof, hands=hands, **said)))
    said |= {"origin": proof.origin, "deal": number, "seed": proof.seed}
    game.log(RevealEntry(**said, beacon="-", time=game.tick()))
    game.end()
    assert lie(verify_bundle(game.bundle(), pinned)) == (8, {"proof_chain"})


def test_8_the_records_names_about_and_id_are_free(play, pinned):
    bundle = play().bundle()
    about = {"place": "Ort", "own": 1}
    bundle["record"] |= {"id": "x", "players": ["a", "b", "c", "d"], "about": about}
    bundle["record"]["rules"]["preset"] = "standard"
    report = verify_bundle(bundle, pinned)
    assert (report.verdict, report.id) == ("ok", "x")


@pytest.mark.parametrize("key", ["rules", "claimed", "more", "played", "passed", "fewer", "twice"])
def test_8_the_records_rules_and_hands_are_the_chains(play, pinned, key):
    bundle = play().bundle()
    record = bundle["record"]
    match key:
        case "rules":
            record["rules"]["target"] = 95
        case "claimed":
            del record["claimed"]
        case "more":
            record["more"] = 1
        case "played" | "passed":
            record["hands"][0][key] = record["hands"][0][key][::-1]
        case "fewer":
            record["hands"].pop()
        case "twice":
            record["hands"] *= 2
    assert lie(verify_bundle(bundle, pinned)) == (8, {"proof_chain"})


# Step 9.


def test_9_an_illegal_play_of_a_finished_game(service, pinned):
    game = service()
    number = game.commit(1)
    table = game.play(number, game.pass_all(number, game.deal(number)), cards=1)
    seat, legal = table.turn, table.legal_cards(table.turn)
    wrong = next(card for card in table.holdings[seat] if card not in legal)
    game.write(1, "play", seat, wrong)
    report = verify_bundle(game.bundle(), pinned)
    # Nobody can tell before the reveal.
    assert report.verdict == "incomplete"
    game.void(number, "director")
    game.write_void(number, "game", "cheated")
    game.open_passes(number)
    game.end("voided")
    report = verify_bundle(game.bundle(), pinned)
    assert lie(report) == (9, {"follow_suit"})
    (finding,) = report.findings
    assert (finding.hand, finding.ply, finding.seat) == (1, 1, seat)


def test_9_points_scores_and_totals_follow(service, pinned, two_hands):
    game = service(rules_line=two_hands)
    game.hand(1)
    totals = game.totals
    game.totals = (1, 2, 3, 4)
    game.hand(2)
    game.end()
    report = verify_bundle(game.bundle(), pinned)
    assert lie(report) == (9, {"score_mismatch"})
    assert (len(report.hands), report.totals, report.id) == (1, totals, report.id)


# Step 10.


def test_10_a_void_that_was_past_a_k_has_its_deal_line(service, pinned):
    class Hiding(type(service())):
        def seat_lines(self):
            return tuple(SeatLine(seat, HEX) for seat in range(4))

    game = Hiding()
    game.hand(1)
    number = game.commit(2)
    game.void(number, "late-0", seats=game.seat_lines())
    game.end()
    # What the void says the seats had given, no line of the chain says.
    assert lie(verify_bundle(game.bundle(), pinned)) == (4, {"proof_contribution"})


@pytest.mark.parametrize(
    "other",
    [
        {"purpose": "game/7d9f6f0e-6a53-4c39-9c1e-2b8f0a1c4d56/hand/2"},
        {"purpose": "board/7d9f6f0e-6a53-4c39-9c1e-2b8f0a1c4d55/2"},
        {"sources": "server"},
        {"deck": "3"},
    ],
)
def test_10_a_deal_is_for_this_game_as_its_header_says(service, pinned, other):
    game = service()
    game.hand(1)
    game.void(game.commit(2, **other), "unused")
    game.end()
    assert lie(verify_bundle(game.bundle(), pinned)) == (10, {"proof_sequence"})


def test_10_a_second_deal_waits_for_the_void_of_the_first(service, pinned):
    game = service()
    spare = game.commit(1)
    game.hand(1)
    game.void(spare, "unused")
    game.end()
    assert lie(verify_bundle(game.bundle(), pinned)) == (10, {"proof_sequence"})


def test_10_every_deal_ends(service, pinned):
    game = service()
    game.hand(1)
    game.write_deal(game.commit(2))
    bundle = game.bundle()
    assert verify_bundle(bundle, pinned).findings[0].rule == "after_end"
    game = service()
    game.hand(1)
    game.commit(2)
    game.end()
    assert lie(verify_bundle(game.bundle(), pinned)) == (10, {"proof_sequence"})


def test_10_a_deal_has_one_end(service, pinned):
    game = service()
    game.hand(1)
    game.void(1, "director")
    game.end()
    assert lie(verify_bundle(game.bundle(), pinned)) == (10, {"proof_sequence"})


def test_10_a_deal_has_one_entry_of_a_kind(service, pinned):
    game = service()
    game.hand(1)
    game.entries.append(game.entries[3])
    game.end()
    assert lie(verify_bundle(game.bundle(), pinned)) == (10, {"proof_sequence"})


def test_10_a_void_after_a_k_is_in_the_chain(service, pinned):
    game = service(sources="server")
    game.hand(1)
    number = game.commit(2)
    game.void(number, "unused")
    game.end()
    assert verify_bundle(game.bundle(), pinned).verdict == "ok"


def test_10_deals_are_numbered_as_they_are_committed(service, pinned):
    game = service()
    game.numbers = 5
    game.hand(1)
    game.numbers = 2
    game.void(game.commit(2), "unused")
    game.end()
    assert lie(verify_bundle(game.bundle(), pinned)) == (10, {"proof_sequence"})


def test_10_the_logs_times_never_go_back(service, pinned):
    game = service()
    game.hand(1)
    game.end()
    game.entries[-1] = game.entries[-1].replace("time 2026", "time 2025")
    assert lie(verify_bundle(game.bundle(), pinned)) == (10, {"proof_sequence"})
