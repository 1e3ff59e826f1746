# Restores a Postgres to a moment, as docs/operations/backup.md says, with Postgres' own tools. Sourced by ./dev.
# shellcheck shell=bash
#
# What the operator and its Barman plugin do on a cluster: a base backup, an archive of write-ahead logs, a recovery to
# a moment, and from then on an archive of another name. Here the archives are folders.

DRILL_DATABASES=(identity domains access device_gateway telephony licensing amenities notifications)

run_restore_drill() {
    need_packages postgresql
    use_set restore
    lock_set
    rm -rf "$DATA" "$STATE"/port-base
    use_set restore
    mkdir -p "$STATE/run" "$STATE/log"
    choose_ports
    choose_data
    trap end_drill EXIT
    trap 'exit 143' TERM INT
    PASSED=0 FAILED=0
    drill "$(own_folder postgres)"
    echo "$PASSED passed, $FAILED failed"
    ((FAILED == 0))
}

end_drill() {
    trap '' TERM INT
    stop drill QUIT
    rm -rf "$DATA"
}

# drill FOLDER
drill() {
    local moment old
    FOLDER=$1
    (cd / && as_user postgres mkdir "$FOLDER/archive-1" "$FOLDER/archive-2")
    (cd / && as_user postgres "$(postgres_bin)/initdb" -D "$FOLDER/first" -U postgres -A trust -E UTF8 --locale=C.UTF-8) >"$STATE/log/initdb.log" 2>&1 ||
        die "initdb failed: see $STATE/log/initdb.log"
    start_drill first archive-1
    for database in "${DRILL_DATABASES[@]}"; do
        ask postgres "CREATE DATABASE vestibule_$database" >/dev/null
        ask "vestibule_$database" "CREATE TABLE written (number int PRIMARY KEY)" >/dev/null
    done

    write 1 3
    claim "a base backup is made while the server works" take_backup base-1
    write 4 6
    moment=$(ask postgres "SELECT clock_timestamp()")
    write 7 9
    ask postgres "DROP DATABASE vestibule_access WITH (FORCE)" >/dev/null
    claim "write-ahead logs reach the archive" archived archive-1
    lose first

    old=$(archive_of archive-1)
    restore base-1 second archive-1 "$moment"
    start_drill second archive-2
    claim "the restored server takes writes" promoted
    claim "every database is as it was at the moment, the dropped one too" holds "1,2,3,4,5,6"
    claim "it is on another timeline" test "$(ask postgres "SELECT timeline_id FROM pg_control_checkpoint()")" -gt 1

    write 10 10
    claim "it archives under the new name" archived archive-2
    claim "nothing is added to the old archive" test "$(archive_of archive-1)" == "$old"
    claim "a base backup of it is made at once" take_backup base-2
    write 11 11
    claim "write-ahead logs reach the new archive" archived archive-2
    lose second

    restore base-2 third archive-2
    start_drill third archive-1 # nothing is archived before the check that follows
    claim "without a moment, everything that was archived comes back" promoted
    claim "every database has the newest state" holds "1,2,3,4,5,6,10,11"
}

# claim NAME COMMAND..: counts it.
claim() {
    local name=$1
    shift
    if "$@"; then
        PASSED=$((PASSED + 1)) && say "ok     $name"
    else
        FAILED=$((FAILED + 1)) && say "FAILED $name"
    fi
}

# start_drill DATA ARCHIVE
start_drill() {
    local command="test ! -f $FOLDER/$2/%f && cp %p $FOLDER/$2/.%f && mv $FOLDER/$2/.%f $FOLDER/$2/%f"
    forget_dead_postgres "$FOLDER/$1"
    spawn drill postgres "$(postgres_bin)/postgres" -D "$FOLDER/$1" -c port="$(port postgres)" -c listen_addresses=127.0.0.1 \
        -c unix_socket_directories='' -c wal_level=replica -c archive_mode=on -c archive_command="$command"
    await drill 120 probe_postgres || die "postgres does not start: see $STATE/log/drill.log"
}

# ask DATABASE STATEMENT
ask() { psql -X -q -A -t -v ON_ERROR_STOP=1 -h 127.0.0.1 -p "$(port postgres)" -U postgres -d "$1" -c "$2"; }

# write FIRST LAST: in each database, one after the other, as services do.
write() {
    local number database
    for ((number = $1; number <= $2; number++)); do
        for database in "${DRILL_DATABASES[@]}"; do
            ask "vestibule_$database" "INSERT INTO written VALUES ($number)"
        done
    done
}

# holds NUMBERS: in every database, these and no others.
holds() {
    local database found
    for database in "${DRILL_DATABASES[@]}"; do
        found=$(ask "vestibule_$database" "SELECT string_agg(number::text, ',' ORDER BY number) FROM written") || return 1
        [[ $found == "$1" ]] || { warn "vestibule_$database has $found"; return 1; }
    done
}

# take_backup NAME: without logs of its own, so that the archive is needed.
take_backup() {
    (cd / && as_user postgres "$(postgres_bin)/pg_basebackup" -h 127.0.0.1 -p "$(port postgres)" -U postgres -D "$FOLDER/$1" -X none \
        --checkpoint=fast --no-password) >"$STATE/log/$1.log" 2>&1
}

# archived ARCHIVE: whether what was written until now is there; waits for it.
archived() {
    local file end=$((SECONDS + 120))
    file=$(ask postgres "SELECT pg_walfile_name(pg_current_wal_lsn())")
    ask postgres "SELECT pg_switch_wal()" >/dev/null
    until [[ -f $FOLDER/$1/$file ]]; do
        ((SECONDS < end)) || return 1
        sleep 0.1
    done
}

archive_of() { find "$FOLDER/$1" -type f -printf '%f %s\n' | sort; }

# lose DATA: as with its disk.
lose() {
    stop drill KILL
    rm -rf "${FOLDER:?}/$1"
}

# restore BACKUP DATA ARCHIVE [MOMENT]
restore() {
    cp -a "$FOLDER/$1" "$FOLDER/$2"
    # A base backup of a server that was restored has the settings of its recovery: with them this one would end at the
    # moment of that one.
    sed -i '/^\(restore_command\|recovery_target\)/d' "$FOLDER/$2/postgresql.auto.conf"
    {
        echo "restore_command = 'cp $FOLDER/$3/%f %p'"
        [[ -z ${4:-} ]] || printf "recovery_target_time = '%s'\nrecovery_target_action = 'promote'\n" "$4"
    } >>"$FOLDER/$2/postgresql.auto.conf"
    (cd / && as_user postgres touch "$FOLDER/$2/recovery.signal")
}

# promoted: waits until the recovery is over.
promoted() {
    local end=$((SECONDS + 120))
    until [[ $(ask postgres "SELECT pg_is_in_recovery()" 2>/dev/null) == f ]]; do
        ((SECONDS < end)) || return 1
        sleep 0.1
    done
}
