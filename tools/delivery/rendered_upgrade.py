#!/usr/bin/env python3
"""What an upgrade renders follows from what the cluster has:

- generated keys are kept, and those that are lacking are made;
- a workload that a scaler took over keeps its number of replicas;
- pods restart when a Secret of the operator's has changed, and only then;
- services that ask the API server reach it alone, where the chart asks for its addresses.

rendered_upgrade.py CHART HELM-ARGUMENT..

The API server is a fake of a few answers, enough for Helm's `lookup`.
"""
import base64
import json
import re
import subprocess
import sys
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

RELEASE, NAMESPACE = "site", "vestibule"
THERE = {"VESTIBULE_SEAL_KEY": "ab" * 32, "app-password": "kept"}
# What the chart renders: Helm looks every kind up.
KINDS = {
    "v1": ["Secret", "Service", "ServiceAccount", "ConfigMap", "Pod"],
    "apps/v1": ["Deployment", "StatefulSet"],
    "autoscaling/v2": ["HorizontalPodAutoscaler"],
    "batch/v1": ["Job"],
    "networking.k8s.io/v1": ["NetworkPolicy"],
    "policy/v1": ["PodDisruptionBudget"],
    "rbac.authorization.k8s.io/v1": ["Role", "RoleBinding"],
    "coordination.k8s.io/v1": ["Lease"],
    "discovery.k8s.io/v1": ["EndpointSlice"],
}


def resources(version, kinds):
    listed = [{"name": kind.lower() + "s", "singularName": kind.lower(), "namespaced": True, "kind": kind, "verbs": ["get", "list"]} for kind in kinds]
    return {"kind": "APIResourceList", "groupVersion": version, "resources": listed}


def group(version):
    versions = {"groupVersion": version, "version": version.split("/")[1]}
    return {"name": version.split("/")[0], "versions": [versions], "preferredVersion": versions}


ANSWERS = {
    "/version": {"major": "1", "minor": "37", "gitVersion": "v1.37.0"},
    "/api": {"kind": "APIVersions", "versions": ["v1"]},
    "/apis": {"kind": "APIGroupList", "apiVersion": "v1", "groups": [group(version) for version in KINDS if "/" in version]},
    **{("/apis/" if "/" in version else "/api/") + version: resources(version, kinds) for version, kinds in KINDS.items()},
}


def of_release(name):
    return {
        "name": name,
        "namespace": NAMESPACE,
        "labels": {"app.kubernetes.io/managed-by": "Helm"},
        "annotations": {"meta.helm.sh/release-name": RELEASE, "meta.helm.sh/release-namespace": NAMESPACE},
    }


def secret(name, values):
    ANSWERS[f"/api/v1/namespaces/{NAMESPACE}/secrets/{name}"] = {
        "apiVersion": "v1",
        "kind": "Secret",
        "metadata": of_release(name),
        "data": {key: base64.b64encode(value.encode()).decode() for key, value in values.items()},
    }


def deployment(name, replicas):
    ANSWERS[f"/apis/apps/v1/namespaces/{NAMESPACE}/deployments/{name}"] = {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": of_release(name),
        "spec": {"replicas": replicas},
    }


NOT_FOUND = {"kind": "Status", "apiVersion": "v1", "status": "Failure", "reason": "NotFound", "code": 404}


class Api(BaseHTTPRequestHandler):
    def do_GET(self):
        answer = ANSWERS.get(self.path.split("?")[0])
        body = json.dumps(answer or NOT_FOUND).encode()
        self.send_response(200 if answer else 404)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def render(server, template, chart, *arguments):
    config = {
        "apiVersion": "v1",
        "kind": "Config",
        "current-context": "fake",
        "clusters": [{"name": "fake", "cluster": {"server": f"http://127.0.0.1:{server.server_address[1]}"}}],
        "contexts": [{"name": "fake", "context": {"cluster": "fake", "user": "fake"}}],
        "users": [{"name": "fake", "user": {}}],
    }
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(config, file)
        file.flush()
        command = ["helm", "template", RELEASE, chart, "-n", NAMESPACE, "--dry-run=server", "--disable-openapi-validation", "--kubeconfig", file.name, "-s", template]
        return subprocess.run([*command, *arguments], check=True, stdout=subprocess.PIPE, text=True, timeout=60).stdout


def rendered_keys(server, *arguments):
    head, data = render(server, "templates/secret/generated.yaml", *arguments).split("\ndata:\n")
    # The API server refuses an object with a field that it does not know.
    fields = set(re.findall(r"^  ([\w-]+):", head, re.MULTILINE))
    assert fields <= {"name", "namespace", "labels", "annotations"}, f"metadata of the generated Secret has {sorted(fields)}"
    return {key: base64.b64decode(value).decode() for key, value in re.findall(r"^  ([\w-]+): (\S+)$", data, re.MULTILINE)}


