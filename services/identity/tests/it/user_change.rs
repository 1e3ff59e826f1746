use policy::Permission;
use proto::vestibule::events::v1::{AuditRecorded, SessionRevoked, UserChanged};
use proto::vestibule::identity::v1::{User, UserDetails};
use serde_json::json;
use tonic::Code;

use crate::site::{NEW_PASSWORD, PASSWORD, Site, code, fields, reference, refusal};

fn named(name: &str) -> User {
    User { name: name.into(), ..Default::default() }
}

fn phone(phone: Option<&str>) -> User {
    User { profile: Some(UserDetails { phone: phone.map(str::to_string), address: None }), ..Default::default() }
}

#[tokio::test]
async fn a_patch_leaves_absent_keys_and_null_clears() {
    let site = Site::start().await;
    let mut anna = site.new_user("anna", "user", &[11]);
    anna.description = Some("flat 3".into());
    anna.profile = Some(UserDetails { phone: Some("+31201234567".into()), address: Some("Dam 1".into()) });
    let made = site.create(&site.admin, anna).await.unwrap();

    let renamed = site.patch(&site.admin, made.id, &["name"], named("Anna")).await.unwrap();
    assert_eq!(renamed, User { name: "Anna".into(), ..made.clone() });
    let cleared = site.patch(&site.admin, made.id, &["description", "profile.phone"], User::default()).await.unwrap();
    assert_eq!(cleared.description, None);
    assert_eq!(cleared.profile, Some(UserDetails { phone: None, address: Some("Dam 1".into()) }));
    assert_eq!((cleared.email, cleared.domains, cleared.role), (made.email, made.domains, made.role));
}

#[tokio::test]
async fn every_field_that_a_patch_names_is_stored_answered_and_recorded() {
    let site = Site::start().await;
    let made = site.create(&site.admin, site.new_user("anna", "user", &[11])).await.unwrap();
    let samples = [("login", "changed.login"), ("email", "changed@example.org"), ("profile.phone", "+31201234568")];
    let changes = testing::changed_fields("vestibule.identity.v1.User", &made, &samples);
    assert!(changes.iter().any(|change| change.path == "description"));
    for change in changes {
        site.patch(&site.admin, made.id, &[&change.path], change.entity.clone()).await.unwrap();
        let found = site.get(&site.admin, made.id).await.unwrap();
        assert!(change.is_in(&found), "{} is answered: {found:?}", change.path);
        let recorded: AuditRecorded = site.events("audit.recorded").await.pop().unwrap();
        assert!(change.is_recorded(&recorded.after), "{} is recorded: {}", change.path, recorded.after);
        let new = User { email: Some(format!("{}@example.net", change.path)), login: None, password: None, ..change.entity.clone() };
        let again = site.create(&site.admin, new).await.unwrap();
        let is_account = ["email", "login"].contains(&change.path.as_str());
        assert!(is_account || change.is_in(&again), "{} is stored with a new user", change.path);
    }
}

#[tokio::test]
async fn a_change_is_told_with_the_next_version_and_audited_with_before_and_after() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    site.patch(&site.admin, anna.id, &["name"], named("Anna")).await.unwrap();
    let published: UserChanged = site.events("identity.user.changed").await.pop().unwrap();
    assert_eq!((published.id, published.version, published.name.as_str()), (anna.id, 2, "Anna"));
    let recorded: AuditRecorded = site.events("audit.recorded").await.pop().unwrap();
    assert_eq!((recorded.before.as_str(), recorded.after.as_str()), (r#"{"name":"anna"}"#, r#"{"name":"Anna"}"#));
}

#[tokio::test]
async fn a_patch_that_changes_nothing_writes_nothing() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let before = site.app.events().await.len();
    site.patch(&site.admin, anna.id, &[], User::default()).await.unwrap();
    site.patch(&site.admin, anna.id, &["name", "password"], User { password: Some("********".into()), ..named("anna") }).await.unwrap();
    assert_eq!(site.app.events().await.len(), before);
}

