#!/usr/bin/env python3
"""No container of a rendering has two variables of one name: server-side apply, as Helm 4 does it, refuses them.

variables_once.py FILE (needs PyYAML)
"""
import collections
import sys

import yaml


def containers(node):
    """Of every kind, wherever they are."""
    if isinstance(node, dict):
        for key in ("containers", "initContainers"):
            yield from node.get(key) or []
        for value in node.values():
            yield from containers(value)
    elif isinstance(node, list):
        for value in node:
            yield from containers(value)


def main():
    with open(sys.argv[1]) as file:
        documents = [document for document in yaml.safe_load_all(file) if document]
    looked, mistakes = 0, []
    for document in documents:
        for container in containers(document):
            counts = collections.Counter(variable["name"] for variable in container.get("env") or [])
            looked += len(counts)
            mistakes += [f"{document['metadata']['name']}/{container['name']}: {name}" for name, count in counts.items() if count > 1]
    if mistakes or not looked:
        sys.exit("\n".join(mistakes) or "no variable was found")


if __name__ == "__main__":
    main()
