#!/usr/bin/env python3
"""The catalogue of metrics, docs/catalogue/metrics.md.

metrics.py check     its own metrics are those that the code registers
metrics.py generate  writes that table anew, from the code
metrics.py used      alerts and dashboards use metrics of the catalogue, and each alert has its runbook (needs PyYAML)
"""
import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CATALOGUE = ROOT / "docs/catalogue/metrics.md"
BEGIN, END = "<!-- from the code: tools/delivery/metrics.py generate -->", "<!-- end -->"
# ("name", "Help", &counters.field) in a table, or .register("name", "Help", counters.field.clone())
REGISTERED = re.compile(r'[(,]\s*"([a-z][a-z0-9_]*)",\s*"([A-Z][^"]*)",\s*&?(?:\w+\.)*(\w+?)(?:\.clone\(\))?\s*[,)]')
KIND = r"\b{}\s*:\s*(?:Family<[^;]*?,\s*)?(Counter|Gauge|Histogram)\b"


def of_the_code():
    """Name (as Prometheus sees it), kind, service and help, sorted."""
    found = set()
    for file in [*ROOT.glob("services/*/src/**/*.rs"), *ROOT.glob("crates/*/src/**/*.rs")]:
        text = file.read_text()
        if "metrics::" not in text or ".register(" not in text:
            continue
        service = file.relative_to(ROOT).parts[1]
        for name, help_text, field in REGISTERED.findall(text):
            kind = re.search(KIND.format(field), text)
            kind = kind.group(1).lower() if kind else sys.exit(f"{file}: of what kind is {name}?")
            found.add((name + "_total" if kind == "counter" else name, kind, service, help_text))
        names = set(re.findall(r'\.register\(\s*"([a-z0-9_]+)"', text))
        missed = names - {name for name, _, _ in REGISTERED.findall(text)}
        if missed:
            sys.exit(f"{file}: not understood: {', '.join(sorted(missed))}")
    return sorted(found, key=lambda metric: (metric[2], metric[0]))


def table():
    rows = [f"| `{name}` | {kind} | {service} | {help_text} |" for name, kind, service, help_text in of_the_code()]
    return "\n".join([BEGIN, "", "| metric | kind | service | what it says |", "|---|---|---|---|", *rows, "", END])


def check():
    if table() not in CATALOGUE.read_text():
        sys.exit(f"{CATALOGUE.relative_to(ROOT)} is not what the code registers: python3 tools/delivery/metrics.py generate")


def generate():
    text = CATALOGUE.read_text()
    before, rest = text.split(BEGIN)
    CATALOGUE.write_text(before + table() + rest.split(END, 1)[1])


def catalogued():
    """Everything in backticks in a table's first column: ours, and those of the servers around."""
    return set(re.findall(r"^\| `([a-z][A-Za-z0-9_]*)`", CATALOGUE.read_text(), re.MULTILINE))


# Words of PromQL that look like metrics.
WORDS = {"sum", "rate", "increase", "by", "without", "on", "ignoring", "max", "min", "avg", "count", "topk", "unless", "and", "or", "absent",
         "histogram_quantile", "group_left", "group_right", "clamp_min", "changes", "bool", "label_replace", "time", "offset", "deriv"}


def metrics_of(expression):
    expression = re.sub(r'"[^"]*"|\{[^}]*\}|\[[^\]]*\]', " ", expression)
    expression = re.sub(r"\boffset \w+", " ", expression)
    expression = re.sub(r"\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)", " ", expression)
    return {word for word in re.findall(r"[A-Za-z_:][A-Za-z0-9_:]*", expression) if word not in WORDS}


def used():
    import yaml

    known, mistakes, alerts, panels = catalogued(), [], 0, 0
    for file in ROOT.glob("charts/*/files/alerts.yaml"):
        for rule in (rule for group in yaml.safe_load(file.read_text())["groups"] for rule in group["rules"]):
            alerts += 1
            mistakes += [f"{rule['alert']}: {name} is not in the catalogue" for name in metrics_of(rule["expr"]) - known]
            runbook = ROOT / "docs/runbooks" / f"{rule['alert']}.md"
            if not runbook.exists():
                mistakes.append(f"{rule['alert']}: no {runbook.relative_to(ROOT)}")
            if not {"summary", "description"} <= rule.get("annotations", {}).keys():
                mistakes.append(f"{rule['alert']}: a summary and a description are needed")
            if rule.get("labels", {}).get("severity") not in ("critical", "warning"):
                mistakes.append(f"{rule['alert']}: severity is critical or warning")
    names = {rule["alert"] for file in ROOT.glob("charts/*/files/alerts.yaml") for group in yaml.safe_load(file.read_text())["groups"] for rule in group["rules"]}
    mistakes += [f"docs/runbooks/{file.name}: no such alert" for file in ROOT.glob("docs/runbooks/*.md") if file.stem not in names | {"README"}]
    for file in ROOT.glob("charts/*/files/dashboards/*.json"):
        for panel in json.loads(file.read_text())["panels"]:
            for target in panel.get("targets", []):
                panels += 1
                mistakes += [f"{file.name}: {panel['title']}: {name} is not in the catalogue" for name in metrics_of(target["expr"]) - known]
    if mistakes or not alerts or not panels:
        sys.exit("\n".join(mistakes) or "no alerts or no dashboards were found")


if __name__ == "__main__":
    {"check": check, "generate": generate, "used": used}[sys.argv[1]]()
