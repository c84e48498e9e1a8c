"""Signs requests with the partner's own key, its body and idempotency key covered."""

from __future__ import annotations

import base64
import hashlib
import threading
from datetime import datetime, timezone
from typing import Callable


class Signing:
    """Your private key, whose public half the service has: ``PUT /partner/signing``.

    ``private_key`` is a PEM, RSA of 2048 bits, which needs the package ``cryptography``. Or ``sign``
    answers the Base64 of an RSA signature, PKCS #1 v1.5 with SHA-256: for keys that never leave a
    vault.
    """

    def __init__(
        self,
        private_key: str | bytes | None = None,
        *,
        sign: Callable[[str], str] | None = None,
    ) -> None:
        if (private_key is None) == (sign is None):
            raise TypeError("Either private_key or sign is needed")
        self._sign = sign if sign is not None else _sign_with(private_key or b"")
        self._last = 0
        self._lock = threading.Lock()

    def headers(
        self,
        *,
        method: str,
        path: str,
        api_key: str,
        body: bytes | None,
        idempotency_key: str | None,
        now: float,
    ) -> dict[str, str]:
        """``path`` is with ``/v1`` and the query, exactly as it is sent."""
        date = self._date(now)
        parts = [method, path, api_key, date]
        headers = {"Date": date}
        if method in ("POST", "PUT"):
            digest = base64.b64encode(hashlib.sha256(body or b"").digest()).decode()
            headers["Content-Digest"] = f"sha-256=:{digest}:"
            parts.append(headers["Content-Digest"])
            if idempotency_key is not None:
                parts.append(idempotency_key)
        headers["Signature"] = self._sign(":".join(parts))
        return headers

    def _date(self, now: float) -> str:
        # Two equal requests at the same time would be one signature, and the second refused.
        with self._lock:
            self._last = max(int(now * 1_000), self._last + 1)
            milliseconds = self._last
        seconds, rest = divmod(milliseconds, 1_000)
        text = datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%dT%H:%M:%S")
        return f"{text}.{rest:03d}Z"


def _sign_with(pem: str | bytes) -> Callable[[str], str]:
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import padding, rsa

    key = serialization.load_pem_private_key(
        pem.encode() if isinstance(pem, str) else pem, password=None
    )
    if not isinstance(key, rsa.RSAPrivateKey):
        raise TypeError("private_key is not of RSA")

    def sign(text: str) -> str:
        signature = key.sign(text.encode(), padding.PKCS1v15(), hashes.SHA256())
        return base64.b64encode(signature).decode()

    return sign
