//! The calls of people and of other services: decode, authorize, call one operation, encode.
pub mod alarm_call;
pub mod alert;
pub mod broker;
pub mod certificates;
pub mod delivery;
pub mod device;
pub mod device_adoption;
pub mod device_alarm;
pub mod device_count;
pub mod device_forward;
pub mod device_search;
pub mod door;
pub mod elevator_event;
pub mod event;
pub mod event_image;
pub mod finder;
pub mod group_members;
pub mod http_device;
pub mod lift;
pub mod lists;
pub mod remote_session;
pub mod task;

use kit::{Error, Result};
use proto::vestibule::common::v1::DeleteAllRequest;

/// The ids of a deletion of many, which names one at least.
fn decode_ids(request: DeleteAllRequest) -> Result<Vec<i64>> {
    if request.items.is_empty() {
        return Err(Error::field("items", "required"));
    }
    Ok(request.items)
}
