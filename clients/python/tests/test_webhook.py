from __future__ import annotations

import base64
import hashlib
import hmac
import json
import unittest
from typing import Any

from billhook import WebhookError, verify_webhook

SECRET = "whsec_" + base64.b64encode(b"a secret of 32 bytes, as ours is").decode()
OTHER = "whsec_" + base64.b64encode(b"another secret of thirty-two byt").decode()
NOW = 1_795_262_400
BODY = json.dumps({"event": {"_id": "evt_1", "type": "bill.payment.sent", "subject": "pay_ü"}})


def sign(secret: str, at: int = NOW, body: str = BODY) -> str:
    key = base64.b64decode(secret[len("whsec_") :])
    digest = hmac.new(key, f"evt_1.{at}.{body}".encode(), hashlib.sha256).digest()
    return "v1," + base64.b64encode(digest).decode()


def reason_for(changes: dict[str, Any] | None = None, **more: Any) -> str:
    headers = {
        "webhook-id": "evt_1",
        "webhook-timestamp": str(NOW),
        "webhook-signature": sign(SECRET),
        **(changes or {}),
    }
    given = {"secret": SECRET, "headers": headers, "body": BODY, "now": float(NOW), **more}
    try:
        verify_webhook(**given)
    except WebhookError as error:
        return error.reason
    return "accepted"


class WhatTheServiceSignedIsAccepted(unittest.TestCase):
    def test_as_text_or_bytes_with_headers_of_any_spelling(self) -> None:
        headers = {
            "Webhook-Id": "evt_1",
            "WEBHOOK-TIMESTAMP": str(NOW),
            "webhook-signature": sign(SECRET),
        }
        for body in (BODY, BODY.encode(), bytearray(BODY.encode())):
            given: Any = {"secret": SECRET, "headers": headers, "body": body, "now": NOW}
            event = verify_webhook(**given)
            self.assertEqual((event["_id"], event["type"]), ("evt_1", "bill.payment.sent"))

    def test_by_either_secret(self) -> None:
        both = {"webhook-signature": f"{sign(OTHER)} v1a,unknown {sign(SECRET)}"}
        self.assertEqual(reason_for(both), "accepted")
        self.assertEqual(reason_for(both, secret=OTHER), "accepted")

    def test_within_five_minutes(self) -> None:
        for away, expected in (
            (-301, "too-old"),
            (-300, "accepted"),
            (300, "accepted"),
            (301, "too-new"),
        ):
            at = NOW + away
            changes = {"webhook-timestamp": str(at), "webhook-signature": sign(SECRET, at)}
            self.assertEqual(reason_for(changes), expected)


class WhatAnybodyElseSendsIsRefused(unittest.TestCase):
    def test_with_the_reason(self) -> None:
        for changes, expected in (
            ({"webhook-signature": sign(OTHER)}, "not-signed"),
            ({"webhook-signature": sign(SECRET, body="{}")}, "not-signed"),
            ({"webhook-id": "evt_2"}, "not-signed"),
            ({"webhook-timestamp": str(NOW + 1)}, "not-signed"),
            ({"webhook-signature": sign(SECRET)[:-20]}, "not-signed"),
            ({"webhook-signature": sign(SECRET).replace("v1", "v2")}, "not-signed"),
            ({"webhook-signature": sign(SECRET) + "é"}, "not-signed"),
            ({"webhook-signature": "v1,"}, "not-signed"),
            ({"webhook-signature": " ".join([sign(OTHER)] * 500 + [sign(SECRET)])}, "not-signed"),
            ({"webhook-signature": ""}, "header-missing"),
            ({"webhook-id": ""}, "header-missing"),
            ({"webhook-timestamp": "1e9"}, "too-old"),
            ({"webhook-timestamp": "٣"}, "too-old"),
        ):
            self.assertEqual(reason_for(changes), expected, changes)

    def test_with_a_body_that_is_no_event(self) -> None:
        for body in ("", "not JSON", "[]", '{"event":{}}', '{"event":7}', "null"):
            changes = {"webhook-signature": sign(SECRET, body=body)}
            self.assertEqual(reason_for(changes, body=body), "not-an-event")

    def test_where_a_key_is_empty(self) -> None:
        signature = hmac.new(b"", f"evt_1.{NOW}.{BODY}".encode(), hashlib.sha256).digest()
        changes = {"webhook-signature": "v1," + base64.b64encode(signature).decode()}
        for secret in ("", "whsec_", "whsec_é"):
            with self.assertRaises(TypeError):
                reason_for(changes, secret=secret)


if __name__ == "__main__":
    unittest.main()
