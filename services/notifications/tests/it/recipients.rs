//! Who is told and who is not.
use notifications::events::{ROLE, USER};
use proto::vestibule::events::v1::{EventArrived, RoleChanged, UserChanged};
use testing::{OTHER_PROJECT, PROJECT};

use crate::site::*;

#[tokio::test]
async fn administrators_and_those_whose_groups_reach_the_door_are_told() {
    let site = Site::start().await;
    site.user(1, ADMINISTRATOR, &[]).await;
    site.user(2, GROUP_ADMINISTRATOR, &[HOUSE]).await;
    site.user(3, GROUP_ADMINISTRATOR, &[COMPANY]).await;
    site.user(4, GROUP_ADMINISTRATOR, &[ANNEX]).await;
    site.user(5, GROUP_ADMINISTRATOR, &[FLOOR]).await;
    site.user(6, RESIDENT, &[HOUSE]).await;
    site.happens(&granted(100, HOUSE)).await;
    assert_eq!(site.told(100).await, [1, 2, 3]);
}

#[tokio::test]
async fn the_user_in_the_event_is_told_without_any_right() {
    let site = Site::start().await;
    site.user(6, RESIDENT, &[ANNEX]).await;
    site.user(7, RESIDENT, &[ANNEX]).await;
    site.happens(&EventArrived { user_id: 6, ..granted(100, HOUSE) }).await;
    assert_eq!(site.told(100).await, [6]);
}

#[tokio::test]
async fn a_revoked_identifier_is_told_to_those_who_watch_and_not_to_its_user() {
    let site = Site::start().await;
    site.user(2, GROUP_ADMINISTRATOR, &[HOUSE]).await;
    site.user(6, RESIDENT, &[HOUSE]).await;
    site.happens(&EventArrived { user_id: 6, ..revoked(100, HOUSE) }).await;
    assert_eq!(site.told(100).await, [2]);
    let unread = site.unread(&caller(2)).await;
    assert_eq!(unread.important.len(), 1);
    assert!(unread.important[0].sound.is_some());
}

#[tokio::test]
async fn another_project_is_never_told() {
    let site = Site::start().await;
    site.user(1, ADMINISTRATOR, &[]).await;
    site.user(21, OTHER_ADMINISTRATOR, &[]).await;
    site.happens(&EventArrived { user_id: 21, ..granted(100, HOUSE) }).await;
    site.happens(&EventArrived { project_id: OTHER_PROJECT, ..granted(101, 0) }).await;
    assert_eq!(site.told(100).await, [1]);
    assert_eq!(site.told(101).await, [21]);
}

#[tokio::test]
async fn what_is_no_use_of_an_identifier_tells_nobody() {
    let site = Site::start().await;
    site.user(1, ADMINISTRATOR, &[]).await;
    site.happens(&EventArrived { code: "lock_was_opened_by_exit_btn".into(), identifier_id: 0, ..granted(100, HOUSE) }).await;
    site.happens(&EventArrived { is_revoked: false, ..revoked(101, HOUSE) }).await;
    assert!(site.told(100).await.is_empty() && site.told(101).await.is_empty());
}

#[tokio::test]
async fn whoever_lost_the_right_the_group_or_the_account_is_told_no_more() {
    let site = Site::start().await;
    for id in [2, 3, 4] {
        site.user(id, GROUP_ADMINISTRATOR, &[HOUSE]).await;
    }
    site.user(1, ADMINISTRATOR, &[]).await;
    site.hear(USER, &UserChanged { version: 2, is_active: false, ..user(2, GROUP_ADMINISTRATOR, &[HOUSE]) }).await;
    site.hear(USER, &UserChanged { version: 2, domain_ids: vec![ANNEX], ..user(3, GROUP_ADMINISTRATOR, &[]) }).await;
    site.hear(ROLE, &RoleChanged { project_id: PROJECT, id: ADMINISTRATOR, version: 2, ..Default::default() }).await;
    // A snapshot that comes late changes nothing.
    site.hear(USER, &user(2, GROUP_ADMINISTRATOR, &[HOUSE])).await;
    site.happens(&granted(100, HOUSE)).await;
    assert_eq!(site.told(100).await, [4]);
}

#[tokio::test]
async fn what_a_removed_user_was_told_goes_with_them() {
    let site = Site::start().await;
    site.user(1, ADMINISTRATOR, &[]).await;
    site.happens(&granted(100, HOUSE)).await;
    site.hear(USER, &UserChanged { version: 2, deleted: true, ..user(1, ADMINISTRATOR, &[]) }).await;
    site.happens(&granted(101, HOUSE)).await;
    assert!(site.told(100).await.is_empty() && site.told(101).await.is_empty());
}

#[tokio::test]
async fn at_most_1000_users_are_told_and_the_events_own_user_is_among_them() {
    let site = Site::start().await;
    let mut tx = site.app.context.database.system().await.unwrap();
    sqlx::query("INSERT INTO users (id, project_id, version, role_id, is_active) SELECT n, 1, 1, $1, true FROM generate_series(1, 1010) n")
        .bind(ADMINISTRATOR)
        .execute(&mut *tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    site.user(5000, RESIDENT, &[]).await;
    site.happens(&EventArrived { user_id: 5000, ..granted(100, HOUSE) }).await;
    let told = site.told(100).await;
    assert_eq!((told.len(), told.last()), (1000, Some(&5000)));
}
