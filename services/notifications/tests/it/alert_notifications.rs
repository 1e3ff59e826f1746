//! Who is told that an emergency alert was started, and that it is over.
use notifications::events::ALERT_RUN;
use notifications::jobs::alert_runs;
use proto::vestibule::notifications::v1::*;
use serde_json::Value;
use testing::PROJECT;
use time::Duration;

use crate::emergency_alert::*;
use crate::emptied_alert::{GUARD_OF_ANNEX, GUARD_OF_HOUSE, OVERSEER, TENANT, start_with_people};
use crate::harness::*;

/// Starts and ends; as the contract numbers them.
const STARTED: i16 = NotificationClass::EmergencyAlertStarted as i16;
const ENDED: i16 = NotificationClass::EmergencyAlertEnded as i16;

impl Alerts {
    /// Delivers what was published of runs since so many events, and returns how many there are by now.
    async fn deliver_since(&self, count: usize) -> usize {
        let published = self.published().await;
        for event in &published[count..] {
            self.site.receive(ALERT_RUN, event).await;
        }
        published.len()
    }

    /// Users who were told of it, with the ids of the groups that they were told, in order.
    async fn told(&self, class: i16) -> Vec<(i64, Vec<i64>)> {
        let rows = self.told_data(class).await;
        let groups = |data: &Value| data["groups"].as_array().unwrap().iter().map(|group| group["id"].as_i64().unwrap()).collect();
        rows.iter().map(|(user, data)| (*user, groups(data))).collect()
    }

    async fn told_data(&self, class: i16) -> Vec<(i64, Value)> {
        let mut tx = self.site.app.context.database.system().await.unwrap();
        let sql = "SELECT user_id, data FROM notifications WHERE type = $1 ORDER BY user_id, id";
        sqlx::query_as(sql).bind(class).fetch_all(&mut *tx).await.unwrap()
    }
}

