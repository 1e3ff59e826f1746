//! Entities of other services that belong to a group, asked as the caller: those that the caller may not see are not
//! answered.
use std::time::Duration;

use kit::{Context, Result};
use policy::Caller;
use proto::vestibule::access::v1::access_rules_client::AccessRulesClient;
use proto::vestibule::access::v1::identifiers_client::IdentifiersClient;
use proto::vestibule::access::v1::{ListAccessRulesRequest, ListIdentifiersRequest};
use proto::vestibule::device::v1::ListDevicesRequest;
use proto::vestibule::device::v1::devices_client::DevicesClient;
use proto::vestibule::identity::v1::mobile_client_counts_client::MobileClientCountsClient;
use proto::vestibule::identity::v1::users_client::UsersClient;
use proto::vestibule::identity::v1::{CountMobileClientsRequest, ListUsersRequest};
use proto::vestibule::notifications::v1::emergency_alerts_client::EmergencyAlertsClient;
use proto::vestibule::notifications::v1::mail_templates_client::MailTemplatesClient;
use proto::vestibule::notifications::v1::{ListEmergencyAlertsRequest, ListMailTemplatesRequest};
use proto::vestibule::telephony::v1::forward_rules_client::ForwardRulesClient;
use proto::vestibule::telephony::v1::sip_numbers_client::SipNumbersClient;
use proto::vestibule::telephony::v1::{ListForwardRulesRequest, ListSipNumbersRequest};
use serde_json::{Value, json};

use super::within_if_permitted;

const ANSWER_TIMEOUT: Duration = Duration::from_secs(3);
/// Entities of one kind in an answer.
const PAGE_SIZE: i32 = 20;

/// Entities of the group itself, or also of every group below it.
#[derive(Clone, Copy)]
pub enum RelatedScope {
    Group(i64),
    Subtree(i64),
}

impl RelatedScope {
    /// `own` is the list's field for the group that an entity belongs to.
    fn filters(self, own: &str) -> String {
        json!([self.filter(own)]).to_string()
    }

    fn filter(self, own: &str) -> Value {
        let (field, id) = match self {
            RelatedScope::Group(id) => (own, id),
            RelatedScope::Subtree(id) => ("within_domain_id", id),
        };
        json!({ "field": field, "rule": "equals", "value": id })
    }
}

/// The first entities of a list by name, and their number: exact up to 10,000.
#[derive(Debug, Default)]
pub struct RelatedPage {
    /// Ids and names.
    pub first: Vec<(i64, String)>,
    pub total: i64,
}

pub struct RelatedEntities<'a> {
    pub context: &'a Context,
    pub caller: &'a Caller,
}