def workload(server, name, *arguments):
    """The replicas of a Deployment and the checksum of its pods' Secrets: None where it has none."""
    for text in render(server, "templates/service/deployment.yaml", *arguments).split("\n---"):
        if f"name: {RELEASE}-{name}\n" in text:
            found = [re.search(pattern, text) for pattern in (r"\n  replicas: (\d+)", r"checksum/secrets: (\w+)")]
            return [match and match[1] for match in found]
    raise AssertionError(f"no workload {name}")


def keys_are_kept(server, arguments):
    secret(f"{RELEASE}-generated", THERE)
    first, second = (rendered_keys(server, *arguments) for _ in range(2))
    # Whoever moves to keys of their own keeps what was generated: the seal key may open what databases hold.
    moved = rendered_keys(server, *arguments, "--set", "keys.existingSecret=own")
    assert moved["VESTIBULE_SEAL_KEY"] == THERE["VESTIBULE_SEAL_KEY"], "keys.existingSecret deletes the generated seal key"
    for key, value in THERE.items():
        assert first[key] == value, f"{key} is made anew, though the release has it"
    made = first.keys() - THERE.keys()
    assert {"VESTIBULE_SERVICE_KEY", "VESTIBULE_TOKEN_KEY", "owner-password"} <= made, f"only {sorted(made)} are made"
    assert all(first[key] != second[key] for key in made), "a key that is made is always the same"
    assert re.fullmatch("[0-9a-f]{64}", first["VESTIBULE_SERVICE_KEY"]), "the service key is not 64 hex digits"
    # PKCS#8 of an Ed25519 key: a fixed header, and 32 bytes.
    token = base64.b64decode(first["VESTIBULE_TOKEN_KEY"], validate=True)
    assert len(token) == 48 and token.startswith(bytes.fromhex("302e020100300506032b657004220420")), "the token key is no Ed25519 key"


def replicas_are_kept(server, arguments):
    scaled = [*arguments, "--set", "services.access.autoscaling.kind=cpu"]
    assert workload(server, "access", *scaled)[0] is None, "a number is rendered for a workload that is not there"
    deployment(f"{RELEASE}-access", 5)
    assert workload(server, "access", *scaled)[0] == "5", "an upgrade scales a workload down"
    assert workload(server, "access", *arguments)[0] == "1", "without a scaler the values say how many"


def changed_secrets_restart_pods(server, arguments):
    own = [*arguments, "--set", "redis.existingSecret=redis"]
    assert workload(server, "access", *own)[1] is None, "a checksum of nothing"
    secret("redis", {"VESTIBULE_REDIS_URL": "redis://one"})
    first, again = workload(server, "access", *own)[1], workload(server, "access", *own)[1]
    assert first and first == again, "pods restart although nothing has changed"
    secret("redis", {"VESTIBULE_REDIS_URL": "redis://two"})
    assert workload(server, "access", *own)[1] != first, "pods keep running with a Secret that has changed"
    secret("mail", {"VESTIBULE_SMTP_URL": "smtp://one"})
    mail = ["--set", "mail.enabled=true", "--set", "mail.existingSecret=mail"]
    changed = workload(server, "access", *own, *mail)[1]
    secret("mail", {"VESTIBULE_SMTP_URL": "smtp://two"})
    assert workload(server, "access", *own, *mail)[1] == changed, "pods restart for a Secret that they do not read"


def api_server_is_looked_up(server, arguments):
    ANSWERS["/apis/discovery.k8s.io/v1/namespaces/default/endpointslices/kubernetes"] = {
        "apiVersion": "discovery.k8s.io/v1",
        "kind": "EndpointSlice",
        "metadata": {"name": "kubernetes", "namespace": "default"},
        "addressType": "IPv4",
        "endpoints": [{"addresses": ["10.0.1.5"]}, {"addresses": ["fd00::5"]}],
    }
    named = {"to": [{"ipBlock": {"cidr": "10.0.9.0/24"}}]}
    for values, cidrs in (({"lookup": True}, ["10.0.1.5/32", "fd00::5/128"]), ({"lookup": True, **named}, ["10.0.9.0/24"])):
        policies = render(server, "templates/service/network-policy.yaml", *arguments, "--set-json", "networkPolicy.apiServer=" + json.dumps(values))
        # The rule is the last of a policy.
        rules = [policy.split("port: 6443, protocol: TCP }\n")[1] for policy in policies.split("\n---") if "port: 6443" in policy]
        assert len(rules) == 8, f"{len(rules)} services ask the API server"
        for rule in rules:
            found = re.findall(r"cidr: \"?([^\s\"]+)", rule)
            assert found == cidrs, f"they reach {found}, and not {cidrs} alone"


def main():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Api)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    chart, *arguments = sys.argv[1:]
    for rule in (keys_are_kept, replicas_are_kept, changed_secrets_restart_pods, api_server_is_looked_up):
        rule(server, [chart, *arguments])
    server.shutdown()


if __name__ == "__main__":
    main()