#[tokio::test]
async fn a_patch_checks_what_it_would_leave() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let empty = site.patch(&site.admin, anna.id, &["name", "role", "domains"], User::default()).await;
    assert_eq!(fields(empty), json!({ "name": "required", "role": "required", "domains": "at least one group must be selected" }));
    assert_eq!(site.get(&site.admin, anna.id).await.unwrap().name, "anna");
}

#[tokio::test]
async fn a_password_that_is_masked_or_null_is_unchanged_and_an_empty_one_clears_it() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let password = |text: Option<&str>| User { password: text.map(str::to_string), ..Default::default() };
    site.patch(&site.admin, anna.id, &["password"], password(Some("********"))).await.unwrap();
    assert!(site.login(&anna.email, PASSWORD).await.is_ok());
    site.patch(&site.admin, anna.id, &["password"], password(Some(NEW_PASSWORD))).await.unwrap();
    assert!(site.login(&anna.email, NEW_PASSWORD).await.is_ok());
    site.patch(&site.admin, anna.id, &["password"], password(None)).await.unwrap();
    assert!(site.login(&anna.email, NEW_PASSWORD).await.is_ok(), "a form sends a password that nobody typed as null");
    let cleared = site.patch(&site.admin, anna.id, &["password"], password(Some(""))).await.unwrap();
    assert_eq!(cleared.password, None);
    assert!(site.login(&anna.email, NEW_PASSWORD).await.is_err());
}

#[tokio::test]
async fn a_changed_e_mail_is_what_one_signs_in_with() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    site.person("eva", "user", &[11]).await;
    let email = |name: &str| User { email: Some(site.email(name)), ..Default::default() };
    assert_eq!(refusal(site.patch(&site.admin, anna.id, &["email"], email("eva")).await).1, "serial number or e-mail already used");
    site.patch(&site.admin, anna.id, &["email"], email("hanna")).await.unwrap();
    assert!(site.login(&site.email("hanna"), PASSWORD).await.is_ok());
    assert!(site.login(&anna.email, PASSWORD).await.is_err());
}

#[tokio::test]
async fn another_groups_user_is_not_found() {
    let site = Site::start().await;
    let maria = site.person("maria", "group_administrator", &[10]).await;
    let tom = site.person("tom", "concierge", &[20]).await;
    assert_eq!(code(site.get(&maria.caller, tom.id).await), Code::NotFound);
    assert_eq!(code(site.patch(&maria.caller, tom.id, &["name"], named("x")).await), Code::NotFound);
    assert_eq!(code(site.patch(&maria.caller, 12345, &["name"], named("x")).await), Code::NotFound);
    assert_eq!(site.get(&site.admin, tom.id).await.unwrap().name, "tom");
}

#[tokio::test]
async fn whoever_sees_a_user_without_the_right_to_edit_is_refused() {
    let site = Site::start().await;
    let tom = site.person("tom", "concierge", &[10]).await;
    let anna = site.person("anna", "user", &[11]).await;
    assert!(site.get(&tom.caller, anna.id).await.is_ok());
    assert_eq!(code(site.patch(&tom.caller, anna.id, &["name"], named("x")).await), Code::PermissionDenied);
}

#[tokio::test]
async fn having_created_somebody_is_no_right_to_edit_them() {
    let site = Site::start().await;
    let maria = site.person("maria", "group_administrator", &[10]).await;
    let anna = site.create(&maria.caller, site.new_user("anna", "user", &[11])).await.unwrap();
    let demoted = testing::someone(site.project, maria.id, [], &[10]);
    assert!(site.get(&demoted, anna.id).await.is_ok());
    assert_eq!(code(site.patch(&demoted, anna.id, &["name"], named("x")).await), Code::PermissionDenied);
}

