#!/usr/bin/env python3
"""Keys that a release has generated are kept by every later rendering, and those it lacks are made.

generated_keys.py CHART HELM-ARGUMENT..

The API server is a fake of a few answers, enough for Helm's `lookup`: it has the release's Secret with some keys.
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
    "batch/v1": ["Job"],
    "networking.k8s.io/v1": ["NetworkPolicy"],
    "rbac.authorization.k8s.io/v1": ["Role", "RoleBinding"],
    "coordination.k8s.io/v1": ["Lease"],
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
    f"/api/v1/namespaces/{NAMESPACE}/secrets/{RELEASE}-generated": {
        "apiVersion": "v1",
        "kind": "Secret",
        "metadata": {
            "name": f"{RELEASE}-generated",
            "namespace": NAMESPACE,
            "labels": {"app.kubernetes.io/managed-by": "Helm"},
            "annotations": {"meta.helm.sh/release-name": RELEASE, "meta.helm.sh/release-namespace": NAMESPACE},
        },
        "data": {key: base64.b64encode(value.encode()).decode() for key, value in THERE.items()},
    },
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


def rendered_keys(server, chart, arguments):
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
        command = ["helm", "template", RELEASE, chart, "-n", NAMESPACE, "--dry-run=server", "--disable-openapi-validation", "--kubeconfig", file.name, "-s", "templates/secret/generated.yaml"]
        text = subprocess.run([*command, *arguments], check=True, stdout=subprocess.PIPE, text=True, timeout=60).stdout
    data = text.split("\ndata:\n")[1]
    return {key: base64.b64decode(value).decode() for key, value in re.findall(r"^  ([\w-]+): (\S+)$", data, re.MULTILINE)}


def main():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Api)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    first, second = (rendered_keys(server, sys.argv[1], sys.argv[2:]) for _ in range(2))
    # Whoever moves to keys of their own keeps what was generated: the seal key may open what databases hold.
    moved = rendered_keys(server, sys.argv[1], [*sys.argv[2:], "--set", "keys.existingSecret=own"])
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
    server.shutdown()


if __name__ == "__main__":
    main()
