use identity::rpc::RoleRpc;
use proto::vestibule::identity::v1::roles_server::Roles;
use proto::vestibule::identity::v1::{GetRoleRequest, ListPermissionsRequest, ListRolesRequest};
use tonic::Code;

use crate::site::{Site, code, fields};

#[tokio::test]
async fn default_roles_say_which_roles_their_holders_assign() {
    let site = Site::start().await;
    let assigned = async |role: &str| {
        let role = site.role_of(site.roles[role]).await;
        assert!(role.is_default);
        role.available_roles.into_iter().map(|role| role.name).collect::<Vec<_>>()
    };
    assert_eq!(assigned("administrator").await, ["administrator", "concierge", "group_administrator", "user"]);
    assert_eq!(assigned("group_administrator").await, ["concierge", "group_administrator", "user"]);
    assert!(assigned("concierge").await.is_empty() && assigned("user").await.is_empty());
}

#[tokio::test]
async fn roles_are_listed_by_name_and_filtered() {
    let site = Site::start().await;
    let rpc = RoleRpc(site.parts.clone());
    let filters = r#"{"items": [{"field": "name", "rule": "has", "value": "admin"}]}"#.to_string();
    let request = ListRolesRequest { filters, sort: "-name".into(), ..Default::default() };
    let list = rpc.list_roles(site.request(&site.admin, request)).await.unwrap().into_inner();
    let names: Vec<_> = list.items.iter().map(|role| role.name.as_str()).collect();
    assert_eq!((names, list.total), (vec!["group_administrator", "administrator"], 2));
    let unknown = ListRolesRequest { sort: "colour".into(), ..Default::default() };
    assert_eq!(fields(rpc.list_roles(site.request(&site.admin, unknown)).await), serde_json::json!({ "sort.colour": "unknown field" }));
}

#[tokio::test]
async fn roles_and_permissions_need_the_right_to_see_them() {
    let site = Site::start().await;
    let rpc = RoleRpc(site.parts.clone());
    let user = site.person("anna", "user", &[11]).await.caller;
    for (caller, expected) in [(testing::nobody(), Code::Unauthenticated), (user, Code::PermissionDenied)] {
        assert_eq!(code(site.list_roles(&caller).await), expected);
        assert_eq!(code(rpc.get_role(site.request(&caller, GetRoleRequest { id: 1, with: vec![] })).await), expected);
        assert_eq!(code(rpc.list_permissions(site.request(&caller, ListPermissionsRequest {})).await), expected);
    }
    let manager = site.person("maria", "group_administrator", &[10]).await.caller;
    assert_eq!(site.list_roles(&manager).await.unwrap().total, 4);
    assert!(rpc.list_permissions(site.request(&manager, ListPermissionsRequest {})).await.is_ok());
}

#[tokio::test]
async fn a_role_that_is_not_there_is_not_found() {
    let site = Site::start().await;
    let rpc = RoleRpc(site.parts.clone());
    assert_eq!(code(rpc.get_role(site.request(&site.admin, GetRoleRequest { id: 999, with: vec![] })).await), Code::NotFound);
}
