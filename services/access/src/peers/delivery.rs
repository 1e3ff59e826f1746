//! What devices have made of identifiers, from device-gateway.
use std::time::Duration;

use anyhow::anyhow;
use kit::clock::from_proto;
use kit::{Context, Error, Result};
use proto::vestibule::device::v1 as api;
use proto::vestibule::device::v1::identifier_deliveries_client::IdentifierDeliveriesClient;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::domain::identifier::IdentifierType;
use crate::domain::remote;

const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);
const CONFIRMED: &str = "confirmed";
const REFUSED: &str = "refused";
/// What a device is not sent, because it asks at the door.
const ASKS: [&str; 7] = [
    "prohibited_at_times",
    "schedules_differ_by_lock",
    "locks_not_selectable",
    "schedule_in_another_zone",
    "clock_in_another_zone",
    "hours_of_the_key",
    "passes_of_the_key",
];

#[derive(Clone, Debug)]
pub struct IdentifierDelivery {
    pub device_id: i64,
    pub device_name: String,
    /// Whether the device should hold it.
    pub is_wanted: bool,
    pub state: String,
    /// Why it is refused.
    pub error: String,
    pub at: Option<OffsetDateTime>,
    pub is_online: bool,
    /// Devices ask about identifiers of its type: never about faces and plates.
    is_asked_about: bool,
}

impl IdentifierDelivery {
    pub fn is_held(&self) -> bool {
        self.is_wanted && self.state == CONFIRMED
    }

    pub fn is_refused(&self) -> bool {
        self.state == REFUSED
    }

    /// The device does not hold it, and asks the platform.
    pub fn asks_online(&self) -> bool {
        self.is_asked_about && self.is_refused() && ASKS.contains(&self.error.as_str())
    }
}

/// `kind`: of the identifier.
pub async fn list(context: &Context, project_id: i64, link_id: Uuid, kind: IdentifierType) -> Result<Vec<IdentifierDelivery>> {
    let request = api::GetIdentifierDeliveriesRequest { project_id, link_id: link_id.to_string() };
    let mut peer = IdentifierDeliveriesClient::new(context.peers.peer("device-gateway"));
    let answer = peer.get_identifier_deliveries(context.signer.as_service(context.service, project_id, request));
    let items = within(answer).await?.into_inner().items;
    Ok(items
        .into_iter()
        .map(|item| IdentifierDelivery {
            device_id: item.device_id,
            device_name: item.device_name,
            is_wanted: item.is_wanted,
            state: item.state,
            error: item.error,
            at: item.at.as_ref().and_then(from_proto),
            is_online: item.is_online,
            is_asked_about: remote::asks_about(kind),
        })
        .collect())
}

pub async fn retry(context: &Context, project_id: i64, device_id: i64, link_id: Uuid) -> Result<()> {
    let request = api::RetryIdentifierDeliveryRequest { project_id, device_id, link_id: link_id.to_string() };
    let mut peer = IdentifierDeliveriesClient::new(context.peers.peer("device-gateway"));
    within(peer.retry_identifier_delivery(context.signer.as_service(context.service, project_id, request))).await?;
    Ok(())
}

async fn within<T>(answer: impl Future<Output = Result<T, tonic::Status>>) -> Result<T> {
    let no_answer = |_| Error::Unavailable(anyhow!("no answer within {} s", ANSWER_TIMEOUT.as_secs()));
    Ok(tokio::time::timeout(ANSWER_TIMEOUT, answer).await.map_err(no_answer)??)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::compiler::OnlineOnly;

    #[test]
    fn doors_ask_about_whatever_they_cannot_hold() {
        use OnlineOnly::{HoursOfTheKey, LocksNotSelectable, PassesOfTheKey, ProhibitedAtTimes, ScheduleInAnotherZone, SchedulesDifferByLock};
        let causes = [ProhibitedAtTimes, SchedulesDifferByLock, LocksNotSelectable, ScheduleInAnotherZone, HoursOfTheKey, PassesOfTheKey];
        let refused = |kind, cause: OnlineOnly| IdentifierDelivery {
            device_id: 1,
            device_name: String::new(),
            is_wanted: false,
            state: REFUSED.into(),
            error: cause.code().into(),
            at: None,
            is_online: true,
            is_asked_about: remote::asks_about(kind),
        };
        assert!(causes.into_iter().all(|cause| refused(IdentifierType::Qr, cause).asks_online()));
        assert!(!causes.into_iter().any(|cause| refused(IdentifierType::Face, cause).asks_online()), "it stays shut");
    }
}
