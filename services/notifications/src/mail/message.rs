//! A letter as bytes for the wire.
use lettre::address::Envelope;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox as Written, Message, MultiPart};
use time::OffsetDateTime;

use super::server::Mailbox;
use crate::domain::mail::letter::Letter;

/// Who it goes to and what is said.
pub struct Wire {
    pub envelope: Envelope,
    pub bytes: Vec<u8>,
}

pub struct Heads<'a> {
    pub from: &'a Mailbox,
    pub to: &'a Mailbox,
    /// Where answers go; empty for the sender.
    pub reply_to: &'a str,
    /// The same for every attempt, so that a server or reader that gets two knows that they are one.
    pub id: &'a str,
    pub at: OffsetDateTime,
}

pub fn build(heads: &Heads<'_>, letter: &Letter) -> anyhow::Result<Wire> {
    let (from, to) = (written(heads.from)?, written(heads.to)?);
    let domain = from.email.domain().to_string();
    let mut message = Message::builder()
        .from(from)
        .to(to)
        .subject(&letter.subject)
        .date(heads.at.into())
        .message_id(Some(format!("<{}@{domain}>", heads.id)))
        // No "I am on holiday" in answer (RFC 3834).
        .raw_header(raw("Auto-Submitted", "auto-generated"))
        .raw_header(raw("X-Auto-Response-Suppress", "All"));
    if let Ok(address) = heads.reply_to.parse() {
        message = message.reply_to(Written::new(None, address));
    }
    let message = message.multipart(MultiPart::alternative_plain_html(letter.text.clone(), letter.html.clone()))?;
    Ok(Wire { envelope: message.envelope().clone(), bytes: message.formatted() })
}

fn raw(name: &'static str, value: &str) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value.into())
}

fn written(mailbox: &Mailbox) -> anyhow::Result<Written> {
    let name = mailbox.name.split(char::is_control).collect::<Vec<_>>().join(" ");
    Ok(Written::new((!name.trim().is_empty()).then_some(name), mailbox.email.parse()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_has_both_parts_and_says_that_a_machine_sent_it() {
        let letter = Letter { subject: "Код — 1".into(), html: "<p>HTML part</p>".into(), text: "text part".into() };
        let from = Mailbox { name: "Дом\r\nBcc: x@x.test".into(), email: "no-reply@x.test".into() };
        let to = Mailbox { name: String::new(), email: "ann@y.test".into() };
        let heads = Heads { from: &from, to: &to, reply_to: "office@x.test", id: "17.ab", at: OffsetDateTime::UNIX_EPOCH };
        let wire = build(&heads, &letter).unwrap();
        let text = String::from_utf8(wire.bytes).unwrap();
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
        assert_eq!(wire.envelope.to()[0].to_string(), "ann@y.test");
    }

    #[test]
    fn an_address_that_is_none_is_refused() {
        let letter = Letter { subject: "s".into(), html: String::new(), text: String::new() };
        let from = Mailbox { name: String::new(), email: "no-reply@x.test".into() };
        for email in ["", "ann", "ann@x.test\r\nRCPT TO:<b@x.test>", "a b@x.test"] {
            let to = Mailbox { name: String::new(), email: email.into() };
            assert!(build(&Heads { from: &from, to: &to, reply_to: "", id: "1", at: OffsetDateTime::UNIX_EPOCH }, &letter).is_err(), "{email}");
        }
    }
}
