"""Addresses that tenants enter, and that the platform calls."""

from probes import eventually, expect, probe

# None of them may be called, whatever private networks an installation on this machine allows.
ADDRESSES = [
    "http://169.254.169.254/latest/meta-data/", "http://10.255.255.1/", "http://192.168.255.1/", "http://172.31.255.1/", "http://100.64.0.1/",
    "http://[::ffff:10.255.255.1]/", "http://[fe80::1]/", "http://[fd00::1]/", "http://0.0.0.0/", "http://[::]/", "http://2852039166/", "http://0xa9fea9fe/",
    "http://0251.0376.0251.0376/", "http://224.0.0.1/", "http://255.255.255.255/", "file:///etc/passwd", "gopher://127.0.0.1/x", "ftp://127.0.0.1/",
    "http://user:password@127.0.0.1/", "javascript:alert(1)", "//127.0.0.1/", "http://", "http://127.0.0.1:99999/",
]


@probe("integrations call no address inside")
def integrations(target):
    tenant, taken = target.tenants[1], []
    for kind, settings in (("barrier", "barrier_settings"), ("axxon_one", "axxon_one_settings")):
        for address in ADDRESSES:
            secrets = {"token": "x"} if kind == "barrier" else {"user_name": "x", "password": "x"}
            body = {"name": "x", "type": kind, "domain_id": tenant.group, "is_active": True, settings: {"server_url": address, **secrets}}
            answer = target.call("POST", "/integrations", tenant.token, body)
            fields = answer.body.get("data", {}).get("fields", {})
            # 409 is a server that was called and gave no answer.
            if answer.status != 422 or f"{settings}.server_url" not in fields:
                taken.append(f"{kind} {address}: {answer}")
    expect(not taken, "\n".join(taken))


@probe("sign-in providers and mail servers are called at no address inside")
def others(target):
    tenant, taken = target.tenants[1], []
    for address in ADDRESSES:
        body = {"is_enabled": True, "name": "x", "issuer_url": address, "client_id": "x", "client_secret": "x", "scopes": ["email"]}
        saved = target.call("PATCH", "/settings/identity-provider", tenant.token, body)
        if saved.status == 200:
            uid = target.must("GET", "/profile", tenant.token)["project"]["uid"]
            listed = target.must("GET", f"/login/providers?project={uid}")["items"]
            started = target.call("POST", f"/login/providers/{listed[0]['id']}/start", body={}, headers={"x-forwarded-for": target.address()})
            if started.status == 200:
                taken.append(f"provider {address}: {started}")
    mail = {"is_enabled": True, "port": 25, "encryption": "none", "from_email": f"x@{tenant.name}.test", "from_name": "x"}
    for host in ("169.254.169.254", "10.255.255.1", "::ffff:10.255.255.1", "0.0.0.0", "2852039166"):
        saved = target.call("PATCH", "/settings/mail", tenant.token, {**mail, "host": host})
        if saved.status == 200:
            # Until the new settings have arrived where mail is sent, it goes by the installation's own server.
            refused = lambda: target.call("POST", "/settings/mail/test", tenant.token, {"email": f"x@{tenant.name}.test"}).status != 200
            if not eventually(refused):
                taken.append(f"mail {host}")
    target.call("PATCH", "/settings/mail", tenant.token, {"is_enabled": False})
    expect(not taken, "\n".join(taken))