#[tokio::test]
async fn who_may_see_an_alert_is_told_of_its_start_and_end_with_those_of_its_groups_that_they_see() {
    let alerts = start_with_people().await;
    let both = EmergencyAlert { domains: vec![reference(HOUSE), reference(ANNEX)], ..alerts.fire(&admin()).await };
    let id = alerts.create(&admin(), both).await.unwrap().id;
    let run = alerts.start(&admin(), id).await.unwrap();
    let delivered = alerts.deliver_since(0).await;
    let everybody = [(OVERSEER, vec![HOUSE, ANNEX]), (GUARD_OF_ANNEX, vec![ANNEX]), (GUARD_OF_HOUSE, vec![HOUSE])];
    assert_eq!(alerts.told(STARTED).await, everybody);
    assert!(alerts.site.unread(&caller(TENANT)).await.items.is_empty(), "who may see no alerts");
    // Nothing of the other group is in it.
    let (_, of_house) = alerts.told_data(STARTED).await.remove(2);
    assert!(!of_house.to_string().contains(&format!("group {ANNEX}")), "{of_house}");
    assert_eq!((of_house["name"].as_str(), of_house["user"]["name"].as_str()), (Some("Fire"), Some(admin().user_name.as_str())));

    let shown = alerts.site.unread(&caller(GUARD_OF_HOUSE)).await.important.remove(0);
    assert_eq!((shown.r#type(), shown.sound.unwrap().file.as_str()), (NotificationClass::EmergencyAlertStarted, "alarm.mp3"));
    let page = shown.popup_action.unwrap().params.unwrap();
    let board = format!("/emergency-alerts/board?alert={id}&run={}", run.id);
    assert_eq!(page.fields["page"].kind, Some(prost_types::value::Kind::StringValue(board)));

    alerts.stop(&admin(), id).await.unwrap();
    alerts.deliver_since(delivered).await;
    assert_eq!(alerts.told(ENDED).await, everybody);
    assert_eq!(alerts.site.unread(&caller(GUARD_OF_HOUSE)).await.important.len(), 1, "the end is not important");
}

#[tokio::test]
async fn who_has_started_or_ended_a_run_is_not_told_of_it_and_one_that_ends_by_the_clock_is_told_to_all() {
    let alerts = start_with_people().await;
    let id = alerts.create(&admin(), alerts.fire(&admin()).await).await.unwrap().id;
    let overseer = guard(OVERSEER, &[COMPANY]);
    alerts.start(&overseer, id).await.unwrap();
    let delivered = alerts.deliver_since(0).await;
    assert_eq!(alerts.told(STARTED).await, [(GUARD_OF_HOUSE, vec![HOUSE])]);
    alerts.site.app.context.clock.advance(Duration::seconds(60));
    alert_runs::advance_all_due(&alerts.site.service).await.unwrap();
    alerts.deliver_since(delivered).await;
    assert_eq!(alerts.told(ENDED).await, [(OVERSEER, vec![HOUSE]), (GUARD_OF_HOUSE, vec![HOUSE])]);
    assert!(alerts.told_data(ENDED).await.iter().all(|(_, data)| data["user"].is_null() && data["door_mode"] == "none"));
}

#[tokio::test]
async fn an_alert_of_devices_is_told_in_the_groups_of_the_devices_and_to_who_has_made_it() {
    let alerts = start_with_people().await;
    let maker = guard(GUARD_OF_ANNEX, &[ANNEX]);
    let single = EmergencyAlert { domains: vec![], devices: vec![reference(ANNEX_MONITOR)], ..alerts.fire(&maker).await };
    let id = alerts.create(&maker, single).await.unwrap().id;
    // Who has made it is elsewhere by now, and sees it all the same.
    let moved = proto::vestibule::events::v1::UserChanged { version: 2, ..user(GUARD_OF_ANNEX, RESIDENT, &[HOUSE]) };
    alerts.site.receive(notifications::events::USER, &moved).await;
    alerts.start(&admin(), id).await.unwrap();
    alerts.deliver_since(0).await;
    assert_eq!(alerts.told(STARTED).await, [(OVERSEER, vec![]), (GUARD_OF_ANNEX, vec![])]);
}

#[tokio::test]
async fn drills_and_runs_that_are_published_once_more_are_told_to_nobody_and_one_that_is_over_wakes_nobody() {
    let alerts = start_with_people().await;
    let id = alerts.create(&admin(), alerts.fire(&admin()).await).await.unwrap().id;
    alerts.drill(&admin(), id, MONITOR).await.unwrap();
    alerts.stop(&admin(), id).await.unwrap();
    let delivered = alerts.deliver_since(0).await;
    assert_eq!((alerts.told(STARTED).await, alerts.told(ENDED).await), (vec![], vec![]));
    alerts.start(&admin(), id).await.unwrap();
    alert_runs::repeat_all(&alerts.site.service).await.unwrap();
    // The broker was away for so long.
    alerts.site.app.context.clock.advance(Duration::seconds(60));
    alerts.deliver_since(delivered).await;
    assert_eq!(alerts.told(STARTED).await.len(), 2, "each once");
    assert!(alerts.told_data(STARTED).await.iter().all(|(_, data)| data["is_late"] == true));
    assert!(alerts.site.unread(&caller(GUARD_OF_HOUSE)).await.important.remove(0).sound.is_none());
}

#[tokio::test]
async fn who_has_switched_the_start_of_alerts_off_is_not_told() {
    let alerts = start_with_people().await;
    let mut tx = alerts.site.app.context.database.system().await.unwrap();
    sqlx::query("INSERT INTO notification_settings (project_id, user_id, type, acs) VALUES ($1, $2, $3, false)")
        .bind(PROJECT)
        .bind(GUARD_OF_HOUSE)
        .bind(STARTED)
        .execute(&mut *tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    let id = alerts.create(&admin(), alerts.fire(&admin()).await).await.unwrap().id;
    alerts.start(&admin(), id).await.unwrap();
    alerts.deliver_since(0).await;
    assert_eq!(alerts.told(STARTED).await, [(OVERSEER, vec![HOUSE])]);
}
