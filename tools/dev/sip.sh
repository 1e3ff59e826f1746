# Kamailio, the SIP edge, and rtpengine, the relay of media. Sourced by ./dev.
# shellcheck shell=bash

# The "nothing lost" checker kills what it knows, and makes no calls.
has_sip() { [[ $SET != faults ]]; }

# Browsers accept no certificate that we made ourselves: here, where the console is served over http, they get a
# websocket without TLS. The tests' browser is told to accept it.
websocket_transport() {
    if [[ $SET == e2e ]]; then echo wss; else echo ws; fi
}

sip_env() {
    local secret=$SIP_SECRET websocket
    websocket=$(websocket_transport)
    # The tests of a service make a service each; the address would be taken after the first.
    [[ $SET == test ]] || variable VESTIBULE_SIP_ADDR "127.0.0.1:$(port telephony)"
    variable VESTIBULE_SIP_EDGE_ADDR "127.0.0.1:$(port sip-inside)"
    variable VESTIBULE_SIP_EDGE_RPC_URL "${VESTIBULE_SIP_EDGE_RPC_URL:-http://127.0.0.1:$(port sip-rpc)/RPC}"
    variable VESTIBULE_SIP_EDGE_RPC_ADDR "127.0.0.1:$(port sip-rpc)"
    variable VESTIBULE_SIP_MEDIA_ADDR "${VESTIBULE_SIP_MEDIA_ADDR:-127.0.0.1:$(port rtpengine)}"
    variable VESTIBULE_SIP_SOUNDS "$DATA/rtpengine/sounds"
    variable VESTIBULE_SIP_DOMAIN "${VESTIBULE_SIP_DOMAIN:-sip.vestibule}"
    variable VESTIBULE_SIP_LISTEN "127.0.0.1:$(port kamailio)"
    variable VESTIBULE_SIP_WSS_LISTEN "127.0.0.1:$(port sip-wss)"
    variable VESTIBULE_SIP_WS_LISTEN "127.0.0.1:$(port sip-ws)"
    variable VESTIBULE_SIP_PUBLIC_HOST 127.0.0.1
    variable VESTIBULE_SIP_PUBLIC_PORT "$(port kamailio)"
    variable VESTIBULE_SIP_WEBSOCKET_PORT "$(port "sip-$websocket")"
    variable VESTIBULE_SIP_WEBSOCKET_TRANSPORT "$websocket"
    variable VESTIBULE_SIP_PANELS_CONTROL "127.0.0.1:$(port panels-control)"
    variable VESTIBULE_SIP_SECRET "$secret"
    variable VESTIBULE_SIP_RESTART "command:$ROOT/dev infra restart-sip $SET"
}

# --- Kamailio ---------------------------------------------------------------------------------

# The edge reads numbers from telephony's database, so it starts once that has been prepared.
start_edge() {
    has_sip && ! is_external kamailio || return 0
    touch "$(own_folder kamailio)/database-is-ready"
    start_kamailio_if_ready
}

start_kamailio_if_ready() {
    [[ -e $DATA/kamailio/database-is-ready ]] || return 0
    if ! pid_of kamailio >/dev/null; then
        port_answers "$(port kamailio)" && die "port $(port kamailio), wanted for kamailio, is taken: set VESTIBULE_PORT_BASE"
        start_kamailio
    fi
    await kamailio 30 probe_kamailio || die "kamailio does not start: see ${STATE#"$ROOT"/}/log/kamailio.log"
}

start_kamailio() {
    local folder part
    folder=$(own_folder kamailio)
    make_certificate "$folder"
    mkdir -p "$folder/edge"
    for part in kamailio.cfg tls.cfg start.sh; do
        own_file kamailio "$folder/edge/$part" <"$ROOT/docker/sip-edge/$part"
    done
    VESTIBULE_SIP_EDGE_CHILDREN=2 with_env spawn kamailio kamailio /bin/sh "$folder/edge/start.sh" "$folder"
}

# Made by ourselves: nobody but browsers that are told to accept it and panels that do not look.
make_certificate() {
    [[ ! -f $1/certificate.pem ]] || return 0
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 -subj /CN=127.0.0.1 \
        -addext subjectAltName=IP:127.0.0.1,DNS:localhost -keyout "$1/key.new" -out "$1/certificate.new" 2>"$STATE/log/certificate.log" ||
        die "openssl failed: $(<"$STATE/log/certificate.log")"
    own_file kamailio "$1/key.pem" <"$1/key.new"
    own_file kamailio "$1/certificate.pem" <"$1/certificate.new"
    rm "$1/key.new" "$1/certificate.new"
}

# Ready when it answers, and not only takes connections: here, that there is no such page.
probe_kamailio() {
    local answer
    answer=$(
        exec 3<>"/dev/tcp/127.0.0.1/$(port sip-rpc)" || exit 1
        printf 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 0\r\n\r\n' >&3
        timeout 2 head -c 12 <&3
    )
    [[ $answer == "HTTP/1.1 404" ]]
}

# For the console's "restart": the edge alone; calls that are up go on.
restart_sip() {
    [[ -e $DATA/kamailio/database-is-ready ]] || die "the SIP edge of '$SET' is not ours, or has never been started"
    stop kamailio
    start_kamailio_if_ready
}

# --- rtpengine --------------------------------------------------------------------------------

# In user space, on loopback. The ports of media are outside of the range that the kernel gives out by itself.
start_rtpengine() {
    local folder first=$((20000 + 50 * ${SET_OFFSET[$SET]}))
    folder=$(own_folder rtpengine)
    copy_sounds "$folder/sounds"
    spawn rtpengine rtpengine rtpengine --config-file=none --table=-1 --interface=127.0.0.1 \
        --listen-ng="127.0.0.1:$(port rtpengine)" --port-min="$first" --port-max=$((first + 999)) \
        --num-threads=4 --timeout=60 --silent-timeout=600 --offer-timeout=300 --delete-delay=0 \
        --foreground --log-stderr --log-level=5 --pidfile="$folder/rtpengine.pid"
}

# Its user may not be able to read this clone.
copy_sounds() {
    local sound
    mkdir -p "$1"
    for sound in "$ROOT"/docker/sip-edge/sounds/*.wav; do
        [[ ! -e $sound ]] || own_file rtpengine "$1/${sound##*/}" <"$sound"
    done
    ! as_root || chown rtpengine: "$1"
}

# Ready when it answers a ping of its control protocol.
probe_rtpengine() { ping_rtpengine "$(port rtpengine)"; }

# ping_rtpengine PORT
ping_rtpengine() {
    local answer
    answer=$(
        exec 3<>"/dev/udp/127.0.0.1/$1" || exit 1
        printf 'probe d7:command4:pinge' >&3
        timeout 1 head -c 5 <&3
    )
    [[ $answer == probe ]]
}
