# Secrets and addresses: STATE/secrets is made once, STATE/env is written at every start.
# shellcheck shell=bash

hex_bytes() { od -An -N "$1" -tx1 /dev/urandom | tr -d ' \n'; }

# An Ed25519 private key is 32 random bytes behind a fixed PKCS#8 header.
ed25519_key() {
    { printf '\x30\x2e\x02\x01\x00\x30\x05\x06\x03\x2b\x65\x70\x04\x22\x04\x20'; head -c 32 /dev/urandom; } | base64 -w 0
}

make_secrets() {
    if [[ ! -f $STATE/secrets ]]; then
        (umask 077 && cat >"$STATE/secrets.new") <<END
POSTGRES_PASSWORD=$(hex_bytes 16)
OWNER_PASSWORD=$(hex_bytes 16)
APP_PASSWORD=$(hex_bytes 16)
REDIS_PASSWORD=$(hex_bytes 16)
RABBITMQ_PASSWORD=$(hex_bytes 16)
MQTT_USER=device-gateway
MQTT_PASSWORD=$(hex_bytes 16)
SERVICE_KEY=$(hex_bytes 32)
SEAL_KEY=$(hex_bytes 32)
TOKEN_KEY=$(ed25519_key)
END
        mv "$STATE/secrets.new" "$STATE/secrets"
    fi
    # What came with later versions is added to secrets that are there already.
    local name
    for name in SIP_SECRET EDGE_PASSWORD; do
        grep -q "^$name=" "$STATE/secrets" || echo "$name=$(hex_bytes 16)" >>"$STATE/secrets"
    done
    grep -q '^PUSH_KEY=' "$STATE/secrets" || echo "PUSH_KEY=$(hex_bytes 32)" >>"$STATE/secrets"
    # shellcheck source=/dev/null
    source "$STATE/secrets"
}

# Prints the database addresses: as administrator, owner and application.
database_env() {
    local admin server database options=''
    if is_external postgres; then
        admin=$VESTIBULE_DATABASE_URL
        [[ $admin == *'{service}'* ]] || die "VESTIBULE_DATABASE_URL needs {service} in the name of the database"
    else
        admin="postgres://postgres:$POSTGRES_PASSWORD@127.0.0.1:$(port postgres)/vestibule_{service}"
    fi
    [[ $admin != *\?* ]] || options="?${admin#*\?}"
    server=${admin#*://}
    server=${server##*@}
    database=${server#*/}
    server=${server%%/*}
    variable VESTIBULE_DATABASE_ADMIN_URL "${admin%/*}/postgres$options"
    variable VESTIBULE_DATABASE_OWNER_URL "postgres://vestibule_owner:$OWNER_PASSWORD@$server/$database"
    variable VESTIBULE_DATABASE_URL "postgres://vestibule_app:$APP_PASSWORD@$server/$database"
    # Kamailio knows no options in a URL.
    database=${database%%\?*}
    variable VESTIBULE_SIP_EDGE_DATABASE_URL "postgres://vestibule_edge:$EDGE_PASSWORD@$server/${database/'{service}'/telephony}"
}

# Where caught mail can be read; nothing when a server of somebody else sends it.
mailbox_url() {
    if is_external mail; then
        echo "${VESTIBULE_MAILBOX_URL:-}"
    else
        echo "http://127.0.0.1:$(port mailbox)"
    fi
}

# Where people find the console: by name, since browsers make no passkey for a mere address.
public_url() { echo "http://${HTTP/#127.0.0.1:/localhost:}"; }

variable() { printf "export %s='%s'\n" "$1" "${2//\'/\'\\\'\'}"; }

write_env() {
    # shellcheck disable=SC2153 # from STATE/secrets
    local mqtt_user=$MQTT_USER mqtt_password=$MQTT_PASSWORD
    if is_external mosquitto; then
        mqtt_user=${VESTIBULE_MQTT_USER:-} mqtt_password=${VESTIBULE_MQTT_PASSWORD:-}
    fi
    (
        umask 077
        {
            variable VESTIBULE_ENV_FILE yes
            database_env
            variable VESTIBULE_REDIS_URL "${VESTIBULE_REDIS_URL:-redis://default:$REDIS_PASSWORD@127.0.0.1:$(port redis)/}"
            variable VESTIBULE_AMQP_URL "${VESTIBULE_AMQP_URL:-amqp://vestibule:$RABBITMQ_PASSWORD@127.0.0.1:$(port rabbitmq)/%2f}"
            [[ $SET != test ]] || variable VESTIBULE_AMQP_METRICS_URL "${VESTIBULE_AMQP_METRICS_URL:-http://127.0.0.1:$(port rabbitmq-metrics)/metrics}"
            variable VESTIBULE_MQTT_URL "${VESTIBULE_MQTT_URL:-mqtt://127.0.0.1:$(port mosquitto)}"
            variable VESTIBULE_MQTT_USER "$mqtt_user"
            variable VESTIBULE_MQTT_PASSWORD "$mqtt_password"
            variable VESTIBULE_SMTP_URL "${VESTIBULE_SMTP_URL:-smtp://127.0.0.1:$(port mail)}"
            variable VESTIBULE_MAIL_FROM "${VESTIBULE_MAIL_FROM:-no-reply@vestibule.test}"
            variable VESTIBULE_MAILBOX_URL "$(mailbox_url)"
            variable VESTIBULE_SERVICE_KEY "$SERVICE_KEY"
            variable VESTIBULE_TOKEN_KEY "$TOKEN_KEY"
            variable VESTIBULE_SEAL_KEY "$SEAL_KEY"
            variable VESTIBULE_PUSH_KEY "$PUSH_KEY"
            variable VESTIBULE_BLOB_DIR "${VESTIBULE_BLOB_DIR:-$STATE/blobs}"
            # Stand-ins of video platforms, mail and sign-in servers answer on this machine.
            variable VESTIBULE_ALLOW_PRIVATE_NETWORKS "${VESTIBULE_ALLOW_PRIVATE_NETWORKS:-127.0.0.0/8,::1}"
            [[ -z ${HTTP:-} ]] || variable VESTIBULE_HTTP_ADDR "$HTTP"
            [[ -z ${HTTP:-} ]] || variable VESTIBULE_URL "http://$HTTP"
            [[ -z ${VESTIBULE_PUBLIC_URL:-${HTTP:-}} ]] || variable VESTIBULE_PUBLIC_URL "${VESTIBULE_PUBLIC_URL:-$(public_url)}"
            [[ -z ${LICENSE_KEYS:-} ]] || variable VESTIBULE_LICENSE_KEYS "$LICENSE_KEYS"
            [[ -z ${LICENSE_KEYS:-} ]] || variable VESTIBULE_LICENSE_SERVER "http://127.0.0.1:$(port license-server)"
            variable VESTIBULE_CONSOLE_DIR "$ROOT/web-console/dist"
            broker_env
            ! has_sip || sip_env
            variable VESTIBULE_LOG "${VESTIBULE_LOG:-info}"
            [[ $SET == dev ]] || variable VESTIBULE_TEST 1
        } >"$STATE/env"
    )
}
