# Sets, ports, processes and messages. Sourced by ./dev.
# shellcheck shell=bash
#
# A set is a private group of servers with its own folder (STATE), data (DATA) and block of
# ports (BASE), so that `./dev up` and `./dev test` run side by side.

if [[ -t 1 && -z ${NO_COLOR:-} ]]; then
    DIM=$'\e[2m' RED=$'\e[31m' PLAIN=$'\e[0m'
else
    DIM='' RED='' PLAIN=''
fi

# What outlives the clone: builds, tools, logs of failures.
# shellcheck disable=SC2034 # read by the other parts
CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/vestibule

say() { printf '%s\n' "$*"; }
note() { printf '%s%s%s\n' "$DIM" "$*" "$PLAIN"; }
warn() { printf '%s%s%s\n' "$RED" "$*" "$PLAIN" >&2; }
die() { warn "$*"; exit 1; }

as_root() { [[ $EUID -eq 0 ]]; }
have() { command -v "$1" >/dev/null 2>&1; }

# --- sets -------------------------------------------------------------------------------------

# Faults, images and the restore drill never run at the same time, and neither do screens and benchmarks.
declare -A SET_OFFSET=([dev]=0 [test]=20 [e2e]=40 [faults]=60 [images]=60 [restore]=60 [bench]=80 [screens]=80)
declare -A PORT_OFFSET=([postgres]=1 [redis]=2 [rabbitmq]=3 [erlang]=4 [epmd]=5 [mosquitto]=6
    [mailbox]=0 [mail]=7 [vestibule]=8 [device-simulator]=9
    [kamailio]=10 [sip-wss]=11 [sip-ws]=12 [sip-rpc]=13 [telephony]=14 [rtpengine]=15 [panels-control]=16 [sip-inside]=17
    [license-server]=18 [rabbitmq-metrics]=19)

use_set() {
    SET=$1
    [[ -n ${SET_OFFSET[$SET]:-} ]] || die "there is no set '$SET': ${!SET_OFFSET[*]}"
    STATE=$ROOT/.dev
    [[ $SET == dev ]] || STATE=$ROOT/.dev-$SET
    DATA=$STATE/servers
    [[ ! -f $STATE/data-path ]] || DATA=$(<"$STATE/data-path")
    BASE=''
    if [[ -n ${VESTIBULE_PORT_BASE:-} ]]; then
        BASE=$((VESTIBULE_PORT_BASE + SET_OFFSET[$SET]))
    elif [[ -f $STATE/port-base ]]; then
        BASE=$(<"$STATE/port-base")
    fi
}

# One ./dev at a time works on a set. Descriptor 9 is closed for every server we start.
lock_set() {
    mkdir -p "$STATE/run" "$STATE/log"
    exec 9>"$STATE/lock"
    flock -n 9 && return
    note "another ./dev is at work on the set '$SET': waiting for it"
    flock -w 1800 9 || die "gave up waiting after 30 minutes"
}

unlock_set() { exec 9>&-; }

port_answers() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

block_is_free() {
    local name
    for name in "${!PORT_OFFSET[@]}"; do
        ! port_answers $(($1 + PORT_OFFSET[$name])) || return 1
    done
}

anything_runs() {
    local file name
    for file in "$STATE"/run/*.pid; do
        name=${file##*/}
        ! pid_of "${name%.pid}" >/dev/null || return 0
    done
    return 1
}

# A set keeps its block of ports, unless somebody else has taken part of it meanwhile.
choose_ports() {
    if [[ -z ${VESTIBULE_PORT_BASE:-} ]] && ! anything_runs && ! block_is_free "${BASE:=$((25400 + SET_OFFSET[$SET]))}"; then
        for ((BASE = 25400 + SET_OFFSET[$SET]; BASE < 30000; BASE += 100)); do
            ! block_is_free "$BASE" || break
        done
    fi
    echo "$BASE" >"$STATE/port-base"
}

port() { echo $((BASE + PORT_OFFSET[$1])); }

