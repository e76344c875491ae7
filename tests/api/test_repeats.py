"""Requests sent again under one key: one effect, one answer, whatever happens in between."""

import json
import uuid
from collections import Counter
from datetime import timedelta

import pytest
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from api import repeats
from api.document import parsed_document
from api.forgetting import forget_old
from api.models import Bucket, Repeat, Token
from api.repeats import LAPSES
from api.tasks import forget_old as forget_old_task
from deals.services.checkpoints import SignerRefuses
from games.models import Club, Event, Game
from games.services.clubs import create_club
from tests.api.guests import V1, Guests, is_problem
from tests.api.people import PASSWORD, Person


def send(guests, path, body, token, key, *, client=None):
    headers = {"Idempotency-Key": key}
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    return (client or guests.client).generic(
        "POST", V1 + path, json.dumps(body), content_type="application/json", headers=headers
    )


def play(guests):
    """The path and the body of the next legal play, and the token for it."""
    view = guests.turn
    body = {"card": view["cards"]["legal_cards"][0], "expected_seq": view["seq"]}
    return f"{guests.url}/plays", body, guests.tokens[view["seat"]]


def test_an_act_is_done_once_and_answered_twice(playing):
    act = play(playing)
    first = send(playing, *act, "one")
    again = send(playing, *act, "one")
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert "Idempotency-Replayed" not in first
    assert again["Idempotency-Replayed"] == "true"
    assert again["Cache-Control"] == first["Cache-Control"] == "private, no-store"
    is_problem(send(playing, *act, "two"), 409, "stale")


def test_the_same_value_written_differently_is_the_same_body(playing):
    path, body, token = play(playing)
    first = send(playing, path, body, token, "one")
    again = send(playing, path, dict(reversed(body.items())), token, "one")
    assert first.json() == again.json()


def test_another_body_under_the_same_key_is_refused(playing):
    path, body, token = play(playing)
    send(playing, path, body, token, "one")
    seq = playing.summary["seq"]
    is_problem(send(playing, path, body | {"card": "AS"}, token, "one"), 422, "repeated-key")
    assert playing.summary["seq"] == seq


def test_a_key_is_of_one_caller_and_one_address(anna, ben):
    for person in (anna, ben):
        assert person.post("/clubs", {"name": "One"}, key="one").status_code == 201
        assert person.post("/tokens", {}, key="one").status_code == 201
    assert Club.objects.count() == 2


def test_a_pass_is_answered_again_with_what_opens_it_and_sealed_at_rest(passing):
    cards = passing.view(0)["cards"]["holding"][:3]
    act = (f"{passing.url}/passes", {"cards": cards}, passing.tokens[0], "one")
    opening = send(passing, *act).json()["opening"]
    assert send(passing, *act).json()["opening"] == opening
    salt = opening.partition("salt ")[2].strip()
    kept = bytes(Repeat.objects.get().answer)
    assert salt.encode() not in kept
    assert cards[0].encode() not in kept


def test_an_answer_with_a_secret_is_shown_once_and_never_kept(anna, guests):
    body = {"invite": guests.invites[0]}
    requests = [
        lambda: send(guests, "/games", {"sources": "server"}, None, "one"),
        lambda: send(guests, f"{guests.url}/seats/0", body, None, "one"),
        lambda: anna.post("/tokens", {}, key="one"),
        lambda: anna.post("/accounts", {"name": "eva", "password": PASSWORD}, key="1", token=None),
    ]
    for request in requests:
        assert request().status_code in {200, 201}
        is_problem(request(), 409, "already-shown")
    assert {row.answer for row in Repeat.objects.all()} == {None}
    assert Game.objects.count() == 2


def test_every_answer_that_shows_a_token_or_a_secret_is_shown_once():
    """By the document's own examples: what holds a secret says `already-shown`."""
    secrets = {"token", "secret", "invites"}
    for path, item in parsed_document()["paths"].items():
        for status, answer in item.get("post", {"responses": {}})["responses"].items():
            if not status.startswith("2"):
                continue
            (content,) = answer["content"].values()
            example = next(iter(content["examples"].values()))["value"]
            codes = str(item["post"]["responses"].get("409", {}))
            shows = bool(secrets & set(example))
            assert ("already-shown" in codes) == shows, path


def test_a_refusal_is_not_kept(playing):
    path, body, token = play(playing)
    is_problem(send(playing, path, body | {"expected_seq": 1}, token, "one"), 409, "stale")
    assert Repeat.objects.count() == 0
    assert send(playing, path, body, token, "one").status_code == 201


def test_a_request_without_a_token_is_known_by_its_address(guests):
    terms = {"sources": "server"}
    assert send(guests, "/games", terms, None, "one").status_code == 201
    is_problem(send(guests, "/games", terms, None, "one"), 409, "already-shown")
    elsewhere = Client(REMOTE_ADDR="192.0.2.1")
    assert send(guests, "/games", terms, None, "one", client=elsewhere).status_code == 201


