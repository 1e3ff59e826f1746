# ./dev test and ./dev bench. Sourced by ./dev.
# shellcheck shell=bash
#
# A step is a function check_NAME. It runs in a process of its own, so that `set -e` holds and the
# next step runs whatever happens to this one; its test cases are counted from what it prints.

STEPS=(lint rust console screens e2e faults charts images)
declare -A MINUTES=([lint]=30 [rust]=45 [console]=15 [screens]=15 [looks]=30 [e2e]=25 [faults]=20 [charts]=15 [images]=20)

KEPT_LOGS=${XDG_CACHE_HOME:-$HOME/.cache}/vestibule/failed

run_tests() {
    local step steps=("$@") started=$SECONDS table='' took result broken=()
    [[ $# -gt 0 ]] || steps=("${STEPS[@]}")
    for step in "${steps[@]}"; do
        [[ -n ${MINUTES[$step]:-} ]] || die "there is no step '$step': ${!MINUTES[*]}"
    done
    exec 2>&1 </dev/null
    make_room
    mkdir -p "$ROOT/.dev-test/log"
    exec 8>"$ROOT/.dev-test/testing"
    flock -n 8 || { note "waiting for the tests that run in this clone already"; flock 8; }
    local passed=0 failed=0
    for step in "${steps[@]}"; do
        took=$SECONDS
        run_step "$step"
        took=$((SECONDS - took))
        passed=$((passed + STEP_PASSED)) failed=$((failed + STEP_FAILED))
        result=ok
        ((STEP_FAILED == 0)) || { result=FAILED broken+=("$step"); keep_logs "$step"; }
        table+=$(printf '%-8s %-6s %5d passed %4d failed %6d s' "$step" "$result" "$STEP_PASSED" "$STEP_FAILED" "$took")$'\n'
    done
    for step in "${broken[@]}"; do last_words "$step"; done
    printf '\n%s%-29s %18d s\n' "$table" all $((SECONDS - started))
    echo "$passed passed, $failed failed"
    ((failed == 0))
}

# A build of everything and the servers' data take some 30 GB. The cache can be made anew: of that, what is cheapest to
# make goes first.
ROOM_GB=25
LEAST_ROOM_GB=10

make_room() {
    mkdir -p "$CARGO_TARGET_DIR"
    enough_room "$ROOM_GB" || remove_from_cache incremental -mindepth 1 -maxdepth 1
    enough_room "$ROOM_GB" || remove_from_cache deps -type f -mtime +2
    enough_room "$LEAST_ROOM_GB" ||
        die "the tests want $LEAST_ROOM_GB GB of disk in $CARGO_TARGET_DIR and in $ROOT: make room, for instance by removing the first"
}

# remove_from_cache FOLDER TEST..: what `find` finds there.
remove_from_cache() {
    local folder=$CARGO_TARGET_DIR/debug/$1
    shift
    [[ -d $folder ]] || return 0
    note "less than $ROOM_GB GB of disk are free: removing from $folder what can be built again"
    find "$folder" "$@" -exec rm -rf {} +
}

# enough_room GB: whether both the build's disk and the clone's have as much.
enough_room() {
    local least
    least=$(df --output=avail -BG "$CARGO_TARGET_DIR" "$ROOT" | tail -n +2 | sort -n | head -n 1)
    ((${least//[!0-9]/} >= $1))
}

# run_step NAME: sets STEP_PASSED and STEP_FAILED.
run_step() {
    local step=$1 log=$ROOT/.dev-test/log/step-$1.log status=0 pid tail
    printf '\n=== %s\n' "$step"
    : >"$log"
    timeout -k 60 "${MINUTES[$step]}m" "$ROOT/dev" step "$step" >"$log" 2>&1 8>&- &
    pid=$!
    # shellcheck disable=SC2064
    trap "kill $pid; exit 130" INT TERM
    tail -n +1 -f --pid=$pid "$log" &
    tail=$!
    wait $pid || status=$?
    wait $tail
    trap - INT TERM
    read -r STEP_PASSED STEP_FAILED < <(count_cases <"$log")
    if ((status == 124 || status == 137)); then
        warn "$step took longer than ${MINUTES[$step]} minutes"
    fi
    if ((status != 0 && STEP_FAILED == 0)); then
        STEP_FAILED=1
    elif [[ $step != lint ]] && ((STEP_PASSED + STEP_FAILED == 0)) && ! grep -q '^skipped: ' "$log"; then
        warn "$step ran no test"
        STEP_FAILED=1
    fi
}

# What a failed step and its servers said outlives the clone.
keep_logs() {
    local kept=$KEPT_LOGS/$1 folder
    rm -rf "$kept"
    mkdir -p "$kept"
    for folder in "$ROOT"/.dev*/log; do
        cp -r "$folder" "$kept/$(basename "${folder%/log}")"
    done
    [[ ! -d $CONSOLE/test-results ]] || cp -r "$CONSOLE/test-results" "$kept/"
}

# The end of what a step said, beside the table: pipelines keep the last lines of a long log.
last_words() {
    printf '\n=== what %s said last; the whole, with the logs of the servers: %s\n' "$1" "$KEPT_LOGS/$1"
    tail -n 40 "$ROOT/.dev-test/log/step-$1.log" | cut -c -240
    printf -- '--- the last errors of its servers, by file\n'
    (cd "$KEPT_LOGS/$1" && grep -rE '(^| |"level":")ERROR' --include='*.log' --exclude='step-*' . | tail -n 20 | cut -c -400) || true
}

# Reads what runners print, prints "PASSED FAILED". Knows the last lines of
#   cargo nextest   Summary [ 1.2s] 9 tests run: 8 passed (1 slow), 1 failed, 2 skipped
#   cargo test      test result: FAILED. 8 passed; 1 failed; 0 ignored
#   vitest               Tests  1 failed | 8 passed (9)
#   Playwright        8 passed (1.2m)     and, on lines of their own: 1 failed, 1 flaky
#   our own         8 passed, 1 failed
count_cases() {
    sed -E 's/\x1b\[[0-9;]*[A-Za-z]//g; s/\r//g' | awk '
        function before(word,    n) {
            if (!match($0, "[0-9]+ " word)) return 0
            n = substr($0, RSTART, RLENGTH)
            return n + 0
        }
        /^ *Summary \[.*tests? run:/ {
            ran = before("tests? run:"); good = before("passed")
            passed += good; failed += ran - good; next
        }
        /^test result: / { passed += before("passed"); failed += before("failed"); next }
        /^ *Tests  +[0-9]/ { passed += before("passed"); failed += before("failed"); next }
        /^  [0-9]+ (passed|flaky)( \(.*\))?$/ { passed += before("(passed|flaky)"); next }
        /^  [0-9]+ (failed|interrupted|did not run)$/ { failed += before("(failed|interrupted|did not run)"); next }
        /^[0-9]+ passed, [0-9]+ failed$/ { passed += before("passed"); failed += before("failed"); next }
        END { print passed + 0, failed + 0 }'
}

# --- steps ------------------------------------------------------------------------------------

check_lint() {
    need_tools
    need_packages shellcheck
    need_component rustfmt
    need_component clippy
    cd "$ROOT" || exit
    local status=0
    shellcheck --shell=bash --external-sources dev .ci/run docker/make-env tools/dev/*.sh || status=1
    shellcheck docker/mosquitto/start.sh docker/sip-edge/start.sh docker/build docker/skeleton docker/*/start docker/rtpengine/drain || status=1
    shellcheck --external-sources tools/delivery/release-charts || status=1
    cargo fmt --all --check || status=1
    cargo clippy --workspace --all-targets --locked -- -D warnings || status=1
    return $status
}

# Some installations of Rust come without them.
need_component() {
    local program=cargo-${1/rustfmt/fmt}
    "$program" --version >/dev/null 2>&1 || rustup component add "$1" || die "$1 is missing: rustup component add $1"
}

check_rust() {
    need_tools
    need_packages openssl
    need_phones
    fresh_servers test
    cd "$ROOT" || exit
    if ! cargo nextest --version >/dev/null 2>&1; then
        with_env cargo test --workspace --locked --no-fail-fast
        return
    fi
    # The frames of a runtime would fill what a pipeline shows of a failure, in place of what went wrong.
    export RUST_BACKTRACE=0
    local status=0
    with_env cargo nextest run --workspace --locked --no-fail-fast || status=1
    with_env cargo test --workspace --locked --no-fail-fast --doc || status=1 # nextest has none of these
    return $status
}

check_console() {
    need_tools
    install_console
    cd "$CONSOLE" || exit
    NO_COLOR=1 npm run check
}

# The console in a browser, with answers of the tests' own: what it does.
check_screens() { run_screens none; }

# And axe on every screen, in one look of four. Only by name, `./dev test looks`, since it takes its time.
check_looks() { run_screens dark-ru; }

run_screens() {
    need_tools
    need_packages chromium fonts-noto-core
    install_console
    use_set test
    choose_ports
    cd "$CONSOLE" || exit
    NO_COLOR=1 CHROMIUM=$(command -v chromium) CONSOLE_PORT=$(port vestibule) LOOK=$1 env -u VESTIBULE_URL npm run e2e
}

# Everything is built and installed first, then runs where there is no network but loopback: what reaches for the
# outside fails here as it would on a site without. Real calls need nothing else.
check_e2e() {
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
        exec unshare --net "$ROOT/dev" step e2e_alone
    else
        note "no network namespace can be made here: the tests run on this machine's network"
    fi
    run_e2e
}

check_e2e_alone() {
    ip link set lo up
    run_e2e
}

run_e2e() {
    fresh_servers e2e
    start_program "$CARGO_TARGET_DIR/debug"
    cd "$CONSOLE" || exit
    local status=0
    NO_COLOR=1 CHROMIUM=$(command -v chromium) VESTIBULE_ACCOUNTS=$STATE/accounts.txt VESTIBULE_SIMULATOR=http://127.0.0.1:$(port device-simulator) \
        VESTIBULE_DEV=$ROOT/dev VESTIBULE_SET=$SET \
        with_env npm run e2e || status=1
    # Last, since it leaves a site that nobody would know again.
    ! has_conformance || conformance || status=1
    return $status
}

check_faults() { run_faults --short; }

check_charts() { run_charts; }

check_images() { run_images --assembled; }

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
        rm -rf "$DATA" "$STATE"/{run,devices,port-base}
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
