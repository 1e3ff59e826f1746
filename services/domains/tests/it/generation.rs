//! Groups in bulk.
use policy::Permission;
use proto::vestibule::domains::v1::generation_server::Generation as _;
use proto::vestibule::domains::v1::{Group, GroupKind, GroupPlan, Numbering, PlanGroupsRequest, PlannedGroup, SaveGroupPlanRequest};
use proto::vestibule::events::v1::{AuditRecorded, GroupChanged, ProjectChanged};
use serde_json::json;
use testing::{PROJECT, administrator, group_administrator, someone};
use tonic::{Code, Status};

use crate::site::{Site, detail};

/// The four kinds that are generated, and a group to do it in.
async fn prepared() -> (Site, i64) {
    let site = Site::start().await;
    for (name, kind) in
        [("building", GroupKind::Building), ("entrance", GroupKind::Unit), ("floor", GroupKind::Floor), ("apartment", GroupKind::Apartment)]
    {
        site.group_type(name, kind).await;
    }
    let company = site.group("Company", None).await;
    let place = site.group("Harbour", Some(company)).await;
    (site, place)
}

fn request(id: i64) -> PlanGroupsRequest {
    PlanGroupsRequest {
        id,
        buildings: 1,
        first_building: 1,
        units: 5,
        first_unit: 1,
        floors: 10,
        first_floor: 1,
        apartments: 10,
        first_apartment: 1,
        numbering: Numbering::Floor.into(),
        building_name: "House {n}".into(),
        ..Default::default()
    }
}

async fn plan(site: &Site, caller: &policy::Caller, request: PlanGroupsRequest) -> Result<GroupPlan, Status> {
    site.generation.plan_groups(site.request(caller, request)).await.map(tonic::Response::into_inner)
}

async fn save(site: &Site, caller: &policy::Caller, id: i64, items: Vec<PlannedGroup>) -> Result<i32, Status> {
    site.generation.save_group_plan(site.request(caller, SaveGroupPlanRequest { id, items })).await.map(|answer| answer.into_inner().created)
}

#[tokio::test]
async fn five_hundred_apartments_are_planned_and_saved() {
    let (site, place) = prepared().await;
    let admin = administrator(PROJECT);
    let plan = plan(&site, &admin, request(place)).await.unwrap();
    let counts = plan.counts.unwrap();
    assert_eq!((counts.buildings, counts.units, counts.floors, counts.apartments, counts.obstacles), (1, 5, 50, 500, 0));
    assert_eq!(site.names(&admin, "").await, ["Company", "Harbour"], "a plan saves nothing");

    assert_eq!(save(&site, &admin, place, plan.items).await.unwrap(), 556);
    let apartment =
        site.list(&admin, proto::vestibule::domains::v1::ListGroupsRequest { search: "apartment 1010".into(), ..Default::default() }).await.unwrap();
    assert_eq!(apartment.total, 5);
    let way: Vec<_> = apartment.items[0].path.iter().map(|above| above.name.as_str()).collect();
    assert_eq!(way, ["Company", "Harbour", "House 1", "entrance 1", "floor 10"]);
    assert_eq!(apartment.items[0].logic_address.as_deref(), Some("10"));
}

#[tokio::test]
async fn every_generated_group_is_published_audited_and_in_the_closure() {
    let (site, place) = prepared().await;
    let admin = administrator(PROJECT);
    let before = site.snapshots().await.len();
    let small = PlanGroupsRequest { units: 1, floors: 2, apartments: 2, ..request(place) };
    let items = plan(&site, &admin, small).await.unwrap().items;
    save(&site, &admin, place, items).await.unwrap();
    let published: Vec<GroupChanged> = site.snapshots().await.split_off(before);
    assert_eq!(published.len(), 8);
    assert!(published.iter().all(|group| group.version == 1 && group.parent_id != 0));
    let records: Vec<AuditRecorded> = site.published("audit.recorded").await;
    assert_eq!(records.iter().filter(|record| record.action == "create" && record.resource == "domains").count(), 8 + 2);
    // The same rows as groups made one by one have.
    let mut tx = site.app.context.database.system().await.unwrap();
    let wrong: i64 = sqlx::query_scalar(
        "WITH RECURSIVE way AS (
             SELECT id AS descendant, id AS ancestor, 0 AS depth FROM groups
             UNION ALL SELECT w.descendant, g.parent_id, w.depth + 1 FROM way w JOIN groups g ON g.id = w.ancestor WHERE g.parent_id IS NOT NULL
         )
         SELECT count(*) FROM (
             (SELECT descendant, ancestor, depth FROM way EXCEPT SELECT descendant_id, ancestor_id, depth FROM group_closure)
             UNION ALL
             (SELECT descendant_id, ancestor_id, depth FROM group_closure EXCEPT SELECT descendant, ancestor, depth FROM way)) different",
    )
    .fetch_one(&mut *tx)
    .await
    .unwrap();
    assert_eq!(wrong, 0);
}

