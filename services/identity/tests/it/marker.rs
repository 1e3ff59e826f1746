use identity::rpc::MarkerService;
use policy::{Caller, Permission};
use prost_types::FieldMask;
use proto::vestibule::common::v1::DeleteAllRequest;
use proto::vestibule::events::v1::AuditRecorded;
use proto::vestibule::identity::v1::markers_server::Markers;
use proto::vestibule::identity::v1::*;
use serde_json::json;
use tonic::{Code, Status};

use crate::site::{Site, code, fields, refusal};

pub async fn create(site: &Site, caller: &Caller, name: &str, color: Option<&str>) -> Result<Marker, Status> {
    let marker = Marker { name: name.into(), color: color.map(str::to_string), ..Default::default() };
    let request = site.request(caller, CreateMarkerRequest { marker: Some(marker) });
    Ok(MarkerService(site.identity.clone()).create_marker(request).await?.into_inner())
}

async fn patch(site: &Site, caller: &Caller, id: i64, paths: &[&str], marker: Marker) -> Result<Marker, Status> {
    let update_mask = Some(FieldMask { paths: paths.iter().map(|path| path.to_string()).collect() });
    let request = site.request(caller, UpdateMarkerRequest { id, marker: Some(marker), update_mask });
    Ok(MarkerService(site.identity.clone()).update_marker(request).await?.into_inner())
}

async fn delete(site: &Site, caller: &Caller, id: i64) -> Result<i64, Status> {
    Ok(MarkerService(site.identity.clone()).delete_marker(site.request(caller, DeleteMarkerRequest { id })).await?.into_inner().id)
}

async fn names(site: &Site, caller: &Caller) -> Result<Vec<String>, Status> {
    let request = site.request(caller, ListMarkersRequest::default());
    let list = MarkerService(site.identity.clone()).list_markers(request).await?.into_inner();
    Ok(list.items.into_iter().map(|marker| marker.name).collect())
}

/// Puts markers on a user.
pub async fn mark(site: &Site, caller: &Caller, user_id: i64, markers: &[i64]) -> Result<User, Status> {
    let markers = markers.iter().map(|&id| UserMarker { id, ..Default::default() }).collect();
    site.patch(caller, user_id, &["markers"], User { markers, ..Default::default() }).await
}

