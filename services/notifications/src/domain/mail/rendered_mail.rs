//! A mail as it is sent: a text with the values of its macros, in the frame of the white label.
use super::frame::{self, WhiteLabel};
use super::html::{self, Secret};
use super::locale::Locale;
use super::macros::{self, Values};
use super::mail_type::{MailText, MailType};
use super::plain;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenderedMail {
    pub subject: String,
    pub html: String,
    pub text: String,
}

/// The project or group in whose name a mail is sent.
#[derive(Clone, Debug, Default)]
pub struct MailSender {
    /// The project's name.
    pub project: String,
    pub label: WhiteLabel,
}

impl MailSender {
    /// The name that receivers see.
    pub fn name(&self) -> &str {
        if self.label.name.is_empty() { &self.project } else { &self.label.name }
    }

    /// The values of the common macros; `own` override them.
    fn values(&self, to_name: &str, own: &Values) -> Values {
        let common =
            [("name", to_name), ("project", self.name()), ("logo", &self.label.logo), ("address", &self.label.address), ("phone", &self.label.phone)];
        let common = common.into_iter().map(|(name, value)| (name.to_string(), value.to_string()));
        common.chain(own.iter().map(|(name, value)| (name.clone(), value.clone()))).collect()
    }
}

/// Macros, each with the attribute that may be its value. Whoever knows their values signs in, registers or enters: a template must not
/// send them elsewhere.
const SECRET_MACROS: [(&str, &str); 3] = [("link", "href"), ("code", "href"), ("qr", "src")];

pub fn render(text: &MailText, locale: Locale, sender: &MailSender, to_name: &str, own: &Values) -> RenderedMail {
    let values = sender.values(to_name, own);
    let subject = macros::replace_in_line(&text.subject, &values);
    let secret = |(name, attribute): (&str, &'static str)| {
        values.get(name).filter(|value| !value.is_empty()).map(|value| Secret { value: value.clone(), attribute })
    };
    let secrets = SECRET_MACROS.into_iter().filter_map(secret).collect();
    let content = html::sanitize_with_secrets(&macros::replace_in_html(&text.body, &values), secrets);
    RenderedMail { html: frame::wrap(&content, &subject, sender.name(), &sender.label, locale), text: plain::from_html(&content), subject }
}

/// With the samples of the type's macros, in the frame of the sender's white label.
pub fn render_preview(text: &MailText, mail_type: &MailType, locale: Locale, sender: &MailSender) -> RenderedMail {
    let or_sample = |value: &str, sample: &str| if value.is_empty() { sample.to_string() } else { value.to_string() };
    let samples: Values = mail_type
        .macros()
        .map(|known| {
            let value = match known.name {
                "project" => or_sample(sender.name(), known.sample),
                "logo" => or_sample(&sender.label.logo, known.sample),
                "address" => or_sample(&sender.label.address, known.sample),
                "phone" => or_sample(&sender.label.phone, known.sample),
                _ => known.sample.to_string(),
            };
            (known.name.to_string(), value)
        })
        .collect();
    let name = samples.get("name").cloned().unwrap_or_default();
    render(text, locale, sender, &name, &samples)
}

#[cfg(test)]
mod tests {
    use super::super::mail_type;
    use super::*;

    fn values(pairs: &[(&str, &str)]) -> Values {
        pairs.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect()
    }

    #[test]
    fn a_mail_has_a_subject_and_the_same_content_as_html_and_text() {
        let mail_type = mail_type::find("registration_code").unwrap();
        let sender = MailSender { project: "Riverside".into(), ..MailSender::default() };
        let mail = render(&mail_type.text(Locale::En), Locale::En, &sender, "Ann", &values(&[("code", "482913"), ("minutes", "30")]));
        assert_eq!(mail.subject, "482913 is your code for Riverside");
        for part in [&mail.html, &mail.text] {
            assert!(part.contains("482913") && part.contains("Hello Ann") && part.contains("30 minutes"), "{part}");
        }
        assert!(mail.html.starts_with("<!doctype html>") && !mail.text.contains('<'));
    }

    #[test]
    fn a_value_cannot_contain_a_script_link() {
        let text = MailText { subject: "s".into(), body: "<a href=\"{{link}}\">go</a>".into() };
        let mail = render(&text, Locale::En, &MailSender::default(), "", &values(&[("link", "javascript:alert(1)")]));
        assert!(!mail.html.contains("javascript"));
    }

    #[test]
    fn a_template_cannot_send_a_guest_keys_picture_to_another_server() {
        let text = MailText { subject: "s".into(), body: "<img src=\"https://x.test/?{{qr}}\"><img src=\"{{qr}}\">".into() };
        let qr = "https://vestibule.test/api/v0/guest-access/4fZkR9Q2mLxT7cVb/qr";
        let mail = render(&text, Locale::En, &MailSender::default(), "", &values(&[("qr", qr)]));
        assert!(mail.html.contains(&format!("src=\"{qr}\"")) && !mail.html.contains("x.test"), "{}", mail.html);
    }

    #[test]
    fn values_of_the_event_override_the_common_ones() {
        let text = MailText { subject: "{{project}}".into(), body: "x".into() };
        let sender = MailSender { project: "Riverside".into(), ..MailSender::default() };
        assert_eq!(render(&text, Locale::En, &sender, "", &values(&[("project", "Other")])).subject, "Other");
    }

    #[test]
    fn a_preview_of_every_type_replaces_every_macro() {
        for mail_type in mail_type::MAIL_TYPES {
            for locale in Locale::ALL {
                let mail = render_preview(&mail_type.text(locale), mail_type, locale, &MailSender::default());
                assert!(!mail.html.contains("{{") && !mail.subject.contains("{{"), "{}", mail_type.id);
            }
        }
    }
}
