# ./dev test: which steps run, in which order, and what becomes of a test that fails. Sourced by ./dev.
# shellcheck shell=bash
#
# A step is a function check_NAME of steps.sh. It runs in a process of its own, so that `set -e` holds and the next step
# runs whatever happens to this one; its test cases are counted from what it prints.
#
# Two lanes of steps run side by side, one for each core that a small machine has: what compiles and what waits for
# browsers and servers. Steps of a lane follow each other, since those of the second share the program's build.
#
# A step leaves the tests that failed in FAILURES/NAME, a line `name<TAB>message` for each. When all lanes are done,
# again_NAME runs those tests once more, alone, and twice at most: a test that then passes is counted as passed, printed
# as FLAKY, and noted in FLAKY_NOTES until its cause is found. `./dev test --strict` runs nothing again.

LANES=("lint rust" "console screens charts e2e faults images")
declare -A MINUTES=([lint]=40 [rust]=65 [console]=20 [screens]=45 [looks]=30 [e2e]=45 [faults]=20 [charts]=15 [images]=20)
MAX_RETRIES=2
# More flaky tests than this are a fault of the build, or of the machine, and fail the run.
MAX_FLAKY=5

FAILED_LOGS=$CACHE/failed
FLAKY_NOTES=$CACHE/flaky
FAILURES=$ROOT/.dev-test/failures
RESULTS=$ROOT/.dev-test/results

