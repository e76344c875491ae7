"""Metrics for Prometheus, in its text format: queue, lag, rates, findings.

Counts only: no ids, no names. Keep the address from the world all the same; the proxy in
`hearts_site/deploy` does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from api.methods import safe_only
from deals.selectors.metrics import failed_jobs, job_lag, log_sizes, open_jobs
from games.selectors.metrics import audited, games_by_state, last_audit


@safe_only
def metrics(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - a view's face
    """Say how much there is to do, how far behind it is, and what audits have found."""
    lines = [*_jobs(), *_log(), *_audits()]
    return HttpResponse(
        "".join(f"{line}\n" for line in lines),
        content_type="text/plain; version=0.0.4; charset=utf-8",
        headers={"Cache-Control": "no-store"},
    )


def _jobs() -> Iterator[str]:
    open_ones = {
        f'kind="{kind}",state="{state}"': count for (kind, state), count in open_jobs().items()
    }
    failed = {f'kind="{kind}"': count for kind, count in failed_jobs().items()}
    lag = {"": job_lag(now=timezone.now())}
    yield from _metric("hearts_jobs_open", "gauge", "Jobs that wait or are being done.", open_ones)
    yield from _metric("hearts_jobs_failed", "gauge", "Jobs that were given up.", failed)
    yield from _metric("hearts_jobs_lag_seconds", "gauge", "How long the first has waited.", lag)


def _log() -> Iterator[str]:
    size, signed = log_sizes()
    yield from _metric("hearts_log_entries", "counter", "Entries of the log.", {"": size})
    yield from _metric("hearts_log_signed", "counter", "Entries that are signed.", {"": signed})


def _audits() -> Iterator[str]:
    games = {f'state="{state}"': count for state, count in games_by_state().items()}
    sums = audited()
    yield from _metric("hearts_games", "gauge", "Games by state.", games)
    for name, what in (("done", "audited"), ("wrong", "false"), ("repaired", "repaired")):
        help_text = f"Games that audits have found or made {what}, each time counted."
        yield from _metric(f"hearts_audit_games_{what}", "counter", help_text, {"": sums[name]})
    for name, value in (last_audit() or {}).items():
        help_text = "The last audit of everything."
        yield from _metric(f"hearts_last_audit_{name}", "gauge", help_text, {"": value})


def _metric(name: str, kind: str, about: str, values: Mapping[str, float]) -> Iterator[str]:
    yield f"# HELP {name} {about}"
    yield f"# TYPE {name} {kind}"
    for labels, value in sorted(values.items()):
        yield f"{name}{{{labels}}} {value}" if labels else f"{name} {value}"
