//! A webhook as somebody enters it.
use std::sync::LazyLock;

use kit::{EntityFields, Fields, Mask, Result};
use serde::{Deserialize, Serialize};
use url::{Host, Url};

/// Of a project.
pub const MAX_WEBHOOKS: i64 = 20;

static FIELDS: LazyLock<EntityFields> = LazyLock::new(|| EntityFields::new("vestibule.notifications.v1.Webhook"));

/// Why the platform has disabled a webhook. Numbered as in tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DisabledReason {
    /// Its server answered 410.
    Gone = 1,
    /// No success for three days.
    Failing = 2,
    GroupDeleted = 3,
}

impl DisabledReason {
    pub fn from_number(number: i16) -> Option<DisabledReason> {
        [DisabledReason::Gone, DisabledReason::Failing, DisabledReason::GroupDeleted].into_iter().find(|reason| *reason as i16 == number)
    }

    pub fn word(self) -> &'static str {
        match self {
            DisabledReason::Gone => "gone",
            DisabledReason::Failing => "failing",
            DisabledReason::GroupDeleted => "group_deleted",
        }
    }
}

/// What a person may set of a webhook, with the keys of the API. Events are in order, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WebhookDraft {
    pub name: String,
    pub url: String,
    pub events: Vec<String>,
    #[serde(rename = "domain_id")]
    pub group_id: Option<i64>,
    pub is_enabled: bool,
}

impl WebhookDraft {
    /// With the fields that the mask names from `new`.
    pub fn merge(&self, new: &WebhookDraft, mask: &Mask) -> WebhookDraft {
        FIELDS.merge(self, new, mask)
    }

    /// Refuses a draft by every field that is wrong. Whether the address may be called is for `operation::webhook` to ask.
    pub fn validate(&self) -> Result<()> {
        let mut fields = Fields::new();
        FIELDS.check(self, &mut fields);
        fields.check(self.url.trim().is_empty() || parse_url(&self.url).is_some(), "url", "valid url or ip");
        fields.check(!self.events.is_empty(), "events", "required");
        fields.check(self.events.iter().all(|name| event_catalogue::find(name).is_some()), "events", "invalid data sent");
        fields.finish()
    }

    /// Whether the webhook gets other events, or others get them: whoever changes that vouches for it from then on. Who only enables it
    /// again does not: its receiver, which somebody with fewer rights has chosen, would get what they may not view.
    pub fn sends_otherwise(&self, before: &WebhookDraft) -> bool {
        self.url != before.url || self.events != before.events || self.group_id != before.group_id
    }
}

/// http or https, with a host, without credentials, without a fragment and not at port 0, where nothing listens.
pub fn parse_url(text: &str) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    let is_plain = url.username().is_empty() && url.password().is_none() && url.fragment().is_none() && url.port() != Some(0);
    (matches!(url.scheme(), "http" | "https") && url.host().is_some() && is_plain).then_some(url)
}

/// Its host and port, as `Outgoing::check` takes them.
pub fn host_and_port(url: &Url) -> Option<(String, u16)> {
    let host = match url.host()? {
        Host::Domain(name) => name.to_owned(),
        Host::Ipv4(address) => address.to_string(),
        Host::Ipv6(address) => address.to_string(),
    };
    Some((host, url.port_or_known_default()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crm() -> WebhookDraft {
        WebhookDraft {
            name: "CRM".into(),
            url: "https://crm.example.com/vestibule?tenant=7".into(),
            events: vec!["device.event.arrived".into()],
            group_id: None,
            is_enabled: true,
        }
    }

    fn refused(change: impl Fn(&mut WebhookDraft)) -> Vec<String> {
        let mut draft = crm();
        change(&mut draft);
        match draft.validate() {
            Err(kit::Error::Invalid(fields)) => fields.into_keys().collect(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_draft_has_every_field_that_a_request_sets() {
        assert_eq!(FIELDS.differences(&WebhookDraft::default()), [""; 0]);
    }

    #[test]
    fn a_webhook_needs_a_name_an_address_and_events_of_the_catalogue() {
        assert!(crm().validate().is_ok());
        assert_eq!(refused(|draft| draft.name = "n".repeat(32)), ["name"]);
        assert_eq!(refused(|draft| draft.events.clear()), ["events"]);
        assert_eq!(refused(|draft| draft.events.push("everything".into())), ["events"]);
        for url in [
            "",
            "ftp://crm.example.com",
            "crm.example.com",
            "https://user:pass@crm.example.com",
            "https://crm.example.com/#part",
            "https://crm.example.com:0/",
            "http://[::1]:0",
        ] {
            assert_eq!(refused(|draft| draft.url = url.into()), ["url"], "{url}");
        }
    }

    #[test]
    fn an_address_puts_no_header_into_a_request() {
        for url in ["https://crm.example.com/a\r\nx-evil: 1", "https://crm.example.com/a%0d%0ax-evil: 1", "https://crm.example.com\r\nx-evil: 1/"] {
            assert!(parse_url(url).is_none_or(|url| !url.as_str().contains(['\r', '\n', ' '])), "{url}");
        }
    }

    #[test]
    fn a_new_name_leaves_it_with_who_vouches_for_it_and_another_address_does_not() {
        let renamed = WebhookDraft { name: "Billing".into(), ..crm() };
        let disabled = WebhookDraft { is_enabled: false, ..crm() };
        let moved = WebhookDraft { url: "https://elsewhere.example.com".into(), ..crm() };
        assert!(!renamed.sends_otherwise(&crm()) && !disabled.sends_otherwise(&crm()));
        assert!(moved.sends_otherwise(&crm()) && !crm().sends_otherwise(&disabled));
    }
}
