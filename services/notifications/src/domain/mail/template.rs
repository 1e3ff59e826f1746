//! A template as it is entered.
use kit::{Fields, Mask, Result};
use proto::vestibule::notifications::v1::MailTemplate;
use serde_json::{Value, json};

use super::kind::{self, Kind, Text};
use super::locale::Locale;
use super::macros;

pub const MAX_SUBJECT: usize = 200;
pub const MAX_BODY: usize = 100_000;

/// What a person entered, not checked yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    pub subject: String,
    pub body: String,
    pub mail_type_id: String,
    /// None for the project's.
    pub domain_id: Option<i64>,
    pub locale: String,
}

impl Draft {
    pub fn new(template: MailTemplate) -> Self {
        Draft {
            subject: template.subject.trim().into(),
            body: template.body,
            mail_type_id: template.mail_type_id,
            domain_id: template.domain.map(|domain| domain.id),
            locale: template.locale,
        }
    }

    pub fn patch(&mut self, mask: &Mask, template: MailTemplate) {
        let new = Draft::new(template);
        mask.apply("subject", &mut self.subject, new.subject);
        mask.apply("body", &mut self.body, new.body);
        mask.apply("mail_type_id", &mut self.mail_type_id, new.mail_type_id);
        mask.apply("domain", &mut self.domain_id, new.domain_id);
        mask.apply("locale", &mut self.locale, new.locale);
    }

    pub fn check(&self) -> Result<()> {
        checked(&self.mail_type_id, &self.locale, &self.subject, &self.body).map(|_| ())
    }

    pub fn audited(&self) -> Value {
        json!({
            "subject": self.subject,
            "body": self.body,
            "mail_type_id": self.mail_type_id,
            "domain_id": self.domain_id,
            "locale": self.locale,
        })
    }
}

/// A text that may be saved, sent or shown: of a known type, with macros that the type knows.
pub fn checked(mail_type_id: &str, locale: &str, subject: &str, body: &str) -> Result<(&'static Kind, Locale, Text)> {
    let mut fields = Fields::new();
    let (kind, known_locale) = (kind::of(mail_type_id), Locale::from_code(locale));
    fields.check(!mail_type_id.is_empty(), "mail_type_id", "required");
    fields.check(kind.is_some(), "mail_type_id", &one_of(kind::KINDS.iter().map(|kind| kind.id)));
    fields.check(!locale.is_empty(), "locale", "required");
    fields.check(known_locale.is_some(), "locale", &one_of(Locale::ALL.into_iter().map(Locale::code)));
    fields.text("subject", subject, MAX_SUBJECT);
    fields.text("body", body, MAX_BODY);
    if let Some(kind) = kind {
        for (path, text) in [("subject", subject), ("body", body)] {
            if let Some(name) = macros::unknown(text, kind) {
                fields.add(path, format!("unknown macro {name}"));
            }
        }
    }
    fields.finish()?;
    let text = Text { subject: subject.into(), body: body.into() };
    // Both are there, or their fields would have been refused.
    kind.zip(known_locale).map(|(kind, locale)| (kind, locale, text)).ok_or(kit::Error::NotFound)
}

fn one_of(words: impl Iterator<Item = &'static str>) -> String {
    format!("must be one of: {}", words.collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Error;

    fn draft() -> Draft {
        Draft {
            subject: "Code {{code}}".into(),
            body: "<p>{{code}}</p>".into(),
            mail_type_id: "registration_code".into(),
            domain_id: None,
            locale: "en".into(),
        }
    }

    fn refused(draft: Draft) -> (String, String) {
        match draft.check() {
            Err(Error::Invalid(fields)) => fields.into_iter().next().unwrap(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn an_unknown_macro_is_refused_by_its_name() {
        assert!(draft().check().is_ok());
        let body = Draft { body: "<p>{{inviter}}</p>".into(), ..draft() };
        assert_eq!(refused(body), ("body".into(), "unknown macro inviter".into()));
        let subject = Draft { subject: "{{ Code }}".into(), ..draft() };
        assert_eq!(refused(subject), ("subject".into(), "unknown macro Code".into()));
    }

    #[test]
    fn a_template_without_text_or_of_no_type_is_refused() {
        assert_eq!(refused(Draft { subject: " ".into(), ..draft() }).1, "required");
        assert_eq!(refused(Draft { subject: "x".repeat(201), ..draft() }).1, "maximum length is 200");
        assert_eq!(refused(Draft { body: "x".repeat(100_001), ..draft() }).1, "maximum length is 100000");
        assert_eq!(refused(Draft { locale: "de".into(), ..draft() }).1, "must be one of: en, ru");
        assert_eq!(refused(Draft { mail_type_id: "x".into(), ..draft() }).0, "mail_type_id");
        assert_eq!(refused(Draft { mail_type_id: String::new(), ..draft() }).1, "required");
    }
}