impl RelatedEntities<'_> {
    pub async fn users(&self, scope: RelatedScope) -> Result<Option<RelatedPage>> {
        let mut client = UsersClient::new(self.context.peers.peer("identity"));
        let message = ListUsersRequest { size: PAGE_SIZE, sort: "name".into(), filters: scope.filters("domains"), ..Default::default() };
        let list = within_if_permitted(ANSWER_TIMEOUT, client.list_users(self.context.signer.request(self.caller, message))).await?;
        Ok(list.map(|list| RelatedPage { total: list.total, first: list.items.into_iter().map(|item| (item.id, item.name)).collect() }))
    }

    /// Number of applications that users of the group and below it are signed in with.
    pub async fn mobile_apps(&self, group: i64) -> Result<Option<i64>> {
        let mut client = MobileClientCountsClient::new(self.context.peers.peer("identity"));
        let message = CountMobileClientsRequest { within_domain_id: group };
        let counted = within_if_permitted(ANSWER_TIMEOUT, client.count_mobile_clients(self.context.signer.request(self.caller, message))).await?;
        Ok(counted.map(|counted| counted.total))
    }

    pub async fn devices(&self, scope: RelatedScope) -> Result<Option<RelatedPage>> {
        let mut client = DevicesClient::new(self.context.peers.peer("device-gateway"));
        let message = ListDevicesRequest { size: PAGE_SIZE, sort: "name".into(), filters: scope.filters("domain_id"), ..Default::default() };
        let list = within_if_permitted(ANSWER_TIMEOUT, client.list_devices(self.context.signer.request(self.caller, message))).await?;
        Ok(list.map(|list| RelatedPage { total: list.total, first: list.items.into_iter().map(|item| (item.id, item.name)).collect() }))
    }

    pub async fn access_rules(&self, scope: RelatedScope) -> Result<Option<RelatedPage>> {
        let mut client = AccessRulesClient::new(self.context.peers.peer("access"));
        let message = ListAccessRulesRequest { size: PAGE_SIZE, sort: "name".into(), filters: scope.filters("domain_id"), ..Default::default() };
        let list = within_if_permitted(ANSWER_TIMEOUT, client.list_access_rules(self.context.signer.request(self.caller, message))).await?;
        Ok(list.map(|list| RelatedPage { total: list.total, first: list.items.into_iter().map(|item| (item.id, item.name)).collect() }))
    }

    pub async fn identifiers(&self, scope: RelatedScope) -> Result<Option<RelatedPage>> {
        self.identifiers_by(scope.filters("domain_id")).await
    }

    pub async fn ukey2_keys(&self, scope: RelatedScope) -> Result<Option<RelatedPage>> {
        let is_ukey2 = json!({ "field": "type", "rule": "equals", "value": "ukey2" });
        self.identifiers_by(json!([scope.filter("domain_id"), is_ukey2]).to_string()).await
    }

    async fn identifiers_by(&self, filters: String) -> Result<Option<RelatedPage>> {
        let mut client = IdentifiersClient::new(self.context.peers.peer("access"));
        let message = ListIdentifiersRequest { size: PAGE_SIZE, sort: "name".into(), filters, ..Default::default() };
        let list = within_if_permitted(ANSWER_TIMEOUT, client.list_identifiers(self.context.signer.request(self.caller, message))).await?;
        Ok(list.map(|list| RelatedPage { total: list.total, first: list.items.into_iter().map(|item| (item.id, item.name)).collect() }))
    }

    /// By number.
    pub async fn sip_numbers(&self, scope: RelatedScope) -> Result<Option<RelatedPage>> {
        let mut client = SipNumbersClient::new(self.context.peers.peer("telephony"));
        let message = ListSipNumbersRequest { size: PAGE_SIZE, sort: "number".into(), filters: scope.filters("domain_id"), ..Default::default() };
        let list = within_if_permitted(ANSWER_TIMEOUT, client.list_sip_numbers(self.context.signer.request(self.caller, message))).await?;
        Ok(list.map(|list| RelatedPage { total: list.total, first: list.items.into_iter().map(|item| (item.id, item.number)).collect() }))
    }

    /// Of the group itself.
    pub async fn forward_rules(&self, group: i64) -> Result<Option<RelatedPage>> {
        let mut client = ForwardRulesClient::new(self.context.peers.peer("telephony"));
        let filters = RelatedScope::Group(group).filters("domain_id");
        let message = ListForwardRulesRequest { size: PAGE_SIZE, sort: "name".into(), filters, ..Default::default() };
        let list = within_if_permitted(ANSWER_TIMEOUT, client.list_forward_rules(self.context.signer.request(self.caller, message))).await?;
        Ok(list.map(|list| RelatedPage { total: list.total, first: list.items.into_iter().map(|item| (item.id, item.name)).collect() }))
    }

    /// That name the group itself, also as one that is let in.
    pub async fn emergency_alerts(&self, group: i64) -> Result<Option<RelatedPage>> {
        let mut client = EmergencyAlertsClient::new(self.context.peers.peer("notifications"));
        let filters = RelatedScope::Group(group).filters("named_domain_id");
        let message = ListEmergencyAlertsRequest { size: PAGE_SIZE, sort: "name".into(), filters, ..Default::default() };
        let list = within_if_permitted(ANSWER_TIMEOUT, client.list_emergency_alerts(self.context.signer.request(self.caller, message))).await?;
        Ok(list.map(|list| RelatedPage { total: list.total, first: list.items.into_iter().map(|item| (item.id, item.name)).collect() }))
    }

    /// By subject; of the group itself.
    pub async fn mail_templates(&self, group: i64) -> Result<Option<RelatedPage>> {
        let mut client = MailTemplatesClient::new(self.context.peers.peer("notifications"));
        let filters = RelatedScope::Group(group).filters("domain_id");
        let message = ListMailTemplatesRequest { size: PAGE_SIZE, sort: "subject".into(), filters, ..Default::default() };
        let list = within_if_permitted(ANSWER_TIMEOUT, client.list_mail_templates(self.context.signer.request(self.caller, message))).await?;
        Ok(list.map(|list| RelatedPage { total: list.total, first: list.items.into_iter().map(|item| (item.id, item.subject)).collect() }))
    }
}
