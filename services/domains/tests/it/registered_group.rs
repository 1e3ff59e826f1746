use domains::rpc::RegisteredGroupService;
use policy::{Caller, CallerKind};
use proto::vestibule::domains::v1::registered_groups_server::RegisteredGroups as _;
use proto::vestibule::domains::v1::{CreateRegisteredGroupRequest, CreateRegisteredGroupResponse};
use proto::vestibule::events::v1::AuditRecorded;
use testing::prost_message::Message;
use testing::{OTHER_PROJECT, PROJECT, administrator};
use tonic::{Code, Status};

use crate::site::Site;

const KEY: &str = "6f1c9c5e-4c1b-4d36-9a51-0f0f35b0a001";

fn identity(project_id: i64) -> Caller {
    Caller { project_id, kind: CallerKind::Service("identity".into()), user_name: "Eva".into(), ip: "192.0.2.7".into(), ..Caller::default() }
}

async fn make(site: &Site, caller: &Caller, key: &str, name: &str) -> Result<CreateRegisteredGroupResponse, Status> {
    let request = site.request(caller, CreateRegisteredGroupRequest { key: key.into(), name: name.into() });
    Ok(RegisteredGroupService(site.service()).create_registered_group(request).await?.into_inner())
}

#[tokio::test]
async fn a_registered_object_is_a_root_group_and_published() {
    let site = Site::start().await;
    let made = make(&site, &identity(PROJECT), KEY, " Villa ").await.unwrap();
    let group = site.get(&administrator(PROJECT), made.id).await.unwrap();
    assert_eq!((group.name.as_str(), group.parent_id, group.created_by_user), ("Villa", None, None));
    let published = site.snapshots().await;
    assert_eq!((published.len(), published[0].id, published[0].version, published[0].name.as_str()), (1, made.id, made.version, "Villa"));
    assert_eq!(made.name, "Villa");
}

#[tokio::test]
async fn asking_again_with_the_same_key_answers_the_same_group() {
    let site = Site::start().await;
    let caller = identity(PROJECT);
    let (one, two) = tokio::join!(make(&site, &caller, KEY, "Villa"), make(&site, &caller, KEY, "Villa"));
    assert_eq!(one.unwrap(), two.unwrap());
    assert_eq!(make(&site, &caller, KEY, "Villa").await.unwrap().name, "Villa");
    assert_eq!(site.snapshots().await.len(), 1);
    let other = make(&site, &identity(OTHER_PROJECT), KEY, "Theirs").await.unwrap();
    assert_eq!(other.name, "Theirs");
}

#[tokio::test]
async fn the_registrant_is_audited_with_where_they_came_from() {
    let site = Site::start().await;
    make(&site, &identity(PROJECT), KEY, "Villa").await.unwrap();
    let events = site.app.events().await;
    let (_, payload) = events.iter().find(|(topic, _)| topic == kit::audit::TOPIC).unwrap();
    let recorded = AuditRecorded::decode(payload.as_slice()).unwrap();
    assert_eq!((recorded.user_name.as_str(), recorded.ip.as_str(), recorded.resource_name.as_str()), ("Eva", "192.0.2.7", "Villa"));
}

#[tokio::test]
async fn only_services_register_groups_and_only_named_ones() {
    let site = Site::start().await;
    assert_eq!(make(&site, &administrator(PROJECT), KEY, "Villa").await.unwrap_err().code(), Code::PermissionDenied);
    for (key, name) in [(KEY, ""), ("no key", "Villa")] {
        assert_eq!(make(&site, &identity(PROJECT), key, name).await.unwrap_err().code(), Code::InvalidArgument);
    }
}
