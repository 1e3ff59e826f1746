use identity::rpc::{RoleCheckService, RoleService};
use policy::Permission;
use proto::vestibule::identity::v1::role_checks_server::RoleChecks;
use proto::vestibule::identity::v1::roles_server::Roles;
use proto::vestibule::identity::v1::{CheckRolesRequest, GetRoleRequest, ListPermissionsRequest, ListRolesRequest};
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
    let rpc = RoleService(site.identity.clone());
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
    let rpc = RoleService(site.identity.clone());
    let user = site.person("anna", "user", &[11]).await.caller;
    for (caller, expected) in [(testing::nobody(), Code::Unauthenticated), (user, Code::PermissionDenied)] {
        assert_eq!(code(site.list_roles(&caller).await), expected);
        assert_eq!(code(rpc.get_role(site.request(&caller, GetRoleRequest { id: 1, with: vec![] })).await), expected);
        assert_eq!(code(rpc.list_permissions(site.request(&caller, ListPermissionsRequest {})).await), expected);
    }
    let manager = site.person("maria", "group_administrator", &[10]).await.caller;
    assert!(site.list_roles(&manager).await.is_ok());
    assert!(rpc.list_permissions(site.request(&manager, ListPermissionsRequest {})).await.is_ok());
}

#[tokio::test]
async fn a_role_that_is_not_there_is_not_found() {
    let site = Site::start().await;
    let rpc = RoleService(site.identity.clone());
    assert_eq!(code(rpc.get_role(site.request(&site.admin, GetRoleRequest { id: 999, with: vec![] })).await), Code::NotFound);
}

#[tokio::test]
async fn other_services_learn_which_roles_a_caller_could_give() {
    let site = Site::start().await;
    let rpc = RoleCheckService(site.identity.clone());
    let manager = site.person("maria", "group_administrator", &[10]).await.caller;
    let ids = vec![site.roles["administrator"], site.roles["user"], 999];
    let answer = rpc.check_roles(site.request(&manager, CheckRolesRequest { ids: ids.clone() })).await.unwrap().into_inner();
    let checked: Vec<_> = answer.items.into_iter().map(|role| (role.name, role.may_assign)).collect();
    assert_eq!(checked, [("administrator".to_string(), false), ("user".to_string(), true)]);
    assert_eq!(code(rpc.check_roles(site.request(&testing::nobody(), CheckRolesRequest { ids })).await), Code::Unauthenticated);
    let many = CheckRolesRequest { ids: (0..101).collect() };
    assert_eq!(fields(rpc.check_roles(site.request(&site.admin, many)).await), serde_json::json!({ "ids": "too many items: at most 100" }));
}

#[tokio::test]
async fn roles_are_seen_that_one_has_assigns_made_or_that_the_people_of_ones_groups_have() {
    let mut site = Site::start().await;
    site.make_role("other", &[], &[]).await;
    site.make_role("keeper", &[Permission::CanViewRoles], &["user"]).await;
    let kim = site.person("kim", "keeper", &[10]).await;
    let seen = async |permissions: &[Permission]| {
        let permissions: policy::PermissionSet = permissions.iter().copied().collect();
        let caller = testing::someone(site.project, kim.id, permissions, &[10]);
        site.list_roles(&caller).await.unwrap().items.into_iter().map(|role| role.name).collect::<Vec<_>>()
    };
    assert_eq!(seen(&[Permission::CanViewRoles]).await, ["keeper", "user"]);
    site.person("tom", "concierge", &[11]).await;
    assert_eq!(seen(&[Permission::CanViewRoles, Permission::CanViewUsersRoles]).await, ["concierge", "keeper", "user"]);
    site.as_system(&format!("UPDATE roles SET created_by = {} WHERE name = 'other'", kim.id)).await;
    assert_eq!(seen(&[Permission::CanViewRoles]).await, ["keeper", "other", "user"]);
    assert_eq!(seen(&[Permission::CanViewAllRoles]).await.len(), 6);
}
