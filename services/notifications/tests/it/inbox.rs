//! A user's own notifications.
use proto::vestibule::notifications::v1::{ListNotificationsRequest, NotificationClass};
use testing::{OTHER_PROJECT, nobody, someone};
use time::Duration;
use tonic::Code;

use crate::harness::*;

/// An administrator who was told of as many events, every third a revoked identifier.
async fn with_events(count: i64) -> Site {
    let site = Site::start().await;
    site.user(1, ADMINISTRATOR, &[]).await;
    for n in 1..=count {
        let event = if n % 3 == 0 { revoked(n, HOUSE) } else { granted(n, HOUSE) };
        site.receive_door_event(&event).await;
    }
    site
}

fn page(offset: i32, limit: i32) -> ListNotificationsRequest {
    ListNotificationsRequest { offset, limit, ..ListNotificationsRequest::default() }
}

#[tokio::test]
async fn notifications_are_listed_in_pages_the_latest_first() {
    let site = with_events(25).await;
    let first = site.list(&caller(1), page(0, 0)).await.unwrap();
    assert_eq!((first.items.len(), first.total), (20, 25));
    assert!(first.items.is_sorted_by(|a, b| a.id > b.id));
    let rest = site.list(&caller(1), page(20, 20)).await.unwrap();
    assert_eq!((rest.items.len(), rest.total), (5, 25));
}

#[tokio::test]
async fn a_notification_contains_the_event_the_device_and_the_identifier() {
    let site = with_events(1).await;
    let notification = site.list(&caller(1), page(0, 1)).await.unwrap().items.remove(0);
    assert_eq!(notification.r#type(), NotificationClass::IdentifierUsed);
    let text = |key: &str| notification.data.as_ref().and_then(|data| data.fields.get(key)).cloned().and_then(|value| value.kind);
    use prost_types::value::Kind;
    assert_eq!(text("identifier_number"), Some(Kind::StringValue("0013961168".into())));
    assert_eq!(text("event_id"), Some(Kind::NumberValue(1.0)));
    assert_eq!(text("user"), Some(Kind::NullValue(0)));
    assert!(matches!(text("device"), Some(Kind::StructValue(device)) if device.fields.contains_key("name")));
}

#[tokio::test]
async fn an_invalid_page_is_refused() {
    let site = Site::start().await;
    let alarms = |kind: &str| ListNotificationsRequest { r#type: kind.into(), ..ListNotificationsRequest::default() };
    for bad in [page(-1, 20), page(0, 101), page(0, -1), page(1_000_000, 20), alarms("everything")] {
        assert_eq!(site.list(&caller(1), bad).await.unwrap_err().code(), Code::InvalidArgument);
    }
}

#[tokio::test]
async fn alarms_can_be_listed_alone() {
    let site = with_events(3).await;
    let mut tx = site.app.context.database.system().await.unwrap();
    sqlx::query(
        "INSERT INTO notifications (project_id, user_id, type, significance, data, created_at) VALUES (1, 1, 10, 2, '{}', now()), (1, 2, 10, 2, '{}', now())",
    )
    .execute(&mut *tx)
    .await
    .unwrap();
    tx.commit().await.unwrap();
    let alarms = site.list(&caller(1), ListNotificationsRequest { r#type: "alarm".into(), ..Default::default() }).await.unwrap();
    assert_eq!((alarms.total, alarms.items[0].r#type()), (1, NotificationClass::DeviceAlarmEnabled));
    assert_eq!(site.list(&caller(1), ListNotificationsRequest { r#type: "all".into(), ..Default::default() }).await.unwrap().total, 4);
}

#[tokio::test]
async fn unread_notifications_are_counted_and_the_important_ones_listed_separately() {
    let site = with_events(30).await;
    let unread = site.unread(&caller(1)).await;
    assert_eq!((unread.items.len(), unread.total, unread.important.len()), (20, 30, 10));
    assert!(unread.important.iter().all(|notification| notification.r#type() == NotificationClass::RevokedIdentifierUsed));
}

#[tokio::test]
async fn a_notification_keeps_the_time_at_which_it_was_first_read() {
    let site = with_events(2).await;
    let id = site.unread(&caller(1)).await.items[0].id;
    assert_eq!(site.read(&caller(1), Some(id)).await.unwrap(), 1);
    site.app.context.clock.advance(Duration::seconds(30));
    assert_eq!(site.read(&caller(1), Some(id)).await.unwrap(), 0);
    assert_eq!(site.unread(&caller(1)).await.total, 1);
    let read = site.list(&caller(1), page(0, 0)).await.unwrap().items.remove(0);
    assert_eq!(read.read_at, Some(kit::clock::to_proto(testing::NOW)));
}

#[tokio::test]
async fn without_an_id_all_notifications_are_marked_read() {
    let site = with_events(5).await;
    site.user(2, ADMINISTRATOR, &[]).await;
    site.receive_door_event(&granted(6, HOUSE)).await;
    assert_eq!(site.read(&caller(1), None).await.unwrap(), 6);
    assert_eq!((site.unread(&caller(1)).await.total, site.unread(&caller(2)).await.total), (0, 1));
    assert_eq!(site.read(&caller(1), None).await.unwrap(), 0);
}

#[tokio::test]
async fn a_user_cannot_read_the_notifications_of_another() {
    let site = with_events(1).await;
    let id = site.unread(&caller(1)).await.items[0].id;
    assert_eq!(site.read(&caller(2), Some(id)).await.unwrap_err().code(), Code::NotFound);
    let namesake = someone(OTHER_PROJECT, 1, [], &[]);
    assert_eq!(site.read(&namesake, Some(id)).await.unwrap_err().code(), Code::NotFound);
    assert_eq!(site.list(&namesake, page(0, 0)).await.unwrap().total, 0);
    assert_eq!(site.list(&nobody(), page(0, 0)).await.unwrap_err().code(), Code::Unauthenticated);
    assert_eq!(site.unread(&caller(1)).await.total, 1);
}

#[tokio::test]
async fn the_newest_1000_of_each_user_are_kept() {
    let site = Site::start().await;
    let mut tx = site.app.context.database.system().await.unwrap();
    for (user, count) in [(1_i64, 1_005), (2, 1_000), (3, 2)] {
        sqlx::query(
            "INSERT INTO notifications (project_id, user_id, type, significance, event_id, data, created_at)
             SELECT 1, $1, 8, 1, n, '{}', now() FROM generate_series(1, $2) n",
        )
        .bind(user)
        .bind(count)
        .execute(&mut *tx)
        .await
        .unwrap();
    }
    tx.commit().await.unwrap();
    assert_eq!(notifications::jobs::retention::delete_old(&site.service).await.unwrap(), 5);
    assert!(site.recipients_of(5).await == [2] && site.recipients_of(6).await == [1, 2] && site.recipients_of(1).await == [2, 3]);
}

#[tokio::test]
async fn every_table_is_under_row_level_security() {
    let site = Site::start().await;
    assert_eq!(testing::rows_without_tenancy(&site.app).await, Vec::<String>::new());
}
