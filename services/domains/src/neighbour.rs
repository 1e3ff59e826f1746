//! What other services say of a group, asked as the caller: what the caller may not see is not answered.
use std::time::Duration;

use anyhow::anyhow;
use kit::{Context, Error, Result};
use policy::Caller;
use proto::vestibule::access::v1::access_rules_client::AccessRulesClient;
use proto::vestibule::access::v1::identifiers_client::IdentifiersClient;
use proto::vestibule::access::v1::{ListAccessRulesRequest, ListIdentifiersRequest};
use proto::vestibule::common::v1::Ref;
use proto::vestibule::device::v1::ListDevicesRequest;
use proto::vestibule::device::v1::devices_client::DevicesClient;
use proto::vestibule::identity::v1::mobile_client_counts_client::MobileClientCountsClient;
use proto::vestibule::identity::v1::users_client::UsersClient;
use proto::vestibule::identity::v1::{CountMobileClientsRequest, ListUsersRequest};
use proto::vestibule::notifications::v1::ListMailTemplatesRequest;
use proto::vestibule::notifications::v1::mail_templates_client::MailTemplatesClient;
use proto::vestibule::telephony::v1::ListSipNumbersRequest;
use proto::vestibule::telephony::v1::sip_numbers_client::SipNumbersClient;
use serde_json::{Value, json};
use tonic::{Code, Response, Status};

/// For one answer.
const PATIENCE: Duration = Duration::from_secs(3);
/// Of one kind in an answer.
const SIZE: i32 = 20;

/// Which of a kind: those of the group itself, or also those of everything below.
#[derive(Clone, Copy)]
pub enum Of {
    Group(i64),
    Subtree(i64),
}

impl Of {
    /// `own` is what the list calls the group that something belongs to.
    fn filters(self, own: &str) -> String {
        json!([self.filter(own)]).to_string()
    }

    fn filter(self, own: &str) -> Value {
        let (field, id) = match self {
            Of::Group(id) => (own, id),
            Of::Subtree(id) => ("within_domain_id", id),
        };
        json!({ "field": field, "rule": "equals", "value": id })
    }
}

/// The first of a list by name, and how many there are: exact up to 10,000.
#[derive(Debug, Default)]
pub struct Seen {
    pub first: Vec<Ref>,
    pub total: i64,
}

pub struct Neighbours<'a> {
    pub context: &'a Context,
    pub caller: &'a Caller,
}

impl Neighbours<'_> {
    pub async fn users(&self, of: Of) -> Result<Option<Seen>> {
        let mut client = UsersClient::new(self.context.peers.peer("identity"));
        let message = ListUsersRequest { size: SIZE, sort: "name".into(), filters: of.filters("domains"), ..Default::default() };
        let list = answer(client.list_users(self.context.signer.request(self.caller, message))).await?;
        Ok(list.map(|list| Seen { total: list.total, first: list.items.into_iter().map(|item| Ref { id: item.id, name: item.name }).collect() }))
    }

    /// How many applications people of the group and below it are signed in with.
    pub async fn mobile_apps(&self, group: i64) -> Result<Option<i64>> {
        let mut client = MobileClientCountsClient::new(self.context.peers.peer("identity"));
        let message = CountMobileClientsRequest { within_domain_id: group };
        let counted = answer(client.count_mobile_clients(self.context.signer.request(self.caller, message))).await?;
        Ok(counted.map(|counted| counted.total))
    }

    pub async fn devices(&self, of: Of) -> Result<Option<Seen>> {
        let mut client = DevicesClient::new(self.context.peers.peer("device-gateway"));
        let message = ListDevicesRequest { size: SIZE, sort: "name".into(), filters: of.filters("domain_id"), ..Default::default() };
        let list = answer(client.list_devices(self.context.signer.request(self.caller, message))).await?;
        Ok(list.map(|list| Seen { total: list.total, first: list.items.into_iter().map(|item| Ref { id: item.id, name: item.name }).collect() }))
    }

    pub async fn access_rules(&self, of: Of) -> Result<Option<Seen>> {
        let mut client = AccessRulesClient::new(self.context.peers.peer("access"));
        let message = ListAccessRulesRequest { size: SIZE, sort: "name".into(), filters: of.filters("domain_id"), ..Default::default() };
        let list = answer(client.list_access_rules(self.context.signer.request(self.caller, message))).await?;
        Ok(list.map(|list| Seen { total: list.total, first: list.items.into_iter().map(|item| Ref { id: item.id, name: item.name }).collect() }))
    }

    pub async fn identifiers(&self, of: Of) -> Result<Option<Seen>> {
        self.identifiers_by(of.filters("domain_id")).await
    }

    pub async fn ukey2_keys(&self, of: Of) -> Result<Option<Seen>> {
        let is_ukey2 = json!({ "field": "type", "rule": "equals", "value": "ukey2" });
        self.identifiers_by(json!([of.filter("domain_id"), is_ukey2]).to_string()).await
    }

    async fn identifiers_by(&self, filters: String) -> Result<Option<Seen>> {
        let mut client = IdentifiersClient::new(self.context.peers.peer("access"));
        let message = ListIdentifiersRequest { size: SIZE, sort: "name".into(), filters, ..Default::default() };
        let list = answer(client.list_identifiers(self.context.signer.request(self.caller, message))).await?;
        Ok(list.map(|list| Seen { total: list.total, first: list.items.into_iter().map(|item| Ref { id: item.id, name: item.name }).collect() }))
    }

    /// By number.
    pub async fn sip_numbers(&self, of: Of) -> Result<Option<Seen>> {
        let mut client = SipNumbersClient::new(self.context.peers.peer("telephony"));
        let message = ListSipNumbersRequest { size: SIZE, sort: "number".into(), filters: of.filters("domain_id"), ..Default::default() };
        let list = answer(client.list_sip_numbers(self.context.signer.request(self.caller, message))).await?;
        Ok(list.map(|list| Seen { total: list.total, first: list.items.into_iter().map(|item| Ref { id: item.id, name: item.number }).collect() }))
    }

    /// By subject; of the group itself.
    pub async fn mail_templates(&self, group: i64) -> Result<Option<Seen>> {
        let mut client = MailTemplatesClient::new(self.context.peers.peer("notifications"));
        let filters = Of::Group(group).filters("domain_id");
        let message = ListMailTemplatesRequest { size: SIZE, sort: "subject".into(), filters, ..Default::default() };
        let list = answer(client.list_mail_templates(self.context.signer.request(self.caller, message))).await?;
        Ok(list.map(|list| Seen { total: list.total, first: list.items.into_iter().map(|item| Ref { id: item.id, name: item.subject }).collect() }))
    }
}

/// None where the caller may see nothing of the kind.
async fn answer<T>(call: impl Future<Output = Result<Response<T>, Status>>) -> Result<Option<T>> {
    match tokio::time::timeout(PATIENCE, call).await {
        Ok(Ok(response)) => Ok(Some(response.into_inner())),
        Ok(Err(status)) if status.code() == Code::PermissionDenied => Ok(None),
        Ok(Err(status)) => Err(status.into()),
        Err(_) => Err(Error::Unavailable(anyhow!("no answer within {} s", PATIENCE.as_secs()))),
    }
}
