"""Reports of audits: how far they are, and what they found, each finding with its place."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse

from api.methods import safe_only
from api.pages.views import page
from deals.fairness.integers import parse_integer
from games.selectors.audit_runs import findings_page, run_summary
from games.selectors.audits import audit_of_job, findings_of_job
from games.selectors.plies import line_of_finding

_LINES: Final = 50
_OVER: Final = frozenset({"done", "failed", "cancelled"})


@safe_only
def audit(request: HttpRequest, audit: UUID) -> HttpResponse:
    """Show an audit: its progress, its findings in pages. Raises Http404."""
    of_one = audit_of_job(audit)
    summary = of_one or run_summary(audit)
    if summary is None:
        raise Http404
    after = parse_integer(request.GET.get("after", "0"))
    if after is None or not 0 <= after < 10**9:
        raise Http404
    if of_one is None:
        findings, more = findings_page(audit, after=after, limit=_LINES)
    else:
        all_of_one = findings_of_job(audit) or []
        findings = all_of_one[after : after + _LINES]
        more = after + _LINES if len(all_of_one) > after + _LINES else None
    context = {
        "here": "games",
        "audit": summary,
        "is_on": summary["state"] not in _OVER,
        "findings": [{**one, "line": line_of_finding(one)} for one in findings],
        "more": more,
    }
    return page(request, "audit", context)