#[tokio::test]
async fn a_marker_has_a_name_and_a_color_and_is_audited() {
    let site = Site::start().await;
    let black = create(&site, &site.admin, " Staff ", None).await.unwrap();
    assert_eq!((black.name.as_str(), black.color.as_deref(), black.users_count), ("Staff", Some("#000000"), 0));
    let red = patch(&site, &site.admin, black.id, &["color"], Marker { color: Some("#FF0000".into()), ..Default::default() }).await.unwrap();
    assert_eq!((red.name.as_str(), red.color.as_deref()), ("Staff", Some("#ff0000")));
    let recorded: AuditRecorded = site.events("audit.recorded").await.pop().unwrap();
    assert_eq!(
        (recorded.resource.as_str(), recorded.before.as_str(), recorded.after.as_str()),
        ("markers", r##"{"color":"#000000"}"##, r##"{"color":"#ff0000"}"##)
    );
}

#[tokio::test]
async fn the_name_of_a_marker_is_unique_in_the_project() {
    let site = Site::start().await;
    create(&site, &site.admin, "Staff", None).await.unwrap();
    assert_eq!(fields(create(&site, &site.admin, "STAFF", None).await), json!({ "name": "value must be unique" }));
    let bad = create(&site, &site.admin, &"x".repeat(32), Some("red")).await;
    assert_eq!(fields(bad), json!({ "name": "maximum length is 31", "color": "must be #rrggbb" }));
}

#[tokio::test]
async fn users_are_marked_and_found_by_their_markers() {
    let site = Site::start().await;
    let (staff, guest) =
        (create(&site, &site.admin, "Staff", Some("#00ff00")).await.unwrap(), create(&site, &site.admin, "Guest", None).await.unwrap());
    let anna = site.person("anna", "user", &[11]).await;
    let marked = mark(&site, &site.admin, anna.id, &[staff.id, guest.id]).await.unwrap();
    let displayed: Vec<_> = marked.markers.iter().map(|marker| (marker.name.as_str(), marker.color.as_str())).collect();
    assert_eq!(displayed, [("Guest", "#000000"), ("Staff", "#00ff00")]);
    let filters = json!({ "items": [{ "field": "markers", "rule": "has", "value": staff.id }] }).to_string();
    let found = site.names(&site.admin, ListUsersRequest { filters, ..Default::default() }).await.unwrap();
    assert_eq!(found, ["anna"]);
    let request = site.request(&site.admin, GetMarkerRequest { id: staff.id });
    assert_eq!(MarkerService(site.identity.clone()).get_marker(request).await.unwrap().into_inner().users_count, 1);
    assert_eq!(mark(&site, &site.admin, anna.id, &[guest.id]).await.unwrap().markers.len(), 1);
}

#[tokio::test]
async fn markers_are_put_on_with_can_apply_marker_user_only() {
    let site = Site::start().await;
    let staff = create(&site, &site.admin, "Staff", None).await.unwrap();
    let anna = site.person("anna", "user", &[11]).await;
    let maria = site.person("maria", "group_administrator", &[10]).await.caller;
    assert_eq!(code(mark(&site, &maria, anna.id, &[staff.id]).await), Code::PermissionDenied);
    assert_eq!(code(mark(&site, &anna.caller, anna.id, &[staff.id]).await), Code::PermissionDenied);
    let marked = User { markers: vec![UserMarker { id: staff.id, ..Default::default() }], ..site.new_user("eva", "user", &[11]) };
    assert_eq!(code(site.create(&maria, marked.clone()).await), Code::PermissionDenied);
    assert_eq!(site.create(&site.admin, marked).await.unwrap().markers.len(), 1);

    // Nothing else is changed by it.
    let viewer =
        testing::someone(site.project, 9999, [Permission::CanViewUsers, Permission::CanApplyMarkerUser, Permission::CanViewAllMarkers], &[10]);
    assert_eq!(mark(&site, &viewer, anna.id, &[staff.id]).await.unwrap().markers.len(), 1);
    let renamed = site.patch(&viewer, anna.id, &["markers", "name"], User { name: "x".into(), ..Default::default() }).await;
    assert_eq!(code(renamed), Code::PermissionDenied);
}

#[tokio::test]
async fn a_marker_that_is_not_visible_is_an_invalid_related_entity() {
    let site = Site::start().await;
    let staff = create(&site, &site.admin, "Staff", None).await.unwrap();
    let anna = site.person("anna", "user", &[11]).await;
    let blind = testing::someone(site.project, 9999, [Permission::CanViewUsers, Permission::CanApplyMarkerUser], &[10]);
    let (_, message, detail) = refusal(mark(&site, &blind, anna.id, &[staff.id]).await);
    assert_eq!((message.as_str(), &detail["data"]["names"]), ("invalid related entity sent", &json!([staff.id.to_string()])));
}

#[tokio::test]
async fn a_deleted_marker_is_taken_off_everybody() {
    let site = Site::start().await;
    let staff = create(&site, &site.admin, "Staff", None).await.unwrap();
    let anna = site.person("anna", "user", &[11]).await;
    mark(&site, &site.admin, anna.id, &[staff.id]).await.unwrap();
    assert_eq!(delete(&site, &site.admin, staff.id).await.unwrap(), staff.id);
    assert!(site.get(&site.admin, anna.id).await.unwrap().markers.is_empty());
    assert_eq!(code(delete(&site, &site.admin, staff.id).await), Code::NotFound);
}

#[tokio::test]
async fn a_deletion_of_several_markers_answers_per_item() {
    let site = Site::start().await;
    let staff = create(&site, &site.admin, "Staff", None).await.unwrap();
    let request = site.request(&site.admin, DeleteAllRequest { items: vec![staff.id, 9999] });
    let answer = MarkerService(site.identity.clone()).delete_all_markers(request).await.unwrap().into_inner();
    let items: Vec<_> = answer.items.iter().map(|item| (item.done, item.message.as_str())).collect();
    assert_eq!(items, [(true, ""), (false, "item not found")]);
}

#[tokio::test]
async fn markers_are_seen_on_the_people_of_ones_groups_and_when_one_made_them() {
    let site = Site::start().await;
    let on_anna = create(&site, &site.admin, "On Anna", None).await.unwrap();
    create(&site, &site.admin, "On nobody", None).await.unwrap();
    let anna = site.person("anna", "user", &[11]).await;
    mark(&site, &site.admin, anna.id, &[on_anna.id]).await.unwrap();
    let seen = async |permissions: &[Permission], groups: &[i64]| {
        let permissions: policy::PermissionSet = permissions.iter().copied().collect();
        names(&site, &testing::someone(site.project, anna.id, permissions, groups)).await.unwrap()
    };
    assert_eq!(seen(&[Permission::CanViewAllMarkers], &[]).await, ["On Anna", "On nobody"]);
    assert_eq!(seen(&[Permission::CanViewMarkers], &[10]).await, ["On Anna"]);
    assert_eq!(seen(&[Permission::CanViewMarkers], &[20]).await, Vec::<String>::new());
    let maker = testing::someone(site.project, anna.id, [Permission::CanCreateMarker], &[20]);
    create(&site, &maker, "Own", None).await.unwrap();
    assert_eq!(names(&site, &maker).await.unwrap(), ["Own"]);
}

#[tokio::test]
async fn markers_are_changed_with_the_right_to_only() {
    let site = Site::start().await;
    let staff = create(&site, &site.admin, "Staff", None).await.unwrap();
    let anna = site.person("anna", "user", &[11]).await.caller;
    for (caller, expected) in [(testing::nobody(), Code::Unauthenticated), (anna, Code::PermissionDenied)] {
        assert_eq!(code(create(&site, &caller, "x", None).await), expected);
        assert_eq!(code(patch(&site, &caller, staff.id, &["name"], Marker::default()).await), expected);
        assert_eq!(code(delete(&site, &caller, staff.id).await), expected);
    }
}
