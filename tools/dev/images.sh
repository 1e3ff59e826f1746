# ./dev images: the Dockerfiles built as they are, and what they make run hardened until ready. Sourced by ./dev.
# shellcheck shell=bash
#
# Two ways to an image of vestibule:
#   built      docker/Dockerfile from its first line to its last, in containers without a network
#   assembled  the last stage alone, around this clone's debug build and console: what `./dev test` has time for
# Kamailio's and rtpengine's images are always built. How containers run without a registry: containers.sh.

IMAGES=(vestibule kamailio rtpengine)

run_images() {
    local word image images=() way=built
    for word in "$@"; do
        if [[ $word == --assembled ]]; then
            way=assembled
        else
            [[ " ${IMAGES[*]} " == *" $word "* ]] || die "there is no image '$word': ${IMAGES[*]}"
            images+=("$word")
        fi
    done
    [[ ${#images[@]} -gt 0 ]] || images=("${IMAGES[@]}")
    PASSED=0 FAILED=0
    use_containers
    if [[ -n $SKIPPED ]]; then
        warn "skipped: $SKIPPED"
        echo "0 passed, 0 failed"
        return
    fi
    prepare_images
    make_bases
    [[ -z $SKIPPED ]] || { warn "skipped: $SKIPPED"; echo "0 passed, 0 failed"; return; }
    # The others run on the databases that vestibule's image makes.
    check "vestibule: is $way" "${way}_vestibule"
    for image in "${images[@]}"; do
        "image_$image" "$way"
    done
    [[ ${#images[@]} -lt ${#IMAGES[@]} ]] || charts_played "$way"
    run_in_containers "${images[@]}"
    echo "$PASSED passed, $FAILED failed"
    ((FAILED == 0))
}

# Servers, a folder, and names that no other clone has. Pods are named by the chart, so clones take turns.
prepare_images() {
    fresh_servers images
    exec 6>"$CONTAINERS/lock"
    flock -n 6 || { note "another clone is at work with images: waiting for it"; flock 6; }
    WORK=$(mktemp -d)
    chmod 711 "$WORK"
    TAG=clone-$(printf %s "$ROOT" | sha256sum | cut -c1-8)
    # shellcheck disable=SC2064
    trap "remove_containers; rm -rf '$WORK'; $([[ -z $(trap -p EXIT) ]] || echo stop_everything)" EXIT
    remove_containers
}

remove_containers() {
    local pods
    mapfile -t pods < <(podman ps --all --quiet --filter "name=^$TAG-" 2>/dev/null)
    [[ ${#pods[@]} -eq 0 ]] || podman rm --force "${pods[@]}" >/dev/null 2>&1
}

# --- build --------------------------------------------------------------------------------------------

# build IMAGE TAG FLAG..: by the script that the pipeline calls, without a network.
build() {
    local image=$1 tag=$2
    shift 2
    BUILD_FLAGS="--pull-never --network none $*" "$ROOT/docker/build" "$image" localhost "$tag"
}

image_kamailio() { small_image kamailio "$1"; }
image_rtpengine() { small_image rtpengine "$1"; }

# small_image NAME WAY: what lies in the cache of layers has the times of the commit that it was made at, so only builds
# without the cache are compared.
small_image() {
    local flags=(--volume "$DEBS:$DEBS_INSIDE:ro")
    [[ $2 == assembled ]] || flags+=(--no-cache)
    check "$1: is built" build "$1" "$TAG" "${flags[@]}"
    [[ $2 == assembled ]] || check "$1: built again, it is the same" built_again "vestibule-$1" build "$1" "$TAG-again" "${flags[@]}"
    check "$1: is of the user 65532" runs_as_nobody "vestibule-$1"
}

image_vestibule() {
    [[ $1 == built ]] || check "vestibule: assembled again, it is the same" built_again vestibule assemble "$TAG-again"
    check "vestibule: is of the user 65532" runs_as_nobody vestibule
    check "vestibule: has no shell" fails podman run --rm --network none --entrypoint /bin/sh "localhost/vestibule:$TAG" -c true
}

# built_again NAME COMMAND..: the command makes NAME:TAG-again with the layers of NAME:TAG.
built_again() {
    local name=localhost/$1:$TAG result=0
    shift
    "$@" || return 1
    diff <(layers "$name") <(layers "$name-again") || result=1
    podman rmi "$name-again" >/dev/null
    return $result
}

layers() { podman image inspect --format '{{range .RootFS.Layers}}{{println .}}{{end}}' "$1"; }
runs_as_nobody() { [[ $(podman image inspect --format '{{.User}}' "localhost/$1:$TAG") == 65532:65532 ]]; }

built_vestibule() {
    local rust node npm cargo=${CARGO_HOME:-$HOME/.cargo}
    need_tools
    rust=$(readlink -f "$(rustc --print sysroot)")
    node=$(readlink -f "$(command -v node)")
    npm=$(readlink -f "$(command -v npm)")
    fill_caches || return 1
    mkdir -p "$CONTAINERS/target" # what is compiled outlives a build that was cut short
    build vestibule "$TAG" --volume "$CONTAINERS/target:/src/target" --volume "$rust:/usr/local/rust:ro" \
        --volume "$cargo/registry:/usr/local/cargo/registry:O" --volume "$node:/usr/local/bin/node:ro" --volume "${npm%/bin/*}:/usr/local/lib/node_modules/npm:ro" \
        --volume "$(npm config get cache 2>/dev/null):/var/cache/npm:O"
}

# Crates and packages of the lock files, downloaded for the build that may not.
fill_caches() {
    (cd "$ROOT" && { cargo fetch --locked --offline || cargo fetch --locked; }) || return 1
    local mark=$CONTAINERS/npm-cached lock=$CONSOLE/package-lock.json
    cmp -s "$mark" "$lock" && return
    mkdir -p "$WORK/console"
    cp "$CONSOLE"/package{,-lock}.json "$WORK/console/"
    (cd "$WORK/console" && npm ci --ignore-scripts --prefer-offline --no-audit --no-fund --loglevel=error) || return 1
    cp "$lock" "$mark"
}

assembled_vestibule() {
    need_tools
    build_program dev && build_console || return 1
    mkdir -p "$WORK/build/out" "$WORK/dist"
    strip -o "$WORK/build/out/vestibule" "$CARGO_TARGET_DIR/debug/vestibule" &&
        strip -o "$WORK/build/out/device-simulator" "$CARGO_TARGET_DIR/debug/device-simulator" || return 1
    cp -r "$CONSOLE/dist/." "$WORK/dist"
    node "$ROOT/docker/precompress.mjs" "$WORK/dist"
    assemble "$TAG"
}

# assemble TAG: the Dockerfile without its stages `build` and `console`, in whose place are images of these names.
assemble() {
    local file=$WORK/Dockerfile
    # shellcheck disable=SC2016 # the Dockerfile's variable
    sed -n '/^ARG RUNTIME_IMAGE/p; /^FROM ${RUNTIME_IMAGE}/,$p' "$ROOT/docker/Dockerfile" >"$file"
    stage build "$WORK/build/out" /out && stage console "$WORK/dist" /src/web-console/dist &&
        buildah bud --pull-never --network none --timestamp "$(git -C "$ROOT" log -1 --format=%ct)" \
            -f "$file" -t "localhost/vestibule:$1" "$WORK/build"
}

# stage NAME FOLDER PLACE: an image that holds the folder at the place.
stage() {
    printf 'FROM scratch\nCOPY . %s\n' "$3" | buildah bud --timestamp 0 -f - -t "localhost/$1:latest" "$2"
}

# --- run ----------------------------------------------------------------------------------------------

# What runs by itself, as compose.yaml would: hardened, on this machine's network.
run_in_containers() {
    with_env env | grep '^VESTIBULE_' | grep -Ev '^VESTIBULE_(CONSOLE_DIR|ENV_FILE|TEST|URL|SIP_RESTART)=' >"$WORK/env"
    check "vestibule: makes the databases and their tables" make_databases
    local image
    for image in "$@"; do "run_$image"; done
}

make_databases() {
    hardened_run --rm --env-file "$WORK/env" "localhost/vestibule:$TAG" setup &&
        hardened_run --rm --env-file "$WORK/env" "localhost/vestibule:$TAG" migrate
}

hardened_run() {
    podman run --pull never --network host --read-only --read-only-tmpfs=false --user 65532:65532 --cap-drop all \
        --security-opt no-new-privileges "$@"
}

# runs NAME PROBE OPTION..: one container from its start to its end.
runs() {
    local name=$1 probe=$2
    shift 2
    check "$name: is ready, hardened" becomes_ready "$name" "$probe" "$@"
    check "$name: ends within 30 s of SIGTERM, with 0" ends_well "$name"
}

becomes_ready() {
    local name=$1 probe=$2 end=$((SECONDS + 60))
    shift 2
    hardened_run --detach --name "$TAG-$name" "$@" || return 1
    until "$probe" 2>/dev/null; do
        if ((SECONDS >= end)) || [[ $(podman inspect --format '{{.State.Status}}' "$TAG-$name") != running ]]; then
            podman logs --tail 20 "$TAG-$name"
            return 1
        fi
        sleep 0.2
    done
}

ends_well() {
    local code
    podman stop --time 30 "$TAG-$1" >/dev/null || return 1
    code=$(podman inspect --format '{{.State.ExitCode}}' "$TAG-$1")
    [[ $code == 0 ]] || { echo "it ended with $code"; podman logs --tail 20 "$TAG-$1"; return 1; }
}

# With a key for tokens that was made as install.md says.
run_vestibule() {
    runs vestibule vestibule_answers --env-file "$WORK/env" --tmpfs /tmp --env "VESTIBULE_ADMIN_ADDR=127.0.0.1:$((BASE + 18))" \
        --env VESTIBULE_TOKEN_KEY="$(openssl genpkey -algorithm ed25519 -outform DER | base64 -w 0)" \
        --env "VESTIBULE_HTTP_ADDR=127.0.0.1:$(port vestibule)" "localhost/vestibule:$TAG" all
}

# Ready, and the console is there as it was compressed.
vestibule_answers() {
    http_ok "127.0.0.1:$(port vestibule)" /readyz || return 1
    local page
    page=$(
        exec 3<>"/dev/tcp/127.0.0.1/$(port vestibule)" || exit 1
        printf 'GET / HTTP/1.0\r\nHost: localhost\r\nAccept-Encoding: br\r\n\r\n' >&3
        timeout 5 sed -n '/^\r$/q; p' <&3
    )
    [[ ${page,,} == *"content-encoding: br"* && ${page,,} == *"content-security-policy: "* ]]
}

run_kamailio() {
    mkdir -p "$WORK/tls"
    install -d -m 1777 "$WORK/run" # runc gives a tmpfs the mode of the image's folder; an emptyDir is anybody's
    make_key_pair "$WORK/tls/key.pem" "$WORK/tls/certificate.pem"
    runs kamailio kamailio_answers --env-file "$WORK/env" --env VESTIBULE_SIP_EDGE_CHILDREN=2 --volume "$WORK/run:/run/kamailio" \
        --volume "$WORK/tls:/etc/kamailio/tls:ro" "localhost/vestibule-kamailio:$TAG"
}

# make_key_pair KEY CERTIFICATE: for a day; a container's user reads both.
make_key_pair() {
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=127.0.0.1 \
        -keyout "$1" -out "$2" 2>/dev/null && chmod 644 "$1" "$2"
}

# It answers JSON-RPC.
kamailio_answers() {
    local answer body='{"id":1,"jsonrpc":"2.0","method":"core.version","params":[]}'
    answer=$(
        exec 3<>"/dev/tcp/127.0.0.1/$(port sip-rpc)" || exit 1
        printf 'POST /RPC HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: %s\r\n\r\n%s' ${#body} "$body" >&3
        timeout 2 cat <&3
    )
    [[ $answer == *'"result"'* ]]
}

run_rtpengine() {
    check "rtpengine: is ready, hardened" becomes_ready rtpengine rtpengine_answers --tmpfs /tmp "localhost/vestibule-rtpengine:$TAG" --interface=127.0.0.1 \
        --listen-ng="127.0.0.1:$((BASE + 18))" --listen-http="127.0.0.1:$((BASE + 19))" --port-min=24800 --port-max=24999 --num-threads=2
    check "rtpengine: says how many calls it has where drain reads it" podman exec "$TAG-rtpengine" \
        sh -c "curl -fsS http://127.0.0.1:$((BASE + 19))/metrics | grep -x 'rtpengine_sessions{type=\"own\"} 0'"
    check "rtpengine: ends within 30 s of SIGTERM, with 0" ends_well rtpengine
}

# It answers a ping of its control protocol, and the one that the chart's probes ask for.
rtpengine_answers() { ping_rtpengine $((BASE + 18)) && http_ok "127.0.0.1:$((BASE + 19))" /ping; }

# --- the charts ---------------------------------------------------------------------------------------

# charts_played WAY: what docs/operations/install.md and calls.md install, run by podman. Its memory and CPU are looked
# at where the images are what is shipped.
charts_played() {
    if ! charts_tools; then
        warn "skipped, since Helm is not cached and no registry answers: the charts' workloads"
        return
    fi
    local log=$WORK/play.log measure=() network=127.$((BASE / 256)).$((BASE % 256))
    local node=$network.200 telephony=$network.201
    copy_charts
    helm dependency build "$WORK/charts/vestibule" >/dev/null
    helm dependency build "$WORK/charts/sip-edge" >/dev/null
    render vestibule platform -f "$ROOT/k8s/overlays/evaluation/values.yaml" --set "image.registry=localhost,image.tag=$TAG" \
        --set "sip.enabled=true,sip.clusterIP=$telephony,sip.nodes={$node/32},sip.publicHost=$node" \
        --set "sip.edgeAddress=$node:5061,sip.edgeRpcUrl=http://$node:5090/RPC,sip.mediaAddress=$node:2223"
    render sip-edge edge -f "$ROOT/charts/sip-edge/ci/plain-values.yaml" --set "global.registry=localhost" \
        --set "telephony=$telephony:5070,trustedNetworks={127.0.0.0/8},kamailio.image.tag=$TAG,rtpengine.image.tag=$TAG"
    mkdir -p "$WORK/sip-edge-tls" "$WORK/volumes"
    chmod 711 "$WORK/volumes"
    make_key_pair "$WORK/sip-edge-tls/tls.key" "$WORK/sip-edge-tls/tls.crt"
    write_place "$network" "$node"
    [[ $1 == assembled ]] || measure=(--measure)
    "$TOOLS/python/bin/python" "$DELIVERY/play" "${measure[@]}" "$WORK/place.json" "$WORK/rendered/platform.yaml" "$WORK/rendered/edge.yaml" | tee "$log" || true
    PASSED=$((PASSED + $(grep -c '^ok ' "$log" || true))) FAILED=$((FAILED + $(grep -c '^FAILED ' "$log" || true)))
    grep -q ' did not$' "$log" || check "the charts' workloads were played to the end" false
}

# write_place NETWORK NODE: our servers instead of the evaluation's.
write_place() {
    (umask 077 && cat >"$WORK/place.json") <<JSON
{
  "network": "$1", "node": "$2", "folders": { "sip-edge-tls": "$WORK/sip-edge-tls" }, "volumes": "$WORK/volumes",
  "servers": {
    "postgres:5432": "127.0.0.1:$(port postgres)", "rabbitmq:5672": "127.0.0.1:$(port rabbitmq)",
    "redis:6379": "127.0.0.1:$(port redis)", "mosquitto:1883": "127.0.0.1:$(port mosquitto)", "mail:1025": "127.0.0.1:$(port mail)"
  },
  "secrets": {
    "postgres-password": "$POSTGRES_PASSWORD", "owner-password": "$OWNER_PASSWORD", "app-password": "$APP_PASSWORD",
    "rabbitmq-password": "$RABBITMQ_PASSWORD", "redis-password": "$REDIS_PASSWORD", "mqtt-password": "$MQTT_PASSWORD",
    "VESTIBULE_SERVICE_KEY": "$SERVICE_KEY", "VESTIBULE_SEAL_KEY": "$SEAL_KEY"
  }
}
JSON
}
