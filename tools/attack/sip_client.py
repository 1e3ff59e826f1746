"""A phone of few words: SIP over UDP with digests (RFC 2617)."""

import hashlib
import os
import re
import socket
import time

# For an answer that may not come, and for one that another server gives.
SHORT, LONG = 2, 10


def md5(text):
    return hashlib.md5(text.encode()).hexdigest()  # noqa: S324, what SIP wants


def random_id():
    return os.urandom(8).hex()


class Phone:
    def __init__(self, edge, realm, number, password, source="127.0.0.1", user=None, extra=""):
        self.edge, self.realm, self.number, self.password, self.extra = edge, realm, number, password, extra
        self.user = user or number
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind((source, 0))
        self.address = "{}:{}".format(*self.socket.getsockname())

    def uri(self, method, to):
        return f"sip:{self.realm}" if method == "REGISTER" else f"sip:{to}@{self.realm}"

    def request(self, method, to=None, call_id=None, sequence=1, extra="", uri=None):
        to, call_id = to or self.number, call_id or random_id()
        return (
            f"{method} {uri or self.uri(method, to)} SIP/2.0\r\nVia: SIP/2.0/UDP {self.address};branch=z9hG4bK{random_id()};rport\r\nMax-Forwards: 70\r\n"
            f"From: <sip:{self.number}@{self.realm}>;tag={call_id}\r\nTo: <sip:{to}@{self.realm}>\r\nCall-ID: {call_id}\r\nCSeq: {sequence} {method}\r\n"
            f"Contact: <sip:{self.number}@{self.address}>\r\n{self.extra}{extra}Content-Length: 0\r\n\r\n"
        )

    def ask(self, request, seconds=None):
        """Status and text of the final answer to this request; None when nobody answers. UDP loses packets: it is sent again."""
        line = lambda text, name: re.search(rf"^{name}:.*$", text, re.M)
        wanted = [line(request, name).group().strip() for name in ("Call-ID", "CSeq")]
        limit = seconds or (LONG if "uthorization" in request else SHORT)
        end, again = time.monotonic() + limit, 0
        while (now := time.monotonic()) < end:
            if now >= again:
                self.socket.sendto(request.encode(), self.edge)
                again = now + max(limit / 3, 0.5)
            self.socket.settimeout(max(min(again, end) - now, 0.01))
            try:
                answer = self.socket.recv(65536).decode("utf-8", "replace")
            except TimeoutError:
                continue
            head = re.match(r"SIP/2.0 (\d+)", answer)
            if head and int(head.group(1)) >= 200 and [line(answer, name).group().strip() for name in ("Call-ID", "CSeq")] == wanted:
                return int(head.group(1)), answer
        return None, ""

    def signature(self, challenge, method, uri, password=None):
        nonce = re.search(r'nonce="([^"]+)"', challenge).group(1)
        ha1 = md5(f"{self.user}:{self.realm}:{password or self.password}")
        response = md5(f"{ha1}:{nonce}:" + md5(f"{method}:{uri}"))
        header = "Authorization" if "WWW-Authenticate" in challenge else "Proxy-Authorization"
        return (
            f'{header}: Digest username="{self.user}", realm="{self.realm}", nonce="{nonce}", uri="{uri}", response="{response}", algorithm=MD5\r\n'
        )

    def signed(self, method, to=None, extra=""):
        """Status after the challenge, where there is one."""
        to, call_id = to or self.number, random_id()
        status, challenge = self.ask(self.request(method, to, call_id, 1, extra))
        if status not in (401, 407):
            return status
        signature = self.signature(challenge, method, self.uri(method, to))
        return self.ask(self.request(method, to, call_id, 2, extra + signature))[0]
