"""What a device can do at the broker, with its own password and nothing more."""

import json

from mqtt_client import Client, Refused
from probes import eventually, expect, probe
from target import address_of

# How long a message that must not come is waited for, in seconds. One that must come follows it on the same path.
QUIET = 3


class Device:
    def __init__(self, target, tenant, name):
        self.serial, self.password, self.broker = target.name(name), "Probe-of-mqtt-1", address_of("VESTIBULE_MQTT_URL")
        body = {
            "name": name, "serial_number": self.serial, "type": "panel", "model": "AA-12", "protocol": "mqtt", "port": 80, "domain": {"id": tenant.group},
            "device_settings": {"mqtt": {"password": self.password}},
        }
        self.id = tenant.make("/devices", body)

    def connect(self, client_id=None, password=None, clean=True):
        return Client(self.broker, client_id or self.serial, self.serial, password or self.password, clean)

    def is_let_in(self):
        try:
            self.connect().__exit__()
            return True
        except (Refused, OSError):
            return False

    def own(self, kind):
        return f"{kind}/v0/{self.serial}"


_DEVICES = []


def devices(target):
    """One of each tenant, once the broker knows them."""
    if not _DEVICES:
        made = [Device(target, tenant, "probe") for tenant in target.tenants]
        for device in made:
            if not eventually(device.is_let_in):
                raise RuntimeError(f"the broker does not let {device.serial} in, with its own password")
        _DEVICES.extend(made)
    return _DEVICES


def let_in(*arguments):
    try:
        with Client(*arguments) as client:
            return client.is_connected()
    except (Refused, OSError):
        return False


@probe("the broker lets nobody in without the device's password")
def strangers(target):
    device, other = devices(target)
    for user, password in ((None, None), (device.serial, None), (device.serial, "guess"), (device.serial, other.password + "x"), ("device-gateway", "device-gateway"), ("admin", "admin")):
        expect(not let_in(device.broker, "stranger", user, password), f"{user!r} with {password!r}")


@probe("a device hears nothing of others")
def hears(target):
    device, other = devices(target)
    topics = [
        "#", "+/#", "device/#", "device/request/v0/+", "device/response/v0/+", "server/response/v0/+", "server/request/v0/+", "device/status/v0/+",
        other.own("device/request"), other.own("device/status"), other.own("server/request"), "$SYS/#", "$CONTROL/#", "$share/x/#",
        f"$share/probe/{other.own('server/request')}",
    ]
    with device.connect() as listener, other.connect() as speaker:
        for topic in topics:
            listener.subscribe(topic)
        for kind in ("device/status", "server/request", "device/response"):
            speaker.publish(other.own(kind), b"not for you")
        # What the platform sends to the other one.
        target.call("POST", f"/devices/{other.id}/init", target.tenants[1].token, {})
        listener.heard(("", b""), QUIET)
        foreign = [topic for topic, _ in listener.messages if not topic.endswith(f"/{device.serial}")]
        expect(not foreign, f"{foreign}")
        expect(listener.is_connected(), "the device was thrown off")


@probe("a device speaks for no other")
def speaks(target):
    device, other = devices(target)
    with other.connect() as listener, device.connect() as speaker:
        for kind in ("device/request", "server/response"):
            expect(listener.subscribe(other.own(kind)), f"the honest subscription to {kind}")
            speaker.publish(other.own(kind), b"forged")
        forged = [("device/request", b"forged"), ("server/response", b"forged")]
        expect(not any(listener.heard((other.own(kind), content), QUIET / 2) for kind, content in forged), f"{listener.messages}")
        for kind in ("device/status", "device/response", "server/request"):
            speaker.publish(other.own(kind), json.dumps({"status": "offline"}).encode())
        speaker.publish("$CONTROL/dynamic-security/v1", json.dumps({"commands": [{"command": "createClient", "username": f"made-{device.serial}", "password": "probe"}]}).encode())
    expect(not let_in(device.broker, f"made-{device.serial}", f"made-{device.serial}", "probe"), "a device makes users of the broker")


@probe("a device takes over no other's connection or session by its client id")
def client_ids(target):
    device, other = devices(target)
    with other.connect(clean=False) as victim:
        for clean in (True, False):
            try:
                with device.connect(client_id=other.serial, clean=clean) as thief:
                    expect(not thief.is_connected(), "another's client id is taken")
            except (Refused, OSError):
                pass
        expect(victim.is_connected(), "the other is thrown off")
    with other.connect() as again:
        expect(again.is_connected(), "the honest device")


@probe("messages of a device that are none are borne")
def noise(target):
    device, _ = devices(target)
    with device.connect() as client:
        for content in (b"", b"\0", b"{", b"[" * 5000, b"x" * 100_000, b'{"id": "\\u0000"}', "{\"a\": \"\ud800\"}".encode("utf-8", "surrogatepass"), json.dumps({"number": -1}).encode()):
            for kind in ("device/status", "device/response", "server/request"):
                client.publish(device.own(kind), content)
        expect(client.is_connected(), "the device was thrown off")
    expect(target.call("GET", f"/devices/{device.id}", target.tenants[0].token).status == 200, "the platform answers no more")


@probe("a serial number of another tenant, of the gateway or of all is not given away")
def serials(target):
    _, other = devices(target)
    tenant = target.tenants[0]
    body = {"name": "x", "type": "panel", "model": "AA-12", "protocol": "mqtt", "port": 80, "domain": {"id": tenant.group}, "device_settings": {"mqtt": {"password": "Probe-of-mqtt-2"}}}
    for serial in (other.serial, "device-gateway", "#", "+", f"{other.serial}/x", "$SYS"):
        answer = target.call("PUT", "/devices", tenant.token, {**body, "serial_number": serial})
        expect(answer.status in (409, 422), f"{serial}: {answer}")
    expect(other.is_let_in(), "the other's password is another one now")


@probe("a device that is deleted is thrown out")
def deleted(target):
    device = Device(target, target.tenants[0], "deleted")
    expect(eventually(device.is_let_in), "the honest device")
    target.must("DELETE", f"/devices/{device.id}", target.tenants[0].token)
    expect(eventually(lambda: not device.is_let_in()), "its password is good for ever")
