"""Carries out a call: its request, sent again while that is safe and makes sense."""

from __future__ import annotations

import json
import re
import secrets
from dataclasses import dataclass
from typing import Any, Callable, Mapping

from ._encryption import Encrypter
from ._errors import ApiError, ConnectionFailed, UnexpectedAnswer
from ._operation import Answered, Operation, is_repeatable, request_of
from ._retry import retry_after_of, wait_before
from ._signing import Signing
from ._transport import Request, Response, Transport, is_timeout


@dataclass(frozen=True)
class Machine:
    """What a client does with its machine; tests have one of their own."""

    now: Callable[[], float]
    random: Callable[[], float]
    sleep: Callable[[float], None]


@dataclass(frozen=True, repr=False)
class Caller:
    """What calls of one client have in common."""

    origin: str
    transport: Transport
    machine: Machine
    bearer: Callable[[], "str | None"]
    api_key: str | None
    signing: Signing | None
    encrypter: Encrypter | None
    timeout_seconds: float
    max_retries: int
    max_wait_seconds: float
    on_answer: Callable[[Answered], None] | None


@dataclass(frozen=True)
class _Outcome:
    """What an attempt came to."""

    response: Response | None
    lost: Exception | None
    value: Any = None
    problem: Mapping[str, Any] | None = None
    retry_after_seconds: float | None = None


def send(
    caller: Caller,
    operation: Operation,
    given: Mapping[str, Any] | None,
    idempotency_key: str | None,
    timeout_seconds: float | None,
    max_retries: int | None,
) -> Any:
    path, body = request_of(operation, given)
    # One for all attempts: it is what makes them one request.
    key = _key_of(idempotency_key) if operation.repeat == "key" else None
    repeats = caller.max_retries if max_retries is None else max_retries
    most = repeats if is_repeatable(operation, body) else 0
    timeout = caller.timeout_seconds if timeout_seconds is None else timeout_seconds
    key_refused = False
    attempts = 0
    while True:
        attempts += 1
        outcome = _attempt(caller, operation, path, body, key, timeout)
        if outcome.value is not None:
            _tell(caller, operation, outcome.response, attempts)
            return outcome.value
        code = None if outcome.problem is None else outcome.problem["code"]
        if code == "decryption_failed" and not key_refused and _encrypts(caller, operation):
            # Nothing was carried out. The key may have been replaced since it was read.
            key_refused = True
            if caller.encrypter is not None:
                caller.encrypter.forget()
            continue
        wait = wait_before(
            status=None if outcome.response is None else outcome.response.status,
            code=code,
            retry_after_seconds=outcome.retry_after_seconds,
            attempts=attempts,
            max_retries=most,
            max_wait_seconds=caller.max_wait_seconds,
            chance=caller.machine.random(),
        )
        if wait is None:
            raise _error_of(outcome, operation, attempts, key) from outcome.lost
        caller.machine.sleep(wait)


def _key_of(given: str | None) -> str:
    if given is None:
        return secrets.token_urlsafe(18)
    if not re.fullmatch(r"[!-~]{1,255}", given):
        raise TypeError("idempotency_key is not 1 to 255 visible characters of ASCII")
    return given


def _attempt(
    caller: Caller,
    operation: Operation,
    path: str,
    body: dict[str, Any] | None,
    key: str | None,
    timeout_seconds: float,
) -> _Outcome:
    content = _content_of(caller, operation, body)
    headers = {"Accept": "application/json"}
    if content is not None:
        headers["Content-Type"] = "application/json"
    if key is not None:
        headers["Idempotency-Key"] = key
    if not operation.open:
        headers.update(_credential(caller, operation, path, content, key))
    url = f"{caller.origin}/v1{path}"
    request = Request(operation.method, url, headers, content, timeout_seconds)
    try:
        response = caller.transport(request)
    except Exception as error:  # Each transport has errors of its own.
        return _Outcome(None, error)
    return _read(response, caller.machine.now())


def _read(response: Response, now: float) -> _Outcome:
    try:
        value = json.loads(response.body)
    except ValueError:
        value = None
    if 200 <= response.status < 300:
        return _Outcome(response, None, value=value if isinstance(value, dict) else None)
    is_problem = (
        isinstance(value, dict)
        and isinstance(value.get("code"), str)
        and isinstance(value.get("requestId"), str)
    )
    retry_after = retry_after_of(response.headers.get("retry-after"), now)
    return _Outcome(
        response,
        None,
        problem=value if is_problem else None,
        retry_after_seconds=retry_after,
    )


def _content_of(
    caller: Caller, operation: Operation, body: dict[str, Any] | None
) -> bytes | None:
    if body is None:
        return None
    encrypted = caller.encrypter is not None and _encrypts(caller, operation)
    sent = caller.encrypter.encrypt(body) if encrypted and caller.encrypter else body
    return json.dumps(sent, ensure_ascii=False, allow_nan=False).encode()


def _encrypts(caller: Caller, operation: Operation) -> bool:
    if caller.encrypter is None or operation.encrypts is None or not operation.body:
        return False
    return caller.encrypter.bodies == "all" or operation.encrypts == "secrets"


def _credential(
    caller: Caller, operation: Operation, path: str, content: bytes | None, key: str | None
) -> dict[str, str]:
    bearer = caller.bearer()
    if bearer is None:
        raise TypeError(f"{operation.name} needs an api_key or an access_token")
    headers = {"Authorization": f"Bearer {bearer}"}
    if caller.signing is not None and caller.api_key is not None:
        signed = caller.signing.headers(
            method=operation.method,
            path=f"/v1{path}",
            api_key=caller.api_key,
            body=content,
            idempotency_key=key,
            now=caller.machine.now(),
        )
        headers.update(signed)
    return headers


def _tell(caller: Caller, operation: Operation, response: Response | None, attempts: int) -> None:
    if caller.on_answer is None or response is None:
        return
    headers = response.headers
    replayed = headers.get("idempotent-replayed") == "true"
    request_id = headers.get("request-id", "")
    answered = Answered(operation.name, response.status, request_id, replayed, attempts)
    caller.on_answer(answered)


def _error_of(
    outcome: _Outcome, operation: Operation, attempts: int, key: str | None
) -> Exception:
    name = operation.name
    if outcome.response is None:
        timed_out = outcome.lost is not None and is_timeout(outcome.lost)
        return ConnectionFailed(
            f"{name} got no answer{' in time' if timed_out else ''}",
            operation=name,
            attempts=attempts,
            idempotency_key=key,
            timed_out=timed_out,
        )
    status = outcome.response.status
    if outcome.problem is None or status < 400:
        return UnexpectedAnswer(status, operation=name, attempts=attempts, idempotency_key=key)
    return ApiError(
        status,
        outcome.problem,
        operation=name,
        attempts=attempts,
        idempotency_key=key,
        retry_after_seconds=outcome.retry_after_seconds,
    )
