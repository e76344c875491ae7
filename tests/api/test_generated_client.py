"""A client that a public generator makes of the OpenAPI document plays a whole game over HTTP."""

import hashlib
import importlib
import secrets
import subprocess
import sys
from types import SimpleNamespace

import httpx
import pytest
from django.core.handlers.wsgi import WSGIHandler

from api.document import PATH
from deals.services.keys import service_keys
from games.verifier.options import Options
from games.verifier.verify import verify_bundle

ADDRESS = "http://testserver"
NAME = "generated_hearts_client"
FILES = ("application/x-tar", "application/x-ndjson", "application/gzip", "text/csv")
CONFIG = "post_hooks: []\ncontent_type_overrides:\n" + "".join(
    f"  {kind}: application/octet-stream\n" for kind in FILES
)
"""The generator asks to be told which media types are files."""


@pytest.fixture(scope="module")
def generated(tmp_path_factory):
    """The package that openapi-python-client writes; it complains of nothing in the document."""
    place = tmp_path_factory.mktemp("generated")
    (place / "config.yml").write_text(CONFIG)
    program = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none"]
    words = ["--path", str(PATH), "--output-path", NAME, "--config", "config.yml"]
    done = subprocess.run([*program, *words], cwd=place, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split() == ["Generating", NAME]
    sys.path.insert(0, str(place))
    yield SimpleNamespace(
        models=importlib.import_module(f"{NAME}.models"), client=importlib.import_module(NAME)
    )
    sys.path.remove(str(place))
    for module in [name for name in sys.modules if name.partition(".")[0] == NAME]:
        del sys.modules[module]


@pytest.fixture
def program(generated, log, in_process):
    return Program(generated)


class Program:
    """What somebody writes who has the document, its generator, and nothing of ours."""

    def __init__(self, generated):
        self.models = generated.models
        self._package = generated.client
        self.nobody = self._with(generated.client.Client)
        self.seats = []

    def _with(self, kind, **more):
        inside = {"transport": httpx.WSGITransport(app=WSGIHandler())}
        return kind(base_url=ADDRESS, httpx_args=inside, raise_on_unexpected_status=True, **more)

    def call(self, name, *path, client=None, **more):
        """Call an operation by its id; the model of a good answer."""
        tag, operation = name.split(".")
        module = importlib.import_module(f"{NAME}.api.{tag}.{operation}")
        answer = module.sync(*path, client=client or self.nobody, **more)
        assert not isinstance(answer, self.models.ProblemShape), answer.to_dict()
        return answer

    def begin(self, sources):
        settings = {"hands": 1, "tie": "share", "passing": "none"}
        rules = self.models.GameInputRequestRules.from_dict(settings)
        terms = self.models.GameInputRequest(rules=rules, sources=sources)
        self.made = self.call("games.create_game", body=terms)
        self.game = self.made.game.id
        for invite in self.made.invites:
            body = self.models.SeatInputRequest(invite=invite.invite)
            taken = self.call("games.take_seat", self.game, invite.seat, body=body)
            client = self._with(self._package.AuthenticatedClient, token=taken.token)
            self.seats.append(client)

    def contribute(self):
        deal, models = self.made.deal, self.models
        nonces = [secrets.token_hex(32) for _ in self.seats]
        for seat, client in enumerate(self.seats):
            said = f"commitment {deal.commitment}\nseat {seat}\nnonce {nonces[seat]}\n"
            statement = f"hearts/contribution/v1\n{said}"
            k = hashlib.sha256(statement.encode()).hexdigest()
            body = models.CommitmentInputRequest(seat=seat, commitment=k)
            act = self.call("deals.contribute", deal.deal, client=client, body=body)
        for seat, client in enumerate(self.seats):
            body = models.NonceInputRequest(nonce=nonces[seat], head=act.event.head)
            self.call("deals.open_nonce", deal.deal, seat, client=client, body=body)

    def play(self):
        while (game := self.call("games.see_game", self.game)).phase == "playing":
            seat = self.seats[game.turn]
            view = self.call("games.see_own_seat", self.game, game.turn, client=seat)
            body = self.models.PlayInputRequest(
                card=view.cards.legal_cards[0], expected_seq=view.seq
            )
            self.call("games.play_card", self.game, client=seat, body=body)
        return game


@pytest.mark.parametrize(("sources", "strength"), [("server", "server-only"), ("seats", "shared")])
def test_a_generated_client_plays_a_whole_game(program, sources, strength):
    program.begin(sources)
    if sources == "seats":
        program.contribute()
    game = program.play()
    assert game.state == "finished"
    assert sum(game.totals) in {26, 78}  # a moon
    bundle = program.call("games.see_bundle", program.game).to_dict()
    report = verify_bundle(bundle, Options(key=service_keys().log.verifier_key))
    assert (report.verdict, report.strength) == ("ok", strength)
