"""Probes, and what becomes of them.

A probe is a function of a target. It returns when the platform held, and raises `Broken` when it did not. Each subject
begins with what an honest user may do, so that a probe cannot hold because nothing works.
"""

import sys
import time
import traceback

PROBES = []


class Broken(AssertionError):
    """The platform did what it must not do."""


class NotHere(Exception):
    """The platform has no such part, or its address is not known."""


def expect(condition, message):
    if not condition:
        raise Broken(message)


def probe(name):
    """Registers a function as a probe of the subject that its module is named after."""

    def register(function):
        PROBES.append((function.__module__, name, function))
        return function

    return register


def eventually(condition, seconds=20):
    """The first true value of `condition`, or what it said last when the time is over."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value or time.monotonic() > end:
            return value
        time.sleep(0.1)


def run(target, subjects):
    """Runs the probes of the subjects. True when all held."""
    passed, failed = 0, 0
    for subject, name, function in PROBES:
        if subject not in subjects:
            continue
        result, words = outcome(function, target)
        if result == "left out":
            print(f"left out {subject}: {name}: {words}", flush=True)
            continue
        passed, failed = passed + (result == "held"), failed + (result == "BROKEN")
        print(f"{result:<8} {subject}: {name}", flush=True)
        if words:
            print("         " + words.replace("\n", "\n         "), flush=True)
    print(f"{passed} passed, {failed} failed")
    return failed == 0


def outcome(function, target):
    """A probe that cannot do its work has shown nothing: it counts as broken."""
    try:
        function(target)
    except NotHere as missing:
        return "left out", str(missing)
    except Broken as broken:
        return "BROKEN", str(broken)
    except TimeoutError as over:
        if str(over) == OUT_OF_TIME:
            raise
        return "BROKEN", words_of(over)
    except Exception as error:  # pylint: disable=broad-except
        return "BROKEN", words_of(error)
    return "held", ""


OUT_OF_TIME = "the probes take longer than they may"


def words_of(error):
    last = traceback.extract_tb(sys.exc_info()[2])[-1]
    return f"{type(error).__name__}: {error} ({last.filename.rsplit('/', 1)[-1]}:{last.lineno})"