# The servers do not run as root, so their users must be able to reach their data. A clone in a
# closed home folder gets a folder in /var/tmp instead, remembered in STATE/data-path.
choose_data() {
    local outside=''
    if [[ $SET == test ]] && fits_in_memory; then
        outside=/dev/shm
    elif as_root && ! as_user nobody test -x "$STATE"; then
        outside=/var/tmp
    fi
    if [[ -n $outside && ! -f $STATE/data-path ]]; then
        DATA=$outside/vestibule-$(printf %s "$STATE" | sha256sum | cut -c1-12)
        # What a deleted clone left there opens by no secret of this one.
        [[ ! -O $DATA ]] || rm -rf "$DATA"
        echo "$DATA" >"$STATE/data-path"
    fi
    [[ -d $DATA ]] || mkdir -m 711 "$DATA"
    # Somebody else may have made a folder of this name there before us.
    [[ ! -L $DATA && $(stat -c %u "$DATA") == "$EUID" ]] || die "$DATA belongs to somebody else"
}

# Each Rust test makes a database of hundreds of files, and drops one: ext4 is busy with that for a quarter of the tests' time.
# The data of the set takes some 2 GB.
fits_in_memory() {
    local disk memory
    disk=$(df --output=avail -BG /dev/shm 2>/dev/null | tail -n 1)
    memory=$(awk '/^MemAvailable:/ { print int($2 / 1048576) }' /proc/meminfo)
    ((${disk//[!0-9]/} >= 6 && memory >= 12))
} 2>/dev/null

remove_data() {
    rm -rf "$DATA" "$STATE"
    say "removed the data of '$SET'"
}

# --- processes --------------------------------------------------------------------------------

# The words before a command that run it as another user, when we are root; none otherwise. Each
# of them execs the next, so the process id is the command's own.
set_prefix() {
    PREFIX=()
    ! as_root || PREFIX=(setpriv --reuid="$1" --regid="$(id -g "$1")" --init-groups --)
}

as_user() {
    local PREFIX
    set_prefix "$1"
    shift
    "${PREFIX[@]}" "$@"
}

# The moment a live process began, in ticks since the machine's start: with its id, a name that is
# never given twice. Nothing for a process that has ended.
began() {
    local line fields
    { line=$(<"/proc/$1/stat"); } 2>/dev/null || return 0
    read -ra fields <<<"${line##*) }"
    [[ ${fields[0]} == Z ]] || echo "${fields[19]}"
}

# Prints the id of the process that we started under this name, if it still runs.
pid_of() {
    local pid start
    { read -r pid start <"$STATE/run/$1.pid"; } 2>/dev/null || return 1
    [[ -n $start && $(began "$pid") == "$start" ]] && echo "$pid"
}

# spawn NAME USER COMMAND..: starts it in the background, with a log and a pid file of its own.
spawn() {
    local name=$1 log=$STATE/log/$1.log PREFIX
    set_prefix "$2"
    shift 2
    [[ ! -s $log ]] || mv "$log" "$log.1"
    (cd / && exec setsid "${PREFIX[@]}" "$@" </dev/null >"$log" 2>&1 9>&-) &
    echo "$! $(began $!)" >"$STATE/run/$name.pid"
    disown
}

# await NAME SECONDS PROBE..: until the probe succeeds; fails when the process ends or time is up.
await() {
    local name=$1 end=$((SECONDS + $2)) limit=$2
    shift 2
    until "$@" >/dev/null 2>&1; do
        if ! pid_of "$name" >/dev/null; then
            "$@" >/dev/null 2>&1 && return
            warn "$name ended while starting; its last words:"
        elif ((SECONDS >= end)); then
            warn "$name is not ready after $limit seconds; its last words:"
        else
            sleep 0.1
            continue
        fi
        tail -n 15 "$STATE/log/$name.log" >&2
        return 1
    done
}

# stop NAME [SIGNAL]: ends a process of ours, by force when it takes longer than 30 seconds.
stop() {
    local name=$1 signal=${2:-TERM} pid end=$((SECONDS + 30))
    if pid=$(pid_of "$name"); then
        kill -s "$signal" "$pid" 2>/dev/null || true
        while pid_of "$name" >/dev/null; do
            if ((SECONDS >= end)); then
                warn "$name does not stop: killing it"
                kill -KILL -- "-$pid" 2>/dev/null || true
            fi
            sleep 0.05
        done
        note "stopped $name"
    fi
    rm -f "$STATE/run/$name.pid"
}
