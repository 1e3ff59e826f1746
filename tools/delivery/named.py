#!/usr/bin/env python3
"""What the operators' pages and runbooks name is there: values, metrics, dashboards and their panels, objects and
labels of the renderings, files, commands of ./dev and of the binary, and words of the log that somebody is to look for.
Needs PyYAML."""
import json
import re
import sys
from pathlib import Path

import yaml

import metrics

ROOT = Path(__file__).resolve().parents[2]
PAGES = [file for folder in ("docs/operations", "docs/runbooks", "charts", "k8s", "docker") for file in sorted((ROOT / folder).rglob("*.md"))]
# What a page has the reader make or a service makes itself, the demonstration's password, what is no value and what is no metric.
MADE_BY_HAND = {"vestibule-keys", "vestibule-sip", "vestibule-evaluation", "vestibule-staging", "vestibule-demo-1", "vestibule-events", "vestibule-dead", "vestibule-blobs"}
DOMAINS = {"sip.vestibule"}
PLUGINS = {"rabbitmq_shovel", "rabbitmq_prometheus"}
# Characters of code in which a macro says what it has to say.
LONGEST_LINE = 300
# Made by an operator for an object of ours.
OF_OPERATORS = re.compile(r"(-server)?-\d+$")


def values():
    """Every path of the charts' values; what is under a service may be under all of them."""
    paths = set()
    for file in ROOT.glob("charts/*/values.yaml"):
        tree = yaml.safe_load(file.read_text()) or {}
        defaults = tree.get("serviceDefaults", {})
        walk(tree, "", paths)
        walk({"services": {"NAME": defaults, **{name: defaults for name in tree.get("services", {})}}}, "", paths)
        walk(defaults, "", paths)
    return paths


def walk(tree, path, paths):
    for key, below in tree.items():
        paths.add(path + key)
        if isinstance(below, dict):
            walk(below, f"{path}{key}.", paths)


def dashboards():
    found = {}
    for file in ROOT.glob("charts/*/files/dashboards/*.json"):
        board = json.loads(file.read_text())
        found[board["title"]] = {panel["title"] for panel in board["panels"]}
    return found


def log_words():
    """Of lines, and of errors that stand in them."""
    code = "\n".join(file.read_text() for part in ("services", "crates") for file in ROOT.glob(f"{part}/*/src/**/*.rs"))
    begun = re.finditer(r"tracing::(?:info|warn|error)!\(|\b(?:context|bail!|anyhow!|ensure!)\(", code)
    said = (code[match.end() : match.end() + LONGEST_LINE] for match in begun)
    return "\n".join(text for words in said for text in re.findall(r'"([^"]*)"', words)).lower()


def mistakes():
    known, roots = values(), {path for path in values() if "." not in path}
    catalogue, boards, words = metrics.catalogued(), dashboards(), log_words()
    families = {name.split("_")[0] for name in catalogue if "_" in name}
    rendered = "".join(file.read_text() for file in (ROOT / "tools/delivery/golden").glob("*.yaml"))
    commands = set(re.findall(r"^    ([a-z-]+)\) ", (ROOT / "dev").read_text(), re.MULTILINE))
    own = set(re.findall(r"^    ([A-Z][a-z]+)", (ROOT / "crates/vestibule/src/main.rs").read_text(), re.MULTILINE))
    for page in PAGES:
        text, name = page.read_text(), page.relative_to(ROOT)
        ticked = re.findall(r"`([^`\n]+)`", text)
        for path in (tick for tick in ticked if re.fullmatch(r"[a-z]\w*(\.\w+)+", tick) and tick.split(".")[0] in roots):
            if path not in known | DOMAINS:
                yield f"{name}: there is no value {path}"
        for metric in set(re.findall(r"\b[a-z]+(?:_[a-z0-9]+)+\b", text)) - PLUGINS:
            if metric.split("_")[0] in families and metric not in catalogue and f"{metric}`" in text:
                yield f"{name}: there is no metric {metric}"
        for panel, board in re.findall(r"\*([^*\n]+)\* (?:on|of) the dashboard \*([^*\n]+)\*", text):
            if panel not in boards.get(board, ()):
                yield f"{name}: there is no panel {panel} on {board}"
        for board in set(re.findall(r"\*(Vestibule: [^*\n]+)\*", text)) - boards.keys():
            yield f"{name}: there is no dashboard {board}"
        for thing in set(re.findall(r"\bvestibule-[a-z][a-z0-9-]*[a-z0-9]", text)) - MADE_BY_HAND:
            site = "site" + OF_OPERATORS.sub("", thing).removeprefix("vestibule")
            if not re.search(rf"\b{site}\b", rendered):
                yield f"{name}: nothing is called {thing}"
        for label in set(re.findall(r"app\.kubernetes\.io/[a-z-]+=[a-z-]+", text)):
            if label.replace("=", ": ") not in rendered:
                yield f"{name}: nothing has the label {label}"
        for path in (tick for tick in ticked if re.match(r"(docs|charts|docker|k8s|tools)/[\w./-]+$", tick)):
            if not (ROOT / path).exists():
                yield f"{name}: {path} is not there"
        for command in set(re.findall(r"\./dev ([a-z]+(?:-[a-z]+)*)", text)) - commands:
            yield f"{name}: ./dev has no {command}"
        for command in set(re.findall(r"[`/]vestibule ([a-z]+)", text)):
            if command.capitalize() not in own:
                yield f"{name}: vestibule has no {command}"
        for wanted in re.findall(r"-n NAMESPACE logs .*\| grep (?:-\w+ )?(?:'([^']+)'|(\w+))", text):
            if not any(word.lower() in words for word in "".join(wanted).split("|")):
                yield f"{name}: no line of the log says {''.join(wanted)}"


def main():
    found = list(mistakes())
    if found or not PAGES:
        sys.exit("\n".join(found) or "no page was found")


if __name__ == "__main__":
    main()
