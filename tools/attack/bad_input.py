"""Characters and shapes that nobody types."""

import json

from probes import expect, probe
from target import PASSWORD

# What a database, a log, a mail or a terminal might stumble over.
STRINGS = ["\0", "x\0y", "\x1b[31m", "\r\nBcc: x@x.test", "\ud800", "\u202e", "\ufeff", "'; DROP TABLE users; --", "%00", "${jndi:ldap://x}", "{{7*7}}", "\x7f" * 50]
LISTS = [
    "/users", "/roles", "/markers", "/domains", "/domain-types", "/devices", "/identifiers", "/time-rules", "/access-rules", "/mail-templates", "/sip-numbers",
    "/forward-rules", "/sip-trunks", "/integrations", "/device-tasks", "/audit-events", "/call-history", "/events/devices", "/events/access-control",
]


def quoted(text):
    return "".join(f"%{byte:02X}" for byte in text.encode("utf-8", "surrogatepass"))


@probe("odd characters in searches and filters are no server errors")
def in_lists(target):
    token, broken = target.tenants[1].token, []
    for path in LISTS:
        for text in STRINGS:
            filters = quoted(json.dumps([{"field": "name", "rule": "contains", "value": text}]))
            for query in (f"search={quoted(text)}", f"filters={filters}", f"sort={quoted(text)}", f"cursor={quoted(text)}"):
                answer = target.call("GET", f"{path}?size=10&{query}", token)
                if answer.status >= 500:
                    broken.append(f"{path}?{query[:60]}: {answer}")
    expect(not broken, "\n".join(broken[:20]))


@probe("odd characters in bodies are no server errors")
def in_bodies(target):
    tenant, broken = target.tenants[1], []
    asked = [
        ("POST", "/login", lambda text: {"login": text, "password": text}, None),
        ("POST", "/password/recovery", lambda text: {"email": text}, None),
        ("POST", "/password/reset", lambda text: {"code": text, "password": PASSWORD}, None),
        ("POST", "/refresh", lambda text: {"token": text}, None),
        ("POST", "/registration/confirm", lambda text: {"login": text, "code": text}, None),
        ("PUT", "/markers", lambda text: {"name": text}, tenant.token),
        ("PUT", "/domains", lambda text: {"name": text, "description": text, "logic_address": text}, tenant.token),
        ("PUT", "/roles", lambda text: {"name": text, "permissions": [text]}, tenant.token),
        ("PUT", "/users", lambda text: {"name": text, "email": f"{text}@x.test", "login": text}, tenant.token),
        ("PUT", "/identifiers", lambda text: {"name": text, "type": "card", "value": text}, tenant.token),
        ("PUT", "/mail-templates", lambda text: {"subject": text, "body": text, "mail_type_id": text, "locale": text}, tenant.token),
        ("PATCH", "/settings/mail", lambda text: {"from_name": text, "host": text, "user_name": text}, tenant.token),
        ("PATCH", "/settings/general", lambda text: {"time_zone": text}, tenant.token),
        ("PATCH", "/profile", lambda text: {"name": text, "locale": text}, tenant.token),
    ]
    for method, path, body, token in asked:
        for text in STRINGS:
            headers = {"x-forwarded-for": target.address()}
            answer = target.call(method, path, token, body(text), headers=headers)
            if answer.status >= 500:
                broken.append(f"{method} {path} {text!r}: {answer}")
    expect(not broken, "\n".join(broken[:20]))
    # What was taken of it must not have become the administrator's name with an escape in it.
    target.must("PATCH", "/profile", tenant.token, {"name": "administrator"})


@probe("bodies that are no JSON of the operation are the client's mistake")
def shapes(target):
    token, broken = target.tenants[1].token, []
    contents = [
        b"", b"null", b"[]", b"7", b'"x"', b"{", b"[" * 20_000, b'{"name":' * 5_000, b'{"name": 1e999}', b'{"id": 99999999999999999999}', b"\xff\xfe", b'{"name": "\\ud800"}',
        b'{"domains": [[[[]]]]}', b'{"role": "administrator"}',
    ]
    for path in ("/users", "/domains", "/devices", "/access-rules", "/roles"):
        for content in contents:
            answer = target.call("PUT", path, token, content=content, headers={"content-type": "application/json"})
            if not 400 <= answer.status < 500:
                broken.append(f"{path} {content[:20]!r}: {answer}")
    expect(not broken, "\n".join(broken))


@probe("odd ids and paths are no server errors")
def paths(target):
    token, broken = target.tenants[1].token, []
    for path in ("/users", "/devices", "/domains"):
        for number in ("0", "-1", "9223372036854775807", "9223372036854775808", "1.5", "1%00", "..%2f..%2fetc", "%2e%2e", "null", "1;--"):
            answer = target.call("GET", f"{path}/{number}", token)
            if not 400 <= answer.status < 500:
                broken.append(f"{path}/{number}: {answer}")
    for path in ("/../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%5c..%5cetc", "/avatars/..%2f..%2fx", "/logos/%00"):
        answer = target.call("GET", path, token)
        if answer.status >= 500 or b"root:" in answer.content:
            broken.append(f"{path}: {answer}")
    expect(not broken, "\n".join(broken))
