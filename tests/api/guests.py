"""People who come in through the API: they take seats, contribute, pass and play."""

from __future__ import annotations

import hashlib
import json

from django.test import Client

from deals.fairness.contribution import Contribution, contribution_commitment

V1 = "/api/v1"
PROBLEM = "application/problem+json"


class Guests:
    """A game through HTTP; seats' tokens in `tokens`, the creator's in `token`."""

    def __init__(self, *, sit_down=True, **terms):
        self.client = Client(raise_request_exception=False)
        self.tokens = {}
        made = self.post("/games", terms)
        assert made.status_code == 201, made.content
        answer = made.json()
        self.game, self.token = answer["game"]["id"], answer["token"]
        self.invites = {given["seat"]: given["invite"] for given in answer["invites"]}
        self.url = f"/games/{self.game}"

    def get(self, path, token=None, **headers):
        return self.client.get(V1 + path, headers=self._headers(token) | headers)

    def post(self, path, body, token=None, *, method="post"):
        return self.client.generic(
            method.upper(),
            V1 + path,
            body if isinstance(body, bytes) else json.dumps(body),
            content_type="application/json",
            headers=self._headers(token),
        )

    def put(self, path, body, token=None):
        return self.post(path, body, token, method="put")

    def _headers(self, token):
        return {} if token is None else {"Authorization": f"Bearer {token}"}

    @property
    def summary(self):
        return self.get(self.url).json()

    @property
    def deal(self):
        return self.get(f"/deals/{self.summary['deal']}").json()

    def take(self, seat):
        return self.post(f"{self.url}/seats/{seat}", {"invite": self.invites[seat]})

    def sit(self):
        for seat in self.invites:
            taken = self.take(seat)
            assert taken.status_code == 200, taken.content
            self.tokens[seat] = taken.json()["token"]

    def nonce(self, seat):
        return hashlib.sha256(f"{self.game} {self.summary['deal']} {seat}".encode()).hexdigest()

    def commitment(self, seat):
        deal = self.deal
        return contribution_commitment(Contribution(deal["commitment"], seat, self.nonce(seat)))

    def commit(self, seat):
        body = {"seat": seat, "commitment": self.commitment(seat)}
        return self.post(f"/deals/{self.summary['deal']}/contributions", body, self.tokens[seat])

    def open(self, seat, head=None):
        body = {"nonce": self.nonce(seat), "head": head or self.committed_head}
        path = f"/deals/{self.summary['deal']}/contributions/{seat}"
        return self.put(path, body, self.tokens[seat])

    def commit_all(self):
        for seat in self.tokens:
            committed = self.commit(seat)
            assert committed.status_code == 201, committed.content
            self.committed_head = committed.json()["event"]["head"]

    def contribute(self):
        self.commit_all()
        for seat in self.tokens:
            opened = self.open(seat)
            assert opened.status_code == 200, opened.content

    def view(self, seat):
        return self.get(f"{self.url}/seats/{seat}", self.tokens[seat]).json()

    def give(self, seat, cards=None):
        cards = cards or self.view(seat)["cards"]["holding"][-3:]
        return self.post(f"{self.url}/passes", {"cards": cards}, self.tokens[seat])

    def pass_cards(self):
        for seat in self.tokens:
            given = self.give(seat)
            assert given.status_code == 201, given.content

    def play(self, seat, card, seq=None):
        body = {"card": card, "expected_seq": self.summary["seq"] if seq is None else seq}
        return self.post(f"{self.url}/plays", body, self.tokens[seat])

    @property
    def turn(self):
        """The view of the seat that is to play."""
        return self.view(self.summary["turn"])

    def play_hand(self):
        while self.summary["phase"] == "playing":
            view = self.turn
            played = self.play(view["seat"], view["cards"]["legal_cards"][0], view["seq"])
            assert played.status_code == 201, played.content


def is_problem(response, status, code):
    """Whether a response is this refusal, in the one shape that refusals have."""
    assert (response.status_code, response["Content-Type"]) == (status, PROBLEM), response.content
    body = response.json()
    assert (body["status"], body["code"], body["type"]) == (status, code, f"/errors/{code}")
    assert body["title"]
    assert body["detail"]
    assert isinstance(body["errors"], list)
    assert response["Access-Control-Allow-Origin"] == "*"
    return body
