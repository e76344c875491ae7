"""Honest games, many side by side: every one follows the protocol from its header to its end."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

from deals.cards.card import CODES
from deals.fairness.times import format_time
from deals.services.bulk import BulkDeal, BulkLog
from games.rules.card_bytes import held_bits
from games.rules.game import start_game
from games.rules.passing import Direction, exchange
from games.rules.playing import replay_plays
from games.rules.ruleset import RuleSet, format_rules_line
from games.rules.scoring import count_haul, score_haul
from games.services.filling.chance import pick_bits, play_at_random
from games.services.filling.made import MadeGame, MadeScore
from games.services.game_ids import new_game_id
from games.verifier.plain.draw import draw_index, unrank_owners

_PLAYED_AT: Final = 16.0
_SCORED_AT: Final = 84.0
HAND_SECONDS: Final = 90
"""How long a hand takes by the lines' times."""


class HandTimes:
    """When what happens in a hand happens: in all games of a batch at once."""

    def __init__(self, begun: datetime) -> None:
        self.begun = begun
        self.start = self._after(0)
        self.shares = [self._after(1 + place) for place in range(8)]
        self.passes = [self._after(10 + seat) for seat in range(4)]
        self.plays = [self._after(_PLAYED_AT + 1.25 * ply) for ply in range(52)]
        self.end = self._after(_SCORED_AT)

    def _after(self, seconds: float) -> str:
        return format_time(self.begun + timedelta(seconds=seconds))


@dataclass
class _Hand:
    """A hand between its deal and its score."""

    number: int
    deal: int
    terms: str
    commitment: str
    seed: str
    commit: int
    shares: tuple[tuple[str, str], ...] = ()
    seats: str = ""
    freeze: int = 0

    @property
    def by_seat(self) -> Iterator[tuple[int, tuple[str, str]]]:
        return iter(enumerate(self.shares))


