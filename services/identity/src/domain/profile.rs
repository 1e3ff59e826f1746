//! What people set for themselves.
use kit::{Fields, Mask};
use proto::vestibule::identity::v1 as api;
use serde_json::{Value, json};

const MAX_NAME: usize = 100;
pub const MAX_ADDRESS: usize = 500;
pub const LOCALES: [&str; 2] = ["en", "ru"];
/// Word in the API and number in the table; the first is the default.
pub const TIME_FORMATS: [(&str, i16); 3] = [("DD-MM-YYYY", 1), ("MM-DD-YYYY", 2), ("YYYY-MM-DD", 3)];
pub const IDENTIFIER_FORMATS: [(&str, i16); 2] = [("dec", 1), ("hex", 2)];

/// What a request may set of the own profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProfileDraft {
    pub name: String,
    pub phone: Option<String>,
    pub address: Option<String>,
    pub locale: String,
    pub time_zone: String,
    pub time_format: String,
    pub identifier_format: String,
    pub is_app_popup_active: bool,
}

impl ProfileDraft {
    pub fn from_api(profile: &api::Profile) -> Self {
        let details = profile.profile.clone().unwrap_or_default();
        let text = |value: Option<String>| value.map(|text| text.trim().to_string()).filter(|text| !text.is_empty());
        ProfileDraft {
            name: profile.name.trim().into(),
            phone: text(details.phone),
            address: text(details.address),
            locale: profile.locale.clone(),
            time_zone: details.time_zone,
            time_format: details.time_format,
            identifier_format: details.identifier_format,
            is_app_popup_active: details.is_app_popup_active,
        }
    }

    /// Takes from `new` what the mask names.
    pub fn merge(mut self, mask: &Mask, new: ProfileDraft) -> Self {
        mask.apply("name", &mut self.name, new.name);
        mask.apply("locale", &mut self.locale, new.locale);
        mask.apply("profile.phone", &mut self.phone, new.phone);
        mask.apply("profile.address", &mut self.address, new.address);
        mask.apply("profile.time_zone", &mut self.time_zone, new.time_zone);
        mask.apply("profile.time_format", &mut self.time_format, new.time_format);
        mask.apply("profile.identifier_format", &mut self.identifier_format, new.identifier_format);
        mask.apply("profile.is_app_popup_active", &mut self.is_app_popup_active, new.is_app_popup_active);
        self
    }

    /// `languages`: those that the person may choose.
    pub fn check(&self, languages: &[String]) -> kit::Result<()> {
        let mut fields = Fields::new();
        fields.text("name", &self.name, MAX_NAME);
        fields.optional_multiline_text("profile.address", self.address.as_deref(), MAX_ADDRESS);
        check_phone(&mut fields, "profile.phone", self.phone.as_deref());
        let is_known = LOCALES.contains(&self.locale.as_str());
        fields.check(is_known, "locale", "must be one of: en, ru");
        fields.check(!is_known || languages.contains(&self.locale), "locale", "must be one of the languages of the project");
        let known_zone = self.time_zone.is_empty() || kit::zone::is_known(&self.time_zone);
        fields.check(known_zone, "profile.time_zone", "unknown time zone");
        let format = number(&TIME_FORMATS, &self.time_format);
        fields.check(format.is_some(), "profile.time_format", "must be one of: DD-MM-YYYY, MM-DD-YYYY, YYYY-MM-DD");
        let format = number(&IDENTIFIER_FORMATS, &self.identifier_format);
        fields.check(format.is_some(), "profile.identifier_format", "must be one of: dec, hex");
        fields.finish()
    }

    /// Whether personal details differ, for which the role must hold can_edit_profile.
    pub fn differs_in_person(&self, other: &ProfileDraft) -> bool {
        (&self.name, &self.phone, &self.address) != (&other.name, &other.phone, &other.address)
    }

    /// The fields that the audit log records.
    pub fn audit_view(&self) -> Value {
        json!({
            "name": self.name,
            "phone": self.phone,
            "address": self.address,
            "locale": self.locale,
            "time_zone": self.time_zone,
            "time_format": self.time_format,
            "identifier_format": self.identifier_format,
            "is_app_popup_active": self.is_app_popup_active,
        })
    }
}

pub fn number(words: &[(&str, i16)], word: &str) -> Option<i16> {
    words.iter().find(|(name, _)| *name == word).map(|(_, number)| *number)
}

pub fn word(words: &[(&'static str, i16)], number: i16) -> &'static str {
    words.iter().find(|(_, n)| *n == number).map_or(words[0].0, |(name, _)| name)
}

/// E.164: a plus and up to 15 digits, the first not 0.
pub fn check_phone(fields: &mut Fields, path: &str, phone: Option<&str>) {
    if let Some(phone) = phone {
        fields.phone(path, phone);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_ok(draft: ProfileDraft) -> bool {
        draft.check(&LOCALES.map(String::from)).is_ok()
    }

    fn draft() -> ProfileDraft {
        ProfileDraft {
            name: "Anna".into(),
            phone: None,
            address: None,
            locale: "en".into(),
            time_zone: String::new(),
            time_format: "DD-MM-YYYY".into(),
            identifier_format: "dec".into(),
            is_app_popup_active: true,
        }
    }

    #[test]
    fn the_locale_is_en_or_ru_and_one_of_the_projects() {
        assert!(is_ok(draft()));
        assert!(is_ok(ProfileDraft { locale: "ru".into(), ..draft() }));
        for locale in ["", "de", "EN"] {
            assert!(!is_ok(ProfileDraft { locale: locale.into(), ..draft() }));
        }
        assert!(draft().check(&["en".into()]).is_ok());
        assert!(draft().check(&["ru".into()]).is_err());
    }

    #[test]
    fn formats_and_zones_are_known_ones() {
        for (format, _) in TIME_FORMATS {
            assert!(is_ok(ProfileDraft { time_format: format.into(), ..draft() }));
        }
        assert!(is_ok(ProfileDraft { time_zone: "Europe/Amsterdam".into(), identifier_format: "hex".into(), ..draft() }));
        assert!(!is_ok(ProfileDraft { time_format: "YYYY".into(), ..draft() }));
        assert!(!is_ok(ProfileDraft { identifier_format: "oct".into(), ..draft() }));
        assert!(!is_ok(ProfileDraft { time_zone: "Mars/Olympus".into(), ..draft() }));
    }

    #[test]
    fn a_phone_is_in_international_format() {
        let is_ok = |phone: &str| is_ok(ProfileDraft { phone: Some(phone.into()), ..draft() });
        assert!(is_ok("+31201234567"));
        for phone in ["0201234567", "+0201234567", "+31 20 123", "+1", "+1234567890123456", "+12345six7"] {
            assert!(!is_ok(phone), "{phone}");
        }
    }

    #[test]
    fn words_and_numbers_belong_together() {
        for (name, n) in TIME_FORMATS {
            assert_eq!((number(&TIME_FORMATS, name), word(&TIME_FORMATS, n)), (Some(n), name));
        }
    }
}
