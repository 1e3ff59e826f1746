//! A project with groups, and the operations as callers use them.
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use domains::events::Events;
use domains::rpc::{GenerationService, GroupService, GroupTypeService};
use kit::{Error, Mask};
use policy::Caller;
use proto::vestibule::common::v1::{CountGroupMembersRequest, CountGroupMembersResponse, DeleteAllRequest, GroupMembers};
use proto::vestibule::domains::v1::group_types_server::GroupTypes as _;
use proto::vestibule::domains::v1::groups_server::Groups as _;
use proto::vestibule::domains::v1::{
    CreateGroupRequest, CreateGroupTypeRequest, DeleteGroupRequest, GetGroupRequest, GetGroupTreeRequest, Group, GroupKind, GroupNode, GroupType,
    ListGroupTypesRequest, ListGroupsRequest, ListGroupsResponse, UpdateGroupRequest,
};
use proto::vestibule::events::v1::{DeviceChanged, GroupChanged, GroupLicenseLimits, LicenseChanged, LicenseLimits, UserChanged};
use proto::vestibule::licensing::v1::{CheckGroupMoveRequest, CheckGroupMoveResponse};
use testing::prost_message::Message;
use testing::{App, PROJECT, StandIn, administrator};
use tonic::{Response, Status};

/// What services answer that belongs to groups, beside what their events contain.
#[derive(Clone, Default)]
pub struct Members(Arc<Mutex<Vec<(&'static str, GroupMembers)>>>);

impl Members {
    /// As the service would count it.
    pub fn set(&self, service: &'static str, group_id: i64, resource: &str, count: i64) {
        self.0.lock().unwrap().push((service, GroupMembers { group_id, resource: resource.into(), count }));
    }

    pub fn clear(&self) {
        self.0.lock().unwrap().clear();
    }

    pub fn routes(&self, service: &'static str, package: &str) -> tonic::service::Routes {
        self.stand_in(service, package).routes()
    }

    pub fn stand_in(&self, service: &'static str, package: &str) -> StandIn {
        let members = self.0.clone();
        StandIn::default().answer(
            &format!("vestibule.{package}.v1.GroupMembers/CountGroupMembers"),
            move |request: tonic::Request<CountGroupMembersRequest>| {
                let asked = request.into_inner().group_ids;
                let known = members.lock().unwrap();
                let items =
                    known.iter().filter(|(of, item)| *of == service && asked.contains(&item.group_id)).map(|(_, item)| item.clone()).collect();
                Ok(CountGroupMembersResponse { items })
            },
        )
    }
}

pub struct Site {
    pub app: App,
    pub groups: GroupService,
    pub types: GroupTypeService,
    pub generation: GenerationService,
    pub members: Members,
}

impl Site {
    pub async fn start() -> Site {
        let app = App::start("domains", &domains::MIGRATIONS).await;
        let members = Members::default();
        for (service, package) in [
            ("identity", "identity"),
            ("device-gateway", "device"),
            ("telephony", "telephony"),
            ("amenities", "amenities"),
            ("notifications", "notifications"),
        ] {
            app.context.peers.add(service, members.routes(service, package));
        }
        let service = domains::App::new(app.context.clone());
        let (groups, types) = (GroupService(service.clone()), GroupTypeService(service.clone()));
        let generation = GenerationService(service);
        Site { app, groups, types, generation, members }
    }

    /// The service's own handle.
    pub fn service(&self) -> domains::App {
        domains::App::new(self.app.context.clone())
    }

    pub fn licensing_refuses_moves(&self, message: &'static str) {
        self.answer_moves(move || {
            Err(Error::Conflict { code: "license_inconsistent", message: message.into(), data: serde_json::Value::Null }.into())
        });
    }

    pub fn licensing_is_away(&self) {
        self.answer_moves(|| Err(Status::unavailable("away")));
    }

    fn answer_moves(&self, answer: impl Fn() -> Result<CheckGroupMoveResponse, Status> + Clone + Send + Sync + 'static) {
        let method = "vestibule.licensing.v1.GroupMoves/CheckGroupMove";
        let licensing = StandIn::default().answer(method, move |_: tonic::Request<CheckGroupMoveRequest>| answer());
        self.app.context.peers.add("licensing", licensing.routes());
    }

    pub fn request<T>(&self, caller: &Caller, message: T) -> tonic::Request<T> {
        self.app.context.signer.request(caller, message)
    }

    /// A user as identity publishes it.
    pub async fn person(&self, id: i64, version: i64, name: &str, domain_ids: &[i64]) {
        let user = UserChanged { project_id: PROJECT, id, version, name: name.into(), domain_ids: domain_ids.to_vec(), ..Default::default() };
        self.app.deliver(&self.events(), "identity.user.changed", &user).await.expect("taken");
    }

    /// A device as device-gateway publishes it; in group 0 once it is deleted.
    pub async fn device(&self, id: i64, version: i64, name: &str, domain_id: i64) {
        let deleted = domain_id == 0;
        let device = DeviceChanged { project_id: PROJECT, id, version, name: name.into(), domain_id, deleted, ..Default::default() };
        self.app.deliver(&self.events(), "device.device.changed", &device).await.expect("taken");
    }

    /// What the project's licences allow, as licensing publishes it.
    pub async fn license(&self, version: i64, features: &[&str]) {
        let features = features.iter().map(|feature| feature.to_string()).collect();
        let license = LicenseChanged { project_id: PROJECT, version, features, ..Default::default() };
        self.app.deliver(&self.events(), "licensing.license.changed", &license).await.expect("taken");
    }

    /// The project has the features; `group` has only `of_group`.
    pub async fn license_group(&self, version: i64, features: &[&str], group: (i64, &[&str])) {
        self.app.deliver(&self.events(), "licensing.license.changed", &license_group(version, features, group)).await.expect("taken");
    }

    pub fn events(&self) -> Events {
        Events::new(self.app.context.clock.clone())
    }

    /// A group made by the administrator.
    pub async fn group(&self, name: &str, parent: Option<i64>) -> i64 {
        self.create(&administrator(PROJECT), Group { name: name.into(), parent_id: parent, ..Group::default() }).await.expect("a group").id
    }

    /// A type made by the administrator.
    pub async fn group_type(&self, name: &str, kind: GroupKind) -> i64 {
        let group_type = GroupType { id: 0, r#type: kind.into(), name: name.into(), ..GroupType::default() };
        let request = self.request(&administrator(PROJECT), CreateGroupTypeRequest { group_type: Some(group_type) });
        self.types.create_group_type(request).await.expect("a type").into_inner().id
    }

    /// Ids of the types, by name.
    pub async fn list_types(&self) -> HashMap<String, i64> {
        let request = self.request(&administrator(PROJECT), ListGroupTypesRequest::default());
        let list = self.types.list_group_types(request).await.expect("types").into_inner();
        list.items.into_iter().map(|kind| (kind.name, kind.id)).collect()
    }

    pub async fn create(&self, caller: &Caller, group: Group) -> Result<Group, Status> {
        self.groups.create_group(self.request(caller, CreateGroupRequest { group: Some(group) })).await.map(Response::into_inner)
    }

    pub async fn update(&self, caller: &Caller, id: i64, paths: &[&str], group: Group) -> Result<Group, Status> {
        let update_mask = Some(prost_types::FieldMask { paths: paths.iter().map(|path| path.to_string()).collect() });
        assert!(!Mask::new(update_mask.clone()).is_empty(), "a patch names something");
        self.groups.update_group(self.request(caller, UpdateGroupRequest { id, group: Some(group), update_mask })).await.map(Response::into_inner)
    }

    pub async fn move_to(&self, caller: &Caller, id: i64, parent: Option<i64>) -> Result<Group, Status> {
        self.update(caller, id, &["parent_id"], Group { parent_id: parent, ..Group::default() }).await
    }

    pub async fn get(&self, caller: &Caller, id: i64) -> Result<Group, Status> {
        self.groups.get_group(self.request(caller, GetGroupRequest { id, with: Vec::new() })).await.map(Response::into_inner)
    }

    pub async fn delete(&self, caller: &Caller, id: i64) -> Result<(), Status> {
        self.groups.delete_group(self.request(caller, DeleteGroupRequest { id })).await.map(|_| ())
    }

    /// (id, message) for each.
    pub async fn delete_all(&self, caller: &Caller, ids: &[i64]) -> Vec<(i64, String)> {
        let request = self.request(caller, DeleteAllRequest { items: ids.to_vec() });
        let answer = self.groups.delete_all_groups(request).await.expect("answers").into_inner();
        answer.items.into_iter().map(|item| (item.id, item.message)).collect()
    }

    pub async fn list(&self, caller: &Caller, request: ListGroupsRequest) -> Result<ListGroupsResponse, Status> {
        self.groups.list_groups(self.request(caller, request)).await.map(Response::into_inner)
    }

    /// Names of the groups that pass the filters, in the list's order.
    pub async fn names(&self, caller: &Caller, filters: &str) -> Vec<String> {
        let list = self.list(caller, ListGroupsRequest { filters: filters.into(), ..ListGroupsRequest::default() }).await.expect("a list");
        list.items.into_iter().map(|group| group.name).collect()
    }

    pub async fn tree(&self, caller: &Caller, parent_id: Option<i64>, depth: i32) -> Result<Vec<GroupNode>, Status> {
        let request = self.request(caller, GetGroupTreeRequest { parent_id, depth });
        self.groups.get_group_tree(request).await.map(|answer| answer.into_inner().items)
    }

    /// What the outbox holds of a topic, oldest first.
    pub async fn published<M: Message + Default>(&self, topic: &str) -> Vec<M> {
        let events = self.app.events().await;
        let of_topic = events.iter().filter(|(other, _)| other == topic);
        of_topic.map(|(_, payload)| M::decode(payload.as_slice()).expect("an event")).collect()
    }

    /// Snapshots of groups that the outbox holds, oldest first.
    pub async fn snapshots(&self) -> Vec<GroupChanged> {
        self.published("domains.group.changed").await
    }
}

/// The error's message, and its field errors or other data.
pub fn detail(status: &Status) -> (String, serde_json::Value) {
    let detail = status.metadata().get_bin(kit::error::METADATA).expect("a detail").to_bytes().expect("bytes");
    let detail: serde_json::Value = serde_json::from_slice(&detail).expect("JSON");
    (status.message().to_string(), detail["data"].clone())
}

pub fn license_group(version: i64, features: &[&str], (group_id, of_group): (i64, &[&str])) -> LicenseChanged {
    let names = |features: &[&str]| features.iter().map(|feature| feature.to_string()).collect::<Vec<_>>();
    let groups = vec![GroupLicenseLimits { group_id, features: names(of_group), ..Default::default() }];
    let limits = Some(LicenseLimits { groups, ..Default::default() });
    LicenseChanged { project_id: PROJECT, version, features: names(features), limits, ..Default::default() }
}