#[tokio::test]
async fn people_edit_their_own_name_phone_and_address_and_no_more() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let own = async |path: &str, user: User| site.patch(&anna.caller, anna.id, &[path], user).await;
    assert_eq!(own("name", named("Anna")).await.unwrap().name, "Anna");
    assert!(own("profile.phone", phone(Some("+31201234567"))).await.is_ok());
    for (path, user) in [
        ("role", User { role: Some(reference(site.roles["concierge"])), ..Default::default() }),
        ("domains", User { domains: vec![reference(10)], ..Default::default() }),
        ("is_active", User::default()),
        ("email", User { email: Some(site.email("other")), ..Default::default() }),
        ("password", User { password: Some(NEW_PASSWORD.into()), ..Default::default() }),
    ] {
        assert_eq!(code(own(path, user).await), Code::PermissionDenied, "{path}");
    }
    let unchanged =
        User { role: Some(reference(site.roles["user"])), domains: vec![reference(11)], is_active: true, name: "A".into(), ..Default::default() };
    assert!(site.patch(&anna.caller, anna.id, &["name", "role.id", "domains", "is_active"], unchanged).await.is_ok());
}

#[tokio::test]
async fn nobody_changes_somebody_with_more_rights() {
    let site = Site::start().await;
    let maria = site.person("maria", "group_administrator", &[10]).await;
    let boss = site.person("boss", "administrator", &[11]).await;
    assert!(site.get(&maria.caller, boss.id).await.is_ok());
    let email = User { email: Some(site.email("mine")), ..Default::default() };
    assert_eq!(code(site.patch(&maria.caller, boss.id, &["email"], email).await), Code::PermissionDenied);
}

#[tokio::test]
async fn a_role_is_changed_within_the_callers_own_rights_only() {
    let site = Site::start().await;
    let maria = site.person("maria", "group_administrator", &[10]).await;
    let anna = site.person("anna", "user", &[11]).await;
    let role = |name: &str| User { role: Some(reference(site.roles[name])), ..Default::default() };
    assert_eq!(code(site.patch(&maria.caller, anna.id, &["role.id"], role("administrator")).await), Code::PermissionDenied);
    let changed = site.patch(&maria.caller, anna.id, &["role.id"], role("concierge")).await.unwrap();
    assert_eq!(changed.role.unwrap().name, "concierge");
    let missing = User { role: Some(reference(999)), ..Default::default() };
    assert_eq!(refusal(site.patch(&site.admin, anna.id, &["role"], missing).await).1, "invalid related entity sent");
}

#[tokio::test]
async fn groups_are_changed_within_reach() {
    let site = Site::start().await;
    let maria = site.person("maria", "group_administrator", &[10]).await;
    let anna = site.person("anna", "user", &[11]).await;
    let groups = |ids: &[i64]| User { domains: ids.iter().copied().map(reference).collect(), ..Default::default() };
    let moved = site.patch(&maria.caller, anna.id, &["domains"], groups(&[11, 12])).await.unwrap();
    assert_eq!(moved.domains.iter().map(|group| group.id).collect::<Vec<_>>(), [11, 12]);
    assert_eq!(code(site.patch(&maria.caller, anna.id, &["domains"], groups(&[11, 20])).await), Code::InvalidArgument);
}

#[tokio::test]
async fn deactivation_ends_the_sessions() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let (id, session) = site.session(&anna.email).await;
    site.patch(&site.admin, anna.id, &["is_active"], User::default()).await.unwrap();
    assert_eq!(code(site.resolve(id).await), Code::NotFound);
    assert_eq!(site.events::<SessionRevoked>("identity.session.revoked").await[0].session_id, id);
    site.patch(&site.admin, anna.id, &["is_active"], User { is_active: true, ..Default::default() }).await.unwrap();
    assert_eq!(code(site.refresh(&session.refresh).await), Code::Unauthenticated);
    assert!(site.login(&anna.email, PASSWORD).await.is_ok());
}

