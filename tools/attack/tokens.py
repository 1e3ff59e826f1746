"""Forged access tokens."""

import base64
import hashlib
import hmac
import json
import os

from probes import expect, probe

# Order of the group of Ed25519 (RFC 8032): a signature with S + L is refused by who checks that S < L.
ORDER = 2**252 + 27742317777372353535851937790883648493


def encode(value):
    content = value if isinstance(value, bytes) else json.dumps(value, separators=(",", ":")).encode()
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def decode(part):
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))


def is_let_in(target, token, **more):
    return target.call("GET", "/profile", token, **more).status != 401


def forgeries(token):
    """Name and token. Signed by nobody, by another key, or altered."""
    head, body, signature = token.split(".")
    claims = json.loads(decode(body))
    for algorithm in ("none", "None", "NONE", ""):
        yield f"alg {algorithm!r} without a signature", f"{encode({'alg': algorithm, 'typ': 'JWT'})}.{body}."
        yield f"alg {algorithm!r} with the signature", f"{encode({'alg': algorithm, 'typ': 'JWT'})}.{body}.{signature}"
    for secret in (b"", b"secret", b"vestibule", decode(signature)):
        signed = f"{encode({'alg': 'HS256', 'typ': 'JWT'})}.{body}"
        yield f"HS256 by {secret[:8]!r}", f"{signed}.{encode(hmac.new(secret, signed.encode(), hashlib.sha256).digest())}"
    for algorithm in ("HS512", "RS256", "ES256", "PS256"):
        yield f"alg {algorithm} with the signature", f"{encode({'alg': algorithm, 'typ': 'JWT'})}.{body}.{signature}"
    for extra in (
        {"kid": "../../../../dev/null"},
        {"kid": "' OR 1=1 --"},
        {"jku": "http://127.0.0.1:9/keys"},
        {"x5u": "http://127.0.0.1:9/certificate"},
        {"jwk": {"kty": "OKP", "crv": "Ed25519", "x": encode(bytes(32))}},
        {"crit": ["b64"], "b64": False},
    ):
        yield f"header {extra}", f"{encode({'alg': 'EdDSA', 'typ': 'JWT', **extra})}.{body}.{signature}"
    for claim, value in (("sid", claims["sid"] + 1), ("sub", str(int(claims["sub"]) + 1)), ("pid", 1 + claims["pid"]), ("exp", claims["exp"] + 86400)):
        yield f"another {claim}", f"{head}.{encode({**claims, claim: value})}.{signature}"
    plain = decode(signature)
    grown = int.from_bytes(plain[32:], "little") + ORDER
    yield "S + L", f"{head}.{body}.{encode(plain[:32] + grown.to_bytes(32, 'little'))}"
    yield "a signature of zeros", f"{head}.{body}.{encode(bytes(64))}"
    yield "no signature", f"{head}.{body}."
    yield "two parts", f"{head}.{body}"
    yield "a fourth part", f"{token}.{signature}"
    yield "a byte behind the signature", f"{head}.{body}.{encode(plain + b'x')}"
    yield "a token of 5 KB", f"{head}.{encode({**claims, 'more': 'x' * 5000})}.{signature}"
    yield "noise", encode(os.urandom(32)) + "." + encode(os.urandom(64)) + "." + encode(os.urandom(64))


@probe("a token that the platform has not signed is refused")
def forged(target):
    token = target.tenants[0].token
    expect(is_let_in(target, token), "the honest token is refused")
    taken = [name for name, forgery in forgeries(token) if is_let_in(target, forgery)]
    expect(not taken, f"taken: {taken}")


@probe("a token counts in the header Authorization only")
def elsewhere(target):
    token = target.tenants[0].token
    for name in ("token", "access_token"):
        expect(target.call("GET", f"/profile?{name}={token}").status in (401, 422), f"taken from the query as {name}")
    for headers in ({"cookie": f"token={token}"}, {"authorization": f"Basic {token}"}, {"x-authorization": f"Bearer {token}"}):
        expect(target.call("GET", "/profile", headers=headers).status == 401, f"taken from {list(headers)}")


@probe("the signed context of services is not taken from clients")
def context(target):
    headers = {"vestibule-caller-bin": base64.b64encode(bytes(64)).decode(), "vestibule-caller": "service:identity"}
    expect(target.call("GET", "/users", headers=headers).status == 401, "a client that names a service is let in")
