"""Sign-in providers that a tenant enters."""

import re

from openid import CLIENT, Provider
from probes import NotHere, expect, probe
from target import PASSWORD
from rights import role

SETTINGS = ["can_view_project_settings", "can_change_project_settings"]


def save(target, token, provider, **more):
    body = {"is_enabled": True, "name": "Work", "issuer_url": provider.url, "client_id": CLIENT, "client_secret": "a secret", "scopes": ["email"], **more}
    answer = target.call("PATCH", "/settings/identity-provider", token, body)
    # An installation that reaches no private networks takes no provider of this machine.
    if answer.status == 422 and "issuer_url" in answer.body.get("data", {}).get("fields", {}):
        raise NotHere("the installation takes no provider on this machine: VESTIBULE_ALLOW_PRIVATE_NETWORKS")
    return answer


def provider_id(target, tenant):
    """The tenant's own sign-in page names it."""
    uid = target.must("GET", "/profile", tenant.token)["project"]["uid"]
    listed = target.must("GET", f"/login/providers?project={uid}")["items"]
    return listed[0]["id"] if listed else None


def start(target, number):
    return target.call("POST", f"/login/providers/{number}/start", body={}, headers={"x-forwarded-for": target.address()})


def finish(target, provider, number, email, **claims):
    """Signs in as whoever the provider says; asked for a password, with none."""
    started = start(target, number)
    if started.status != 200:
        raise RuntimeError(f"the sign-in does not begin: {started}")
    body = {"code": provider.code(started.body["url"], email, **claims), "state": started.body["state"]}
    return target.call("POST", "/login/providers/finish", body=body, headers={"x-forwarded-for": target.address()})


def is_signed_in(answer):
    return answer.status == 200 and bool(answer.body.get("sessions"))


@probe("browsers are sent to no script")
def script(target):
    tenant = target.tenants[1]
    for endpoint in ("javascript:alert(document.domain)//", "data:text/html,x", "file:///etc/passwd"):
        with Provider(endpoint) as provider:
            saved = save(target, tenant.token, provider)
            if saved.status != 200:
                continue
            answer = start(target, provider_id(target, tenant))
            expect(answer.status != 200 and not re.search(rb"javascript:|data:|file:", answer.content), f"{endpoint}: {answer}")


@probe("a provider of a tenant is not on everybody's sign-in page")
def listed(target):
    tenant = target.tenants[1]
    with Provider() as provider:
        expect(save(target, tenant.token, provider).status == 200, "the honest provider")
        answer = save(target, tenant.token, provider, is_listed=True)
        expect(answer.status == 403, f"{answer}")


def is_nobody_else(target, tenant, token, email):
    """Whoever the session is of, it is not the account that somebody has elsewhere under this e-mail."""
    for path in ("/projects", "/users", "/roles", "/domains"):
        answer = target.call("GET", path, token)
        # The group of new users is seen by them.
        seen = [item["id"] for item in answer.body["items"] if path != "/domains" or item["id"] != tenant.group] if answer.status == 200 else []
        expect(answer.status == 403 or answer.status == 200 and not seen, f"{email}, {path}: {answer}")
    profile = target.must("GET", "/profile", token)
    expect(profile["project"]["id"] == tenant.id, f"{email}: {profile}")
    answer = target.call("POST", "/profile/password", token, {"old_password": target.dealer[1], "new_password": PASSWORD})
    expect(answer.status >= 400, f"{email}: the account's password is changed: {answer}")


@probe("a provider signs in users of its project, and nobody above whoever saved it")
def beyond(target):
    tenant = target.tenants[1]
    _, _, settings = tenant.user("sets-provider", role(tenant, "settings", SETTINGS))
    _, peer, _ = tenant.user("peer", "user")
    with Provider() as provider:
        made = {"role": {"id": role(tenant, "nothing", [])}, "domain": {"id": tenant.group}}
        expect(save(target, tenant.token, provider, **made).status == 200, "the honest provider")
        number = provider_id(target, tenant)
        honest = finish(target, provider, number, f"new@{tenant.name}.test")
        expect(is_signed_in(honest), f"the honest sign-in: {honest}")
        for claims in ({"email_verified": False}, {"aud": "another"}, {"iss": "http://127.0.0.1:1"}, {"nonce": "another"}, {"exp": 1}):
            answer = finish(target, provider, number, f"new@{tenant.name}.test", **claims)
            expect(not is_signed_in(answer), f"{claims}: {answer}")
        # By e-mail alone nobody is linked who has a password: it is asked for.
        answer = finish(target, provider, number, peer)
        expect(not is_signed_in(answer), f"a user with a password, without it: {answer}")
        # Saved by somebody with few rights, it is no way to those who have more.
        expect(save(target, settings, provider, client_secret="another secret").status == 200, "the settings' role saves a provider")
        number = provider_id(target, tenant)
        for email in (tenant.email, target.dealer[0], target.tenants[0].email):
            answer = finish(target, provider, number, email)
            if email != tenant.email and is_signed_in(answer):
                # No user of this project: it became one without an account, with the role of new users.
                is_nobody_else(target, tenant, answer.body["sessions"][0]["token"], email)
                continue
            expect(not is_signed_in(answer), f"{email}: {answer}")
            ticket = (answer.body.get("second_factor") or {}).get("ticket")
            if ticket:
                body = {"ticket": ticket, "code": PASSWORD if email != target.dealer[0] else target.dealer[1]}
                answer = target.call("POST", "/login/second-factor", body=body, headers={"x-forwarded-for": target.address()})
                expect(not is_signed_in(answer), f"{email}, with the password: {answer}")


@probe("a client secret is not sent to another server")
def secret(target):
    tenant = target.tenants[1]
    with Provider() as first, Provider() as second:
        expect(save(target, tenant.token, first, client_secret="TOP-SECRET").status == 200, "the honest provider")
        answer = target.call("PATCH", "/settings/identity-provider", tenant.token, {"issuer_url": second.url})
        expect(answer.status == 422, f"{answer}")
        shown = target.call("GET", "/settings/identity-provider", tenant.token)
        expect(b"TOP-SECRET" not in shown.content, f"it is shown: {shown}")


@probe("the state of a sign-in is good once")
def state(target):
    tenant = target.tenants[1]
    with Provider() as provider:
        made = {"role": {"id": role(tenant, "less than nothing", [])}, "domain": {"id": tenant.group}}
        expect(save(target, tenant.token, provider, **made).status == 200, "the honest provider")
        started = start(target, provider_id(target, tenant)).body
        headers = {"x-forwarded-for": target.address()}
        body = {"code": provider.code(started["url"], f"state@{tenant.name}.test"), "state": started["state"]}
        expect(is_signed_in(target.call("POST", "/login/providers/finish", body=body, headers=headers)), "the honest sign-in")
        body["code"] = provider.code(started["url"], f"state@{tenant.name}.test")
        expect(target.call("POST", "/login/providers/finish", body=body, headers=headers).status == 401, "the state is taken again")
