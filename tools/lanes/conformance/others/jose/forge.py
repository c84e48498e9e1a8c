"""Forges tokens and encrypts bodies with jwcrypto, and verifies the token with PyJWT.

Reads {token, jwks, encryptionKey}, writes {verified, forgeries: {name: token}, bodies: {name: {hash, taken}}}.
"""

import base64
import hashlib
import hmac
import json
import sys

import jwt as pyjwt
from jwcrypto import jwe, jwk, jws

given = json.load(sys.stdin)
token, jwks = given["token"], given["jwks"]
first, second, signature = token.split(".")


def encode(value):
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


header, claims = json.loads(decode(first)), json.loads(decode(second))
published = next(key for key in jwks["keys"] if key["kid"] == header["kid"])
public = jwk.JWK(**published)
pem = public.export_to_pem()


def verify():
    try:
        key = pyjwt.PyJWK(published).key
        pyjwt.decode(token, key, algorithms=["ES256"], issuer="billhook", audience="billhook")
        return True
    except Exception:
        return False


def signed(alg, key, **more):
    one = jws.JWS(json.dumps(claims))
    one.allowed_algs = [alg]
    one.add_signature(key, None, json.dumps({**header, "alg": alg, **more}), None)
    return one.serialize(True)


def secret(value, alg="HS256"):
    text = f"{encode({**header, 'alg': alg})}.{second}"
    return f"{text}.{encode(hmac.new(value, text.encode(), hashlib.sha256).digest())}"


own = jwk.JWK.generate(kty="EC", crv="P-256", kid=header["kid"])
rsa = jwk.JWK.generate(kty="RSA", size=2048, kid=header["kid"])
order = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"
TWICE = b'{"alg":"none","alg":"ES256","typ":"JWT","kid":"' + header["kid"].encode() + b'"}'
last = chr(ord(signature[-1]) ^ 1)
forgeries = {
    "alg none": f"{encode({**header, 'alg': 'none'})}.{second}.",
    "alg None": f"{encode({**header, 'alg': 'None'})}.{second}.",
    "own key, same kid": signed("ES256", own),
    "own key in the header": signed("ES256", own, jwk=own.export_public(as_dict=True)),
    "own key at an address": signed("ES256", own, jku="https://keys.example/jwks.json"),
    "kid that is a path": signed("ES256", own, kid="../../../../dev/null"),
    "kid that is SQL": signed("ES256", own, kid="' OR 1=1--"),
    "RS256": signed("RS256", rsa),
    "PS256": signed("PS256", rsa),
    "HS256 with the published PEM": secret(pem),
    "HS256 with the PEM, trimmed": secret(pem.strip()),
    "HS256 with the published JWK": secret(json.dumps(published).encode()),
    "HS256 with a coordinate": secret(decode(published["x"])),
    "HS256 with nothing": secret(b""),
    "crit, the old signature": f"{encode({**header, 'crit': ['exp']})}.{second}.{signature}",
    "another kid, the old signature": f"{encode({**header, 'kid': 'x'})}.{second}.{signature}",
    "other claims, the old signature": f"{first}.{encode({**claims, 'exp': claims['exp'] + 9999})}.{signature}",
    "another partner, the old signature": f"{first}.{encode({**claims, 'partnerId': 'ptn_x'})}.{signature}",
    "alg twice": f"{encode(TWICE)}.{second}.{signature}",
    "signature of zeros": f"{first}.{second}.{encode(bytes(64))}",
    "signature of the order": f"{first}.{second}.{encode(bytes.fromhex(order * 2))}",
    "signature in DER": f"{first}.{second}.{encode(bytes.fromhex('3006020101020101'))}",
    "signature padded": token + "==",
    "signature cut": token[:-2],
    "signature and more": token + "A",
    "last character changed": token[:-1] + last,
    "a fourth part": token + ".x",
    "nothing in its parts": "..",
    "a huge part": "eyJ." + "a" * 7000 + ".x",
}

key = jwk.JWK(**{name: given["encryptionKey"][name] for name in ("kty", "n", "e")})
TEXT = b'{"identifier":"jwcrypto"}'


def sealed(alg="RSA-OAEP-256", enc="A256GCM", plain=TEXT, to=key, **more):
    one = jwe.JWE(plain, json.dumps({"alg": alg, "enc": enc, **more}))
    one.allowed_algs = [alg, enc, "DEF"]
    one.add_recipient(to)
    return one.serialize(True)


good = sealed()
parts = good.split(".")
bodies = {
    "as documented": {"hash": good, "taken": True},
    "with typ and cty": {"hash": sealed(typ="JWE", cty="application/json"), "taken": True},
    "compressed": {"hash": sealed(zip="DEF"), "taken": False},
    "RSA-OAEP": {"hash": sealed(alg="RSA-OAEP"), "taken": False},
    "RSA1_5": {"hash": sealed(alg="RSA1_5"), "taken": False},
    "A192GCM": {"hash": sealed(enc="A192GCM"), "taken": False},
    "for another key": {"hash": sealed(to=rsa), "taken": False},
    "an array": {"hash": sealed(plain=b"[]"), "taken": False},
    "an array for an object": {"hash": sealed(plain=b'{"identifier":"a","meta":[]}'), "taken": False},
    "no JSON": {"hash": sealed(plain=b"hello"), "taken": False},
    "bytes that are no UTF-8": {"hash": sealed(plain=b'{"identifier":"a\xff"}'), "taken": False},
    "three parts": {"hash": ".".join(parts[:3]), "taken": False},
}

json.dump({"verified": verify(), "forgeries": forgeries, "bodies": bodies}, sys.stdout)
