use policy::Permission;
use proto::vestibule::events::v1::UserChanged;
use proto::vestibule::identity::v1::{User, UserDetails, UserMarker};
use serde_json::json;
use tonic::Code;

use crate::site::{PASSWORD, Site, administrator, code, fields, reference, refusal};

#[tokio::test]
async fn a_new_user_is_there_signs_in_and_is_told_of() {
    let site = Site::start().await;
    let mut anna = site.new_user("anna", "user", &[11, 12]);
    anna.profile = Some(UserDetails { phone: Some("+31201234567".into()), address: Some("Dam 1".into()) });
    let made = site.create(&site.admin, anna).await.unwrap();
    assert_eq!(made.password.as_deref(), Some("********"));
    assert_eq!(made.role.as_ref().unwrap().name, "user");
    assert_eq!(made.domains.iter().map(|group| group.name.as_str()).collect::<Vec<_>>(), ["group 11", "group 12"]);
    assert_eq!(made.created_by_user.as_ref().unwrap().name, "Alex");
    assert_eq!(made.profile.as_ref().unwrap().phone.as_deref(), Some("+31201234567"));
    assert!(made.activated_at.is_some());
    assert_eq!(site.get(&site.admin, made.id).await.unwrap(), made);
    assert!(site.login(&site.email("anna"), PASSWORD).await.is_ok());

    let published: UserChanged = site.events("identity.user.changed").await.pop().unwrap();
    let expected = UserChanged {
        project_id: site.project,
        id: made.id,
        version: 1,
        deleted: false,
        name: "anna".into(),
        email: site.email("anna"),
        locale: "en".into(),
        is_active: true,
        role_id: site.roles["user"],
        domain_ids: vec![11, 12],
        description: made.description.clone().unwrap_or_default(),
        elevator_access_disabled: false,
    };
    assert_eq!(published, expected);
}

#[tokio::test]
async fn every_wrong_field_is_named_at_once() {
    let site = Site::start().await;
    let bad = User { email: Some("anna".into()), password: Some("short".into()), ..Default::default() };
    let expected = json!({
        "name": "required",
        "email": "must be e-mail",
        "role": "required",
        "domains": "at least one group must be selected",
        "password": "minimum length is 8",
    });
    assert_eq!(fields(site.create(&site.admin, bad).await), expected);
}

#[tokio::test]
async fn a_password_without_e_mail_or_login_is_refused() {
    let site = Site::start().await;
    let nameless = User { email: None, ..site.new_user("anna", "user", &[11]) };
    assert_eq!(fields(site.create(&site.admin, nameless.clone()).await), json!({ "email": "e-mail required for registration" }));
    let uninvited = site.create(&site.admin, User { password: None, ..nameless }).await.unwrap();
    assert_eq!((uninvited.email, uninvited.password), (None, None));
}

#[tokio::test]
async fn an_e_mail_is_used_once_in_any_case_and_in_any_project() {
    let site = Site::start().await;
    site.person("anna", "user", &[11]).await;
    let taken = User { email: Some(site.email("anna").to_uppercase()), ..site.new_user("eva", "user", &[11]) };
    let (status, message, detail) = refusal(site.create(&site.admin, taken).await);
    assert_eq!((status, message.as_str()), (Code::FailedPrecondition, "serial number or e-mail already used"));
    assert_eq!(detail["code"], "email_used");

    let other = identity::bootstrap(&site.app.context, "Other", &site.email("other"), PASSWORD, "Olga").await.unwrap();
    let stranger = administrator(&other);
    let grab = User { role: Some(reference(other.role_id)), domains: vec![reference(30)], ..site.new_user("anna", "user", &[]) };
    let group =
        proto::vestibule::events::v1::GroupChanged { project_id: other.project_id, id: 30, version: 1, name: "theirs".into(), ..Default::default() };
    site.deliver("domains.group.changed", &group).await;
    assert_eq!(refusal(site.create(&stranger, grab).await).1, "serial number or e-mail already used");
    assert!(site.login(&site.email("anna"), PASSWORD).await.is_ok());
}

#[tokio::test]
async fn a_login_name_is_used_once() {
    let site = Site::start().await;
    let named = |name: &str, login: &str| User { login: Some(login.into()), ..site.new_user(name, "user", &[11]) };
    site.create(&site.admin, named("anna", "anna")).await.unwrap();
    assert_eq!(fields(site.create(&site.admin, named("eva", "ANNA")).await), json!({ "login": "value must be unique" }));
    assert_eq!(fields(site.create(&site.admin, named("eva", "e@va")).await), json!({ "login": "letters, digits, dash or underscore" }));
}

