"""What an operator watches of games and audits, as numbers."""

from __future__ import annotations

from django.db.models import Count, Sum

from games.models import AuditRun, Game


def games_by_state() -> dict[str, int]:
    """Return how many games there are, by state."""
    return dict(Game.objects.values_list("state").annotate(Count("id")))


def audited() -> dict[str, int]:
    """Return how many games all audits together have audited, found false and repaired."""
    sums = AuditRun.objects.aggregate(Sum("done"), Sum("wrong"), Sum("repaired"))
    return {name.removesuffix("__sum"): count or 0 for name, count in sums.items()}


def last_audit() -> dict[str, float] | None:
    """Return what the last audit of everything came to, None before the first.

    `finished` in seconds since 1970; how many games were audited and false; `log` is how much is
    wrong with the log itself.
    """
    rows = AuditRun.objects.filter(games=None, finished__isnull=False).order_by("-created")
    row = rows.first()
    if row is None or row.finished is None:
        return None
    return {
        "finished": row.finished.timestamp(),
        "done": row.done,
        "false": row.wrong,
        "log": len(row.log_findings),
    }
