//! What a shared view is made of, and whose it is.
use kit::{Fields, Result};
use policy::{Action, Caller, Resource};
use proto::vestibule::identity::v1 as api;
use serde_json::{Value, json};

const MAX_LIST: usize = 40;
const MAX_NAME: usize = 40;
const MAX_SEARCH: usize = 2_000;
/// Of one list.
pub const MAX_VIEWS: i64 = 100;
/// Of one list and one person: nobody fills the list for all others.
pub const MAX_OWN_VIEWS: i64 = 20;

/// What a request may set of a shared view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedViewDraft {
    pub list: String,
    pub name: String,
    pub search: String,
}

impl SharedViewDraft {
    pub fn from_api(view: &api::SharedView) -> Self {
        SharedViewDraft { list: view.list.clone(), name: view.name.trim().into(), search: view.search.clone() }
    }

    pub fn check(&self) -> Result<()> {
        let mut fields = Fields::new();
        fields.text("list", &self.list, MAX_LIST);
        fields.text("name", &self.name, MAX_NAME);
        fields.optional_text("search", Some(&self.search), MAX_SEARCH);
        // It is put behind the path of its list: nothing else may be an address.
        fields.check(self.search.is_empty() || self.search.starts_with('?'), "search", "invalid data sent");
        fields.finish()
    }

    /// How the audit log shows it.
    pub fn audit_view(&self) -> Value {
        json!({ "list": self.list, "name": self.name, "search": self.search })
    }
}

/// Whether the views of a list are the caller's too: who sees only what they made themselves has no colleagues there.
pub fn is_shared_with(caller: &Caller, list: &str) -> bool {
    let Some(resource) = Resource::ALL.iter().find(|resource| resource.name() == list) else { return false };
    // Everybody sees the groups around their own, residents too: colleagues are those who have been given a right.
    if matches!(resource, Resource::Group | Resource::GroupType) && !caller.is_granted(*resource) {
        return false;
    }
    let scope = caller.scope(*resource, Action::View);
    scope.all || scope.domain || scope.descendants
}

#[cfg(test)]
mod tests {
    use policy::{CallerKind, Permission, PermissionSet};

    use super::*;

    fn caller(permissions: &[Permission]) -> Caller {
        let permissions = permissions.iter().copied().collect::<PermissionSet>();
        Caller { project_id: 1, user_id: 7, kind: CallerKind::User, permissions, ..Caller::default() }
    }

    #[test]
    fn views_are_shared_among_those_who_see_others_entries_of_the_list() {
        let guard = caller(&[Permission::CanViewAllIdentifiers]);
        assert!(is_shared_with(&guard, "identifiers"));
        assert!(!is_shared_with(&guard, "users"), "they see themselves only");
        assert!(!is_shared_with(&caller(&[]), "identifiers"));
        assert!(!is_shared_with(&guard, "no such list"));
    }

    #[test]
    fn views_of_groups_are_not_shared_with_residents() {
        assert!(!is_shared_with(&caller(&[]), "domains") && !is_shared_with(&caller(&[]), "domain-types"));
        assert!(is_shared_with(&caller(&[Permission::CanEditDescendantDomains]), "domains"));
    }

    #[test]
    fn a_view_has_a_name_and_a_query() {
        let view = |name: &str, search: &str| SharedViewDraft { list: "users".into(), name: name.into(), search: search.into() };
        assert!(view("Night shift", "?sort=name").check().is_ok() && view("All", "").check().is_ok());
        let long = format!("?{}", "x".repeat(MAX_SEARCH));
        for bad in [view("", ""), view(&"x".repeat(41), ""), view("a", "//example.com"), view("a", "sort=name"), view("a", &long)] {
            assert!(bad.check().is_err(), "{bad:?}");
        }
    }
}
