from __future__ import annotations

import unittest
from typing import Any, Callable

from billhook import (
    Answered,
    ApiError,
    Billhook,
    BillhookError,
    ConnectionFailed,
    UnexpectedAnswer,
)
from billhook._retry import retry_after_of, wait_before
from fake_service import NOW, Service, answer, problem, success

LOST = ConnectionResetError("reset")
PAY: Any = {"billId": "bill_1"}


def raised(call: Callable[[], Any]) -> BillhookError:
    try:
        call()
    except BillhookError as error:
        return error
    raise AssertionError("It was answered")


class ARequest(unittest.TestCase):
    def test_has_the_key_its_parameters_and_the_rest_as_query_or_body(self) -> None:
        service = Service(success({"data": []}))
        service.api.bill.list_bills({"clientId": "a/b?", "limit": 10, "cursor": "c d'&"}).first()
        service.api.payment.assign_payment_method({"paymentMethodId": "pm_1", "billId": "bill_1"})
        service.api.payment.delete_payment_method({"paymentMethodId": "pm_1", "nextDefault": True})
        self.assertEqual(
            service.paths(),
            [
                "/bill/list/a%2Fb%3F?limit=10&cursor=c%20d%27%26",
                "/payment/pm_1/assign",
                "/payment/pm_1?nextDefault=true",
            ],
        )
        self.assertEqual([one.method for one in service.sent], ["GET", "POST", "DELETE"])
        self.assertEqual(service.body(1), {"billId": "bill_1"})
        self.assertIsNone(service.sent[0].body)
        for request in service.sent:
            self.assertEqual(request.headers["Authorization"], "Bearer bh_test")

    def test_has_no_dot_and_nothing_empty_in_its_path(self) -> None:
        for identifier in ("", ".", "..", None, 7):
            service = Service(success())
            given: Any = {"clientId": identifier}
            with self.assertRaisesRegex(TypeError, "clientId is missing or not an id"):
                service.api.client.erase_client(given)
            self.assertEqual(service.sent, [])

    def test_shows_its_credential_to_no_operation_that_needs_none(self) -> None:
        service = Service(success({"keys": []}))
        service.api.client.list_token_keys()
        self.assertNotIn("Authorization", service.sent[0].headers)

    def test_has_the_token_that_is_good_then(self) -> None:
        tokens = iter(["t1", "t2"])
        service = Service(success({"data": []}), access_token=lambda: next(tokens))
        service.api.company.list_categories()
        service.api.company.list_categories()
        sent = [one.headers["Authorization"] for one in service.sent]
        self.assertEqual(sent, ["Bearer t1", "Bearer t2"])

    def test_is_not_made_without_a_credential_that_it_needs(self) -> None:
        service = Service(success(), api_key=None)
        with self.assertRaisesRegex(TypeError, "needs an api_key"):
            service.api.partner.get_partner()
        self.assertEqual(service.sent, [])


class AClient(unittest.TestCase):
    def test_is_made_for_no_address_that_is_none(self) -> None:
        for url in (
            "http://billhook.example/v1",
            "ftp://localhost/v1",
            "http://localhost.evil.example/v1",
            "http://x@evil.example/v1",
            "https://billhook.example",
            "https://billhook.example/v1?a",
            "nowhere/v1",
        ):
            with self.assertRaises(TypeError, msg=url):
                Billhook(url, api_key="bh_test")
        for url in ("http://localhost:8787/v1", "http://127.0.0.1/v1/", "http://[::1]/v1"):
            Billhook(url, api_key="bh_test")

    def test_quotes_no_key_that_is_none(self) -> None:
        with self.assertRaises(TypeError) as caught:
            Billhook("https://billhook.example/v1", api_key="bh_secret\n")
        self.assertRegex(str(caught.exception), "^api_key is empty, or has a space")
        self.assertNotIn("bh_secret", str(caught.exception))

    def test_shows_no_key_and_no_body(self) -> None:
        service = Service(LOST, max_retries=0)
        error = raised(lambda: service.api.client.create_client({"identifier": "ada@example.com"}))
        for text in (repr(service.sent), repr(service.api), repr(error), str(error)):
            self.assertNotIn("bh_test", text)
            self.assertNotIn("ada@example.com", text)


