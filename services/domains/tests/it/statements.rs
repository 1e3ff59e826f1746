//! The number of statements of each operation on groups does not depend on how many groups there are.
use proto::vestibule::domains::v1::group_types_server::GroupTypes;
use proto::vestibule::domains::v1::{Group, GroupKind, ListGroupTypesRequest, ListGroupsRequest};
use testing::{PROJECT, administrator, statements};

use crate::site::Site;

/// Statements of a list and of a tree, as many rows as there are.
async fn read(site: &Site) -> [usize; 4] {
    let caller = administrator(PROJECT);
    let (list, of_list) = statements(site.list(&caller, ListGroupsRequest { size: 100, ..ListGroupsRequest::default() })).await;
    list.expect("a list");
    let (tree, of_tree) = statements(site.tree(&caller, None, 5)).await;
    let root = tree.expect("a tree")[0].id;
    let (group, of_group) = statements(site.get(&caller, root)).await;
    group.expect("a group");
    let types = site.types.list_group_types(site.request(&caller, ListGroupTypesRequest { size: 100, ..ListGroupTypesRequest::default() }));
    let (types, of_types) = statements(types).await;
    types.expect("types");
    [of_list.len(), of_tree.len(), of_group.len(), of_types.len()]
}

#[tokio::test]
async fn lists_trees_and_a_group_take_as_many_statements_for_many_groups_as_for_few() {
    let site = Site::start().await;
    let root = site.group("Root", None).await;
    let first = site.group("First", Some(root)).await;
    site.group("Flat", Some(first)).await; // a tree takes a statement for each level
    site.group_type("House", GroupKind::Building).await;
    read(&site).await; // connections are made
    let few = read(&site).await;
    for number in 0..8 {
        let child = site.group(&format!("Building {number}"), Some(root)).await;
        site.group(&format!("Flat {number}"), Some(child)).await;
        site.group_type(&format!("Type {number}"), GroupKind::Apartment).await;
    }
    assert_eq!(read(&site).await, few);
}

/// A group with few children is renamed first, then one with many.
#[tokio::test]
async fn a_group_with_many_below_it_is_created_and_changed_in_as_many_statements_as_one_with_few() {
    let site = Site::start().await;
    let root = site.group("Root", None).await;
    let caller = administrator(PROJECT);
    let change = async |id: i64, name: &str| {
        let made = site.create(&caller, Group { name: format!("below {name}"), parent_id: Some(id), ..Group::default() });
        let (made, of_creation) = statements(made).await;
        made.expect("a group");
        let renamed = site.update(&caller, id, &["name"], Group { name: name.into(), ..Group::default() });
        let (renamed, of_change) = statements(renamed).await;
        renamed.expect("a group");
        [of_creation.len(), of_change.len()]
    };
    let few = change(root, "Residence").await;
    for number in 0..8 {
        site.group(&format!("Building {number}"), Some(root)).await;
    }
    assert_eq!(change(root, "Riverside").await, few);
}
