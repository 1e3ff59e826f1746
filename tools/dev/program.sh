# Builds the program and the console, and runs them on the servers of a set. Sourced by ./dev.
# shellcheck shell=bash

export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/vestibule/target}
CONSOLE=$ROOT/web-console

program_up() {
    need_tools
    need_phones
    servers_up
    build_program dev
    build_console
    start_program "$CARGO_TARGET_DIR/debug"
    program_summary
}

# --- build ------------------------------------------------------------------------------------

need_tools() {
    have cargo || die "Rust is needed: cargo is not on the PATH (https://rustup.rs)"
    have node || die "Node 20 or later is needed: node is not on the PATH"
    have npm || die "npm is needed: it is not on the PATH"
    [[ $(node -p 'process.versions.node.split(".")[0]') -ge 20 ]] || die "Node 20 or later is needed, this is $(node --version)"
    need_packages gcc libc6-dev
}

# What simulated panels telephone with.
need_phones() { need_packages baresip-core baresip-ffmpeg; }

# build_program PROFILE: dev or release.
build_program() {
    say "building the program (the first time takes some minutes)"
    (cd "$ROOT" && cargo build --workspace --locked --profile "$1")
}

install_console() {
    local lock=$CONSOLE/node_modules/.package-lock.json
    [[ $lock -nt $CONSOLE/package-lock.json ]] && return
    say "installing the console's packages"
    (cd "$CONSOLE" && PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --no-audit --no-fund --prefer-offline --loglevel=error)
    touch "$lock"
}

build_console() {
    install_console
    local built=$CONSOLE/dist/index.html
    if [[ -f $built && -z $(find "$CONSOLE" \( -name node_modules -o -name dist -o -name e2e \) -prune -o -type f -newer "$built" -print -quit) ]]; then
        return
    fi
    say "building the console"
    (cd "$CONSOLE" && npm run --silent build)
    touch "$built"
}

# --- run --------------------------------------------------------------------------------------

# start_program FOLDER: runs the binaries of a build, from a copy, since clones share the folder of
# builds. Does nothing when they run already, with these settings.
start_program() {
    local build made
    choose_license_keys "$1"
    choose_http
    build=$(stat -c '%n %Y %s' "$1/vestibule" "$1/device-simulator" "$1/license-server"; sha256sum <"$STATE/env")
    made=$(cat "$STATE/run/program" 2>/dev/null || true)
    if [[ $build == "$made" ]] && pid_of vestibule >/dev/null && pid_of device-simulator >/dev/null && http_ok "$HTTP" /readyz; then
        return
    fi
    program_down
    mkdir -p "$STATE/bin"
    cp --remove-destination "$1/vestibule" "$1/device-simulator" "$1/license-server" "$STATE/bin/" # its last process may be on its way out
    say "preparing the databases and the demonstration site"
    vestibule setup
    vestibule migrate
    start_edge
    vestibule demo --accounts-file "$STATE/accounts.txt" --devices-file "$STATE/devices.json"
    start_license_server
    start_services
    start_simulator
    echo "$build" >"$STATE/run/program"
}

# The key by which the licence server of this set signs; the program trusts it. It is made once.
choose_license_keys() {
    # shellcheck disable=SC2034 # environment.sh writes them into STATE/env
    LICENSE_KEYS=$("$1/license-server" --key-file "$STATE/license-key" public-key)
}

# A vendor's licence server: for trying licences by key and from files. The evaluation licence needs neither.
start_license_server() {
    with_env spawn license-server "$(id -un)" "$STATE/bin/license-server" --key-file "$STATE/license-key" \
        serve --ledger "$STATE/licenses.jsonl" --address "127.0.0.1:$(port license-server)"
    await license-server 20 port_answers "$(port license-server)" || die "the licence server does not start: ./dev logs license-server"
}

start_services() {
    with_env spawn vestibule "$(id -un)" "$STATE/bin/vestibule" all
    await vestibule 60 http_ok "$HTTP" /readyz || die "the program does not become ready: ./dev logs vestibule"
}

