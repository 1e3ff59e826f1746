"""Sessions, and the tokens that renew them."""

from concurrent.futures import ThreadPoolExecutor

from probes import eventually, expect, probe
from target import PASSWORD


def login(target, email):
    return target.login(email).body["sessions"][0]


def refresh(target, token):
    return target.call("POST", "/refresh", body={"token": token}, headers={"x-forwarded-for": target.address()})


@probe("a refresh token that is used twice ends its session")
def reuse(target):
    first = login(target, target.tenants[0].email)
    second = refresh(target, first["refresh"])
    expect(second.status == 200, f"the honest refresh: {second}")
    expect(target.call("GET", "/profile", second.body["token"]).status == 200, "the honest session")
    expect(refresh(target, first["refresh"]).status == 401, "the used token is taken again")
    ended = eventually(lambda: target.call("GET", "/profile", second.body["token"]).status == 401)
    expect(ended, "the session goes on")
    expect(refresh(target, second.body["refresh"]).status == 401, "the session can be renewed")


@probe("of eight uses at once of one refresh token at most one succeeds")
def race(target):
    token = login(target, target.tenants[0].email)["refresh"]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: refresh(target, token).status, range(8)))
    expect(answers.count(200) <= 1 and set(answers) <= {200, 401}, f"{answers}")


@probe("a session that was logged out is over at once")
def logout(target):
    session = login(target, target.tenants[0].email)
    expect(target.call("GET", "/profile", session["token"]).status == 200, "the honest session")
    target.must("POST", "/logout", session["token"], {})
    expect(target.call("GET", "/profile", session["token"]).status == 401, "the token is taken after the logout")
    expect(refresh(target, session["refresh"]).status == 401, "the session can be renewed")


@probe("a new password ends the other sessions")
def password(target):
    tenant = target.tenants[0]
    _, email, token = tenant.user("changes", "user")
    other = login(target, email)
    target.must("POST", "/profile/password", token, {"old_password": PASSWORD, "new_password": PASSWORD + "2"})
    ended = eventually(lambda: target.call("GET", "/profile", other["token"]).status == 401)
    expect(ended, "the other session goes on")
    expect(target.login(email).status == 401, "the old password is taken")


@probe("nobody ends the session of somebody else")
def foreign(target):
    own, other = (tenant.token for tenant in target.tenants)
    session = target.must("GET", "/profile/sessions", own)["items"][0]["id"]
    answer = target.call("DELETE", f"/profile/sessions/{session}", other)
    expect(answer.status == 404, f"{answer}")
    expect(target.call("GET", "/profile", own).status == 200, "the session is over")
