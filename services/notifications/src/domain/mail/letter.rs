//! A mail as it is sent: from a text, the values of its macros, and the white label.
use super::frame::{self, WhiteLabel};
use super::kind::{Kind, Text};
use super::locale::Locale;
use super::macros::{self, Values};
use super::{html, plain};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    pub subject: String,
    pub html: String,
    pub text: String,
}

/// Whose mail it is.
#[derive(Clone, Debug, Default)]
pub struct Sender {
    pub project: String,
    pub label: WhiteLabel,
}

impl Sender {
    /// As receivers are told.
    pub fn name(&self) -> &str {
        if self.label.name.is_empty() { &self.project } else { &self.label.name }
    }

    /// Values that every mail has; `own` go before them.
    fn values(&self, to_name: &str, own: &Values) -> Values {
        let common =
            [("name", to_name), ("project", self.name()), ("logo", &self.label.logo), ("address", &self.label.address), ("phone", &self.label.phone)];
        let common = common.into_iter().map(|(name, value)| (name.to_string(), value.to_string()));
        common.chain(own.iter().map(|(name, value)| (name.clone(), value.clone()))).collect()
    }
}

pub fn write(text: &Text, locale: Locale, sender: &Sender, to_name: &str, own: &Values) -> Letter {
    let values = sender.values(to_name, own);
    let subject = macros::in_line(&text.subject, &values);
    let content = html::clean(&macros::in_html(&text.body, &values));
    Letter { html: frame::around(&content, &subject, sender.name(), &sender.label, locale), text: plain::from_html(&content), subject }
}

/// With the type's samples, under the white label that is there.
pub fn preview(text: &Text, kind: &Kind, locale: Locale, sender: &Sender) -> Letter {
    let shown = |value: &str, sample: &str| if value.is_empty() { sample.to_string() } else { value.to_string() };
    let samples: Values = kind
        .macros()
        .map(|known| {
            let value = match known.name {
                "project" => shown(sender.name(), known.sample),
                "logo" => shown(&sender.label.logo, known.sample),
                "address" => shown(&sender.label.address, known.sample),
                "phone" => shown(&sender.label.phone, known.sample),
                _ => known.sample.to_string(),
            };
            (known.name.to_string(), value)
        })
        .collect();
    let name = samples.get("name").cloned().unwrap_or_default();
    write(text, locale, sender, &name, &samples)
}

#[cfg(test)]
mod tests {
    use super::super::kind;
    use super::*;

    fn values(pairs: &[(&str, &str)]) -> Values {
        pairs.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect()
    }

    #[test]
    fn a_letter_has_a_subject_html_and_a_text_of_the_same() {
        let kind = kind::of("registration_code").unwrap();
        let sender = Sender { project: "Riverside".into(), ..Sender::default() };
        let letter = write(&kind.text(Locale::En), Locale::En, &sender, "Ann", &values(&[("code", "482913"), ("minutes", "30")]));
        assert_eq!(letter.subject, "482913 is your code for Riverside");
        for part in [&letter.html, &letter.text] {
            assert!(part.contains("482913") && part.contains("Hello Ann") && part.contains("30 minutes"), "{part}");
        }
        assert!(letter.html.starts_with("<!doctype html>") && !letter.text.contains('<'));
    }

    #[test]
    fn a_value_cannot_bring_a_link_that_runs() {
        let text = Text { subject: "s".into(), body: "<a href=\"{{link}}\">go</a>".into() };
        let letter = write(&text, Locale::En, &Sender::default(), "", &values(&[("link", "javascript:alert(1)")]));
        assert!(!letter.html.contains("javascript"));
    }

    #[test]
    fn what_the_event_says_goes_before_what_every_mail_has() {
        let text = Text { subject: "{{project}}".into(), body: "x".into() };
        let sender = Sender { project: "Riverside".into(), ..Sender::default() };
        assert_eq!(write(&text, Locale::En, &sender, "", &values(&[("project", "Other")])).subject, "Other");
    }

    #[test]
    fn a_preview_of_every_type_leaves_no_macro_open() {
        for kind in kind::KINDS {
            for locale in Locale::ALL {
                let letter = preview(&kind.text(locale), kind, locale, &Sender::default());
                assert!(!letter.html.contains("{{") && !letter.subject.contains("{{"), "{}", kind.id);
            }
        }
    }
}
