"""Attacks a running platform on this machine (README.md).

    run.py [SUBJECT..]

VESTIBULE_URL is where the platform is, VESTIBULE_ACCOUNTS the file of the demonstration site's accounts; VESTIBULE_MQTT_URL,
VESTIBULE_SIP_* and VESTIBULE_MAILBOX_URL name the other parts, and without them their probes are left out. The last line says
how many probes the platform held and how many it did not.
"""

import importlib
import signal
import sys

import probes
import target

SUBJECTS = [
    "tokens", "sessions", "guessing", "tenants", "rights", "accounts", "providers", "bad_input", "uploads", "outgoing", "connections", "mqtt", "sip",
]
# Longest time for all of them, in seconds.
TIME = 300


def out_of_time(*_):
    raise TimeoutError(probes.OUT_OF_TIME)


def main():
    asked = sys.argv[1:] or SUBJECTS
    unknown = set(asked) - set(SUBJECTS)
    if unknown:
        raise SystemExit(f"there is no subject {', '.join(sorted(unknown))}: {' '.join(SUBJECTS)}")
    for subject in SUBJECTS:
        importlib.import_module(subject)
    attacked = target.Target()
    signal.signal(signal.SIGALRM, out_of_time)
    signal.alarm(TIME)
    try:
        held = probes.run(attacked, asked)
    finally:
        signal.alarm(0)
        attacked.leave()
    raise SystemExit(0 if held else 1)


if __name__ == "__main__":
    main()
