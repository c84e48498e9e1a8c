"""A client on a machine of the test's own: its answers are given, its waits take no time."""

from __future__ import annotations

import json
from datetime import datetime, timezone
from typing import Any

from billhook import Billhook, Request, Response
from billhook._send import Machine

NOW = datetime(2026, 11, 22, 12, tzinfo=timezone.utc).timestamp()


def problem(status: int, code: str, **headers: str) -> Response:
    body = {"code": code, "title": "T", "detail": "D", "requestId": "r1", "status": status}
    return answer(status, body, **headers)


def answer(status: int, body: Any, **headers: str) -> Response:
    text = body if isinstance(body, str) else json.dumps(body)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Response(status, {"request-id": "r1", **named}, text.encode())


def success(body: Any = None) -> Response:
    return answer(200, {"success": True} if body is None else body)


class Service:
    """Gives its answers in their order, the last one for ever. An exception is a lost answer."""

    def __init__(self, *answers: Response | Exception, **options: Any) -> None:
        self.sent: list[Request] = []
        self.waits: list[float] = []
        self._answers = answers
        machine = Machine(now=lambda: NOW, random=lambda: 1.0, sleep=self.waits.append)
        if "access_token" not in options:
            options.setdefault("api_key", "bh_test")
        url = "https://billhook.example/v1"
        self.api = Billhook(url, transport=self._answer, _machine=machine, **options)

    def _answer(self, request: Request) -> Response:
        given = self._answers[min(len(self.sent), len(self._answers) - 1)]
        self.sent.append(request)
        if isinstance(given, Exception):
            raise given
        return given

    def paths(self) -> list[str]:
        return [request.url.split("/v1", 1)[1] for request in self.sent]

    def keys(self) -> list[str | None]:
        return [request.headers.get("Idempotency-Key") for request in self.sent]

    def body(self, index: int) -> Any:
        return json.loads(self.sent[index].body or b"null")
