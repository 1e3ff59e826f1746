"""One account in several tenants: what a stranger set up before its e-mail was proved."""

import base64
import hashlib
import hmac
import re
import struct
import time

from probes import eventually, expect, probe
from target import PASSWORD


def totp(secret):
    """RFC 6238."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.new(key, struct.pack(">Q", int(time.time()) // 30), hashlib.sha1).digest()
    start = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[start:start + 4])[0] & 0x7FFFFFFF) % 10**6:06}"


def link(target, email, pattern):
    """What a link of the newest mail ends with."""

    def found():
        for mail in target.mails(email):
            match = re.search(pattern, mail["text"] + mail["html"])
            if match:
                return match.group(1)
        return None

    code = eventually(found)
    if not code:
        raise RuntimeError(f"no mail to {email} has a link like {pattern}")
    return code


@probe("who makes an account for somebody else's e-mail has nothing of it once the e-mail is proved")
def pre_hijacking(target):
    attacker, employer = target.tenants[1], target.tenants[0]
    target.mails("nobody@probes.test")  # left out where no mail is caught
    email = f"{target.name('victim')}@probes.test"
    user = {
        "name": "victim", "email": email, "password": PASSWORD, "is_active": True, "role": {"id": attacker.roles["user"]},
        "domains": [{"id": attacker.group}],
    }
    target.must("PUT", "/users", attacker.token, user)
    stolen = target.login(email).body["sessions"][0]
    started = target.call("POST", "/profile/totp", stolen["token"], {"password": PASSWORD})
    if started.status == 200:
        target.call("POST", "/profile/totp/confirm", stolen["token"], {"code": totp(started.body["secret"])})
    passkey = target.call("POST", "/profile/passkeys/options", stolen["token"], {"password": PASSWORD})
    expect(started.status != 200 and passkey.status != 200, f"a second factor begins before the e-mail is proved: {started}, {passkey}")
    invited = {
        "name": "victim", "email": email, "is_active": True, "role": {"id": employer.roles["administrator"]}, "domains": [{"id": employer.group}],
        "send_registration_link": True,
    }
    target.must("PUT", "/users", employer.token, invited)
    target.must("POST", "/password/recovery", body={"email": email}, headers={"x-forwarded-for": target.address()})
    code = link(target, email, r"/password/reset/([A-Za-z0-9_-]+)")
    mine = "The-owner-of-the-mailbox-1"
    target.must("POST", "/password/reset", body={"code": code, "password": mine}, headers={"x-forwarded-for": target.address()})
    answer = target.login(email, mine)
    expect(answer.status == 200 and answer.body["sessions"], f"the owner of the mailbox is kept out: {answer}")
    expect(target.login(email).status == 401, "the first password is taken")
    ended = eventually(lambda: target.call("GET", "/profile", stolen["token"]).status == 401)
    expect(ended, "the first session goes on")
    expect(target.call("POST", "/refresh", body={"token": stolen["refresh"]}).status == 401, "the first session can be renewed")


@probe("an account of several tenants is changed by its holder only")
def shared(target):
    first, second = target.tenants
    email = f"{target.name('shared')}@probes.test"
    user = {"name": "shared", "email": email, "password": PASSWORD, "is_active": True}
    number = target.must("PUT", "/users", first.token, {**user, "role": {"id": first.roles["user"]}, "domains": [{"id": first.group}]})["id"]
    answer = target.call("PUT", "/users", second.token, {**user, "password": "Another-1-password", "role": {"id": second.roles["user"]}, "domains": [{"id": second.group}]})
    expect(target.login(email).status == 200 and target.login(email, "Another-1-password").status == 401, f"another tenant sets the password: {answer}")
    if answer.status == 200:
        answer = target.call("POST", f"/users/{number}/password", first.token, {"new_password": "A-third-password-1"})
        expect(answer.status in (403, 409), f"one of its tenants sets the password: {answer}")
