#!/usr/bin/env python3
"""Network policies of a rendering let every connection through that the pods' addresses name, and no other of ours.

network_policies.py FILE.. (needs PyYAML)
"""
import re
import sys

import yaml

ADDRESS = re.compile(r"(?:://|@)([a-z][a-z0-9-]*):(\d+)")
GRPC = 9090


class Pod:
    def __init__(self, name, labels, spec):
        self.name, self.labels = name, labels
        containers = spec.get("containers", []) + spec.get("initContainers", [])
        self.ports = {port["name"]: port["containerPort"] for container in containers for port in container.get("ports", [])}
        values = [variable.get("value", "") for container in containers for variable in container.get("env", [])]
        self.addresses = {(host, int(port)) for value in values for host, port in ADDRESS.findall(str(value))}


class Rendering:
    def __init__(self, file):
        documents = [document for document in yaml.safe_load_all(file.read()) if document]
        kind = lambda *kinds: [document for document in documents if document["kind"] in kinds]
        self.policies = [document["spec"] for document in kind("NetworkPolicy")]
        self.services = {document["metadata"]["name"]: document["spec"] for document in kind("Service")}
        self.pods = [Pod(document["metadata"]["name"], template["metadata"]["labels"], template["spec"])
                     for document in kind("Deployment", "StatefulSet", "Job", "Pod")
                     for template in [document if document["kind"] == "Pod" else document["spec"]["template"]]]

    def behind(self, host, port):
        """Pods of a Service, with the port that it leads to."""
        service = self.services.get(host)
        if not service:
            return
        target = next((entry["targetPort"] for entry in service["ports"] if entry["port"] == port), None)
        for pod in self.pods:
            if matches(service["selector"], pod.labels):
                yield pod, pod.ports.get(target, target)

    def lets(self, source, target, port):
        return self.allows("Egress", source, target, target, port) and self.allows("Ingress", target, source, target, port)

    def allows(self, direction, pod, other, target, port):
        chosen = [policy for policy in self.policies if direction in policy["policyTypes"] and selects(policy["podSelector"], pod.labels)]
        rules = [rule for policy in chosen for rule in policy.get(direction.lower()) or []]
        side = "to" if direction == "Egress" else "from"
        fits = lambda rule: not rule.get("ports") or any(target.ports.get(entry["port"], entry["port"]) == port for entry in rule["ports"])
        return not chosen or any(fits(rule) and (side not in rule or any(is_peer(peer, other) for peer in rule[side])) for rule in rules)


def matches(wanted, labels):
    return all(labels.get(key) == value for key, value in wanted.items())


def selects(selector, labels):
    expressions = selector.get("matchExpressions", [])
    assert all(expression["operator"] == "In" for expression in expressions), "only In is known here"
    return matches(selector.get("matchLabels", {}), labels) and all(labels.get(each["key"]) in each["values"] for each in expressions)


def is_peer(peer, pod):
    """A pod of ours. Namespaces by label are others; one without labels is any, ours included."""
    if "ipBlock" in peer or peer.get("namespaceSelector"):
        return False
    return "podSelector" not in peer or selects(peer["podSelector"], pod.labels)


def main():
    mistakes, let, refused = [], 0, 0
    for path in sys.argv[1:]:
        with open(path) as file:
            rendering = Rendering(file)
        for source in rendering.pods:
            wanted = {(target, port) for host, number in source.addresses for target, port in rendering.behind(host, number)}
            for target, port in wanted:
                let += 1
                if not rendering.lets(source, target, port):
                    mistakes.append(f"{path}: {source.name} does not reach {target.name} at {port}")
            for target in rendering.pods:
                if "grpc" in target.ports and target is not source and (target, GRPC) not in wanted:
                    refused += 1
                    if rendering.lets(source, target, GRPC):
                        mistakes.append(f"{path}: {source.name} reaches {target.name}, which it does not call")
    if mistakes or not let or not refused:
        sys.exit("\n".join(mistakes) or "no connection was found")
    print(f"{let} connections are let through, {refused} are refused")


if __name__ == "__main__":
    main()
