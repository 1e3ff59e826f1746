"""What is asked of podman, and of the kernel about what podman runs."""
import json
import os
import subprocess
from pathlib import Path

import yaml


def podman(*arguments, text=None):
    done = subprocess.run(["podman", *arguments], input=text, text=True, capture_output=True)
    if done.returncode:
        raise RuntimeError(f"podman {' '.join(arguments[:3])}: {done.stderr.strip()[-600:]}")
    return done.stdout.strip()


def inspect(container):
    return json.loads(podman("inspect", container))[0]


def tail(container):
    done = subprocess.run(["podman", "logs", "--tail", "15", container], text=True, capture_output=True)
    return "\n       ".join(["", *(done.stdout + done.stderr).splitlines()])


def start(pod):
    remove(pod["metadata"]["name"])  # of a run that was cut short
    podman("kube", "play", "--quiet", "-", text=yaml.safe_dump(pod))
    return f"{pod['metadata']['name']}-{pod['spec']['containers'][0]['name']}"


def remove(name):
    subprocess.run(["podman", "pod", "rm", "-f", name], capture_output=True)


def status_of(process):
    return dict(line.split(":\t", 1) for line in Path(f"/proc/{process}/status").read_text().splitlines() if ":\t" in line)


def what_is_soft(container):
    """What lets the container do more than it must, as the kernel sees its process, not as podman was told."""
    process = inspect(container)["State"]["Pid"]
    status = status_of(process)
    root = next(line.split() for line in Path(f"/proc/{process}/mountinfo").read_text().splitlines() if line.split()[4] == "/")
    wrong = []
    if set(status["Uid"].split() + status["Gid"].split()) != {"65532"}:
        wrong.append(f"it runs as {status['Uid']}")
    wrong += [f"{kind} is {status[kind]}" for kind in ("CapEff", "CapPrm", "CapBnd", "CapAmb") if int(status[kind], 16)]
    if "ro" not in root[5].split(","):
        wrong.append("its root can be written")
    return wrong + [f"{key} is {status[key]}" for key, value in (("NoNewPrivs", "1"), ("Seccomp", "2")) if status[key] != value]


def used(container):
    """MiB of its own, MiB with what it has mapped of its program, seconds of CPU since its start."""
    process = inspect(container)["State"]["Pid"]
    status = status_of(process)
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(") ", 1)[1].split()
    seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return int(status["RssAnon"].split()[0]) / 1024, int(status["VmRSS"].split()[0]) / 1024, seconds
