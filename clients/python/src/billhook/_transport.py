"""One request and its answer, by the standard library. Another transport can take its place."""

from __future__ import annotations

import urllib.error
import urllib.request
from dataclasses import dataclass, field
from typing import Any, Callable, Mapping


@dataclass(frozen=True)
class Request:
    """Its text shows neither the key nor the body."""

    method: str
    url: str
    headers: Mapping[str, str] = field(repr=False)
    body: bytes | None = field(repr=False)
    timeout_seconds: float


@dataclass(frozen=True)
class Response:
    status: int
    #: By their names in lower case.
    headers: Mapping[str, str] = field(repr=False)
    body: bytes = field(repr=False)


#: Answers whatever the service answers. Raises where there is no answer.
Transport = Callable[[Request], Response]


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect would take the body along: the service sends none."""

    def redirect_request(self, *_given: Any, **_named: Any) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirects)


def send_with_urllib(request: Request) -> Response:
    made = urllib.request.Request(
        request.url, data=request.body, headers=dict(request.headers), method=request.method
    )
    try:
        with _opener.open(made, timeout=request.timeout_seconds) as answer:
            return Response(answer.status, _lowercase(answer.headers), answer.read())
    except urllib.error.HTTPError as error:
        with error:
            return Response(error.code, _lowercase(error.headers), error.read())


def is_timeout(error: BaseException) -> bool:
    reason = getattr(error, "reason", None)
    return isinstance(error, TimeoutError) or isinstance(reason, TimeoutError)


def _lowercase(headers: Any) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}
