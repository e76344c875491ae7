"""A stand-in for servers elsewhere: a beacon's node or a witness, on this machine."""

from __future__ import annotations

import json
import threading
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from deals.fairness.beacon import CHAIN


@contextmanager
def serving(answer):
    """Serve with `answer(method, path, body) -> (status, bytes)`; the address, and what was asked.

    `answer` may raise ConnectionError: then the connection is cut.
    """
    asked = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self._answer("GET")

        def do_POST(self):
            self._answer("POST")

        def _answer(self, method):
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            asked.append(self.path)
            try:
                status, data = answer(method, self.path, body)
            except ConnectionError:
                self.close_connection = True
                return
            self.send_response(status)
            self.send_header("Content-Length", str(len(data)))
            with suppress(BrokenPipeError):  # whoever asked did not wait
                self.end_headers()
                self.wfile.write(data)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def round_answers(rounds):
    """Answer as a drand node that has these rounds: number to signature, or to another answer."""

    def answer(_method, path, _body):
        number = path.removeprefix(f"/{CHAIN}/public/")
        if not number.isdigit() or int(number) not in rounds:
            return 404, b"404 page not found\n"
        given = rounds[int(number)]
        if isinstance(given, str):
            given = {"round": int(number), "randomness": "00" * 32, "signature": given}
        return 200, given if isinstance(given, bytes) else json.dumps(given).encode()

    return answer