#[tokio::test]
async fn an_address_that_is_taken_is_an_obstacle_in_the_plan_and_an_error_in_saving() {
    let (site, place) = prepared().await;
    let admin = administrator(PROJECT);
    let one = PlanGroupsRequest { units: 0, floors: 0, apartments: 0, ..request(place) };
    let items = plan(&site, &admin, one.clone()).await.unwrap().items;
    save(&site, &admin, place, items.clone()).await.unwrap();
    let again = plan(&site, &admin, PlanGroupsRequest { buildings: 2, ..one }).await.unwrap();
    let obstacles: Vec<_> = again.items.iter().map(|item| item.obstacle.as_deref().unwrap_or_default()).collect();
    assert_eq!(obstacles, ["group with the same type and logical address exists", ""]);
    let refused = save(&site, &admin, place, items).await.unwrap_err();
    assert_eq!(detail(&refused).1, json!({ "fields": { "items.0.logic_address": "group with the same type and logical address exists" } }));
}

#[tokio::test]
async fn an_edited_plan_is_checked_like_any_input_and_saved_as_a_whole_or_not_at_all() {
    let (site, place) = prepared().await;
    let admin = administrator(PROJECT);
    let mut items = plan(&site, &admin, PlanGroupsRequest { units: 1, floors: 1, apartments: 2, ..request(place) }).await.unwrap().items;
    items[4].name = String::new();
    let refused = save(&site, &admin, place, items.clone()).await.unwrap_err();
    assert_eq!(detail(&refused).1, json!({ "fields": { "items.4.name": "required" } }));
    assert_eq!(site.names(&admin, "").await, ["Company", "Harbour"]);
    items[4].name = "Concierge".into();
    assert_eq!(save(&site, &admin, place, items).await.unwrap(), 5);
    assert!(site.names(&admin, "").await.contains(&"Concierge".to_string()));
}

#[tokio::test]
async fn entrances_are_generated_in_a_building_only() {
    let (site, place) = prepared().await;
    let admin = administrator(PROJECT);
    let in_it = PlanGroupsRequest { buildings: 0, ..request(place) };
    let refused = plan(&site, &admin, in_it.clone()).await.unwrap_err();
    assert_eq!(detail(&refused).1, json!({ "fields": { "buildings": "the group must be a building" } }));
    let types = site.list_types().await;
    let building = Group { name: "House".into(), domain_type_id: Some(types["building"]), ..Group::default() };
    let house = site.create(&admin, building).await.unwrap().id;
    let plan = plan(&site, &admin, PlanGroupsRequest { id: house, ..in_it }).await.unwrap();
    assert_eq!(plan.items.iter().filter(|item| item.parent_key == 0).count(), 5);
}

#[tokio::test]
async fn apartments_are_generated_inside_a_floor() {
    let (site, _) = prepared().await;
    let admin = administrator(PROJECT);
    let types = site.list_types().await;
    let floor = Group { name: "Third".into(), domain_type_id: Some(types["floor"]), logic_address: Some("3".into()), ..Group::default() };
    let floor = site.create(&admin, floor).await.unwrap().id;
    let four = PlanGroupsRequest { buildings: 0, units: 0, floors: 0, apartments: 4, ..request(floor) };
    let planned = plan(&site, &admin, four).await.unwrap();
    let planned: Vec<_> = planned.items.iter().map(|item| (item.parent_key, item.name.as_str(), item.logic_address.as_deref())).collect();
    let expected = ["01", "02", "03", "04"].map(|address| (0, format!("apartment {}", &address[1..]), Some(address)));
    assert_eq!(planned, expected.iter().map(|(parent, name, address)| (*parent, name.as_str(), *address)).collect::<Vec<_>>());
}

