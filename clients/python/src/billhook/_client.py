"""The client of the API."""

from __future__ import annotations

import random
import re
import time
from typing import Any, Callable, Mapping, Union, cast
from urllib.parse import urlsplit

from ._encryption import Encrypter, Encryption, Key
from ._generated.operations import OPERATIONS, Operations
from ._operation import Answered
from ._send import Caller, Machine, send
from ._signing import Signing
from ._transport import Transport, send_with_urllib

_machine = Machine(now=time.time, random=random.random, sleep=time.sleep)


class Billhook(Operations):
    """``billhook.<group>.<operation>(given)``, by the names of the API's description.

    ``base_url`` is where the service is, with ``/v1``. ``api_key`` only on your servers;
    ``access_token`` (text, or what answers it) of one of your users, for that user's data.
    ``transport`` replaces the standard library, ``on_answer`` is told of each answer that is no
    error. One client serves many threads.
    """

    def __init__(
        self,
        base_url: str,
        *,
        api_key: str | None = None,
        access_token: Union[str, Callable[[], str], None] = None,
        signing: Signing | None = None,
        encryption: Encryption | None = None,
        timeout_seconds: float = 30.0,
        max_retries: int = 3,
        max_wait_seconds: float = 60.0,
        allow_http: bool = False,
        transport: Transport = send_with_urllib,
        on_answer: Callable[[Answered], None] | None = None,
        _machine: Machine = _machine,
    ) -> None:
        if api_key is not None and access_token is not None:
            raise TypeError("Either api_key or access_token is needed, not both")
        if api_key is not None:
            _check_bearer(api_key, "api_key")
        if signing is not None and api_key is None:
            raise TypeError("Only calls with an api_key are signed")
        encrypter = None
        if encryption is not None:
            encrypter = Encrypter(encryption, self._newest_key, _machine.now)
        caller = Caller(
            origin=_origin_of(base_url, allow_http),
            transport=transport,
            machine=_machine,
            bearer=_bearer_of(api_key, access_token),
            api_key=api_key,
            signing=signing,
            encrypter=encrypter,
            timeout_seconds=timeout_seconds,
            max_retries=max_retries,
            max_wait_seconds=max_wait_seconds,
            on_answer=on_answer,
        )

        def call(
            name: str,
            given: Mapping[str, Any] | None,
            idempotency_key: str | None,
            timeout_seconds: float | None,
            max_retries: int | None,
        ) -> Any:
            operation = OPERATIONS[name]
            return send(caller, operation, given, idempotency_key, timeout_seconds, max_retries)

        super().__init__(call)

    def _newest_key(self) -> Key:
        return cast(Key, self.partner.get_latest_encryption_key())


def _bearer_of(
    api_key: str | None, access_token: Union[str, Callable[[], str], None]
) -> Callable[[], "str | None"]:
    if access_token is None:
        return lambda: api_key

    def bearer() -> str:
        token = access_token() if callable(access_token) else access_token
        _check_bearer(token, "access_token")
        return token

    return bearer


def _check_bearer(text: Any, name: str) -> None:
    """What is no header would be quoted in an error."""
    if not isinstance(text, str) or not re.fullmatch(r"[!-~]+", text):
        raise TypeError(f"{name} is empty, or has a space or another invalid character")


def _origin_of(base_url: str, allow_http: bool) -> str:
    """The address without ``/v1``. A key goes in the clear to this machine only."""
    address = base_url.rstrip("/")
    url = urlsplit(address)
    if not address.endswith("/v1") or url.query or url.fragment or url.username or not url.hostname:
        raise TypeError("base_url must be the address of the service, from https:// to /v1")
    is_own = re.fullmatch(r"(?:.+\.)?localhost|127(?:\.\d+){3}|::1", url.hostname)
    if url.scheme != "https" and not (url.scheme == "http" and (is_own or allow_http)):
        raise TypeError("base_url must be https; to use http, pass allow_http=True")
    return address[: -len("/v1")]
