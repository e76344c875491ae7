"""A small witness of ours, for logs of others: it cosigns what extends the last it has seen.

One call, add-checkpoint of C2SP tlog-witness. What was cosigned is on disk before it is answered,
so that the witness itself can't go back.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from datetime import datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final

from django.utils import timezone

from deals.services.keys import read_private_file, replace_file, write_new_file
from deals.signing import Signer, new_witness_key_line, parse_signer
from deals.tlog.checkpoint import Checkpoint, format_checkpoint, parse_checkpoint
from deals.tlog.note import VerifierKey
from deals.tlog.witness import OK, AddAnswer, format_cosignatures, judge_text

_MOST_BYTES: Final = 65_536
_PATH: Final = "/add-checkpoint"
_TOO_LARGE: Final = 413
_NOT_FOUND: Final = 404


class WitnessState:
    """The newest checkpoint cosigned of each log, in one file: a paragraph for each."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.last: dict[str, Checkpoint] = {}
        if path.exists():
            for text in path.read_text("utf-8").removesuffix("\n").split("\n\n"):
                checkpoint = parse_checkpoint(f"{text}\n")
                self.last[checkpoint.origin] = checkpoint

    def store(self, checkpoint: Checkpoint) -> None:
        """Keep a checkpoint, on disk before this returns."""
        self.last[checkpoint.origin] = checkpoint
        replace_file(self._path, "\n".join(map(format_checkpoint, self.last.values())))


class WitnessService:
    """Answers requests one at a time: comparing, storing and cosigning are one step."""

    def __init__(
        self, signer: Signer, state: WitnessState, keys: Mapping[str, Sequence[VerifierKey]]
    ) -> None:
        self._signer, self._state, self._keys = signer, state, keys
        self._lock = threading.Lock()

    def add_checkpoint(self, text: str, *, now: datetime) -> AddAnswer:
        """Return what is answered to a request's body, the cosignature with 200."""
        with self._lock:
            answer, request = judge_text(text, keys=self._keys, last=self._state.last)
            if answer.status != OK or request is None:
                return answer
            self._state.store(request.checkpoint)
        line = self._signer.cosign(request.note.text, time=int(now.timestamp()))
        return AddAnswer(OK, format_cosignatures([line]))


def witness_key(path: Path, *, name: str) -> Signer:
    """Return the witness's key from its file, which is made when it is missing."""
    write_new_file(path, new_witness_key_line(name))
    return parse_signer(read_private_file(path))


def keys_by_origin(keys: Sequence[VerifierKey]) -> dict[str, list[VerifierKey]]:
    """Return the logs' keys by the name they sign under, which is their log's origin."""
    by_origin: dict[str, list[VerifierKey]] = {}
    for key in keys:
        by_origin.setdefault(key.name, []).append(key)
    return by_origin


def make_server(service: WitnessService, address: tuple[str, int]) -> ThreadingHTTPServer:
    """Return the HTTP server of a witness, not started yet."""

    class Handler(BaseHTTPRequestHandler):
        """One call."""

        timeout = 10
        server_version = "hearts-witness"

        def do_POST(self) -> None:
            """Answer add-checkpoint."""
            length = self.headers.get("Content-Length", "")
            if self.path != _PATH or not (length.isascii() and length.isdigit()):
                self._send(AddAnswer(_NOT_FOUND))
            elif len(length) > 6 or int(length) > _MOST_BYTES:
                self._send(AddAnswer(_TOO_LARGE))
            else:
                text = self.rfile.read(int(length)).decode("utf-8", "replace")
                self._send(service.add_checkpoint(text, now=timezone.now()))

        def _send(self, answer: AddAnswer) -> None:
            data = answer.body.encode()
            self.send_response(answer.status)
            self.send_header("Content-Type", answer.content_type)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

    return ThreadingHTTPServer(address, Handler)
