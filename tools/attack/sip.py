"""What a phone, a neighbour of the edge and a stranger can do to calls."""

import http.client
import json
import os
import socket

from probes import NotHere, eventually, expect, probe
from sip_client import Phone, random_id
from target import address_of

# Another address of this machine, which is none of telephony's.
STRANGER = "127.0.0.9"


class Line:
    """A tenant's numbers at the edge."""

    def __init__(self, target, tenant, first):
        self.edge, self.realm = address_of("VESTIBULE_SIP_LISTEN"), None
        if not target.must("GET", "/settings/sip", tenant.token)["is_enabled"]:
            target.must("PATCH", "/settings/sip", tenant.token, {"is_enabled": True})
        self.numbers = [str(first), str(first + 1)]
        self.password = "ProbeOfSip1"
        for number in self.numbers:
            tenant.make("/sip-numbers", {"number": number, "name": number, "password": self.password, "domain": {"id": tenant.group}, "is_active": True})
        self.realm = f"p{tenant.id}.{domain()}"

    def phone(self, index=0, **more):
        values = {"edge": self.edge, "realm": self.realm, "number": self.numbers[index], "password": self.password, **more}
        return Phone(**values)


def domain():
    return os.environ.get("VESTIBULE_SIP_DOMAIN", "sip.vestibule")


_LINES = []


def lines(target):
    if not _LINES:
        made = [Line(target, tenant, 71001) for tenant in target.tenants]
        for line in made:
            if not eventually(lambda phone=line.phone(): phone.signed("REGISTER") == 200):
                raise RuntimeError(f"the edge does not register {line.numbers[0]} of {line.realm}")
        _LINES.extend(made)
    return _LINES


@probe("nobody registers or calls without the number's password")
def strangers(target):
    first, second = lines(target)
    expect(first.phone().signed("REGISTER") == 200, "the honest phone")
    wrong = first.phone(password="guess", source="127.0.0.8")
    expect(wrong.signed("REGISTER") == 401, "a wrong password registers")
    expect(wrong.signed("INVITE", first.numbers[1]) in (403, 407), "a wrong password calls")
    for method in ("REGISTER", "INVITE"):
        status, _ = first.phone().ask(first.phone().request(method))
        expect(status in (None, 401, 407), f"{method} without a password: {status}")
    # The number of one tenant with the password of the other's, and another's identity with one's own password.
    expect(second.phone(realm=first.realm, password=second.password + "x", source="127.0.0.8").signed("REGISTER") != 200, "another tenant's realm")
    expect(first.phone(number=first.numbers[1], user=first.numbers[0]).signed("REGISTER") == 403, "another number's identity")


@probe("a number that does not exist answers as one with another password")
def enumeration(target):
    line = lines(target)[0]
    known = line.phone(password="guess", source="127.0.0.8").signed("REGISTER")
    unknown = line.phone(number="79999", password="guess", source="127.0.0.8").signed("REGISTER")
    expect(known == unknown == 401, f"{known} known, {unknown} unknown")


@probe("a digest is good once, for its source, its call and its callee")
def replay(target):
    line = lines(target)[0]
    phone, call_id = line.phone(), random_id()
    _, challenge = phone.ask(phone.request("REGISTER", call_id=call_id))
    signature = phone.signature(challenge, "REGISTER", f"sip:{line.realm}")
    elsewhere = line.phone(source=STRANGER)
    status, _ = elsewhere.ask(elsewhere.request("REGISTER", call_id=call_id, sequence=2, extra=signature))
    expect(status == 401, f"from another address: {status}")
    expect(line.phone().signed("REGISTER") == 200, "the honest phone")
    _, challenge = phone.ask(phone.request("REGISTER", call_id=(again := random_id())))
    signature = phone.signature(challenge, "REGISTER", f"sip:{line.realm}")
    expect(phone.ask(phone.request("REGISTER", call_id=again, sequence=2, extra=signature))[0] == 200, "the first use")
    expect(phone.ask(phone.request("REGISTER", call_id=again, sequence=3, extra=signature))[0] == 401, "the second use")
    for callee, other in (("71009", None), (line.numbers[1], random_id())):
        call = random_id()
        _, challenge = phone.ask(phone.request("INVITE", line.numbers[1], call))
        signature = phone.signature(challenge, "INVITE", phone.uri("INVITE", line.numbers[1]))
        status, _ = phone.ask(phone.request("INVITE", callee, other or call, 2, signature))
        expect(status == 407, f"to {callee}, in {'another' if other else 'the'} call: {status}")


@probe("a phone does not say which tenant or number it is")
def identity(target):
    first, second = lines(target)
    for extra in (
        f"X-Tenant: {second.realm}\r\nX-Auth-User: {second.numbers[1]}\r\n", f"x-tenant : {second.realm}\r\n", f"X-TENANT:{second.realm}\r\n",
        f"X-Src-Proto: inside\r\nX-Tenant:\r\n {second.realm}\r\n", f"P-Asserted-Identity: <sip:{second.numbers[1]}@{second.realm}>\r\n",
    ):
        # Within its own tenant, nobody has registered the second number; in the other's the first phone answers to it.
        status = first.phone().signed("INVITE", second.numbers[0] if "Tenant" in extra else first.numbers[1], extra)
        expect(status is not None and status >= 400, f"{extra!r}: {status}")
    status = first.phone(extra=f"Route: <sip:{second.realm};lr>\r\n").signed("INVITE", first.numbers[1])
    expect(status is None or status >= 400, f"a route of its own: {status}")


