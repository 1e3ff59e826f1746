//! Lists.
use std::collections::BTreeMap;

use domains::rpc::FinderService;
use policy::Permission;
use proto::vestibule::domains::v1::{GroupKind, ListGroupsRequest};
use proto::vestibule::gateway::v1::FindRequest;
use proto::vestibule::gateway::v1::finder_server::Finder as _;
use serde_json::json;
use testing::{OTHER_PROJECT, PROJECT, administrator, group_administrator, someone};
use tonic::Code;

use crate::site::{Site, detail};

async fn building(site: &Site) -> [i64; 4] {
    let root = site.group("Company", None).await;
    let house = site.group("House", Some(root)).await;
    let floor = site.group("Floor", Some(house)).await;
    [root, house, floor, site.group("Annex", None).await]
}

#[tokio::test]
async fn a_list_holds_the_groups_in_the_callers_reach() {
    let site = Site::start().await;
    let [_, house, ..] = building(&site).await;
    assert_eq!(site.names(&administrator(PROJECT), "").await, ["Annex", "Company", "Floor", "House"]);
    assert_eq!(site.names(&group_administrator(PROJECT, 5, &[house]), "").await, ["Floor", "House"]);
    assert!(site.names(&someone(PROJECT, 6, [Permission::CanEditProfile], &[]), "").await.is_empty());
    assert!(site.names(&administrator(OTHER_PROJECT), "").await.is_empty());
}

#[tokio::test]
async fn groups_above_the_callers_own_are_not_answered() {
    let site = Site::start().await;
    let [root, house, floor, _] = building(&site).await;
    let manager = group_administrator(PROJECT, 5, &[house]);
    let list = site.list(&manager, ListGroupsRequest::default()).await.unwrap();
    let visible: Vec<_> = list.items.iter().map(|group| (group.id, group.parent_id, group.path.len())).collect();
    assert_eq!(visible, [(floor, Some(house), 1), (house, None, 0)]);
    assert_eq!(site.get(&manager, root).await.unwrap_err().code(), Code::NotFound);
}

#[tokio::test]
async fn groups_are_filtered_by_what_lies_above_them() {
    let site = Site::start().await;
    let [root, house, ..] = building(&site).await;
    let admin = administrator(PROJECT);
    let under = |id: i64| json!([{ "field": "ancestor_id", "rule": "equals", "value": id }]).to_string();
    assert_eq!(site.names(&admin, &under(root)).await, ["Floor", "House"]);
    assert_eq!(site.names(&admin, &under(house)).await, ["Floor"]);
    let roots = json!([{ "field": "parent_id", "rule": "is", "value": null }]).to_string();
    assert_eq!(site.names(&admin, &roots).await, ["Annex", "Company"]);
}

#[tokio::test]
async fn a_filter_by_an_invisible_ancestor_shows_no_more_than_the_reach() {
    let site = Site::start().await;
    let [root, house, ..] = building(&site).await;
    let manager = group_administrator(PROJECT, 5, &[house]);
    let under_root = json!([{ "field": "ancestor_id", "rule": "equals", "value": root }]).to_string();
    assert_eq!(site.names(&manager, &under_root).await, ["Floor", "House"]);
}

#[tokio::test]
async fn groups_are_sorted_searched_and_filtered_by_their_fields() {
    let site = Site::start().await;
    building(&site).await;
    let admin = administrator(PROJECT);
    let request = ListGroupsRequest { sort: "-name".into(), search: "o".into(), ..ListGroupsRequest::default() };
    let names: Vec<_> = site.list(&admin, request).await.unwrap().items.into_iter().map(|group| group.name).collect();
    assert_eq!(names, ["House", "Floor", "Company"]);
    let begins = json!({ "match": "match_any", "items": [{ "field": "name", "rule": "begins_with", "value": "An" }, { "field": "name", "rule": "equals", "value": "Floor" }] });
    assert_eq!(site.names(&admin, &begins.to_string()).await, ["Annex", "Floor"]);
}

#[tokio::test]
async fn an_unknown_field_is_refused_by_name() {
    let site = Site::start().await;
    let admin = administrator(PROJECT);
    for (request, field) in [
        (ListGroupsRequest { filters: r#"[{"field":"secret","rule":"equals","value":1}]"#.into(), ..Default::default() }, "filters.secret"),
        (ListGroupsRequest { sort: "secret".into(), ..Default::default() }, "sort.secret"),
        (ListGroupsRequest { with: vec!["users".into()], ..Default::default() }, "with.users"),
    ] {
        let error = site.list(&admin, request).await.unwrap_err();
        assert_eq!(detail(&error).1, json!({ "fields": { field: "unknown field" } }));
    }
}

#[tokio::test]
async fn intervals_are_answered_when_asked_and_nest() {
    let site = Site::start().await;
    building(&site).await;
    let admin = administrator(PROJECT);
    let intervals = |with: Vec<String>| {
        let (site, admin) = (&site, &admin);
        async move {
            let list = site.list(admin, ListGroupsRequest { sort: "id".into(), with, ..Default::default() }).await.unwrap();
            list.items.into_iter().map(|group| group.parent_lft.zip(group.parent_rgt)).collect::<Vec<_>>()
        }
    };
    assert_eq!(intervals(vec!["interval".into()]).await, [Some((1, 6)), Some((2, 5)), Some((3, 4)), Some((7, 8))]);
    assert_eq!(intervals(Vec::new()).await, [None; 4]);
}

#[tokio::test]
async fn a_group_is_found_by_its_address_and_type() {
    let site = Site::start().await;
    let admin = administrator(PROJECT);
    let unit = site.group_type("entrance", GroupKind::Unit).await;
    let group =
        proto::vestibule::domains::v1::Group { name: "B".into(), domain_type_id: Some(unit), logic_address: Some("2".into()), ..Default::default() };
    site.create(&admin, group).await.unwrap();
    site.group("A", None).await;
    let filter =
        json!([{ "field": "domain_type_id", "rule": "equals", "value": unit }, { "field": "logic_address", "rule": "equals", "value": "02" }]);
    assert_eq!(site.names(&admin, &filter.to_string()).await, ["B"]);
}

#[tokio::test]
async fn a_found_group_is_told_with_its_parent_only_where_the_caller_sees_the_parent() {
    let site = Site::start().await;
    let company = site.group("Acme", None).await;
    let house = site.group("Harbour House", Some(company)).await;
    site.group("Harbour Gate", Some(house)).await;
    let finder = FinderService(site.service());
    let found = async |caller: &policy::Caller| {
        let request = site.request(caller, FindRequest { query: "harbour".into(), size: 10 });
        let items = finder.find(request).await.unwrap().into_inner().items;
        items.into_iter().map(|item| (item.name, item.detail)).collect::<BTreeMap<_, _>>()
    };
    let of = |gate: &str, house: &str| BTreeMap::from([("Harbour Gate".to_owned(), gate.to_owned()), ("Harbour House".to_owned(), house.to_owned())]);
    assert_eq!(found(&administrator(PROJECT)).await, of("Harbour House", "Acme"));
    assert_eq!(found(&group_administrator(PROJECT, 5, &[house])).await, of("Harbour House", ""));
}