#[tokio::test]
async fn the_last_administrator_stays_one() {
    let site = Site::start().await;
    // Who changes their own e-mail has just signed in.
    let (project_admin, id) = (&site.signed_in(&site.admin).await, site.admin.user_id);
    let user_role = User { role: Some(reference(site.roles["user"])), ..Default::default() };
    for (path, change) in [("role", user_role.clone()), ("is_active", User::default()), ("email", User::default())] {
        let (status, message, detail) = refusal(site.patch(project_admin, id, &[path], change).await);
        assert_eq!(
            (status, message.as_str(), &detail["code"]),
            (Code::FailedPrecondition, "action prohibited", &json!("last_administrator")),
            "{path}"
        );
    }
    site.person("second", "administrator", &[10]).await;
    assert!(site.patch(project_admin, id, &["role"], user_role).await.is_ok());
}

#[tokio::test]
async fn no_project_changes_an_account_that_others_sign_in_with() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    identity::bootstrap(&site.app.context, "Other", &anna.email, PASSWORD, "Anna").await.unwrap();
    for (path, change) in [
        ("email", User { email: Some(site.email("mine")), ..Default::default() }),
        ("password", User { password: Some(NEW_PASSWORD.into()), ..Default::default() }),
    ] {
        assert_eq!(code(site.patch(&site.admin, anna.id, &[path], change).await), Code::PermissionDenied, "{path}");
    }
    assert!(site.patch(&site.admin, anna.id, &["name"], named("Anna")).await.is_ok());
    assert_eq!(site.login(&anna.email, PASSWORD).await.unwrap().len(), 2);
}

#[tokio::test]
async fn whoever_may_edit_all_users_edits_as_far_as_they_see() {
    let mut site = Site::start().await;
    site.make_role("editor", &[Permission::CanViewUsers, Permission::CanEditAllUsers, Permission::CanViewAnnounces], &[]).await;
    site.make_role("visitor", &[Permission::CanViewAnnounces], &[]).await;
    let editor = site.person("editor", "editor", &[11]).await;
    let (near, far) = (site.person("near", "visitor", &[11]).await, site.person("far", "visitor", &[12]).await);
    assert!(site.patch(&editor.caller, near.id, &["name"], named("x")).await.is_ok());
    assert_eq!(code(site.patch(&editor.caller, far.id, &["name"], named("x")).await), Code::NotFound);
}

#[tokio::test]
async fn an_e_mail_changed_by_somebody_else_ends_second_factors_and_sessions() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let (session, _) = site.session(&anna.email).await;
    let secret = site.start_totp(&anna.caller, PASSWORD).await.unwrap().secret;
    site.confirm_totp(&anna.caller, &site.totp_code(&secret, 0)).await.unwrap();
    let email = User { email: Some(site.email("victim")), ..Default::default() };
    site.patch(&site.admin, anna.id, &["email"], email).await.unwrap();
    assert_eq!(code(site.resolve(session).await), Code::NotFound);
    assert_eq!(site.login(&site.email("victim"), PASSWORD).await.unwrap().len(), 1, "no code is asked for");
    assert_eq!(code(site.start_totp(&anna.caller, PASSWORD).await), Code::FailedPrecondition, "the new e-mail is not proved");
}

#[tokio::test]
async fn an_edit_of_a_user_without_password_signs_nobody_out() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let (session, _) = site.session(&anna.email).await;
    // As users are whom a sign-in provider let in.
    site.as_system(&format!("UPDATE users SET has_password = false WHERE id = {}", anna.id)).await;
    site.patch(&site.admin, anna.id, &["name"], named("Anna")).await.unwrap();
    assert!(site.resolve(session).await.is_ok());
}

