use futures::StreamExt;
use identity::invalidation;
use identity::rpc::RoleService;
use kit::realtime::{self, Push};
use policy::{Caller, Permission};
use prost_types::FieldMask;
use proto::vestibule::common::v1::Ref;
use proto::vestibule::events::v1::{AuditRecorded, ProjectGeneral, RegistrationUserType, RoleChanged};
use proto::vestibule::identity::v1::roles_server::Roles;
use proto::vestibule::identity::v1::*;
use serde_json::json;
use tonic::{Code, Status};

use crate::site::{Site, code, fields, reference, refusal};

fn role(name: &str, permissions: &[Permission], available: &[i64]) -> Role {
    Role {
        name: name.into(),
        permissions: permissions.iter().map(|permission| permission.code().to_string()).collect(),
        available_roles: available.iter().copied().map(reference).collect(),
        ..Default::default()
    }
}

async fn create(site: &Site, caller: &Caller, role: Role) -> Result<Role, Status> {
    let request = site.request(caller, CreateRoleRequest { role: Some(role) });
    Ok(RoleService(site.identity.clone()).create_role(request).await?.into_inner())
}

async fn patch(site: &Site, caller: &Caller, id: i64, paths: &[&str], role: Role) -> Result<Role, Status> {
    let update_mask = Some(FieldMask { paths: paths.iter().map(|path| path.to_string()).collect() });
    let request = site.request(caller, UpdateRoleRequest { id, role: Some(role), update_mask });
    Ok(RoleService(site.identity.clone()).update_role(request).await?.into_inner())
}

async fn delete(site: &Site, caller: &Caller, id: i64, gently: bool) -> Result<DeleteRoleResponse, Status> {
    Ok(RoleService(site.identity.clone()).delete_role(site.request(caller, DeleteRoleRequest { id, gently })).await?.into_inner())
}

async fn delete_all(site: &Site, caller: &Caller, items: &[i64], gently: bool) -> DeleteAllRolesResponse {
    let request = DeleteAllRolesRequest { items: items.to_vec(), gently };
    RoleService(site.identity.clone()).delete_all_roles(site.request(caller, request)).await.unwrap().into_inner()
}

/// Somebody with a role of their own that holds these.
async fn holder(site: &mut Site, permissions: &[Permission], available: &[&str]) -> Caller {
    site.make_role("editor", permissions, available).await;
    site.person("edith", "editor", &[10]).await.caller
}

#[tokio::test]
async fn a_role_is_made_told_and_audited() {
    let site = Site::start().await;
    let user = site.roles["user"];
    let made = create(&site, &site.admin, role(" Guard ", &[Permission::CanViewUsers], &[user])).await.unwrap();
    assert_eq!((made.name.as_str(), made.is_default, made.users_count), ("Guard", false, 0));
    assert_eq!((made.permissions.clone(), made.available_roles[0].name.as_str()), (vec!["can_view_users".to_string()], "user"));
    assert_eq!(made.created_by_user.as_ref().unwrap().id, site.admin.user_id);
    assert_eq!(made.updated_at, made.created_at);
    let published: RoleChanged = site.events("identity.role.changed").await.pop().unwrap();
    assert_eq!((published.id, published.version, published.permissions.as_slice()), (made.id, 1, &["can_view_users".to_string()][..]));
    let recorded: AuditRecorded = site.events("audit.recorded").await.pop().unwrap();
    assert_eq!((recorded.action.as_str(), recorded.resource.as_str(), recorded.resource_id), ("create", "roles", made.id));
}

#[tokio::test]
async fn a_role_says_how_many_users_have_it() {
    let site = Site::start().await;
    assert_eq!(site.role_of(site.roles["administrator"]).await.users_count, 1);
    site.person("anna", "user", &[11]).await;
    site.person("eva", "user", &[11]).await;
    assert_eq!(site.role_of(site.roles["user"]).await.users_count, 2);
}

