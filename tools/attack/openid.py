"""An OpenID Connect provider on this machine that vouches for whoever it is asked to."""

import base64
import hashlib
import http.server
import json
import secrets
import threading
import time
import urllib.parse

CLIENT = "vestibule"


def encode(value):
    content = value if isinstance(value, bytes) else json.dumps(value).encode()
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def number(value):
    return encode(value.to_bytes((value.bit_length() + 7) // 8, "big"))


def is_prime(candidate):
    """Miller and Rabin: good enough for a key of a minute."""
    if any(candidate % small == 0 for small in (3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47)):
        return False
    odd, twos = candidate - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for _ in range(8):
        value = pow(secrets.randbelow(candidate - 3) + 2, odd, candidate)
        if value in (1, candidate - 1):
            continue
        for _ in range(twos - 1):
            value = value * value % candidate
            if value == candidate - 1:
                break
        else:
            return False
    return True


def prime(bits):
    while True:
        candidate = secrets.randbits(bits) | (3 << (bits - 2)) | 1
        if candidate % 65537 != 1 and is_prime(candidate):
            return candidate


class Key:
    """RSA, PKCS #1 v1.5 with SHA-256."""

    PREFIX = bytes.fromhex("3031300d060960864801650304020105000420")

    def __init__(self):
        one, other = prime(1024), prime(1024)
        self.modulus = one * other
        self._private = pow(65537, -1, (one - 1) * (other - 1))

    def sign(self, text):
        digest = self.PREFIX + hashlib.sha256(text).digest()
        padded = b"\0\1" + b"\xff" * (253 - len(digest)) + b"\0" + digest
        return pow(int.from_bytes(padded, "big"), self._private, self.modulus).to_bytes(256, "big")


class Provider:
    """`authorization` stands in for the address that browsers are sent to."""

    def __init__(self, authorization=None):
        self.key, self.grants, self.secrets_seen = Key(), {}, []
        provider = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                if self.path == "/.well-known/openid-configuration":
                    return self.answer(provider.configuration(authorization))
                return self.answer({"keys": [{"kty": "RSA", "alg": "RS256", "use": "sig", "kid": "1", "n": number(provider.key.modulus), "e": number(65537)}]})

            def do_POST(self):
                form = dict(urllib.parse.parse_qsl(self.rfile.read(int(self.headers["content-length"])).decode()))
                provider.secrets_seen.append(self.headers.get("authorization"))
                return self.answer({"access_token": "x", "token_type": "Bearer", "id_token": provider.id_token(form["code"])})

            def answer(self, body):
                content = json.dumps(body).encode()
                self.send_response(200)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()

    def configuration(self, authorization):
        return {
            "issuer": self.url, "authorization_endpoint": authorization or f"{self.url}/authorize", "token_endpoint": f"{self.url}/token",
            "jwks_uri": f"{self.url}/jwks", "response_types_supported": ["code"], "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
        }

    def code(self, url, email, **claims):
        """Somebody comes with the address to which the platform has sent their browser, and goes back with this code."""
        query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(url).query))
        code = secrets.token_hex(8)
        now = int(time.time())
        self.grants[code] = {
            "iss": self.url, "aud": CLIENT, "sub": f"subject of {email}", "nonce": query["nonce"], "iat": now, "exp": now + 300, "email": email,
            "email_verified": True, **claims,
        }
        return code

    def id_token(self, code):
        signed = f"{encode({'alg': 'RS256', 'kid': '1', 'typ': 'JWT'})}.{encode(self.grants[code])}"
        return f"{signed}.{encode(self.key.sign(signed.encode()))}"
