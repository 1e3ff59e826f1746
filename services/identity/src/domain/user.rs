//! What a user is made of, which values are taken, and what of it people may change of themselves.
use std::collections::BTreeSet;
use std::sync::LazyLock;

use kit::{EntityFields, Fields, Mask, entity_fields};
use proto::vestibule::identity::v1 as api;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::profile::check_phone;

static FIELDS: LazyLock<EntityFields> = LazyLock::new(|| EntityFields::new("vestibule.identity.v1.User"));

/// The texts of a user that an exported table has, in the order of its columns. Role and groups follow them.
pub const TABLE_FIELDS: [&str; 6] = ["name", "email", "login", "phone", "address", "description"];

pub const MAX_NAME: usize = 100;
const MAX_LOGIN: usize = 64;
const MAX_GROUPS: usize = 100;
const MAX_MARKERS: usize = 50;
/// People who belong together, as a household.
pub const MAX_LINKED: usize = 50;

/// What a request may set of a user, with the keys of the API; the password goes its own way.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UserDraft {
    pub name: String,
    pub login: Option<String>,
    pub email: Option<String>,
    pub description: Option<String>,
    pub phone: Option<String>,
    pub address: Option<String>,
    /// 0 for none.
    pub role_id: i64,
    #[serde(rename = "domains")]
    pub domain_ids: BTreeSet<i64>,
    pub is_active: bool,
    #[serde(rename = "markers")]
    pub marker_ids: BTreeSet<i64>,
    #[serde(rename = "linked_users")]
    pub linked_user_ids: BTreeSet<i64>,
    /// Lifts go to public floors only for them.
    pub elevator_access_disabled: bool,
}

/// A user as other services know them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserSnapshot {
    pub id: i64,
    pub version: i64,
    pub name: String,
    pub description: Option<String>,
    pub email: Option<String>,
    pub locale: String,
    pub is_active: bool,
    pub role_id: i64,
    pub domain_ids: Vec<i64>,
    pub elevator_access_disabled: bool,
}

impl UserDraft {
    /// As a request has it: texts trimmed, empty ones absent.
    pub fn from_api(user: &api::User) -> Self {
        let profile = user.profile.clone().unwrap_or_default();
        UserDraft {
            name: user.name.trim().into(),
            login: text(&user.login),
            email: text(&user.email),
            description: text(&user.description),
            phone: text(&profile.phone),
            address: text(&profile.address),
            role_id: user.role.as_ref().map_or(0, |role| role.id),
            domain_ids: user.domains.iter().map(|group| group.id).collect(),
            is_active: user.is_active,
            marker_ids: user.markers.iter().map(|marker| marker.id).collect(),
            linked_user_ids: user.linked_users.iter().map(|user| user.id).collect(),
            elevator_access_disabled: user.elevator_access_disabled,
        }
    }

    /// With what the mask names from `new`.
    pub fn merge(&self, mask: &Mask, new: &UserDraft) -> Self {
        FIELDS.merge(self, new, mask)
    }

    /// Notes what cannot be taken.
    pub fn check(&self, fields: &mut Fields) {
        FIELDS.check(self, fields);
        check_phone(fields, "profile.phone", self.phone.as_deref());
        if let Some(email) = &self.email {
            fields.email("email", email);
        }
        if let Some(login) = &self.login {
            check_login(fields, login);
        }
        fields.check(self.role_id != 0, "role", "required");
        fields.check(self.domain_ids.len() <= MAX_GROUPS, "domains", "too many groups");
        fields.check(self.marker_ids.len() <= MAX_MARKERS, "markers", "too many markers");
        fields.check(self.linked_user_ids.len() <= MAX_LINKED, "linked_users", "too many users");
    }

    /// Notes when a user belongs to no group. Whoever is already without one (a project's first administrator)
    /// may stay so.
    pub fn check_groups(&self, before: Option<&UserDraft>, fields: &mut Fields) {
        let stays_without = before.is_some_and(|before| before.domain_ids.is_empty());
        fields.check(!self.domain_ids.is_empty() || stays_without, "domains", "at least one group must be selected");
    }

    /// Whether there is something to sign in with.
    pub fn can_have_account(&self) -> bool {
        self.email.is_some() || self.login.is_some()
    }

