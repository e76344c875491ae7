"""Your own K: in a deal that was kept, under the head that you sent with your nonce."""

import json
from dataclasses import replace
from hashlib import sha256

import pytest

from deals.cards.deck import DECKS
from deals.fairness.numbering import unrank_deal
from deals.tlog.note import format_vkey
from games.rules.hand import start_hand
from games.verifier.command import main
from games.verifier.receipt_file import ReceiptsUnreadable, parse_receipts
from games.verifier.verify import verify_bundle, verify_value

HEX = "ab" * 32
BY_ONE = ("seat", "service", "service", "service")
NOT_COMPARED = "the chain's head that you sent with your nonce was not compared"


@pytest.fixture
def house(service_class):
    """A server that holds three seats, and can draw their nonces again once it has the fourth."""

    class House(service_class):
        again = b""

        def nonce(self, number, seat):
            drawn = super().nonce(number, seat)
            return drawn if seat == 0 else sha256(drawn.encode() + self.again).hexdigest()

        def ask(self):
            """Come to where seat 0 sends its nonce."""
            number = self.commit(1)
            self.write_deal(number)
            self.contribute(number, (1, 2, 3, 0))
            return number

        def go_on(self, number):
            """Take all nonces, deal, and play to the end."""
            self.open_nonces(number, (1, 2, 3, 0))
            self.freeze(number)
            self.dealt[number] = unrank_deal(self.draw(number).index, DECKS["4"])
            self.finish(number, start_hand(self.rules, 1, self.dealt[number]))
            self.end()
            return self.bundle()

    return lambda: House(drawn_by=BY_ONE)


def k_of(game, nth=0, seat=0):
    return [line.split()[5] for line in game.lines if f" contribute {seat} " in line][nth]


@pytest.fixture
def told(house):
    """What seat 0 has at the moment it sends its nonce: its K and the head; and its receipts."""
    honest = house()
    number = honest.ask()
    head = honest.head
    honest.give_receipt()
    bundle = honest.go_on(number)
    receipts = parse_receipts("".join(honest.receipts))
    return k_of(honest), head, receipts, bundle | {"receipts": []}


@pytest.fixture
def redrawn(house):
    """The bundle of the same game after the house has drawn its three nonces again."""
    liar = house()
    liar.again = b"until it liked the cards"
    return liar.go_on(liar.ask())


def test_nonces_that_were_drawn_again_are_found_by_the_head_that_you_sent(told, redrawn, pinned):
    k, head, _, honest = told
    mine = replace(pinned, mine=frozenset({k}), heads=frozenset({(k, head)}))
    report = verify_bundle(honest, mine)
    assert (report.verdict, report.strength) == ("ok", "shared")
    assert report.notes[0] == (
        "your K stands in hand 1, seat 0, under the head that you sent with its nonce"
    )
    assert not any(NOT_COMPARED in note for note in report.notes)
    report = verify_bundle(redrawn, mine)
    (finding,) = report.findings
    assert (report.verdict, report.strength, finding.step) == ("false", None, 4)
    assert (finding.hand, finding.seat, finding.rule) == (1, 0, "proof_contribution")
    assert finding.detail.startswith(f"two chains were shown: you sent your nonce for {head}")


def test_without_the_head_the_report_says_that_it_was_not_compared(told, redrawn, pinned):
    k, *_ = told
    report = verify_bundle(redrawn, replace(pinned, mine=frozenset({k})))
    assert report.notes[0] == "your K stands in hand 1, seat 0"
    assert NOT_COMPARED in report.notes[1]
    assert "--mine K@HEAD" in report.notes[1]
    assert "--receipts" in report.notes[1]


def test_nonces_that_were_drawn_again_are_found_by_the_receipts_that_you_kept(
    told, redrawn, pinned
):
    *_, receipts, honest = told
    kept = replace(pinned, receipts=receipts)
    report = verify_bundle(honest, kept)
    assert report.verdict == "ok"
    assert "receipts that you kept: 1 on this game's chain, 0 of other games" in report.notes
    report = verify_bundle(redrawn, kept)
    (finding,) = report.findings
    assert (report.verdict, finding.step, finding.rule) == ("false", 8, "proof_chain")
    assert finding.detail.startswith("two chains were shown: your receipt 0 says")


def test_receipts_of_other_games_are_counted_and_prove_nothing_here(told, service, pinned):
    *_, honest = told
    other = service()
    other.give_receipt(game="7d9f6f0e-6a53-4c39-9c1e-2b8f0a1c4d56")
    kept = replace(pinned, receipts=parse_receipts(other.receipts[0]))
    report = verify_bundle(honest, kept)
    assert report.verdict == "ok"
    assert "receipts that you kept: 0 on this game's chain, 1 of other games" in report.notes


def test_a_receipt_that_the_service_did_not_sign_is_found(told, service, pinned, log_signer):
    *_, honest = told
    other = service()
    other.give_receipt()
    text = other.receipts[0].split("\n\n")[0] + "\n"
    kept = replace(pinned, receipts=parse_receipts(log_signer.sign(text)))
    report = verify_bundle(honest, kept)
    assert (report.verdict, report.findings[0].step) == ("false", 8)


