"""Encrypts bodies for a key of the partner at the service: a compact JWE."""

from __future__ import annotations

import base64
import json
import os
import threading
from dataclasses import dataclass
from typing import Any, Callable, Literal, Mapping, Union

KEPT_SECONDS = 3_600.0
TAG_BYTES = 16

#: A public key as ``GET /partner/public-keys/latest`` shows it: ``kid``, ``n`` and ``e``.
Key = Mapping[str, Any]


@dataclass(frozen=True)
class Encryption:
    """Which bodies are encrypted: those that can hold a card, a code, a login or an answer
    (``secrets``), or ``all`` that can be.

    ``key`` is asked for once an hour. Without it, the client asks for the newest, which needs an API
    key. Needs the package ``cryptography``.
    """

    bodies: Literal["secrets", "all"] = "secrets"
    key: Union[Key, Callable[[], Key], None] = None


def encrypt_body(body: Any, key: Key) -> dict[str, str]:
    """The body to send in the place of the one given."""
    from cryptography.hazmat.primitives.asymmetric.padding import MGF1, OAEP
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicNumbers
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.hashes import SHA256

    public_key = RSAPublicNumbers(_number(key["e"]), _number(key["n"])).public_key()
    header = {"alg": "RSA-OAEP-256", "enc": "A256GCM", "kid": key["kid"]}
    encoded = _encode(json.dumps(header).encode())
    content_key = AESGCM.generate_key(256)
    iv = os.urandom(12)
    wrapped = public_key.encrypt(content_key, OAEP(MGF1(SHA256()), SHA256(), None))
    sealed = AESGCM(content_key).encrypt(iv, _json(body), encoded.encode())
    parts = (wrapped, iv, sealed[:-TAG_BYTES], sealed[-TAG_BYTES:])
    return {"encrypted": key["kid"], "hash": ".".join([encoded, *map(_encode, parts)])}


class Encrypter:
    """Keeps the key for an hour."""

    def __init__(
        self, encryption: Encryption, newest: Callable[[], Key], now: Callable[[], float]
    ) -> None:
        self.bodies = encryption.bodies
        self._ask = _asker(encryption.key, newest)
        self._now = now
        self._kept: tuple[Key, float] | None = None
        self._lock = threading.Lock()

    def encrypt(self, body: Any) -> dict[str, str]:
        with self._lock:
            if self._kept is None or self._kept[1] <= self._now():
                self._kept = (self._ask(), self._now() + KEPT_SECONDS)
            key = self._kept[0]
        return encrypt_body(body, key)

    def forget(self) -> None:
        """The key was refused: the next body is encrypted with the one that is newest then."""
        with self._lock:
            self._kept = None


def _asker(
    key: Union[Key, Callable[[], Key], None], newest: Callable[[], Key]
) -> Callable[[], Key]:
    if key is None:
        return newest
    return key if callable(key) else lambda: key


def _json(body: Any) -> bytes:
    return json.dumps(body, ensure_ascii=False, allow_nan=False).encode()


def _encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _number(text: str) -> int:
    return int.from_bytes(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)), "big")