#[tokio::test]
async fn the_name_of_a_role_is_unique_and_its_permissions_are_known() {
    let site = Site::start().await;
    assert_eq!(fields(create(&site, &site.admin, role("CONCIERGE", &[], &[])).await), json!({ "name": "value must be unique" }));
    let unknown = Role { name: String::new(), permissions: vec!["can_fly".into()], ..Default::default() };
    assert_eq!(fields(create(&site, &site.admin, unknown).await), json!({ "name": "required", "permissions": "unknown permission: can_fly" }));
}

#[tokio::test]
async fn nobody_makes_a_role_that_permits_more_than_they_hold() {
    let mut site = Site::start().await;
    let edith = holder(&mut site, &[Permission::CanCreateRole, Permission::CanViewRoles], &["user", "concierge"]).await;
    assert!(create(&site, &edith, role("Same", &[Permission::CanViewRoles], &[])).await.is_ok());
    assert_eq!(code(create(&site, &edith, role("More", &[Permission::CanDeleteUser], &[])).await), Code::PermissionDenied);
}

#[tokio::test]
async fn nobody_grants_more_through_available_roles() {
    let mut site = Site::start().await;
    let edith = holder(&mut site, &[Permission::CanCreateRole, Permission::CanViewRoles], &["user"]).await;
    assert_eq!(code(create(&site, &edith, role("Through", &[], &[site.roles["user"]])).await), Code::PermissionDenied);
    let invisible = create(&site, &edith, role("Through", &[], &[site.roles["administrator"]])).await;
    assert_eq!(refusal(invisible).1, "invalid related entity sent");
}

#[tokio::test]
async fn who_may_grant_more_than_their_own_makes_a_role_that_permits_more() {
    let mut site = Site::start().await;
    let permissions = [Permission::CanCreateRole, Permission::CanViewAllRoles, Permission::CanGrantPermissionsMoreThanHisOwn];
    let edith = holder(&mut site, &permissions, &[]).await;
    let made = create(&site, &edith, role("More", &[Permission::CanDeleteUser], &[site.roles["administrator"]])).await.unwrap();
    assert_eq!(made.available_roles.len(), 1);
}

#[tokio::test]
async fn a_patch_of_a_role_leaves_absent_keys() {
    let site = Site::start().await;
    let made = create(&site, &site.admin, role("Guard", &[Permission::CanViewUsers], &[site.roles["user"]])).await.unwrap();
    let renamed = patch(&site, &site.admin, made.id, &["name"], role("Porter", &[], &[])).await.unwrap();
    assert_eq!((renamed.name.as_str(), &renamed.permissions, renamed.available_roles.len()), ("Porter", &made.permissions, 1));
    let emptied = patch(&site, &site.admin, made.id, &["permissions", "available_roles"], role("", &[], &[])).await.unwrap();
    assert!(emptied.permissions.is_empty() && emptied.available_roles.is_empty());
    let published: RoleChanged = site.events("identity.role.changed").await.pop().unwrap();
    assert_eq!((published.version, published.name.as_str()), (3, "Porter"));
}

#[tokio::test]
async fn a_change_reaches_signed_in_users_at_once() {
    let mut site = Site::start().await;
    // Other tests use the same Redis: an id that is this test's own tells its messages from theirs.
    let own = 1_000_000_000 + (uuid::Uuid::now_v7().as_u128() % 1_000_000_000) as i64;
    site.as_owner(&format!("ALTER TABLE roles ALTER COLUMN id RESTART WITH {own}")).await;
    site.make_role("guard", &[Permission::CanViewUsers], &[]).await;
    let anna = site.person("anna", "guard", &[11]).await;
    let (session, _) = site.session(&anna.email).await;
    let client = redis::Client::open(site.app.context.settings.redis_url.as_str()).unwrap();
    let mut pubsub = client.get_async_pubsub().await.unwrap();
    pubsub.subscribe(site.app.context.settings.redis_name(invalidation::CHANNEL)).await.unwrap();
    pubsub.subscribe(realtime::channel(&site.app.context.settings)).await.unwrap();

    let guard = site.roles["guard"];
    patch(&site, &site.admin, guard, &["permissions"], role("", &[], &[])).await.unwrap();
    assert!(site.resolve(session).await.unwrap().permissions.is_empty());

    // API gateways are notified before browsers, which then ask what they may do.
    let mut messages = pubsub.on_message();
    let signal = json!({ "role_id": guard });
    let push = json!({ "type": "RoleChangedEvent", "roleId": guard });
    let mut published = Vec::new();
    while published.len() < 2 {
        let message = tokio::time::timeout(std::time::Duration::from_secs(30), messages.next()).await.unwrap().unwrap();
        let text: serde_json::Value = serde_json::from_slice(message.get_payload_bytes()).unwrap();
        if text == signal {
            published.push("gateways");
        } else if let Ok(pushed) = serde_json::from_value::<Push>(text)
            && (pushed.project_id, &pushed.data) == (site.project, &push)
        {
            assert_eq!(pushed.topic, "private-app-changes");
            published.push("browsers");
        }
    }
    assert_eq!(published[1], "browsers");
}

