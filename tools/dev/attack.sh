# The reviewers' black-box probes against the running platform (tools/attack). Sourced by ./dev.
# shellcheck shell=bash

# ./dev attack [SUBJECT..]: on what `up` started; on a platform of yours where VESTIBULE_URL and VESTIBULE_ACCOUNTS name it.
run_attack() {
    have python3 || die "python3 is needed: it is not on the PATH"
    if [[ -n ${VESTIBULE_URL:-} && -n ${VESTIBULE_ACCOUNTS:-} ]]; then
        python3 -B "$ROOT/tools/attack/run.py" "$@"
        return
    fi
    use_set dev
    pid_of vestibule >/dev/null || die "the program does not run: ./dev up"
    attack "$@"
}

# Attacks what runs in the set.
attack() { VESTIBULE_ACCOUNTS=$STATE/accounts.txt with_env python3 -B "$ROOT/tools/attack/run.py" "$@"; }
