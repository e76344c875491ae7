"""The way in for programs: make a game, take a seat.

    client = HeartsClient("http://127.0.0.1:8000", log_vkey)
    game = client.create_game({"target": 50}, seats=["human", "human", "human", "computer"])
    seat = client.take_seat(game.id, 0, invite=game.invites[0])
    seat.play_game(thumb)

Only the log's key is taken on trust: get it from where you would ask again if there were a doubt.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from api.client.errors import ChainChanged, OtherTerms
from api.client.evidence import LogReader
from api.client.http import Api, HttpTransport, Transport
from api.client.seat import SeatClient, read_act
from deals.cards.seat import Seat
from deals.tlog.note import parse_vkey
from games.events.details import SeatTaken
from games.records.fields import Node


@dataclass(frozen=True)
class NewGame:
    """A game that was made: its creator's token and the invites by seat, shown this once."""

    id: str
    token: str = field(repr=False)
    invites: Mapping[Seat, str] = field(repr=False)


class HeartsClient:
    """One service, under the log key that was pinned; for one thread at a time."""

    def __init__(self, base_url: str, log_vkey: str, *, transport: Transport | None = None) -> None:
        self.api = Api(transport or HttpTransport(base_url))
        self.log = LogReader(self.api, parse_vkey(log_vkey))

    def create_game(
        self, rules: Mapping[str, object], *, seats: Sequence[str], wait: int = 600
    ) -> NewGame:
        """Make a game whose deals every seat adds randomness to. Raises ApiProblem."""
        body = {"rules": dict(rules), "seats": list(seats), "sources": "seats", "wait": wait}
        return self.api.call("POST", "games", _read_new_game, body=body)

    def take_seat(self, game: str, seat: Seat, *, invite: str) -> SeatClient:
        """Take a seat, once header and receipt key are proven to stand in the log.

        Raises NotInLog, OtherTerms, ReceiptInvalid, ChainChanged, ApiProblem.
        """
        foundations = self.log.foundations(game)
        header = foundations.header
        if (header.origin, header.sources) != (self.log.key.name, "seats"):
            raise OtherTerms(f"a game of {header.origin} with sources {header.sources}")
        path = f"games/{game}/seats/{seat}"
        token, player, (line, receipt, _) = self.api.call(
            "POST", path, _read_taken, body={"invite": invite}
        )
        taken = SeatClient(self.api, self.log, foundations=foundations, seat=seat, token=token)
        event = taken.chain.keep_receipt(receipt, line)
        if (event.seat, event.detail) != (seat, SeatTaken("human", player)):
            raise ChainChanged(f"line {event.seq} does not seat {player} at {seat}")
        return taken


def _read_new_game(node: Node) -> NewGame:
    return NewGame(
        node.at("game").at("id").as_text(),
        node.at("token").as_text(),
        {
            invite.at("seat").as_number(): invite.at("invite").as_text()
            for invite in node.at("invites").as_list()
        },
    )


def _read_taken(node: Node) -> tuple[str, str, tuple[str, str, str]]:
    return node.at("token").as_text(), node.at("player").as_text(), read_act(node)
