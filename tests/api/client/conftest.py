"""Clients that call the service in this process, and servers that lie to one of them."""

import json
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest
from django.test import Client

from api.client.client import HeartsClient
from api.client.http import Answer
from deals.services.keys import service_keys
from deals.tlog.note import format_vkey
from games.coach import thumb
from games.verifier.promise import ServerBrokeItsWord

RULES = {"preset": "standard", "hands": 1, "tie": "share", "passing": ["left"]}


@dataclass
class Server:
    """Answers in this process; `lie` may change what is sent, `twist` what comes back.

    `twist(method, path, value)` gets the JSON or text of a good answer.
    """

    twist: object = None
    lie: object = None
    client: Client = field(default_factory=Client)

    def __call__(self, method, path, body, headers):
        if self.lie and body:
            body = json.dumps(self.lie(method, path, json.loads(body))).encode()
        response = self.client.generic(
            method, path, body or b"", content_type="application/json", headers=dict(headers)
        )
        answer = response.content
        if self.twist and response.status_code < 300:
            is_json = response["Content-Type"] == "application/json"
            value = json.loads(answer) if is_json else answer.decode()
            value = self.twist(method, path, value)
            answer = json.dumps(value).encode() if is_json else value.encode()
        return Answer(response.status_code, answer, 0.0)


@dataclass
class Round:
    """A game of four clients; the server of seat 0 is `server`."""

    vkey: str
    server: Server = field(default_factory=Server)
    strategy: object = thumb
    rules: dict = field(default_factory=lambda: RULES)
    more: dict = field(default_factory=dict)
    players: int = 4

    def __post_init__(self):
        self.host = self.client(Server())
        self.game = self.host.create_game(self.rules, seats=["human"] * self.players, **self.more)
        self.seats = []

    def client(self, server):
        return HeartsClient("http://hearts.test", self.vkey, transport=server)

    def sit(self):
        servers = [self.server, *(Server() for _ in range(self.players - 1))]
        self.seats = [
            self.client(server).take_seat(
                self.game.id,
                seat,
                invite=self.game.invites[seat],
                sources=self.more.get("sources", "seats"),
            )
            for seat, server in enumerate(servers)
        ]

    def play(self, until=lambda chain: chain.table.phase == "over"):
        """Let everybody go on until all have seen what `until` asks of their chain."""
        if not self.seats:
            self.sit()
        for _ in range(300):  # No hand takes as many; a test that hangs would say nothing.
            waiting = [seat for seat in self.seats if not until(seat.chain)]
            if not waiting:
                return
            for seat in waiting:
                seat.advance(self.strategy, wait=0)
        pytest.fail(f"stuck: {[seat.chain.table.phase for seat in self.seats]}")


@contextmanager
def broken(step, match=None):
    """Expect that a server breaks its word, in this step of the verifier's."""
    with pytest.raises(ServerBrokeItsWord, match=match) as caught:
        yield
    assert caught.value.step == step


@pytest.fixture
def vkey(log):
    return format_vkey(service_keys().log.verifier_key)


@pytest.fixture
def round_of_four(vkey):
    return Round(vkey)


def edit_lines(kind, edit):
    """A twist that edits the detail of every line of a kind that seat 0 is shown."""

    def twist(method, path, value):
        if "/events?" in path:
            for event in value["events"]:
                seq, time, hand, found, seat, detail = event["line"].split(" ", 5)
                if found == kind:
                    event["line"] = " ".join([seq, time, hand, *edit(seat, detail)])
        return value

    return twist
