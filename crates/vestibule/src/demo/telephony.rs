//! The telephony of the demonstration site: where its phones register, numbers of its people and panels, the general
//! number of a building, and a number that is forwarded.
use std::collections::HashMap;

use anyhow::{Context as _, Result};
use proto::vestibule::domains::v1::settings_client::SettingsClient;
use proto::vestibule::domains::v1::{GetSipSettingsRequest, SipSettings, UpdateSipSettingsRequest};
use proto::vestibule::telephony::v1::forward_rules_client::ForwardRulesClient;
use proto::vestibule::telephony::v1::sip_numbers_client::SipNumbersClient;
use proto::vestibule::telephony::v1::*;

use super::settings::named;
use super::site::Door;
use super::{Site, by_name, reference};

const FIRST_NUMBER: &str = "100";
const LAST_NUMBER: &str = "999";

const CONCIERGE: &str = "100";
const ADMINISTRATOR: &str = "110";
const PEOPLE: [(&str, &str); 7] = [
    (CONCIERGE, "Tom Becker"),
    ("101", "Anna Petrova"),
    ("102", "Ivan Petrov"),
    ("103", "Grace Kim"),
    ("105", "Priya Nair"),
    ("111", "Maria Alvarez"),
    (FORWARDED, "Samuel Okafor"),
];
const PANELS: [(&str, &str); 4] = [("201", "Main gate"), ("202", "Entrance A"), ("204", "Building 2 lobby"), ("205", "Office turnstile")];
/// Rings whoever belongs to the building.
const GENERAL: (&str, &str, &str) = ("300", "Front desk", "Building 1");
/// Rings itself, and then the concierge.
const FORWARDED: &str = "104";
const RULE: &str = "Apartment 03, then the front desk";

impl Site {
    pub(super) async fn telephony(&self, groups: &HashMap<&'static str, i64>, people: &HashMap<&'static str, i64>, doors: &[Door]) -> Result<()> {
        self.sip_settings().await?;
        let of_administrator = SipNumber { user: Some(reference(self.administrator.user_id)), ..Default::default() };
        // Of no group: the number is of the residence, as everything that is the administrator's here.
        self.number(ADMINISTRATOR, SipNumber { domain: Some(reference(groups["Riverside Residence"])), ..of_administrator }).await?;
        for (number, name) in PEOPLE {
            self.number(number, SipNumber { user: Some(reference(people[name])), ..Default::default() }).await?;
        }
        for (number, name) in PANELS {
            let door = doors.iter().find(|door| door.credential.name == name).with_context(|| format!("the panel {name}"))?;
            self.number(number, SipNumber { name: name.into(), device: Some(reference(door.id)), ..Default::default() }).await?;
        }
        let (number, name, group) = GENERAL;
        let general = SipNumber { name: name.into(), is_general: true, domain: Some(reference(groups[group])), ..Default::default() };
        self.number(number, general).await?;
        self.forwarding(groups[group]).await
    }

    /// Where the installation's edge is. Whoever entered another one keeps it; the demonstration's own follows its port.
    async fn sip_settings(&self) -> Result<()> {
        let edge = telephony::Config::from_env()?;
        let mut settings = SettingsClient::new(self.context.peers.peer("domains"));
        let now = settings.get_sip_settings(self.request(GetSipSettingsRequest {})).await?.into_inner();
        let is_ours = now.proxy_address.as_ref() == Some(&edge.public_host);
        if now.is_enabled && !(is_ours && now.proxy_port != i32::from(edge.public_port)) {
            return Ok(());
        }
        let sip = SipSettings {
            is_enabled: true,
            proxy_address: Some(edge.public_host),
            proxy_port: edge.public_port.into(),
            first_number: Some(FIRST_NUMBER.into()),
            last_number: Some(LAST_NUMBER.into()),
            ..Default::default()
        };
        let update_mask = named(&["is_enabled", "proxy_address", "proxy_port", "first_number", "last_number"]);
        settings.update_sip_settings(self.request(UpdateSipSettingsRequest { settings: Some(sip), update_mask })).await?;
        Ok(())
    }

    /// Made with the number, unless somebody has it.
    async fn number(&self, number: &str, like: SipNumber) -> Result<()> {
        if self.find_number(number).await?.is_some() {
            return Ok(());
        }
        let numbers = SipNumbersClient::new(self.context.peers.peer("telephony"));
        let new = SipNumber { number: number.into(), ..like };
        let make = || {
            let (mut numbers, request) = (numbers.clone(), self.request(CreateSipNumberRequest { sip_number: Some(new.clone()) }));
            async move { numbers.create_sip_number(request).await }
        };
        self.until_known(number, make).await?;
        Ok(())
    }

    async fn find_number(&self, number: &str) -> Result<Option<SipNumber>> {
        let mut numbers = SipNumbersClient::new(self.context.peers.peer("telephony"));
        let filters = serde_json::json!({ "items": [{ "field": "number", "rule": "equals", "value": number }] }).to_string();
        let list = numbers.list_sip_numbers(self.request(ListSipNumbersRequest { filters, ..Default::default() })).await?.into_inner();
        Ok(list.items.into_iter().next())
    }

    /// Once: with the rule, its number picks it.
    async fn forwarding(&self, group: i64) -> Result<()> {
        let mut rules = ForwardRulesClient::new(self.context.peers.peer("telephony"));
        let list = ListForwardRulesRequest { filters: by_name(RULE), ..Default::default() };
        let is_there = !rules.list_forward_rules(self.request(list)).await?.into_inner().items.is_empty();
        let Some(number) = self.find_number(FORWARDED).await?.filter(|_| !is_there) else { return Ok(()) };
        let queue = |number: &str, timeout: i32| ForwardQueue {
            numbers: vec![number.into()],
            params: Some(ForwardParams { timeout, ..Default::default() }),
            // Nobody at home, or no phone that is registered: the front desk at once.
            redirect_if_error: Some(RedirectIfError { enabled: true, timeout: 0 }),
            redirect_if_no_answer: Some(RedirectIfNoAnswer { is_immediately: false, timeout: 0 }),
        };
        let rule = ForwardRule {
            name: RULE.into(),
            domain: Some(reference(group)),
            forward_rules: vec![queue(FORWARDED, 20), queue(CONCIERGE, 60)],
            ..Default::default()
        };
        let rule = rules.create_forward_rule(self.request(CreateForwardRuleRequest { forward_rule: Some(rule) })).await?.into_inner();
        let picked = SipNumber { forward_mode: ForwardMode::Picked.into(), forward_group: Some(reference(rule.id)), ..Default::default() };
        let update_mask = named(&["forward_mode", "forward_group"]);
        let mut numbers = SipNumbersClient::new(self.context.peers.peer("telephony"));
        numbers.update_sip_number(self.request(UpdateSipNumberRequest { id: number.id, sip_number: Some(picked), update_mask })).await?;
        Ok(())
    }
}
