"""What a server says of its own games counts for nothing: the verifier may say something else."""

import pytest

from deals.services.keys import service_keys
from games.selectors.audits import latest_audit
from games.selectors.bundles import game_bundle
from games.services.auditing import audit_game, request_audit
from games.verifier.options import Options
from games.verifier.verify import verify_bundle
from tests.cast import Party
from tests.rounds import ONE_HAND
from tests.unguarded import unguarded


@pytest.fixture
def audited(log):
    """A game that was honest when the server audited it, and says ok of it ever since."""
    party = Party(rules=ONE_HAND)
    party.sit()
    party.play_game()
    audit_game(request_audit(party.game, now=party.clock()).job, now=party.clock())
    return party


def judged(party):
    return verify_bundle(game_bundle(party.game), Options(key=service_keys().log.verifier_key))


def test_of_an_honest_game_both_say_ok(audited):
    assert latest_audit(audited.game)["verdict"] == judged(audited).verdict == "ok"


@pytest.mark.parametrize(
    ("statement", "step"),
    [
        ("UPDATE games_event SET line = replace(line, ' score - ', ' score - 1')", 8),
        ("UPDATE deals_deal SET seed = decode(repeat('ab', 32), 'hex')", 3),
        ("UPDATE deals_entry SET text = replace(text, 'attempts ', 'attempts 1')", 2),
    ],
)
def test_of_a_game_that_it_changed_a_lying_server_says_ok_and_the_verifier_does_not(
    audited, statement, step
):
    with unguarded() as cursor:
        cursor.execute(statement)
    assert latest_audit(audited.game)["verdict"] == "ok"
    report = judged(audited)
    assert (report.verdict, report.findings[0].step) == ("false", step)
