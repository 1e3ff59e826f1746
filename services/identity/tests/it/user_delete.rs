use proto::vestibule::common::v1::{DeleteAllRequest, ItemResult};
use proto::vestibule::events::v1::UserChanged;
use proto::vestibule::identity::v1::users_server::Users;
use tonic::Code;

use crate::site::{PASSWORD, Site, code, refusal};

#[tokio::test]
async fn a_deleted_user_is_gone_signed_out_and_told_of() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let (session, _) = site.session(&anna.email).await;
    site.delete(&site.admin, anna.id).await.unwrap();
    assert_eq!(code(site.get(&site.admin, anna.id).await), Code::NotFound);
    assert_eq!(code(site.resolve(session).await), Code::NotFound);
    assert_eq!(refusal(site.login(&anna.email, PASSWORD).await).1, "invalid credentials");
    let published: UserChanged = site.events("identity.user.changed").await.pop().unwrap();
    assert_eq!((published.id, published.version, published.deleted), (anna.id, 2, true));
}

#[tokio::test]
async fn a_deleted_users_e_mail_is_free_again() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    site.delete(&site.admin, anna.id).await.unwrap();
    assert_ne!(site.person("anna", "user", &[11]).await.id, anna.id);
}

#[tokio::test]
async fn deleting_a_user_leaves_the_account_its_other_projects() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    identity::bootstrap(&site.app.context, "Other", &anna.email, PASSWORD, "Anna").await.unwrap();
    site.delete(&site.admin, anna.id).await.unwrap();
    let sessions = site.login(&anna.email, PASSWORD).await.unwrap();
    assert_eq!(sessions.len(), 1);
    assert_eq!(sessions[0].project.as_ref().unwrap().name, "Other");
}

#[tokio::test]
async fn whom_a_deleted_user_created_stay() {
    let site = Site::start().await;
    let maria = site.person("maria", "group_administrator", &[10]).await;
    let anna = site.create(&maria.caller, site.new_user("anna", "user", &[11])).await.unwrap();
    site.delete(&site.admin, maria.id).await.unwrap();
    assert_eq!(site.get(&site.admin, anna.id).await.unwrap().created_by_user, None);
}

#[tokio::test]
async fn the_last_administrator_is_not_deleted() {
    let site = Site::start().await;
    let (status, message, _) = refusal(site.delete(&site.admin, site.admin.user_id).await);
    assert_eq!((status, message.as_str()), (Code::FailedPrecondition, "action prohibited"));
    let second = site.person("second", "administrator", &[10]).await;
    site.delete(&site.admin, site.admin.user_id).await.unwrap();
    assert_eq!(code(site.delete(&second.caller, second.id).await), Code::FailedPrecondition);
}

#[tokio::test]
async fn two_administrators_who_delete_each_other_at_once_leave_one() {
    let site = Site::start().await;
    let second = site.person("second", "administrator", &[10]).await;
    site.as_system("DELETE FROM dealer_accounts").await;
    let (one, other) = tokio::join!(site.delete(&site.admin, second.id), site.delete(&second.caller, site.admin.user_id));
    assert_eq!([one.is_ok(), other.is_ok()].iter().filter(|done| **done).count(), 1);
    assert_eq!(site.names(&site.admin, Default::default()).await.unwrap().len(), 1);
}

#[tokio::test]
async fn deleting_needs_the_right_and_the_reach() {
    let site = Site::start().await;
    let maria = site.person("maria", "group_administrator", &[10]).await;
    let (near, far) = (site.person("near", "user", &[11]).await, site.person("far", "user", &[20]).await);
    let boss = site.person("boss", "administrator", &[11]).await;
    assert_eq!(code(site.delete(&near.caller, maria.id).await), Code::PermissionDenied);
    assert_eq!(code(site.delete(&maria.caller, far.id).await), Code::NotFound);
    assert_eq!(code(site.delete(&maria.caller, boss.id).await), Code::PermissionDenied);
    assert!(site.delete(&maria.caller, near.id).await.is_ok());
}

#[tokio::test]
async fn several_are_deleted_with_an_answer_for_each() {
    let site = Site::start().await;
    let (anna, ivan) = (site.person("anna", "user", &[11]).await, site.person("ivan", "user", &[11]).await);
    let items = vec![anna.id, 9999, site.admin.user_id, ivan.id];
    let answer = site.users().delete_all_users(site.request(&site.admin, DeleteAllRequest { items })).await.unwrap().into_inner();
    let item = |id, message: &str| ItemResult { id, done: message.is_empty(), message: message.into() };
    let expected = [item(anna.id, ""), item(9999, "item not found"), item(site.admin.user_id, "action prohibited"), item(ivan.id, "")];
    assert_eq!(answer.items, expected);
    assert_eq!(site.names(&site.admin, Default::default()).await.unwrap(), ["Alex"]);
}

#[tokio::test]
async fn more_than_500_at_once_are_refused() {
    let site = Site::start().await;
    let request = DeleteAllRequest { items: (1000..1501).collect() };
    assert_eq!(code(site.users().delete_all_users(site.request(&site.admin, request)).await), Code::InvalidArgument);
}
