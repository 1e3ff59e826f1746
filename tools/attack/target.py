"""The platform that is attacked: its addresses, its API, and two tenants made for the probes."""

import http.client
import ipaddress
import itertools
import json
import os
import pathlib
import socket
import time
import urllib.parse

from probes import NotHere, eventually

TIMEOUT = 60
PASSWORD = "Attack-of-the-probes-1"
# Names of this run: a serial number, an e-mail and a number are taken once.
RUN = format(int(time.time()) % 36**6, "x")


class Answer:
    def __init__(self, status, headers, content):
        self.status, self.headers, self.content = status, headers, content

    @property
    def body(self):
        try:
            return json.loads(self.content)
        except ValueError:
            return {}

    def __repr__(self):
        return f"{self.status} {self.content[:300]!r}"


def loopback(address, of):
    """Host and port of an address. Anything but loopback is refused."""
    url = urllib.parse.urlsplit(address if "//" in address else f"//{address}")
    host, port = url.hostname, url.port or {"https": 443, "http": 80}.get(url.scheme)
    try:
        found = {info[4][0] for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)}
    except OSError as error:
        raise SystemExit(f"{of} is {address}: {error}") from error
    if not found or not all(ipaddress.ip_address(address.split("%")[0]).is_loopback for address in found):
        raise SystemExit(f"{of} is {host}: probes attack loopback addresses only")
    return ("127.0.0.1" if host == "localhost" else host), port


class Target:
    def __init__(self):
        self.host, self.port = loopback(variable("VESTIBULE_URL"), "VESTIBULE_URL")
        self.dealer = administrator()
        self._tenants = None
        # Of test networks (RFC 5737): the probes' own addresses are not banned. Another run begins with others.
        self._addresses = (f"198.51.100.{1 + (int(RUN, 16) + count) % 254}" for count in itertools.count())
        self._names = itertools.count(1)

    def address(self):
        """A client's address, as a trusted proxy says it, that no other probe uses."""
        return next(self._addresses)

    def name(self, what):
        return f"{what}-{RUN}-{next(self._names)}"

    def call(self, method, path, token=None, body=None, headers=None, content=None):
        """A request below /api/v0. `content` is sent as it is, `body` as JSON."""
        sent = dict(headers or {})
        if token:
            sent["authorization"] = f"Bearer {token}"
        if body is not None:
            content = json.dumps(body).encode()
            sent["content-type"] = "application/json"
        connection = http.client.HTTPConnection(self.host, self.port, timeout=TIMEOUT)
        try:
            connection.request(method, f"/api/v0{path}", content, sent)
            answer = connection.getresponse()
            return Answer(answer.status, answer.headers, answer.read())
        finally:
            connection.close()

    def must(self, method, path, token=None, body=None, **more):
        """What an honest user does: it has to work."""
        answer = self.call(method, path, token, body, **more)
        if answer.status != 200:
            raise RuntimeError(f"{method} {path}: {answer}")
        return answer.body

    def login(self, email, password=PASSWORD, address=None):
        headers = {"x-forwarded-for": address or self.address()}
        return self.call("POST", "/login", body={"login": email, "password": password}, headers=headers)

    def session(self, email, password=PASSWORD):
        """The token of the account's first project."""
        answer = self.login(email, password)
        if answer.status != 200 or not answer.body["sessions"]:
            raise RuntimeError(f"{email} cannot sign in: {answer}")
        return answer.body["sessions"][0]["token"]

    def dealer_token(self):
        return self.session(*self.dealer)

    @property
    def tenants(self):
        """Two of them, made when the first probe asks."""
        if self._tenants is None:
            self._tenants = [Tenant(self, name) for name in ("first", "second")]
        return self._tenants

    def leave(self):
        """The tenants stay, since the API deletes none; nobody signs in to them any more."""
        for tenant in self._tenants or []:
            self.call("PATCH", f"/projects/{tenant.id}", self.dealer_token(), {"is_suspended": True})

    def mails(self, to):
        """Mails that the catcher of ./dev has caught for somebody, the newest first."""
        if not os.environ.get("VESTIBULE_MAILBOX_URL"):
            raise NotHere("VESTIBULE_MAILBOX_URL is not set")
        host, port = loopback(os.environ["VESTIBULE_MAILBOX_URL"], "VESTIBULE_MAILBOX_URL")
        connection = http.client.HTTPConnection(host, port, timeout=TIMEOUT)
        try:
            connection.request("GET", f"/messages?to={urllib.parse.quote(to)}")
            found = json.load(connection.getresponse())
            mails = []
            for mail in found:
                connection.request("GET", f"/messages/{mail['id']}")
                mails.append(json.load(connection.getresponse()))
            return mails
        finally:
            connection.close()


class Tenant:
    """A project with an administrator, a group, a role for residents and one of many things."""

    def __init__(self, target, name):
        self.target, self.name = target, target.name(name)
        owner = {"name": "Owner", "email": f"owner@{self.name}.test"}
        project = target.must("PUT", "/projects", target.dealer_token(), {"name": self.name, "time_zone": "Europe/Amsterdam", "administrator": owner})
        self.id = project["id"]
        reason = {"reason": "makes users for probes", "minutes": 15}
        support = target.must("POST", f"/projects/{self.id}/support-session", target.dealer_token(), reason)["token"]
        self.roles = {role["name"]: role["id"] for role in target.must("GET", "/roles?size=100", support)["items"]}
        self.group = target.must("PUT", "/domains", support, {"name": f"house of {self.name}"})["id"]
        self._maker = support
        self.email, self.token = self.user("administrator", "administrator")[1:]
        self._maker = self.token

    def user(self, name, role, **fields):
        """Id, e-mail and token of a new user who has signed in."""
        email = f"{name}@{self.name}.test"
        role_id = self.roles[role] if isinstance(role, str) else role
        user = {"name": name, "email": email, "password": PASSWORD, "is_active": True, "role": {"id": role_id}, "domains": [{"id": self.group}], **fields}
        # A group or role of a moment ago may not have arrived at identity yet.
        made = eventually(lambda: taken(self.target.call("PUT", "/users", self._maker, user)))
        if not made:
            raise RuntimeError(f"no user {name}: {self.target.call('PUT', '/users', self._maker, user)}")
        return made["id"], email, self.target.session(email)

    def make(self, path, body, token=None):
        """The id of a new thing, once its relations have arrived where it is made."""
        last = []

        def attempt():
            last[:] = [self.target.call("PUT" if path != "/integrations" else "POST", path, token or self.token, body)]
            return taken(last[0])

        made = eventually(attempt)
        if not made:
            raise RuntimeError(f"no {path}: {last[0]}")
        return made["id"]


def taken(answer):
    return answer.body if answer.status == 200 else None


def variable(name):
    value = os.environ.get(name)
    if not value:
        raise SystemExit(f"{name} is needed; ./dev attack sets it")
    return value


def address_of(name):
    """Host and port of another part of the platform, which may not be there."""
    if not os.environ.get(name):
        raise NotHere(f"{name} is not set")
    return loopback(os.environ[name], name)


def administrator():
    """E-mail and password of the first administrator of the file of accounts, who is the dealer."""
    for line in pathlib.Path(variable("VESTIBULE_ACCOUNTS")).read_text().splitlines():
        email, password, role = line.split()
        if role == "administrator":
            return email, password
    raise SystemExit("VESTIBULE_ACCOUNTS names no administrator")
