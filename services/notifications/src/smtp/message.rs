//! A rendered mail as an RFC 5322 message.
use lettre::address::Envelope;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox as LettreMailbox, Message, MultiPart};
use time::OffsetDateTime;

use super::server::Mailbox;
use crate::domain::mail::rendered_mail::RenderedMail;

/// The SMTP envelope and the message.
pub struct EncodedMail {
    pub envelope: Envelope,
    pub bytes: Vec<u8>,
}

pub struct Headers<'a> {
    pub from: &'a Mailbox,
    pub to: &'a Mailbox,
    /// Address for replies; empty for the sender's.
    pub reply_to: &'a str,
    /// For Message-ID. The same for every attempt, so that receivers recognise a duplicate.
    pub id: &'a str,
    pub at: OffsetDateTime,
}

pub fn encode(headers: &Headers<'_>, mail: &RenderedMail) -> anyhow::Result<EncodedMail> {
    let (from, to) = (mailbox(headers.from)?, mailbox(headers.to)?);
    let domain = from.email.domain().to_string();
    let mut message = Message::builder()
        .from(from)
        .to(to)
        .subject(&mail.subject)
        .date(headers.at.into())
        .message_id(Some(format!("<{}@{domain}>", headers.id)))
        // Suppresses automatic replies (RFC 3834).
        .raw_header(raw("Auto-Submitted", "auto-generated"))
        .raw_header(raw("X-Auto-Response-Suppress", "All"));
    if let Ok(address) = headers.reply_to.parse() {
        message = message.reply_to(LettreMailbox::new(None, address));
    }
    let message = message.multipart(MultiPart::alternative_plain_html(mail.text.clone(), mail.html.clone()))?;
    Ok(EncodedMail { envelope: message.envelope().clone(), bytes: message.formatted() })
}

fn raw(name: &'static str, value: &str) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value.into())
}

fn mailbox(mailbox: &Mailbox) -> anyhow::Result<LettreMailbox> {
    let name = mailbox.name.split(char::is_control).collect::<Vec<_>>().join(" ");
    Ok(LettreMailbox::new((!name.trim().is_empty()).then_some(name), mailbox.email.parse()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_has_both_parts_and_is_marked_as_automatic() {
        let mail = RenderedMail { subject: "Код — 1".into(), html: "<p>HTML part</p>".into(), text: "text part".into() };
        let from = Mailbox { name: "Дом\r\nBcc: x@x.test".into(), email: "no-reply@x.test".into() };
        let to = Mailbox { name: String::new(), email: "ann@y.test".into() };
        let headers = Headers { from: &from, to: &to, reply_to: "office@x.test", id: "17.ab", at: OffsetDateTime::UNIX_EPOCH };
        let encoded = encode(&headers, &mail).unwrap();
        let text = String::from_utf8(encoded.bytes).unwrap();
        for part in [
            "multipart/alternative",
            "HTML part",
            "text part",
            "Auto-Submitted: auto-generated",
            "Message-ID: <17.ab@x.test>",
            "Reply-To: office@x.test",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert!(!text.contains("\nBcc:"));
        assert_eq!(encoded.envelope.to()[0].to_string(), "ann@y.test");
    }

    #[test]
    fn an_invalid_address_is_refused() {
        let mail = RenderedMail { subject: "s".into(), html: String::new(), text: String::new() };
        let from = Mailbox { name: String::new(), email: "no-reply@x.test".into() };
        for email in ["", "ann", "ann@x.test\r\nRCPT TO:<b@x.test>", "a b@x.test"] {
            let to = Mailbox { name: String::new(), email: email.into() };
            assert!(encode(&Headers { from: &from, to: &to, reply_to: "", id: "1", at: OffsetDateTime::UNIX_EPOCH }, &mail).is_err(), "{email}");
        }
    }
}