@pytest.mark.parametrize("key", ["", " ", "x" * 201, "a b", "\u00e9"])
def test_a_key_that_is_none_is_refused(anna, key):
    is_problem(anna.post("/clubs", {"name": "One"}, key=key), 400, "bad-request")
    assert Club.objects.count() == 0


def test_a_body_that_can_not_be_read_claims_nothing(anna):
    headers = {"Authorization": f"Bearer {anna.token}", "Idempotency-Key": "one"}
    refused = anna.client.generic(
        "POST", V1 + "/clubs", b"{", content_type="application/json", headers=headers
    )
    is_problem(refused, 400, "malformed-body")
    assert Repeat.objects.count() == 0


def test_the_key_means_nothing_to_other_methods(anna):
    club = anna.post("/clubs", {"name": "One"}).json()["id"]
    for name in ("Two", "Three"):
        assert anna.put(f"/clubs/{club}", {"name": name}, key="one").json()["name"] == name
    assert Repeat.objects.count() == 0


def test_a_question_that_changes_nothing_may_be_sent_with_a_key(guests):
    answers = [send(guests, "/rulesets/check", {"rules": {}}, None, "one") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json() == answers[1].json()


# -- Crashes, races and slow ones ---------------------------------------------------------------


def test_a_request_that_is_still_running_is_waited_for(anna):
    claimed(anna, state="running", age=timedelta(seconds=1))
    refused = anna.post("/clubs", {"name": "One"}, key="one")
    is_problem(refused, 409, "still-running")
    assert int(refused["Retry-After"]) > 0


def test_after_a_crash_before_the_effect_the_next_one_takes_over(anna):
    claimed(anna, state="running", age=LAPSES)
    assert anna.post("/clubs", {"name": "One"}, key="one").status_code == 201
    assert Club.objects.count() == 1


def test_after_a_crash_another_body_is_still_another_body(anna):
    claimed(anna, state="running", age=LAPSES)
    is_problem(anna.post("/clubs", {"name": "Two"}, key="one"), 422, "repeated-key")


def test_after_a_crash_behind_the_effect_nothing_is_done_again(anna):
    claimed(anna, state="written", age=timedelta(0))
    is_problem(anna.post("/clubs", {"name": "One"}, key="one"), 409, "still-running")
    Repeat.objects.update(claimed=timezone.now() - LAPSES)
    is_problem(anna.post("/clubs", {"name": "One"}, key="one"), 409, "already-shown")
    assert Club.objects.count() == 0  # the claim said that it was there


def claimed(person, *, state, age):
    """A claim of another process for founding the club One under the key `one`."""
    assert person.post("/clubs", {"name": "One"}, key="one").status_code == 201
    Club.objects.all().delete()
    Repeat.objects.update(
        state=state, answer=None, claim=uuid.uuid4(), claimed=timezone.now() - age
    )


def test_a_crash_behind_an_act_leaves_its_answer_there(playing, monkeypatch):
    """As if the process had died before it could store or send any answer."""
    act = play(playing)
    with monkeypatch.context() as patch:
        patch.setattr("api.repeats._keep", lambda claim, answer: 1 / 0)
        assert send(playing, *act, "one").status_code == 500
    assert Repeat.objects.get().state == "written"
    again = send(playing, *act, "one")
    assert (again.status_code, again["Idempotency-Replayed"]) == (201, "true")
    last = Event.objects.order_by("-seq").first()
    assert again.json()["event"]["line"] == last.line


def test_an_answer_whose_key_is_gone_is_not_told_again(anna):
    anna.post("/clubs", {"name": "One"}, key="one")
    Repeat.objects.update(answer=b"0" * 64)
    is_problem(anna.post("/clubs", {"name": "One"}, key="one"), 409, "already-shown")
    assert Club.objects.count() == 1


def test_an_error_behind_the_effect_does_not_undo_it(guests, monkeypatch):
    monkeypatch.setattr("api.v1.games.game_summary", lambda game: 1 / 0)
    before = Game.objects.count()
    terms = ("/games", {"sources": "server"}, None, "one")
    assert send(guests, *terms).status_code == 500
    is_problem(send(guests, *terms), 409, "already-shown")
    assert Game.objects.count() == before + 1


def test_an_error_before_the_effect_gives_the_key_back(guests, monkeypatch):
    def refuse(*, now):
        raise SignerRefuses("the disk is full")

    terms = ("/games", {"sources": "server"}, None, "one")
    with monkeypatch.context() as patch:
        patch.setattr("games.services.creating.publish_checkpoint", refuse)
        is_problem(send(guests, *terms), 503, "dealing-stopped")
    assert send(guests, *terms).status_code == 201


def test_a_database_that_goes_away_behind_the_effect_loses_no_answer(anna, monkeypatch):
    class Gone:
        def filter(self, **_):
            raise OperationalError("gone")

    with monkeypatch.context() as patch:
        patch.setattr("api.repeats._note", lambda claim, result: None)
        patch.setattr("api.repeats.Repeat.objects", Gone())
        assert anna.post("/clubs", {"name": "One"}, key="one").status_code == 201
        patch.setattr("api.v1.clubs.club_summary", lambda club: 1 / 0)
        assert anna.post("/clubs", {"name": "Two"}, key="two").status_code == 500


def test_a_slow_one_whose_claim_was_taken_over_changes_nothing(anna, monkeypatch):
    """The first process wakes up after another has done its work, and is rolled back."""

    def slow(name, *, owner, now):
        Repeat.objects.update(claim=uuid.uuid4())
        return create_club(name, owner=owner, now=now)

    monkeypatch.setattr("api.v1.clubs.create_club", slow)
    is_problem(anna.post("/clubs", {"name": "One"}, key="one"), 409, "still-running")
    assert Club.objects.count() == 0


def test_of_eight_sent_at_once_one_has_its_effect(committed_log, threads):
    anna = Person("anna")

    def found():
        mine = Person.__new__(Person)
        mine.__dict__ = anna.__dict__ | {"client": Client(raise_request_exception=False)}
        return mine.post("/clubs", {"name": "One"}, key="one")

    answers = threads([found] * 8)
    got = Counter(answer.status_code for answer in answers)
    assert got[201] >= 1
    assert set(got) <= {201, 409}
    assert {answer.json()["code"] for answer in answers if answer.status_code == 409} <= {
        "still-running"
    }
    assert len({answer.content for answer in answers if answer.status_code == 201}) == 1
    assert Club.objects.count() == 1


def test_of_eight_plays_sent_at_once_under_one_key_one_stands(committed_log, threads):
    guests = Guests(sources="server")
    guests.sit()
    guests.pass_cards()
    act = play(guests)
    seq = guests.summary["seq"]
    answers = threads(
        [lambda: send(guests, *act, "one", client=Client(raise_request_exception=False))] * 8
    )
    assert {answer.status_code for answer in answers} <= {201, 409}
    codes = {answer.json()["code"] for answer in answers if answer.status_code == 409}
    assert codes <= {"still-running"}
    assert len({answer.content for answer in answers if answer.status_code == 201}) == 1
    assert guests.summary["seq"] == seq + 1
    assert send(guests, *act, "one").status_code == 201


# -- Where the key is written ---------------------------------------------------------------------


def test_every_effect_is_written_together_with_its_key(table, anna, monkeypatch):
    """No answer is needed for it: what the service itself wrote shows that it took effect."""
    monkeypatch.setattr(repeats, "_keep", lambda claim, answer: None)
    club = anna.post("/clubs", {"name": "One"}, key="a").json()["id"]
    anna.post(f"/clubs/{club}/invitations", {"role": "player"}, key="b")
    anna.post(f"/clubs/{club}/tokens", {}, key="c")
    anna.post("/tokens", {}, key="d")
    anna.post("/accounts", {"name": "eva", "password": PASSWORD}, key="e", token=None)
    anna.post("/games", {"kind": "sheet", "players": list("abcd")}, key="f")
    send(table, "/audits", {"games": [table.game]}, table.tokens[0], "g")
    deal = f"/deals/{table.summary['deal']}"
    body = {"seat": 0, "commitment": table.commitment(0)}
    send(table, f"{deal}/contributions", body, table.tokens[0], "h")
    send(table, f"{deal}/void", {}, table.token, "i")
    send(table, f"{table.url}/substitutions", {"seat": 1}, table.token, "j")
    adjustment = {"seat": 0, "points": 1, "reason": "late"}
    send(table, f"{table.url}/adjustments", adjustment, table.token, "k")
    send(table, f"{table.url}/void", {"scope": "game"}, table.token, "l")
    states = Repeat.objects.values_list("state", flat=True)
    assert list(states) == ["written"] * 12


# -- The end of the day ---------------------------------------------------------------------------


def test_after_a_day_the_key_is_new_again(anna):
    anna.post("/clubs", {"name": "One"}, key="one")
    Repeat.objects.update(created=timezone.now() - timedelta(hours=24))
    assert anna.post("/clubs", {"name": "Two"}, key="one").json()["name"] == "Two"


def test_what_is_kept_for_a_day_is_dropped_after_it(anna):
    anna.post("/clubs", {"name": "One"}, key="one")
    anna.post("/clubs", {"name": "Two"}, key="two")
    Repeat.objects.filter(id=Repeat.objects.first().id).update(
        created=timezone.now() - timedelta(hours=25)
    )
    buckets = Bucket.objects.count()
    Bucket.objects.update(time=timezone.now() - timedelta(hours=25))
    assert forget_old(now=timezone.now()) == 1 + buckets
    forget_old_task()
    assert Repeat.objects.count() == 1
    assert Token.objects.count() == 1
