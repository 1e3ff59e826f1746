//! Who is told and who is not.
use notifications::events::{ROLE, USER};
use proto::vestibule::events::v1::{EventArrived, RoleChanged, UserChanged};
use proto::vestibule::notifications::v1::NotificationClass;
use testing::{OTHER_PROJECT, PROJECT};

use crate::harness::*;

#[tokio::test]
async fn administrators_and_users_whose_groups_reach_the_door_are_recipients() {
    let site = Site::start().await;
    site.user(1, ADMINISTRATOR, &[]).await;
    site.user(2, GROUP_ADMINISTRATOR, &[HOUSE]).await;
    site.user(3, GROUP_ADMINISTRATOR, &[COMPANY]).await;
    site.user(4, GROUP_ADMINISTRATOR, &[ANNEX]).await;
    site.user(5, GROUP_ADMINISTRATOR, &[FLOOR]).await;
    site.user(6, RESIDENT, &[HOUSE]).await;
    site.receive_door_event(&granted(100, HOUSE)).await;
    assert_eq!(site.recipients_of(100).await, [1, 2, 3]);
}

#[tokio::test]
async fn the_user_in_the_event_is_a_recipient_without_any_right() {
    let site = Site::start().await;
    site.user(6, RESIDENT, &[ANNEX]).await;
    site.user(7, RESIDENT, &[ANNEX]).await;
    site.receive_door_event(&EventArrived { user_id: 6, ..granted(100, HOUSE) }).await;
    assert_eq!(site.recipients_of(100).await, [6]);
}

#[tokio::test]
async fn the_use_of_a_revoked_identifier_is_reported_to_users_who_may_view_it_and_not_to_its_user() {
    let site = Site::start().await;
    site.user(2, GROUP_ADMINISTRATOR, &[HOUSE]).await;
    site.user(6, RESIDENT, &[HOUSE]).await;
    site.receive_door_event(&EventArrived { user_id: 6, ..revoked(100, HOUSE) }).await;
    assert_eq!(site.recipients_of(100).await, [2]);
    let unread = site.unread(&caller(2)).await;
    assert_eq!(unread.important.len(), 1);
    assert!(unread.important[0].sound.is_some());
}

#[tokio::test]
async fn users_of_another_project_are_no_recipients() {
    let site = Site::start().await;
    site.user(1, ADMINISTRATOR, &[]).await;
    site.user(21, OTHER_ADMINISTRATOR, &[]).await;
    site.receive_door_event(&EventArrived { user_id: 21, ..granted(100, HOUSE) }).await;
    site.receive_door_event(&EventArrived { project_id: OTHER_PROJECT, ..granted(101, 0) }).await;
    assert_eq!(site.recipients_of(100).await, [1]);
    assert_eq!(site.recipients_of(101).await, [21]);
}

#[tokio::test]
async fn an_event_without_the_use_of_an_identifier_has_no_recipients() {
    let site = Site::start().await;
    site.user(1, ADMINISTRATOR, &[]).await;
    site.receive_door_event(&EventArrived { code: "lock_was_opened_by_exit_btn".into(), identifier_id: 0, ..granted(100, HOUSE) }).await;
    site.receive_door_event(&EventArrived { is_revoked: false, ..revoked(101, HOUSE) }).await;
    assert!(site.recipients_of(100).await.is_empty() && site.recipients_of(101).await.is_empty());
}

#[tokio::test]
async fn users_who_lost_the_right_the_group_or_the_account_are_no_recipients() {
    let site = Site::start().await;
    for id in [2, 3, 4] {
        site.user(id, GROUP_ADMINISTRATOR, &[HOUSE]).await;
    }
    site.user(1, ADMINISTRATOR, &[]).await;
    site.receive(USER, &UserChanged { version: 2, is_active: false, ..user(2, GROUP_ADMINISTRATOR, &[HOUSE]) }).await;
    site.receive(USER, &UserChanged { version: 2, domain_ids: vec![ANNEX], ..user(3, GROUP_ADMINISTRATOR, &[]) }).await;
    site.receive(ROLE, &RoleChanged { project_id: PROJECT, id: ADMINISTRATOR, version: 2, ..Default::default() }).await;
    // A snapshot that comes late changes nothing.
    site.receive(USER, &user(2, GROUP_ADMINISTRATOR, &[HOUSE])).await;
    site.receive_door_event(&granted(100, HOUSE)).await;
    assert_eq!(site.recipients_of(100).await, [4]);
}

#[tokio::test]
async fn the_notifications_of_a_user_are_deleted_with_the_user() {
    let site = Site::start().await;
    site.user(1, ADMINISTRATOR, &[]).await;
    site.receive_door_event(&granted(100, HOUSE)).await;
    site.receive(USER, &UserChanged { version: 2, deleted: true, ..user(1, ADMINISTRATOR, &[]) }).await;
    site.receive_door_event(&granted(101, HOUSE)).await;
    assert!(site.recipients_of(100).await.is_empty() && site.recipients_of(101).await.is_empty());
}

#[tokio::test]
async fn a_notification_has_at_most_1000_recipients_the_events_user_among_them() {
    let site = Site::start().await;
    let mut tx = site.app.context.database.system().await.unwrap();
    sqlx::query("INSERT INTO users (id, project_id, version, role_id, is_active) SELECT n, 1, 1, $1, true FROM generate_series(1, 1010) n")
        .bind(ADMINISTRATOR)
        .execute(&mut *tx)
        .await
        .unwrap();
    sqlx::query("INSERT INTO notification_settings (project_id, user_id, type, acs) SELECT 1, n, $1, true FROM generate_series(1, 1010) n")
        .bind(NotificationClass::IdentifierUsed as i16)
        .execute(&mut *tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    site.user(5000, RESIDENT, &[]).await;
    site.receive_door_event(&EventArrived { user_id: 5000, ..granted(100, HOUSE) }).await;
    let recipients = site.recipients_of(100).await;
    assert_eq!((recipients.len(), recipients.last()), (1000, Some(&5000)));
}

#[tokio::test]
async fn the_use_of_a_revoked_card_in_a_two_card_passage_is_reported() {
    let site = Site::start().await;
    site.user(1, ADMINISTRATOR, &[]).await;
    for (event_id, code) in [(100, "multi_access_granted"), (101, "multi_access_denied")] {
        site.receive_door_event(&EventArrived { code: code.into(), ..revoked(event_id, HOUSE) }).await;
        assert_eq!(site.recipients_of(event_id).await, [1], "{code}");
    }
}
