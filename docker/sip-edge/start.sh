#!/bin/sh
# Starts Kamailio as the platform's SIP edge: ./start.sh FOLDER [ARGUMENT..]
#
# FOLDER is its own, with key.pem and certificate.pem; further arguments are Kamailio's (-A FAILURES_PER_SOURCE=5
# changes a limit of kamailio.cfg). Everything else is in the environment:
#   VESTIBULE_SIP_EDGE_DATABASE_URL  postgres://vestibule_edge:password@host:port/vestibule_telephony
#   VESTIBULE_SIP_SECRET             signs the web phone's credentials; telephony has the same
#   VESTIBULE_SIP_DOMAIN             what the SIP domains of the projects end with
#   VESTIBULE_SIP_ADDR               host:port at which telephony takes SIP; of several replicas with commas between
#                                    them, in the order of their numbers (VESTIBULE_SIP_SHARD) from 0 on
#   VESTIBULE_SIP_EDGE_ADDR          host:port for telephony alone: what comes there from the addresses below is trusted
#   VESTIBULE_SIP_EDGE_RPC_ADDR      host:port of JSON-RPC and metrics, for the addresses below alone
#   VESTIBULE_SIP_EDGE_CLIENTS       addresses and networks of telephony and of Prometheus, with commas between them
#                                    [the hosts of VESTIBULE_SIP_ADDR]
#   VESTIBULE_SIP_LISTEN             host:port for panels and trunks, UDP and TCP
#   VESTIBULE_SIP_WSS_LISTEN         host:port for browsers, and for panels over TLS
#   VESTIBULE_SIP_WS_LISTEN          host:port for browsers where the console has no TLS; may be absent
#   VESTIBULE_SIP_PUBLIC_HOST        the name in what is sent to panels, when they do not reach us at the address above
#   VESTIBULE_CERTIFICATE_AUTHORITIES  certificates in PEM, or a file of them: who is believed besides the public
#                                    authorities when a trunk is called over TLS
#   VESTIBULE_SIP_EDGE_CHILDREN      processes for each socket [4]
set -eu
home=$(cd "$(dirname "$0")" && pwd)
folder=$1
shift

# A value as a string of Kamailio's language.
string() {
    case $1 in
        *[\"\\]*) echo "no quotes and backslashes in the settings of the SIP edge" >&2; exit 1 ;;
        *) printf '"%s"' "$1" ;;
    esac
}

# listen TRANSPORT ADDRESS NAME: a listener, with the address that others are told.
listen() {
    public=${VESTIBULE_SIP_PUBLIC_HOST:-}
    case $3/$public in
        inside/* | rpc/* | */ | */"${2%:*}") printf '%s:%s name "%s"' "$1" "$2" "$3" ;;
        *) printf '%s:%s advertise %s:%s name "%s"' "$1" "$2" "$public" "${2##*:}" "$3" ;;
    esac
}

EDGE_DATABASE=$(string "$VESTIBULE_SIP_EDGE_DATABASE_URL")
EDGE_NUMBERS=$(string "numbers=>$VESTIBULE_SIP_EDGE_DATABASE_URL")
EDGE_SECRET=$(string "$VESTIBULE_SIP_SECRET")
EDGE_DOMAIN=$(string "$VESTIBULE_SIP_DOMAIN")
EDGE_TELEPHONY=$(string "sip:$(echo "$VESTIBULE_SIP_ADDR" | sed 's/,/|sip:/g')")
EDGE_REPLICAS=$(echo "$VESTIBULE_SIP_ADDR" | tr , '\n' | wc -l)
EDGE_TLS=$(string "$folder/tls.cfg")
EDGE_UDP=$(listen udp "$VESTIBULE_SIP_LISTEN" udp)
EDGE_TCP=$(listen tcp "$VESTIBULE_SIP_LISTEN" tcp)
# shellcheck disable=SC2153 # a name of its own
EDGE_WSS=$(listen tls "$VESTIBULE_SIP_WSS_LISTEN" wss)
EDGE_INSIDE=$(listen udp "$VESTIBULE_SIP_EDGE_ADDR" inside)
EDGE_RPC=$(listen tcp "$VESTIBULE_SIP_EDGE_RPC_ADDR" rpc)
EDGE_CLIENTS=$(string "${VESTIBULE_SIP_EDGE_CLIENTS:-$(echo "$VESTIBULE_SIP_ADDR" | tr , '\n' | sed 's/:[0-9]*$//' | paste -sd, -)}")
EDGE_CHILDREN=${VESTIBULE_SIP_EDGE_CHILDREN:-4}
if [ -n "${VESTIBULE_SIP_WS_LISTEN:-}" ]; then
    EDGE_WS=$(listen tcp "$VESTIBULE_SIP_WS_LISTEN" ws)
    export EDGE_WS
    set -- -A WITH_WS "$@"
fi
export EDGE_DATABASE EDGE_NUMBERS EDGE_SECRET EDGE_DOMAIN EDGE_TELEPHONY EDGE_REPLICAS EDGE_TLS EDGE_UDP EDGE_TCP EDGE_WSS EDGE_INSIDE EDGE_RPC EDGE_CLIENTS EDGE_CHILDREN

sed -E "s|= (.*\.pem)$|= $folder/\1|" "$home/tls.cfg" >"$folder/tls.cfg"
case ${VESTIBULE_CERTIFICATE_AUTHORITIES:-} in
    "") sed -i '/^ca_list/d' "$folder/tls.cfg" ;;
    *"-----BEGIN CERTIFICATE-----"*) printf '%s\n' "$VESTIBULE_CERTIFICATE_AUTHORITIES" >"$folder/authorities.pem" ;;
    *) cat "$VESTIBULE_CERTIFICATE_AUTHORITIES" >"$folder/authorities.pem" ;;
esac
cd "$folder"
# The registrar writes times of expiry as local time.
export TZ=UTC
exec kamailio -DD -E -f "$home/kamailio.cfg" -Y "$folder" -P "$folder/kamailio.pid" -m "${VESTIBULE_SIP_EDGE_MEMORY:-128}" -M 16 "$@"
