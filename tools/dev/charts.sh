# ./dev charts: checks of charts, images and the pipeline that need no cluster. Sourced by ./dev.
# shellcheck shell=bash
#
# Each check is a command with a name; `check` runs it, counts it, and shows what it said when it failed. Charts are
# checked as they would be packaged: a copy without links, under WORK.

CHART_SECTIONS=(documents helm security dockerfiles pipeline kustomize alerts)
# The oldest and the newest Kubernetes that the charts are for: kubeVersion of the Chart.yaml says the first.
KUBERNETES=(1.32 1.37)
# Kinds without a schema in Kubernetes. Those of operators whose schema no package has are only rendered.
CUSTOM='(HTTPRoute|Gateway|ServiceMonitor|PodMonitor|PrometheusRule|ScaledObject|TriggerAuthentication|Cluster|RabbitmqCluster|ScheduledBackup|ObjectStore)'
DELIVERY=$ROOT/tools/delivery
CHARTS=$ROOT/charts

# run_charts [SECTION..]: the last line counts the checks.
run_charts() {
    local section sections=("$@") skipped=()
    PASSED=0 FAILED=0
    [[ $# -gt 0 ]] || sections=("${CHART_SECTIONS[@]}")
    WORK=$(mktemp -d)
    # shellcheck disable=SC2064
    trap "rm -rf '$WORK'" EXIT
    for section in "${sections[@]}"; do
        [[ " ${CHART_SECTIONS[*]} " == *" $section "* ]] || die "there is no section '$section': ${CHART_SECTIONS[*]}"
        if [[ $section != documents ]] && ! charts_tools; then
            skipped+=("$section")
            continue
        fi
        "charts_$section"
    done
    [[ ${#skipped[@]} -eq 0 ]] || warn "skipped, since their tools are not cached and no registry answers: ${skipped[*]}"
    echo "$PASSED passed, $FAILED failed"
    ((FAILED == 0))
}

# Whether the tools are there. A missing network is nobody's mistake; anything else is.
charts_tools() {
    [[ -z ${TOOLS_MISSING:-} ]] || return "$TOOLS_MISSING"
    TOOLS_MISSING=0
    have npm || die "npm is needed: it is not on the PATH"
    # gitlab-ci-local copies with rsync.
    if (need_packages python3-venv rsync) && install_tools; then
        return
    fi
    ! registries_answer || die "the tools of ./dev charts cannot be installed, though the registries answer: see $TOOLS/*.log"
    TOOLS_MISSING=1
    return 1
}

# check NAME COMMAND..
check() {
    local name=$1 log=$WORK/check.log started=$EPOCHREALTIME result=ok
    shift
    if "$@" >"$log" 2>&1; then
        PASSED=$((PASSED + 1))
    else
        FAILED=$((FAILED + 1)) result=FAILED
    fi
    printf '%-6s %-70s %3d.%d s\n' "$result" "$name" $((($(ticks) - ${started/./}) / 1000000)) $((($(ticks) - ${started/./}) / 100000 % 10))
    [[ $result == ok ]] || tail -n 40 "$log" | sed 's/^/       /'
}

ticks() { echo "${EPOCHREALTIME/./}"; }
fails() { ! "$@"; }
quietly() { "$@" >/dev/null; }

# --- documents: what is written about the code is true ----------------------------------------------

charts_documents() {
    need_packages python3
    check "metrics of the code are in the catalogue, and no others" python3 "$DELIVERY/metrics.py" check
    check "variables that charts and images set are settings of the code" python3 "$DELIVERY/variables.py"
    check "peers and uses of the services are what their code calls" python3 "$DELIVERY/peers.py"
    check "links of the documents lead somewhere" python3 "$DELIVERY/links.py"
}

# --- helm -------------------------------------------------------------------------------------------

charts_helm() {
    local chart
    copy_charts
    for chart in vestibule sip-edge; do
        check "$chart: dependencies are those of Chart.lock" helm dependency build "$WORK/charts/$chart"
        charts_renders "$chart"
        check "$chart: helm package" helm package "$WORK/charts/$chart" -d "$WORK"
    done
    charts_environments
    charts_negatives
    check "a rendering without generated keys is always the same" renders_alike
    check "an upgrade keeps keys and replicas, and restarts pods whose Secret has changed, by a fake API server" \
        python3 "$DELIVERY/rendered_upgrade.py" "$WORK/charts/vestibule" --set evaluation.enabled=true
}

copy_charts() {
    mkdir -p "$WORK/rendered"
    cp -rL "$CHARTS" "$WORK/charts"
    rm -rf "$WORK"/charts/*/charts
}

# Every ci values file, by itself; and over values-ha.yaml when its name ends with -ha.
charts_renders() {
    local chart=$1 file name values version
    for file in "$WORK/charts/$chart"/ci/*-values.yaml; do
        name=$chart-$(basename "$file" -values.yaml)
        values=(-f "$file")
        [[ $name != *-ha ]] || values=(-f "$WORK/charts/$chart/values-ha.yaml" "${values[@]}")
        check "$name: helm lint --strict" helm lint --strict "$WORK/charts/$chart" "${values[@]}"
        check "$name: helm template" render "$chart" "$name" "${values[@]}"
        for version in "${KUBERNETES[@]}"; do
            check "$name: is valid for Kubernetes $version" valid "$version" "$WORK/rendered/$name.yaml"
        done
        check "$name: a container has a variable once" python "$DELIVERY/variables_once.py" "$WORK/rendered/$name.yaml"
        check "$name: custom resources are valid" node "$DELIVERY/custom-resources.mjs" "$WORK/rendered/$name.yaml"
        [[ $chart != vestibule ]] ||
            check "$name: policies let through what is called, and no more" python "$DELIVERY/network_policies.py" "$WORK/rendered/$name.yaml"
        check "$name: is what was reviewed" golden "$name"
    done
}

# The charts with the values of each environment of k8s/.
charts_environments() {
    local folder=$ROOT/k8s/overlays name chart values
    for name in evaluation staging production sip-edge; do
        chart=vestibule values=(-f "$folder/$name/values.yaml")
        case $name in
            production) values=(-f "$WORK/charts/vestibule/values-ha.yaml" "${values[@]}") ;;
            sip-edge) chart=sip-edge values=(-f "$folder/production/sip-edge-values.yaml") ;;
        esac
        check "environment $name: helm template" render "$chart" "environment-$name" "${values[@]}"
        check "environment $name: is valid for Kubernetes ${KUBERNETES[0]}" valid "${KUBERNETES[0]}" "$WORK/rendered/environment-$name.yaml"
    done
}

# render CHART NAME VALUES..
render() {
    local chart=$1 name=$2
    shift 2
    helm template site "$WORK/charts/$chart" --namespace vestibule "$@" >"$WORK/rendered/$name.yaml"
}

# valid VERSION FILE: strictly, and a kind that is not known is a mistake unless an operator brings it.
valid() {
    local said=$WORK/validate.log
    kubernetes-validate --strict -k "$1" "$2" >"$said" 2>&1 || { grep -v '^INFO' "$said"; return 1; }
    fails grep -Ev "^INFO|kind $CUSTOM with" "$said"
}

# golden NAME: as the committed rendering, but for keys that are made anew. UPDATE_GOLDEN=1 rewrites it.
golden() {
    local committed=$DELIVERY/golden/$1.yaml
    sed -E -f "$DELIVERY/golden.sed" "$WORK/rendered/$1.yaml" >"$WORK/golden.yaml"
    if [[ -n ${UPDATE_GOLDEN:-} ]]; then
        mkdir -p "${committed%/*}"
        cp "$WORK/golden.yaml" "$committed"
    fi
    diff -u "$committed" "$WORK/golden.yaml" || { echo "if this is wanted: UPDATE_GOLDEN=1 ./dev charts helm"; return 1; }
}

# Lines of negatives.txt: CHART | ARGUMENTS of helm template | what it must say.
charts_negatives() {
    local chart arguments words
    while IFS='|' read -r chart arguments words; do
        arguments=${arguments% }
        [[ -n $chart && $chart != \#* ]] || continue
        # shellcheck disable=SC2086 # arguments are words
        check "refused: ${chart% } ${arguments# }" refused "${words# }" helm template site "$WORK/charts/${chart// /}" $arguments
    done <"$DELIVERY/negatives.txt"
}

# refused WORDS COMMAND..: it fails, and says so.
refused() {
    local words=$1 said
    shift
    if said=$("$@" 2>&1 >/dev/null); then
        echo "it was taken"
        return 1
    fi
    printf '%s\n' "$said"
    [[ $said == *"$words"* ]] || { echo "it does not say: $words"; return 1; }
}

renders_alike() {
    local file=$WORK/charts/vestibule/ci/external-values.yaml
    diff <(helm template site "$WORK/charts/vestibule" -f "$file") <(helm template site "$WORK/charts/vestibule" -f "$file")
}

# --- security, images, pipeline -----------------------------------------------------------------------

charts_security() {
    rendered
    check "renderings: checkov" secure "$WORK"/rendered/{vestibule,sip-edge}-*.yaml
}

# Checks by name, so that a new version of checkov brings no surprises.
secure() {
    local file files=()
    for file in "$@"; do files+=(-f "$file"); done
    LOG_LEVEL=ERROR "$TOOLS/checkov/bin/checkov" "${files[@]}" --framework kubernetes --compact --quiet --skip-download \
        --check "$(grep -o '^CKV[A-Z0-9_]*' "$DELIVERY/checkov-checks.txt" | paste -sd,)"
}

# The renderings, for a section that runs without the section helm.
rendered() {
    [[ ! -d $WORK/rendered ]] || return 0
    local passed=$PASSED failed=$FAILED
    charts_helm >/dev/null
    PASSED=$passed FAILED=$failed
}

charts_dockerfiles() {
    local file
    for file in "$ROOT"/docker/Dockerfile "$ROOT"/docker/*/Dockerfile; do
        [[ ! -e $file ]] || check "${file#"$ROOT"/}: hadolint" hadolint --config "$DELIVERY/hadolint.yaml" "$file"
    done
    check "docker/compose.yaml: the schema of compose" check-jsonschema --builtin-schema vendor.compose-spec "$ROOT/docker/compose.yaml"
}

charts_pipeline() {
    check ".gitlab-ci.yml: GitLab's schema" \
        check-jsonschema --builtin-schema vendor.gitlab-ci --data-transform gitlab-ci "$ROOT/.gitlab-ci.yml"
    check ".gitlab-ci.yml: gitlab-ci-local lists its jobs" pipeline --list
    check ".gitlab-ci.yml: its job documents runs" pipeline --force-shell-executor documents
}

# pipeline ARGUMENT..: in a clone with what lies here, since it leaves files behind.
pipeline() {
    local clone=$WORK/clone
    if [[ ! -d $clone ]]; then
        git clone -q --no-checkout --depth 1 "file://$ROOT" "$clone"
        git -C "$clone" remote set-url origin https://git.example.invalid/vestibule/vestibule.git
        git -C "$ROOT" ls-files -z --cached --others --exclude-standard |
            tar -c -C "$ROOT" --null --ignore-failed-read -T - 2>/dev/null | tar -x -C "$clone"
    fi
    (cd "$clone" && gitlab-ci-local "$@")
}

# --- kustomize ----------------------------------------------------------------------------------------

charts_kustomize() {
    local overlay name version
    mkdir -p "$WORK/overlays"
    for overlay in "$ROOT"/k8s/overlays/*/; do
        name=$(basename "$overlay")
        check "overlay $name: kubectl kustomize" overlay "$overlay" "$WORK/overlays/$name.yaml"
        for version in "${KUBERNETES[@]}"; do
            check "overlay $name: is valid for Kubernetes $version" valid "$version" "$WORK/overlays/$name.yaml"
        done
        check "overlay $name: custom resources are valid" node "$DELIVERY/custom-resources.mjs" "$WORK/overlays/$name.yaml"
    done
}

overlay() { kubectl kustomize "$1" >"$2"; }

# --- alerts and dashboards ----------------------------------------------------------------------------

charts_alerts() {
    check "alerts and dashboards: known metrics, and a runbook each" "$TOOLS/python/bin/python" "$DELIVERY/metrics.py" used
    check "what runbooks and operators' pages name is there" "$TOOLS/python/bin/python" "$DELIVERY/named.py"
    if ! (need_packages prometheus); then
        warn "skipped, since promtool cannot be installed: alerts by promtool"
        return
    fi
    local file
    for file in "$CHARTS"/*/files/alerts.yaml; do
        check "${file#"$ROOT"/}: promtool check rules" promtool check rules "$file"
    done
    check "alerts fire when they should, and only then" promtool test rules "$DELIVERY/alerts-test.yaml"
}
