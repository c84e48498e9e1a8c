"""The client, installed, against a running service. Run by `npm run tools -- python-client`."""

from __future__ import annotations

import os
import time
import unittest
import uuid
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any, Callable, TypeVar

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from billhook import (
    ApiError,
    Billhook,
    ConnectionFailed,
    Encryption,
    Request,
    Response,
    Signing,
    UnexpectedAnswer,
    WebhookError,
    open_session,
    verify_webhook,
)
from billhook._transport import send_with_urllib
from billhook.types import CardToAdd, BillWithPayments

URL = os.environ["BILLHOOK_URL"]
T = TypeVar("T")
billhook = Billhook(URL, api_key=os.environ["BILLHOOK_API_KEY"])


def until(what: Callable[[], T | None]) -> T:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        found = what()
        if found is not None:
            return found
        time.sleep(0.1)
    raise AssertionError("It did not come")


def new_client() -> str:
    return billhook.client.create_client({"identifier": uuid.uuid4().hex})["clientId"]


def card(client_id: str) -> CardToAdd:
    return {
        "clientId": client_id,
        "paymentType": "card",
        "name": "Ada Tester",
        "cardNumber": "4111111111111111",
        "cardCode": "123",
        "expMonth": "12",
        "expYear": "2030",
        "zipcode": "10001",
    }


