# Containers without a registry: a store of our own, and stand-ins for the public bases. Sourced by ./dev.
# shellcheck shell=bash
#
# The store is apart from the machine's, since it holds images under the names of public ones that they are not.
# Nothing here asks a network after `make_bases`: Debian's packages that the Dockerfiles install lie in DEBS, the
# compiler, Node and what they downloaded are mounted into the build.

# shellcheck disable=SC2153 # from ./dev
STAND_INS=$ROOT/tools/dev/stand-ins/Dockerfile
DEBS_INSIDE=/var/lib/vestibule/debs
# What the stand-ins install or unpack themselves.
STAND_IN_PACKAGES=(base-files ca-certificates gcc libatomic1 libc6 libc6-dev libgcc-s1 libstdc++6 netbase tzdata wget)

# Sets SKIPPED to why containers cannot be run here, if so.
use_containers() {
    SKIPPED=''
    if ! as_root; then
        SKIPPED="images are built and run as root only"
    elif ! (need_packages buildah podman runc catatonit mmdebstrap); then
        SKIPPED="buildah, podman, runc, catatonit and mmdebstrap cannot be installed"
    fi
    [[ -z $SKIPPED ]] || return 0
    CONTAINERS=${XDG_CACHE_HOME:-$HOME/.cache}/vestibule/containers
    DEBS=$CONTAINERS/debs
    mkdir -p "$CONTAINERS"
    # The host's limits may be above what runc can set; cgroupfs needs no systemd.
    cat >"$CONTAINERS/containers.conf" <<CONF
[containers]
default_ulimits = ["nofile=20000:20000", "nproc=20000:20000"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "none"
CONF
    cat >"$CONTAINERS/storage.conf" <<CONF
[storage]
driver = "overlay"
graphroot = "$CONTAINERS/storage"
runroot = "$CONTAINERS/run"
CONF
    export CONTAINERS_CONF=$CONTAINERS/containers.conf CONTAINERS_STORAGE_CONF=$CONTAINERS/storage.conf
    export BUILDAH_ISOLATION=oci BUILDAH_RUNTIME
    BUILDAH_RUNTIME=$(command -v runc)
    run_nothing || SKIPPED="a container cannot be run here: $(tail -n 1 "$CONTAINERS/try.log")"
}

# Whether this kernel lets us run a container at all: one of a single program without libraries.
run_nothing() {
    local root=$CONTAINERS/nothing
    mkdir -p "$root"
    cp "$(command -v catatonit)" "$root/catatonit"
    { podman image exists localhost/nothing || tar -C "$root" -c . | podman import --quiet - localhost/nothing; } >"$CONTAINERS/try.log" 2>&1 &&
        podman run --rm --network none --cap-drop all localhost/nothing /catatonit --version >>"$CONTAINERS/try.log" 2>&1
}

# base NAME FILE: the image that a Dockerfile names by default.
base() { sed -n "s/^ARG $1=//p" "$ROOT/docker/$2"; }

# The packages that a Dockerfile installs.
packages_of() {
    sed '/^ *#/d' "$1" | sed -n '/apt-get install/,/&&/p' | sed 's/.*--no-install-recommends//; s/&&.*//; s/\\$//' | tr -s ' \n' '\n' | grep .
}

# make_bases: the stand-ins, unless they are there and are what the Dockerfiles ask for. Sets SKIPPED when no mirror
# of Debian can be reached, which is nobody's mistake.
make_bases() {
    local debian packages wanted
    debian=$(base BASE_IMAGE kamailio/Dockerfile)
    mapfile -t packages < <(printf '%s\n' "${STAND_IN_PACKAGES[@]}" "$(packages_of "$ROOT/docker/kamailio/Dockerfile")" \
        "$(packages_of "$ROOT/docker/rtpengine/Dockerfile")" | sort -u)
    wanted=$(cat "$STAND_INS" <(printf '%s\n' "$debian" "${packages[@]}") | sha256sum | cut -c1-12)
    [[ $(cat "$CONTAINERS/bases" 2>/dev/null) != "$wanted" ]] || return 0
    say "making stand-ins for the public bases, of Debian's packages (once)"
    local log=$CONTAINERS/debian.log
    if ! (make_debian "$debian" "${packages[@]}") >"$log" 2>&1; then
        tail -n 20 "$log" >&2
        grep -qiE 'could not resolve|temporary failure|could not connect|connection (timed out|refused)|unreachable' "$log" ||
            die "the stand-ins cannot be made: see $log"
        SKIPPED="the stand-ins for base images are not cached, and no mirror of Debian answers"
        return
    fi
    stand_in rust "$(base RUST_IMAGE Dockerfile)"
    stand_in node "$(base NODE_IMAGE Dockerfile)"
    stand_in runtime "$(base RUNTIME_IMAGE Dockerfile)"
    stand_in busybox "$(chart_test_image)"
    echo "$wanted" >"$CONTAINERS/bases"
}

# stand_in TARGET NAME
stand_in() {
    buildah bud --pull-never --network none --volume "$DEBS:$DEBS_INSIDE:ro" --timestamp 0 \
        --build-arg "BASE_IMAGE=$(base BASE_IMAGE kamailio/Dockerfile)" \
        --target "$1" -t "$2" -f "$STAND_INS" "${STAND_INS%/*}" >"$CONTAINERS/$1.log" 2>&1 ||
        { tail -n 20 "$CONTAINERS/$1.log" >&2; die "the stand-in $2 cannot be built"; }
}

# What `helm test` runs in.
chart_test_image() {
    sed -n '/^tests:/,$ s|^  image: { registry: \([^,]*\), repository: \([^,]*\), tag: "\([^"]*\)".*|\1/\2:\3|p' "$CHARTS/vestibule/values.yaml"
}

# make_debian NAME PACKAGE..: Debian's smallest system, whose apt knows a folder with these packages and nothing else.
make_debian() {
    local name=$1 suite tar=$CONTAINERS/debian.tar
    suite=${name##*:}
    suite=${suite%-slim}
    shift
    rm -rf "$DEBS"
    mkdir -p "$DEBS/partial"
    # As Debian's own image: apt and dpkg do not wait for the disk. The hooks expand their variables themselves.
    # shellcheck disable=SC2016
    DEBS=$DEBS PACKAGES="$*" mmdebstrap --quiet --variant=minbase --dpkgopt=force-unsafe-io \
        --customize-hook='APT_CONFIG=$MMDEBSTRAP_APT_CONFIG apt-get -qq -y -o Dir::Cache::archives="$DEBS" -o APT::Sandbox::User=root --no-install-recommends --reinstall --download-only install $PACKAGES' \
        --customize-hook='echo "deb [trusted=yes] file:'"$DEBS_INSIDE"' ./" >"$1/etc/apt/sources.list"' \
        --customize-hook='echo force-unsafe-io >"$1/etc/dpkg/dpkg.cfg.d/unsafe-io"' \
        "$suite" "$tar" || return 1
    index_debs
    podman import --quiet "$tar" "$name" || return 1
    rm "$tar"
}

# apt's index of the folder.
index_debs() {
    local deb
    rm -rf "$DEBS"/{partial,lock}
    for deb in "$DEBS"/*.deb; do
        dpkg-deb --field "$deb"
        printf 'Filename: ./%s\nSize: %s\nSHA256: %s\n\n' "${deb##*/}" "$(stat -c %s "$deb")" "$(sha256sum "$deb" | cut -d' ' -f1)"
    done >"$DEBS/Packages"
}
