"""A client for programs: make a game, take a seat.

    client = HeartsClient("http://127.0.0.1:8000", log_vkey)
    game = client.create_game({"target": 50}, seats=["human", "human", "human", "computer"])
    seat = client.take_seat(game.id, 0, invite=game.invites[0])
    seat.play_game(thumb)

Only the log's key is taken on trust: get it from where you would ask again if there were a doubt.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from api.client.http import Api, HttpTransport, Transport
from api.client.seat import SeatClient
from deals.cards.seat import Seat
from deals.tlog.note import parse_vkey
from games.events.details import SeatTaken
from games.verifier.bundle import parse_bundle
from games.verifier.own_seat import OwnSeat
from games.verifier.shown import open_game


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
        self.key = parse_vkey(log_vkey)

    def create_game(
        self, rules: Mapping[str, object], *, seats: Sequence[str], **more: object
    ) -> NewGame:
        """Make a game; `more` may be `sources` and `wait`, in seconds. Raises ApiProblem."""
        made = self.api.call("POST", "games", {"rules": dict(rules), "seats": [*seats], **more})
        invites = {
            invite.at("seat").as_number(): invite.at("invite").as_text()
            for invite in made.at("invites").as_list()
        }
        return NewGame(made.at("game").at("id").as_text(), made.at("token").as_text(), invites)

    def take_seat(
        self, game: str, seat: Seat, *, invite: str, sources: str = "seats"
    ) -> SeatClient:
        """Take a seat, once the game is verified as far as it has come, under the pinned key.

        `sources` are those that this seat agrees to. Raises ServerBrokeItsWord, ApiProblem.
        """
        bundle = parse_bundle(self.api.call("GET", f"games/{game}/bundle").value)
        chain = open_game(bundle, game=game, sources=sources, key=self.key)
        answer = self.api.call("POST", f"games/{game}/seats/{seat}", {"invite": invite})
        holder = SeatTaken("human", answer.at("player").as_text())
        own = OwnSeat(chain, seat, holder, key=self.key)
        taken = SeatClient(Api(self.api.send, answer.at("token").as_text()), own)
        taken.keep(answer, holder)
        return taken
