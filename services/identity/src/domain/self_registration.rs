//! Registering with a project's invitation code and an object of one's own.
use kit::{Fields, Result};
use proto::vestibule::identity::v1 as api;
use serde::{Deserialize, Serialize};
use time::Duration;

use super::registration;

/// How long the mailed link is good.
pub const VALIDITY: Duration = Duration::days(7);
const MAX_OBJECT_NAME: usize = 100;

/// Whether a text could be an invitation code at all: what could not is no guess.
pub fn is_code(text: &str) -> bool {
    (6..=64).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
}

/// What a registrant may be, and the role of those who are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UserType {
    pub name: String,
    pub role_id: i64,
}

/// Who registers, and what for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelfRegistrationDraft {
    pub person: registration::RegistrationDraft,
    pub object_name: String,
}

impl SelfRegistrationDraft {
    pub fn from_api(request: &api::SelfRegisterRequest) -> Self {
        let text = |text: &str| text.trim().to_string();
        let person =
            registration::RegistrationDraft { name: text(&request.user_name), email: text(&request.user_email), locale: request.locale.clone() };
        SelfRegistrationDraft { person, object_name: text(&request.object_name) }
    }

    /// The role of the chosen type, when everything can be taken.
    pub fn check(&self, request: &api::SelfRegisterRequest, offered: &[UserType]) -> Result<i64> {
        let mut fields = Fields::new();
        self.person.note(&mut fields, ["user_name", "user_email", "user_password"], &request.user_password);
        fields.text("object_name", &self.object_name, MAX_OBJECT_NAME);
        let chosen = offered.iter().find(|offer| offer.name == request.user_type);
        if chosen.is_none() {
            let names: Vec<&str> = offered.iter().map(|offer| offer.name.as_str()).collect();
            fields.add("user_type", format!("must be one of: {}", names.join(", ")));
        }
        fields.finish()?;
        Ok(chosen.map_or(0, |offer| offer.role_id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request() -> api::SelfRegisterRequest {
        let text = |text: &str| text.to_string();
        api::SelfRegisterRequest {
            code: text("ABCDEF"),
            user_name: text("Eva"),
            user_email: text("eva@x.test"),
            user_type: text("owner"),
            object_name: text(" Villa "),
            user_password: text("long enough"),
            locale: text("en"),
        }
    }

    fn offered() -> [UserType; 2] {
        [UserType { name: "tenant".into(), role_id: 3 }, UserType { name: "owner".into(), role_id: 4 }]
    }

    #[test]
    fn the_chosen_type_says_which_role_it_is() {
        let draft = SelfRegistrationDraft::from_api(&request());
        assert_eq!((draft.object_name.as_str(), draft.check(&request(), &offered()).unwrap()), ("Villa", 4));
    }

    #[test]
    fn a_type_that_is_not_offered_is_refused_with_those_that_are() {
        let other = api::SelfRegisterRequest { user_type: "king".into(), ..request() };
        let Err(kit::Error::Invalid(fields)) = SelfRegistrationDraft::from_api(&other).check(&other, &offered()) else { panic!("taken") };
        assert_eq!(fields["user_type"], "must be one of: tenant, owner");
    }

    #[test]
    fn an_invitation_code_has_6_to_64_letters_digits_dashes_or_underscores() {
        assert!(is_code("ABC-1_") && is_code(&"x".repeat(64)));
        for text in ["", "ABC-1", "ABC 12", "{code}", &"x".repeat(65)] {
            assert!(!is_code(text), "{text}");
        }
    }

    #[test]
    fn every_bad_field_is_told_at_once() {
        let empty = api::SelfRegisterRequest::default();
        let Err(kit::Error::Invalid(fields)) = SelfRegistrationDraft::from_api(&empty).check(&empty, &offered()) else { panic!("taken") };
        let paths: Vec<_> = fields.keys().collect();
        assert_eq!(paths, ["object_name", "user_email", "user_name", "user_password", "user_type"]);
    }
}
