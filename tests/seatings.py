"""A league's rounds as a document, and those who lie with one: directors, and strangers."""

from __future__ import annotations

import re
from dataclasses import replace
from types import SimpleNamespace
from uuid import UUID

from django.db import transaction

from deals.fairness.entries import CommitEntry, RevealEntry
from deals.fairness.service_entries import RoundEntry
from deals.services.checkpoints import publish_checkpoint
from deals.services.log import LogWriter, lock_log
from games.leagues.movements.plan import seat_round
from games.leagues.selectors.proofs import rounds_bundle
from games.leagues.services import seating


def bundle_of(season):
    publish_checkpoint(now=season.clock())
    return rounds_bundle(season.id)


def play_round(season):
    season.draw()
    for place, game in enumerate(season.games()):
        season.play(game, *[(0, 4, 9, 13), (26, 0, 0, 0)][place % 2])
    season.close()


def swap(tables):
    """Two people change places at the first table: nobody else would notice."""
    (one, other, *rest), *others = tables
    return ((other, one, *rest), *others)


def exchange(tables):
    """One of the first table changes with one of the second."""
    (one, *rest), (other, *more), *others = tables
    return ((other, *rest), (one, *more), *others)


def lie(monkeypatch, change):
    """Let a director who runs the service seat otherwise than drawn, and log that."""

    def seat(plan, drawn, meetings):
        seated = seat_round(plan, drawn, meetings)
        return replace(seated, tables=change(seated.tables))

    monkeypatch.setattr(seating, "seat_round", seat)


@transaction.atomic
def draw_again(season):
    """Commit a second draw of the first round, of eight people, and void none."""
    writer = lock_log(now=season.clock())
    another = CommitEntry(
        origin=writer.origin,
        deal=writer.head.deals + 1,
        purpose=f"lots/{season.id}/1",
        deck="lots/8",
        sources="server",
        beacon="-",
        commitment="7" * 64,
        time=writer.time,
    )
    writer.append(another, game=season.id)


def reveal_late(monkeypatch):
    """Let a service log who sits where before it shows the draw's seed."""
    append, late = LogWriter.append, []

    def put_off(writer, entry, **said):
        if isinstance(entry, RevealEntry):
            late.append((entry, said))
            return SimpleNamespace(index=writer.head.size + 1)
        logged = append(writer, entry, **said)
        if isinstance(entry, RoundEntry):
            for one, more in late:
                append(writer, one, **more)
        return logged

    monkeypatch.setattr(LogWriter, "append", put_off)


def drop(bundle, kind):
    at = last(bundle, kind)
    del bundle["entries"][at]


def last(bundle, kind):
    texts = [one["entry"] for one in bundle["entries"]]
    return max(at for at, text in enumerate(texts) if text.startswith(f"hearts/{kind}/v1"))


def edit(bundle, kind, old, new):
    entry = bundle["entries"][last(bundle, kind)]
    entry["entry"] = entry["entry"].replace(old, new)


def rename_drawn(bundle):
    """Somebody else drew a place, whose uuid stands at the same place in their order."""
    drawn = bundle["deals"][0]["hands"]
    drawn[0] = drawn[0][:-1] + ("0" if drawn[0][-1] != "0" else "1")


def sit_twice(bundle):
    """Somebody plays and sits out."""
    plan = bundle["rounds"][0]
    plan["sitting"].append(plan["order"][0])


def seat_others(bundle):
    """A movement that has one player at two seats of its second round, and another at none."""
    for plan in bundle["rounds"]:
        table = plan["movement"]["rounds"][1][0]
        table[0] = table[1]


def swap_texts(bundle):
    """Another seating in the text of the log's entry, though its proof stays."""
    entry = bundle["entries"][last(bundle, "round")]
    head, one, other, rest = re.split(r"(?<=\ntable \d )(\S+) (\S+)", entry["entry"], maxsplit=1)
    entry["entry"] = f"{head}{other} {one}{rest}"


TAMPERED = [
    (lambda bundle: bundle["rounds"].pop(), 1, "3 rounds, 2 plans, 3 draws"),
    (lambda bundle: bundle["deals"].reverse(), 1, "is for lots/"),
    (lambda bundle: bundle["rounds"][1].update(movement=None), 9, "was not gone on with"),
    (lambda bundle: bundle["rounds"][0]["movement"].update(step=1), 9, "does not begin here"),
    (lambda bundle: bundle["rounds"][1]["movement"].update(step=2), 9, "is not the one that was"),
    (lambda bundle: bundle["rounds"][0]["movement"].update(rounds=[[[0, 1, 2, 9]]]), 9, "another"),
    (lambda bundle: bundle["rounds"][0]["movement"].update(rounds=[[]]), 9, "another number"),
    (lambda bundle: bundle["rounds"][0]["order"].pop(), 9, "are not those who drew"),
    (lambda bundle: bundle["rounds"][0]["sitting"].append("x"), 9, "for another number of people"),
    (lambda bundle: bundle["deals"][0]["hands"].reverse(), 7, "the cards of place 0"),
    (lambda bundle: bundle["deals"][0].update(index="1"), 6, "the index"),
    (lambda bundle: bundle["deals"][0].update(seed="0" * 64), 3, "the revealed seed"),
    (lambda bundle: bundle.update(league=str(UUID(int=7))), 1, "not those of the league"),
    (lambda bundle: drop(bundle, "round"), 1, "2 rounds, 3 plans"),
    (lambda bundle: drop(bundle, "reveal"), 1, "no commit or no reveal entry"),
    (lambda bundle: drop(bundle, "key"), 2, "entries 0 and 1"),
    (lambda bundle: edit(bundle, "round", "table 1", "table 01"), 1, "log entry"),
    (swap_texts, 2, "entry"),
    (rename_drawn, 9, "others sit at the tables than drew a place"),
    (sit_twice, 9, "are not those who drew"),
    (seat_others, 9, "the movement seats others than those of the plan"),
]
"""What to change in a document of three rounds; the step that finds it, and what it says of it."""

UNREADABLE = [
    (lambda bundle: bundle.update(more=1), ""),
    (lambda bundle: bundle["rounds"][0].update(more=1), "/rounds/0"),
    (lambda bundle: bundle["rounds"][0]["movement"].update(step=7), "/rounds/0/movement/step"),
    (lambda bundle: bundle["rounds"][0].update(order=[1]), "/rounds/0/order/0"),
    (lambda bundle: bundle["deals"][0].pop("seed"), "/deals/0"),
]
"""What to change so that it is no such document any more, and where."""