class Losing:
    """A way to the service that loses answers: the request arrives, and nothing comes back."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.sent: list[Request] = []

    def __call__(self, request: Request) -> Response:
        self.sent.append(request)
        response = send_with_urllib(request)
        if len(self.sent) <= self.count:
            raise ConnectionResetError("lost")
        return response


def refusal(call: Callable[[], Any]) -> str:
    try:
        call()
    except ApiError as error:
        return error.code
    raise AssertionError("It was accepted")


class TheInstalledClient(unittest.TestCase):
    def test_links_an_account_reads_its_bill_and_pays_it(self) -> None:
        client_id = new_client()
        billhook.payment.add_payment_method(card(client_id))
        companies = billhook.company.search_companies({"query": "Regular Company 1"})["data"]
        billhook.auth.create_auth(
            {
                "clientId": client_id,
                "companyId": companies[0]["_id"],
                "items": ["bill"],
                "form": {"balance": "42.00", "dueDate": "12/31/2030"},
            }
        )

        def paid() -> BillWithPayments | None:
            found = billhook.bill.get_bill({"billId": bill_id})
            return found if found["bill"]["status"]["type"] == "paid" else None

        bill = until(lambda: next(iter(billhook.bill.list_bills({"clientId": client_id})), None))
        bill_id = bill["bill"]["_id"]
        self.assertEqual(bill["bill"].get("balance"), "42.00")
        billhook.payment.schedule_payment({"billId": bill_id})
        self.assertEqual([one["amount"] for one in until(paid)["payments"]], ["42.00"])

    def test_adds_one_card_though_the_answer_is_lost_twice(self) -> None:
        client_id = new_client()
        losing = Losing(2)
        answered: list[bool] = []
        unlucky = Billhook(
            URL,
            api_key=os.environ["BILLHOOK_API_KEY"],
            transport=losing,
            on_answer=lambda one: answered.append(one.replayed),
        )
        added = unlucky.payment.add_payment_method(card(client_id))
        self.assertEqual((len(losing.sent), answered), (3, [True]))
        methods = list(billhook.payment.list_payment_methods({"clientId": client_id}))
        self.assertEqual([one["_id"] for one in methods], [added["paymentMethodId"]])

    def test_reads_a_list_page_by_page(self) -> None:
        client_id = new_client()
        add = billhook.payment.add_payment_method
        added = {add(card(client_id))["paymentMethodId"] for _ in range(3)}
        methods = billhook.payment.list_payment_methods({"clientId": client_id, "limit": 1})
        self.assertEqual({one["_id"] for one in methods}, added)
        self.assertEqual(len(list(methods.pages())), 3)

    def test_says_what_was_refused(self) -> None:
        wrong: Any = {"identifier": 7}
        with self.assertRaises(ApiError) as caught:
            billhook.client.create_client(wrong)
        error = caught.exception
        self.assertEqual((error.code, error.status), ("invalid_request", 400))
        self.assertEqual([one.field for one in error.fields], ["identifier"])
        self.assertNotEqual(error.request_id, "")

    def test_signs_where_each_signature_counts_once_and_an_answer_is_lost(self) -> None:
        key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        pem = key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.TraditionalOpenSSL,
            serialization.NoEncryption(),
        )
        public = key.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
        )
        api_key = os.environ["SIGNING_API_KEY"]
        plain = Billhook(URL, api_key=api_key)
        plain.partner.update_signing(
            {
                "publicKey": public.decode(),
                "required": True,
                "requireDigest": True,
                "refuseReplays": True,
            }
        )
        self.assertEqual(refusal(plain.partner.get_partner), "signature_missing")
        losing = Losing(1)
        signed = Billhook(URL, api_key=api_key, signing=Signing(pem), transport=losing)
        client_id = signed.client.create_client({"identifier": "a 'ü'"})["clientId"]
        self.assertEqual(len(losing.sent), 2)
        events = signed.event.list_events({"clientId": client_id, "type": "auth.created"})
        self.assertEqual(list(events), [])
        signed.client.erase_client({"clientId": client_id})
        self.assertEqual(refusal(lambda: signed.auth.fix_hold({"authId": "a"})), "auth_not_found")

    def test_encrypts_a_card_and_goes_on_with_another_key(self) -> None:
        api_key = os.environ["ENCRYPTION_API_KEY"]
        admin = Billhook(URL, api_key=api_key)
        first = admin.partner.create_encryption_key()
        admin.partner.update_encryption({"required": True})
        losing = Losing(0)
        api = Billhook(URL, api_key=api_key, encryption=Encryption(), transport=losing)
        client_id = api.client.create_client({"identifier": "a"})["clientId"]
        refused = refusal(lambda: admin.payment.add_payment_method(card(client_id)))
        self.assertEqual(refused, "encryption_required")
        api.payment.add_payment_method(card(client_id))
        admin.partner.create_encryption_key()
        admin.partner.delete_encryption_key({"keyId": first["kid"]})
        api.payment.add_payment_method(card(client_id))
        self.assertEqual(len(list(api.payment.list_payment_methods({"clientId": client_id}))), 2)
        sent = b"".join(request.body or b"" for request in losing.sent)
        self.assertNotIn(b"4111111111111111", sent)

    def test_opens_a_users_session_though_an_answer_is_lost(self) -> None:
        created = billhook.client.create_token({"identifier": uuid.uuid4().hex, "nonce": True})
        losing = Losing(1)
        session = open_session(URL, token=created["token"], transport=losing)
        self.assertEqual(len(losing.sent), 2)
        self.assertEqual(list(session.api.bill.list_bills({"clientId": session.client_id})), [])
        self.assertEqual(refusal(session.api.partner.get_partner), "forbidden")

    def test_verifies_a_webhook_and_refuses_it_once_it_is_changed(self) -> None:
        received: list[tuple[dict[str, str], bytes]] = []

        class Receiver(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                received.append((dict(self.headers.items()), body))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        server = HTTPServer(("127.0.0.1", 0), Receiver)
        Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        endpoint = billhook.webhook_endpoint.create_webhook_endpoint(
            {"url": f"http://127.0.0.1:{server.server_port}", "events": ["webhook-endpoint.test"]}
        )
        billhook.webhook_endpoint.test_webhook_endpoint({"endpointId": endpoint["_id"]})
        headers, body = until(lambda: received[0] if received else None)
        event = verify_webhook(secret=endpoint["secret"], headers=headers, body=body)
        self.assertEqual(event["type"], "webhook-endpoint.test")
        with self.assertRaises(WebhookError):
            changed = body.replace(b"test", b"Test")
            verify_webhook(secret=endpoint["secret"], headers=headers, body=changed)


class ItsTransport(unittest.TestCase):
    def serve(self, status: int, headers: dict[str, str], wait: float = 0) -> tuple[str, list[str]]:
        asked: list[str] = []

        class Other(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                asked.append(self.path)
                time.sleep(wait)
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        server = HTTPServer(("127.0.0.1", 0), Other)
        Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return f"http://127.0.0.1:{server.server_port}/v1", asked

    def test_follows_no_redirect(self) -> None:
        elsewhere, asked_there = self.serve(200, {})
        for status in (301, 302, 307, 308):
            url, asked = self.serve(status, {"Location": elsewhere})
            with self.assertRaises(UnexpectedAnswer):
                Billhook(url, api_key="bh_1").client.create_client({"identifier": "a"})
            self.assertEqual(len(asked), 1)
        self.assertEqual(asked_there, [])

    def test_ends_an_attempt_in_time(self) -> None:
        url, _ = self.serve(200, {}, wait=2)
        slow = Billhook(url, api_key="bh_1", timeout_seconds=0.1, max_retries=0)
        with self.assertRaises(ConnectionFailed) as caught:
            slow.client.create_client({"identifier": "a"})
        self.assertTrue(caught.exception.timed_out)


if __name__ == "__main__":
    unittest.main()
