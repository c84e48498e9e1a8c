"""Signing, encryption and users' tokens."""

from __future__ import annotations

import base64
import hashlib
import json
import unittest
from typing import Any

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from billhook import ApiError, Encryption, Request, Response, Signing, encrypt_body, open_session
from billhook._session import AccessToken
from fake_service import Service, answer, problem, success

KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
OTHER = rsa.generate_private_key(public_exponent=65537, key_size=2048)
PEM = KEY.private_bytes(
    serialization.Encoding.PEM,
    serialization.PrivateFormat.PKCS8,
    serialization.NoEncryption(),
)
CARD: Any = {"clientId": "cl_1", "paymentType": "card", "cardNumber": "4111111111111111"}


def jwk_of(key: rsa.RSAPrivateKey, kid: str) -> dict[str, str]:
    numbers = key.public_key().public_numbers()

    def text(number: int) -> str:
        data = number.to_bytes((number.bit_length() + 7) // 8, "big")
        return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

    return {"kty": "RSA", "kid": kid, "n": text(numbers.n), "e": text(numbers.e)}


FIRST, SECOND = jwk_of(KEY, "key_1"), jwk_of(OTHER, "key_2")


class ASignature(unittest.TestCase):
    def assert_signed(self, request: Request, text: str) -> None:
        signature = base64.b64decode(request.headers["Signature"])
        KEY.public_key().verify(signature, text.encode(), padding.PKCS1v15(), hashes.SHA256())

    def test_of_a_get_covers_the_path_and_the_query_as_they_are_sent(self) -> None:
        service = Service(success({"data": []}), signing=Signing(PEM))
        service.api.bill.list_bills({"clientId": "cl/1", "cursor": "a b"}).first()
        date = "2026-11-22T12:00:00.000Z"
        self.assertEqual(service.sent[0].headers["Date"], date)
        self.assertNotIn("Content-Digest", service.sent[0].headers)
        text = f"GET:/v1/bill/list/cl%2F1?cursor=a%20b:bh_test:{date}"
        self.assert_signed(service.sent[0], text)

    def test_of_a_post_covers_the_body_and_the_key_and_is_made_anew(self) -> None:
        service = Service(OSError(), success(), signing=Signing(PEM.decode()))
        service.api.payment.schedule_payment({"billId": "ü"})
        texts = set()
        for request in service.sent:
            digest = base64.b64encode(hashlib.sha256(request.body or b"").digest()).decode()
            headers = request.headers
            self.assertEqual(headers["Content-Digest"], f"sha-256=:{digest}:")
            ends = [headers["Date"], headers["Content-Digest"], headers["Idempotency-Key"]]
            text = ":".join(["POST", "/v1/payment/schedule", "bh_test", *ends])
            self.assert_signed(request, text)
            texts.add(text)
        # The machine's clock stood still: the texts differ all the same.
        self.assertEqual(len(texts), 2)

    def test_of_a_post_without_a_body_covers_that_it_is_empty(self) -> None:
        service = Service(success(), signing=Signing(PEM))
        service.api.auth.fix_hold({"authId": "auth_1"})
        digest = base64.b64encode(hashlib.sha256(b"").digest()).decode()
        self.assertEqual(service.sent[0].headers["Content-Digest"], f"sha-256=:{digest}:")

    def test_can_be_made_elsewhere_and_only_with_an_api_key(self) -> None:
        service = Service(success(), signing=Signing(sign=lambda text: text[::-1]))
        service.api.partner.get_partner()
        self.assertTrue(service.sent[0].headers["Signature"].startswith("Z000.00:00:21T"))
        with self.assertRaises(TypeError):
            Service(success(), access_token="t", signing=Signing(PEM))
        with self.assertRaises(TypeError):
            Signing()


def decrypted(body: dict[str, str], key: rsa.RSAPrivateKey) -> Any:
    header, *parts = body["hash"].split(".")
    wrapped, iv, text, tag = (base64.urlsafe_b64decode(part + "==") for part in parts)
    assert json.loads(base64.urlsafe_b64decode(header + "==")) == {
        "alg": "RSA-OAEP-256",
        "enc": "A256GCM",
        "kid": body["encrypted"],
    }
    sha256 = hashes.SHA256()
    content_key = key.decrypt(wrapped, padding.OAEP(padding.MGF1(sha256), sha256, None))
    assert (len(content_key), len(iv), len(tag)) == (32, 12, 16)
    return json.loads(AESGCM(content_key).decrypt(iv, text + tag, header.encode()))


class AnEncryptedBody(unittest.TestCase):
    def test_is_a_jwe_that_the_key_opens_another_each_time(self) -> None:
        one, two = encrypt_body({"a": "ü"}, FIRST), encrypt_body({"a": "ü"}, FIRST)
        self.assertEqual(decrypted(one, KEY), {"a": "ü"})
        self.assertNotEqual(one, two)

    def test_is_sent_where_it_can_hold_a_secret_for_a_key_that_is_read_once(self) -> None:
        service = Service(success(FIRST), success({}), encryption=Encryption("secrets"))
        service.api.payment.add_payment_method(CARD)
        service.api.payment.add_payment_method(CARD)
        service.api.client.create_client({"identifier": "user-1"})
        paths = ["/partner/public-keys/latest", "/payment", "/payment", "/client"]
        self.assertEqual(service.paths(), paths)
        self.assertEqual(decrypted(service.body(1), KEY), CARD)
        self.assertEqual(service.body(3), {"identifier": "user-1"})

    def test_is_every_one_that_can_be_for_a_key_that_was_given(self) -> None:
        service = Service(success(), encryption=Encryption("all", FIRST))
        service.api.client.create_client({"identifier": "user-1"})
        service.api.partner.update_encryption({"required": True})
        self.assertEqual(decrypted(service.body(0), KEY), {"identifier": "user-1"})
        self.assertEqual(service.body(1), {"required": True})

    def test_is_encrypted_once_more_when_its_key_is_gone(self) -> None:
        refused = problem(400, "decryption_failed")
        answers = (success(FIRST), refused, success(SECOND), success({}))
        service = Service(*answers, encryption=Encryption())
        service.api.payment.add_payment_method(CARD)
        self.assertEqual(decrypted(service.body(3), OTHER), CARD)
        self.assertEqual(service.keys()[1], service.keys()[3])

    def test_is_never_sent_in_the_clear_for_want_of_a_key(self) -> None:
        service = Service(problem(404, "encryption_key_not_found"), encryption=Encryption())
        with self.assertRaises(ApiError):
            service.api.payment.add_payment_method(CARD)
        self.assertEqual([one.method for one in service.sent], ["GET"])


class AnAccessToken(unittest.TestCase):
    def setUp(self) -> None:
        self.now = 0.0
        self.asked: list[str] = []
        self.answers: list[Any] = []

    def token(self, expires_in: int, renewable: bool = True) -> AccessToken:
        first = {"accessToken": "t1", "expiresIn": expires_in, "renewable": renewable}
        return AccessToken(first, self.renew, lambda: self.now)

    def renew(self, token: str) -> Any:
        self.asked.append(token)
        usual = {"accessToken": f"t{len(self.asked) + 1}", "expiresIn": 900, "renewable": True}
        given = self.answers.pop(0) if self.answers else usual
        if isinstance(given, Exception):
            raise given
        return given

    def test_is_the_same_until_its_last_minute_then_another_one(self) -> None:
        token = self.token(900)
        self.now = 839
        self.assertEqual(token(), "t1")
        self.now = 840
        self.assertEqual([token(), token()], ["t2", "t2"])
        self.assertEqual(self.asked, ["t1"])

    def test_of_a_minute_is_renewed_in_its_last_third(self) -> None:
        token = self.token(60)
        self.now = 39
        self.assertEqual(token(), "t1")
        self.now = 40
        self.assertEqual(token(), "t2")

    def test_goes_on_where_its_renewal_fails_as_long_as_it_lasts(self) -> None:
        token = self.token(900)
        self.answers = [OSError("offline"), OSError("offline")]
        self.now = 850
        self.assertEqual(token(), "t1")
        self.now = 900
        with self.assertRaises(OSError):
            token()
        self.assertEqual(token(), "t4")

    def test_that_cannot_be_renewed_is_the_last_and_so_is_one_that_lasts_no_longer(self) -> None:
        token = self.token(900, renewable=False)
        self.now = 1_000
        self.assertEqual((token(), self.asked), ("t1", []))
        self.now = 0
        token = self.token(900)
        self.now = 850
        self.answers = [{"accessToken": "t2", "expiresIn": 50, "renewable": True}]
        self.assertEqual([token(), token(), len(self.asked)], ["t2", "t2", 1])

    def test_is_exchanged_with_a_verifier(self) -> None:
        sent: list[Request] = []

        def service(request: Request) -> Response:
            sent.append(request)
            token = {"accessToken": "t1", "expiresIn": 900, "renewable": True, "clientId": "cl_1"}
            return answer(200, {**token, "data": []})

        url = "https://billhook.example/v1"
        session = open_session(url, token="sso", session_id="s1", transport=service)
        session.api.bill.list_bills({"clientId": session.client_id}).first()
        body = json.loads(sent[0].body or b"")
        self.assertRegex(body.pop("verifier"), r"^[\w-]{43}$")
        self.assertEqual(body, {"token": "sso", "sessionId": "s1"})
        self.assertNotIn("Authorization", sent[0].headers)
        self.assertEqual(sent[1].headers["Authorization"], "Bearer t1")


if __name__ == "__main__":
    unittest.main()
