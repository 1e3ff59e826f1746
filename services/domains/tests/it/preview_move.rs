//! What moving a subtree would change.
use policy::Permission;
use proto::vestibule::common::v1::Ref;
use proto::vestibule::domains::v1::groups_server::Groups as _;
use proto::vestibule::domains::v1::{Group, GroupKind, MovePreview, PreviewMoveRequest};
use testing::{PROJECT, administrator, group_administrator, someone};
use tonic::{Code, Status};

use crate::site::Site;

async fn preview(site: &Site, caller: &policy::Caller, id: i64, parent_id: Option<i64>) -> Result<MovePreview, Status> {
    site.groups.preview_move(site.request(caller, PreviewMoveRequest { id, parent_id })).await.map(tonic::Response::into_inner)
}

fn names(refs: &[Ref]) -> Vec<&str> {
    refs.iter().map(|group| group.name.as_str()).collect()
}

/// Company (West (House (Flat)), East), with a user in the house and in the flat and a device in the flat.
struct Tree {
    company: i64,
    west: i64,
    east: i64,
    house: i64,
    flat: i64,
}

async fn tree(site: &Site) -> Tree {
    let company = site.group("Company", None).await;
    let (west, east) = (site.group("West", Some(company)).await, site.group("East", Some(company)).await);
    let house = site.group("House", Some(west)).await;
    let flat = site.group("Flat", Some(house)).await;
    site.person(17, 1, "Anna", &[house, flat]).await;
    site.person(18, 1, "Boris", &[flat]).await;
    site.device(4, 1, "Door", flat).await;
    Tree { company, west, east, house, flat }
}

#[tokio::test]
async fn a_preview_counts_what_moves_and_says_who_loses_and_gains_sight_of_it() {
    let site = Site::start().await;
    let Tree { east, house, .. } = tree(&site).await;
    let published_before = site.snapshots().await.len();
    let preview = preview(&site, &administrator(PROJECT), house, Some(east)).await.unwrap();
    assert_eq!((preview.domains, preview.users, preview.devices), (2, Some(2), Some(1)));
    assert_eq!((names(&preview.old_path), names(&preview.new_path)), (vec!["Company", "West"], vec!["Company", "East"]));
    assert_eq!((names(&preview.losing), names(&preview.gaining)), (vec!["West"], vec!["East"]));
    assert_eq!(preview.obstacle, None);
    assert_eq!(site.snapshots().await.len(), published_before);
}

#[tokio::test]
async fn a_preview_says_why_a_group_cannot_be_moved() {
    let site = Site::start().await;
    let Tree { west, east, house, flat, .. } = tree(&site).await;
    let admin = administrator(PROJECT);
    let obstacle = async |id, parent| preview(&site, &admin, id, parent).await.unwrap().obstacle.unwrap_or_default();
    assert_eq!(obstacle(house, Some(flat)).await, "must not be the group itself or a group below it");
    assert_eq!(obstacle(house, Some(999_999)).await, "invalid related entity sent");
    let building = site.group_type("building", GroupKind::Building).await;
    let addressed = |parent| Group {
        name: "B".into(),
        parent_id: Some(parent),
        domain_type_id: Some(building),
        logic_address: Some("1".into()),
        ..Group::default()
    };
    let one = site.create(&admin, addressed(west)).await.unwrap().id;
    site.create(&admin, addressed(east)).await.unwrap();
    assert_eq!(obstacle(one, Some(east)).await, "group with the same type and logical address exists");
    assert_eq!(obstacle(one, Some(west)).await, "");
    let manager = group_administrator(PROJECT, 5, &[west]);
    assert_eq!(preview(&site, &manager, house, None).await.unwrap().obstacle.as_deref(), Some("action prohibited"));
}

#[tokio::test]
async fn a_preview_says_what_licensing_would_refuse_and_nothing_while_it_does_not_answer() {
    let site = Site::start().await;
    let Tree { west, east, house, .. } = tree(&site).await;
    let admin = administrator(PROJECT);
    site.licensing_refuses_moves("domain has license consistency errors");
    assert_eq!(preview(&site, &admin, house, Some(east)).await.unwrap().obstacle.as_deref(), Some("domain has license consistency errors"));
    assert_eq!(preview(&site, &admin, house, Some(west)).await.unwrap().obstacle, None, "where it is already");
    assert_eq!(
        preview(&site, &admin, house, Some(house)).await.unwrap().obstacle.as_deref(),
        Some("must not be the group itself or a group below it")
    );
    site.licensing_is_away();
    assert_eq!(preview(&site, &admin, house, Some(east)).await.unwrap().obstacle, None);
}

#[tokio::test]
async fn groups_that_the_caller_does_not_see_are_not_answered() {
    let site = Site::start().await;
    let Tree { company, west, house, flat, .. } = tree(&site).await;
    let manager = someone(PROJECT, 5, [Permission::CanEditDescendantDomains], &[west]);
    let inner = site.group("Inner", Some(west)).await;
    let visible = preview(&site, &manager, house, Some(inner)).await.unwrap();
    assert_eq!((names(&visible.old_path), names(&visible.new_path)), (vec!["West"], vec!["West", "Inner"]));
    assert_eq!((visible.users, visible.devices), (None, None));
    assert_eq!(preview(&site, &manager, company, None).await.unwrap_err().code(), Code::NotFound);
    let resident = someone(PROJECT, 6, [Permission::CanEditDescendantDomains], &[flat]);
    assert_eq!(preview(&site, &resident, flat, None).await.unwrap_err().code(), Code::PermissionDenied);
}
