"""A seat's software against an honest server, and against one that lies to it."""

import json
from uuid import uuid4

import pytest

from api.client.http import ApiProblem
from deals.fairness.contribution import Contribution, contribution_commitment
from deals.services.checkpoints import publish_checkpoint
from deals.services.keys import service_keys
from deals.signing import new_key_line, parse_signer
from deals.tlog.note import format_vkey, parse_note
from games.rules.hand import Phase
from games.verifier.options import Options
from games.verifier.own_k import NO_HEAD
from games.verifier.verify import verify_bundle
from tests.api.client.conftest import Round, Server, broken, edit_lines
from tests.cast import Party


def test_four_clients_play_a_game_prove_its_deal_and_the_verifier_agrees(round_of_four):
    round_of_four.play()
    seats = round_of_four.seats
    proven = [deal for seat in seats for deal in seat.own.proven]
    assert len(proven) == 4
    assert len({(deal.number, deal.commit.commitment, deal.index) for deal in proven}) == 1
    bundle = round_of_four.host.api.call("GET", f"games/{round_of_four.game.id}/bundle").as_object()
    bundle["receipts"] = [note for seat in seats for note in seat.chain.receipts]
    # Each has one for its seat, K, nonce, pass and thirteen cards.
    assert len(bundle["receipts"]) == 4 * 17
    mine = frozenset(deal.commitment for deal in proven)
    heads = frozenset((deal.commitment, deal.head) for deal in proven)
    assert len({head for _, head in heads}) == 1
    report = verify_bundle(
        bundle, Options(key=service_keys().log.verifier_key, mine=mine, heads=heads)
    )
    assert (report.verdict, report.strength, report.not_made) == ("ok", "shared", {})
    assert NO_HEAD not in report.notes


def test_every_seat_opens_a_nonce_of_its_own(round_of_four):
    round_of_four.play(until=_is_dealt)
    deal = round_of_four.seats[0].own.deal
    assert len({line.nonce for line in deal.given}) == 4
    for line in deal.given:
        given = Contribution(deal.commit.commitment, line.seat, line.nonce)
        assert contribution_commitment(given) == line.commitment


def test_heads_are_reckoned_whatever_the_server_says_they_are(round_of_four):
    def twist(method, path, value):
        for event in value["events"] if "/events?" in path else ():
            event["head"] = "0" * 64
        return value

    round_of_four.server.twist = twist
    round_of_four.play(until=_is_dealt)
    liar, honest, *_ = (seat.chain.heads for seat in round_of_four.seats)
    known = min(len(liar), len(honest))
    assert liar[:known] == honest[:known]


def test_a_client_that_pinned_another_key_takes_no_seat(round_of_four):
    round_of_four.vkey = format_vkey(_stranger().verifier_key)
    with broken(2):
        round_of_four.sit()


def test_a_header_that_was_changed_is_not_in_the_log(round_of_four):
    def twist(method, path, value):
        for entry in value["entries"] if path.endswith("/bundle") else ():
            entry["entry"] = entry["entry"].replace("wait 600", "wait 10")
        return value

    round_of_four.server.twist = twist
    with broken(2):
        round_of_four.sit()


def test_another_games_header_is_not_taken_for_this_ones(round_of_four):
    other = Round(round_of_four.vkey)
    bundle = json.loads(Server().client.get(f"/api/v1/games/{other.game.id}/bundle").content)
    round_of_four.server.twist = lambda method, path, value: (
        bundle if path.endswith("/bundle") else value
    )
    with broken(2, "the game"):
        round_of_four.sit()


def test_a_game_whose_seats_add_nothing_is_not_joined(round_of_four):
    party = Party(sources="server")
    publish_checkpoint(now=party.clock())
    client = round_of_four.client(Server())
    with broken(2):
        client.take_seat(str(party.game), 0, invite=party.invites[0])


def test_a_commit_entry_that_was_changed_is_not_in_the_log(round_of_four):
    def twist(method, path, value):
        if "/deals/" in path and method == "GET":
            value["entry_texts"]["commit"] = value["entry_texts"]["commit"].replace(
                value["commitment"], "5" * 64
            )
        return value

    round_of_four.server.twist = twist
    with broken(2):
        round_of_four.play()


