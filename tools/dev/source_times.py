#!/usr/bin/env python3
"""Gives the files of a pipeline's fresh clone the times that their contents had in the build before.

source_times.py CLONE TARGET_FOLDER

Cargo builds what is newer than its last build, and in a fresh clone everything is. Here a file whose contents are those
of the last call gets the time it had then; every other file is new. TARGET_FOLDER keeps the record, a file for each path
of a clone. This is right only where nobody edits the clone between two calls: ./dev calls it in pipelines alone.
"""
import hashlib
import json
import os
import subprocess
import sys
import time


def tracked_files(clone):
    listed = subprocess.run(["git", "-C", clone, "ls-files", "-z"], check=True, stdout=subprocess.PIPE).stdout
    return [path for path in os.fsdecode(listed).split("\0") if os.path.isfile(os.path.join(clone, path))]


def folders_of(files):
    """Each folder with the names in it that are tracked: Cargo looks at the times of folders too."""
    folders = {}
    for path in files:
        while path:
            parent = os.path.dirname(path)
            folders.setdefault(parent, set()).add(os.path.basename(path))
            path = parent
    return {folder: "\n".join(sorted(names)).encode() for folder, names in folders.items()}


def digests_of(clone):
    files = tracked_files(clone)
    digests = {folder + "/": hashlib.sha256(names).hexdigest() for folder, names in folders_of(files).items()}
    for path in files:
        with open(os.path.join(clone, path), "rb") as file:
            digests[path] = hashlib.sha256(file.read()).hexdigest()
    return digests


def set_times(clone, digests, before, now):
    times = {}
    for path, digest in digests.items():
        known_digest, known_time = before.get(path, (None, now))
        times[path] = (digest, known_time if known_digest == digest else now)
        os.utime(os.path.join(clone, path), ns=(times[path][1], times[path][1]))
    return times


def main(clone, target):
    clone = os.path.realpath(clone)
    folder = os.path.join(target, "source-times")
    record = os.path.join(folder, hashlib.sha256(clone.encode()).hexdigest()[:16] + ".json")
    try:
        with open(record) as file:
            before = json.load(file)
    except FileNotFoundError:
        before = {}
    times = set_times(clone, digests_of(clone), before, time.time_ns())
    os.makedirs(folder, exist_ok=True)
    with open(record + ".new", "w") as file:
        json.dump(times, file)
    os.replace(record + ".new", record)


if __name__ == "__main__":
    main(*sys.argv[1:])
