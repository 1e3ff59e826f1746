# Debian packages that are missing. Sourced by ./dev.
# shellcheck shell=bash

# need_packages PACKAGE..: installs those that are not there.
need_packages() {
    local package missing=()
    for package in "$@"; do
        [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] ||
            missing+=("$package")
    done
    [[ ${#missing[@]} -gt 0 ]] || return 0
    have apt-get || die "this is no Debian machine. Install what stands for: ${missing[*]}" \
        "or point VESTIBULE_DATABASE_URL, _REDIS_URL, _AMQP_URL and _MQTT_URL to servers of yours"
    local root=()
    if ! as_root; then
        have sudo || die "not root, and no sudo. Ask an administrator for: apt-get install ${missing[*]}"
        root=(sudo)
    fi
    say "installing ${missing[*]}"
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive bash -s -- "${missing[@]}" <<<"$(declare -f install_quietly)
        install_quietly \"\$@\"" || die "could not install: ${missing[*]}"
}

# Runs as root, in a shell of its own. Debian starts a server as soon as it is installed and at
# every boot from then on. We want the programs only: nothing is started (policy-rc.d), no default
# Postgres cluster is made, and what was not enabled before is not enabled afterwards.
install_quietly() {
    set -euo pipefail
    local policy=/usr/sbin/policy-rc.d unit fresh=() log
    log=$(mktemp)
    for unit in postgresql redis-server rabbitmq-server mosquitto; do
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