def test_a_proof_of_another_entry_proves_nothing(round_of_four):
    def twist(method, path, value):
        return value.replace("\nindex ", "\nindex 1") if "/log/proof/" in path else value

    round_of_four.server.twist = twist
    with broken(2, "the proof is of entry"):
        round_of_four.play()


def test_a_deal_that_was_committed_for_another_game_is_not_contributed_to(round_of_four):
    other = Round(round_of_four.vkey)
    other.sit()
    other.seats[0].advance(None, wait=0)
    line = other.seats[0].own.deal.line
    detail = f"{line.number} {line.commitment} {line.entry} {line.size} {line.root}"
    round_of_four.server.twist = edit_lines("deal", lambda seat, _: ("deal", seat, detail))
    with broken(2, "its purpose"):
        round_of_four.play()


def test_the_chain_must_name_the_deal_that_was_committed(round_of_four):
    def other_commitment(seat, detail):
        number, _, *rest = detail.split(" ")
        return "deal", seat, " ".join([number, "5" * 64, *rest])

    round_of_four.server.twist = edit_lines("deal", other_commitment)
    with broken(2, "its commitment"):
        round_of_four.play()


def test_no_nonce_is_sent_before_every_commitment_stands_in_the_chain(round_of_four):
    def early_nonce(seat, detail):
        commitment, _ = detail.split(" ")
        return ("nonce", seat, commitment) if seat == "3" else ("contribute", seat, detail)

    round_of_four.server.twist = edit_lines("contribute", early_nonce)
    with broken(8, "no nonce line may stand here"):
        round_of_four.play()
    assert round_of_four.seats[0].chain.table.nonces == {}


def test_a_line_that_was_changed_does_not_go_with_the_next_receipt(round_of_four):
    def other_pass(seat, detail):
        return "pass", seat, "5" * 64 if seat == "2" else detail

    round_of_four.server.twist = edit_lines("pass", other_pass)
    with broken(8, "not on this chain"):
        round_of_four.play()


def test_a_changed_line_before_the_nonces_gets_none_from_this_seat(round_of_four):
    def other_commitment(seat, detail):
        return "contribute", seat, "5" * 64 + " seat" if seat == "2" else detail

    round_of_four.server.twist = edit_lines("contribute", other_commitment)
    with pytest.raises(ApiProblem, match="stale-head"):
        round_of_four.play()


def test_a_receipt_that_another_key_signed_is_none(round_of_four):
    stranger = _stranger(f"{service_keys().log.name}/receipt")

    def twist(method, path, value):
        if method == "PUT":
            value["receipt"] = stranger.sign_note(parse_note(value["receipt"]).text)
        return value

    round_of_four.server.twist = twist
    with broken(8):
        round_of_four.play()


def test_a_receipt_for_another_line_is_none(round_of_four):
    kept = []

    def twist(method, path, value):
        if method != "GET" and "receipt" in value:
            kept.append(value["receipt"])
            value["receipt"] = kept[0]
        return value

    round_of_four.server.twist = twist
    with broken(8, "came with line"):
        round_of_four.play()


def test_a_server_that_plays_another_card_is_caught(round_of_four):
    class Second:
        """Plays the second legal card where there is one."""

        choose_pass = round_of_four.strategy.choose_pass

        @staticmethod
        def choose_play(view):
            return [*view.legal][:2][-1]

    legal = []

    def twist(method, path, value):
        if "/seats/0" in path and method == "GET" and value["cards"]:
            legal[:] = value["cards"]["legal_cards"]
        return value

    def lie(method, path, body):
        return {**body, "card": legal[0]} if path.endswith("/plays") else body

    round_of_four.strategy = Second
    round_of_four.server.twist, round_of_four.server.lie = twist, lie
    with broken(8, "is not what seat 0 did"):
        round_of_four.play()


def test_a_server_that_passes_other_cards_is_caught(round_of_four):
    held = []

    def twist(method, path, value):
        if "/seats/0" in path and method == "GET" and value["cards"]:
            held[:] = value["cards"]["holding"]
        return value

    def lie(method, path, body):
        if not path.endswith("/passes"):
            return body
        return {"cards": [card for card in held if card not in body["cards"]][:3]}

    round_of_four.server.twist, round_of_four.server.lie = twist, lie
    with broken(8, "is not what seat 0 did"):
        round_of_four.play()


