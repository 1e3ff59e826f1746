#!/usr/bin/env python3
"""The chart's `peers` and `uses` of each service are what its code calls: network policies and secrets follow them."""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VALUES = ROOT / "charts/vestibule/values.yaml"
# kit::projection_lag asks the service that owns an entity.
OWNERS = {"Group": "domains", "User": "identity", "Device": "device-gateway"}
# What in the code shows that something is used.
SIGNS = {
    "mqtt": r"settings\.mqtt_url",
    "mail": r"VESTIBULE_SMTP_URL",
    "token": r"settings\.token_key",
    "pods": r"cluster::Pods",
    "lease": r"\brun_periodically\(",
    "internet": r"context\.outgoing|kit::(outgoing|Outgoing)\b|use kit::\{[^}]*Outgoing",
    "rabbitmq": r"consumer::consume|consume\(context",
}
# A trunk's name is looked up by telephony; its traffic goes by the edge.
EXEMPT = {("telephony", "internet")}
EVERYBODY = {"api-gateway"}  # the gateway calls whatever service an operation is of


def code_of(service):
    return "\n".join(file.read_text() for file in (ROOT / "services" / service / "src").rglob("*.rs") if "tests" not in file.parts)


def of_values():
    """service -> (uses, peers), from the block `services` of values.yaml; lists are written in one line."""
    text = VALUES.read_text()
    usual = re.search(r"^serviceDefaults:.*?^  uses: \[(.*?)\]", text, re.MULTILINE | re.DOTALL).group(1)
    block = text[text.index("\nservices:"):]
    block = block[:block.index("\n\n")]
    values = {}
    for name, rest in re.findall(r"^  ([a-z-]+):(.*(?:\n    .*)*)", block, re.MULTILINE):
        uses = re.search(r"uses: \[(.*?)\]", rest)
        peers = re.search(r"peers: \[(.*?)\]", rest)
        split = lambda found, default: set(re.split(r",\s*", found.group(1) if found else default)) - {""}
        values[name] = split(uses, usual), split(peers, "")
    return values


def main():
    values, mistakes = of_values(), []
    services = {folder.name for folder in (ROOT / "services").iterdir() if (folder / "src").is_dir()}
    if services != values.keys():
        mistakes.append(f"services: {sorted(services ^ values.keys())} are in one of the two only")
    for service in sorted(services & values.keys()):
        code, (uses, peers) = code_of(service), values[service]
        called = set(re.findall(r'\bpeer\("([a-z-]+)"\)', code))
        called |= {OWNERS[entity] for entity in re.findall(r"\bForeignEntity::(\w+)", code)}
        if service in EVERYBODY:
            called = services - {service}
        mistakes += [f"{service} calls {name}: missing in its peers" for name in sorted(called - peers - {service})]
        mistakes += [f"{service} uses {use}: missing in its uses" for use, sign in SIGNS.items() if re.search(sign, code) and use not in uses and (service, use) not in EXEMPT]
    if mistakes:
        sys.exit("\n".join(mistakes))


if __name__ == "__main__":
    main()
