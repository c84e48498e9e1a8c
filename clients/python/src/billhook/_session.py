"""What a user's app does with an SSO token: an access token, renewed as long as it may be."""

from __future__ import annotations

import dataclasses
import secrets
import threading
import time
from typing import Any, Callable, Mapping, cast

from ._client import Billhook
from ._encryption import Encryption, Key

# A token is renewed this long before it ends, or in its last third.
MARGIN_SECONDS = 60.0
# Which module it is makes no difference to a token or a key.
ANY_MODULE = "bill-pay"


class AccessToken:
    """Another one takes its place before it ends, asked for once for all who wait."""

    def __init__(
        self,
        first: Mapping[str, Any],
        renew: Callable[[str], Mapping[str, Any]],
        now: Callable[[], float] = time.time,
    ) -> None:
        self._renew = renew
        self._now = now
        self._lock = threading.Lock()
        self._hold(first)

    def __call__(self) -> str:
        with self._lock:
            if self._now() >= self._renew_from:
                try:
                    self._renewed()
                except Exception:
                    # It may be good for a while still: the next call tries again.
                    if self._now() >= self._until:
                        raise
            return self._token

    def _renewed(self) -> None:
        before = self._until
        self._hold(self._renew(self._token))
        if self._until <= before:
            # It ends no later than the SSO token allows. One that gains nothing is the last.
            self._renew_from = float("inf")

    def _hold(self, answer: Mapping[str, Any]) -> None:
        at = self._now()
        life = float(answer["expiresIn"])
        self._token = str(answer["accessToken"])
        self._until = at + life
        margin = min(MARGIN_SECONDS, life / 3)
        self._renew_from = at + life - margin if answer["renewable"] else float("inf")


@dataclasses.dataclass(frozen=True)
class Session:
    client_id: str
    #: The API as this user may call it.
    api: Billhook
    #: Answers the access token, renewed where it is about to end.
    access_token: Callable[[], str]


def open_session(
    base_url: str,
    *,
    token: str,
    session_id: str | None = None,
    verifier: str | None = None,
    encryption: Encryption | None = None,
    **options: Any,
) -> Session:
    """Exchanges an SSO token. The exchange is repeated where its answer is lost: the verifier
    proves whose it is. ``options`` are those of ``Billhook``.
    """
    proof = secrets.token_urlsafe(32) if verifier is None else verifier
    open_api = Billhook(base_url, **options)
    given: Any = {"token": token, "verifier": proof}
    if session_id is not None:
        given["sessionId"] = session_id
    exchanged = open_api.client.create_access_token(given)

    def renew(access_token: str) -> Mapping[str, Any]:
        asked: Any = {"token": access_token, "verifier": proof, "renew": True, "module": ANY_MODULE}
        return open_api.module.open_module_session(asked)

    access_token = AccessToken(exchanged, renew)

    def newest_key() -> Key:
        asked: Any = {"token": access_token(), "module": ANY_MODULE}
        key = open_api.module.open_module_session(asked).get("encryptionKey")
        if key is None:
            raise TypeError("The partner has no key to encrypt bodies with")
        return cast(Key, key)

    if encryption is not None and encryption.key is None:
        encryption = dataclasses.replace(encryption, key=newest_key)
    api = Billhook(base_url, access_token=access_token, encryption=encryption, **options)
    return Session(exchanged["clientId"], api, access_token)
