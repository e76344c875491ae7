"""A second verifier, written from the two SPEC.md alone: it imports nothing of ours.

What it computes must be what the vectors say; what it can't compute it must refuse.
"""

import base64
import hmac
import json
import re
from hashlib import sha256
from math import factorial, prod
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from py_ecc.bls.hash_to_curve import hash_to_G1
from py_ecc.bls.point_compression import decompress_G1, decompress_G2
from py_ecc.optimized_bls12_381 import FQ12, G2, final_exponentiate, neg, pairing

VECTORS = Path(__file__).parents[2] / "vectors"
DEALS = json.loads((VECTORS / "fair-deal.json").read_text())
DRAND = json.loads((VECTORS / "drand.json").read_text())
BUNDLE = json.loads((VECTORS / "chain/bundle.json").read_text())

PLACES = {  # 4: seats, cards of each, kitty; what the deck lacks
    "4": ([13] * 4, ""),
    "3": ([17] * 3, "2D"),
    "5": ([10] * 5, "2C 2D"),
    "6": ([8] * 6, "2C 3C 2D 3D"),
    "3+kitty": ([17] * 3 + [1], ""),
    "5+kitty": ([10] * 5 + [2], ""),
    "6+kitty": ([8] * 6 + [4], ""),
}


def statement(kind, *lines):
    return "".join(f"{line}\n" for line in (f"hearts/{kind}/v1", *lines))


def digest(text):
    return sha256(text.encode()).hexdigest()


def sizes_of(deck):
    return [1] * int(deck[5:]) if deck.startswith("lots/") else PLACES[deck][0]


def cards_of(deck, hands):
    if deck.startswith("lots/"):
        return sorted(hands)
    order = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
    return [card for card in order if card not in PLACES[deck][1].split()]


def draw_statement(proof):
    given = {one["seat"]: one for one in proof["contributions"]}
    seats = len(sizes_of(proof["deck"])) - ("+" in proof["deck"])
    lines = [
        f"seat {n} {given[n]['commitment']} {given[n]['nonce']}" if n in given else f"seat {n} - -"
        for n in range(seats)
    ]
    beacon = proof["round"]
    shown = f"{beacon['number']} {beacon['randomness']}" if beacon else "-"
    return statement("draw", f"commitment {proof['commitment']}", *lines, f"beacon {shown}")


def draw(seed, text, sizes):
    key = hmac.digest(bytes.fromhex(seed), text.encode(), "sha256")
    n = factorial(sum(sizes)) // prod(map(factorial, sizes))
    bits = (n - 1).bit_length()
    size = (bits + 7) // 8
    j = 0
    while True:
        stream, i = b"", 0
        while len(stream) < size:
            stream += hmac.digest(key, f"hearts/index/v1 {j} {i}\n".encode(), "sha256")
            i += 1
        x = int.from_bytes(stream[:size], "big") >> (8 * size - bits)
        if x < n:
            return x, j + 1, n
        j += 1


def deal(x, m, sizes, cards):
    left, hands, n = list(sizes), [[] for _ in sizes], len(cards)
    for card in cards:
        for s, r in enumerate(left):
            w = m * r // n
            if x < w:
                hands[s].append(card)
                m, n = w, n - 1
                left[s] -= 1
                break
            x -= w
    return [" ".join(hand) for hand in hands]


def check_proof(proof):
    """Steps 3 to 7."""
    terms = [
        f"{key} {proof[key]}"
        for key in ["origin", "deal", "for", "deck", "sources", "beacon", "seed"]
    ]
    assert digest(statement("seed", *terms)) == proof["commitment"]
    for one in proof["contributions"]:
        lines = (
            f"commitment {proof['commitment']}",
            f"seat {one['seat']}",
            f"nonce {one['nonce']}",
        )
        assert digest(statement("contribution", *lines)) == one["commitment"]
    if proof["round"]:
        assert proof["beacon"] == f"{DRAND['quicknet']['chain']}@{proof['round']['number']}"
        check_round(proof["round"]["number"], proof["round"]["signature"])
        raw = bytes.fromhex(proof["round"]["signature"])
        assert sha256(raw).hexdigest() == proof["round"]["randomness"]
    sizes = sizes_of(proof["deck"])
    index, attempts, n = draw(proof["seed"], draw_statement(proof), sizes)
    assert (str(index), attempts) == (proof["index"], proof["attempts"])
    assert deal(index, n, sizes, cards_of(proof["deck"], proof["hands"])) == proof["hands"]


def check_round(number, signature, public=DRAND["quicknet"]["public_key"]):
    point = hash_to_G1(
        sha256(number.to_bytes(8, "big")).digest(), DRAND["quicknet"]["dst"].encode(), sha256
    )
    key = decompress_G2((int(public[:96], 16), int(public[96:], 16)))
    signed = decompress_G1(int(signature, 16))
    product = pairing(G2, neg(signed), final_exponentiate=False) * pairing(
        key, point, final_exponentiate=False
    )
    assert final_exponentiate(product) == FQ12.one()


def root_of(leaf, index, size, hashes):
    """Walk up as RFC 9162, 2.1.3.2, does."""
    fn, sn, r = index, size - 1, leaf
    for p in hashes:
        assert sn
        if fn % 2 or fn == sn:
            r = sha256(b"\1" + p + r).digest()
            while fn % 2 == 0 and fn:
                fn, sn = fn // 2, sn // 2
        else:
            r = sha256(b"\1" + r + p).digest()
        fn, sn = fn // 2, sn // 2
    assert sn == 0
    return r


