"""Verifies what comes to a webhook endpoint (Standard Webhooks)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import Literal, Mapping, cast

from ._generated.types import Event

SECRET_PREFIX = "whsec_"
TOLERANCE_SECONDS = 300.0
# Somebody else may send any number.
MAX_SIGNATURES = 10

Fault = Literal["header-missing", "too-old", "too-new", "not-signed", "not-an-event"]

MEANINGS: dict[Fault, str] = {
    "header-missing": "webhook-id, webhook-timestamp or webhook-signature is missing",
    "too-old": "webhook-timestamp is too far in the past, or not a number",
    "too-new": "webhook-timestamp is in the future: check this machine's clock",
    "not-signed": (
        "no signature matches: the secret is another endpoint's, or the body is not byte for byte"
        " what was sent"
    ),
    "not-an-event": "the signature is right, but the body is not an event",
}


class WebhookError(Exception):
    """The request is none of the service's: answer 400, and do nothing."""

    def __init__(self, reason: Fault) -> None:
        super().__init__(f"{reason}: {MEANINGS[reason]}")
        self.reason: Fault = reason


def verify_webhook(
    *,
    secret: str,
    headers: Mapping[str, str],
    body: bytes | str,
    tolerance_seconds: float = TOLERANCE_SECONDS,
    now: float | None = None,
) -> Event:
    """The event, if the service signed the request within the tolerance.

    ``secret`` is the endpoint's ``whsec_…``, ``body`` is byte for byte as it came. A newer service
    may send types of events that these types don't know: pass over them. Raises ``WebhookError``.
    """
    if not isinstance(body, (bytes, bytearray, memoryview, str)):
        raise TypeError("body must be the bytes of the request as they came, before any parsing")
    key = _key_of(secret)
    identifier = _header(headers, "webhook-id")
    timestamp = _header(headers, "webhook-timestamp")
    signatures = _header(headers, "webhook-signature")
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise WebhookError("too-old")
    age = (time.time() if now is None else now) - int(timestamp)
    if age > tolerance_seconds:
        raise WebhookError("too-old")
    if age < -tolerance_seconds:
        raise WebhookError("too-new")
    content = body.encode() if isinstance(body, str) else bytes(body)
    signed = f"{identifier}.{timestamp}.".encode() + content
    expected = hmac.new(key, signed, hashlib.sha256).digest()
    given = signatures.split(" ")[:MAX_SIGNATURES]
    if not any(hmac.compare_digest(_signature(one), expected) for one in given):
        raise WebhookError("not-signed")
    return _event_in(content)


def _key_of(secret: str) -> bytes:
    if not isinstance(secret, str):
        raise TypeError("secret must be the secret of a webhook endpoint: whsec_…")
    text = secret[len(SECRET_PREFIX) :] if secret.startswith(SECRET_PREFIX) else secret
    key = _from_base64(text)
    if not key:
        raise TypeError("secret must be the secret of a webhook endpoint: whsec_…")
    return key


def _signature(text: str) -> bytes:
    version, _, encoded = text.partition(",")
    return _from_base64(encoded) if version == "v1" else b""


def _from_base64(text: str) -> bytes:
    try:
        return base64.b64decode(text.encode("ascii"), validate=True)
    except (UnicodeEncodeError, binascii.Error):
        return b""


def _header(headers: Mapping[str, str], name: str) -> str:
    for key, value in headers.items():
        if key.lower() == name and isinstance(value, str) and value:
            return value
    raise WebhookError("header-missing")


def _event_in(content: bytes) -> Event:
    try:
        event = json.loads(content)["event"]
        if isinstance(event["type"], str):
            return cast(Event, event)
    except (ValueError, KeyError, TypeError):
        pass
    raise WebhookError("not-an-event")