def test_cards_that_were_not_dealt_are_caught_after_the_hand(round_of_four):
    def twist(method, path, value):
        if "/seats/0" in path and method == "GET" and value["cards"]:
            value["cards"]["dealt"] = value["cards"]["dealt"][1:]
        return value

    round_of_four.server.twist = twist
    with broken(7, "this seat was shown"):
        round_of_four.play()


def test_cards_that_change_during_the_hand_are_caught_at_once(round_of_four):
    def twist(method, path, value):
        if "/seats/0" in path and method == "GET" and value["phase"] == Phase.PLAYING:
            value["cards"]["dealt"] = value["cards"]["dealt"][:12]
        return value

    round_of_four.server.twist = twist
    with broken(7, "expected was"):
        round_of_four.play()


def test_a_line_that_is_left_out_is_missed(round_of_four):
    def twist(method, path, value):
        if "/events?" in path:
            value["events"] = [e for e in value["events"] if " nonce 1 " not in e["line"]]
        return value

    round_of_four.server.twist = twist
    with broken(8, "seq"):
        round_of_four.play()


def test_a_pass_without_its_opening_is_noticed(round_of_four):
    def twist(method, path, value):
        return {**value, "opening": ""} if path.endswith("/passes") else value

    round_of_four.server.twist = twist
    with broken(8):
        round_of_four.play()


def test_a_seat_for_somebody_else_is_not_taken(round_of_four):
    def twist(method, path, value):
        return {**value, "player": str(uuid4())} if method == "POST" else value

    round_of_four.server.twist = twist
    with broken(8, "is not what seat 0 did"):
        round_of_four.sit()


def test_a_card_played_too_late_is_thought_over_again(round_of_four):
    stale = []

    def lie(method, path, body):
        if path.endswith("/plays") and not stale:
            stale.append(body["expected_seq"])
            return {**body, "expected_seq": body["expected_seq"] - 1}
        return body

    round_of_four.server.lie = lie
    round_of_four.play(until=lambda chain: chain.table.plays)
    assert stale


def test_a_card_that_is_refused_for_another_reason_is_a_problem(round_of_four):
    def lie(method, path, body):
        return {**body, "card": "1X"} if path.endswith("/plays") else body

    round_of_four.server.lie = lie
    with pytest.raises(ApiProblem, match="invalid-body"):
        round_of_four.play()


def test_a_card_that_is_refused_twice_while_nothing_happens_is_a_problem(round_of_four):
    """Or the client would ask for ever."""

    def lie(method, path, body):
        return {**body, "expected_seq": 1} if path.endswith("/plays") else body

    round_of_four.server.lie = lie
    with pytest.raises(ApiProblem, match="stale"):
        round_of_four.play()


def test_a_move_that_changes_nothing_is_not_made_again_before_there_is_more_to_read(round_of_four):
    """A server that shows a turn that is none: one look for each reading, no more."""
    calls = []

    def twist(method, path, value):
        calls.append("look" if "/seats/0" in path else "read")
        if "/seats/0" in path and method == "GET" and value["cards"]:
            value["turn"] = None
        return value

    round_of_four.play(until=_is_dealt)
    round_of_four.server.twist = twist
    for _ in range(20):
        for seat in round_of_four.seats:
            seat.advance(round_of_four.strategy, wait=0)
    looks = [at for at, call in enumerate(calls) if call == "look"]
    assert all(calls[at - 1] == "read" for at in looks)


def test_a_refusal_is_a_problem_with_its_code(round_of_four):
    client = round_of_four.client(Server())
    with pytest.raises(ApiProblem) as refused:
        client.take_seat(round_of_four.game.id, 0, invite="guessed")
    assert (refused.value.status, refused.value.code) == (403, "wrong-invite")


def _is_dealt(chain):
    return chain.table.phase in {"passing", "playing"}


def _stranger(name="hearts.localhost/log"):
    return parse_signer(new_key_line(name))
