"""What one tenant can do to another by ids."""

import json

from probes import expect, probe
from target import PASSWORD

# Collections whose things have an id in the path, with a body that makes one.
COLLECTIONS = {
    "/domains": lambda of: {"name": of.secret("group"), "parent_id": of.tenant.group},
    "/users": lambda of: {
        "name": of.secret("user"), "email": f"resident@{of.tenant.name}.test", "password": PASSWORD, "is_active": True,
        "role": {"id": of.tenant.roles["user"]}, "domains": [{"id": of.tenant.group}],
    },
    "/roles": lambda of: {"name": of.secret("role")},
    "/markers": lambda of: {"name": of.secret("marker")},
    "/domain-types": lambda of: {"name": of.secret("type"), "type": "common"},
    "/devices": lambda of: {
        "name": of.secret("door"), "serial_number": of.tenant.target.name("D"), "type": "panel", "model": "AA-12", "protocol": "mqtt", "port": 80,
        "domain": {"id": of.tenant.group},
    },
    "/identifiers": lambda of: {"name": of.secret("card"), "type": "card", "value": "13961168", "is_active": True, "owner": {"id": of.ids["/users"]}},
    "/time-rules": lambda of: {
        "name": of.secret("hours"), "valid_from": "2026-11-23T08:00:00", "valid_to": "2026-11-23T18:00:00", "repeat_mode": "day",
    },
    "/access-rules": lambda of: {
        "name": of.secret("rule"), "devices": [{"id": of.ids["/devices"], "lock_number": 1}], "users": [{"id": of.ids["/users"]}],
    },
    "/mail-templates": lambda of: {
        "subject": of.secret("mail"), "body": "x", "mail_type_id": "password_changed", "locale": "en", "domain": {"id": of.tenant.group},
    },
    "/sip-numbers": lambda of: {
        "name": of.secret("number"), "number": "70001", "user": {"id": of.ids["/users"]}, "domain": {"id": of.tenant.group},
    },
    "/forward-rules": lambda of: {"name": of.secret("forwarding"), "domain": {"id": of.tenant.group}, "forward_rules": [{"numbers": ["70001"]}]},
    "/sip-trunks": lambda of: {
        "name": of.secret("line"), "outgoing_number": "+31201234567", "termination_uri": "sip:trunk.example.org", "domains": [{"id": of.tenant.group}],
    },
    "/integrations": lambda of: {
        "name": of.secret("barriers"), "type": "barrier", "domain_id": of.tenant.group, "is_active": False,
        "barrier_settings": {"server_url": f"http://127.0.0.1:9/{of.tenant.name}", "token": "x"},
    },
}
# Further operations on one thing.
MORE = [
    ("POST", "/devices", "/open", {"lock_number": 1}), ("POST", "/devices", "/init", {}), ("POST", "/devices", "/settings/apply", {}),
    ("POST", "/devices", "/queue/restart", {}), ("GET", "/devices", "/sync-errors", None),
    ("POST", "/identifiers", "/revoke", {}), ("POST", "/users", "/password", {"new_password": PASSWORD}),
    ("POST", "/users", "/registration-link", {}), ("DELETE", "/users", "/second-factors", None), ("GET", "/users", "/mobile-clients", None),
    ("GET", "/domains", "/completely", None), ("GET", "/domains", "/apartments", None), ("GET", "/domains", "/dependents", None),
    ("GET", "/domains", "/export/structure", None), ("GET", "/domains", "/move-preview?parent_id=1", None), ("DELETE", "/domains", "/whitelabel/logo", None),
    ("GET", "/integrations", "/axxon-one/cameras", None), ("GET", "/integrations", "/axxon-one/macros", None),
]


class Site:
    """One of everything in a tenant."""

    def __init__(self, tenant):
        self.tenant, self.ids = tenant, {}
        for path, body in COLLECTIONS.items():
            self.ids[path] = tenant.make(path, body(self))

    def secret(self, what):
        """A name that nobody of another tenant may see."""
        return f"Alcazar {what}"

    def state(self):
        """What the tenant sees of its own, to tell a change."""
        return {path: self.tenant.target.call("GET", f"{path}/{number}", self.tenant.token) for path, number in self.ids.items()}


_SITES = {}


def site(target):
    if "site" not in _SITES:
        _SITES["site"] = Site(target.tenants[0])
    return _SITES["site"]


def is_refused(answer):
    """404 for what is not seen, 422 for an id that is none of the tenant's, 403, 405 where there is no such operation."""
    return answer.status in (403, 404, 405, 409, 415, 422) and b"Alcazar" not in answer.content


@probe("things of another tenant are neither read nor changed by their ids")
def by_path(target):
    own, foreign = site(target), target.tenants[1].token
    before = own.state()
    expect(all(answer.status == 200 for answer in before.values()), f"the tenant does not see its own: {before}")
    taken = []
    for path, number in own.ids.items():
        for method, body in (("GET", None), ("PATCH", {"name": "taken over"}), ("DELETE", None)):
            answer = target.call(method, f"{path}/{number}", foreign, body)
            if not is_refused(answer):
                taken.append(f"{method} {path}: {answer}")
    for method, path, rest, body in MORE:
        answer = target.call(method, f"{path}/{own.ids[path]}{rest}", foreign, body)
        if not is_refused(answer):
            taken.append(f"{method} {path}{rest}: {answer}")
    expect(not taken, "\n".join(taken))
    expect({path: answer.body.get("name") for path, answer in own.state().items()} == {path: answer.body.get("name") for path, answer in before.items()}, "changed")


