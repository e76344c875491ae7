"""`manage.py witness`: cosign the checkpoints of other logs, and refuse one that went back."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand

from deals.management.commands.monitor import vkey
from deals.services.witness_server import (
    WitnessService,
    WitnessState,
    keys_by_origin,
    make_server,
    witness_key,
)
from deals.tlog.note import VerifierKey, format_vkey


class Command(BaseCommand):
    """Needs no database. Runs until it is stopped."""

    help = "Serves C2SP tlog-witness (POST /add-checkpoint) for the logs whose keys are given."
    requires_system_checks: list[str] = []  # noqa: RUF012 - Django's face

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take files, address and logs."""
        parser.add_argument("--key", type=Path, required=True, metavar="FILE")
        parser.add_argument("--name", default="witness.localhost", help="of a key that is made now")
        parser.add_argument("--state", type=Path, required=True, metavar="FILE")
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, required=True)
        parser.add_argument("logs", nargs="+", type=vkey, metavar="LOG_VKEY")

    def handle(self, *_: object, **asked: object) -> None:
        """Say the witness's own key, for others to pin, and serve."""
        key, state = Path(str(asked["key"])), Path(str(asked["state"]))
        signer = witness_key(key, name=str(asked["name"]))
        logs: list[VerifierKey] = asked["logs"]  # type: ignore[assignment]
        service = WitnessService(signer, WitnessState(state), keys_by_origin(logs))
        address = (str(asked["host"]), int(str(asked["port"])))
        with make_server(service, address) as server:
            self.stdout.write(f"witness {format_vkey(signer.verifier_key)}")
            self.stdout.write(f"at http://{server.server_name}:{server.server_port}")
            self.stdout.flush()
            server.serve_forever()
