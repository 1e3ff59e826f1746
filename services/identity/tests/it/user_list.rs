use policy::{Caller, Permission};
use proto::vestibule::identity::v1::ListUsersRequest;
use serde_json::json;
use tonic::Code;

use crate::site::{Site, code, fields};

async fn populated() -> Site {
    let site = Site::start().await;
    for (name, role, groups) in
        [("maria", "group_administrator", &[10][..]), ("anna", "user", &[11]), ("ivan", "user", &[12, 20]), ("tom", "concierge", &[20])]
    {
        site.person(name, role, groups).await;
    }
    site
}

fn somebody(site: &Site, permissions: &[Permission], groups: &[i64]) -> Caller {
    testing::someone(site.project, 9999, permissions.iter().copied().collect::<policy::PermissionSet>(), groups)
}

#[tokio::test]
async fn a_list_holds_whom_the_callers_rights_reach() {
    let site = populated().await;
    let seen =
        async |permissions: &[Permission], groups: &[i64]| site.names(&somebody(&site, permissions, groups), Default::default()).await.unwrap();
    assert_eq!(seen(&[Permission::CanViewAllUsers], &[]).await, ["Alex", "anna", "ivan", "maria", "tom"]);
    assert_eq!(seen(&[Permission::CanViewUsers], &[10]).await, ["anna", "ivan", "maria"]);
    assert_eq!(seen(&[Permission::CanManageSelfDomainUsers], &[11]).await, ["anna"]);
    assert_eq!(seen(&[Permission::CanViewUsers], &[]).await, Vec::<String>::new());
    assert_eq!(seen(&[], &[10]).await, Vec::<String>::new());
}

#[tokio::test]
async fn people_always_see_themselves_and_whom_they_created() {
    let site = Site::start().await;
    let maria = site.person("maria", "group_administrator", &[10]).await;
    site.create(&maria.caller, site.new_user("anna", "user", &[11])).await.unwrap();
    site.person("ivan", "user", &[11]).await;
    let without_rights = testing::someone(site.project, maria.id, [], &[10]);
    assert_eq!(site.names(&without_rights, Default::default()).await.unwrap(), ["anna", "maria"]);
}

#[tokio::test]
async fn nobody_sees_no_one() {
    let site = Site::start().await;
    assert_eq!(code(site.names(&testing::nobody(), Default::default()).await), Code::Unauthenticated);
    assert_eq!(code(site.get(&testing::nobody(), 1).await), Code::Unauthenticated);
}

#[tokio::test]
async fn a_group_admin_can_be_filtered_for() {
    let site = populated().await;
    let of = async |is_group_admin| site.names(&site.admin, ListUsersRequest { is_group_admin, ..Default::default() }).await.unwrap();
    assert_eq!(of(Some(true)).await, ["Alex", "maria"]);
    assert_eq!(of(Some(false)).await, ["anna", "ivan", "tom"]);
    assert_eq!(of(None).await.len(), 5);
}

#[tokio::test]
async fn lists_are_searched_sorted_filtered_and_paged() {
    let site = populated().await;
    let of = async |request| site.names(&site.admin, request).await.unwrap();
    assert_eq!(of(ListUsersRequest { search: "MARI".into(), ..Default::default() }).await, ["maria"]);
    assert_eq!(of(ListUsersRequest { sort: "-name".into(), size: 10, ..Default::default() }).await[0], "tom");
    let filters = json!({ "items": [{ "field": "domains", "rule": "equals", "value": 20 }] }).to_string();
    assert_eq!(of(ListUsersRequest { filters, ..Default::default() }).await, ["ivan", "tom"]);
    let filters = json!({ "items": [{ "field": "role", "rule": "equals", "value": site.roles["user"] }] }).to_string();
    assert_eq!(of(ListUsersRequest { filters, ..Default::default() }).await, ["anna", "ivan"]);
    assert_eq!(of(ListUsersRequest { page: 2, size: 10, ..Default::default() }).await, Vec::<String>::new());
}

#[tokio::test]
async fn an_unknown_filter_field_is_named() {
    let site = Site::start().await;
    let filters = json!({ "items": [{ "field": "password", "rule": "equals", "value": "x" }] }).to_string();
    let refused = site.names(&site.admin, ListUsersRequest { filters, ..Default::default() }).await;
    assert_eq!(fields(refused), json!({ "filters.password": "unknown field" }));
}

#[tokio::test]
async fn names_are_in_the_order_of_people_numbers_by_size_and_capitals_beside_small_letters() {
    let site = Site::start().await;
    for name in ["Flat10", "flat9", "Banana", "apple", "Flat2"] {
        site.person(name, "user", &[10]).await;
    }
    let names = site.names(&somebody(&site, &[Permission::CanViewUsers], &[10]), Default::default()).await.unwrap();
    assert_eq!(names, ["apple", "Banana", "Flat2", "flat9", "Flat10"]);
}
