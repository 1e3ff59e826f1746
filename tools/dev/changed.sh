# ./dev test --changed: the steps that a change can touch. Sourced by ./dev.
# shellcheck shell=bash
#
# The change is what differs from the last commit that the upstream branch has; without one, from HEAD's parent.

# Prints a step a line, and leaves the filter of the Rust tests in .dev-test/changed-tests.
changed_steps() {
    local files steps=() base
    base=$(git -C "$ROOT" merge-base HEAD '@{upstream}' 2>/dev/null || git -C "$ROOT" rev-parse 'HEAD~1')
    files=$({ git -C "$ROOT" diff --name-only "$base"; git -C "$ROOT" ls-files --others --exclude-standard; } | sort -u)
    touched() { grep -qE "$1" <<<"$files"; }
    ! touched '\.rs$|Cargo\.(toml|lock)$|\.proto$|\.sql$|^(dev|docker|tools/dev)(/|$)' || steps+=(lint)
    ! touched '\.rs$|Cargo\.(toml|lock)$|\.proto$|\.sql$|^crates/|^services/|^tests/' || steps+=(rust)
    ! touched '^web-console/' || steps+=(console screens)
    ! touched '\.rs$|\.proto$|\.sql$|^web-console/|^docker/sip-edge/' || steps+=(e2e)
    ! touched '^(charts|k8s|docs|tools/delivery|docker)/|\.gitlab-ci\.yml$|README\.md$' || steps+=(charts)
    ! touched '^crates/kit(-[a-z]+)?/|^services/(device-gateway|access|api-gateway)/|^tools/faults/' || steps+=(faults)
    ! touched '^(charts|docker)/' || steps+=(images)
    [[ ${#steps[@]} -eq 0 ]] || printf '%s\n' "${steps[@]}"
    changed_packages <<<"$files"
}

# The packages of the changed files, as a filter of nextest: they and whatever depends on them. Without the file all
# tests run, as after a change of the workspace itself.
changed_packages() {
    local folder name filter=''
    mkdir -p "$ROOT/.dev-test"
    rm -f "$ROOT/.dev-test/changed-tests"
    ! grep -qE '^(Cargo\.(toml|lock)|proto/|\.cargo/|\.config/)' /dev/stdin <<<"$files" || return 0
    while read -r folder; do
        name=$(sed -n 's/^name = "\(.*\)"/\1/p' "$ROOT/$folder/Cargo.toml" 2>/dev/null | head -n 1)
        [[ -z $name ]] || filter+="${filter:+ + }rdeps(=$name)"
    done < <(sed -nE 's#^((crates|services|tools)/[^/]+|tests)/.*#\1#p' <<<"$files" | sort -u)
    [[ -z $filter ]] || echo "$filter" >"$ROOT/.dev-test/changed-tests"
}
