//! Tokens of programs: what a project gives to them, with a role and groups of their own.
use identity::rpc::RoleService;
use policy::Permission;
use proto::vestibule::events::v1::AuditRecorded;
use proto::vestibule::identity::v1::roles_server::Roles;
use proto::vestibule::identity::v1::tokens_server::Tokens;
use proto::vestibule::identity::v1::*;
use time::Duration;
use tonic::Code;

use crate::site::{Site, code, refusal};

#[tokio::test]
async fn a_service_token_is_limited_to_its_role_and_groups() {
    let site = Site::start().await;
    for (name, group) in [("anna", 11), ("boris", 20)] {
        site.person(name, "user", &[group]).await;
    }
    let made = site.create_service(&site.admin, "concierge", &[10]).await.unwrap();
    let bearer = site.bearer(&made.token).await.unwrap();
    assert_eq!(bearer.domain_ids, [10]);
    assert_eq!(site.names(&bearer, ListUsersRequest::default()).await.unwrap(), ["anna"]);
    assert_eq!(code(site.create(&bearer, site.new_user("carl", "user", &[11])).await), Code::PermissionDenied);
    let listed = site.list_service(&site.admin).await.unwrap().remove(0);
    assert_eq!((listed.role.unwrap().name.as_str(), listed.domains[0].name.as_str()), ("concierge", "group 10"));
    assert_eq!(listed.created_by_user.unwrap().id, site.admin.user_id);
}

#[tokio::test]
async fn whoever_a_service_token_acts_as_is_listed_nowhere() {
    let site = Site::start().await;
    let made = site.create_service(&site.admin, "group_administrator", &[10]).await.unwrap();
    let bearer = site.bearer(&made.token).await.unwrap();
    assert_eq!(site.names(&site.admin, ListUsersRequest::default()).await.unwrap(), ["Alex"]);
    assert_eq!(code(site.get(&site.admin, bearer.user_id).await), Code::NotFound);
    assert_eq!(code(site.delete(&site.admin, bearer.user_id).await), Code::NotFound);
    assert_eq!(site.role_of(site.roles["group_administrator"]).await.users_count, 0);
    let users: Vec<proto::vestibule::events::v1::UserChanged> = site.events("identity.user.changed").await;
    assert!(users.iter().all(|user| user.id != bearer.user_id), "other services do not know it");
    // What it makes is the project's, and has a maker while the token lives.
    let anna = site.create(&bearer, site.new_user("anna", "user", &[11])).await.unwrap();
    assert_eq!(anna.created_by_user.unwrap().name, "Barrier");
    let id = made.item.unwrap().id;
    site.tokens().revoke_service_token(site.request(&site.admin, RevokeServiceTokenRequest { id })).await.unwrap();
    site.app.context.clock.advance(Duration::days(8));
    identity::jobs::clean_up::clean_up(&site.app.context).await.unwrap();
    assert!(site.get(&site.admin, anna.id).await.unwrap().created_by_user.is_none());
}

#[tokio::test]
async fn nobody_makes_a_token_that_may_do_what_they_could_not_give_to_a_user() {
    use Permission::{CanChangeProjectSettings, CanCreateUser, CanViewUsers};
    let mut site = Site::start().await;
    site.make_role("reader", &[CanViewUsers], &[]).await;
    site.make_role("maker", &[CanViewUsers, CanCreateUser], &[]).await;
    site.make_role("stronger", &[CanViewUsers, Permission::CanDeleteUser], &[]).await;
    let manager = site.manager(&[10], &[CanChangeProjectSettings, CanViewUsers, CanCreateUser], &["reader", "stronger"]).await.caller;
    assert!(site.create_service(&manager, "reader", &[11]).await.is_ok());
    assert_eq!(code(site.create_service(&manager, "stronger", &[11]).await), Code::PermissionDenied, "a role above the maker's own");
    assert_eq!(code(site.create_service(&manager, "maker", &[11]).await), Code::PermissionDenied, "a role that the maker does not assign");
    let refused = refusal(site.create_service(&manager, "reader", &[20]).await);
    assert_eq!(refused.2["code"], "invalid_related_entity", "a group beyond the maker's reach");
    let anna = site.person("anna", "concierge", &[10]).await;
    assert_eq!(code(site.create_service(&anna.caller, "user", &[10]).await), Code::PermissionDenied);
    assert_eq!(code(site.list_service(&anna.caller).await), Code::PermissionDenied);
}

#[tokio::test]
async fn groups_that_a_person_does_not_see_have_no_names_in_the_list() {
    use Permission::CanChangeProjectSettings;
    let mut site = Site::start().await;
    site.create_service(&site.admin, "user", &[11, 20]).await.unwrap();
    let manager = site.manager(&[10], &[CanChangeProjectSettings], &[]).await.caller;
    let listed = site.list_service(&manager).await.unwrap().remove(0);
    let names: Vec<_> = listed.domains.iter().map(|group| (group.id, group.name.as_str())).collect();
    assert_eq!(names, [(11, "group 11"), (20, "")]);
}

#[tokio::test]
async fn a_service_token_whose_groups_are_deleted_reaches_none() {
    let site = Site::start().await;
    site.person("anna", "user", &[20]).await;
    let made = site.create_service(&site.admin, "concierge", &[20]).await.unwrap();
    site.group(20, 0, 2, true).await;
    let bearer = site.bearer(&made.token).await.unwrap();
    assert_eq!(bearer.domain_ids, [0; 0]);
    assert_eq!(site.names(&bearer, ListUsersRequest::default()).await.unwrap_or_default(), [""; 0]);
    assert_eq!(site.list_service(&site.admin).await.unwrap().remove(0).domains, []);
}

#[tokio::test]
async fn with_a_role_its_service_tokens_end() {
    let mut site = Site::start().await;
    site.make_role("barrier", &[Permission::CanViewUsers], &[]).await;
    let made = site.create_service(&site.admin, "barrier", &[10]).await.unwrap();
    let request = DeleteRoleRequest { id: site.roles["barrier"], gently: false };
    RoleService(site.identity.clone()).delete_role(site.request(&site.admin, request)).await.unwrap();
    assert_eq!(code(site.bearer(&made.token).await), Code::NotFound);
    assert_eq!(site.list_service(&site.admin).await.unwrap(), []);
    let recorded: Vec<AuditRecorded> = site.events("audit.recorded").await;
    assert!(
        recorded
            .iter()
            .any(|event| (event.action.as_str(), event.resource.as_str(), event.resource_name.as_str()) == ("delete", "tokens", "Barrier"))
    );
}