#[tokio::test]
async fn a_group_out_of_reach_is_as_one_that_is_not_there() {
    let site = Site::start().await;
    let maria = site.person("maria", "group_administrator", &[10]).await;
    let (status, message, detail) = refusal(site.create(&maria.caller, site.new_user("eva", "user", &[11, 20])).await);
    assert_eq!((status, message.as_str()), (Code::InvalidArgument, "invalid related entity sent"));
    assert_eq!(detail["data"]["names"], json!(["20"]));
    let missing = refusal(site.create(&maria.caller, site.new_user("eva", "user", &[11, 99])).await);
    assert_eq!((missing.0, missing.1, &missing.2["data"]["names"]), (status, message, &json!(["99"])));
    assert!(site.create(&maria.caller, site.new_user("eva", "user", &[10, 11])).await.is_ok());
    assert_eq!(code(site.create(&site.admin, site.new_user("ivan", "user", &[99])).await), Code::InvalidArgument);
}

#[tokio::test]
async fn a_groups_administrator_assigns_the_roles_below_their_own() {
    let site = Site::start().await;
    let maria = site.person("maria", "group_administrator", &[10]).await;
    for role in ["group_administrator", "concierge", "user"] {
        assert!(site.create(&maria.caller, site.new_user(role, role, &[11])).await.is_ok(), "{role}");
    }
    let (status, message, _) = refusal(site.create(&maria.caller, site.new_user("eva", "administrator", &[11])).await);
    assert_eq!((status, message.as_str()), (Code::PermissionDenied, "action prohibited"));
}

#[tokio::test]
async fn a_role_outside_available_roles_is_refused_even_if_it_permits_less() {
    let mut site = Site::start().await;
    site.make_role("visitor", &[Permission::CanViewAnnounces], &[]).await;
    let maria = site.person("maria", "group_administrator", &[10]).await;
    assert_eq!(code(site.create(&maria.caller, site.new_user("eva", "visitor", &[11])).await), Code::PermissionDenied);
    assert!(site.create(&site.admin, site.new_user("eva", "visitor", &[11])).await.is_ok());
}

#[tokio::test]
async fn nobody_gives_a_role_that_holds_more_than_theirs() {
    let mut site = Site::start().await;
    site.make_role("auditor", &[Permission::CanViewAudit], &[]).await;
    let create = [Permission::CanManageSelfDomainUsers, Permission::CanCreateUser];
    site.make_role("clerk", &create, &["auditor"]).await;
    let clerk = site.person("clerk", "clerk", &[10]).await;
    assert_eq!(code(site.create(&clerk.caller, site.new_user("eva", "auditor", &[11])).await), Code::PermissionDenied);

    let trusted = [Permission::CanManageSelfDomainUsers, Permission::CanGrantPermissionsMoreThanHisOwn];
    site.make_role("trusted", &trusted, &["auditor"]).await;
    let trusted = site.person("trusted", "trusted", &[10]).await;
    assert!(site.create(&trusted.caller, site.new_user("eva", "auditor", &[11])).await.is_ok());
}

#[tokio::test]
async fn creating_needs_the_right() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    assert_eq!(code(site.create(&anna.caller, site.new_user("eva", "user", &[11])).await), Code::PermissionDenied);
    assert_eq!(code(site.create(&testing::nobody(), site.new_user("eva", "user", &[11])).await), Code::Unauthenticated);
}

#[tokio::test]
async fn a_refused_user_leaves_no_account_behind() {
    let site = Site::start().await;
    let anna = site.new_user("anna", "user", &[99]);
    assert!(site.create(&site.admin, anna.clone()).await.is_err());
    assert!(site.create(&site.admin, User { domains: vec![reference(11)], ..anna }).await.is_ok());
}

#[tokio::test]
async fn a_user_has_at_most_100_groups_and_50_markers_and_linked_users() {
    let site = Site::start().await;
    let groups: Vec<i64> = (1..=101).collect();
    let crowd = User {
        markers: (1..=51).map(|id| UserMarker { id, ..Default::default() }).collect(),
        linked_users: (1..=51).map(reference).collect(),
        ..site.new_user("anna", "user", &groups)
    };
    let expected = json!({ "domains": "too many groups", "markers": "too many markers", "linked_users": "too many users" });
    assert_eq!(fields(site.create(&site.admin, crowd).await), expected);
}
