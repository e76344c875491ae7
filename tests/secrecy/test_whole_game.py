"""A game through the API, and everything that is said meanwhile, to anybody and anywhere.

From reports on others: secrets stood in logs, in task arguments, in the broker, in the spectator's
view of hand 2, in an error's text.
"""

import hashlib

import pytest
from django.utils import timezone

from api.apps import buckets
from deals.models import Contribution, Job
from games.services.auditing import audit_game
from games.services.moving import move_computers
from tests.api.guests import Guests
from tests.real_parts import broker_in_database
from tests.secrecy.addresses import LINES, questions
from tests.secrecy.hidden import hidden_deals, hidden_keys, hidden_nonces, hidden_passes
from tests.secrecy.search import flat, leaks
from tests.secrecy.witness import Witness


class Spied(Guests):
    """Guests whose every answer is kept, with who got it."""

    def __init__(self, **terms):
        self.answers = []
        super().__init__(**terms)

    def get(self, path, token=None, **headers):
        return self._keep("get", path, token, super().get(path, token, **headers))

    def ask(self, path, token):
        """Get what lies outside of the API, too."""
        return self._keep("get", path, token, self.client.get(path, headers=self._headers(token)))

    def post(self, path, body, token=None, *, method="post"):
        answer = super().post(path, body, token, method=method)
        return self._keep(method, path, token, answer)

    def _keep(self, method, path, token, answer):
        body = answer.getvalue() if answer.streaming else answer.content
        self.answers.append((method, path, token, flat(dict(answer.headers)) + b"\n" + body))
        return answer

    def look_everywhere(self):
        """Every kind of viewer asks for all that there is to ask, and all for every seat's view."""
        deal = self.summary["deal"]
        audit = self.post("/audits", {"games": [self.game]}, self.token).json()["id"]
        known = {"games": [self.game], "seats": [0], "audits": [audit]}
        for token in [None, self.token, *[*self.tokens.values()][:1]]:
            for path in questions(
                **known, numbers=range(1, deal + 1), tables_only=token is not None
            ):
                self.ask(path, token)
            self.post(f"{self.url}/rescore", {"rules": {"moon": "subtract"}}, token)
            self.get(f"{self.url}/events", token, **LINES)
        for token in [None, self.token, *self.tokens.values()]:
            for seat in range(4):
                self.get(f"{self.url}/seats/{seat}", token)
            self.get(f"{self.url}/view", token)

    def misbehave(self):
        """Every seat tries what it may not do now; what it sends must not be quoted either."""
        deal, seq = self.summary["deal"], self.summary["seq"]
        for seat, token in self.tokens.items():
            nonce = {"nonce": self.nonce(seat), "head": "00" * 32}
            self.put(f"/deals/{deal}/contributions/{seat}", nonce, token)
            self.put(f"/deals/{deal}/contributions/{seat}", nonce | {"extra": 1}, token)
            self.post(f"{self.url}/passes", {"cards": ["QS", "AH"]}, token)
            self.post(f"{self.url}/plays", {"card": "QS", "expected_seq": seq - 1}, token)
            self.post(f"{self.url}/seats/{seat}", {"invite": token}, token)
            self.get(f"{self.url}/seats/{(seat + 1) % 4}", token)
        self.post(f"{self.url}/seats/0", {"invite": "x"})
        self.get(self.url, self.token[:-1] + "!")

    def people_s_nonces(self):
        """The nonces of people that do not stand in the chain yet."""
        for row in Contribution.objects.filter(by="seat", nonce=""):
            text = f"{self.game} {row.deal_id} {row.seat}"
            yield f"nonce {row.deal_id} {row.seat}", hashlib.sha256(text.encode()).digest()

    def hidden(self):
        """What nobody may be told now, by name."""
        found = {**dict(hidden_keys()), **dict(hidden_deals()), **dict(hidden_nonces())}
        found |= dict(self.people_s_nonces())
        found |= {f"invite {seat}": invite for seat, invite in self.invites.items()}
        found |= {f"token {seat}": token for seat, token in self.tokens.items()}
        return found | {"token": self.token}

    def allowed(self, method, path, token):
        """What this one answer may show: secrets are shown once, a salt to its own seat."""
        if (method, path) == ("post", "/games"):
            return {"token", *(f"invite {seat}" for seat in self.invites)}
        if method == "post" and path.startswith(f"{self.url}/seats/"):
            return {f"token {path[-1]}"}
        if (method, path) == ("post", f"{self.url}/passes"):
            return {f"salt {seat}" for seat, own in self.tokens.items() if own == token}
        return set()


class Watch:
    """Looks, after each step, at all that was said since the last one."""

    def __init__(self, guests, witness):
        self.guests, self.witness = guests, witness

    def check(self):
        let_workers_work()
        self.guests.misbehave()
        self.guests.look_everywhere()
        hidden = self.guests.hidden()
        salts = {f"salt {seat}": salt for seat, salt in hidden_passes(self.guests.game)}
        hidden |= salts
        answers = b"\n".join(said for *_, said in self.guests.answers)
        if found := leaks(hidden, answers):
            for method, path, token, said in self.guests.answers:
                told = leaks({name: hidden[name] for name in found}, said)
                assert told <= self.guests.allowed(method, path, token), f"{method} {path}"
        for where, said in self.witness.since().items():
            assert leaks(hidden, said) == set(), where
            assert said, f"nothing was heard of {where}"
        self.guests.answers.clear()
        return answers, hidden


def let_workers_work():
    """What a worker would do with the jobs that are there."""
    work = {"move_computers": move_computers, "audit_game": audit_game}
    while job := Job.objects.filter(state="queued").first():
        work[job.kind](job.id, now=max(job.due, timezone.now()))


@pytest.fixture
def watch(committed_log):
    """Three people and a computer player, whose nonces the service draws."""
    with broker_in_database(), Witness().listening() as witness:
        buckets().__init__(rate=1e6, burst=10**6)
        yield Watch(Spied(seats=["human", "human", "human", "computer"]), witness)
        buckets().__init__(rate=200, burst=400)


def test_nothing_is_said_before_its_time(watch):
    guests = watch.guests
    watch.check()
    guests.sit()
    seeds = {name: secret for name, secret in watch.check()[1].items() if "seed" in name}
    guests.commit(0)
    watch.check()
    for seat in [*guests.tokens][1:]:
        guests.committed_head = guests.commit(seat).json()["event"]["head"]
    guests.open(0)
    watch.check()
    for seat in [*guests.tokens][1:]:
        guests.open(seat)
    guests.give(0)
    _, hidden = watch.check()
    assert {"index 1", "seed 1", "salt 0"} <= hidden.keys()
    for seat in [*guests.tokens][1:]:
        guests.give(seat)
    play(guests, 6)
    watch.check()
    play(guests, 52)
    answers, hidden = watch.check()
    assert leaks(seeds, answers) == {"seed 1"}, "what is public by now was not found either"
    assert "seed 2" in hidden
    assert not any(name.startswith("salt") for name in hidden)
    guests.contribute()
    guests.pass_cards()
    play(guests, 5)
    watch.check()


def play(guests, most):
    """At most so many plays of the people, within the hand that is on."""
    number = guests.summary["hand"]
    for _ in range(most):
        let_workers_work()
        summary = guests.summary
        if (summary["hand"], summary["phase"]) != (number, "playing"):
            return
        view = guests.turn
        guests.play(view["seat"], view["cards"]["legal_cards"][0], view["seq"])
