# Private Postgres, Redis, RabbitMQ, Mosquitto, a catcher of mail and telephony's (sip.sh), on loopback only. Sourced by ./dev.
# shellcheck shell=bash
#
# As root, each runs as the user that its Debian package made; else as ourselves.

SERVERS=(postgres redis rabbitmq mosquitto mail rtpengine kamailio)
declare -A PACKAGE=([postgres]=postgresql [redis]=redis-server [rabbitmq]=rabbitmq-server [mosquitto]=mosquitto
    [mail]=python3-aiosmtpd [rtpengine]=rtpengine-daemon [kamailio]=kamailio)
KAMAILIO_MODULES=(kamailio-{tls,websocket,postgres,autheph,extra}-modules)
declare -A EXTERNAL=([postgres]=VESTIBULE_DATABASE_URL [redis]=VESTIBULE_REDIS_URL
    [rabbitmq]=VESTIBULE_AMQP_URL [mosquitto]=VESTIBULE_MQTT_URL [mail]=VESTIBULE_SMTP_URL
    [rtpengine]=VESTIBULE_SIP_MEDIA_ADDR [kamailio]=VESTIBULE_SIP_EDGE_RPC_URL)

# A shell that sourced .dev/env would make our own servers look like somebody else's.
if [[ -n ${VESTIBULE_ENV_FILE:-} ]]; then
    unset "${EXTERNAL[@]}" VESTIBULE_MQTT_USER VESTIBULE_MQTT_PASSWORD VESTIBULE_MAIL_FROM VESTIBULE_MAILBOX_URL VESTIBULE_HTTP_ADDR
fi

is_external() { [[ -n $(printenv "${EXTERNAL[$1]}") ]]; }

# Says what is somebody else's, sets WANTED to the servers that are ours, and installs what they need.
need_servers() {
    local name packages=()
    WANTED=()
    for name in "${SERVERS[@]}"; do
        serves "$name" || continue
        if is_external "$name"; then
            note "$name: yours, from ${EXTERNAL[$name]}"
            continue
        fi
        packages+=("${PACKAGE[$name]}")
        case $name in
            rabbitmq) WANTED+=(epmd rabbitmq) ;;
            kamailio) packages+=("${KAMAILIO_MODULES[@]}" openssl) ;; # started last: see start_edge
            *) WANTED+=("$name") ;;
        esac
    done
    need_packages "${packages[@]}"
}

