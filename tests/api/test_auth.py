"""Tokens: what they say, when they end, what becomes of them."""

import logging
from datetime import timedelta

from django.utils import timezone

from api.models import Token
from deals.services.checkpoints import SignerRefuses
from tests.api.guests import is_problem


def test_an_expired_token_is_not_valid(table):
    Token.objects.filter(seat=0).update(expires=timezone.now())
    refused = table.get(f"{table.url}/seats/0", table.tokens[0])
    is_problem(refused, 401, "token-invalid")
    assert refused["WWW-Authenticate"] == 'Bearer realm="hearts", error="invalid_token"'


def test_the_use_of_a_token_is_noted_once_an_hour(table):
    token = Token.objects.get(seat=0)
    assert token.last_used is None
    table.view(0)
    first = Token.objects.get(seat=0).last_used
    table.view(0)
    assert Token.objects.get(seat=0).last_used == first
    Token.objects.filter(seat=0).update(last_used=first - timedelta(hours=2))
    table.view(0)
    assert Token.objects.get(seat=0).last_used > first


def test_the_scheme_may_be_written_in_any_case(table):
    for scheme in ("Bearer", "bearer", "BEARER"):
        header = f"{scheme} {table.tokens[0]}"
        assert table.get(f"{table.url}/seats/0", Authorization=header).status_code == 200


def test_a_token_is_not_lost_when_the_signer_refuses(guests, monkeypatch):
    def refuse(*, now):
        raise SignerRefuses("the disk is full")

    monkeypatch.setattr("games.services.settling.publish_checkpoint", refuse)
    assert guests.take(0).json()["token"].startswith("hearts_")


def test_no_log_line_holds_a_token_an_invite_or_a_card(table, caplog):
    caplog.set_level(logging.DEBUG)
    table.contribute()
    table.pass_cards()
    view = table.turn
    table.play(view["seat"], "2H")
    logged = " ".join(str(record.__dict__) for record in caplog.records)
    for secret in (*table.tokens.values(), *table.invites.values(), table.token):
        assert secret not in logged
