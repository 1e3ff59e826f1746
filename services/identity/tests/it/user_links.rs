use proto::vestibule::events::v1::AuditRecorded;
use proto::vestibule::identity::v1::users_server::Users;
use proto::vestibule::identity::v1::{ListUsersRequest, User};
use serde_json::json;
use tonic::{Code, Status};

use policy::{Caller, Permission};

use crate::site::{Site, code, fields, reference, refusal};

async fn link(site: &Site, caller: &Caller, id: i64, others: &[i64]) -> Result<User, Status> {
    let linked_users = others.iter().copied().map(reference).collect();
    site.patch(caller, id, &["linked_users"], User { linked_users, ..Default::default() }).await
}

async fn linked(site: &Site, id: i64) -> Vec<String> {
    site.get(&site.admin, id).await.unwrap().linked_users.into_iter().map(|user| user.name).collect()
}

#[tokio::test]
async fn a_link_holds_both_ways() {
    let site = Site::start().await;
    let (anna, eva, tom) =
        (site.person("anna", "user", &[11]).await, site.person("eva", "user", &[12]).await, site.person("tom", "user", &[12]).await);
    link(&site, &site.admin, anna.id, &[eva.id, tom.id]).await.unwrap();
    assert_eq!(linked(&site, anna.id).await, ["eva", "tom"]);
    assert_eq!(linked(&site, eva.id).await, ["anna"]);
    let recorded: AuditRecorded = site.events("audit.recorded").await.pop().unwrap();
    assert_eq!(recorded.after, format!(r#"{{"linked_users":[{},{}]}}"#, eva.id, tom.id));

    link(&site, &site.admin, eva.id, &[]).await.unwrap();
    assert_eq!(linked(&site, anna.id).await, ["tom"]);
    site.delete(&site.admin, tom.id).await.unwrap();
    assert!(linked(&site, anna.id).await.is_empty());
}

#[tokio::test]
async fn a_new_user_may_be_linked_at_once() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let made = site.create(&site.admin, User { linked_users: vec![reference(anna.id)], ..site.new_user("eva", "user", &[11]) }).await.unwrap();
    assert_eq!(made.linked_users[0].name, "anna");
    assert_eq!(linked(&site, anna.id).await, ["eva"]);
}

#[tokio::test]
async fn nobody_is_linked_to_themselves() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    assert_eq!(fields(link(&site, &site.admin, anna.id, &[anna.id]).await), json!({ "linked_users": "must be other users" }));
}

#[tokio::test]
async fn one_links_only_whom_one_may_edit() {
    let site = Site::start().await;
    let (anna, eva, tom) =
        (site.person("anna", "user", &[11]).await, site.person("eva", "user", &[12]).await, site.person("tom", "user", &[20]).await);
    let maria = site.person("maria", "group_administrator", &[10]).await.caller;
    assert!(link(&site, &maria, anna.id, &[eva.id]).await.is_ok());
    let (_, message, detail) = refusal(link(&site, &maria, anna.id, &[eva.id, tom.id]).await);
    assert_eq!((message.as_str(), &detail["data"]["names"]), ("invalid related entity sent", &json!([tom.id.to_string()])));
    // Eva is out of her sight, so her empty list takes nothing away.
    link(&site, &anna.caller, anna.id, &[]).await.unwrap();
    assert_eq!(linked(&site, anna.id).await, ["eva"]);
    assert!(link(&site, &anna.caller, anna.id, &[eva.id, tom.id]).await.is_err());
    let viewer = testing::someone(site.project, 9999, [Permission::CanViewAllUsers], &[]);
    assert_eq!(code(link(&site, &viewer, anna.id, &[]).await), Code::PermissionDenied);
}

#[tokio::test]
async fn a_linked_user_whom_the_caller_does_not_see_has_no_name_and_stays() {
    let site = Site::start().await;
    let (anna, eva, tom) =
        (site.person("anna", "user", &[11]).await, site.person("eva", "user", &[12]).await, site.person("tom", "user", &[20]).await);
    let maria = site.person("maria", "group_administrator", &[10]).await.caller;
    link(&site, &site.admin, anna.id, &[eva.id, tom.id]).await.unwrap();
    let mut found = site.get(&maria, anna.id).await.unwrap().linked_users;
    found.sort_by_key(|user| user.id);
    assert_eq!(found.iter().map(|user| (user.id, user.name.as_str())).collect::<Vec<_>>(), [(eva.id, "eva"), (tom.id, "")]);
    let listed = site.users().list_users(site.request(&maria, ListUsersRequest { size: 100, ..Default::default() })).await.unwrap().into_inner();
    let names: Vec<_> = listed.items.iter().flat_map(|user| &user.linked_users).map(|user| user.name.as_str()).collect();
    assert!(names.contains(&"eva") && !names.contains(&"tom"), "{names:?}");

    link(&site, &maria, anna.id, &[]).await.unwrap();
    assert_eq!(linked(&site, anna.id).await, ["tom"]);
}

#[tokio::test]
async fn a_user_has_at_most_50_links_whichever_side_they_come_from() {
    let site = Site::start().await;
    let hub = site.person("hub", "user", &[11]).await;
    site.as_system(&format!(
        "INSERT INTO users (project_id, role_id, name, is_active, locale, created_at, updated_at)
             SELECT {project}, {role}, 'other ' || n, true, 'en', now(), now() FROM generate_series(1, 51) n;
         INSERT INTO user_links (project_id, user_id, linked_user_id)
             SELECT {project}, {hub}, id FROM users WHERE name LIKE 'other %' AND name <> 'other 51'
             UNION ALL SELECT {project}, id, {hub} FROM users WHERE name LIKE 'other %' AND name <> 'other 51';",
        project = site.project,
        role = site.roles["user"],
        hub = hub.id,
    ))
    .await;
    let anna = site.person("anna", "user", &[11]).await;
    assert_eq!(fields(link(&site, &site.admin, anna.id, &[hub.id]).await), json!({ "linked_users": "too many users" }));
    assert_eq!(linked(&site, hub.id).await.len(), 50);
}