#[tokio::test]
async fn the_own_e_mail_and_login_are_changed_a_moment_after_signing_in_only() {
    let site = Site::start().await;
    let boss = site.person("boss", "administrator", &[10]).await;
    let changed = |name: &str| User { email: Some(site.email(name)), login: Some(name.into()), ..Default::default() };
    assert_eq!(code(site.patch(&boss.caller, boss.id, &["email"], changed("mine")).await), Code::Unauthenticated, "no session");
    let caller = site.signed_in(&boss.caller).await;
    site.app.context.clock.advance(time::Duration::minutes(16));
    for path in ["email", "login"] {
        let (_, message, detail) = refusal(site.patch(&caller, boss.id, &[path], changed("mine")).await);
        assert_eq!((message.as_str(), &detail["code"]), ("sign in again to do this", &json!("sign_in_again")), "{path}");
    }
    assert!(site.mails(&boss.email).await.is_empty());
    let same = User { email: Some(boss.email.clone()), ..named("Boss") };
    assert!(site.patch(&caller, boss.id, &["name", "email"], same).await.is_ok(), "the same e-mail is no change");

    let again = site.signed_in(&boss.caller).await;
    site.patch(&again, boss.id, &["email"], changed("mine")).await.unwrap();
    assert!(site.login(&site.email("mine"), PASSWORD).await.is_ok());
}

#[tokio::test]
async fn an_e_mail_of_before_the_stricter_rule_is_kept_with_what_else_is_changed() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let old = format!("anna@@{}", anna.email);
    site.as_system(&format!("UPDATE users SET email = '{old}' WHERE id = {}", anna.id)).await;
    let changed = |email: &str| User { email: Some(email.into()), ..named("Anna") };
    let kept = site.patch(&site.admin, anna.id, &["name", "email"], changed(&old)).await.unwrap();
    assert_eq!((kept.name.as_str(), kept.email.as_deref()), ("Anna", Some(old.as_str())));
    assert_eq!(site.patch(&site.admin, anna.id, &["name"], named("anna")).await.unwrap().name, "anna");
    let other = changed(&format!("b@@{}", anna.email));
    assert_eq!(fields(site.patch(&site.admin, anna.id, &["email"], other).await), json!({ "email": "must be e-mail" }));
}

#[tokio::test]
async fn a_provider_signs_in_nobody_who_changes_the_e_mail_of_a_dealers_account() {
    let site = Site::start().await;
    let (admin, boss) = (site.signed_in(&site.admin).await, site.person("boss", "administrator", &[10]).await);
    let boss_signed_in = site.signed_in(&boss.caller).await;
    let email = |name: &str| User { email: Some(site.email(name)), ..Default::default() };
    site.as_system("UPDATE sessions SET is_by_provider = true").await;
    assert_eq!(code(site.patch(&admin, admin.user_id, &["email"], email("mine")).await), Code::PermissionDenied);
    assert!(site.patch(&boss_signed_in, boss.id, &["email"], email("boss-at-work")).await.is_ok(), "an account of this project alone");
    site.as_system("UPDATE sessions SET is_by_provider = false").await;
    assert!(site.patch(&admin, admin.user_id, &["email"], email("mine")).await.is_ok());
}

#[tokio::test]
async fn the_address_of_before_is_told_of_another_e_mail() {
    let site = Site::start().await;
    let (boss, anna) = (site.person("boss", "administrator", &[10]).await, site.person("anna", "user", &[11]).await);
    let email = |email: String| User { email: Some(email), ..Default::default() };
    site.patch(&site.signed_in(&boss.caller).await, boss.id, &["email"], email(site.email("mine"))).await.unwrap();
    site.patch(&site.admin, anna.id, &["email"], email(site.email("hanna"))).await.unwrap();
    for address in [&boss.email, &anna.email] {
        let mails = site.mails(address).await;
        assert_eq!(mails.iter().map(|mail| mail.kind.as_str()).collect::<Vec<_>>(), ["email_changed"]);
    }
    // Another case is the same address, and who has never taken their invitation has no account to lose.
    site.patch(&site.admin, anna.id, &["email"], email(site.email("hanna").to_uppercase())).await.unwrap();
    assert!(site.mails(&site.email("hanna")).await.is_empty());
    let (id, _) = site.invited("eva").await;
    site.patch(&site.admin, id, &["email"], email(site.email("evita"))).await.unwrap();
    assert_eq!(site.mails(&site.email("eva")).await.len(), 1, "the invitation");
}
