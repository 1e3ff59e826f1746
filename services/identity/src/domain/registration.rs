//! Registering by oneself: what is sent, and how long it holds.
use kit::{Fields, Result};
use proto::vestibule::identity::v1 as api;
use time::{Duration, OffsetDateTime};

use super::profile::LOCALES;
use super::refusal;
use super::user::MAX_NAME;

/// How long a code is good.
pub const VALIDITY: Duration = Duration::minutes(30);
/// How long until another one may be asked for.
pub const RESEND_AFTER: Duration = Duration::seconds(60);
/// So many wrong codes void the registration.
pub const MAX_WRONG_CODES: i16 = 5;

/// Who wants to become a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegistrationDraft {
    pub name: String,
    pub email: String,
    pub locale: String,
}

impl RegistrationDraft {
    pub fn from_api(request: &api::RegisterRequest) -> Self {
        RegistrationDraft { name: request.name.trim().into(), email: request.login.trim().into(), locale: request.locale.clone() }
    }

    pub fn check(&self, new_password: &str) -> Result<()> {
        let mut fields = Fields::new();
        self.note(&mut fields, ["name", "login", "password"], new_password);
        fields.finish()
    }

    /// Notes what cannot be taken. `paths`: how the request names the name, the e-mail and the password.
    pub fn note(&self, fields: &mut Fields, paths: [&str; 3], new_password: &str) {
        let [name, email_path, password] = paths;
        fields.text(name, &self.name, MAX_NAME);
        fields.check(!self.email.is_empty(), email_path, refusal::EMAIL_REQUIRED);
        fields.email(email_path, &self.email);
        // Without one it is the project's own.
        fields.check(self.locale.is_empty() || LOCALES.contains(&self.locale.as_str()), "locale", "must be one of: en, ru");
        super::password::check(fields, password, new_password);
    }
}

/// Seconds until another code may be asked for; None when it may be now.
pub fn seconds_to_wait(code_sent_at: OffsetDateTime, now: OffsetDateTime) -> Option<u64> {
    let wait = (code_sent_at + RESEND_AFTER - now).whole_seconds();
    u64::try_from(wait).ok().filter(|wait| *wait > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(request: api::RegisterRequest) -> Vec<(String, String)> {
        match RegistrationDraft::from_api(&request).check(&request.password) {
            Ok(()) => Vec::new(),
            Err(kit::Error::Invalid(fields)) => fields.into_iter().collect(),
            Err(other) => panic!("{other}"),
        }
    }

    fn request() -> api::RegisterRequest {
        let text = |text: &str| text.to_string();
        api::RegisterRequest { name: text(" Eva "), login: text("eva@x.test "), password: text("long enough"), project: None, locale: text("ru") }
    }

    #[test]
    fn a_registration_needs_name_e_mail_and_password() {
        assert_eq!(problems(request()), []);
        let paths: Vec<String> = problems(api::RegisterRequest::default()).into_iter().map(|(path, _)| path).collect();
        assert_eq!(paths, ["login", "name", "password"]);
        let found = problems(api::RegisterRequest { locale: "xx".into(), ..request() });
        assert_eq!(found, [("locale".to_string(), "must be one of: en, ru".to_string())]);
    }

    #[test]
    fn without_an_e_mail_nobody_registers() {
        let found = problems(api::RegisterRequest { login: " ".into(), ..request() });
        assert_eq!(found, [("login".to_string(), "e-mail required for registration".to_string())]);
        let found = problems(api::RegisterRequest { login: "eva".into(), ..request() });
        assert_eq!(found, [("login".to_string(), "must be e-mail".to_string())]);
    }

    #[test]
    fn another_code_may_be_asked_for_after_a_minute() {
        let sent = OffsetDateTime::UNIX_EPOCH;
        assert_eq!(seconds_to_wait(sent, sent), Some(60));
        assert_eq!(seconds_to_wait(sent, sent + Duration::seconds(59)), Some(1));
        assert_eq!(seconds_to_wait(sent, sent + Duration::seconds(60)), None);
        assert_eq!(seconds_to_wait(sent, sent + Duration::days(1)), None);
    }
}
