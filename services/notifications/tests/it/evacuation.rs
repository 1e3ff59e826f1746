//! An alert that opens locks, while a lockdown keeps them shut.
use policy::Caller;
use proto::vestibule::notifications::v1::*;
use time::Duration;
use tonic::Status;

use crate::emergency_alert::*;
use crate::harness::*;

/// Doors of the house shut, released by administrators.
async fn lockdown_of_house(alerts: &Alerts) -> i64 {
    let lockdown = EmergencyAlert {
        name: "Lockdown".into(),
        door_mode: DoorMode::Lockdown.into(),
        door_duration: 900,
        release_roles: vec![reference(ADMINISTRATOR)],
        ..alerts.fire(&admin()).await
    };
    alerts.create(&admin(), lockdown).await.unwrap().id
}

fn refusal(result: Result<AlertRun, Status>) -> String {
    let status = result.unwrap_err();
    let bytes = status.metadata().get_bin(kit::error::METADATA).unwrap().to_bytes().unwrap();
    let detail: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
    detail["code"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn locks_of_a_lockdown_are_opened_by_no_alert_of_somebody_who_may_not_release_it() {
    let alerts = start().await;
    let lockdown = lockdown_of_house(&alerts).await;
    let doors = |mode: DoorMode, open_locks| EmergencyAlert { door_mode: mode.into(), open_locks, door_duration: 900, ..Default::default() };
    let mut ids = Vec::new();
    for doors in [doors(DoorMode::Unlock, false), doors(DoorMode::None, true)] {
        let fire = alerts.fire(&admin()).await;
        let evacuation = EmergencyAlert { door_mode: doors.door_mode, open_locks: doors.open_locks, ..fire };
        ids.push(alerts.create(&admin(), evacuation).await.unwrap().id);
    }
    let sound = alerts.create(&admin(), alerts.fire(&admin()).await).await.unwrap().id;
    let guard = Caller { role_id: RESIDENT, ..guard(5, &[COMPANY]) };
    let releaser = Caller { role_id: ADMINISTRATOR, ..admin() };
    alerts.start(&guard, lockdown).await.unwrap();
    let published = alerts.published().await.len();
    for id in &ids {
        assert_eq!(refusal(alerts.start(&guard, *id).await), "lockdown");
        assert_eq!(refusal(alerts.drill(&guard, *id, PANEL).await), "lockdown", "nor by a drill");
    }
    assert_eq!(alerts.published().await.len(), published, "nothing was started");
    alerts.start(&guard, sound).await.unwrap();
    // Who may release the lockdown opens its doors.
    assert_eq!(alerts.start(&releaser, ids[0]).await.unwrap().status(), AlertRunStatus::Running);
    // And once it is released, so does everybody else.
    alerts.stop(&releaser, lockdown).await.unwrap();
    assert_eq!(alerts.start(&guard, ids[1]).await.unwrap().status(), AlertRunStatus::Running);
}

#[tokio::test]
async fn a_lockdown_that_somebody_does_not_reach_is_not_theirs_to_open_and_one_elsewhere_or_over_is_in_nobodys_way() {
    let alerts = start().await;
    let everywhere = EmergencyAlert {
        name: "Lockdown".into(),
        door_mode: DoorMode::Lockdown.into(),
        door_duration: 900,
        domains: vec![reference(HOUSE), reference(ANNEX)],
        ..alerts.fire(&admin()).await
    };
    let everywhere = alerts.create(&admin(), everywhere).await.unwrap().id;
    let of_house = guard(5, &[HOUSE]);
    let evacuation = EmergencyAlert { open_locks: true, ..alerts.fire(&of_house).await };
    let evacuation = alerts.create(&of_house, evacuation).await.unwrap().id;
    alerts.start(&admin(), everywhere).await.unwrap();
    assert_eq!(refusal(alerts.start(&of_house, evacuation).await), "lockdown", "they could not end it in the annex");
    alerts.site.app.context.clock.advance(Duration::seconds(900));
    assert!(alerts.start(&of_house, evacuation).await.is_ok(), "its time is over, whether or not a job has run");
    alerts.stop(&of_house, evacuation).await.unwrap();

    let drill = lockdown_of_house(&alerts).await;
    alerts.drill(&admin(), drill, CONTROLLER).await.unwrap();
    assert!(alerts.start(&of_house, evacuation).await.is_ok(), "a drill ends nobody's evacuation");
}
