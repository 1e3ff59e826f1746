# The steps of ./dev test, each a function check_NAME; again_NAME runs what failed of it once more. Sourced by ./dev.
# shellcheck shell=bash

check_lint() {
    need_tools
    need_packages shellcheck
    need_component rustfmt
    need_component clippy
    cd "$ROOT" || exit
    local status=0
    shellcheck --shell=bash --external-sources dev .ci/run docker/make-env tools/dev/*.sh || status=1
    shellcheck tools/dev/background-chromium docker/mosquitto/start.sh docker/sip-edge/start.sh docker/build docker/skeleton docker/*/start docker/rtpengine/drain || status=1
    shellcheck --external-sources tools/delivery/release-charts || status=1
    python3 "$DELIVERY/crates.py" || status=1
    python3 "$DELIVERY/features.py" || status=1
    cargo fmt --all --check || status=1
    cargo clippy --workspace --all-targets --locked -- -D warnings || status=1
    return $status
}

# Some installations of Rust come without them.
need_component() {
    local program=cargo-${1/rustfmt/fmt}
    "$program" --version >/dev/null 2>&1 || rustup component add "$1" || die "$1 is missing: rustup component add $1"
}

NEXTEST_VERSION=0.9.151
NEXTEST=$CACHE/tools/nextest-$NEXTEST_VERSION

# cargo-nextest at a pinned version, so that every machine decides alike: a process for each test, and the same retries.
need_nextest() {
    PATH=$NEXTEST/bin:$PATH
    (
        mkdir -p "$CACHE/tools"
        flock 7
        [[ -x $NEXTEST/bin/cargo-nextest ]] && exit
        say "installing cargo-nextest $NEXTEST_VERSION (once, some minutes)"
        # It starts tests and waits for them: half of its build would be spent on making it fast.
        CARGO_PROFILE_RELEASE_OPT_LEVEL=1 CARGO_TARGET_DIR=$NEXTEST/target cargo install cargo-nextest --version "=$NEXTEST_VERSION" --locked --quiet \
            --no-default-features --features default-no-update --root "$NEXTEST"
        rm -rf "$NEXTEST/target"
    ) 7>"$NEXTEST.lock" || die "cargo-nextest $NEXTEST_VERSION could not be installed"
}

check_rust() {
    local status=0 filter=(--workspace)
    need_rust_tests
    # shellcheck disable=SC2015
    [[ ! -s $ROOT/.dev-test/changed-tests ]] || filter+=(-E "$(<"$ROOT/.dev-test/changed-tests")")
    nextest rust "${filter[@]}" || status=1
    with_env cargo test --workspace --locked --no-fail-fast --doc || status=1 # nextest has none of these
    return $status
}

again_rust() {
    need_rust_tests
    nextest rust --workspace --test-threads 1 -E "$("$ROOT/tools/dev/nextest.py" filter "$FAILURES/rust.before")"
}

need_rust_tests() {
    need_tools
    need_packages openssl
    need_phones
    need_nextest
    fresh_servers test
    cd "$ROOT" || exit
    # The frames of a runtime would fill what a pipeline shows of a failure, in place of what went wrong.
    export RUST_BACKTRACE=0
}

# nextest STEP ARGUMENT..: leaves the tests that failed in FAILURES/STEP. nextest writes its report into the clone, wherever cargo builds.
nextest() {
    local step=$1 status=0 report=$ROOT/target/nextest/dev/junit.xml
    shift
    rm -f "$report"
    with_env cargo nextest run --profile dev --locked --no-fail-fast "$@" || status=$?
    if [[ -e $report ]]; then
        "$ROOT/tools/dev/nextest.py" failures "$report" >"$FAILURES/$step"
    elif ((status == 0)); then
        warn "nextest left no report in $report: no test that fails would run again"
        status=1
    fi
    return $status
}

check_console() {
    need_tools
    install_console
    cd "$CONSOLE" || exit
    NO_COLOR=1 FAILURES=$FAILURES/console npm run check
}

# The files of the tests that failed.
again_console() {
    cd "$CONSOLE" || exit
    mapfile -t files < <(cut -d' ' -f1 "$FAILURES/console.before" | sort -u)
    NO_COLOR=1 FAILURES=$FAILURES/console npx vitest run "${files[@]}"
}

# The console in a browser, with answers of the tests' own: what it does, and axe on every page and dialog.
check_screens() { run_screens none; }

again_screens() { run_screens none --last-failed; }

# And pictures of every screen, in one look of four. Only by name, `./dev test looks`, since it takes its time.
check_looks() { run_screens dark-ru; }

# run_screens LOOK [ARGUMENT of Playwright..]
run_screens() {
    local look=$1
    shift
    need_tools
    need_packages chromium fonts-noto-core
    install_console
    use_set screens
    mkdir -p "$STATE"
    choose_ports
    cd "$CONSOLE" || exit
    # Playwright leaves its server behind when its time is over.
    # shellcheck disable=SC2064
    trap "pkill -f '[v]ite preview .*--port $(port vestibule) --strictPort' || true" EXIT
    NO_COLOR=1 CHROMIUM=$ROOT/tools/dev/background-chromium CONSOLE_PORT=$(port vestibule) LOOK=$look FAILURES=$FAILURES/screens \
        env -u VESTIBULE_URL npm run e2e -- "$@"
}

# Everything is built and installed first, then runs where there is no network but loopback: what reaches for the
# outside fails here as it would on a site without. Real calls need nothing else.
check_e2e() { run_isolated e2e_alone; }

again_e2e() { run_isolated again_e2e_alone; }

