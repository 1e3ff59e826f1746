//! The types of mails. A new type is a line in `MAIL_TYPES` and a text file per language in `texts`.
use super::locale::Locale;

/// A macro `{{name}}` of a text, and the value that a preview shows for it.
#[derive(Clone, Copy, Debug)]
pub struct Macro {
    pub name: &'static str,
    pub sample: &'static str,
}

#[derive(Debug)]
pub struct MailType {
    /// As events and templates name it.
    pub id: &'static str,
    /// What is in it proves an e-mail or opens an account, or says what became of one: only the installation's mail server sees it.
    pub is_about_account: bool,
    /// Its own macros, beside the `COMMON` ones.
    own: &'static [Macro],
    en: &'static str,
    ru: &'static str,
}

/// A subject and an HTML body, with macros.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailText {
    pub subject: String,
    pub body: String,
}

const fn sample(name: &'static str, sample: &'static str) -> Macro {
    Macro { name, sample }
}

/// Macros of every type: the receiver's name, the project's name, and the white label.
pub const COMMON: &[Macro] = &[
    sample("name", "Anna Smith"),
    sample("project", "Riverside Park"),
    sample("logo", "https://vestibule.example/logo.png"),
    sample("address", "12 River Street"),
    sample("phone", "+31201234567"),
];

const LINK: Macro = sample("link", "https://vestibule.example/registration/aVQ0c2x1");
const RECOVERY: Macro = sample("link", "https://vestibule.example/password/reset/aVQ0c2x1");

macro_rules! mail_type {
    ($id:literal, $own:expr) => {
        mail_type!($id, $own, false)
    };
    (account $id:literal, $own:expr) => {
        mail_type!($id, $own, true)
    };
    ($id:literal, $own:expr, $is_about_account:literal) => {
        MailType {
            id: $id,
            is_about_account: $is_about_account,
            own: $own,
            en: include_str!(concat!("texts/", $id, ".en.html")),
            ru: include_str!(concat!("texts/", $id, ".ru.html")),
        }
    };
}

pub static MAIL_TYPES: &[MailType] = &[
    mail_type!(account "registration_code", &[sample("code", "482913"), sample("minutes", "30")]),
    mail_type!(account "already_registered", &[LINK]),
    mail_type!(account "registration_link", &[LINK, sample("inviter", "John Keeper"), sample("days", "7")]),
    mail_type!(account "account_confirmation", &[LINK]),
    mail_type!(account "password_recovery", &[RECOVERY, sample("minutes", "60")]),
    mail_type!(account "password_changed", &[]),
    mail_type!(account "email_changed", &[]),
    mail_type!(account "second_factor_removed", &[]),
    mail_type!(
        "device_status",
        &[
            sample("device", "Front door"),
            sample("group", "House 1"),
            sample("event", "offline"),
            sample("at", "05-03-2026 23:04 CET"),
            sample("details", "The device does not answer.")
        ]
    ),
    mail_type!(
        "device_alarm",
        &[
            sample("device", "Front door"),
            sample("group", "House 1"),
            sample("alarm", "the door was not closed in time"),
            sample("at", "05-03-2026 23:04 CET"),
            sample("count", "3"),
            sample("link", "https://vestibule.example/devices/alarms/812/edit")
        ]
    ),
    mail_type!("license_reminder", &[sample("group", "House 1"), sample("at", "05-03-2026 23:04 CET"), sample("days", "14")]),
    mail_type!(
        "wallet_certificate_reminder",
        &[sample("certificate", "pass.com.example.riverside"), sample("at", "05-03-2026 23:04 CET"), sample("days", "7")]
    ),
    mail_type!(
        "announce",
        &[
            sample("subject", "No water at noon"),
            sample("content", "<p>The water is off from 12:00 to 13:00.</p>"),
            sample("sender", "John Keeper"),
            sample("link", "https://vestibule.example/announce/4fZkR9Q2mLxT7cVb")
        ]
    ),
    mail_type!(
        "guest_key",
        &[
            sample("key", "Courier"),
            sample("site", "Riverside Park"),
            sample("message", "The lobby is on the left."),
            sample("qr", "https://vestibule.example/api/v0/guest-access/4fZkR9Q2mLxT7cVb/qr"),
            sample("link", "https://vestibule.example/guest-access/4fZkR9Q2mLxT7cVb")
        ]
    ),
    mail_type!("test_mail", &[]),
];

/// Id of the type of announces.
pub const ANNOUNCE: &str = "announce";

pub fn find(id: &str) -> Option<&'static MailType> {
    MAIL_TYPES.iter().find(|mail_type| mail_type.id == id)
}

impl MailType {
    pub fn macros(&self) -> impl Iterator<Item = &'static Macro> {
        self.own.iter().chain(COMMON)
    }

    pub fn has_macro(&self, name: &str) -> bool {
        self.macros().any(|known| known.name == name)
    }

    /// The built-in text.
    pub fn text(&self, locale: Locale) -> MailText {
        let file = match locale {
            Locale::En => self.en,
            Locale::Ru => self.ru,
        };
        let (subject, body) = file.split_once("\n\n").unwrap_or((file, ""));
        MailText { subject: subject.trim_start_matches("Subject:").trim().into(), body: body.trim().into() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::macros;
    use super::*;

    #[test]
    fn every_type_has_a_text_in_each_language_with_its_macros_only() {
        for mail_type in MAIL_TYPES {
            for locale in Locale::ALL {
                let text = mail_type.text(locale);
                assert!(!text.subject.is_empty() && !text.body.is_empty(), "{} {}", mail_type.id, locale.code());
                for part in [&text.subject, &text.body] {
                    assert_eq!(macros::unknown(part, mail_type), None, "{} {}", mail_type.id, locale.code());
                }
            }
        }
    }

    #[test]
    fn every_macro_of_a_type_is_in_its_texts() {
        for mail_type in MAIL_TYPES {
            for locale in Locale::ALL {
                let text = mail_type.text(locale);
                for own in mail_type.own {
                    assert!(text.body.contains(&format!("{{{{{}}}}}", own.name)), "{} {} {}", mail_type.id, locale.code(), own.name);
                }
            }
        }
    }

    #[test]
    fn a_type_with_a_link_or_a_code_is_about_an_account_unless_it_opens_none() {
        // Pages of an announce and of a guest key belong to no account, and that of an alarm is for who has signed in.
        let harmless = [ANNOUNCE, "guest_key", "device_alarm"];
        for mail_type in MAIL_TYPES.iter().filter(|mail_type| !harmless.contains(&mail_type.id)) {
            let has_secret = mail_type.own.iter().any(|own| ["link", "code"].contains(&own.name));
            assert!(!has_secret || mail_type.is_about_account, "{}", mail_type.id);
        }
        for id in ["password_changed", "email_changed", "second_factor_removed"] {
            assert!(find(id).unwrap().is_about_account, "{id}");
        }
    }

    #[test]
    fn the_texts_of_a_type_are_translated() {
        for mail_type in MAIL_TYPES {
            let russian = mail_type.text(Locale::Ru);
            // An announce has the subject that its author wrote.
            let text = if mail_type.id == ANNOUNCE { &russian.body } else { &russian.subject };
            assert!(text.chars().any(|c| ('а'..='я').contains(&c)), "{}", mail_type.id);
            assert!(!mail_type.text(Locale::En).body.chars().any(|c| ('а'..='я').contains(&c)), "{}", mail_type.id);
        }
    }
}
