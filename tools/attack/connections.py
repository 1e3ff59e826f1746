"""Connections that take their time, and requests that two servers read differently."""

import socket
import time

from probes import expect, probe

# How long the gateway is waited for, in seconds; it gives a client less (services/api-gateway/src/server/head_timeout.rs).
HEAD_SECONDS = 60


def connection(target):
    stream = socket.create_connection((target.host, target.port), timeout=10)
    return stream


def is_closed(stream):
    """Whether the other end has closed; what it said is read."""
    stream.settimeout(0.5)
    try:
        while content := stream.recv(4096):
            _ = content
        return True
    except TimeoutError:
        return False
    except OSError:
        return True


@probe("a head that comes a line at a time is not waited for")
def slow_heads(target):
    streams = [connection(target) for _ in range(20)]
    for stream in streams:
        stream.sendall(b"GET /api/v0/profile HTTP/1.1\r\nHost: localhost\r\n")
    end, still = time.monotonic() + HEAD_SECONDS, streams
    while still and time.monotonic() < end:
        for stream in still:
            try:
                stream.sendall(b"X-Slow: 1\r\n")
            except OSError:
                pass
        still = [stream for stream in still if not is_closed(stream)]
        expect(target.call("GET", "/server/settings").status < 500, "others are not served meanwhile")
    for stream in streams:
        stream.close()
    expect(not still, f"{len(still)} of {len(streams)} connections are open after {HEAD_SECONDS} s")


@probe("a request with two lengths, or none that is sure, is refused")
def smuggling(target):
    heads = {
        "length and chunks": b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "two lengths": b"Content-Length: 0\r\nContent-Length: 4\r\n\r\nGET ",
        "a length with a sign": b"Content-Length: +4\r\n\r\nGET ",
        "a coding that is none": b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        "a folded line": b"X: a\r\n b\r\nContent-Length: 0\r\n\r\n",
    }
    for name, rest in heads.items():
        stream = connection(target)
        stream.sendall(b"POST /api/v0/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" + rest + b"GET /api/v0/smuggled HTTP/1.1\r\nHost: x\r\n\r\n")
        stream.settimeout(5)
        said = b""
        try:
            while content := stream.recv(4096):
                said += content
        except OSError:
            pass
        stream.close()
        expect(b"smuggled" not in said and said.count(b"HTTP/1.1 2") == 0, f"{name}: {said[:300]!r}")
        expect(said.count(b"HTTP/1.1 ") <= 1 or name == "length and chunks", f"{name} is two requests: {said[:300]!r}")


@probe("pages of the console say to browsers what they may do")
def headers(target):
    answer = target.call("GET", "/server/settings")
    expect(answer.headers.get("x-content-type-options") == "nosniff", "no nosniff on answers of the API")
    expect(answer.headers.get("access-control-allow-origin") is None, "answers are for other origins")
    origin = target.call("GET", "/profile", target.tenants[0].token, headers={"origin": "https://attacker.example"})
    expect(origin.headers.get("access-control-allow-origin") is None, "the profile is for other origins")


@probe("a body over the limit is refused")
def large(target):
    try:
        answer = target.call("PUT", "/markers", target.tenants[0].token, {"name": "x" * (4 << 20)})
    except (BrokenPipeError, ConnectionResetError):
        return  # The connection is closed while the body is still being sent.
    expect(answer.status == 413, f"{answer.status}")