@probe("many things of another tenant are not deleted at once")
def in_bulk(target):
    own, foreign = site(target), target.tenants[1].token
    for path, number in own.ids.items():
        answer = target.call("POST", f"{path}/deleteAll", foreign, {"items": [number]})
        expect(b"Alcazar" not in answer.content, f"{path} tells a name: {answer}")
    gone = [path for path, answer in own.state().items() if answer.status != 200]
    expect(not gone, f"deleted: {gone}")


@probe("things of another tenant are not named in bodies")
def in_bodies(target):
    own, tenant = site(target), target.tenants[1]
    ids = own.ids
    bodies = [
        ("/domains", {"name": "x", "parent_id": ids["/domains"]}),
        ("/users", {"name": "x", "email": f"x1@{tenant.name}.test", "role": {"id": ids["/roles"]}, "domains": [{"id": tenant.group}]}),
        ("/users", {"name": "x", "email": f"x2@{tenant.name}.test", "role": {"id": tenant.roles["user"]}, "domains": [{"id": ids["/domains"]}]}),
        ("/roles", {"name": "x", "available_roles": [{"id": ids["/roles"]}]}),
        ("/devices", {
            "name": "x", "serial_number": target.name("X"), "type": "panel", "model": "AA-12", "protocol": "mqtt", "port": 80,
            "domain": {"id": ids["/domains"]},
        }),
        ("/identifiers", {"name": "x", "type": "card", "value": "4711", "owner": {"id": ids["/users"]}}),
        ("/access-rules", {"name": "x", "devices": [{"id": ids["/devices"], "lock_number": 1}]}),
        ("/access-rules", {"name": "x", "domains": [{"id": tenant.group}], "devices": [{"id": ids["/devices"], "lock_number": 1}]}),
        ("/mail-templates", {"subject": "x", "body": "x", "mail_type_id": "password_changed", "locale": "en", "domain": {"id": ids["/domains"]}}),
        ("/sip-numbers", {"number": "70009", "domain": {"id": ids["/domains"]}}),
        ("/sip-numbers", {"number": "70010", "user": {"id": ids["/users"]}, "domain": {"id": tenant.group}}),
        ("/sip-numbers", {"number": "70011", "device": {"id": ids["/devices"]}, "domain": {"id": tenant.group}}),
        ("/forward-rules", {"name": "x", "domain": {"id": ids["/domains"]}, "forward_rules": [{"numbers": ["70001"]}]}),
        ("/sip-trunks", {"name": "x", "outgoing_number": "+31201234567", "termination_uri": "sip:trunk.example.org", "domains": [{"id": ids["/domains"]}]}),
    ]
    taken = [f"{path} {json.dumps(body)}: {answer}" for path, body in bodies if not is_refused(answer := target.call("PUT", path, tenant.token, body))]
    integration = {
        "name": "x", "type": "barrier", "domain_id": ids["/domains"], "is_active": False,
        "barrier_settings": {"server_url": "http://127.0.0.1:9/x", "token": "x"},
    }
    for body in (integration, {**integration, "id": ids["/integrations"], "domain_id": tenant.group}):
        if not is_refused(answer := target.call("POST", "/integrations", tenant.token, body)):
            taken.append(f"/integrations {body}: {answer}")
    checks = {"user_id": ids["/users"], "device_id": ids["/devices"], "lock_number": 1}
    if not is_refused(answer := target.call("POST", "/access-check", tenant.token, checks)):
        taken.append(f"/access-check: {answer}")
    expect(not taken, "\n".join(taken))


@probe("lists and searches have nothing of another tenant")
def lists(target):
    own, foreign = site(target), target.tenants[1].token
    seen = []
    for path in [*COLLECTIONS, "/audit-events", "/call-history", "/device-tasks", "/events/devices", "/notifications", "/licenses"]:
        for query in ("?size=100", "?size=100&search=Alcazar"):
            answer = target.call("GET", f"{path}{query}", foreign)
            if b"Alcazar" in answer.content or answer.status >= 500:
                seen.append(f"{path}{query}: {answer}")
    expect(not seen, "\n".join(seen))
    found = [path for path in COLLECTIONS if b"Alcazar" in target.call("GET", f"{path}?size=100", own.tenant.token).content]
    expect(len(found) >= 10, f"the tenant itself sees only {found}")


@probe("a filter by things of another tenant finds nothing")
def filters(target):
    own, foreign = site(target), target.tenants[1].token
    for path, field, of in (("/users", "domains", "/domains"), ("/identifiers", "owner", "/users"), ("/devices", "domain", "/domains")):
        filters_ = json.dumps([{"field": field, "rule": "equals", "value": own.ids[of]}])
        answer = target.call("GET", f"{path}?size=10&filters={quoted(filters_)}", foreign)
        expect(answer.status in (403, 404, 422) or answer.body.get("total") == 0, f"{path} by {field}: {answer}")


def quoted(text):
    return "".join(character if character.isalnum() else f"%{ord(character):02X}" for character in text)