#[tokio::test]
async fn can_edit_role_reaches_what_one_created_only() {
    let mut site = Site::start().await;
    let edith = holder(&mut site, &[Permission::CanCreateRole, Permission::CanEditRole, Permission::CanViewAllRoles], &["user"]).await;
    let own = create(&site, &edith, role("Own", &[], &[])).await.unwrap();
    assert!(patch(&site, &edith, own.id, &["name"], role("Mine", &[], &[])).await.is_ok());
    let others = create(&site, &site.admin, role("Other", &[], &[])).await.unwrap();
    assert_eq!(code(patch(&site, &edith, others.id, &["name"], role("Mine too", &[], &[])).await), Code::PermissionDenied);
}

#[tokio::test]
async fn can_edit_available_role_reaches_the_roles_that_ones_own_assigns() {
    let mut site = Site::start().await;
    site.make_role("guest", &[], &[]).await;
    site.make_role("other", &[], &[]).await;
    let edith = holder(&mut site, &[Permission::CanEditAvailableRole, Permission::CanViewAllRoles], &["guest"]).await;
    assert!(patch(&site, &edith, site.roles["guest"], &["name"], role("Visitor", &[], &[])).await.is_ok());
    assert_eq!(code(patch(&site, &edith, site.roles["other"], &["name"], role("x", &[], &[])).await), Code::PermissionDenied);
}

#[tokio::test]
async fn a_role_that_permits_more_than_the_caller_holds_is_not_theirs_to_change() {
    let mut site = Site::start().await;
    let edith = holder(&mut site, &[Permission::CanEditAllRoles, Permission::CanDeleteAllRoles, Permission::CanViewAllRoles], &[]).await;
    let strong = create(&site, &site.admin, role("Strong", &[Permission::CanDeleteUser], &[])).await.unwrap();
    assert_eq!(code(patch(&site, &edith, strong.id, &["permissions"], role("", &[], &[])).await), Code::PermissionDenied);
    assert_eq!(code(delete(&site, &edith, strong.id, false).await), Code::PermissionDenied);
}

#[tokio::test]
async fn the_administrators_role_keeps_every_permission() {
    let site = Site::start().await;
    let administrator = site.roles["administrator"];
    let weakened = patch(&site, &site.admin, administrator, &["permissions"], role("", &[Permission::CanViewUsers], &[])).await;
    let (status, message, detail) = refusal(weakened);
    assert_eq!((status, message.as_str(), &detail["code"]), (Code::FailedPrecondition, "action prohibited", &json!("default_role")));
    let renamed = patch(&site, &site.admin, administrator, &["name"], role("owner", &[], &[])).await.unwrap();
    assert_eq!((renamed.name.as_str(), renamed.permissions.len()), ("owner", Permission::all().count()));
}

#[tokio::test]
async fn a_default_role_is_not_deleted() {
    let site = Site::start().await;
    for name in ["administrator", "concierge"] {
        for gently in [false, true] {
            assert_eq!(refusal(delete(&site, &site.admin, site.roles[name], gently).await).2["code"], "default_role");
        }
    }
}

