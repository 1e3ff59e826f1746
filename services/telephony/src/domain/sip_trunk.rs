//! A trunk: its fields and their rules.
use kit::{Fields, Mask};
use serde::Serialize;
use serde_json::{Value, json};

use super::termination::Termination;

const MAX_NAME: usize = 100;
const MAX_LOGIN: usize = 100;
const MAX_PASSWORD: usize = 128;
const MAX_GROUPS: usize = 500;

/// The fields that can be changed, except for the password.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SipTrunkDraft {
    pub name: String,
    pub outgoing_number: String,
    pub termination_uri: String,
    pub login: Option<String>,
    pub is_registration_enabled: bool,
    /// Each once, in their order.
    pub domains: Vec<i64>,
}

/// What a request says of a trunk.
#[derive(Clone, Debug)]
pub struct SipTrunkInput {
    pub draft: SipTrunkDraft,
    pub password: Option<String>,
}

impl SipTrunkDraft {
    /// Takes the fields that the mask names.
    pub fn merge(&mut self, draft: SipTrunkDraft, mask: &Mask) {
        macro_rules! apply {
            ($($field:ident),+) => { $(mask.apply(stringify!($field), &mut self.$field, draft.$field);)+ };
        }
        apply!(name, outgoing_number, termination_uri, login, is_registration_enabled, domains);
    }

    pub fn validate(&self, fields: &mut Fields) {
        fields.text("name", &self.name, MAX_NAME);
        fields.phone("outgoing_number", &self.outgoing_number);
        fields.check(Termination::parse(&self.termination_uri).is_some(), "termination_uri", "must be sip:host or sip:host:port");
        let is_one_word = |login: &String| login.chars().all(|c| c.is_ascii_graphic() && !"\"<>@;".contains(c));
        fields.check(self.login.as_ref().is_none_or(is_one_word), "login", "contains characters that are not allowed");
        fields.optional_text("login", self.login.as_deref(), MAX_LOGIN);
        fields.check(!self.domains.is_empty(), "domains", "at least one group must be selected");
        fields.check(self.domains.len() <= MAX_GROUPS, "domains", "too many groups");
    }

    /// Whether the provider is the same server: what knows its password may then be kept.
    pub fn has_server_of(&self, other: &SipTrunkDraft) -> bool {
        let server = |trunk: &SipTrunkDraft| Termination::parse(&trunk.termination_uri).map(|termination| (termination.host, termination.port));
        server(self) == server(other)
    }

    /// For the audit log. Of the password, only that it has changed.
    pub fn audit_view(&self, has_new_password: bool) -> Value {
        let mut view = json!(self);
        if has_new_password {
            view["password"] = json!("changed");
        }
        view
    }

    /// Before the first attempt to register.
    pub fn first_status(&self) -> &'static str {
        if self.is_registration_enabled { "registering" } else { "ready" }
    }
}

/// A provider registers nobody without a login and a password.
pub fn validate_credentials(fields: &mut Fields, trunk: &SipTrunkDraft, has_password: bool) {
    fields.check(!trunk.is_registration_enabled || trunk.login.is_some(), "login", "required");
    fields.check(!trunk.is_registration_enabled || has_password, "password", "required");
}

pub fn validate_password(fields: &mut Fields, password: &str) {
    fields.optional_text("password", Some(password), MAX_PASSWORD);
    fields.check(!password.chars().any(char::is_control), "password", "contains characters that are not allowed");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trunk() -> SipTrunkDraft {
        SipTrunkDraft {
            name: "Line".into(),
            outgoing_number: "+31201234567".into(),
            termination_uri: "sip:trunk.example.org".into(),
            login: None,
            is_registration_enabled: false,
            domains: vec![1],
        }
    }

    fn refused(change: impl FnOnce(&mut SipTrunkDraft)) -> Vec<String> {
        refused_with(true, change)
    }

    fn refused_with(has_password: bool, change: impl FnOnce(&mut SipTrunkDraft)) -> Vec<String> {
        let (mut fields, mut trunk) = (Fields::new(), trunk());
        change(&mut trunk);
        trunk.validate(&mut fields);
        validate_credentials(&mut fields, &trunk, has_password);
        match fields.finish() {
            Err(kit::Error::Invalid(fields)) => fields.into_keys().collect(),
            _ => Vec::new(),
        }
    }

    #[test]
    fn at_least_one_group_must_be_selected() {
        assert!(refused(|_| {}).is_empty());
        assert_eq!(refused(|trunk| trunk.domains.clear()), ["domains"]);
    }

    #[test]
    fn a_trunk_shows_an_international_number_and_leads_to_a_server() {
        assert_eq!(refused(|trunk| trunk.outgoing_number = "0201234567".into()), ["outgoing_number"]);
        assert_eq!(refused(|trunk| trunk.termination_uri = "trunk.example.org".into()), ["termination_uri"]);
    }

    #[test]
    fn a_trunk_that_registers_needs_a_login() {
        assert_eq!(refused(|trunk| trunk.is_registration_enabled = true), ["login"]);
        assert!(refused(|trunk| (trunk.is_registration_enabled, trunk.login) = (true, Some("acme".into()))).is_empty());
        assert_eq!(refused(|trunk| trunk.login = Some("acme\r\nX: 1".into())), ["login"]);
    }

    #[test]
    fn a_trunk_that_registers_needs_a_password() {
        let registers = |trunk: &mut SipTrunkDraft| (trunk.is_registration_enabled, trunk.login) = (true, Some("acme".into()));
        assert_eq!(refused_with(false, registers), ["password"]);
        assert!(refused_with(false, |_| {}).is_empty(), "one that does not may have none");
    }

    #[test]
    fn another_host_or_port_is_another_server_and_another_transport_is_not() {
        let to = |uri: &str| SipTrunkDraft { termination_uri: uri.into(), ..trunk() };
        assert!(trunk().has_server_of(&to("sip:TRUNK.example.org;transport=tls")));
        assert!(!trunk().has_server_of(&to("sip:trunk.example.com")) && !trunk().has_server_of(&to("sip:trunk.example.org:5070")));
    }
}
