#!/usr/bin/env python3
"""What failed in a run of cargo nextest, and how to run just that again.

nextest.py failures JUNIT  prints "binary test<TAB>message" for each test that failed
nextest.py filter LIST     prints the filter of nextest for the tests of such a list
"""
import re
import sys
from xml.etree import ElementTree


def failures(report):
    for suite in ElementTree.parse(report).getroot().iter("testsuite"):
        for case in suite.iter("testcase"):
            failure = next((child for child in case if child.tag in ("failure", "error")), None)
            if failure is not None:
                print(f"{suite.get('name')} {case.get('name')}\t{message(failure)}")


def message(failure):
    """The panic without its frames, in one line."""
    text = failure.text or failure.get("message") or ""
    said = re.search(r"panicked at ([^\n]*)\n(.*)", text, re.DOTALL)
    text = f"{said.group(1)} {said.group(2)}" if said else text
    return re.sub(r"\s+", " ", re.sub(r"note: run with.*", "", text, flags=re.DOTALL)).strip()[:600]


def filter_of(listed):
    with open(listed) as lines:
        tests = [line.split("\t")[0].split(" ", 1) for line in lines]
    print(" + ".join(f"(binary_id(={binary}) & test(={test}))" for binary, test in tests))


if __name__ == "__main__":
    {"failures": failures, "filter": filter_of}[sys.argv[1]](sys.argv[2])
