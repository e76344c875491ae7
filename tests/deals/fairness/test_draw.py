import hashlib
import hmac
import json
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deals.cards.deck import DECKS
from deals.fairness.commitment import Opening, commitment_of
from deals.fairness.draw import (
    Drawn,
    DrawStatement,
    SeatLine,
    check_draw,
    check_round,
    draw_index,
    draw_key,
    first_below,
    format_draw,
    parse_draw,
)
from deals.fairness.errors import DrawMismatch, RoundMismatch, StatementMalformed
from deals.fairness.kinds import QUICKNET
from deals.fairness.numbering import deal_count, unrank_cards, unrank_deal
from deals.fairness.places import place_sizes

VECTORS = json.loads((Path(__file__).parents[2] / "vectors/fair-deal.json").read_text())
NAMES = [f"{v['proof']['deal']}-{v['proof']['deck']}-{v['proof']['sources']}" for v in VECTORS]
each_vector = pytest.mark.parametrize("vector", VECTORS, ids=NAMES)

COMMITMENT = "25056161f6d626ef9ade87de980f1573ba41ba118080990a788c0c0132409c32"
FULL = tuple(SeatLine(seat, f"{seat}0" * 32, f"{seat}1" * 32) for seat in range(4))
BARE = tuple(map(SeatLine, range(4)))
SHOWN = f"657413 {'ab' * 32}"
LOT_SEATED = [f"{n:08x}-0000-4000-8000-{n:012x}" for n in range(1, 14)]


@each_vector
def test_the_draw_statements_of_the_vectors_read_back(vector):
    assert format_draw(parse_draw(vector["draw_statement"])) == vector["draw_statement"]


@each_vector
def test_key_index_and_attempts_of_the_vectors_come_out(vector):
    proof = vector["proof"]
    key = draw_key(proof["seed"], vector["draw_statement"])
    assert key.hex() == vector["draw_key"]
    drawn = draw_index(key, place_sizes(proof["deck"]))
    assert drawn == Drawn(int(proof["index"]), proof["attempts"])


@each_vector
def test_the_cards_of_the_vectors_come_out(vector):
    proof = vector["proof"]
    index = int(proof["index"])
    if proof["deck"] in DECKS:
        hands = [str(holding) for holding in unrank_deal(index, DECKS[proof["deck"]])]
    else:
        lots = unrank_cards(index, cards=LOT_SEATED, sizes=place_sizes(proof["deck"]))
        hands = [uuid for (uuid,) in lots]
    assert hands == proof["hands"]


def test_a_second_block_is_drawn_for_58_lots_and_more():
    drawn = draw_index(b"\x07" * 32, place_sizes("lots/64"))
    assert drawn == Drawn(
        53957967707961538574028676940386494293125347081595599213888389225877778819627577517876756,
        1,
    )


def test_the_smallest_draw_has_one_deal_and_needs_no_bits():
    assert draw_index(b"\x07" * 32, (1,)) == Drawn(0, 1)


