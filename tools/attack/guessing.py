"""Guessing at accounts, and claims about where a request comes from."""

from probes import expect, probe
from target import PASSWORD

# Wrong passwords for one account within the window: VESTIBULE_LOGIN_ACCOUNT_LIMIT from one address, and two and a half times as many
# from all of them.
OF_AN_ADDRESS, OF_ALL = 10, 25


def guess(target, email, count, address=None):
    answers = [target.login(email, f"guess number {number}", address=address).status for number in range(count)]
    expect(set(answers) <= {401, 429}, f"{answers}")
    expect(answers[-1] == 429, f"{count} guesses are let pass: {answers}")


@probe("guesses at one account from one address are limited")
def one_address(target):
    _, email, _ = target.tenants[1].user("guessed-from-one", "user")
    address = target.address()
    guess(target, email, OF_AN_ADDRESS + 2, address)
    expect(target.login(email, PASSWORD, address=address).status == 429, "the right password is taken during the lock")


@probe("guesses at one account are limited, whatever address they say they come from")
def account(target):
    _, email, _ = target.tenants[1].user("guessed", "user")
    guess(target, email, OF_ALL + 2)
    expect(target.login(email, PASSWORD).status == 429, "the right password is taken during the lock")


@probe("an address behind the trusted proxies is not chosen by the client")
def forwarded(target):
    tenant, real = target.tenants[1], "203.0.113.9"
    for claimed in ("192.0.2.1", "127.0.0.1", "::1", "not an address"):
        session = target.login(tenant.email, address=f"{claimed}, {real}").body["sessions"][0]["token"]
        current = [item for item in target.must("GET", "/profile/sessions", session)["items"] if item["is_current"]][0]
        expect(current["ip"] == real, f"{claimed} is believed: {current['ip']}")


@probe("other headers say nothing about the client's address")
def other_headers(target):
    tenant, real = target.tenants[1], "203.0.113.9"
    claims = {"forwarded": "for=192.0.2.1", "x-real-ip": "192.0.2.1", "true-client-ip": "192.0.2.1", "cf-connecting-ip": "192.0.2.1"}
    body = {"login": tenant.email, "password": PASSWORD}
    session = target.must("POST", "/login", body=body, headers={"x-forwarded-for": real, **claims})["sessions"][0]["token"]
    current = [item for item in target.must("GET", "/profile/sessions", session)["items"] if item["is_current"]][0]
    expect(current["ip"] == real, f"{current['ip']}")


@probe("a login that exists is answered as one that does not")
def enumeration(target):
    _, email, _ = target.tenants[1].user("known", "user")
    known, unknown = (target.login(login, "a wrong password") for login in (email, f"nobody@{target.tenants[1].name}.test"))
    expect((known.status, known.body) == (unknown.status, unknown.body), f"{known} and {unknown}")
    for login in (email, "nobody@nowhere.test"):
        answer = target.call("POST", "/password/recovery", body={"email": login}, headers={"x-forwarded-for": target.address()})
        expect(answer.status == 200, f"recovery of {login}: {answer}")


@probe("passwords that are guessed first are refused")
def common(target):
    token = target.tenants[1].user("common", "user")[2]
    for password in ("password", "12345678", "Qwertyuiop", "iloveyou1", "aaaaaaaa"):
        answer = target.call("POST", "/profile/password", token, {"old_password": PASSWORD, "new_password": password})
        expect(answer.status == 422, f"{password}: {answer}")