@probe("the web phone's credentials are good for their number, tenant and time")
def short_lived(target):
    first, second = lines(target)
    for user in (f"9999999999:{first.numbers[0]}@{first.realm}", f"1:{first.numbers[0]}@{first.realm}", f"9999999999:{first.numbers[0]}@{second.realm}"):
        for password in ("guess", domain()):
            status = first.phone(user=user, password=password, source="127.0.0.7").signed("REGISTER")
            expect(status in (401, 403), f"{user}: {status}")


@probe("the edge's inner socket listens to telephony alone")
def inside(target):
    address, line = address_of("VESTIBULE_SIP_EDGE_ADDR"), lines(target)[0]
    victim = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    victim.bind(("127.0.0.1", 0))
    victim.settimeout(3)
    phone = Phone(address, line.realm, "70001", "x", source=STRANGER)
    goal = "sip:x@{}:{}".format(*victim.getsockname())
    extra = f"Route: <sip:udp@{address[0]}:{address[1]};lr>\r\nX-Tenant: {line.realm}\r\n"
    status, _ = phone.ask(phone.request("INVITE", extra=extra, uri=goal))
    expect(status is None, f"it answers a stranger: {status}")
    try:
        heard = victim.recv(65536)
    except TimeoutError:
        heard = b""
    expect(not heard, f"it relays for a stranger: {heard[:80]!r}")


def ask_rpc(source, method, body=None):
    host, port = address_of("VESTIBULE_SIP_EDGE_RPC_ADDR")
    connection = http.client.HTTPConnection(host, port, timeout=10, source_address=(source, 0))
    # The words and the order of telephony's requests (docker/sip-edge/kamailio.cfg).
    content = body or json.dumps({"id": 1, "jsonrpc": "2.0", "method": method, "params": []}, separators=(",", ":"))
    try:
        connection.request("POST", "/RPC", content, {"content-type": "application/json"})
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


@probe("JSON-RPC of the edge does what telephony needs, for telephony alone")
def rpc(target):
    lines(target)
    telephony = address_of("VESTIBULE_SIP_ADDR")[0]
    try:
        status, _ = ask_rpc(telephony, "core.version")
    except OSError as error:
        raise NotHere(f"the edge's JSON-RPC: {error}") from error
    expect(status == 200, f"telephony's own request: {status}")
    expect(ask_rpc(STRANGER, "core.version")[0] == 403, "a stranger is answered")
    for method in ("autheph.dump_secrets", "ul.dump", "core.kill", "core.shmmem", "cfg.list", "htable.dump", "tls.list", "corex.debug", "mod.mem_stats"):
        status, content = ask_rpc(telephony, method)
        expect(status == 403, f"{method}: {status} {content[:100]!r}")
    secret = '{"id":1,"jsonrpc":"2.0","method":"core.version","params":[],"method":"autheph.dump_secrets"}'
    batch = '[{"id":1,"jsonrpc":"2.0","method":"core.version","params":[]},{"id":2,"jsonrpc":"2.0","method":"autheph.dump_secrets","params":[]}]'
    for body in (secret, batch):
        expect(ask_rpc(telephony, None, body)[0] == 403, body)


@probe("telephony takes SIP from the edge alone")
def telephony_port(target):
    line = lines(target)[0]
    phone = Phone(address_of("VESTIBULE_SIP_ADDR"), line.realm, line.numbers[0], "x", source=STRANGER)
    extra = f"X-Tenant: {line.realm}\r\nX-Auth-User: {line.numbers[0]}\r\nX-Src-Proto: udp\r\n"
    status, _ = phone.ask(phone.request("INVITE", line.numbers[1], extra=extra))
    expect(status in (None, 403), f"{status}")


@probe("packets that are no SIP are borne")
def noise(target):
    line = lines(target)[0]
    stranger = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    stranger.bind(("127.0.0.6", 0))
    long_header = "INVITE sip:x SIP/2.0\r\nVia: SIP/2.0/UDP 127.0.0.6;branch=" + "x" * 20_000 + "\r\n\r\n"
    for content in (b"", b"\0" * 2000, b"INVITE", b"\xff" * 1400, b"SIP/2.0 200 OK\r\n\r\n", long_header.encode(), b"INVITE sip:x SIP/2.0\r\nContent-Length: -1\r\n\r\n"):
        stranger.sendto(content, line.edge)
    for method in ("SUBSCRIBE", "PUBLISH", "MESSAGE", "REFER", "NOTIFY", "INFO", "BYE", "PRACK"):
        phone = line.phone(source="127.0.0.6")
        status, _ = phone.ask(phone.request(method))
        expect(status is None or status >= 400, f"{method}: {status}")
    expect(line.phone().signed("REGISTER") == 200, "the honest phone is not served any more")
