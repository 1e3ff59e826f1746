#!/usr/bin/env python3
"""Relative links of the operators' documents lead to files that are there."""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ["docs/operations", "docs/runbooks", "docs/catalogue", "charts", "k8s", "docker"]


def main():
    documents = [file for folder in FOLDERS for file in (ROOT / folder).rglob("*.md")]
    mistakes = []
    for file in documents:
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", file.read_text()):
            if "://" not in target and not (file.parent / target).exists():
                mistakes.append(f"{file.relative_to(ROOT)}: {target} is not there")
    if mistakes or not documents:
        sys.exit("\n".join(mistakes) or "no document was found")


if __name__ == "__main__":
    main()
