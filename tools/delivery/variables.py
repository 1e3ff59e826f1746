#!/usr/bin/env python3
"""Every VESTIBULE_ variable that the services read is in docs/operations/settings.md, and no other is."""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = ROOT / "docs/operations/settings.md"
# Variables of tests, benchmarks and the demonstration site.
NOT_FOR_OPERATORS = {"VESTIBULE_TEST", "VESTIBULE_MAILBOX_URL", "VESTIBULE_DEMO_TIME_ZONE"}
# One for each service, told of below the table.
FAMILY = "VESTIBULE_PEER"
EXCLUDED = ("tests", "testing", "rig")  # folders and crates of tests


def read_by_the_code():
    found = set()
    for file in [*ROOT.glob("services/*/src/**/*.rs"), *ROOT.glob("crates/*/src/**/*.rs")]:
        if not set(file.relative_to(ROOT).parts) & set(EXCLUDED) and not file.stem.startswith("test"):
            found |= set(re.findall(r'"(VESTIBULE_[A-Z_]+[A-Z])\b', file.read_text()))
    return {name for name in found - NOT_FOR_OPERATORS if not name.startswith(FAMILY)}


def main():
    documented = set(re.findall(r"^\| `(VESTIBULE_[A-Z_]+[A-Z])`", SETTINGS.read_text(), re.MULTILINE))
    read = read_by_the_code()
    mistakes = [f"{name} is read, and not documented" for name in sorted(read - documented)]
    mistakes += [f"{name} is documented, and nobody reads it" for name in sorted(documented - read)]
    if mistakes or not read:
        sys.exit("\n".join(mistakes) or "no variable was found")


if __name__ == "__main__":
    main()