def test_a_head_with_another_k_is_not_looked_for(told, pinned):
    k, _, _, honest = told
    mine = replace(pinned, mine=frozenset({k, HEX}), heads=frozenset({(HEX, HEX)}))
    assert verify_bundle(honest, mine).verdict == "ok"


def test_a_bare_proof_has_no_chain_to_compare_the_head_with(told, pinned):
    k, head, _, honest = told
    mine = replace(pinned, mine=frozenset({k}), heads=frozenset({(k, head)}))
    report = verify_value(honest["deals"][0], mine)
    assert report.notes == (
        "your K stands at seat 0",
        f"{NOT_COMPARED}: a deal's proof alone has no chain",
    )


# A deal that was thrown away is not the one that was played.


@pytest.fixture
def dealt_again(service):
    """A game whose first deal is void, after seat 0 had given its K to it."""

    def play(drawn_by=BY_ONE):
        game = service(drawn_by=BY_ONE)
        number = game.commit(1)
        game.write_deal(number)
        game.contribute(number)
        game.open_nonces(number, [1, 2, 3])
        game.void(number, "withheld-0")
        game.write_void(number)
        game.drawn_by = drawn_by
        game.hand(1)
        game.end()
        return game

    return play


@pytest.mark.parametrize("by", ["seat", "service"])
def test_a_k_in_a_deal_that_was_thrown_away_is_not_one_in_the_deal(dealt_again, pinned, by):
    game = dealt_again((by, "service", "service", "service"))
    report = verify_bundle(game.bundle(), replace(pinned, mine=frozenset({k_of(game, 0)})))
    (finding,) = report.findings
    assert (report.verdict, finding.step, finding.seat) == ("false", 4, 0)
    assert finding.detail == "your K stands only in a deal that was thrown away"


def test_a_k_in_each_deal_of_a_hand_is_told_of_both(dealt_again, pinned):
    game = dealt_again()
    keys = frozenset({k_of(game, 0), k_of(game, 1)})
    report = verify_bundle(game.bundle(), replace(pinned, mine=keys))
    assert report.verdict == "ok"
    assert report.notes[:2] == (
        "your K stands in hand 1, seat 0, in a deal that was thrown away",
        "your K stands in hand 1, seat 0",
    )


def test_a_k_in_a_deal_that_is_on_is_told_so(service, pinned):
    game = service()
    number = game.commit(1)
    game.pass_all(number, game.deal(number))
    report = verify_bundle(game.bundle(), replace(pinned, mine=frozenset({k_of(game)})))
    assert report.verdict == "incomplete"
    assert report.notes[0] == "your K stands in hand 1, seat 0, in a deal that is not revealed yet"


# The command.


@pytest.fixture
def say(capfdbinary, tmp_path, log_signer):
    """Run the command over a bundle; its status and lines."""

    def run(bundle, *words):
        file = tmp_path / "bundle.json"
        file.write_text(json.dumps(bundle))
        status = main([*map(str, words), "--key", format_vkey(log_signer.key), str(file)])
        return status, capfdbinary.readouterr().out.decode().splitlines()

    return run


def test_the_command_takes_the_head_beside_the_k(say, told, redrawn):
    k, head, _, honest = told
    status, lines = say(honest, "--mine", f"{k}@{head}")
    assert (status, lines[1].endswith("under the head that you sent with its nonce")) == (0, True)
    status, lines = say(redrawn, "--mine", f"{k}@{head}")
    assert (status, lines[1].startswith("    step 4, hand 1, seat 0")) == (1, True)


@pytest.mark.parametrize("form", ["notes", "printed", "list"])
def test_the_command_reads_receipts_as_they_are_kept(say, told, redrawn, house, tmp_path, form):
    kept = house()
    kept.ask()
    kept.give_receipt()
    kept.receipts.insert(0, kept.receipts[0])
    texts = {
        "notes": "".join(kept.receipts),
        "printed": "".join(f"{note}\n" for note in kept.receipts),
        "list": json.dumps(kept.receipts),
    }
    file = tmp_path / "receipts"
    file.write_text(texts[form])
    status, lines = say(told[3], "--receipts", file)
    assert status == 0
    assert "    receipts that you kept: 2 on this game's chain, 0 of other games" in lines
    status, lines = say(redrawn, "--receipts", file)
    assert (status, lines[1].startswith("    step 8")) == (1, True)


@pytest.mark.parametrize(
    "text",
    ["", "nonsense", "[]", "[7]", "[", '["nonsense"]', "hearts/receipt/v1\nx\n\n— a b\n"],
)
def test_what_is_no_receipt_is_refused(text, tmp_path, capfd):
    with pytest.raises(ReceiptsUnreadable):
        parse_receipts(text)
    file = tmp_path / "receipts"
    file.write_text(text)
    with pytest.raises(SystemExit) as caught:
        main(["--receipts", str(file), "x"])
    assert caught.value.code == 2
    assert "receipt" in capfd.readouterr().err


@pytest.mark.parametrize("word", ["AB", f"{HEX}@", f"@{HEX}", f"{HEX}@{HEX}@{HEX}", f"{HEX}:{HEX}"])
def test_another_form_of_mine_is_refused(word, capfd):
    with pytest.raises(SystemExit) as caught:
        main(["--mine", word, "x"])
    assert caught.value.code == 2
    assert "--mine" in capfd.readouterr().err