# run_isolated STEP
run_isolated() {
    need_tools
    need_packages chromium fonts-noto-core sip-tester
    need_phones
    use_set e2e
    need_servers
    build_program dev
    build_console
    (cd "$CONSOLE" && npm run --silent size)
    conformance_tools || warn "left out, since schemathesis is not cached and no registry answers: conformance"
    if anything_runs; then
        note "the set e2e runs already: its network is used"
    elif as_root && have ip && unshare --net true 2>/dev/null; then
        exec unshare --net "$ROOT/dev" step "$1"
    else
        note "no network namespace can be made here: the tests run on this machine's network"
    fi
    "check_$1"
}

check_e2e_alone() {
    set_up_e2e
    local status=0
    live || status=1
    # Last, since it leaves a site that nobody would know again.
    ! has_conformance || conformance || { status=1; printf 'conformance\tsee its log\n' >>"$FAILURES/e2e"; }
    return $status
}

check_again_e2e_alone() {
    set_up_e2e
    local status=0
    : >"$FAILURES/e2e"
    local files
    # Tests of a file build on each other: those that failed run with all before them.
    mapfile -t files < <(grep -v '^conformance'$'\t' "$FAILURES/e2e.before" | cut -d' ' -f1 | sort -u)
    [[ ${#files[@]} -eq 0 ]] || live "${files[@]/#/e2e/}" || status=1
    ! grep -q '^conformance'$'\t' "$FAILURES/e2e.before" || conformance || { status=1; printf 'conformance\tsee its log\n' >>"$FAILURES/e2e"; }
    return $status
}

set_up_e2e() {
    [[ $(ip -o link 2>/dev/null | wc -l) -ne 1 ]] || ip link set lo up
    fresh_servers e2e
    start_program "$CARGO_TARGET_DIR/debug"
}

# live [ARGUMENT of Playwright..]: what people do in a browser, with the platform behind it.
live() {
    (
        cd "$CONSOLE" || exit
        NO_COLOR=1 CHROMIUM=$(command -v chromium) VESTIBULE_ACCOUNTS=$STATE/accounts.txt \
            VESTIBULE_SIMULATOR=http://127.0.0.1:$(port device-simulator) VESTIBULE_DEV=$ROOT/dev VESTIBULE_SET=$SET \
            FAILURES=$FAILURES/e2e with_env npm run e2e -- "$@"
    )
}

# The checks that count themselves: what fails again is asked for as a whole.
# The drill comes first: what fails in it is found in the step's log with the rest.
check_faults() {
    local status=0
    "$ROOT/dev" restore-drill || status=1
    counted faults --short || status=1
    return $status
}
check_charts() { counted charts; }
check_images() { counted images --assembled; }
again_faults() { check_faults; }
again_charts() { check_charts; }
again_images() { check_images; }

# counted STEP [ARGUMENT..]: leaves the checks that failed in FAILURES/STEP.
counted() {
    local step=$1 status=0
    "$ROOT/dev" "$@" || status=1
    sed -nE 's/^FAILED +//p' "$STEP_LOG" | sed -E 's/ +[0-9]+\.[0-9] s$//; s/ *$/\tfailed/' >"$FAILURES/$step"
    ((status == 0)) || [[ -s $FAILURES/$step ]] || printf '%s\tended early\n' "$step" >"$FAILURES/$step"
    return $status
}

# run_faults ARG..: the checker gets a set of its own, since it kills. It finds the servers' ids in
# VESTIBULE_SET_DIR/run/NAME.pid and starts what it killed with `./dev infra up faults`.
run_faults() {
    need_tools
    fresh_servers faults
    build_program dev
    mkdir -p "$STATE/bin"
    cp "$CARGO_TARGET_DIR"/debug/{vestibule,device-simulator,faults} "$STATE/bin/"
    VESTIBULE_SET_DIR=$STATE VESTIBULE_DEV=$ROOT/dev VESTIBULE_HTTP_ADDR=127.0.0.1:$(port vestibule) \
        with_env "$STATE/bin/faults" --ports "$((BASE + 10))" "$@"
}

# fresh_servers SET: starts a set for this process. One that runs already, by `./dev infra up`, is
# used as it is and left running; another begins without data and is stopped at the end.
fresh_servers() {
    use_set "$1"
    lock_set
    if ! anything_runs; then
        servers_down
        rm -rf "$DATA" "$STATE"/{run,devices,blobs,port-base,data-path}
        use_set "$1"
        mkdir -p "$STATE/run"
        trap stop_everything EXIT
        trap 'exit 143' TERM INT
    fi
    servers_up
    unlock_set
}

# `timeout` sends its signal twice: the second must not cut this short. The logs stay; the data would fill the disk.
stop_everything() {
    trap '' TERM INT
    program_down
    servers_down
    rm -rf "$DATA"
}

# --- benchmarks -------------------------------------------------------------------------------

run_bench() {
    need_tools
    fresh_servers bench
    build_program release
    mkdir -p "$STATE/bin"
    cp "$CARGO_TARGET_DIR"/release/{vestibule,device-simulator,bench} "$STATE/bin/"
    need_packages sip-tester
    make_certificate "$(own_folder kamailio)"
    PATH=$(postgres_bin):$PATH VESTIBULE_SET_DIR=$STATE VESTIBULE_HTTP_ADDR=127.0.0.1:$(port vestibule) VESTIBULE_ROOT=$ROOT \
        VESTIBULE_SIP_CERTIFICATES=$DATA/kamailio VESTIBULE_SIP_BARE_ADDR=127.0.0.1:$((BASE + 18)) \
        with_env "$STATE/bin/bench" "$@"
}
