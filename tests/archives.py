"""Archives that are filled, audited by hand: each job is done where the test stands."""

from games.leagues.services.league_runs import audit_league
from games.models import AuditChunk, AuditRun, Game
from games.services.audit_chunks import audit_chunk
from games.services.audit_runs import plan_audit, request_run
from games.services.filling.fill import fill
from tests.cast import NOW

WORK = {"plan_audit": plan_audit, "audit_chunk": audit_chunk, "audit_league": audit_league}


def fill_archive(hands, *, faults=0, now=NOW):
    """Fill the database; the faults that were planted."""
    return [one for _, planted in fill(hands, faults=faults, now=now) for one in planted]


def audit_all(games=None, *, repair=False, now=NOW):
    """Audit some games, or all, from the request to the end; the run."""
    run, hint = request_run(games, repair=repair, now=now)
    do_all([hint], now=now)
    return AuditRun.objects.get(id=run)


def do_all(hints, *, now=NOW):
    """Do jobs, and all that come of them."""
    hints = [*hints]
    while hints:
        hint = hints.pop(0)
        hints += WORK[hint.kind](hint.job, now=now)


def findings_of(run):
    """What a run has found, in its order."""
    chunks = AuditChunk.objects.filter(run=run).exclude(state="split").order_by("place")
    return [finding for chunk in chunks for finding in chunk.findings]


def games_by_age():
    return list(Game.objects.order_by("created", "id").values_list("id", flat=True))
