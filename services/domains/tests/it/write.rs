//! Creating and changing.
use policy::Permission;
use proto::vestibule::domains::v1::{Group, GroupKind};
use proto::vestibule::events::v1::AuditRecorded;
use serde_json::json;
use testing::prost_message::Message;
use testing::{OTHER_PROJECT, PROJECT, administrator, group_administrator, nobody, someone};
use tonic::Code;

use crate::site::{Site, detail};

fn named(name: &str) -> Group {
    Group { name: name.into(), ..Group::default() }
}

#[tokio::test]
async fn a_group_comes_back_as_it_was_made_with_its_path_and_creator() {
    let site = Site::start().await;
    let admin = administrator(PROJECT);
    let building = site.group_type("building", GroupKind::Building).await;
    let root = site.group("Riverside", None).await;
    let group = Group {
        parent_id: Some(root),
        domain_type_id: Some(building),
        logic_address: Some("7".into()),
        description: Some("by the gate".into()),
        ..named(" Building 7 ")
    };
    let made = site.create(&admin, group).await.unwrap();
    let read = site.get(&admin, made.id).await.unwrap();
    assert_eq!((read.name.as_str(), read.logic_address.as_deref(), read.description.as_deref()), ("Building 7", Some("0007"), Some("by the gate")));
    assert_eq!(read.path.iter().map(|above| above.name.as_str()).collect::<Vec<_>>(), ["Riverside"]);
    assert_eq!(read.created_by_user.map(|user| user.name), Some("user 1".into()));
    let root = site.get(&admin, root).await.unwrap();
    assert_eq!((root.children_count, root.descendants_count), (1, 1));
}

#[tokio::test]
async fn a_root_needs_the_right_to_make_roots() {
    let site = Site::start().await;
    let root = site.group("Riverside", None).await;
    let manager = group_administrator(PROJECT, 5, &[root]);
    assert_eq!(site.create(&manager, named("Mine")).await.unwrap_err().code(), Code::PermissionDenied);
    let founder = someone(PROJECT, 6, [Permission::CanCreateRootDomain], &[]);
    assert_eq!(site.create(&founder, named("Founded")).await.unwrap().name, "Founded");
}

#[tokio::test]
async fn a_child_needs_reach_over_its_parent() {
    let site = Site::start().await;
    let (mine, other) = (site.group("Mine", None).await, site.group("Other", None).await);
    let manager = group_administrator(PROJECT, 5, &[mine]);
    let child = site.create(&manager, Group { parent_id: Some(mine), ..named("Child") }).await.unwrap();
    assert!(site.create(&manager, Group { parent_id: Some(child.id), ..named("Grandchild") }).await.is_ok());

    let refused = site.create(&manager, Group { parent_id: Some(other), ..named("Intruder") }).await.unwrap_err();
    let missing = site.create(&manager, Group { parent_id: Some(999_999), ..named("Orphan") }).await.unwrap_err();
    assert_eq!((refused.message(), refused.code()), ("invalid related entity sent", missing.code()));

    let guest = someone(PROJECT, 6, [Permission::CanCreateDescendantDomain, Permission::CanViewAllDomains], &[mine]);
    assert_eq!(site.create(&guest, Group { parent_id: Some(other), ..named("Visible") }).await.unwrap_err().code(), Code::PermissionDenied);
}

#[tokio::test]
async fn who_is_not_signed_in_makes_nothing() {
    let site = Site::start().await;
    assert_eq!(site.create(&nobody(), named("Ghost")).await.unwrap_err().code(), Code::Unauthenticated);
    assert!(site.app.events().await.is_empty());
}

#[tokio::test]
async fn bad_fields_are_published_by_name() {
    let site = Site::start().await;
    let floor = site.group_type("floor", GroupKind::Floor).await;
    let bad = Group { domain_type_id: Some(floor), logic_address: Some("99".into()), ..named("") };
    let error = site.create(&administrator(PROJECT), bad).await.unwrap_err();
    assert_eq!(detail(&error), ("invalid data sent".into(), json!({ "fields": { "name": "required", "logic_address": "must be within 00 - 98" } })));
}

#[tokio::test]
async fn an_address_is_unique_per_type_and_parent() {
    let site = Site::start().await;
    let admin = administrator(PROJECT);
    let (building, unit) = (site.group_type("building", GroupKind::Building).await, site.group_type("entrance", GroupKind::Unit).await);
    let (first, second) = (site.group("First", None).await, site.group("Second", None).await);
    let addressed = |parent: i64, kind: i64, address: &str| Group {
        parent_id: Some(parent),
        domain_type_id: Some(kind),
        logic_address: Some(address.into()),
        ..named("g")
    };

    site.create(&admin, addressed(first, building, "1")).await.unwrap();
    let taken = site.create(&admin, addressed(first, building, "0001")).await.unwrap_err();
    assert_eq!(taken.message(), "group with the same type and logical address exists");
    site.create(&admin, addressed(first, unit, "1")).await.expect("another type");
    let elsewhere = site.create(&admin, addressed(second, building, "1")).await.expect("another parent");
    assert_eq!(site.move_to(&admin, elsewhere.id, Some(first)).await.unwrap_err().message(), "group with the same type and logical address exists");
    for _ in 0..2 {
        site.create(&admin, addressed(first, building, "")).await.expect("none is no address");
    }
}