@given(st.binary(min_size=32, max_size=32), st.sampled_from([*DECKS, "lots/57", "lots/58"]))
def test_the_draw_is_that_of_the_specification(key, deck):
    sizes = place_sizes(deck)
    deals = deal_count(sizes)
    bits = (deals - 1).bit_length()
    size = -(-bits // 8)
    for j in count():
        blocks = b""
        for i in count():
            if len(blocks) >= size:
                break
            message = f"hearts/index/v1 {j} {i}\n".encode()
            blocks += hmac.new(key, message, hashlib.sha256).digest()
        x = int.from_bytes(blocks[:size], "big") >> (8 * size - bits)
        if x < deals:
            break
    assert draw_index(key, sizes) == Drawn(x, j + 1)


@pytest.mark.parametrize("deck", DECKS)
def test_the_last_index_is_taken_and_what_is_not_below_the_count_is_drawn_again(deck):
    deals = deal_count(DECKS[deck].sizes)
    bits = (deals - 1).bit_length()
    assert first_below(iter([deals - 1]), deals) == Drawn(deals - 1, 1)
    assert first_below(iter([deals, deals + 1, 2**bits - 1, 0, 7]), deals) == Drawn(0, 4)


def test_indexes_above_64_bits_occur():
    drawn = [draw_index(bytes([n]) * 32, DECKS["4"].sizes).index for n in range(8)]
    assert max(drawn) > 2**64
    assert len(set(drawn)) == 8


def public_keys(commitment, given):
    """Yield every HMAC and hash that a stranger would try on what is public before the reveal."""
    public = [commitment, *given, "-", "seats", "4", "1"]
    texts = [*public, "".join(public), "\n".join(public) + "\n"]
    for text in texts:
        raw = bytes.fromhex(text) if len(text) == 64 else text.encode()
        for value in (raw, text.encode()):
            yield value
            yield hashlib.sha256(value).digest()
            yield hashlib.sha256(hashlib.sha256(value).digest()).digest()
            yield hmac.digest(bytes.fromhex(commitment), value, "sha256")
            yield hmac.digest(value, bytes.fromhex(commitment), "sha256")


def test_for_a_thousand_seeds_no_hash_of_what_is_public_gives_the_draw():
    sizes = DECKS["4"].sizes
    for n in range(1000):
        seed = hashlib.sha256(b"seed %d" % n).hexdigest()
        commitment = commitment_of(
            Opening(
                origin="fair.example.org/log",
                deal=n + 1,
                purpose="game/7d9f6f0e-6a53-4c39-9c1e-2b8f0a1c4d55/hand/1",
                deck="4",
                sources="seats",
                beacon="-",
                seed=seed,
            )
        )
        draw = DrawStatement(commitment, FULL, "-")
        statement = format_draw(draw)
        key = draw_key(seed, statement)
        index = draw_index(key, sizes).index
        given = [value for line in FULL for value in (line.commitment, line.nonce)]
        tried = {*public_keys(commitment, given), hashlib.sha256(statement.encode()).digest()}
        tried |= {hmac.digest(one, statement.encode(), "sha256") for one in tried}
        assert key not in tried
        numbers = {int.from_bytes(one[:12]) for one in tried}
        assert index not in numbers
        if n < 10:
            assert index not in {draw_index(one, sizes).index for one in tried}


def test_two_deals_with_equal_seed_and_nonces_differ():
    seed = "07" * 32
    keys = {
        draw_key(seed, format_draw(DrawStatement(commitment, FULL, "-")))
        for commitment in ("00" * 32, "01" * 32)
    }
    assert len(keys) == 2


@pytest.mark.parametrize(
    ("seed", "text"),
    [("0" * 63, "x"), ("0" * 65, "x"), ("A" * 64, "x"), ("0x" + "0" * 62, "x"),
     ("0" * 64 + "\r", "x"), (" " * 64, "x"), ("0" * 64, "\N{EM DASH}")],
)  # fmt: skip
def test_a_key_needs_a_seed_of_64_lower_case_digits_and_an_ascii_text(seed, text):
    with pytest.raises(StatementMalformed):
        draw_key(seed, text)


@pytest.mark.parametrize(
    ("seats", "beacon"), [(FULL, "-"), (BARE, "-"), (BARE, SHOWN), (BARE[:1], "-")]
)
def test_a_draw_statement_reads_back(seats, beacon):
    draw = DrawStatement(COMMITMENT, seats, beacon)
    assert parse_draw(format_draw(draw)) == draw


@pytest.mark.parametrize(
    ("seats", "beacon"),
    [
        (FULL[:3] + BARE[3:], "-"),
        ((*FULL[:3], replace(FULL[3], nonce=None)), "-"),
        (FULL, SHOWN),
        (FULL[1:], "-"),
        (FULL[:1] + FULL[2:], "-"),
        (FULL[::-1], "-"),
        (FULL + FULL[3:], "-"),
    ],
)
def test_a_draw_is_from_every_seat_or_from_none_and_from_one_source(seats, beacon):
    with pytest.raises(StatementMalformed):
        DrawStatement(COMMITMENT, seats, beacon)


@pytest.mark.parametrize(
    "draw",
    [
        DrawStatement(COMMITMENT, BARE, ""),
        DrawStatement(COMMITMENT, BARE, "657413"),
        DrawStatement(COMMITMENT, BARE, f"0 {'ab' * 32}"),
        DrawStatement(COMMITMENT, BARE, f"657413 {'ab' * 48}"),
        DrawStatement(COMMITMENT[1:], BARE, "-"),
        DrawStatement(COMMITMENT, (), "-"),
        DrawStatement(COMMITMENT, tuple(map(SeatLine, range(4800))), "-"),
    ],
)
def test_a_draw_statement_that_could_not_be_read_back_is_not_written(draw):
    with pytest.raises(StatementMalformed):
        format_draw(draw)


OPENING = Opening(
    origin="fair.example.org/log",
    deal=1,
    purpose="game/7d9f6f0e-6a53-4c39-9c1e-2b8f0a1c4d55/hand/1",
    deck="4",
    sources="seats",
    beacon="-",
    seed="00" * 32,
)
BY_SERVER = replace(OPENING, sources="server")
BY_BEACON = replace(OPENING, sources="beacon", beacon=f"{QUICKNET}@657413")


@pytest.mark.parametrize(
    ("opening", "seats", "beacon"),
    [(OPENING, FULL, "-"), (BY_SERVER, BARE, "-"), (BY_BEACON, BARE, SHOWN)],
)
def test_a_deal_is_drawn_from_the_sources_it_was_committed_with(opening, seats, beacon):
    check_draw(DrawStatement(COMMITMENT, seats, beacon), opening)


@pytest.mark.parametrize(
    ("opening", "seats", "beacon"),
    [
        (OPENING, BARE, "-"),
        (OPENING, BARE, SHOWN),
        (OPENING, FULL[:3], "-"),
        (OPENING, (), "-"),
        (BY_SERVER, FULL, "-"),
        (BY_SERVER, BARE, SHOWN),
        (BY_SERVER, BARE[:3], "-"),
        (BY_BEACON, BARE, "-"),
        (BY_BEACON, FULL, "-"),
    ],
)
def test_a_draw_from_other_sources_or_seats_is_refused(opening, seats, beacon):
    with pytest.raises(DrawMismatch):
        check_draw(DrawStatement(COMMITMENT, seats, beacon), opening)


def test_another_round_than_the_committed_one_is_refused():
    check_round(BY_BEACON.beacon, "657413")
    draw = DrawStatement(COMMITMENT, BARE, SHOWN.replace("657413", "657414"))
    with pytest.raises(RoundMismatch) as raised:
        check_draw(draw, BY_BEACON)
    assert (raised.value.expected, raised.value.found) == ("657413", "657414")
