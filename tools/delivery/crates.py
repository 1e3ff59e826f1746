#!/usr/bin/env python3
"""Crates are of crates.io, under licences that the platform may be given away with, and none that are banned.

crates.py            of the workspace's lock file, as `cargo metadata` has it
crates.py test       the rules themselves

Why not cargo-deny: docs/adr/0065-crates-are-checked-without-cargo-deny.md.
"""
import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
REGISTRY = "registry+https://github.com/rust-lang/crates.io-index"
# MPL-2.0 is of single files, which are used as they are.
ALLOWED = {
    "0BSD", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0", "CC0-1.0", "CDLA-Permissive-2.0", "ISC", "MIT",
    "MIT-0", "MPL-2.0", "Unicode-3.0", "Unlicense", "Zlib",
}
# A second library for TLS, and the machine's own instead of the pinned one.
BANNED = {"openssl", "openssl-sys", "native-tls"}


def allowed(expression):
    """SPDX: OR needs one side, AND both; older crates write / for OR."""
    tokens = re.findall(r"\(|\)|/|[A-Za-z0-9.+-]+", expression or "")
    rest = iter(tokens + [None])
    current = next(rest)

    def take():
        nonlocal current
        taken, current = current, next(rest, None)
        return taken

    def term():
        if current == "(":
            take()
            value = either()
            if take() != ")":
                raise ValueError(expression)
            return value
        name = take()
        if current == "WITH":
            take()
            name = f"{name} WITH {take()}"
        return name in ALLOWED

    def both():
        value = term()
        while current == "AND":
            take()
            value = term() and value
        return value

    def either():
        value = both()
        while current in ("OR", "/"):
            take()
            value = both() or value
        return value

    value = either()
    return value and current is None


def mistakes(packages):
    for package in packages:
        name = f"{package['name']} {package['version']}"
        if package["name"] in BANNED:
            yield f"{name} is banned"
        if package["source"] is not None and package["source"] != REGISTRY:
            yield f"{name} is from {package['source']}"
        if not allowed(package["license"]):
            yield f"{name} has the licence {package['license'] or 'that is in a file of its own'}"


def test():
    for expression in ("MIT", "MIT/Apache-2.0", "GPL-3.0 OR MIT", "(MIT OR GPL-2.0) AND Unicode-3.0", "Apache-2.0 WITH LLVM-exception OR MIT"):
        assert allowed(expression), expression
    for expression in ("GPL-3.0", "MIT AND GPL-3.0", "(GPL-2.0 OR AGPL-3.0) AND MIT", "GPL-3.0 WITH LLVM-exception", "", None, "MIT MIT"):
        assert not allowed(expression), expression
    package = {"name": "a", "version": "1", "license": "MIT", "source": REGISTRY}
    assert not list(mistakes([package, {**package, "source": None}]))
    for wrong in ({"license": "GPL-3.0"}, {"source": "git+https://example.org/a"}, {"name": "openssl-sys"}):
        assert len(list(mistakes([{**package, **wrong}]))) == 1, wrong


def main():
    test()
    if sys.argv[1:] == ["test"]:
        return
    # What is built for other systems is not shipped, and need not be downloaded.
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", "x86_64-unknown-linux-gnu"]
    packages = json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout)["packages"]
    found = list(mistakes(packages))
    if found:
        sys.exit("\n".join(found))
    print(f"{len(packages)} crates")


if __name__ == "__main__":
    main()
