"""Asks the running platform what its API document promises, by schemathesis (README.md).

    run.py API_DOCUMENT [ARGUMENT of schemathesis..]

VESTIBULE_URL is where the platform is, VESTIBULE_ACCOUNTS the file of the demonstration site's accounts. Its last line says
how many operations passed and failed.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import urllib.request
import xml.etree.ElementTree

# Requests for each operation, from this seed.
EXAMPLES, SEED = 4, 7
REPORT = "report.xml"
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
LEFT_OUT = {
    "logout": "ends the session that asks",
    "deleteProfile": "deletes the user who asks",
    "revokeOtherSessions": "ends sessions of tests beside it",
    "restartBroker": "restarts Mosquitto under the tests of devices",
    "restartSipService": "restarts Kamailio under the tests of calls",
}


def administrator():
    for line in pathlib.Path(os.environ["VESTIBULE_ACCOUNTS"]).read_text().splitlines():
        email, password, role = line.split()
        if role == "administrator":
            return {"login": email, "password": password}
    raise SystemExit("the demonstration site has no administrator")


def token(url):
    headers = {"content-type": "application/json"}
    request = urllib.request.Request(f"{url}/api/v0/login", json.dumps(administrator()).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)["sessions"][0]["token"]


def schemathesis(url, document, folder, arguments):
    """What it keeps for itself stays in the folder, its report included."""
    command = [str(pathlib.Path(sys.executable).with_name("schemathesis")), "run", document, "--url", url]
    command += ["--header", f"Authorization: Bearer {token(url)}", "--checks", CHECKS, "--phases", "fuzzing"]
    command += ["--max-examples", str(EXAMPLES), "--seed", str(SEED), "--workers", "2", "--no-shrink", "--continue-on-failure"]
    # Its own measures of speed and of how hard data are to make say nothing on a busy machine.
    command += ["--suppress-health-check", "all", "--request-timeout", "60", "--warnings", "off", "--no-color"]
    command += [part for name in LEFT_OUT for part in ("--exclude-operation-id", name)]
    command += ["--report", "junit", "--report-junit-path", REPORT, *arguments]
    return subprocess.run(command, cwd=folder, check=False).returncode


def counts(report):
    """Operations that were asked, and those that failed."""
    suites = xml.etree.ElementTree.parse(report).getroot()
    return int(suites.get("tests")), int(suites.get("failures")) + int(suites.get("errors"))


def main():
    document, *arguments = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        status = schemathesis(os.environ["VESTIBULE_URL"], str(pathlib.Path(document).resolve()), folder, arguments)
        ran, failed = counts(pathlib.Path(folder, REPORT))
    print(f"{ran - failed} passed, {failed} failed")
    raise SystemExit(status or int(failed > 0))


main()
