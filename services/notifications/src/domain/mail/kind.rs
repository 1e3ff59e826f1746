//! The types of mails: a new one is a line in `KINDS` and a text in each language beside it.
use super::locale::Locale;

/// A value that a text may hold, as `{{name}}`, and what a preview shows for it.
#[derive(Clone, Copy, Debug)]
pub struct Macro {
    pub name: &'static str,
    pub sample: &'static str,
}

#[derive(Debug)]
pub struct Kind {
    /// As events and templates name it.
    pub id: &'static str,
    /// Its own macros; `COMMON` are there in every type.
    own: &'static [Macro],
    en: &'static str,
    ru: &'static str,
}

/// A subject and an HTML body, with macros.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    pub subject: String,
    pub body: String,
}

const fn sample(name: &'static str, sample: &'static str) -> Macro {
    Macro { name, sample }
}

/// The receiver's name, the project's, and the white label's.
pub const COMMON: &[Macro] = &[
    sample("name", "Anna Smith"),
    sample("project", "Riverside Park"),
    sample("logo", "https://vestibule.example/logo.png"),
    sample("address", "12 River Street"),
    sample("phone", "+31201234567"),
];

const LINK: Macro = sample("link", "https://vestibule.example/registration/aVQ0c2x1");
const RECOVERY: Macro = sample("link", "https://vestibule.example/password/reset/aVQ0c2x1");

macro_rules! kind {
    ($id:literal, $own:expr) => {
        Kind { id: $id, own: $own, en: include_str!(concat!("texts/", $id, ".en.html")), ru: include_str!(concat!("texts/", $id, ".ru.html")) }
    };
}

pub static KINDS: &[Kind] = &[
    kind!("registration_code", &[sample("code", "482913"), sample("minutes", "30")]),
    kind!("already_registered", &[LINK]),
    kind!("registration_link", &[LINK, sample("inviter", "John Keeper"), sample("days", "7")]),
    kind!("account_confirmation", &[LINK]),
    kind!("password_recovery", &[RECOVERY, sample("minutes", "60")]),
    kind!("password_changed", &[]),
    kind!("second_factor_removed", &[]),
    kind!(
        "device_status",
        &[
            sample("device", "Front door"),
            sample("group", "House 1"),
            sample("event", "offline"),
            sample("at", "05-03-2026 23:04 CET"),
            sample("details", "The device does not answer.")
        ]
    ),
    kind!("test_mail", &[]),
];

pub fn of(id: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.id == id)
}

impl Kind {
    pub fn macros(&self) -> impl Iterator<Item = &'static Macro> {
        self.own.iter().chain(COMMON)
    }

    pub fn knows(&self, name: &str) -> bool {
        self.macros().any(|known| known.name == name)
    }

    /// The platform's own text.
    pub fn text(&self, locale: Locale) -> Text {
        let file = match locale {
            Locale::En => self.en,
            Locale::Ru => self.ru,
        };
        let (subject, body) = file.split_once("\n\n").unwrap_or((file, ""));
        Text { subject: subject.trim_start_matches("Subject:").trim().into(), body: body.trim().into() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::macros;
    use super::*;

    #[test]
    fn every_type_has_a_text_in_each_language_with_macros_that_it_knows() {
        for kind in KINDS {
            for locale in Locale::ALL {
                let text = kind.text(locale);
                assert!(!text.subject.is_empty() && !text.body.is_empty(), "{} {}", kind.id, locale.code());
                for part in [&text.subject, &text.body] {
                    assert_eq!(macros::unknown(part, kind), None, "{} {}", kind.id, locale.code());
                }
            }
        }
    }

    #[test]
    fn every_macro_of_a_type_is_in_its_texts() {
        for kind in KINDS {
            for locale in Locale::ALL {
                let text = kind.text(locale);
                for own in kind.own {
                    assert!(text.body.contains(&format!("{{{{{}}}}}", own.name)), "{} {} {}", kind.id, locale.code(), own.name);
                }
            }
        }
    }

    #[test]
    fn the_languages_say_it_in_words_of_their_own() {
        for kind in KINDS {
            let russian = kind.text(Locale::Ru);
            assert!(russian.subject.chars().any(|c| ('а'..='я').contains(&c)), "{}", kind.id);
            assert!(!kind.text(Locale::En).body.chars().any(|c| ('а'..='я').contains(&c)), "{}", kind.id);
        }
    }
}