#[tokio::test]
async fn a_role_that_users_have_is_refused_with_who_has_it() {
    let mut site = Site::start().await;
    site.make_role("guard", &[], &[]).await;
    let anna = site.person("anna", "guard", &[11]).await;
    let guard = site.roles["guard"];
    let (status, message, detail) = refusal(delete(&site, &site.admin, guard, false).await);
    assert_eq!((status, message.as_str(), &detail["code"]), (Code::FailedPrecondition, "action prohibited", &json!("role_in_use")));
    assert_eq!(detail["data"]["dependents"], json!([{ "resource": "users", "count": 1, "names": ["anna"] }]));
    site.delete(&site.admin, anna.id).await.unwrap();
    assert_eq!(delete(&site, &site.admin, guard, false).await.unwrap().deleted_items[0].id, guard);
    let published: RoleChanged = site.events("identity.role.changed").await.pop().unwrap();
    assert_eq!((published.id, published.deleted), (guard, true));
    assert_eq!(code(delete(&site, &site.admin, guard, false).await), Code::NotFound);
}

#[tokio::test]
async fn gently_a_role_that_users_have_stays_and_what_keeps_it_is_answered() {
    let mut site = Site::start().await;
    site.make_role("guard", &[], &[]).await;
    site.make_role("chief", &[], &["guard"]).await;
    let anna = site.person("anna", "guard", &[11]).await;
    let guard = site.roles["guard"];
    let answer = delete(&site, &site.admin, guard, true).await.unwrap();
    assert!(answer.deleted_items.is_empty());
    let kept = &answer.dependencies[0];
    assert_eq!((kept.role.as_ref().unwrap().id, kept.users[0].id, kept.users_count, kept.roles[0].name.as_str()), (guard, anna.id, 1, "chief"));
    assert_eq!(site.role_of(guard).await.name, "guard");
}

#[tokio::test]
async fn what_keeps_a_role_is_named_as_far_as_the_caller_sees_it() {
    let mut site = Site::start().await;
    site.make_role("guard", &[], &[]).await;
    site.make_role("chief", &[], &["guard"]).await;
    site.person("anna", "guard", &[11]).await;
    site.person("tom", "guard", &[20]).await;
    let permissions = [Permission::CanDeleteAvailableRole, Permission::CanViewRoles, Permission::CanViewUsers];
    let edith = holder(&mut site, &permissions, &["guard"]).await;
    let kept = delete(&site, &edith, site.roles["guard"], true).await.unwrap().dependencies.remove(0);
    let names = |items: Vec<Ref>| items.into_iter().map(|item| item.name).collect::<Vec<_>>();
    assert_eq!((names(kept.users), kept.users_count, names(kept.roles)), (vec!["anna".into()], 2, vec!["editor".to_string()]));
    let (_, _, detail) = refusal(delete(&site, &edith, site.roles["guard"], false).await);
    assert_eq!(detail["data"]["dependents"], json!([{ "resource": "users", "count": 2, "names": ["anna"] }]));
}

#[tokio::test]
async fn a_role_that_settings_name_is_kept_by_them() {
    let mut site = Site::start().await;
    for name in ["resident", "owner", "staff"] {
        site.make_role(name, &[], &[]).await;
    }
    let user_type = RegistrationUserType { name: "House owner".into(), role_id: site.roles["owner"] };
    let general = ProjectGeneral { registration_role_id: site.roles["resident"], user_types: vec![user_type], ..site.open() };
    site.settings(1, general).await;
    site.as_system(&format!(
        "INSERT INTO identity_providers (project_id, is_enabled, is_listed, name, issuer_url, client_id, scopes, role_id, updated_at)
         VALUES ({}, true, true, 'Company', 'https://id.test', 'vestibule', '{{}}', {}, now())",
        site.project, site.roles["staff"]
    ))
    .await;
    let kept = [("resident", "registration", ""), ("owner", "user_type", "House owner"), ("staff", "identity_provider", "Company")];
    for (role, kind, name) in kept {
        let answer = delete(&site, &site.admin, site.roles[role], true).await.unwrap();
        assert!(answer.deleted_items.is_empty());
        let setting = RoleSetting { kind: kind.into(), name: name.into() };
        assert_eq!((answer.dependencies[0].users_count, answer.dependencies[0].settings.as_slice()), (0, &[setting][..]));
    }
    let (_, _, detail) = refusal(delete(&site, &site.admin, site.roles["owner"], false).await);
    assert_eq!(detail["data"]["dependents"], json!([{ "resource": "settings", "count": 1, "names": ["House owner"] }]));

    site.settings(2, ProjectGeneral { user_types: Vec::new(), ..site.open() }).await;
    assert_eq!(delete(&site, &site.admin, site.roles["owner"], false).await.unwrap().deleted_items.len(), 1);
}

