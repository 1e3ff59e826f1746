#!/usr/bin/env python3
"""Keeps `crates/workspace-features`: outside crates with the features that the whole workspace uses.

Cargo builds an outside crate with the features that the packages of one command ask for, so `cargo test -p access` and
`cargo test -p telephony` would each build their own tokio, and with it everything that uses it. The crate asks for all of
these features, and `proto` depends on it: every command builds the same.

    features.py           fails when a package alone would build an outside crate otherwise than the workspace does
    features.py --write   writes the crate's list anew
"""
import collections, json, pathlib, subprocess, sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
MANIFEST = ROOT / "crates/workspace-features/Cargo.toml"
MARK = "# Below this line: written by tools/delivery/features.py --write\n"
TARGET = "x86_64-unknown-linux-gnu"
# Of what macros are built of, this alone is compared: every macro is built anew with it. Cargo resolves features of macros apart
# from those of the program, and the crate's list of dependencies is the program's.
FOR_BUILDS = {"syn"}
# Packages that do not depend on `proto`, and build little.
ALONE = {"audio-upload", "proto", "bench", "call-sounds", "cluster", "device-protocol", "device-simulator", "e2e-harness", "faults",
         "license-server", "policy", "schedule", "tls-probe", "transcode", "workspace-features"}


def run(*words):
    return subprocess.run(["cargo", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def crates(*words, macros=True):
    """(name, version) -> the sets of features with which a command would build it; without those of macros, but for FOR_BUILDS.
    Features that a macro's own build of a crate has say nothing of the program's build of it."""
    found = collections.defaultdict(set)
    for edges in ("normal,dev",) if macros else ("normal,dev,no-proc-macro", "normal,dev"):
        of_program = macros or "no-proc-macro" in edges
        for line in run("tree", *words, "-e", edges, "--prefix", "none", "-f", "{p}|{f}", "--target", TARGET).splitlines():
            package, _, features = line.replace(" (*)", "").replace(" (proc-macro)", "").partition("|")
            if package and f"({ROOT}" not in package and (of_program or package.split()[0] in FOR_BUILDS):
                found[tuple(package.split()[:2])].add(frozenset(filter(None, features.split(","))))
    return found


def differing(whole):
    members = json.loads(run("metadata", "--no-deps", "--format-version", "1"))["packages"]
    differ = collections.defaultdict(set)
    for name in sorted(member["name"] for member in members):
        for crate, features in ({} if name in ALONE else crates("-p", name, macros=False)).items():
            if features - whole.get(crate, set()):
                differ[crate].add(name)
    return differ


def compatible(version):
    parts = version.lstrip("v").split(".")
    return parts[0] if parts[0] != "0" else ".".join(parts[:2])


def alias(crate):
    return f"{crate[0]}-{compatible(crate[1]).replace('.', '-')}"


def crates_of_manifest():
    return [line for line in MANIFEST.read_text().partition(MARK)[2].splitlines() if " = {" in line]


def dependency(crate, features, same_name):
    name, version = crate[0], compatible(crate[1])
    own, package = (name, "") if same_name == 1 else (alias(crate), f'package = "{name}", ')
    words = sorted(f for f in features if not f.startswith("_") and f != "default")
    default = "" if "default" in features else "default-features = false, "
    return f'{own} = {{ {package}version = "{version}", {default}features = {json.dumps(words)} }}'


def write():
    whole = crates("--workspace", macros=False)
    known = {line.split()[0] for line in crates_of_manifest()} | FOR_BUILDS
    listed = set(differing(whole)) | {crate for crate in whole if crate[0] in known or alias(crate) in known}
    same_name = collections.Counter(crate[0] for crate in whole)
    lines = {False: set(), True: set()}
    for crate in sorted(listed):
        union = set().union(*whole[crate])
        lines[crate[0] in FOR_BUILDS].add(dependency(crate, union, same_name[crate[0]]))
    head = MANIFEST.read_text().partition(MARK)[0]
    body = "\n".join(["[dependencies]", *sorted(lines[False]), "", "[build-dependencies]", *sorted(lines[True])])
    MANIFEST.write_text(f"{head}{MARK}{body}\n")


def check():
    differ = differing(crates("--workspace", macros=False))
    for (name, version), packages in sorted(differ.items()):
        print(f"{name} {version} has other features in a build of {', '.join(sorted(packages)[:3])} alone: features.py --write")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(write() if "--write" in sys.argv else check())
