//! Once each, and at once in open consoles.
use std::time::Duration;

use futures::StreamExt;
use kit::realtime::{self, Audience, Push};
use proto::vestibule::events::v1::EventArrived;

use crate::harness::*;

#[tokio::test]
async fn an_event_that_arrives_twice_creates_one_notification() {
    let site = Site::start().await;
    site.user(1, ADMINISTRATOR, &[]).await;
    site.receive_door_event(&granted(100, HOUSE)).await;
    site.receive_door_event(&granted(100, HOUSE)).await;
    assert_eq!(site.recipients_of(100).await, [1]);
}

#[tokio::test]
async fn an_event_that_arrives_again_notifies_recipients_added_since() {
    let site = Site::start().await;
    site.user(1, ADMINISTRATOR, &[]).await;
    site.receive_door_event(&granted(100, HOUSE)).await;
    site.user(2, ADMINISTRATOR, &[]).await;
    site.receive_door_event(&granted(100, HOUSE)).await;
    assert_eq!(site.recipients_of(100).await, [1, 2]);
}

#[tokio::test]
async fn a_notification_is_pushed_once_with_the_json_of_the_api() {
    let site = Site::start().await;
    site.user(1, ADMINISTRATOR, &[]).await;
    let client = redis::Client::open(site.app.context.settings.redis_url.as_str()).unwrap();
    let mut pubsub = client.get_async_pubsub().await.unwrap();
    pubsub.subscribe(realtime::channel(&site.app.context.settings)).await.unwrap();
    // Other tests push as well: the door's name is this test's own.
    let door = site.app.database().to_string();
    let event = |id| EventArrived { device_name: door.clone(), ..granted(id, HOUSE) };

    site.receive_door_event(&event(100)).await;
    site.receive_door_event(&event(100)).await;
    site.receive_door_event(&event(101)).await;

    let mine = pubsub.on_message().filter_map(async |message| {
        let push: Push = serde_json::from_str(&message.get_payload::<String>().ok()?).ok()?;
        (push.data["notification"]["data"]["device"]["name"] == door.as_str()).then_some(push)
    });
    let pushes: Vec<Push> = tokio::time::timeout(Duration::from_secs(30), mine.take(2).collect()).await.expect("two pushes");
    let events: Vec<_> = pushes.iter().map(|push| push.data["notification"]["data"]["event_id"].as_i64()).collect();
    assert_eq!(events, [Some(100), Some(101)]);
    assert_eq!((pushes[0].topic.as_str(), pushes[0].data["type"].as_str()), ("private-users.1", Some("identifier_used")));
    assert!(matches!(pushes[0].audience, Audience::User(1)));
    let id = site.unread(&caller(1)).await.items[1].id;
    assert_eq!(pushes[0].data["notification"]["id"].as_i64(), Some(id));
}
