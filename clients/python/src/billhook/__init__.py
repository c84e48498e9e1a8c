"""The client of Billhook's API."""

from ._client import Billhook
from ._encryption import Encryption, encrypt_body
from ._errors import (
    ApiError,
    BillhookError,
    ConnectionFailed,
    FieldError,
    UnexpectedAnswer,
)
from ._operation import Answered
from ._pages import Pages
from ._session import Session, open_session
from ._signing import Signing
from ._transport import Request, Response, Transport
from ._webhook import WebhookError, verify_webhook

__all__ = [
    "Answered",
    "ApiError",
    "Billhook",
    "BillhookError",
    "ConnectionFailed",
    "Encryption",
    "FieldError",
    "Pages",
    "Request",
    "Response",
    "Session",
    "Signing",
    "Transport",
    "UnexpectedAnswer",
    "WebhookError",
    "encrypt_body",
    "open_session",
    "verify_webhook",
]
