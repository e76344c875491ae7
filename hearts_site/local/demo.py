"""The demo: the main job, start to finish, on one machine. It fails unless all of it holds."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from api.client.client import HeartsClient
from api.client.http import Api, ApiProblem
from hearts_site.local.demo_offline import ROOT, change_one_byte, verify_offline
from hearts_site.local.demo_table import Table, hand_score, play_game
from hearts_site.local.processes import LocalSite

COMPUTER_DELAY: Final = "50"  # milliseconds
OTHERS: Final = ROOT / "tests" / "records" / "openspiel-xinxin-20.txt"
AUDIT_SECONDS: Final = 30.0


class DemoFailed(Exception):
    """Something that should hold did not."""

    code = "demo-failed"


@dataclass
class Demo:
    """One run. `say` is told each step; `times` has the seconds that each part took."""

    site: LocalSite
    say: Callable[[str], None]
    began: float = field(default_factory=time.monotonic)
    times: dict[str, float] = field(default_factory=dict)
    table: Table | None = None

    def run(self) -> None:
        """Do everything, the site being started.

        Raises DemoFailed, ApiProblem, ServerBrokeItsWord, ChildFailed.
        """
        try:
            self._run()
        except ApiProblem as problem:
            if problem.status < 500:
                raise
            words = self.site.children["web"].last_words()
            raise DemoFailed(f"{problem}\nThe web's last words:\n{words}") from problem

    def _run(self) -> None:
        key = self._log_key()
        self.tell(f"the log's key, pinned by all that follows: {key}")
        with self._timed("playing"):
            table = self.table = play_game(
                self.site.url, key, say=self.tell, watch=self._see_all_running
            )
        client = HeartsClient(self.site.url, key)
        with self._timed("the worker's audit"):
            self._audit(client, table)
        with self._timed("verifying offline"):
            bundle = self._export(client, table)
            self._verify(bundle, key, table)
            self._verify_changed(bundle, key)
        with self._timed("importing others' hands"):
            self._import_others()

    def tell(self, text: str) -> None:
        """Say a step, with the seconds since the start."""
        self.say(f"{time.monotonic() - self.began:6.1f} s  {text}")

    def _log_key(self) -> str:
        """Ask the operator's side for the log's key: the one thing that is taken on trust."""
        shown = self.site.run("showkeys").stdout
        return next(
            line.removeprefix("log ") for line in shown.splitlines() if line.startswith("log ")
        )

    def _see_all_running(self) -> None:
        for child in self.site.children.values():
            child.check_running()

    def _audit(self, client: HeartsClient, table: Table) -> None:
        creator = Api(client.api.send, table.game.token)
        job = creator.call("POST", "audits", {"games": [table.game.id]}).at("id").as_text()
        deadline = time.monotonic() + AUDIT_SECONDS
        while (state := _state(client, job)) in {"queued", "running"}:
            _demand(time.monotonic() < deadline, f"the audit is {state} still")
            time.sleep(0.05)
        _demand(state == "done", f"the audit is {state}")
        result = client.api.call("GET", f"audits/{job}").at("result")
        verdict = result.at("verdict").as_text(), str(result.at("strength").value)
        self.tell(f"the worker's audit says: {', '.join(verdict)}")
        _demand(verdict == ("ok", "shared"), "the audit should say ok and shared")

    def _export(self, client: HeartsClient, table: Table) -> Path:
        """Save the game with all proofs, and with the receipts that its seats were given."""
        bundle = client.api.call("GET", f"games/{table.game.id}/bundle").as_object()
        receipts = [note for seat in table.seats for note in seat.chain.receipts]
        path = self.site.data / "bundle.json"
        text = json.dumps({**bundle, "receipts": receipts}, ensure_ascii=False)
        path.write_text(text + "\n", encoding="utf-8")
        self.tell(f"exported {len(text):,} characters with {len(receipts)} receipts")
        return path

    def _verify(self, bundle: Path, key: str, table: Table) -> None:
        mine = [f"{hand.commitment}@{hand.head}" for hand in table.seats[0].own.proven]
        answer = verify_offline(bundle, key, mine=mine)
        self.tell(f"the verifier, offline, says: {answer.verdict}, {answer.strength}")
        right = (answer.status, answer.verdict, answer.strength) == (0, "ok", "shared")
        _demand(right, f"the verifier should say ok and shared: {answer.first_finding}")
        _demand(answer.not_made == {}, f"steps were not made: {answer.not_made}")

    def _verify_changed(self, bundle: Path, key: str) -> None:
        copy = bundle.with_name("bundle-changed.json")
        self.tell(change_one_byte(bundle, copy))
        answer = verify_offline(copy, key)
        self.tell(f"the verifier says: {answer.verdict}, {answer.first_finding}")
        found = (answer.status, answer.verdict) == (1, "false")
        _demand(found, "one changed byte should make the verdict false")

    def _import_others(self) -> None:
        said = self.site.run("import", str(OTHERS)).stdout.strip()
        self.tell(f"hands that others played: {said}")
        _demand(said.endswith(": 20 ok (unproven)"), "all 20 should be ok, and unproven")

    @contextmanager
    def _timed(self, part: str) -> Iterator[None]:
        began = time.monotonic()
        yield
        self.times[part] = time.monotonic() - began

    def summary(self) -> list[str]:
        """Return what a person wants to know of a run that is over."""
        if self.table is None:
            return []
        seat = self.table.seats[0]
        lines = ["", "hand  deal  index among 53644737765488792839237440000  scores       totals"]
        for hand in seat.own.proven:
            score = hand_score(seat, hand.hand)
            scores, totals = (_columns(numbers) for numbers in (score.scores, score.totals))
            lines.append(f"{hand.hand:4}  {hand.number:4}  {hand.index:>41}  {scores}  {totals}")
        lines += ["", "Audit ok, verifier ok and shared, changed copy false, 20 imports ok."]
        parts = [f"{part} {seconds:.1f} s" for part, seconds in self.times.items()]
        return [*lines, "Times: " + ", ".join(parts) + "."]

    def places(self) -> list[str]:
        """Return where to look while it goes on."""
        url = self.site.url
        places = {"start here": "/", "all calls": "/api/v1/docs/", "the log": "/log/checkpoint"}
        if self.table is not None:
            game = f"/api/v1/games/{self.table.game.id}"
            deal = self.table.seats[0].own.proven[0].number
            places |= {
                "the game": game,
                "its events": f"{game}/events",
                "with all proofs": f"{game}/bundle",
                "a deal's proof": f"/api/v1/deals/{deal}/proof",
            }
        return ["", *(f"{name:16} {url}{path}" for name, path in places.items())]


def _columns(numbers: tuple[int, ...]) -> str:
    return "".join(f"{number:3}" for number in numbers)


def _state(client: HeartsClient, job: str) -> str:
    return client.api.call("GET", f"audits/{job}").at("state").as_text()


def _demand(holds: bool, otherwise: str) -> None:  # noqa: FBT001 - a condition
    if not holds:
        raise DemoFailed(otherwise)
