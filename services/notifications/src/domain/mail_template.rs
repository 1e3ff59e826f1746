//! A mail template as a user enters it.
use kit::{Fields, Mask, Result};
use serde_json::{Value, json};

use super::mail::locale::Locale;
use super::mail::macros;
use super::mail::mail_type::{self, MailText, MailType};

pub const MAX_SUBJECT: usize = 200;
pub const MAX_BODY: usize = 100_000;

/// Not validated yet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MailTemplateDraft {
    pub subject: String,
    pub body: String,
    pub mail_type_id: String,
    /// None for a template of the project.
    pub group_id: Option<i64>,
    pub locale: String,
}

impl MailTemplateDraft {
    /// Takes the fields that the mask names.
    pub fn merge(&mut self, mask: &Mask, new: MailTemplateDraft) {
        mask.apply("subject", &mut self.subject, new.subject);
        mask.apply("body", &mut self.body, new.body);
        mask.apply("mail_type_id", &mut self.mail_type_id, new.mail_type_id);
        mask.apply("domain", &mut self.group_id, new.group_id);
        mask.apply("locale", &mut self.locale, new.locale);
    }

    pub fn validate(&self) -> Result<()> {
        validate_text(&self.mail_type_id, &self.locale, &self.subject, &self.body).map(|_| ())
    }

    pub fn audit_view(&self) -> Value {
        json!({
            "subject": self.subject,
            "body": self.body,
            "mail_type_id": self.mail_type_id,
            "domain_id": self.group_id,
            "locale": self.locale,
        })
    }
}

/// A text that may be saved, sent or previewed: of a known type, with the macros of that type only.
pub fn validate_text(mail_type_id: &str, locale: &str, subject: &str, body: &str) -> Result<(&'static MailType, Locale, MailText)> {
    let mut fields = Fields::new();
    let (mail_type, known_locale) = (mail_type::find(mail_type_id), Locale::from_code(locale));
    fields.check(!mail_type_id.is_empty(), "mail_type_id", "required");
    fields.check(mail_type.is_some(), "mail_type_id", &one_of(mail_type::MAIL_TYPES.iter().map(|mail_type| mail_type.id)));
    fields.check(!locale.is_empty(), "locale", "required");
    fields.check(known_locale.is_some(), "locale", &one_of(Locale::ALL.into_iter().map(Locale::code)));
    fields.text("subject", subject, MAX_SUBJECT);
    fields.multiline_text("body", body, MAX_BODY);
    if let Some(mail_type) = mail_type {
        for (path, text) in [("subject", subject), ("body", body)] {
            if let Some(name) = macros::unknown(text, mail_type) {
                fields.add(path, format!("unknown macro {name}"));
            }
        }
    }
    fields.finish()?;
    let text = MailText { subject: subject.into(), body: body.into() };
    // Both are Some: otherwise their fields would have been refused.
    mail_type.zip(known_locale).map(|(mail_type, locale)| (mail_type, locale, text)).ok_or(kit::Error::NotFound)
}

fn one_of(words: impl Iterator<Item = &'static str>) -> String {
    format!("must be one of: {}", words.collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Error;

    fn draft() -> MailTemplateDraft {
        MailTemplateDraft {
            subject: "Code {{code}}".into(),
            body: "<p>{{code}}</p>".into(),
            mail_type_id: "registration_code".into(),
            group_id: None,
            locale: "en".into(),
        }
    }

    fn refused(draft: MailTemplateDraft) -> (String, String) {
        match draft.validate() {
            Err(Error::Invalid(fields)) => fields.into_iter().next().unwrap(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn an_unknown_macro_is_refused_by_its_name() {
        assert!(draft().validate().is_ok());
        let body = MailTemplateDraft { body: "<p>{{inviter}}</p>".into(), ..draft() };
        assert_eq!(refused(body), ("body".into(), "unknown macro inviter".into()));
        let subject = MailTemplateDraft { subject: "{{ Code }}".into(), ..draft() };
        assert_eq!(refused(subject), ("subject".into(), "unknown macro Code".into()));
    }

    #[test]
    fn a_template_without_text_or_of_an_unknown_type_is_refused() {
        assert_eq!(refused(MailTemplateDraft { subject: " ".into(), ..draft() }).1, "required");
        assert_eq!(refused(MailTemplateDraft { subject: "x".repeat(201), ..draft() }).1, "maximum length is 200");
        assert_eq!(refused(MailTemplateDraft { body: "x".repeat(100_001), ..draft() }).1, "maximum length is 100000");
        assert_eq!(refused(MailTemplateDraft { locale: "de".into(), ..draft() }).1, "must be one of: en, ru");
        assert_eq!(refused(MailTemplateDraft { mail_type_id: "x".into(), ..draft() }).0, "mail_type_id");
        assert_eq!(refused(MailTemplateDraft { mail_type_id: String::new(), ..draft() }).1, "required");
    }

    #[test]
    fn control_characters_are_refused_in_a_subject_and_line_breaks_only_there() {
        let message = "must not contain control characters".to_string();
        for subject in ["Code\nBcc: x@x.test", "Code\r\n1", "Code\t1", "Code\u{0}", "Code\u{7f}"] {
            let draft = MailTemplateDraft { subject: subject.into(), ..draft() };
            assert_eq!(refused(draft), ("subject".into(), message.clone()), "{subject:?}");
        }
        assert!(MailTemplateDraft { body: "<p>\n\t{{code}}\r\n</p>".into(), ..draft() }.validate().is_ok());
        assert_eq!(refused(MailTemplateDraft { body: "<p>\u{0}</p>".into(), ..draft() }), ("body".into(), message));
    }
}