    /// With the markers of another: the right to apply markers changes nothing else.
    pub fn marked_as(&self, other: &UserDraft) -> UserDraft {
        UserDraft { marker_ids: other.marker_ids.clone(), ..self.clone() }
    }

    pub fn signs_in_as(&self, other: &UserDraft) -> bool {
        self.email == other.email && self.login == other.login
    }

    /// Whether no more than name, phone and address differ: what everybody may change of themselves.
    pub fn differs_harmlessly(&self, other: &UserDraft) -> bool {
        let same = UserDraft { name: self.name.clone(), phone: self.phone.clone(), address: self.address.clone(), ..other.clone() };
        *self == same
    }

    /// The fields that the audit log records.
    pub fn audit_view(&self) -> Value {
        entity_fields::audit_view(self)
    }
}

fn text(value: &Option<String>) -> Option<String> {
    value.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_string)
}

/// No "@", so that a login name is never somebody's e-mail.
fn check_login(fields: &mut Fields, login: &str) {
    fields.optional_text("login", Some(login), MAX_LOGIN);
    let plain = login.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'));
    fields.check(plain, "login", "letters, digits, dash or underscore");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft() -> UserDraft {
        UserDraft {
            name: "Anna".into(),
            email: Some("anna@example.org".into()),
            role_id: 1,
            domain_ids: [4].into(),
            is_active: true,
            ..UserDraft::default()
        }
    }

    fn problems(draft: UserDraft) -> Vec<(String, String)> {
        let mut fields = Fields::new();
        draft.check(&mut fields);
        draft.check_groups(None, &mut fields);
        match fields.finish() {
            Ok(()) => Vec::new(),
            Err(kit::Error::Invalid(fields)) => fields.into_iter().collect(),
            Err(other) => panic!("{other}"),
        }
    }

    fn mask(paths: &[&str]) -> Mask {
        Mask::new(Some(prost_types::FieldMask { paths: paths.iter().map(|path| path.to_string()).collect() }))
    }

    #[test]
    fn a_draft_has_every_field_that_a_request_sets() {
        assert_eq!(FIELDS.differences(&UserDraft::default()), [""; 0]);
    }

    #[test]
    fn a_whole_user_is_taken() {
        assert_eq!(problems(draft()), []);
    }

    #[test]
    fn each_field_says_what_is_wrong_with_it() {
        let bad = UserDraft { email: Some("anna".into()), login: Some("a@b".into()), phone: Some("12".into()), ..UserDraft::default() };
        let problems = problems(bad);
        let paths: Vec<&str> = problems.iter().map(|(path, _)| path.as_str()).collect();
        assert_eq!(paths, ["domains", "email", "login", "name", "profile.phone", "role"]);
        assert_eq!(problems[0].1, "at least one group must be selected");
    }

    #[test]
    fn a_patch_changes_what_it_names_and_null_clears() {
        let sent = UserDraft::from_api(&api::User { name: " Eva ".into(), ..Default::default() });
        let merged = draft().merge(&mask(&["name", "email", "profile.phone"]), &sent);
        assert_eq!(merged, UserDraft { name: "Eva".into(), email: None, ..draft() });
    }

    #[test]
    fn name_phone_and_address_are_harmless_and_nothing_else_is() {
        let harmless = UserDraft { name: "E".into(), phone: Some("+31201234567".into()), address: Some("x".into()), ..draft() };
        assert!(draft().differs_harmlessly(&harmless));
        let others = [
            UserDraft { role_id: 2, ..draft() },
            UserDraft { domain_ids: [5].into(), ..draft() },
            UserDraft { is_active: false, ..draft() },
            UserDraft { elevator_access_disabled: true, ..draft() },
            UserDraft { email: None, ..draft() },
            UserDraft { login: Some("x".into()), ..draft() },
            UserDraft { description: Some("x".into()), ..draft() },
            UserDraft { marker_ids: [1].into(), ..draft() },
            UserDraft { linked_user_ids: [1].into(), ..draft() },
        ];
        for other in others {
            assert!(!draft().differs_harmlessly(&other), "{other:?}");
        }
    }
}