class Maker:
    """Makes games of four under one rule set, all in step."""

    def __init__(self, rules: RuleSet, log: BulkLog) -> None:
        self._rules = rules
        self._log = log

    def begin(self, count: int, hands: int, *, now: datetime) -> list[MadeGame]:
        """Log the headers of so many games, and seat four people at each."""
        return [self._begin_game(hands, now) for _ in range(count)]

    def _begin_game(self, hands: int, now: datetime) -> MadeGame:
        game, time = new_game_id(now), format_time(now)
        header = (
            f"hearts/game/v1\norigin {self._log.origin}\ngame {game}\nkind cards\nengine 1\n"
            f"rules {format_rules_line(self._rules)}\nsources seats\ntable -\nwait 600\n"
            f"time {time}\n"
        )
        players = tuple(str(uuid.uuid4()) for _ in range(4))
        made = MadeGame(game, header, now, start_game(self._rules), players, hands)
        made.entries.append(self._log.append(header, game=game))
        for seat, player in enumerate(players):
            made.write(f"{time} 0 seat {seat} human {player}")
        return made

    def play_hand(self, games: Sequence[MadeGame], number: int, *, now: datetime) -> None:
        """Play hand `number` in all games at once."""
        times = HandTimes(now)
        hands = [self._commit(made, number, times) for made in games]
        size, root = self._log.mark()
        for made, hand in zip(games, hands, strict=True):
            made.write(
                f"{times.start} {number} deal - {hand.deal} {hand.commitment} {hand.commit} "
                f"{size} {root}"
            )
            self._contribute(made, hand, times)
        for made, hand in zip(games, hands, strict=True):
            self._play(made, hand, times)
        self._log.mark()

    def _commit(self, made: MadeGame, number: int, times: HandTimes) -> _Hand:
        deal, seed = self._log.number_deal(), secrets.token_hex(32)
        terms = (
            f"origin {self._log.origin}\ndeal {deal}\nfor game/{made.id}/hand/{number}\n"
            f"deck {self._rules.deck.code}\nsources seats\nbeacon -\n"
        )
        opening = f"hearts/seed/v1\n{terms}seed {seed}\n"
        commitment = sha256(opening.encode()).hexdigest()
        text = f"hearts/commit/v1\n{terms}commitment {commitment}\ntime {times.start}\n"
        entry = self._log.append(text, game=made.id, deal=deal)
        made.entries.append(entry)
        return _Hand(number, deal, terms, commitment, seed, entry.index)

    def _contribute(self, made: MadeGame, hand: _Hand, times: HandTimes) -> None:
        nonces = [secrets.token_hex(32) for _ in range(4)]
        said = f"hearts/contribution/v1\ncommitment {hand.commitment}\n"
        keys = [
            sha256(f"{said}seat {seat}\nnonce {nonce}\n".encode()).hexdigest()
            for seat, nonce in enumerate(nonces)
        ]
        hand.shares = tuple(zip(keys, nonces, strict=True))
        hand.seats = "".join(f"seat {seat} {key} {nonce}\n" for seat, (key, nonce) in hand.by_seat)
        for seat, key in enumerate(keys):
            made.write(f"{times.shares[seat]} {hand.number} contribute {seat} {key} seat")
        for seat, nonce in enumerate(nonces):
            made.write(f"{times.shares[4 + seat]} {hand.number} nonce {seat} {nonce}")
        text = (
            f"hearts/freeze/v1\norigin {self._log.origin}\ndeal {hand.deal}\n"
            f"commitment {hand.commitment}\n{hand.seats}game {made.id}\n"
            f"head {made.seq} {made.head}\ntime {times.shares[-1]}\n"
        )
        entry = self._log.append(text, game=made.id, deal=hand.deal)
        made.entries.append(entry)
        hand.freeze = entry.index
        digest = sha256(text.encode()).hexdigest()
        made.write(f"{times.shares[-1]} {hand.number} freeze - {digest} {hand.freeze}")

    def _play(self, made: MadeGame, hand: _Hand, times: HandTimes) -> None:
        draw = f"hearts/draw/v1\ncommitment {hand.commitment}\n{hand.seats}beacon -\n"
        index, attempts = draw_index(bytes.fromhex(hand.seed), draw.encode(), self._rules.deck)
        owners = unrank_owners(index, self._rules.deck)
        held = [held_bits(owners, seat) for seat in range(4)]
        dice = iter(secrets.token_bytes(256))
        direction = self._rules.direction(hand.number, totals=made.score.totals)
        salts: list[str] = []
        gave = [0, 0, 0, 0]
        if direction is not Direction.HOLD:
            salts, gave = self._pass(made, hand, times, held, dice)
            held = exchange(held, gave, direction=direction)
        self._play_cards(made, hand, times, held, dice)
        self._close(made, hand, times, direction=direction)
        for seat, salt in enumerate(salts):
            made.write(
                f"{times.end} {hand.number} open {seat} {','.join(_codes(gave[seat]))} {salt}"
            )
        self._reveal(made, hand, times, index=index, attempts=attempts)

    def _pass(
        self,
        made: MadeGame,
        hand: _Hand,
        times: HandTimes,
        held: Sequence[int],
        dice: Iterator[int],
    ) -> tuple[list[str], list[int]]:
        count = self._rules.pass_count
        gave = [pick_bits(cards, count, dice) for cards in held]
        salts = [secrets.token_hex(32) for _ in held]
        for seat, (cards, salt) in enumerate(zip(gave, salts, strict=True)):
            statement = (
                f"hearts/pass/v1\ngame {made.id}\nhand {hand.number}\nseat {seat}\n"
                f"cards {' '.join(_codes(cards))}\nsalt {salt}\n"
            )
            rest = f"{times.passes[seat]} {hand.number} pass {seat}"
            made.write_pass(rest, statement)
        return salts, gave

    def _play_cards(
        self,
        made: MadeGame,
        hand: _Hand,
        times: HandTimes,
        held: Sequence[int],
        dice: Iterator[int],
    ) -> None:
        plays = [*play_at_random(self._rules, held, hand.number, dice)]
        made.first_play.append(made.seq + 1)
        for ply, (seat, bit) in enumerate(plays):
            shown = plays[ply - 1][1] if made.wrong_play == (hand.number, ply) else bit
            code = CODES[shown.bit_length() - 1]
            made.write(f"{times.plays[ply]} {hand.number} play {seat} {code}")
        bits = [bit for _, bit in plays]
        played = replay_plays(self._rules.play, held, bits, number=hand.number)
        haul = count_haul(self._rules, played.taken, played.winners)
        score = score_haul(self._rules, haul, made.score)
        made.score = made.score.after_hand(score.scores)
        numbers = ([*score.points], [*score.scores], [*made.score.totals])
        made.scores.append(MadeScore(hand.number, made.seq + 1, "", *numbers))

    def _close(
        self, made: MadeGame, hand: _Hand, times: HandTimes, *, direction: Direction
    ) -> None:
        row = made.scores[-1]
        row.direction = str(direction)
        numbers = " ".join(
            ",".join(map(str, given)) for given in (row.points, row.scores, row.totals)
        )
        made.write(f"{times.end} {hand.number} score - {numbers}")
        self._log_head(made, times)

    def _log_head(self, made: MadeGame, times: HandTimes) -> None:
        text = (
            f"hearts/head/v1\norigin {self._log.origin}\ngame {made.id}\nseq {made.seq}\n"
            f"head {made.head}\ntime {times.end}\n"
        )
        made.entries.append(self._log.append(text, game=made.id))

    def _reveal(
        self, made: MadeGame, hand: _Hand, times: HandTimes, *, index: int, attempts: int
    ) -> None:
        text = (
            f"hearts/reveal/v1\norigin {self._log.origin}\ndeal {hand.deal}\nseed {hand.seed}\n"
            f"beacon -\nattempts {attempts}\nindex {index}\ntime {times.end}\n"
        )
        entry = self._log.append(text, game=made.id, deal=hand.deal)
        made.entries.append(entry)
        said = f"{hand.deal} {hand.seed} {index} {entry.index}"
        made.write(f"{times.end} {hand.number} reveal - {said}")
        deal = BulkDeal(
            number=hand.deal,
            purpose=f"game/{made.id}/hand/{hand.number}",
            deck=self._rules.deck.code,
            sources="seats",
            commitment=hand.commitment,
            seed=hand.seed,
            attempts=attempts,
            index=str(index),
            entries=(hand.commit, hand.freeze, entry.index),
            shares=hand.shares,
            created=times.begun,
        )
        made.deals.append(deal)
        self._log.deals.append(deal)
        if hand.number == made.hands:
            self._end(made, times)

    def _end(self, made: MadeGame, times: HandTimes) -> None:
        totals, winners = (
            ",".join(map(str, given)) for given in (made.score.totals, made.score.winners)
        )
        made.write(f"{times.end} 0 end - finished {totals} {winners}")
        self._log_head(made, times)


def _codes(cards: int) -> list[str]:
    return [CODES[place] for place in range(52) if cards >> place & 1]