#[tokio::test]
async fn buildings_are_not_generated_inside_an_entrance() {
    let (site, _) = prepared().await;
    let admin = administrator(PROJECT);
    let types = site.list_types().await;
    let entrance = Group { name: "East".into(), domain_type_id: Some(types["entrance"]), ..Group::default() };
    let entrance = site.create(&admin, entrance).await.unwrap().id;
    let refused = plan(&site, &admin, request(entrance)).await.unwrap_err();
    assert_eq!(detail(&refused).1, json!({ "fields": { "buildings": "does not belong in a group of this type" } }));
}

#[tokio::test]
async fn groups_of_a_project_in_russian_are_named_in_russian() {
    let (site, place) = prepared().await;
    let project = ProjectChanged { id: PROJECT, version: 1, time_zone: "Europe/Moscow".into(), locale: "ru".into(), ..Default::default() };
    site.app.deliver(&site.events(), "identity.project.changed", &project).await.unwrap();
    let small = PlanGroupsRequest { units: 1, floors: 1, apartments: 1, building_name: String::new(), ..request(place) };
    let planned = plan(&site, &administrator(PROJECT), small).await.unwrap();
    let names: Vec<_> = planned.items.iter().map(|item| item.name.as_str()).collect();
    assert_eq!(names, ["здание 1", "подъезд 1", "этаж 1", "квартира 101"]);
}

#[tokio::test]
async fn a_plan_of_too_many_groups_is_refused() {
    let (site, place) = prepared().await;
    let refused = plan(&site, &administrator(PROJECT), PlanGroupsRequest { buildings: 500, ..request(place) }).await.unwrap_err();
    assert_eq!(detail(&refused).1, json!({ "fields": { "apartments": "too many groups" } }));
}

#[tokio::test]
async fn groups_are_generated_in_reach_only() {
    let (site, place) = prepared().await;
    let other = site.group("Other", None).await;
    let manager = group_administrator(PROJECT, 5, &[place]);
    assert!(plan(&site, &manager, request(place)).await.is_ok());
    assert_eq!(plan(&site, &manager, request(other)).await.unwrap_err().code(), Code::NotFound);
    assert_eq!(save(&site, &manager, other, Vec::new()).await.unwrap_err().code(), Code::NotFound);
    let overseer = someone(PROJECT, 6, [Permission::CanCreateDescendantDomain, Permission::CanViewAllDomains], &[place]);
    assert_eq!(plan(&site, &overseer, request(other)).await.unwrap_err().code(), Code::PermissionDenied);
}

#[tokio::test]
async fn a_plan_of_nothing_and_one_of_a_kind_that_has_no_type_are_refused() {
    let (site, place) = prepared().await;
    let admin = administrator(PROJECT);
    let refused = plan(&site, &admin, PlanGroupsRequest { id: place, ..Default::default() }).await.unwrap_err();
    assert_eq!(detail(&refused).1, json!({ "fields": { "buildings": "at least one must have a value" } }));
    let bare = Site::start().await;
    let place = bare.group("Harbour", None).await;
    let buildings = PlanGroupsRequest { units: 0, floors: 0, apartments: 0, ..request(place) };
    let refused = plan(&bare, &admin, buildings).await.unwrap_err();
    assert_eq!(detail(&refused).1, json!({ "fields": { "buildings": "there is no group type of this kind" } }));
}

#[tokio::test]
async fn a_planned_group_lies_in_one_that_comes_before_it() {
    let (site, place) = prepared().await;
    let admin = administrator(PROJECT);
    let mut items = plan(&site, &admin, PlanGroupsRequest { units: 1, floors: 0, apartments: 0, ..request(place) }).await.unwrap().items;
    items.reverse();
    let refused = save(&site, &admin, place, items).await.unwrap_err();
    assert_eq!(detail(&refused).1, json!({ "fields": { "items.0.parent_key": "must be the key of a group before it" } }));
}
