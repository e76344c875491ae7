"""A service in miniature: it plays whole games, logs, signs, bundles, and can be made to lie.

Everything is written with the pure rooms' formats; only the signing is another library's.
"""

from __future__ import annotations

import base64
import json
from copy import copy
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from deals.cards.deck import DECKS
from deals.cards.holding import Holding
from deals.fairness.commitment import Opening, commitment_of
from deals.fairness.contribution import Contribution, contribution_commitment
from deals.fairness.draw import DrawStatement, draw_index, draw_key, format_draw
from deals.fairness.entries import (
    CommitEntry,
    FreezeEntry,
    GameEntry,
    HeadEntry,
    KeyEntry,
    RevealEntry,
    VoidEntry,
    format_entry,
    parse_entry,
)
from deals.fairness.kinds import QUICKNET
from deals.fairness.numbering import unrank_deal
from deals.fairness.seat_line import SeatLine
from deals.tlog.checkpoint import Checkpoint, format_checkpoint
from deals.tlog.cosignature import cosignature_line, cosigned_text
from deals.tlog.errors import FileMissing
from deals.tlog.note import (
    COSIGNATURE,
    ED25519,
    SignedNote,
    VerifierKey,
    format_note,
    format_vkey,
    parse_note,
    parse_vkey,
    signature_line,
)
from deals.tlog.proof import prove_consistency, prove_inclusion
from deals.tlog.tile import Tile, encode_entry_bundle, encode_hash_tile, format_tile_path
from deals.tlog.tree import leaf_hash, node_hash, tree_root
from games.events.chain import first_head, next_head
from games.events.pass_statement import PassStatement, pass_commitment
from games.events.receipt import Receipt, format_receipt
from games.rules.hand import start_hand
from games.rules.passing import Direction
from games.rules.ruleset import parse_rules_line, rules_to_json
from games.rules.scoring import score_hand
from games.verifier.log_reader import check_log
from games.verifier.options import Options

VECTORS = Path(__file__).parents[2] / "vectors"
ORIGIN = "fair.example.org/log"
GAME = "7d9f6f0e-6a53-4c39-9c1e-2b8f0a1c4d55"
WHO = "3d0c1a52-8f43-4c11-9b8e-0a6e2c7f0001"
STANDARD = parse_entry((VECTORS / "chain" / "header.txt").read_text()).rules
SHORT = STANDARD.replace("hands=-", "hands=1").replace("play_on", "share")
SIGNATURE = json.loads((VECTORS / "drand.json").read_text())["quicknet"]["rounds"][1]["signature"]
"""Of round 657413, due at 2023-09-15T11:00:03Z."""


class Signer:
    """A key pair that signs notes, or cosigns those of others."""

    def __init__(self, name, secret, kind=ED25519):
        self._secret = Ed25519PrivateKey.from_private_bytes(secret)
        self.key = VerifierKey(name, self._secret.public_key().public_bytes_raw(), kind)

    def sign(self, text, signatures=()):
        line = signature_line(
            VerifierKey(self.key.name, self.key.public), self._secret.sign(text.encode())
        )
        return format_note(SignedNote(text, (*signatures, line)))

    def also_sign(self, note):
        signed = parse_note(note)
        return self.sign(signed.text, signed.signatures)

    def cosign(self, note, time):
        signed = parse_note(note)
        made = self._secret.sign(cosigned_text(signed.text, time=time))
        line = cosignature_line(self.key, time=time, signature=made)
        return format_note(SignedNote(signed.text, (*signed.signatures, line)))


LOG_SIGNER = Signer(ORIGIN, b"\1" * 32)
RECEIPT_SIGNER = Signer(f"{ORIGIN}/receipt", b"\2" * 32)
WITNESS = Signer("witness.example.com/w1", b"\3" * 32, COSIGNATURE)
NEXT_SIGNER = Signer(ORIGIN, b"\4" * 32)