# For tests of what survives: ends the program as a crash would, and starts it again as it was.
crash_program() {
    pid_of vestibule >/dev/null || die "the program of '$SET' does not run"
    HTTP=$(<"$STATE/http-addr")
    stop vestibule KILL
    start_services
}

# The ports of its telephones lie between those of rtpengine and those that the kernel gives out by itself.
start_simulator() {
    local page phones=$((30000 + 25 * ${SET_OFFSET[$SET]}))
    page=127.0.0.1:$(port device-simulator)
    with_env spawn device-simulator "$(id -un)" "$STATE/bin/device-simulator" run --broker "$(env_value VESTIBULE_MQTT_URL)" \
        --state "$STATE/devices" --credentials "$STATE/devices.json" --http "$page" \
        --sip-media-ports "$phones-$((phones + 479))" --sip-control-ports "$((phones + 480))-$((phones + 499))"
    await device-simulator 20 port_answers "$(port device-simulator)" || die "the simulated devices do not start"
}

program_down() {
    stop device-simulator
    stop vestibule
    stop license-server
}

# Runs a command of the program to its end; what it says goes to a log, shown when it fails.
vestibule() {
    local log=$STATE/log/$1.log
    with_env "$STATE/bin/vestibule" "$@" >"$log" 2>&1 9>&- && return
    tail -n 30 "$log" >&2
    die "vestibule $1 failed"
}

with_env() {
    # shellcheck source=/dev/null
    (source "$STATE/env" && "$@")
}

env_value() { with_env printenv "$1"; }

# Where the console is: the address that was asked for, else 8080 or the next free port. The one
# that was found is kept, unless somebody else has taken it meanwhile.
choose_http() {
    local file=$STATE/http-addr port
    if [[ -n ${VESTIBULE_HTTP_ADDR:-} && $SET == dev ]]; then
        HTTP=$VESTIBULE_HTTP_ADDR
    elif [[ $SET != dev ]]; then
        HTTP=127.0.0.1:$(port vestibule)
    elif [[ -f $file ]] && { pid_of vestibule >/dev/null || ! port_answers "$(cut -d: -f2 "$file")"; }; then
        HTTP=$(<"$file")
    else
        for ((port = 8080; port < 8180; port++)); do
            port_answers "$port" || break
        done
        HTTP=127.0.0.1:$port
    fi
    echo "$HTTP" >"$file"
    write_env
}

# http_ok HOST:PORT PATH: whether it answers 200.
http_ok() {
    local status
    status=$(
        exec 3<>"/dev/tcp/${1%:*}/${1##*:}" || exit 1
        printf 'GET %s HTTP/1.0\r\nHost: %s\r\n\r\n' "$2" "$1" >&3
        read -r -t 5 _ status _ <&3 && echo "$status"
    ) 2>/dev/null
    [[ $status == 200 ]]
}

# --- what runs --------------------------------------------------------------------------------

program_summary() {
    say
    say "Vestibule:          $(env_value VESTIBULE_PUBLIC_URL)"
    say "simulated devices:  http://127.0.0.1:$(port device-simulator)"
    is_external mail || say "caught mail:        $(mailbox_url)"
    say
    cat "$STATE/accounts.txt"
    say
    note "./dev logs shows what they say, ./dev down stops them"
}

program_status() {
    local name pid address
    address=$(cat "$STATE/http-addr" 2>/dev/null || true)
    for name in vestibule device-simulator license-server; do
        if ! pid=$(pid_of "$name"); then
            say "$(printf '%-17s stopped' "$name")"
            continue
        fi
        [[ $name == vestibule ]] || address=127.0.0.1:$(port "$name")
        say "$(printf '%-17s http://%s  pid %s' "$name" "$address" "$pid")"
    done
}

follow_logs() {
    local name files=()
    for name in "$@"; do
        files+=("$STATE/log/$name.log")
    done
    [[ $# -gt 0 ]] || mapfile -t files < <(find "$STATE/log" -name '*.log' 2>/dev/null | sort)
    [[ ${#files[@]} -gt 0 ]] || die "there are no logs yet: ./dev up"
    exec tail -n 20 -F "${files[@]}"
}
