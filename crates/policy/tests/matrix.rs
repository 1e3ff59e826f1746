//! The role x resource x action matrix is a committed file: a change of the policy shows in its diff.
//! `UPDATE_MATRIX=1 cargo test -p policy` writes it anew.
use std::fmt::Write;

use policy::{Action, Caller, CallerKind, Resource, default_roles};

/// As all paths in tests, from the folder of the package, where cargo runs them.
const FILE: &str = "authz-matrix.txt";

#[test]
fn the_committed_matrix_is_what_the_policy_says() {
    let now = matrix();
    if std::env::var_os("UPDATE_MATRIX").is_some() {
        std::fs::write(FILE, &now).unwrap();
    }
    assert_eq!(std::fs::read_to_string(FILE).unwrap_or_default(), now, "UPDATE_MATRIX=1 cargo test -p policy writes it anew");
}

fn matrix() -> String {
    let mut text = String::from("role                  resource               action  reach\n");
    let nobody = ("nobody", Caller::default());
    let roles = default_roles().map(|role| {
        let caller = Caller { user_id: 1, kind: CallerKind::User, permissions: role.permissions, ..Caller::default() };
        (role.name, caller)
    });
    let dealer = default_roles().into_iter().find(|role| role.name == "administrator").map(|role| {
        let kind = CallerKind::User;
        ("dealer", Caller { user_id: 1, kind, permissions: role.permissions, dealer_id: 1, ..Caller::default() })
    });
    for (name, caller) in std::iter::once(nobody).chain(roles).chain(dealer) {
        for resource in Resource::ALL {
            for action in Action::ALL {
                writeln!(text, "{name:<21} {:<22} {:<7} {}", resource.name(), action.name(), reach(&caller, *resource, *action)).unwrap();
            }
        }
    }
    text
}

fn reach(caller: &Caller, resource: Resource, action: Action) -> String {
    if caller.kind != CallerKind::User {
        return "-".into();
    }
    let scope = caller.scope(resource, action);
    let words = [(scope.all, "all"), (scope.domain, "domain"), (scope.descendants, "descendants"), (scope.own, "own")];
    let words: Vec<_> = words.into_iter().filter(|(on, _)| *on).map(|(_, word)| word).collect();
    if words.is_empty() { "-".into() } else { words.join("+") }
}