#[tokio::test]
async fn a_deletion_of_several_roles_answers_per_item() {
    let mut site = Site::start().await;
    for name in ["guard", "porter"] {
        site.make_role(name, &[], &[]).await;
    }
    site.person("anna", "guard", &[11]).await;
    let ids = [site.roles["guard"], site.roles["porter"], site.roles["user"], 9999];
    let answer = delete_all(&site, &site.admin, &ids, true).await;
    let messages: Vec<_> = answer.items.iter().map(|item| (item.done, item.message.as_str())).collect();
    assert_eq!(messages, [(false, "action prohibited"), (true, ""), (false, "action prohibited"), (false, "item not found")]);
    assert_eq!((answer.deleted_items.len(), answer.dependencies.len()), (1, 1));
    assert_eq!(answer.deleted_items[0].name, "porter");
    assert!(delete_all(&site, &site.admin, &ids[..1], false).await.dependencies.is_empty());
}

#[tokio::test]
async fn a_deleted_role_is_no_longer_available() {
    let mut site = Site::start().await;
    site.make_role("guard", &[], &[]).await;
    site.make_role("chief", &[], &["guard", "user"]).await;
    delete(&site, &site.admin, site.roles["guard"], false).await.unwrap();
    let chief = site.role_of(site.roles["chief"]).await;
    assert_eq!(chief.available_roles.into_iter().map(|role| role.name).collect::<Vec<_>>(), ["user"]);
}

#[tokio::test]
async fn roles_of_another_project_are_not_found() {
    let site = Site::start().await;
    let other = identity::bootstrap(&site.app.context, "Other", &site.email("other"), crate::site::PASSWORD, "Olga").await.unwrap();
    let olga = crate::site::administrator(&other);
    let guard = create(&site, &site.admin, role("Guard", &[], &[])).await.unwrap();
    assert_eq!(code(patch(&site, &olga, guard.id, &["name"], role("x", &[], &[])).await), Code::NotFound);
    assert_eq!(code(delete(&site, &olga, guard.id, true).await), Code::NotFound);
    let related = create(&site, &olga, role("Theirs", &[], &[guard.id])).await;
    assert_eq!(refusal(related).1, "invalid related entity sent");
}

#[tokio::test]
async fn roles_are_changed_with_the_right_to_only() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await.caller;
    let guard = create(&site, &site.admin, role("Guard", &[], &[])).await.unwrap();
    for (caller, expected) in [(testing::nobody(), Code::Unauthenticated), (anna, Code::PermissionDenied)] {
        assert_eq!(code(create(&site, &caller, role("x", &[], &[])).await), expected);
        assert_eq!(code(patch(&site, &caller, guard.id, &["name"], role("x", &[], &[])).await), expected);
        assert_eq!(code(delete(&site, &caller, guard.id, true).await), expected);
    }
}

#[tokio::test]
async fn a_role_assigns_at_most_500_others() {
    let site = Site::start().await;
    let others: Vec<i64> = (1..=501).collect();
    assert_eq!(fields(create(&site, &site.admin, role("Guard", &[], &others)).await), json!({ "available_roles": "too many roles" }));
}
