"""A club's director who runs a league through the API, and who else is in the club."""

from __future__ import annotations

import json

from django.test import Client

from api.policy import Kind
from api.tokens import ALL_SCOPES, Bearer, Terms, issue_token
from games.models import Member
from games.services.accounts import create_account
from games.services.clubs import create_club
from tests.api.guests import V1
from tests.cast import NOW

PASSWORD = "four tables of hearts"
ONE_ROW = {"preset": "scoresheet", "hands": 1, "target": None}
SHEETS = {"rules": [ONE_ROW], "play": "sheet"}


class Director:
    """A league of a new club, by default of sheets that are over after one row."""

    def __init__(self, kind="cumulative", *, people=0, computers=0, **terms):
        self.client = Client(raise_request_exception=False)
        self.account = create_account("anna", PASSWORD, now=NOW)
        self.club = create_club("Club", owner=self.account, now=NOW)
        self.token = self.token_of(self.account)
        wanted = {"club": str(self.club), "name": "Winter", "kind": kind} | (terms or SHEETS)
        made = self.post("/leagues", wanted)
        assert made.status_code == 201, made.content
        self.url = f"/leagues/{made.json()['id']}"
        self.people = [self.entered(name=f"guest {number}") for number in range(people)]
        self.people += [
            self.entered(name=f"computer {number}", computer=True) for number in range(computers)
        ]

    def token_of(self, account):
        terms = Terms(scopes=ALL_SCOPES)
        return issue_token(Bearer(Kind.ACCOUNT, account=account), terms, now=NOW).token

    def member(self, name, role="player"):
        """A member's account and token."""
        account = create_account(name, PASSWORD, now=NOW)
        Member.objects.create(club_id=self.club, account_id=account, role=role, joined=NOW)
        return account, self.token_of(account)

    def get(self, path="", token=None, **headers):
        sent = {"Authorization": f"Bearer {token}"} if token else {}
        return self.client.get(V1 + (path or self.url), headers=sent | headers)

    def post(self, path, body, token=""):
        token = self.token if token == "" else token
        return self.client.post(
            V1 + path,
            json.dumps(body),
            content_type="application/json",
            headers={"Authorization": f"Bearer {token}"} if token else {},
        )

    def enter(self, token="", **body):
        return self.post(f"{self.url}/entrants", body, token)

    def entered(self, **body):
        made = self.enter(**body)
        assert made.status_code == 201, made.content
        return made.json()["entrant"]

    def decide(self, kind, token="", **body):
        return self.post(f"{self.url}/events", {"kind": kind, "reason": "said"} | body, token)

    def draw(self, token=""):
        return self.post(f"{self.url}/rounds", {}, token)

    def drawn(self):
        made = self.draw()
        assert made.status_code == 201, made.content
        return made.json()

    def close(self, number=1, token="", **body):
        return self.post(f"{self.url}/rounds/{number}/close", body, token)

    def play(self, game, *points):
        done = self.post(f"/games/{game}/rows", {"points": points})
        assert done.status_code == 201, done.content

    def play_all(self, drawn, row=(0, 4, 9, 13)):
        for table in drawn["tables"]:
            for game in table["games"]:
                self.play(game["game"], *row)

    @property
    def standings(self):
        return self.get(f"{self.url}/standings").json()["lines"]