servers_up() {
    local name
    need_servers
    choose_ports
    choose_data
    make_secrets
    local started=()
    for name in "${WANTED[@]}"; do
        if pid_of "$name" >/dev/null; then continue; fi
        ! port_answers "$(port "$name")" ||
            die "port $(port "$name"), wanted for $name, is taken: set VESTIBULE_PORT_BASE to the start of a free block"
        "start_$name"
        started+=("$name")
    done
    for name in "${WANTED[@]}"; do
        await "$name" 90 "probe_$name" || die "$name does not start: see ${STATE#"$ROOT"/}/log/$name.log"
    done
    [[ ${#started[@]} -eq 0 ]] || note "started ${started[*]}"
    write_env
    if serves kamailio && ! is_external kamailio; then start_kamailio_if_ready; fi
}

# serves NAME: whether the set has this server.
serves() {
    case $1 in
        rtpengine | kamailio) has_sip ;;
    esac
}

servers_down() {
    stop kamailio
    stop rtpengine
    stop mail
    stop mosquitto
    stop rabbitmq
    stop epmd
    stop redis
    stop postgres INT # TERM would wait for every client to leave
}

servers_status() {
    local name pid
    for name in "${SERVERS[@]}"; do
        serves "$name" || continue
        if is_external "$name"; then
            say "$(printf '%-17s yours: %s' "$name" "${EXTERNAL[$name]}")"
        elif pid=$(pid_of "$name"); then
            say "$(printf '%-17s 127.0.0.1:%s  pid %s' "$name" "$(port "$name")" "$pid")"
        else
            say "$(printf '%-17s stopped' "$name")"
        fi
    done
}

# own_folder NAME: the server's folder, which only its user can read.
own_folder() {
    local folder=$DATA/$1
    [[ -d $folder ]] || mkdir -m 700 "$folder"
    ! as_root || [[ $(stat -c %U "$folder") == "$1" ]] || chown -R "$1:" "$folder"
    echo "$folder"
}

# own_file NAME PATH: a file from standard input that only the server's user can read.
own_file() {
    (umask 077 && cat >"$2")
    ! as_root || chown "$1:" "$2"
}

# --- Postgres ---------------------------------------------------------------------------------

postgres_bin() {
    local bins
    mapfile -t bins < <(printf '%s\n' /usr/lib/postgresql/*/bin | sort -V)
    [[ ! -f $DATA/postgres/data/PG_VERSION ]] || bins=("/usr/lib/postgresql/$(<"$DATA/postgres/data/PG_VERSION")/bin")
    [[ -x ${bins[-1]}/postgres ]] || die "no Postgres server program in ${bins[-1]}"
    echo "${bins[-1]}"
}

start_postgres() {
    local folder bin method=scram-sha-256
    folder=$(own_folder postgres)
    bin=$(postgres_bin)
    if [[ ! -d $folder/data ]]; then
        rm -rf "$folder/new"
        own_file postgres "$folder/password" <<<"$POSTGRES_PASSWORD"
        # Rust tests connect ten thousand times: SCRAM hashes a password 4,096 times for each.
        [[ $SET != test ]] || method=md5
        (cd / && as_user postgres "$bin/initdb" -D "$folder/new" -U postgres -A "$method" --pwfile="$folder/password" \
            -E UTF8 --locale=C.UTF-8 --no-sync) >"$STATE/log/initdb.log" 2>&1 ||
            die "initdb failed: $(tail -n 5 "$STATE/log/initdb.log")"
        rm "$folder/password"
        mv "$folder/new" "$folder/data"
    fi
    forget_dead_postgres "$folder/data"
    local settings=(-c port="$(port postgres)" -c listen_addresses=127.0.0.1 -c unix_socket_directories=''
        -c max_connections=300 -c jit=off -c log_min_duration_statement=1000
        # After a crash: all files at once, where one by one takes ten seconds.
        -c recovery_init_sync_method=syncfs)
    # Tests kill the process, not the machine: without fsync nothing of that is lost.
    case $SET in
        test | e2e) settings+=(-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_wal_size=512MB) ;;
        *) settings+=(-c max_wal_size=2GB) ;;
    esac
    spawn postgres postgres "$bin/postgres" -D "$folder/data" "${settings[@]}"
}

# After a kill -9, Postgres refuses to start while its old process id seems to be in use: by its
# last children on their way out, which we wait for, or by a zombie that nobody collects, as in
# many containers. Every process of a cluster works in the cluster's folder.
forget_dead_postgres() {
    [[ -f $1/postmaster.pid ]] || return 0
    local end=$((SECONDS + 30))
    while works_in "$1"; do
        ((SECONDS < end)) || die "another Postgres is still using $1"
        sleep 0.1
    done
    rm -f "$1/postmaster.pid"
}

works_in() {
    local folder link
    folder=$(readlink -f "$1")
    for link in /proc/[0-9]*/cwd; do
        [[ $(readlink "$link" 2>/dev/null) != "$folder" ]] || return 0
    done
    return 1
}

probe_postgres() { "$(postgres_bin)/pg_isready" -q -h 127.0.0.1 -p "$(port postgres)"; }

# --- Redis ------------------------------------------------------------------------------------

# Nothing is kept on disk: an old snapshot would bring revoked sessions back to life. Nothing is
# evicted either: a full Redis refuses, it does not forget who was revoked.
start_redis() {
    local folder
    folder=$(own_folder redis)
    own_file redis "$folder/redis.conf" <<CONF
bind 127.0.0.1
port $(port redis)
requirepass $REDIS_PASSWORD
dir $folder
save ""
appendonly no
maxmemory 256mb
maxmemory-policy noeviction
CONF
    spawn redis redis redis-server "$folder/redis.conf"
}

probe_redis() {
    [[ $(REDISCLI_AUTH=$REDIS_PASSWORD redis-cli -h 127.0.0.1 -p "$(port redis)" ping) == PONG ]]
}

# --- RabbitMQ ---------------------------------------------------------------------------------

start_epmd() {
    own_folder rabbitmq >/dev/null
    spawn epmd rabbitmq epmd -port "$(port epmd)" -address 127.0.0.1
}

probe_epmd() { port_answers "$(port epmd)"; }

# Node name, port mapper, cookie and plugins are all private, and /etc/rabbitmq is not read. The
# packaged wrapper insists on root or rabbitmq, hence the script under /usr/lib.
start_rabbitmq() {
    local folder plugins='[].'
    folder=$(own_folder rabbitmq)
    own_file rabbitmq "$folder/rabbitmq.conf" <<CONF
listeners.tcp.local = 127.0.0.1:$(port rabbitmq)
default_user = vestibule
default_pass = $RABBITMQ_PASSWORD
log.console = true
log.console.level = warning
log.console.use_colors = off
log.file = false
vm_memory_high_watermark.absolute = 1GB
disk_free_limit.absolute = 200MB
raft.wal_max_size_bytes = 67108864
CONF
    # A test reads the metrics that the alerts are about. Whatever else reads RabbitMQ's statistics is off.
    if [[ $SET == test ]]; then
        plugins='[rabbitmq_prometheus].'
        cat >>"$folder/rabbitmq.conf" <<CONF
prometheus.return_per_object_metrics = true
prometheus.tcp.ip = 127.0.0.1
prometheus.tcp.port = $(port rabbitmq-metrics)
management_agent.disable_metrics_collector = true
CONF
    fi
    own_file rabbitmq "$folder/enabled_plugins" <<<"$plugins"
    await epmd 10 probe_epmd || die "Erlang's port mapper does not start"
    spawn rabbitmq rabbitmq env -u RABBITMQ_LOGS \
        HOME="$folder" \
        ERL_EPMD_PORT="$(port epmd)" ERL_EPMD_ADDRESS=127.0.0.1 \
        RABBITMQ_NODENAME=vestibule@localhost \
        RABBITMQ_NODE_PORT="$(port rabbitmq)" RABBITMQ_NODE_IP_ADDRESS=127.0.0.1 \
        RABBITMQ_DIST_PORT="$(port erlang)" \
        RABBITMQ_MNESIA_BASE="$folder/mnesia" RABBITMQ_LOG_BASE="$folder/log" \
        RABBITMQ_CONF_ENV_FILE=/dev/null RABBITMQ_CONFIG_FILE="$folder/rabbitmq.conf" \
        RABBITMQ_ADVANCED_CONFIG_FILE="$folder/advanced.config" \
        RABBITMQ_ENABLED_PLUGINS_FILE="$folder/enabled_plugins" \
        RABBITMQ_ALLOW_INPUT=1 \
        RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS="-noinput -kernel inet_dist_use_interface {127,0,0,1} +sbwt none +sbwtdcpu none +sbwtdio none" \
        /usr/lib/rabbitmq/bin/rabbitmq-server
}

# Ready when it answers a protocol header with Connection.Start, a method frame (type 1).
probe_rabbitmq() {
    local frame
    frame=$(
        exec 3<>"/dev/tcp/127.0.0.1/$(port rabbitmq)" || exit 1
        printf 'AMQP\x00\x00\x09\x01' >&3
        head -c 1 <&3 | od -An -tu1
    ) && [[ ${frame// /} == 1 ]]
}

# --- Mosquitto --------------------------------------------------------------------------------

# Users live in the dynamic security plugin, which the gateway administers over MQTT; rights are
# patterns in a file (docs/adr/0003-mqtt-users.md).
start_mosquitto() {
    local folder plugin
    folder=$(own_folder mosquitto)
    plugin=$(printf '%s\n' /usr/lib/*/mosquitto_dynamic_security.so | head -n 1)
    [[ -e $plugin ]] || die "this Mosquitto has no dynamic security plugin (2.0 or later is needed)"
    if [[ ! -f $folder/users.json ]]; then
        as_user mosquitto mosquitto_ctrl dynsec init "$folder/users.new" "$MQTT_USER" "$MQTT_PASSWORD" >/dev/null
        # Or the plugin lets everybody receive everything, and never asks for the rights.
        sed -i 's/\("publishClientReceive":[[:space:]]*\)true/\1false/' "$folder/users.new"
        ! as_root || chown mosquitto: "$folder/users.new"
        mv "$folder/users.new" "$folder/users.json"
    fi
    own_file mosquitto "$folder/rights.acl" <"$ROOT/docker/mosquitto/rights.acl"
    own_file mosquitto "$folder/mosquitto.conf" <<CONF
listener $(port mosquitto) 127.0.0.1
allow_anonymous false
plugin $plugin
plugin_opt_config_file $folder/users.json
acl_file $folder/rights.acl
persistence true
persistence_location $folder/
autosave_interval 60
max_queued_messages 10000
max_packet_size 1048576
log_dest stderr
log_type error
log_type warning
log_type notice
connection_messages false
CONF
    spawn mosquitto mosquitto mosquitto -c "$folder/mosquitto.conf"
}

# The tests of services share one broker, and one of them asks for its restart.
broker_env() {
    if [[ $SET == test ]]; then
        variable VESTIBULE_BROKER_RESTART command:true
    elif ! is_external mosquitto; then
        variable VESTIBULE_BROKER_RESTART "command:$ROOT/dev infra restart-broker $SET"
    fi
}

restart_broker() {
    stop mosquitto
    start_mosquitto
    await mosquitto 30 probe_mosquitto || die "mosquitto does not start: see ${STATE#"$ROOT"/}/log/mosquitto.log"
}

probe_mosquitto() { port_answers "$(port mosquitto)"; }

# --- Mail -------------------------------------------------------------------------------------

# Debian's own Python, since that is where its package is; its user `mail` is on every Debian.
start_mail() {
    local folder
    folder=$(own_folder mail)
    own_file mail "$folder/catcher.py" <"$ROOT/tools/dev/mail/catcher.py"
    own_file mail "$folder/page.html" <"$ROOT/tools/dev/mail/page.html"
    spawn mail mail /usr/bin/python3 "$folder/catcher.py" "$(port mail)" "$(port mailbox)"
}

probe_mail() { port_answers "$(port mail)" && port_answers "$(port mailbox)"; }
