"""Effects: whoever called the service writes in the very same transaction, or undoes it."""

import pytest
from django.db import transaction

from deals.services.effects import is_noted, note_effect, noting
from games.models import Club
from tests.cast import NOW


def found(name):
    with transaction.atomic():
        Club.objects.create(name=name, created=NOW)
        note_effect(name)


def test_an_effect_is_told_to_whoever_wants_to_know(db):
    told = []
    found("One")
    with noting(told.append):
        found("Two")
        assert is_noted()
    found("Three")
    assert not is_noted()
    assert told == ["Two"]


def test_whoever_refuses_takes_the_effect_back(db):
    def refuse(_):
        raise LookupError

    with pytest.raises(LookupError), noting(refuse):
        found("One")
    assert Club.objects.count() == 0
    found("Two")
    assert Club.objects.count() == 1


def test_an_effect_outside_of_a_transaction_is_nothing_to_write_beside(committed_log):
    note_effect("nobody asks")
    with pytest.raises(AssertionError, match="transaction"), noting(print):
        note_effect("somebody does")
