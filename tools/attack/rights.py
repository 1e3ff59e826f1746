"""Ways up: from few rights to more, and from a tenant to the installation."""

from probes import expect, probe
from target import PASSWORD

# Permissions of somebody who looks after people and no more.
MANAGER = ["can_view_users", "can_create_user", "can_edit_all_users", "can_delete_user", "can_view_roles", "can_create_role", "can_edit_role", "can_view_all_domains"]


def role(tenant, name, permissions, **more):
    return tenant.make("/roles", {"name": name, "permissions": permissions, **more})


def refused(target, method, path, token, body=None):
    answer = target.call(method, path, token, body)
    expect(answer.status in (403, 404, 409, 422), f"{method} {path}: {answer}")


@probe("who manages users gives nobody more rights than they have")
def manager(target):
    tenant = target.tenants[1]
    managed = role(tenant, "managed", [])
    own = role(tenant, "manager", MANAGER, available_roles=[{"id": managed}])
    number, _, token = tenant.user("manager", own)
    resident, _, _ = tenant.user("managed", managed)
    target.must("PATCH", f"/users/{resident}", token, {"description": "what a manager may do"})
    administrator = {"role": {"id": tenant.roles["administrator"]}}
    refused(target, "PATCH", f"/users/{number}", token, administrator)
    refused(target, "PATCH", f"/users/{resident}", token, administrator)
    new = {"name": "x", "email": f"up@{tenant.name}.test", "password": PASSWORD, "is_active": True, "domains": [{"id": tenant.group}], **administrator}
    refused(target, "PUT", "/users", token, new)
    refused(target, "PATCH", f"/roles/{own}", token, {"permissions": [*MANAGER, "can_change_project_settings"]})
    refused(target, "PUT", "/roles", token, {"name": "up", "permissions": ["can_change_project_settings"]})
    refused(target, "PUT", "/roles", token, {"name": "up", "available_roles": [{"id": tenant.roles["administrator"]}]})


@probe("who manages users does not take over an administrator")
def take_over(target):
    tenant = target.tenants[1]
    own = role(tenant, "manager of all", MANAGER, available_roles=[{"id": identity} for identity in (tenant.roles["user"],)])
    _, _, token = tenant.user("takes-over", own)
    victim, email, _ = tenant.user("victim", "administrator")
    refused(target, "POST", f"/users/{victim}/password", token, {"new_password": PASSWORD + "x"})
    refused(target, "PATCH", f"/users/{victim}", token, {"email": f"elsewhere@{tenant.name}.test"})
    refused(target, "DELETE", f"/users/{victim}/second-factors", token)
    refused(target, "DELETE", f"/users/{victim}", token)
    expect(target.login(email).status == 200, "the administrator cannot sign in any more")


@probe("a resident does nothing of the administration")
def resident(target):
    tenant = target.tenants[1]
    number, _, token = tenant.user("resident-only", "user")
    expect(target.call("GET", "/profile", token).status == 200, "the honest resident")
    for method, path, body in (
        ("PUT", "/users", {"name": "x", "email": f"r@{tenant.name}.test"}), ("PUT", "/roles", {"name": "x"}), ("PUT", "/domains", {"name": "x"}),
        ("PUT", "/devices", {"name": "x"}), ("PUT", "/access-rules", {"name": "x"}), ("PATCH", f"/users/{number}", {"role": {"id": tenant.roles["administrator"]}}),
        ("PATCH", "/settings/general", {"time_zone": "UTC"}), ("PATCH", "/settings/mail", {"host": "x"}), ("PATCH", "/settings/identity-provider", {"name": "x"}),
        ("GET", "/audit-events", None), ("GET", "/ip-blocking/banned", None), ("POST", "/users/deleteAll", {"items": [number]}),
    ):
        answer = target.call(method, path, token, body)
        expect(answer.status in (403, 404, 405), f"{method} {path}: {answer}")


@probe("what belongs to the installation is out of every tenant's hands")
def installation(target):
    token = target.tenants[1].token
    for method, path, body in (
        ("PATCH", "/ip-blocking/status", {"max_failures": 1}), ("PUT", "/ip-blocking/whitelist", {"address": "192.0.2.0/24"}),
        ("GET", "/ip-blocking/banned", None), ("GET", "/ip-blocking/status", None), ("GET", "/ip-blocking/whitelist", None),
        ("POST", "/ip-blocking/unban-all", {}), ("POST", "/broker/restart", {}), ("POST", "/sip-service/restart", {}),
        ("GET", "/projects", None), ("PUT", "/projects", {"name": "x"}), ("POST", f"/projects/{target.tenants[0].id}/support-session", {"reason": "x", "minutes": 5}),
        ("PATCH", f"/projects/{target.tenants[0].id}", {"is_suspended": True}),
    ):
        answer = target.call(method, path, token, body)
        expect(answer.status in (403, 404), f"{method} {path}: {answer}")


@probe("the whitelist takes no network that is most of the world")
def wide(target):
    token = target.dealer_token()
    for address in ("0.0.0.0/0", "::/0", "10.0.0.0/8", "2000::/3"):
        answer = target.call("PUT", "/ip-blocking/whitelist", token, {"address": address})
        if answer.status == 200:
            target.call("DELETE", f"/ip-blocking/whitelist/{answer.body['id']}", token)
        expect(answer.status == 422, f"{address}: {answer}")


@probe("another administrator of the dealer's project does not become the dealer")
def dealer(target):
    token, (email, password) = target.dealer_token(), target.dealer
    own = target.must("GET", "/profile", token)
    roles = {item["name"]: item["id"] for item in target.must("GET", "/roles?size=100", token)["items"]}
    group = target.must("GET", "/domains?size=10", token)["items"][0]["id"]
    other = {
        "name": target.name("other"), "email": f"{target.name('other')}@probes.test", "password": PASSWORD, "is_active": True,
        "role": {"id": roles["administrator"]}, "domains": [{"id": group}],
    }
    number = target.must("PUT", "/users", token, other)["id"]
    try:
        climbs = target.session(other["email"])
        expect(target.call("GET", "/users?size=10", climbs).status == 200, "the honest administrator")
        # With what the account has already, so that nothing is lost where it is taken.
        refused(target, "POST", f"/users/{own['id']}/password", climbs, {"new_password": password})
        refused(target, "PATCH", f"/users/{own['id']}", climbs, {"email": f"{target.name('dealer')}@probes.test"})
        refused(target, "DELETE", f"/users/{own['id']}/second-factors", climbs)
        refused(target, "GET", "/projects", climbs)
    finally:
        if target.login(email, password).status != 200:
            target.call("PATCH", f"/users/{own['id']}", climbs, {"email": email})
        target.must("DELETE", f"/users/{number}", target.dealer_token())


@probe("a support session ends with nothing left behind that a tenant could use")
def support(target):
    answer = target.call("GET", f"/projects/{target.tenants[0].id}", target.tenants[0].token)
    expect(answer.status in (403, 404), f"{answer}")
    reason = {"reason": "a probe", "minutes": 15}
    token = target.must("POST", f"/projects/{target.tenants[0].id}/support-session", target.dealer_token(), reason)["token"]
    expect(target.call("GET", "/projects", token).status in (403, 404), "a support session lists the dealer's projects")
    names = [item["action"] for item in target.must("GET", "/audit-events?size=100", target.tenants[0].token)["items"]]
    expect(any("support" in name for name in names), f"the tenant's audit log does not name the support: {set(names)}")