# run_tests [--strict] [--changed] [STEP..]
run_tests() {
    local strict='' steps=() word started=$SECONDS
    rm -f "$ROOT/.dev-test/changed-tests"
    for word in "$@"; do
        case $word in
            --strict) strict=yes ;;
            --changed) mapfile -t -O "${#steps[@]}" steps < <(changed_steps) ;;
            -*) die "./dev test knows no option '$word': --strict --changed" ;;
            *) [[ -n ${MINUTES[$word]:-} ]] || die "there is no step '$word': ${!MINUTES[*]}"; steps+=("$word") ;;
        esac
    done
    if [[ $# -gt 0 && " $* " == *" --changed "* && ${#steps[@]} -eq 0 ]]; then
        note "nothing changed that a test could see"
        echo "0 passed, 0 failed"
        return
    fi
    # shellcheck disable=SC2206 # the words of the lanes
    [[ ${#steps[@]} -gt 0 ]] || steps=(${LANES[*]})
    exec 2>&1 </dev/null
    make_room
    keep_source_times
    mkdir -p "$ROOT/.dev-test/log"
    exec 8>"$ROOT/.dev-test/testing"
    flock -n 8 || { note "waiting for the tests that run in this clone already"; flock 8; }
    rm -rf "$FAILURES" "$RESULTS"
    mkdir -p "$FAILURES" "$RESULTS"
    run_lanes "${steps[@]}"
    [[ -n $strict ]] || for word in "${steps[@]}"; do retry_step "$word"; done
    report $((SECONDS - started)) "${steps[@]}"
}

# --- lanes ------------------------------------------------------------------------------------

# run_lanes STEP..: those of one lane are followed as they run; those of two are printed each when it has ended.
run_lanes() {
    local lane step lanes=() chosen
    for lane in "${LANES[@]}" looks; do
        chosen=''
        for step in $lane; do
            [[ " $* " != *" $step "* ]] || chosen+=" $step"
        done
        [[ -z $chosen ]] || lanes+=("$chosen")
    done
    if [[ ${#lanes[@]} -eq 1 ]]; then
        # shellcheck disable=SC2086 # the words of the lane
        run_lane follow ${lanes[0]}
        return
    fi
    local pids=()
    for lane in "${lanes[@]}"; do
        # shellcheck disable=SC2086
        run_lane quiet $lane &
        pids+=($!)
    done
    # shellcheck disable=SC2064
    trap "kill ${pids[*]}; wait; exit 130" INT TERM
    wait "${pids[@]}" || true
    trap - INT TERM
}

run_lane() {
    local how=$1 step
    shift
    for step in "$@"; do run_step "$how" "$step"; done
}

# run_step follow|quiet STEP: leaves "PASSED FAILED SECONDS" in RESULTS/STEP.
run_step() {
    local how=$1 step=$2 log=$ROOT/.dev-test/log/step-$2.log status=0 pid tail='' passed failed began=$SECONDS
    : >"$log"
    STEP_LOG=$log timeout -k 60 "${MINUTES[${step#again_}]}m" "$ROOT/dev" step "$step" >"$log" 2>&1 8>&- &
    pid=$!
    # shellcheck disable=SC2064
    trap "kill $pid; exit 130" INT TERM
    if [[ $how == follow ]]; then
        printf '\n=== %s\n' "$step"
        tail -n +1 -f --pid=$pid "$log" &
        tail=$!
    else
        note "=== $step begins"
    fi
    wait $pid || status=$?
    [[ -z $tail ]] || wait "$tail"
    trap - INT TERM
    read -r passed failed < <(count_cases <"$log")
    if ((status == 124 || status == 137)); then
        echo "$step took longer than ${MINUTES[${step#again_}]} minutes" >>"$log"
    fi
    if ((status != 0 && failed == 0)); then
        failed=1
    elif [[ $step != lint ]] && ((passed + failed == 0)) && ! grep -q '^skipped: ' "$log"; then
        echo "$step ran no test" >>"$log"
        failed=1
    fi
    echo "$passed $failed $((SECONDS - began))" >"$RESULTS/$step"
    # Whole logs of two lanes never mix.
    [[ $how == follow ]] || flock "$RESULTS" cat <(printf '\n=== %s\n' "$step") "$log"
}

# One step, or one of those that run again, in a process of its own.
run_one_step() { if declare -F "$1" >/dev/null; then "$1"; else "check_$1"; fi; }

# --- tests that fail --------------------------------------------------------------------------

# retry_step STEP: runs the tests that failed once more, alone.
retry_step() {
    local step=$1 retry before=$FAILURES/$1.before passed failed took name message seconds
    read -r passed failed seconds <"$RESULTS/$step"
    for ((retry = 1; retry <= MAX_RETRIES; retry++)); do
        ((failed > 0)) && [[ -s $FAILURES/$step ]] && declare -F "again_$step" >/dev/null || return 0
        mv "$FAILURES/$step" "$before"
        sed "s/^/try $retry: /" "$before" >>"$FAILURES/$step.all"
        run_step follow "again_$step"
        read -r _ _ took <"$RESULTS/again_$step"
        rm "$RESULTS/again_$step"
        seconds=$((seconds + took))
        if [[ ! -e $FAILURES/$step ]]; then
            mv "$before" "$FAILURES/$step" # nothing could be run
            continue
        fi
        while IFS=$'\t' read -r name message; do
            grep -qF "$name"$'\t' "$FAILURES/$step" && continue
            passed=$((passed + 1)) failed=$((failed - 1))
            printf '%s\t%s\t%s\n' "$step" "$name" "$message" >>"$RESULTS/flaky.list"
        done <"$before"
        echo "$passed $failed $seconds" >"$RESULTS/$step"
    done
}

# --- the report -------------------------------------------------------------------------------

# report SECONDS STEP..
report() {
    local took=$1 step passed failed seconds result sum_passed=0 sum_failed=0 flaky=0 table='' broken=()
    shift
    for step in "$@"; do
        read -r passed failed seconds <"$RESULTS/$step"
        sum_passed=$((sum_passed + passed)) sum_failed=$((sum_failed + failed)) result=ok
        ((failed == 0)) || { result=FAILED; broken+=("$step"); keep_logs "$step"; }
        table+=$(printf '%-8s %-6s %5d passed %4d failed %6d s' "$step" "$result" "$passed" "$failed" "$seconds")$'\n'
    done
    for step in "${broken[@]}"; do last_words "$step"; done
    if [[ -e $RESULTS/flaky.list ]]; then
        # Tests that build on one that failed have no cause of their own.
        flaky=$(grep -vc $'\tdid not run: ' "$RESULTS/flaky.list") || true
        note_flaky
    fi
    printf '\n%s%-29s %18d s\n' "$table" all "$took"
    if ((flaky > MAX_FLAKY)); then
        warn "$flaky tests passed only when they were run again, and $MAX_FLAKY are let pass"
        sum_failed=$((sum_failed + 1))
    fi
    echo "$sum_passed passed, $sum_failed failed"
    ((sum_failed == 0))
}

# Each flaky test with what it said first; also in a file that outlives the clone.
note_flaky() {
    local step name message file
    mkdir -p "$FLAKY_NOTES"
    file=$FLAKY_NOTES/$(date +%Y-%m-%d-%H%M%S)-$(git -C "$ROOT" rev-parse --short HEAD 2>/dev/null || echo none).txt
    echo
    while IFS=$'\t' read -r step name message; do
        printf 'FLAKY %s: %s: %s\n' "$step" "$name" "$message"
    done <"$RESULTS/flaky.list" | tee "$file" | cut -c -400
}

# What a failed step and its servers said outlives the clone.
keep_logs() {
    local folder kept=$FAILED_LOGS/$1
    rm -rf "$kept"
    mkdir -p "$kept"
    for folder in "$ROOT"/.dev*/log; do
        cp -r "$folder" "$kept/$(basename "${folder%/log}")"
    done
    [[ ! -d $CONSOLE/test-results ]] || cp -r "$CONSOLE/test-results" "$kept/"
}

# The end of what a step said, beside the table: pipelines keep the last lines of a long log.
last_words() {
    printf '\n=== what %s said last; the whole, with the logs of the servers: %s\n' "$1" "$FAILED_LOGS/$1"
    tail -n 40 "$ROOT/.dev-test/log/step-$1.log" | cut -c -240
    printf -- '--- what each failed test said, first of all tries\n'
    cat "$FAILURES/$1.all" "$FAILURES/$1" 2>/dev/null | cut -c -400
    printf -- '--- the last errors of its servers, by file\n'
    (cd "$FAILED_LOGS/$1" && grep -rE '(^| |"level":")ERROR' --include='*.log' --exclude='step-*' . | tail -n 20 | cut -c -400) || true
}

# Reads what runners print, prints "PASSED FAILED". Knows the last lines of
#   cargo nextest   Summary [ 1.2s] 9 tests run: 8 passed (1 slow), 1 failed, 2 skipped
#   cargo test      test result: FAILED. 8 passed; 1 failed; 0 ignored
#   vitest               Tests  1 failed | 8 passed (9)
#   Playwright        8 passed (1.2m)     and, on lines of their own: 1 failed
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
        /^  [0-9]+ passed( \(.*\))?$/ { passed += before("passed"); next }
        /^  [0-9]+ (failed|interrupted|did not run)$/ { failed += before("(failed|interrupted|did not run)"); next }
        /^[0-9]+ passed, [0-9]+ failed$/ { passed += before("passed"); failed += before("failed"); next }
        END { print passed + 0, failed + 0 }'
}

# --- disk -------------------------------------------------------------------------------------

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

# In a pipeline, a clone of an unchanged file is as old as the file that was built before.
keep_source_times() {
    [[ -n ${CI:-} ]] || return 0
    "$ROOT/tools/dev/source_times.py" "$ROOT" "$CARGO_TARGET_DIR" || warn "every file is taken as changed"
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
