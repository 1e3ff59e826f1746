# The running platform against its API document, by schemathesis (tools/conformance). Sourced by ./dev.
# shellcheck shell=bash

CONFORMANCE_PINS=$ROOT/tools/conformance/requirements.txt
CONFORMANCE=${XDG_CACHE_HOME:-$HOME/.cache}/vestibule/tools/conformance-$(sha256sum <"$CONFORMANCE_PINS" | cut -c1-12)

# ./dev conformance [ARGUMENT of schemathesis..]: on the set of the tests in the browser.
run_conformance() {
    need_tools
    conformance_tools || die "schemathesis is not cached, and no registry answers"
    fresh_servers e2e
    build_program dev
    start_program "$CARGO_TARGET_DIR/debug"
    conformance "$@"
}

# Asks what runs in the set.
conformance() {
    VESTIBULE_ACCOUNTS=$STATE/accounts.txt with_env "$CONFORMANCE/bin/python" "$ROOT/tools/conformance/run.py" "$CONSOLE/openapi.json" "$@"
}

has_conformance() { [[ -e $CONFORMANCE/complete ]]; }

# Whether it is there. A missing network is nobody's mistake; anything else is.
conformance_tools() {
    if has_conformance || { (need_packages python3-venv) && install_conformance; }; then
        return
    fi
    ! registries_answer || die "schemathesis cannot be installed, though the registries answer: see $CONFORMANCE.log"
    return 1
}

install_conformance() {
    say "installing schemathesis (once)"
    mkdir -p "${CONFORMANCE%/*}"
    (
        flock 7
        has_conformance || { pip_into "$CONFORMANCE" "$CONFORMANCE_PINS" >"$CONFORMANCE.log" 2>&1 && touch "$CONFORMANCE/complete"; }
    ) 7>"$CONFORMANCE.lock"
}
