"""An operation as the generated table has it, and the request that a call of it makes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Callable, Mapping
from urllib.parse import quote

#: Name, what it was given, its idempotency key, its timeout and its number of retries.
Call = Callable[[str, "Mapping[str, Any] | None", "str | None", "float | None", "int | None"], Any]


class Group:
    def __init__(self, call: Call) -> None:
        self._call = call


@dataclass(frozen=True)
class Operation:
    name: str
    method: str
    #: Below ``/v1``, parameters in braces.
    path: str
    #: When a request may be sent again of which nobody knows what came:
    #: ``always``, with its ``key`` or its ``verifier``, or ``never``.
    repeat: str
    query: tuple[str, ...] = ()
    body: bool = False
    #: Needs no credential, and gets none.
    open: bool = False
    #: Its body can be encrypted; ``secrets``: it can hold one.
    encrypts: str | None = None


@dataclass(frozen=True)
class Answered:
    """What came along with a value."""

    operation: str
    status: int
    request_id: str
    #: An earlier request with the same idempotency key was answered this first.
    replayed: bool
    attempts: int


def request_of(
    operation: Operation, given: Mapping[str, Any] | None
) -> tuple[str, dict[str, Any] | None]:
    """Splits what a call was given into a path with its query, and a body."""
    if given is not None and not isinstance(given, Mapping):
        raise TypeError(f"{operation.name} takes a dictionary")
    rest = dict(given or {})

    def segment(match: re.Match[str]) -> str:
        name = match.group(1)
        value = rest.pop(name, None)
        # What is empty or a dot would make another path, and so another operation.
        if not isinstance(value, str) or value in ("", ".", ".."):
            raise TypeError(f"{name} is missing or not an id")
        return quote(value, safe="")

    path = re.sub(r"\{(\w+)\}", segment, operation.path)
    query = [
        f"{name}={quote(_text(rest.pop(name)), safe='')}"
        for name in operation.query
        if rest.get(name) is not None
    ]
    if query:
        path += "?" + "&".join(query)
    return path, rest if operation.body else None


def is_repeatable(operation: Operation, body: Mapping[str, Any] | None) -> bool:
    if operation.repeat == "verifier":
        return body is not None and body.get("verifier") is not None
    return operation.repeat != "never"


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
