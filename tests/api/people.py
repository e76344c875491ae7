"""People with accounts, and a club: an owner, a director, a scorer, a player; and a stranger."""

from __future__ import annotations

import json

from django.test import Client

from tests.api.guests import V1, Guests

PASSWORD = "four tables of hearts"
ROLES = ("owner", "director", "scorer", "player")


class Person:
    """An account through HTTP, with a token that may do all the account may."""

    def __init__(self, name):
        self.name = name
        self.client = Client(raise_request_exception=False)
        made = self.send("post", "/accounts", {"name": name, "password": PASSWORD}, token=None)
        assert made.status_code == 201, made.content
        self.account = made.json()["account"]["id"]
        self.token = made.json()["token"]["token"]

    def send(self, method, path, body=None, *, token="", key=None):
        headers = {}
        if token is not None:
            headers["Authorization"] = f"Bearer {token or self.token}"
        if key is not None:
            headers["Idempotency-Key"] = key
        return self.client.generic(
            method.upper(),
            V1 + path,
            "" if body is None else json.dumps(body),
            content_type="application/json",
            headers=headers,
        )

    def get(self, path, **how):
        return self.send("get", path, **how)

    def post(self, path, body=None, **how):
        return self.send("post", path, {} if body is None else body, **how)

    def put(self, path, body, **how):
        return self.send("put", path, body, **how)

    def delete(self, path, **how):
        return self.send("delete", path, **how)

    def only(self, *scopes):
        """A token of this person for these scopes alone."""
        made = self.post("/tokens", {"scopes": list(scopes)})
        assert made.status_code == 201, made.content
        return made.json()["token"]


class ClubOfPeople:
    """A club: one person for each role, and one who is not in it."""

    def __init__(self):
        self.owner, self.director, self.scorer, self.player, self.stranger = map(
            Person, ("olga", "dora", "sam", "pete", "stan")
        )
        self.id = self.owner.post("/clubs", {"name": "Queen of Spades"}).json()["id"]
        self.url = f"/clubs/{self.id}"
        for role in ROLES[1:]:
            self.add(getattr(self, role), role)

    def add(self, person, role):
        made = self.owner.post(f"{self.url}/invitations", {"role": role}).json()
        joined = person.post(f"{self.url}/members", {"invitation": made["secret"]})
        assert joined.status_code == 201, joined.content

    def people(self):
        return {role: getattr(self, role) for role in (*ROLES, "stranger")}


class GameOf(Guests):
    """A game that a person made; `token` is that person's."""

    def __init__(self, person, **terms):
        self.person, self.client, self.tokens = person, person.client, {}
        made = person.post("/games", {"sources": "server", **terms})
        assert made.status_code == 201, made.content
        answer = made.json()
        self.made = answer
        self.game, self.token = answer["game"]["id"], person.token
        self.invites = {given["seat"]: given["invite"] for given in answer["invites"]}
        self.url = f"/games/{self.game}"


class SheetOf(GameOf):
    """A sheet that a person began."""

    def __init__(self, person, **terms):
        self.person, self.client = person, person.client
        names = ["Anna", "Ben", "Cara", "Dan"]
        made = person.post("/games", {"kind": "sheet", "players": names, **terms})
        assert made.status_code == 201, made.content
        self.game, self.token = made.json()["game"]["id"], person.token
        self.url = f"/games/{self.game}"
