#!/usr/bin/env python3
"""play [--measure] PLACE RENDERING..: runs what renderings of the charts say, by podman, and prints what holds.

PLACE is a JSON file: {"network": "127.103.32", "node": "127.103.32.200", "servers": {"postgres:5432": "127.0.0.1:26461", ..},
"secrets": {KEY: VALUE, ..}, "folders": {SECRET OF FILES: FOLDER}, "volumes": FOLDER}.

The Jobs run first, then every Deployment and DaemonSet until its own probes answer, then the chart's test; everything
is looked at from outside (is it hardened, what does it use), what a pod does before it ends is done, and it is ended by
SIGTERM. Podman is no cluster, so this stands in for it:
- pods share this machine's network. Each has an address of its own in `network`, which it listens at in place of
  0.0.0.0, and by which the others call it in place of its Service's name, and port; those on the node's network are
  at `node`.
- `servers` stand in for the evaluation's StatefulSets, with the passwords in `secrets`.
- $(NAME) in variables, addresses of pods and nodes, Secrets as files and empty folders are put in here: podman (4.3)
  does not.
- probes are asked by this program. Network policies, spread, node selectors and fsGroup are not tried.
"""
import json
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import yaml
from place import Place
from podman import inspect, podman, remove, start, tail, used, what_is_soft

READY_SECONDS, JOB_SECONDS, END_SECONDS = 120, 300, 60
PASSED, FAILED = [], []


def check(name, holds, words=""):
    (PASSED if holds else FAILED).append(name)
    print(f"{'ok' if holds else 'FAILED':6} {name}" + (f": {words}" if words and not holds else ""), flush=True)
    return holds


def run_to_its_end(what, pod):
    try:
        container = start(pod)
        until = time.monotonic() + JOB_SECONDS
        while inspect(container)["State"]["Status"] not in ("exited", "stopped") and time.monotonic() < until:
            time.sleep(0.5)
        state = inspect(container)["State"]
        check(f"{what} ends well", state["Status"] in ("exited", "stopped") and state["ExitCode"] == 0, tail(container))
    except RuntimeError as error:
        first = pod["spec"].get("initContainers", pod["spec"]["containers"])[0]["name"]
        check(f"{what} ends well", False, f"{error} {tail(pod['metadata']['name'] + '-' + first)}")
    finally:
        remove(pod["metadata"]["name"])


def answers(url):
    try:
        with urllib.request.urlopen(url, timeout=5) as response:
            return response.status == 200
    except OSError:
        return False


def becomes_ready(name, workload, address):
    """The probes of the chart, in a cluster's order."""
    container = first_container(workload)
    ports = {port["name"]: port["containerPort"] for port in container["ports"]}
    until = time.monotonic() + READY_SECONDS
    for probe in ("startupProbe", "livenessProbe", "readinessProbe"):
        get = container[probe]["httpGet"]
        url = f"http://{address}:{ports[get['port']]}{get['path']}"
        while not answers(url):
            if time.monotonic() > until:
                return check(f"{name} is ready", False, f"{url} does not answer {tail(f'{name}-' + container['name'])}")
            time.sleep(0.3)
    return check(f"{name} is ready", True)


def first_container(workload):
    return workload["spec"]["template"]["spec"]["containers"][0]


def is_hardened(name, container):
    wrong = what_is_soft(container)
    check(f"{name} is hardened", not wrong, ", ".join(wrong))


def asked(address, path, token="", body=None):
    """What the gateway answers, as JSON."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(f"http://{address}:8080/api/v0{path}", body and json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=20) as response:
        return json.load(response)


def the_console_works(address):
    """As docs/operations/install.md and calls.md say: through the gateway, to other pods, and to the SIP edge."""
    what, token = "the demonstration's administrator signs in", ""
    try:
        signed_in = asked(address, "/login", body={"login": "admin@vestibule.test", "password": "vestibule-demo-1"})
        token = signed_in["sessions"][0]["token"]
        check(what, True)
        what = "telephony finds the edge and its media"
        parts = asked(address, "/sip-service/status", token)["parts"]
        check(what, {part["name"] for part in parts if part["is_ready"]} == {"edge", "media", "call_control"}, str(parts))
    except OSError as error:
        check(what, False, str(error))


def measure(containers, seconds=60):
    before = {name: used(container) for name, container in containers.items()}
    time.sleep(seconds)
    print(f"\n{'idle':24} {'MiB':>5} {'with program':>13} {'millicores':>11}")
    for name, container in containers.items():
        own, mapped, cpu = used(container)
        print(f"{name:24} {own:5.0f} {mapped:13.0f} {(cpu - before[name][2]) / seconds * 1000:11.1f}")
    print()


def ends_well(name, container, workload):
    before = first_container(workload).get("lifecycle", {}).get("preStop")
    if before:
        done = subprocess.run(["podman", "exec", container, *before["exec"]["command"]], capture_output=True, text=True, timeout=END_SECONDS)
        check(f"{name} may end at once when nothing needs it", done.returncode == 0 and not done.stderr, done.stderr)
    grace = min(workload["spec"]["template"]["spec"]["terminationGracePeriodSeconds"], END_SECONDS)
    started = time.monotonic()
    podman("stop", "--time", str(grace), container)
    code = inspect(container)["State"]["ExitCode"]
    check(f"{name} ends within {grace} s of SIGTERM, with 0", code == 0 and time.monotonic() - started < grace + 5, f"with {code} {tail(container)}")


def secret_of_the_edge(place):
    """As docs/operations/calls.md says to make it."""
    generated = f"{place.release}-generated"
    password = place.secret(generated, "edge-password")
    place.add_secret(
        "sip-edge",
        {
            "VESTIBULE_SIP_SECRET": place.secret(generated, "sip-secret"),
            "VESTIBULE_SIP_EDGE_DATABASE_URL": f"postgres://vestibule_edge:{password}@{place.servers['postgres:5432']}/vestibule_telephony",
        },
    )


def play(documents, place, measured):
    jobs = {d["metadata"]["name"]: d for d in documents if d["kind"] == "Job"}
    running = {}
    secret_of_the_edge(place)
    place.make_secrets()
    migrate = next(name for name in jobs if "-migrate-" in name)
    try:
        run_to_its_end("the migration's Job", place.pod(migrate, jobs.pop(migrate)["spec"]["template"]))
        for name, workload in place.workloads.items():
            try:
                running[name] = start(place.pod(name, workload["spec"]["template"]))
            except RuntimeError as error:
                check(f"{name} starts", False, str(error))
        for name, container in running.items():
            if becomes_ready(name, place.workloads[name], place.addresses[name]):
                is_hardened(name, container)
        for name, job in jobs.items():
            run_to_its_end("the demonstration's Job", place.pod(name, job["spec"]["template"]))
        for pod in (d for d in documents if d["kind"] == "Pod"):
            run_to_its_end("helm's test", place.pod(pod["metadata"]["name"], pod))
        the_console_works(next(place.addresses[name] for name in running if name.endswith("-api-gateway")))
        if measured:
            measure(running)
        for name, container in running.items():
            ends_well(name, container, place.workloads[name])
    finally:
        for name in running:
            remove(name)
        place.forget_secrets()


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--measure"]
    place, renderings = arguments[0], arguments[1:]
    documents = [document for rendering in renderings for document in yaml.safe_load_all(Path(rendering).read_text()) if document]
    play(documents, Place(documents, json.loads(Path(place).read_text())), "--measure" in sys.argv)
    print(f"{len(PASSED)} held, {len(FAILED)} did not")
    sys.exit(bool(FAILED))


if __name__ == "__main__":
    main()
