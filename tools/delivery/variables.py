#!/usr/bin/env python3
"""Every variable that the charts and images set is a setting of docs/operations/settings.md, or of the SIP edge.

The page is written from the code: a test of crates/vestibule compares it.
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = ROOT / "docs/operations/settings.md"
# What Kamailio's start reads; docker/sip-edge/start.sh describes it. It shares further variables with the platform.
EDGE = [*ROOT.glob("docker/kamailio/**/*"), *ROOT.glob("docker/sip-edge/**/*")]
# One for each service, told of on the page.
FAMILY = "VESTIBULE_PEER_"
NAME = r"(?:VESTIBULE|OTEL)_[A-Z_]*[A-Z]"


def texts(files):
    return "\n".join(file.read_text(errors="replace") for file in files if file.is_file())


def main():
    known = set(re.findall(rf"^\| `({NAME})`", SETTINGS.read_text(), re.MULTILINE))
    of_edge = set(re.findall(NAME, texts(EDGE)))
    sets = set(re.findall(rf"\b{NAME}\b(?!\()", texts([
        *ROOT.glob("charts/*/templates/**/*"), *ROOT.glob("charts/*/values*.yaml"), *ROOT.glob("charts/*/ci/*.yaml"),
        *ROOT.glob("tools/delivery/golden/**/*"), *ROOT.glob("docker/**/Dockerfile"), *ROOT.glob("k8s/**/*.yaml"),
    ])))
    unknown = sorted(name for name in sets - known - of_edge if not name.startswith(FAMILY))
    if unknown or not known or not sets & known or not of_edge:
        sys.exit("\n".join(f"{name} is set, and nobody reads it" for name in unknown) or "no variable was found")


if __name__ == "__main__":
    main()