def check_note(note, vkey):
    text, _, below = note.rpartition("\n\n")
    name, _, encoded = re.fullmatch(r"(.+?)\+([0-9a-f]{8})\+(.+)", vkey).groups()
    key = base64.b64decode(encoded)
    mark = sha256(name.encode() + b"\n" + key).digest()[:4]
    (blob,) = [
        base64.b64decode(line.split(" ")[2])[4:]
        for line in below.splitlines()
        if line.split(" ")[1] == name and base64.b64decode(line.split(" ")[2])[:4] == mark
    ]
    Ed25519PublicKey.from_public_bytes(key[1:]).verify(blob, f"{text}\n".encode())
    return text.split("\n")


@pytest.mark.parametrize("vector", DEALS, ids=lambda one: str(one["proof"]["deal"]))
def test_every_published_deal_follows_from_the_specification(vector):
    check_proof(vector["proof"])
    text = draw_statement(vector["proof"])
    assert text == vector["draw_statement"]
    key = hmac.digest(bytes.fromhex(vector["proof"]["seed"]), text.encode(), "sha256")
    assert key.hex() == vector["draw_key"]


def test_rounds_of_the_beacon_verify_and_the_retired_chains_does_not():
    check_round(
        DRAND["quicknet"]["rounds"][0]["round"], DRAND["quicknet"]["rounds"][0]["signature"]
    )
    negative = DRAND["negative"]
    with pytest.raises(AssertionError):
        check_round(negative["round"], negative["signature"], negative["public_key"])


def test_the_log_of_the_example_holds_every_entry_and_extends_what_the_deal_line_names():
    entries = BUNDLE["entries"]
    keys = [one["entry"].split("vkey ")[1].split("\n")[0] for one in entries[:2]]
    origin, size, root = check_note(BUNDLE["checkpoint"], keys[0])
    assert (origin, size) == ("fair.example.org/log", "8")
    for one in entries:
        leaf = sha256(b"\0" + one["entry"].encode()).digest()
        hashes = [base64.b64decode(value) for value in one["hashes"]]
        assert root_of(leaf, one["index"], 8, hashes) == base64.b64decode(root)
    (old,) = BUNDLE["consistency"]
    # 4 is a power of two: its root and the one hash make the root of 8.
    (other,) = map(base64.b64decode, old["hashes"])
    assert sha256(b"\1" + bytes.fromhex(old["root"]) + other).digest() == base64.b64decode(root)
    (line,) = [line for line in BUNDLE["events"] if " deal - " in line]
    *_, index, named, named_root = line.split(" ")
    assert (int(index), int(named), named_root) == (3, old["size"], old["root"])


def test_the_chain_of_the_example_is_whole_and_says_what_the_proof_says():
    entries = [one["entry"] for one in BUNDLE["entries"]]
    heads = [digest(BUNDLE["header"])]
    for line in BUNDLE["events"]:
        heads.append(sha256(f"{heads[-1]} {line}\n".encode()).hexdigest())
    for text in entries:
        said = dict(line.split(" ", 1) for line in text.splitlines()[1:] if " " in line)
        if text.startswith("hearts/head/"):
            assert heads[int(said["seq"])] == said["head"]
        if text.startswith("hearts/freeze/"):
            seq, head = said["head"].split(" ")
            assert heads[int(seq)] == head
            (proof,) = BUNDLE["deals"]
            seats = [line for line in text.splitlines() if line.startswith("seat ")]
            assert seats == [
                line for line in draw_statement(proof).splitlines() if line.startswith("seat ")
            ]
    check_proof(BUNDLE["deals"][0])
    parts = [line.split(" ") for line in BUNDLE["events"]]
    kinds = [part[3] for part in parts]
    assert max(n for n, kind in enumerate(kinds) if kind == "contribute") < kinds.index("nonce")
    assert [*kinds[4:18]] == ["deal", *["contribute"] * 4, *["nonce"] * 4, "freeze", *["pass"] * 4]
    game = BUNDLE["header"].splitlines()[2].split(" ")[1]
    passes = {part[4]: part[5] for part in parts if part[3] == "pass"}
    for part in parts:
        if part[3] == "open":
            lines = (f"game {game}", f"hand {part[2]}", f"seat {part[4]}")
            cards, salt = f"cards {part[5].replace(',', ' ')}", f"salt {part[6]}"
            assert digest(statement("pass", *lines, cards, salt)) == passes[part[4]]


def test_the_receipt_of_the_example_lies_on_the_chain():
    (note,) = BUNDLE["receipts"]
    vkey = BUNDLE["entries"][1]["entry"].split("vkey ")[1].split("\n")[0]
    said = dict(line.split(" ", 1) for line in check_note(note, vkey)[1:])
    head = digest(BUNDLE["header"])
    for line in BUNDLE["events"][: int(said["seq"])]:
        head = sha256(f"{head} {line}\n".encode()).hexdigest()
    assert said["head"] == head


@pytest.mark.parametrize("key", ["seed", "deal", "for", "deck", "commitment", "index", "attempts"])
def test_it_refuses_what_does_not_follow(key):
    proof = json.loads(json.dumps(DEALS[0]["proof"]))
    proof[key] = {"deck": "3", "deal": 2, "attempts": 2, "index": "5"}.get(key, "ab" * 32)
    with pytest.raises(AssertionError):
        check_proof(proof)
