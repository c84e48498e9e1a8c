"""A program of somebody who uses the client, for mypy: what is right of it, and what is not."""

from __future__ import annotations

from billhook import Billhook
from billhook.types import Bill, Event

billhook = Billhook("https://billhook.example/v1", api_key="bh_1")


def bills_of(client_id: str) -> list[Bill]:
    page = billhook.bill.list_bills({"clientId": client_id}).first()
    cursor: str | None = page.get("nextCursor")
    if cursor is None:
        return [entry["bill"] for entry in page["data"]]
    return [entry["bill"] for entry in billhook.bill.list_bills({"clientId": client_id})]


def amount_of(event: Event) -> str | None:
    if event["type"] == "bill.payment.sent":
        return event["payload"]["data"].get("amount")
    return None


def use() -> None:
    billhook.payment.schedule_payment({"billId": "bill_1"}, idempotency_key="order-1")
    billhook.auth.create_auth(
        {"clientId": "cl_1", "companyId": "co_1", "items": ["bill"], "form": {"username": "ada"}}
    )
    # A field that is missing.
    billhook.payment.schedule_payment({})  # type: ignore[typeddict-item]
    # A field that the operation does not have.
    billhook.payment.schedule_payment({"billId": "b", "sum": "5"})  # type: ignore[typeddict-unknown-key]
    # An amount that is no text.
    billhook.payment.schedule_payment({"billId": "b", "maxAmount": 5})  # type: ignore[typeddict-item]
    # An item that there is none of.
    billhook.auth.create_auth({"clientId": "c", "companyId": "c", "items": ["bills"], "form": {}})  # type: ignore[list-item]
    # A card without its number.
    billhook.payment.add_payment_method({"clientId": "c", "paymentType": "card", "name": "Ada"})  # type: ignore[arg-type]
    # An operation that there is none of.
    billhook.payment.pay_now({"billId": "bill_1"})  # type: ignore[attr-defined]
    # A key for what takes none.
    billhook.bill.get_bill({"billId": "bill_1"}, idempotency_key="k")  # type: ignore[call-arg]