class ARequestThatMayBeRepeated(unittest.TestCase):
    def test_is_sent_again_under_the_same_key(self) -> None:
        answered: list[Answered] = []
        service = Service(
            LOST, problem(503, "service_unavailable"), success(), on_answer=answered.append
        )
        service.api.payment.schedule_payment(PAY)
        self.assertEqual(len(service.sent), 3)
        self.assertEqual(len(set(service.keys())), 1)
        self.assertRegex(service.keys()[0] or "", r"^[\w-]{24}$")
        self.assertEqual(service.waits, [0.25, 0.5])
        self.assertEqual(
            answered, [Answered("payment.schedulePayment", 200, "r1", False, attempts=3)]
        )

    def test_has_another_key_in_another_call_or_the_one_given(self) -> None:
        service = Service(success())
        for key in (None, None, "order-7"):
            service.api.payment.schedule_payment(PAY, idempotency_key=key)
        self.assertEqual(len(set(service.keys())), 3)
        self.assertEqual(service.keys()[2], "order-7")
        for key in ("", "a b", "é", "x" * 256):
            with self.assertRaises(TypeError):
                service.api.payment.schedule_payment(PAY, idempotency_key=key)
        self.assertEqual(len(service.sent), 3)

    def test_waits_as_long_as_it_is_asked_and_not_longer_than_it_may(self) -> None:
        busy = problem(409, "request_in_progress", retry_after="7")
        later = problem(429, "too_many_requests", retry_after="3600")
        service = Service(busy, later)
        error = raised(lambda: service.api.payment.schedule_payment(PAY))
        assert isinstance(error, ApiError)
        self.assertEqual((error.code, error.status), ("too_many_requests", 429))
        self.assertEqual((error.retry_after_seconds, error.attempts), (3600, 2))
        self.assertEqual(service.waits, [7.25])

    def test_is_given_up_and_can_be_taken_up_under_its_key(self) -> None:
        service = Service(LOST)
        error = raised(lambda: service.api.payment.schedule_payment(PAY, max_retries=1))
        assert isinstance(error, ConnectionFailed)
        self.assertIs(error.__cause__, LOST)
        self.assertEqual(error.operation, "payment.schedulePayment")
        self.assertEqual((error.attempts, error.timed_out), (2, False))
        self.assertEqual(error.idempotency_key, service.keys()[0])

    def test_may_need_no_key(self) -> None:
        calls: list[Callable[[Billhook], Any]] = [
            lambda api: api.bill.get_bill({"billId": "bill_1"}),
            lambda api: api.partner.update_encryption({"required": True}),
            lambda api: api.auth.delete_auth({"authId": "auth_1"}),
            lambda api: api.company.search_companies({"query": "a"}),
            lambda api: api.client.create_access_token({"token": "t", "verifier": "v" * 43}),
        ]
        for call in calls:
            service = Service(LOST, success())
            call(service.api)
            self.assertEqual(service.keys(), [None, None])


class NothingIsSentAgain(unittest.TestCase):
    def test_of_a_post_that_has_neither_a_key_nor_a_verifier(self) -> None:
        for given in (LOST, problem(503, "service_unavailable"), problem(429, "too_many_requests")):
            service = Service(given, success())
            with self.assertRaises(BillhookError):
                service.api.client.create_access_token({"token": "t"})
            self.assertEqual(len(service.sent), 1)

    def test_after_a_refusal(self) -> None:
        for status, code in (
            (400, "invalid_request"),
            (404, "bill_not_found"),
            (409, "request_conflict"),
            (409, "answer_not_kept"),
            (422, "idempotency_key_reused"),
        ):
            service = Service(problem(status, code), success())
            error = raised(lambda: service.api.payment.schedule_payment(PAY))
            assert isinstance(error, ApiError)
            self.assertEqual((error.status, error.code), (status, code))
            self.assertEqual(len(service.sent), 1)

    def test_where_the_client_is_told_so(self) -> None:
        service = Service(LOST, success(), max_retries=0)
        raised(lambda: service.api.payment.schedule_payment(PAY))
        self.assertEqual(len(service.sent), 1)


