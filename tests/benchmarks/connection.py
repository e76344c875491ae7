"""A connection that costs little: who measures shares the machine with what is measured."""

from __future__ import annotations

import json
import socket


class Connection:
    """One HTTP/1.1 connection that is kept, speaking JSON."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def request(self, method: str, path: str, body: object, token: str) -> bytes:
        """Write a request as bytes, to be sent later."""
        text = b"" if body is None else json.dumps(body).encode()
        head = (
            f"{method} /api/v1{path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(text)}\r\n"
        )
        if token:
            head += f"Authorization: Bearer {token}\r\n"
        return head.encode() + b"\r\n" + text

    def send(self, request: bytes) -> tuple[int, bytes]:
        """Send it; the status and body of the answer."""
        self._socket.sendall(request)
        got = self._socket.recv(65_536)
        while b"\r\n\r\n" not in got:
            got += self._receive()
        head, _, body = got.partition(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length:")[1].split(b"\r\n", 1)[0])
        while len(body) < length:
            body += self._receive()
        return int(head[9:12]), body

    def call(self, method: str, path: str, body: object = None, token: str = "") -> dict:
        """Send and read an answer that must be good."""
        status, text = self.send(self.request(method, path, body, token))
        if status >= 300:
            raise RuntimeError(f"{method} {path}: {status} {text[:300]!r}")
        return json.loads(text)

    def _receive(self) -> bytes:
        got = self._socket.recv(65_536)
        if not got:
            raise ConnectionError("the server closed the connection")
        return got
