//! How many devices and identifiers projects have, as the services say that hold them.
use std::collections::HashMap;
use std::time::Duration;

use kit::Context;
use proto::vestibule::access::v1::identifier_counts_client::IdentifierCountsClient;
use proto::vestibule::common::v1::{CountOwnedRequest, CountOwnedResponse};
use proto::vestibule::device::v1::device_counts_client::DeviceCountsClient;
use tonic::{Request, Response, Status};

/// How long a list of projects waits for them.
const COUNT_TIMEOUT: Duration = Duration::from_secs(2);

/// None where a service does not answer.
pub struct EntityCounts {
    devices: Option<HashMap<i64, i64>>,
    identifiers: Option<HashMap<i64, i64>>,
}

impl EntityCounts {
    pub async fn load(context: &Context, project_ids: &[i64]) -> Self {
        let ask =
            || -> Request<CountOwnedRequest> { context.signer.as_service("identity", 0, CountOwnedRequest { project_ids: project_ids.to_vec() }) };
        let mut devices = DeviceCountsClient::new(context.peers.peer("device-gateway"));
        let mut identifiers = IdentifierCountsClient::new(context.peers.peer("access"));
        let (devices, identifiers) = tokio::join!(
            tokio::time::timeout(COUNT_TIMEOUT, devices.count_owned(ask())),
            tokio::time::timeout(COUNT_TIMEOUT, identifiers.count_owned(ask())),
        );
        EntityCounts { devices: counts(devices.ok()), identifiers: counts(identifiers.ok()) }
    }

    pub fn devices(&self, project_id: i64) -> Option<i64> {
        self.devices.as_ref().map(|counts| counts.get(&project_id).copied().unwrap_or_default())
    }

    pub fn identifiers(&self, project_id: i64) -> Option<i64> {
        self.identifiers.as_ref().map(|counts| counts.get(&project_id).copied().unwrap_or_default())
    }
}

fn counts(answer: Option<Result<Response<CountOwnedResponse>, Status>>) -> Option<HashMap<i64, i64>> {
    let answer = answer?.inspect_err(|error| tracing::warn!(%error, "a service does not say how many it holds")).ok()?;
    Some(answer.into_inner().items.into_iter().map(|item| (item.project_id, item.count)).collect())
}