class AnError(unittest.TestCase):
    def test_has_the_fields(self) -> None:
        errors = [{"field": "form.dueDate", "code": "check", "message": "Expected a date"}]
        body = {"code": "invalid_form", "title": "T", "detail": "D", "requestId": "r9"}
        service = Service(answer(400, {**body, "errors": errors}))
        error = raised(lambda: service.api.payment.schedule_payment(PAY))
        assert isinstance(error, ApiError)
        self.assertEqual(str(error), "invalid_form: D form.dueDate: Expected a date. (request r9)")
        self.assertEqual([one.field for one in error.fields], ["form.dueDate"])

    def test_may_be_of_no_service(self) -> None:
        for status, body in ((200, "<html>"), (302, ""), (403, '{"message":"Forbidden"}')):
            service = Service(answer(status, body))
            error = raised(lambda: service.api.partner.get_partner())
            assert isinstance(error, UnexpectedAnswer)
            self.assertEqual((error.status, error.attempts), (status, 1))

    def test_says_that_nothing_came_in_time(self) -> None:
        service = Service(TimeoutError())
        error = raised(lambda: service.api.partner.get_partner())
        assert isinstance(error, ConnectionFailed)
        self.assertTrue(error.timed_out)


class AList(unittest.TestCase):
    pages = (
        success({"data": [1, 2], "nextCursor": "c1"}),
        success({"data": [], "nextCursor": "c2"}),
        success({"data": [3]}),
    )

    def test_is_every_item_in_turn(self) -> None:
        service = Service(*self.pages)
        bills = service.api.bill.list_bills({"clientId": "cl_1", "limit": 2})
        self.assertEqual(service.sent, [])
        self.assertEqual(list(bills), [1, 2, 3])
        self.assertEqual(
            [path.split("?")[1] for path in service.paths()],
            ["limit=2", "limit=2&cursor=c1", "limit=2&cursor=c2"],
        )

    def test_asks_for_no_page_that_nobody_wants(self) -> None:
        service = Service(*self.pages)
        for page in service.api.bill.list_bills({"clientId": "cl_1"}).pages():
            self.assertEqual(len(page["data"]), 2)
            break
        self.assertEqual(len(service.sent), 1)


class Waits(unittest.TestCase):
    def test_are_longer_each_time_and_as_long_as_is_asked(self) -> None:
        rules: Any = {"max_retries": 3, "max_wait_seconds": 60.0, "chance": 1.0, "code": None}
        for status, code, asked, attempts, expected in (
            (None, None, None, 1, 0.25),
            (None, None, None, 3, 1.0),
            (None, None, None, 4, None),
            (429, None, None, 1, 0.25),
            (500, None, None, 1, 0.25),
            (502, None, None, 1, 0.25),
            (501, None, None, 1, None),
            (409, "request_conflict", None, 1, None),
            (409, "request_in_progress", None, 1, 0.25),
            (429, None, 60.0, 1, 60.25),
            (429, None, 61.0, 1, None),
        ):
            given = {**rules, "status": status, "code": code, "attempts": attempts}
            self.assertEqual(wait_before(**given, retry_after_seconds=asked), expected)

    def test_are_read_as_seconds_or_as_a_date(self) -> None:
        for text, seconds in (
            (None, None),
            ("7", 7.0),
            ("Sun, 22 Nov 2026 12:00:30 GMT", 30.0),
            ("Sun, 22 Nov 2026 11:00:00 GMT", 0.0),
            ("soon", None),
        ):
            self.assertEqual(retry_after_of(text, NOW), seconds)


if __name__ == "__main__":
    unittest.main()
