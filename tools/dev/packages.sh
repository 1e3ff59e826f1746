# Debian packages that are missing. Sourced by ./dev.
# shellcheck shell=bash

# Whether what we want from a package is there, wherever it came from.
present() {
    case $1 in
        postgresql) compgen -G '/usr/lib/postgresql/*/bin/postgres' >/dev/null ;;
        rabbitmq-server) [[ -x /usr/lib/rabbitmq/bin/rabbitmq-server ]] ;;
        mosquitto) have mosquitto && have mosquitto_ctrl ;;
        python3-aiosmtpd) /usr/bin/python3 -c 'import aiosmtpd' 2>/dev/null ;;
        sip-tester) have sipp ;;
        baresip-core) have baresip ;;
        baresip-ffmpeg) [[ -e /usr/lib/baresip/modules/avcodec.so ]] ;;
        libc6-dev) [[ -e /usr/include/stdio.h ]] ;;
        python3-venv) python3 -c 'import ensurepip, venv' 2>/dev/null ;;
        fonts-noto-core) [[ -d /usr/share/fonts/truetype/noto ]] ;;
        rtpengine-daemon) have rtpengine ;;
        kamailio-*) kamailio_module "$1" ;;
        *) have "$1" ;;
    esac
}

# One module that we use of each package.
kamailio_module() {
    local module
    case $1 in
        kamailio-tls-modules) module=tls ;;
        kamailio-websocket-modules) module=websocket ;;
        kamailio-postgres-modules) module=db_postgres ;;
        kamailio-autheph-modules) module=auth_ephemeral ;;
        kamailio-extra-modules) module=xhttp_prom ;;
        *) return 1 ;;
    esac
    compgen -G "/usr/lib/*/kamailio/modules/$module.so" >/dev/null
}

# need_packages PACKAGE..: installs those that are missing, or says who can.
need_packages() {
    local package missing=() root=()
    for package in "$@"; do
        present "$package" || missing+=("$package")
    done
    [[ ${#missing[@]} -gt 0 ]] || return 0
    have apt-get || die "missing: ${missing[*]}, and this is no Debian machine. Install what stands for them," \
        "or use servers of your own: ./dev help"
    if ! as_root; then
        have sudo || die "missing: ${missing[*]}. Not root, and there is no sudo: ask for apt-get install ${missing[*]}," \
            "or use servers of your own: ./dev help"
        root=(sudo)
        [[ -t 0 ]] || root=(sudo -n) # nobody is there to type a password
    fi
    say "installing ${missing[*]}"
    # One at a time: what is not to be started is known by a file that the last of two would miss.
    mkdir -p "$CACHE"
    flock "$CACHE/packages.lock" "${root[@]}" bash -c "$(declare -f install_quietly); install_quietly \"\$@\"" install "${missing[@]}" ||
        die "could not install ${missing[*]}: as root, apt-get install ${missing[*]}"
}

# Runs as root, in a shell of its own. Debian starts a server as soon as it is installed and at
# every boot from then on. We want the programs only: nothing is started (policy-rc.d), no default
# Postgres cluster is made, and what was not enabled before is not enabled afterwards.
install_quietly() {
    set -euo pipefail
    export DEBIAN_FRONTEND=noninteractive
    local policy=/usr/sbin/policy-rc.d unit fresh=() log
    log=$(mktemp)
    for unit in postgresql redis-server rabbitmq-server mosquitto epmd kamailio rtpengine-daemon prometheus; do
        [[ -e /lib/systemd/system/$unit.service || -e /etc/init.d/$unit ]] || fresh+=("$unit")
    done
    local clusters=/etc/postgresql-common/createcluster.d/vestibule.conf
    if [[ ! -e $policy ]]; then
        # shellcheck disable=SC2064
        trap "rm -f $policy $clusters $log" EXIT
        printf '#!/bin/sh\nexit 101\n' >"$policy"
        chmod 755 "$policy"
    fi
    if [[ " ${fresh[*]} " == *" postgresql "* ]]; then
        mkdir -p "${clusters%/*}"
        echo 'create_main_cluster = false' >"$clusters"
    fi
    apt_get() { apt-get -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 -qq "$@" </dev/null >>"$log" 2>&1; }
    apt_get update || true
    if ! apt_get install -y --no-install-recommends "$@"; then
        tail -n 20 "$log" >&2
        return 1
    fi
    for unit in "${fresh[@]}"; do
        if command -v systemctl >/dev/null; then
            systemctl disable "$unit" >/dev/null 2>&1 || true
        fi
    done
}
