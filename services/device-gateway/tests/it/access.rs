//! Stands in for the access service: answers with the lists that a test puts there.
use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex};

use futures::Stream;
use proto::vestibule::access::v1::device_lists_server::{DeviceLists, DeviceListsServer};
use proto::vestibule::access::v1::{DesiredIdentifier, DesiredSchedule, DeviceListPart, GetDeviceListRequest};
use tonic::service::Routes;
use tonic::{Request, Response, Status};
use uuid::Uuid;

#[derive(Clone, Default)]
pub struct Access(Arc<Mutex<HashMap<i64, DeviceListPart>>>);

impl Access {
    pub fn routes(&self) -> Routes {
        Routes::new(DeviceListsServer::new(self.clone()))
    }

    /// The next version of a device's list.
    pub fn set(&self, device: i64, identifiers: Vec<DesiredIdentifier>, schedules: Vec<DesiredSchedule>) -> i64 {
        let mut lists = self.0.lock().unwrap();
        let version = lists.get(&device).map_or(1, |list| list.version + 1);
        lists.insert(device, DeviceListPart { version, identifiers, schedules, refused: Vec::new() });
        version
    }
}

#[tonic::async_trait]
impl DeviceLists for Access {
    type GetDeviceListStream = Pin<Box<dyn Stream<Item = Result<DeviceListPart, Status>> + Send>>;

    async fn get_device_list(&self, request: Request<GetDeviceListRequest>) -> Result<Response<Self::GetDeviceListStream>, Status> {
        let list = self.0.lock().unwrap().get(&request.into_inner().device_id).cloned().unwrap_or_default();
        Ok(Response::new(Box::pin(futures::stream::iter([Ok(list)]))))
    }
}

pub fn link(number: i64) -> Uuid {
    Uuid::from_u128(number as u128)
}

pub fn card(number: i64) -> DesiredIdentifier {
    DesiredIdentifier {
        id: number,
        link_id: link(number).to_string(),
        r#type: "card".into(),
        number: format!("{number:010}"),
        owner_name: format!("Owner {number}"),
        locks: vec![0],
        ..Default::default()
    }
}

/// Weekdays 8 to 18.
pub fn office_hours(id: i64) -> DesiredSchedule {
    let profile = serde_json::json!({
        "start": "2026-03-02T08:00:00", "end": "2026-03-02T18:00:00", "is_all_day": false, "repeat": "custom", "until": null, "point": "week",
        "looper": 1, "weekdays": ["mon", "tue", "wed", "thu", "fri"], "day_numbers": [], "parameterized_day": null, "months": []
    });
    DesiredSchedule { id, link_id: link(id).to_string(), name: "Office hours".into(), profile: profile.to_string(), ..Default::default() }
}
