//! What a user is made of, which values are taken, and what of it people may change of themselves.
use std::collections::BTreeSet;

use kit::{Fields, Mask};
use proto::vestibule::identity::v1 as api;

use super::profile::{MAX_ADDRESS, check_phone};

pub const MAX_NAME: usize = 100;
const MAX_DESCRIPTION: usize = 1000;
const MAX_LOGIN: usize = 64;
const MAX_GROUPS: usize = 100;
const MAX_MARKERS: usize = 50;
/// People who belong together, as a household.
pub const MAX_LINKED: usize = 50;

/// What a request may set of a user; the password goes its own way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    pub name: String,
    pub login: Option<String>,
    pub email: Option<String>,
    pub description: Option<String>,
    pub phone: Option<String>,
    pub address: Option<String>,
    /// 0 for none.
    pub role_id: i64,
    pub domain_ids: BTreeSet<i64>,
    pub is_active: bool,
    pub marker_ids: BTreeSet<i64>,
    pub linked_user_ids: BTreeSet<i64>,
}

impl Draft {
    /// As a request has it: texts trimmed, empty ones absent.
    pub fn of(user: &api::User) -> Self {
        let profile = user.profile.clone().unwrap_or_default();
        Draft {
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
        }
    }

    /// Takes from `new` what the mask names.
    pub fn merge(mut self, mask: &Mask, new: Draft) -> Self {
        mask.apply("name", &mut self.name, new.name);
        mask.apply("login", &mut self.login, new.login);
        mask.apply("email", &mut self.email, new.email);
        mask.apply("description", &mut self.description, new.description);
        mask.apply("profile.phone", &mut self.phone, new.phone);
        mask.apply("profile.address", &mut self.address, new.address);
        mask.apply("role", &mut self.role_id, new.role_id);
        mask.apply("domains", &mut self.domain_ids, new.domain_ids);
        mask.apply("is_active", &mut self.is_active, new.is_active);
        mask.apply("markers", &mut self.marker_ids, new.marker_ids);
        mask.apply("linked_users", &mut self.linked_user_ids, new.linked_user_ids);
        self
    }

    /// Notes what cannot be taken.
    pub fn check(&self, fields: &mut Fields) {
        fields.text("name", &self.name, MAX_NAME);
        fields.optional_text("description", self.description.as_deref(), MAX_DESCRIPTION);
        fields.optional_text("profile.address", self.address.as_deref(), MAX_ADDRESS);
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
    pub fn check_groups(&self, before: Option<&Draft>, fields: &mut Fields) {
        let stays_without = before.is_some_and(|before| before.domain_ids.is_empty());
        fields.check(!self.domain_ids.is_empty() || stays_without, "domains", "at least one group must be selected");
    }

    /// Whether there is something to sign in with.
    pub fn can_have_account(&self) -> bool {
        self.email.is_some() || self.login.is_some()
    }

    /// With the markers of another: whoever may apply markers may change nothing else by that.
    pub fn marked_as(&self, other: &Draft) -> Draft {
        Draft { marker_ids: other.marker_ids.clone(), ..self.clone() }
    }

    pub fn signs_in_as(&self, other: &Draft) -> bool {
        self.email == other.email && self.login == other.login
    }

    /// Whether no more than name, phone and address differ: what everybody may change of themselves.
    pub fn differs_harmlessly(&self, other: &Draft) -> bool {
        let same = Draft { name: self.name.clone(), phone: self.phone.clone(), address: self.address.clone(), ..other.clone() };
        *self == same
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

    fn draft() -> Draft {
        Draft { name: "Anna".into(), email: Some("anna@example.org".into()), role_id: 1, domain_ids: [4].into(), is_active: true, ..Draft::default() }
    }

    fn problems(draft: Draft) -> Vec<(String, String)> {
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
    fn a_whole_user_is_taken() {
        assert_eq!(problems(draft()), []);
    }

    #[test]
    fn each_field_says_what_is_wrong_with_it() {
        let bad = Draft { email: Some("anna".into()), login: Some("a@b".into()), phone: Some("12".into()), ..Draft::default() };
        let problems = problems(bad);
        let paths: Vec<&str> = problems.iter().map(|(path, _)| path.as_str()).collect();
        assert_eq!(paths, ["domains", "email", "login", "name", "profile.phone", "role"]);
        assert_eq!(problems[0].1, "at least one group must be selected");
    }

    #[test]
    fn a_patch_changes_what_it_names_and_null_clears() {
        let sent = Draft::of(&api::User { name: " Eva ".into(), ..Default::default() });
        let merged = draft().merge(&mask(&["name", "email", "profile.phone"]), sent);
        assert_eq!(merged, Draft { name: "Eva".into(), email: None, ..draft() });
    }

    #[test]
    fn name_phone_and_address_are_harmless_and_nothing_else_is() {
        let harmless = Draft { name: "E".into(), phone: Some("+31201234567".into()), address: Some("x".into()), ..draft() };
        assert!(draft().differs_harmlessly(&harmless));
        let others = [
            Draft { role_id: 2, ..draft() },
            Draft { domain_ids: [5].into(), ..draft() },
            Draft { is_active: false, ..draft() },
            Draft { email: None, ..draft() },
            Draft { login: Some("x".into()), ..draft() },
            Draft { description: Some("x".into()), ..draft() },
            Draft { marker_ids: [1].into(), ..draft() },
            Draft { linked_user_ids: [1].into(), ..draft() },
        ];
        for other in others {
            assert!(!draft().differs_harmlessly(&other), "{other:?}");
        }
    }
}