def encode(hashes):
    return [base64.b64encode(value).decode() for value in hashes]


@dataclass
class Service:
    """Plays one game. Attributes that hold what a liar would change are plain and public."""

    rules_line: str = SHORT
    sources: str = "seats"
    drawn_by: tuple = ("seat", "seat", "seat", "service")
    entries: list = field(default_factory=list)
    lines: list = field(default_factory=list)
    proofs: list = field(default_factory=list)
    sizes: set = field(default_factory=set)
    receipts: list = field(default_factory=list)
    hands: list = field(default_factory=list)
    totals: tuple = (0, 0, 0, 0)
    clock: int = 0
    patience: int = 60
    numbers: int = 0

    def __post_init__(self):
        self.rules = parse_rules_line(self.rules_line)
        for role, signer in (("log", LOG_SIGNER), ("receipt", RECEIPT_SIGNER)):
            vkey = format_vkey(signer.key)
            self.log(KeyEntry(origin=ORIGIN, role=role, vkey=vkey, time=self.tick()))
        self.header = format_entry(
            GameEntry(
                origin=ORIGIN,
                game=GAME,
                kind="cards",
                engine=1,
                rules=self.rules_line,
                sources=self.sources,
                table="-",
                wait=60,
                time=self.tick(),
            )
        )
        self.entries.append(self.header)
        self.head = first_head(self.header)
        self.seeds, self.gave, self.salts, self.dealt, self.plays = {}, {}, {}, {}, {}
        for seat in range(4):
            self.write(0, "seat", seat, f"human {WHO[:-1]}{seat}")

    def tick(self):
        self.clock += 1
        # A beacon's deals are from before its round was due.
        day, hour = ("2023-09-15", 10) if self.sources == "beacon" else ("2026-11-02", 19)
        minutes, second = divmod(self.clock, 60)
        return f"{day}T{hour + minutes // 60}:{minutes % 60:02}:{second:02}.000Z"

    def log(self, entry):
        self.entries.append(format_entry(entry))
        return len(self.entries) - 1

    def write(self, hand, kind, seat, detail):
        line = f"{len(self.lines) + 1} {self.tick()} {hand} {kind} {seat} {detail}"
        self.lines.append(line)
        self.head = next_head(self.head, line)
        return len(self.lines)

    def log_head(self):
        self.log(
            HeadEntry(
                origin=ORIGIN, game=GAME, seq=len(self.lines), head=self.head, time=self.tick()
            )
        )

    def give_receipt(self, **other):
        seq = len(self.lines)
        time = self.lines[-1].split(" ")[1]
        said = Receipt(ORIGIN, GAME, seq, self.head, time)
        self.receipts.append(RECEIPT_SIGNER.sign(format_receipt(replace(said, **other))))

    # The acts of a deal.

    @property
    def beacon(self):
        return f"{QUICKNET}@657413" if self.sources == "beacon" else "-"

    def drawn_beacon(self):
        randomness = sha256(bytes.fromhex(SIGNATURE)).hexdigest()
        return f"657413 {randomness}" if self.sources == "beacon" else "-"

    def shown_beacon(self):
        return f"657413 {SIGNATURE}" if self.sources == "beacon" else "-"

    def opening(self, number, hand):
        seed = sha256(b"seed %d" % number).hexdigest()
        return Opening(
            origin=ORIGIN,
            deal=number,
            purpose=f"game/{GAME}/hand/{hand}",
            deck="4",
            sources=self.sources,
            beacon=self.beacon,
            seed=seed,
        )

    def commit(self, hand, **other):
        self.numbers += 1
        number = self.numbers
        opening = replace(self.opening(number, hand), **other)
        self.seeds[number] = opening
        public = {key: value for key, value in vars(opening).items() if key != "seed"}
        entry = CommitEntry(**public, commitment=commitment_of(opening), time=self.tick())
        self.log(entry)
        self.gave[number] = [SeatLine(seat) for seat in range(4)]
        self.plays[number], self.salts[number] = [], {}
        return number

    def commit_index(self, number):
        commitment = commitment_of(self.seeds[number])
        return next(
            index
            for index, text in enumerate(self.entries)
            if text.startswith("hearts/commit") and commitment in text
        )

    def hand_of(self, number):
        return int(self.seeds[number].purpose.rpartition("/")[2])

    def write_deal(self, number):
        size = len(self.entries)
        self.sizes.add(size)
        root = tree_root(size, self.reader()).hex()
        commitment = commitment_of(self.seeds[number])
        index = self.commit_index(number)
        self.write(
            self.hand_of(number), "deal", "-", f"{number} {commitment} {index} {size} {root}"
        )

    def nonce(self, number, seat):
        return sha256(b"nonce %d %d" % (number, seat)).hexdigest()

    def contribute(self, number, seats=range(4)):
        for seat in seats:
            opening = Contribution(
                commitment_of(self.seeds[number]), seat, self.nonce(number, seat)
            )
            commitment = contribution_commitment(opening)
            self.gave[number][seat] = SeatLine(seat, commitment)
            self.write(
                self.hand_of(number), "contribute", seat, f"{commitment} {self.drawn_by[seat]}"
            )

    def open_nonces(self, number, seats=range(4)):
        for seat in seats:
            nonce = self.nonce(number, seat)
            self.gave[number][seat] = replace(self.gave[number][seat], nonce=nonce)
            self.write(self.hand_of(number), "nonce", seat, nonce)

    def freeze(self, number, **other):
        said = {
            "origin": ORIGIN,
            "deal": number,
            "commitment": commitment_of(self.seeds[number]),
            "seats": tuple(self.gave[number]),
            "game": GAME,
            "head": f"{len(self.lines)} {self.head}",
            "time": self.tick(),
        }
        index = self.log(FreezeEntry(**said | other))
        digest = sha256(self.entries[index].encode()).hexdigest()
        self.write(self.hand_of(number), "freeze", "-", f"{digest} {index}")

    def draw(self, number):
        opening = self.seeds[number]
        seats = tuple(self.gave[number])
        statement = DrawStatement(commitment_of(opening), seats, self.drawn_beacon())
        return draw_index(draw_key(opening.seed, format_draw(statement)), DECKS["4"].sizes)

    def deal(self, number):
        """Bring a committed deal to its cards, and the hand to its passes."""
        self.write_deal(number)
        if self.sources == "seats":
            self.contribute(number)
            self.open_nonces(number)
            self.freeze(number)
        if self.sources == "beacon":
            self.write(self.hand_of(number), "beacon", "-", self.shown_beacon())
        self.dealt[number] = unrank_deal(self.draw(number).index, DECKS["4"])
        return start_hand(self.rules, self.hand_of(number), self.dealt[number])

    def pass_all(self, number, table, seats=range(4)):
        if table.direction is Direction.HOLD:
            return table
        for seat in seats:
            cards = Holding(list(table.dealt[seat])[-3:])
            salt = sha256(b"salt %d %d" % (number, seat)).hexdigest()
            self.salts[number][seat] = (cards, salt)
            statement = PassStatement(GAME, table.number, seat, cards, salt)
            self.write(table.number, "pass", seat, pass_commitment(statement))
            table = table.give_cards(seat, cards)
        return table

    def play(self, number, table, cards=52):
        for _ in range(cards):
            seat = table.turn
            card = next(iter(table.legal_cards(seat)))
            table = table.play(seat, card)
            self.plays[number].append(card)
            self.write(table.number, "play", seat, card)
        return table

    def score(self, number, table):
        scored = score_hand(table)
        self.totals = tuple(map(sum, zip(self.totals, scored.scores, strict=True)))
        lists = (",".join(map(str, each)) for each in (scored.points, scored.scores, self.totals))
        self.write(table.number, "score", "-", " ".join(lists))
        self.log_head()
        hand = {"dealt": [str(holding) for holding in self.dealt[number]]}
        if self.salts[number]:
            hand["passed"] = [str(self.salts[number][seat][0]) for seat in range(4)]
        hand["played"] = " ".join(map(str, self.plays[number]))
        hand["claimed"] = {"points": [*scored.points], "scores": [*scored.scores]}
        self.hands.append(hand)

    def open_passes(self, number):
        for seat, (cards, salt) in self.salts[number].items():
            listed = ",".join(map(str, cards))
            self.write(self.hand_of(number), "open", seat, f"{listed} {salt}")

    def reveal(self, number, **other):
        drawn = self.draw(number)
        entry = RevealEntry(
            origin=ORIGIN,
            deal=number,
            seed=self.seeds[number].seed,
            beacon=self.shown_beacon(),
            attempts=drawn.attempts,
            index=drawn.index,
            time=self.tick(),
        )
        entry = replace(entry, **other)
        index = self.log(entry)
        self.write(
            self.hand_of(number), "reveal", "-", f"{number} {entry.seed} {entry.index} {index}"
        )
        self.proofs.append(self.proof(number))

    def proof(self, number):
        opening, drawn = self.seeds[number], self.draw(number)
        given = self.gave[number] if self.sources == "seats" else []
        return {
            "format": "hearts-deal/1",
            "origin": ORIGIN,
            "deal": number,
            "for": opening.purpose,
            "deck": opening.deck,
            "sources": opening.sources,
            "beacon": self.beacon,
            "seed": opening.seed,
            "commitment": commitment_of(opening),
            "contributions": [
                {
                    "seat": line.seat,
                    "commitment": line.commitment,
                    "nonce": line.nonce,
                    "by": self.drawn_by[line.seat],
                }
                for line in given
            ],
            "round": self.round() if self.sources == "beacon" else None,
            "attempts": drawn.attempts,
            "index": str(drawn.index),
            "hands": [str(holding) for holding in unrank_deal(drawn.index, DECKS["4"])],
        }

    def round(self):
        number, randomness = self.drawn_beacon().split(" ")
        return {"number": int(number), "signature": SIGNATURE, "randomness": randomness}

    def void(self, number, reason, **other):
        if reason.startswith(("late-", "withheld-")):
            self.clock += self.patience
        said = {
            "origin": ORIGIN,
            "deal": number,
            "reason": reason,
            "seed": self.seeds[number].seed,
            "seats": tuple(self.gave[number]),
            "time": self.tick(),
        }
        self.log(VoidEntry(**said | other))

    def write_void(self, number, scope="deal", code="withheld"):
        self.write(self.hand_of(number), "void", "-", f"{scope} {code} by service")
        self.log_head()

    # Whole hands and games.

    def finish(self, number, table):
        table = self.play(number, self.pass_all(number, table))
        self.score(number, table)
        self.open_passes(number)
        self.reveal(number)

    def hand(self, hand):
        number = self.commit(hand)
        self.finish(number, self.deal(number))

    def end(self, how="finished"):
        winners = self.winners() if how == "finished" else []
        listed = ",".join(map(str, winners)) or "-"
        self.write(0, "end", "-", f"{how} {','.join(map(str, self.totals))} {listed}")
        self.log_head()

    def winners(self):
        return [seat for seat in range(4) if self.totals[seat] == min(self.totals)]

    # The bundle.

    def reader(self):
        leaves = [leaf_hash(text.encode()) for text in self.entries]

        def node(level, number):
            if level == 0:
                return leaves[number]
            return node_hash(node(level - 1, 2 * number), node(level - 1, 2 * number + 1))

        return lambda nodes: [node(*one) for one in nodes]

    def write_log(self, signer=LOG_SIGNER):
        """Return the files of the log as it is served, by path."""
        size = len(self.entries)
        bundles = [self.entries[at : at + 256] for at in range(0, size, 256)]
        files = {"checkpoint": self.checkpoint(signer=signer).encode()}
        for number, texts in enumerate(bundles):
            path = format_tile_path(Tile(None, number, len(texts)))
            files[path] = encode_entry_bundle([text.encode() for text in texts])
        for level in range(2):
            hashes = self.reader()([(level * 8, n) for n in range(size >> level * 8)])
            for at in range(0, len(hashes), 256):
                row = hashes[at : at + 256]
                path = format_tile_path(Tile(level, at // 256, len(row)))
                files[path] = encode_hash_tile(row)
        return files

    def checkpoint(self, size=None, signer=LOG_SIGNER):
        size = len(self.entries) if size is None else size
        root = tree_root(size, self.reader())
        return signer.sign(format_checkpoint(Checkpoint(ORIGIN, size, root)))

    def record(self):
        finished = self.lines[-1].split(" ")[3:6] == ["end", "-", "finished"]
        return {
            "format": "hearts-record/1",
            "id": GAME,
            "rules": rules_to_json(self.rules),
            "players": ["Anna", "Ben", "Cara", "Dan"],
            "hands": self.hands,
            "claimed": {
                "totals": [*self.totals],
                "winners": self.winners() if finished else [],
            },
        }

    def bundle(self):
        size, read = len(self.entries), self.reader()
        return json.loads(
            json.dumps(
                {
                    "format": "hearts-bundle/1",
                    "record": self.record(),
                    "header": self.header,
                    "events": self.lines,
                    "deals": self.proofs,
                    "entries": [
                        {
                            "index": index,
                            "entry": text,
                            "hashes": encode(prove_inclusion(index, size, read)),
                        }
                        for index, text in enumerate(self.entries)
                    ],
                    "consistency": [
                        {
                            "size": old,
                            "root": tree_root(old, read).hex(),
                            "hashes": encode(prove_consistency(old, size, read)),
                        }
                        for old in sorted(self.sizes)
                    ],
                    "checkpoint": self.checkpoint(),
                    "seen": [],
                    "receipts": self.receipts,
                }
            )
        )


@lru_cache
def play_a_game(**options):
    """Play a game to its end, honestly: one hand, or as many as its rules say."""
    service = Service(**options)
    for hand in range(1, (service.rules.hands or 1) + 1):
        service.hand(hand)
    service.end("finished" if service.rules.hands else "abandoned")
    return service


@pytest.fixture
def service():
    return Service


@pytest.fixture(scope="session")
def service_class():
    return Service


@pytest.fixture
def play():
    """Play an honest game; every call answers with a copy of its own."""

    def play_again(**options):
        game = copy(play_a_game(**options))
        for name in ("entries", "lines", "proofs", "receipts", "hands"):
            setattr(game, name, [*getattr(game, name)])
        return game

    return play_again


@pytest.fixture(scope="session")
def log_signer():
    return LOG_SIGNER


@pytest.fixture(scope="session")
def receipt_signer():
    return RECEIPT_SIGNER


@pytest.fixture(scope="session")
def witness():
    return WITNESS


@pytest.fixture(scope="session")
def next_signer():
    """The signer of a key that follows the log's first one."""
    return NEXT_SIGNER


@pytest.fixture(scope="session")
def read_log():
    """Read and check the log of a game, or files of it that were changed."""

    def read(game, key=LOG_SIGNER.key, files=None, **options):
        files = game.write_log() if files is None else files

        def read_file(path):
            if path not in files:
                raise FileMissing(path)
            return files[path]

        return check_log(read_file, key=key, **options)

    return read


@pytest.fixture(scope="session")
def vector():
    return (VECTORS / "chain" / "bundle.json").read_text()


@pytest.fixture(scope="session")
def pinned():
    """The caller who pinned the log's key."""
    lines = (VECTORS / "chain" / "entry-0-key.txt").read_text().splitlines()
    return Options(parse_vkey(lines[3].removeprefix("vkey ")))
