"""Catches the mail of a development set: an SMTP server that keeps what it gets, and a page and JSON that show it.

    catcher.py SMTP_PORT HTTP_PORT [starttls|tls CERTIFICATE KEY]

GET /                      the inbox, for people
GET /messages[?to=EMAIL]   [{id, from, to, subject, received_at}], the newest first
GET /messages/ID           the same with text, html, headers: [[name, value]]
DELETE /messages           empties the inbox

With `tls` it is encrypted from the first byte, with `starttls` it takes nothing before a client has encrypted; the files
are PEM. The newest 500 are kept, in memory. It listens on loopback only. Receivers in refused.test are refused for good, those in
later.test for now; any name and password are good but for the password "wrong".
"""

import datetime
import email
import email.policy
import http.server
import json
import pathlib
import ssl
import sys
import threading
import urllib.parse
from collections import deque

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult

KEPT = 500
MAX_BYTES = 5_000_000
REFUSALS = {"refused.test": "550 5.1.1 no such mailbox here", "later.test": "451 4.3.0 come back later"}
PAGE = pathlib.Path(__file__).with_name("page.html")


class Inbox:
    def __init__(self):
        self._lock = threading.Lock()
        self._messages = deque(maxlen=KEPT)
        self._next = 1

    def add(self, message):
        with self._lock:
            self._messages.appendleft({"id": self._next, **message})
            self._next += 1

    def all(self, to=None):
        with self._lock:
            return [message for message in self._messages if to is None or to.lower() in map(str.lower, message["to"])]

    def one(self, number):
        return next((message for message in self.all() if message["id"] == number), None)

    def clear(self):
        with self._lock:
            self._messages.clear()


class Receiver:
    """What the SMTP server does with each command."""

    def __init__(self, inbox):
        self._inbox = inbox

    async def handle_RCPT(self, server, session, envelope, address, options):
        refusal = REFUSALS.get(address.rpartition("@")[2].lower())
        if refusal:
            return refusal
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        parsed = email.message_from_bytes(envelope.content, policy=email.policy.default)
        self._inbox.add(
            {
                "from": str(parsed["From"] or envelope.mail_from),
                "to": list(envelope.rcpt_tos),
                "subject": str(parsed["Subject"] or ""),
                "received_at": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="milliseconds"),
                "text": part(parsed, "plain"),
                "html": part(parsed, "html"),
                "headers": [[name, str(value)] for name, value in parsed.items()],
            }
        )
        return "250 OK: kept"


class Server(Controller):
    """`starttls` is the certificate's context of a server that insists on it."""

    def __init__(self, *arguments, starttls=None, **settings):
        self._starttls = starttls
        super().__init__(*arguments, **settings)

    def factory(self):
        return SMTP(
            self.handler,
            hostname="mail.vestibule.test",
            data_size_limit=MAX_BYTES,
            enable_SMTPUTF8=True,
            auth_require_tls=False,
            authenticator=sign_in,
            tls_context=self._starttls,
            require_starttls=self._starttls is not None,
        )


def sign_in(server, session, envelope, mechanism, credentials):
    is_good = getattr(credentials, "password", b"") != b"wrong"
    return AuthResult(success=is_good, handled=False)


def part(message, kind):
    body = message.get_body(preferencelist=(kind,))
    return body.get_content() if body else ""


class Pages(http.server.BaseHTTPRequestHandler):
    inbox = None

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        if url.path == "/":
            return self.answer(200, "text/html; charset=utf-8", PAGE.read_bytes())
        if url.path == "/messages":
            to = urllib.parse.parse_qs(url.query).get("to", [None])[0]
            shown = ("id", "from", "to", "subject", "received_at")
            return self.json([{key: message[key] for key in shown} for message in self.inbox.all(to)])
        number = url.path.removeprefix("/messages/")
        message = self.inbox.one(int(number)) if number.isdecimal() else None
        if message:
            return self.json(message)
        return self.answer(404, "text/plain", b"not found\n")

    def do_DELETE(self):
        if self.path != "/messages":
            return self.answer(404, "text/plain", b"not found\n")
        self.inbox.clear()
        return self.answer(204, "text/plain", b"")

    def json(self, value):
        self.answer(200, "application/json", json.dumps(value, ensure_ascii=False).encode())

    def answer(self, status, kind, body):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        # A caught mail runs nothing, and loads pictures only.
        self.send_header("Content-Security-Policy", "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'unsafe-inline'; img-src *")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def encryption(how=None, certificate=None, key=None):
    """What the server is told of it."""
    if how is None:
        return {}
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate, key)
    return {{"tls": "ssl_context", "starttls": "starttls"}[how]: context}


def main():
    smtp_port, http_port = map(int, sys.argv[1:3])
    Pages.inbox = Inbox()
    Server(Receiver(Pages.inbox), hostname="127.0.0.1", port=smtp_port, **encryption(*sys.argv[3:])).start()
    http.server.ThreadingHTTPServer(("127.0.0.1", http_port), Pages).serve_forever()


main()
