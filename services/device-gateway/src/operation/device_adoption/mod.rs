//! What a device held before the platform becomes the project's, as access makes identifiers, schedules and rules of it.
mod adopt;
mod import;
mod read;

use std::time::Duration;

use anyhow::anyhow;
use jiff::tz::TimeZone;
use kit::{Error, Result};
use policy::Caller;
use proto::vestibule::access::v1::adopted_lists_client::AdoptedListsClient;
use proto::vestibule::access::v1::{AdoptDeviceListRequest, AdoptDeviceListResponse, DesiredIdentifier, DesiredSchedule};
use sqlx::PgConnection;

pub use adopt::adopt;
pub use import::import;

use crate::app::App;
use crate::projection::project;
use crate::store::device::DeviceRow;

/// For access, which writes up to ten thousand identifiers.
const ADOPT_TIMEOUT: Duration = Duration::from_secs(60);

/// A plan for a device, and what it has come to.
pub struct DeviceAdoption {
    pub device: DeviceRow,
    pub answer: AdoptDeviceListResponse,
}

/// What a device holds, in the platform's terms.
struct HeldList {
    identifiers: Vec<DesiredIdentifier>,
    schedules: Vec<DesiredSchedule>,
}

/// As the caller, whose rights count. `plan_hash`: of the plan that is carried out; empty to make one.
async fn ask_access(app: &App, caller: &Caller, device_id: i64, held: HeldList, plan_hash: &str) -> Result<AdoptDeviceListResponse> {
    let request = AdoptDeviceListRequest { device_id, identifiers: held.identifiers, schedules: held.schedules, plan_hash: plan_hash.to_owned() };
    let mut client = AdoptedListsClient::new(app.context.peers.peer("access"));
    match tokio::time::timeout(ADOPT_TIMEOUT, client.adopt_device_list(app.context.signer.request(caller, request))).await {
        Ok(answer) => Ok(answer?.into_inner()),
        Err(_) => Err(Error::Unavailable(anyhow!("access did not answer in time"))),
    }
}

/// By which devices of the project read days and hours.
async fn clock_zone(connection: &mut PgConnection, project_id: i64) -> Result<TimeZone> {
    Ok(TimeZone::get(&project::zone_name(connection, project_id).await?).unwrap_or(TimeZone::UTC))
}
