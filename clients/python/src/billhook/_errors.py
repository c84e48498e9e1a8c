"""What a call can come to other than its value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Mapping, Sequence


@dataclass(frozen=True)
class FieldError:
    """One field that was wrong: ``form.dueDate``, ``cards.0.expMonth``."""

    field: str
    code: str
    message: str


class BillhookError(Exception):
    """Whatever a call raises, unless it was called wrongly."""

    def __init__(
        self, message: str, *, operation: str, attempts: int, idempotency_key: str | None
    ) -> None:
        super().__init__(message)
        #: As in the API's description: ``payment.schedulePayment``.
        self.operation = operation
        #: How often the request was sent.
        self.attempts = attempts
        #: With it, the same call can be made again without a second effect.
        self.idempotency_key = idempotency_key


class ApiError(BillhookError):
    """The service refused the request, or failed at it."""

    def __init__(
        self,
        status: int,
        problem: Mapping[str, Any],
        *,
        operation: str,
        attempts: int,
        idempotency_key: str | None,
        retry_after_seconds: float | None,
    ) -> None:
        self.status = status
        #: From a closed set: ``billhook.types.ErrorCode``. A newer service may have others.
        self.code = str(problem["code"])
        self.title = str(problem.get("title", ""))
        self.detail = str(problem.get("detail", ""))
        #: For the operator, if you ask what happened.
        self.request_id = str(problem["requestId"])
        #: What was wrong with which field.
        self.fields: Sequence[FieldError] = tuple(
            FieldError(str(one["field"]), str(one["code"]), str(one["message"]))
            for one in problem.get("errors", ())
        )
        #: When the request may be sent again, if the service said so.
        self.retry_after_seconds = retry_after_seconds
        wrong = "".join(f" {one.field}: {one.message}." for one in self.fields)
        super().__init__(
            f"{self.code}: {self.detail}{wrong} (request {self.request_id})",
            operation=operation,
            attempts=attempts,
            idempotency_key=idempotency_key,
        )


class ConnectionFailed(BillhookError):
    """There was no answer: the request may have been carried out, or not.

    ``__cause__`` says what happened.
    """

    def __init__(
        self,
        message: str,
        *,
        operation: str,
        attempts: int,
        idempotency_key: str | None,
        timed_out: bool,
    ) -> None:
        super().__init__(
            message, operation=operation, attempts=attempts, idempotency_key=idempotency_key
        )
        self.timed_out = timed_out


class UnexpectedAnswer(BillhookError):
    """Something answered that is not the service: a proxy, or another server at its address."""

    def __init__(
        self, status: int, *, operation: str, attempts: int, idempotency_key: str | None
    ) -> None:
        super().__init__(
            f"{operation} got {status} with a body that is not the service's",
            operation=operation,
            attempts=attempts,
            idempotency_key=idempotency_key,
        )
        self.status = status