#[tokio::test]
async fn roots_of_a_type_do_not_share_an_address_either() {
    let site = Site::start().await;
    let admin = administrator(PROJECT);
    let building = site.group_type("building", GroupKind::Building).await;
    let root = || Group { domain_type_id: Some(building), logic_address: Some("1".into()), ..named("Lone") };
    site.create(&admin, root()).await.unwrap();
    assert_eq!(site.create(&admin, root()).await.unwrap_err().message(), "group with the same type and logical address exists");
}

#[tokio::test]
async fn an_address_follows_a_change_of_the_type() {
    let site = Site::start().await;
    let admin = administrator(PROJECT);
    let building = site.group_type("building", GroupKind::Building).await;
    let apartment = site.group_type("apartment", GroupKind::Apartment).await;
    let common = site.group_type("site", GroupKind::Common).await;
    let made = site.create(&admin, Group { domain_type_id: Some(building), logic_address: Some("0042".into()), ..named("g") }).await.unwrap();
    let retyped = |kind: i64| Group { domain_type_id: Some(kind), ..Group::default() };
    assert_eq!(site.update(&admin, made.id, &["domain_type_id"], retyped(apartment)).await.unwrap().logic_address.as_deref(), Some("42"));
    assert_eq!(site.update(&admin, made.id, &["domain_type_id"], retyped(common)).await.unwrap().logic_address, None);
}

#[tokio::test]
async fn a_patch_changes_what_it_names_and_null_clears() {
    let site = Site::start().await;
    let admin = administrator(PROJECT);
    let made = site.create(&admin, Group { description: Some("old".into()), ..named("Before") }).await.unwrap();
    let renamed = site.update(&admin, made.id, &["name"], named("After")).await.unwrap();
    assert_eq!((renamed.name.as_str(), renamed.description.as_deref()), ("After", Some("old")));
    let cleared = site.update(&admin, made.id, &["description"], Group::default()).await.unwrap();
    assert_eq!((cleared.name.as_str(), cleared.description), ("After", None));
}

#[tokio::test]
async fn every_change_is_audited_and_published_with_a_higher_version() {
    let site = Site::start().await;
    let admin = administrator(PROJECT);
    let id = site.group("Before", None).await;
    site.update(&admin, id, &["name"], named("After")).await.unwrap();
    site.update(&admin, id, &["name"], named("After")).await.unwrap(); // Changes nothing, says nothing.
    site.delete(&admin, id).await.unwrap();

    let published: Vec<_> = site.snapshots().await.into_iter().map(|group| (group.name, group.version, group.deleted)).collect();
    assert_eq!(published, [("Before".into(), 1, false), ("After".into(), 2, false), ("After".into(), 3, true)]);
    let events = site.app.events().await;
    let records: Vec<AuditRecorded> =
        events.iter().filter(|(topic, _)| topic == "audit.recorded").map(|(_, bytes)| AuditRecorded::decode(bytes.as_slice()).unwrap()).collect();
    let written: Vec<_> = records.iter().map(|record| (record.action.as_str(), record.resource.as_str(), record.user_id)).collect();
    assert_eq!(written, [("create", "domains", 1), ("edit", "domains", 1), ("delete", "domains", 1)]);
    assert_eq!((records[1].before.as_str(), records[1].after.as_str()), (r#"{"name":"Before"}"#, r#"{"name":"After"}"#));
}

#[tokio::test]
async fn a_refused_change_leaves_nothing_behind() {
    let site = Site::start().await;
    let admin = administrator(PROJECT);
    let id = site.group("Whole", None).await;
    let before = site.app.events().await.len();
    assert!(site.update(&admin, id, &["name", "domain_type_id"], Group { domain_type_id: Some(404), ..named("Half") }).await.is_err());
    assert_eq!(site.get(&admin, id).await.unwrap().name, "Whole");
    assert_eq!(site.app.events().await.len(), before);
}

#[tokio::test]
async fn what_is_visible_but_not_editable_is_forbidden_and_the_rest_is_not_there() {
    let site = Site::start().await;
    let (mine, other) = (site.group("Mine", None).await, site.group("Other", None).await);
    let viewer = someone(PROJECT, 5, [Permission::CanEditDescendantDomains], &[mine]);
    assert_eq!(site.update(&viewer, mine, &["name"], named("x")).await.unwrap_err().code(), Code::PermissionDenied);
    let invisible = site.update(&viewer, other, &["name"], named("x")).await.unwrap_err();
    let missing = site.update(&viewer, 999_999, &["name"], named("x")).await.unwrap_err();
    assert_eq!((invisible.code(), detail(&invisible)), (Code::NotFound, detail(&missing)));
    let stranger = administrator(OTHER_PROJECT);
    assert_eq!(site.update(&stranger, mine, &["name"], named("x")).await.unwrap_err().code(), Code::NotFound);
}
