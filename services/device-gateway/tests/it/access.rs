//! Stands in for the access service: answers with the lists that a test puts there.
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};

use proto::vestibule::access::v1::adopted_lists_server::{AdoptedLists, AdoptedListsServer};
use proto::vestibule::access::v1::device_lists_server::{DeviceLists, DeviceListsServer};
use proto::vestibule::access::v1::remote_checks_server::{RemoteChecks, RemoteChecksServer};
use proto::vestibule::access::v1::visible_entities_server::{VisibleEntities, VisibleEntitiesServer};
use proto::vestibule::access::v1::{
    AdoptDeviceListRequest, AdoptDeviceListResponse, CheckIdentifierRequest, CheckIdentifierResponse, CheckUserRequest, CheckUserResponse,
    DesiredIdentifier, DesiredSchedule, DeviceListPart, FaceImage, GetDeviceListRequest, GetFaceImageRequest, ListVisibleEntitiesRequest,
    ListVisibleEntitiesResponse, RefusedIdentifier,
};
use sha2::{Digest, Sha256};
use tonic::codegen::BoxStream;
use tonic::service::Routes;
use tonic::{Request, Response, Status};
use uuid::Uuid;

#[derive(Clone, Default)]
pub struct Access(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    lists: HashMap<i64, DeviceListPart>,
    /// What to answer devices that ask about a number; silence for a number that is not there.
    decisions: HashMap<String, CheckIdentifierResponse>,
    /// Photos by their hashes.
    photos: HashMap<String, Vec<u8>>,
    /// Lists that were to be taken over.
    adopted: Vec<AdoptDeviceListRequest>,
    /// Identifiers that are not everybody's to see.
    hidden: HashSet<i64>,
}

/// The hash of every plan.
pub const PLAN: &str = "plan";

impl Access {
    pub fn routes(&self) -> Routes {
        Routes::new(DeviceListsServer::new(self.clone()))
            .add_service(RemoteChecksServer::new(self.clone()))
            .add_service(AdoptedListsServer::new(self.clone()))
            .add_service(VisibleEntitiesServer::new(self.clone()))
    }

    pub fn adopted(&self) -> Vec<AdoptDeviceListRequest> {
        self.0.lock().unwrap().adopted.clone()
    }

    /// The next version of a device's list.
    pub fn set(&self, device: i64, identifiers: Vec<DesiredIdentifier>, schedules: Vec<DesiredSchedule>) -> i64 {
        let lists = &mut self.0.lock().unwrap().lists;
        let version = lists.get(&device).map_or(1, |list| list.version + 1);
        lists.insert(device, DeviceListPart { version, identifiers, schedules, refused: Vec::new() });
        version
    }

    /// A photo, and a face that is to be learned from it.
    pub fn add_photo(&self, number: i64, image: &[u8]) -> DesiredIdentifier {
        let face_hash = hex::encode(Sha256::digest(image));
        self.0.lock().unwrap().photos.insert(face_hash.clone(), image.to_vec());
        DesiredIdentifier { r#type: "face".into(), number: String::new(), face_hash, ..card(number) }
    }

    /// Adds what the device is not to hold to its list.
    pub fn refuse(&self, device: i64, refused: RefusedIdentifier) {
        self.0.lock().unwrap().lists.entry(device).or_default().refused.push(refused);
    }

    /// Only those who see every identifier see this one.
    pub fn hide(&self, identifier: i64) {
        self.0.lock().unwrap().hidden.insert(identifier);
    }

    /// Decides about a number from now on.
    pub fn decide(&self, number: &str, known: bool, lock_number: Option<i32>) {
        self.0.lock().unwrap().decisions.insert(number.into(), CheckIdentifierResponse { known, lock_number });
    }
}

#[tonic::async_trait]
impl VisibleEntities for Access {
    async fn list_visible_entities(&self, request: Request<ListVisibleEntitiesRequest>) -> Result<Response<ListVisibleEntitiesResponse>, Status> {
        let ListVisibleEntitiesRequest { mut identifier_ids, time_rule_ids, access_rule_ids } = request.into_inner();
        identifier_ids.retain(|id| !self.0.lock().unwrap().hidden.contains(id));
        Ok(Response::new(ListVisibleEntitiesResponse { identifier_ids, time_rule_ids, access_rule_ids }))
    }
}

#[tonic::async_trait]
impl DeviceLists for Access {
    type GetDeviceListStream = BoxStream<DeviceListPart>;

    async fn get_device_list(&self, request: Request<GetDeviceListRequest>) -> Result<Response<BoxStream<DeviceListPart>>, Status> {
        let list = self.0.lock().unwrap().lists.get(&request.into_inner().device_id).cloned().unwrap_or_default();
        Ok(Response::new(Box::pin(futures::stream::iter([Ok(list)]))))
    }

    async fn get_face_image(&self, request: Request<GetFaceImageRequest>) -> Result<Response<FaceImage>, Status> {
        let image = self.0.lock().unwrap().photos.get(&request.into_inner().face_hash).cloned();
        image.map(|image| Response::new(FaceImage { image })).ok_or_else(|| Status::not_found("item not found"))
    }
}

#[tonic::async_trait]
impl RemoteChecks for Access {
    async fn check_identifier(&self, request: Request<CheckIdentifierRequest>) -> Result<Response<CheckIdentifierResponse>, Status> {
        let decision = self.0.lock().unwrap().decisions.get(&request.into_inner().number).copied();
        decision.map(Response::new).ok_or_else(|| Status::unavailable("away"))
    }

    async fn check_user(&self, _: Request<CheckUserRequest>) -> Result<Response<CheckUserResponse>, Status> {
        Err(Status::unimplemented("device-gateway asks about identifiers"))
    }
}

/// With the hash of the plan the list is what the device holds from now on.
#[tonic::async_trait]
impl AdoptedLists for Access {
    async fn adopt_device_list(&self, request: Request<AdoptDeviceListRequest>) -> Result<Response<AdoptDeviceListResponse>, Status> {
        let request = request.into_inner();
        self.0.lock().unwrap().adopted.push(request.clone());
        let is_applied = request.plan_hash == PLAN;
        let list_version = if is_applied { self.set(request.device_id, request.identifiers, request.schedules) } else { 0 };
        Ok(Response::new(AdoptDeviceListResponse { plan_hash: PLAN.into(), is_applied, list_version, ..Default::default() }))
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
