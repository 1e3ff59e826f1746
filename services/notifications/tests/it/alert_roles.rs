//! Who says who starts an alert and who releases its lockdown; what filters tell of what an alert names, and pages of its runs.
use policy::Caller;
use proto::vestibule::notifications::v1::emergency_alerts_server::EmergencyAlerts;
use proto::vestibule::notifications::v1::*;
use serde_json::{Value, json};
use tonic::{Code, Status};

use crate::emergency_alert::*;
use crate::harness::*;

/// A lockdown of the house that administrators start and release.
async fn lockdown_of_administrators(alerts: &Alerts) -> i64 {
    let lockdown = EmergencyAlert {
        door_mode: DoorMode::Lockdown.into(),
        start_roles: vec![reference(ADMINISTRATOR)],
        release_roles: vec![reference(ADMINISTRATOR)],
        ..alerts.fire(&admin()).await
    };
    alerts.create(&admin(), lockdown).await.unwrap().id
}

/// Both lists with these roles.
fn roles(ids: &[i64]) -> EmergencyAlert {
    let roles: Vec<_> = ids.iter().copied().map(reference).collect();
    EmergencyAlert { name: "Shut".into(), start_roles: roles.clone(), release_roles: roles, ..Default::default() }
}

#[tokio::test]
async fn who_starts_and_who_releases_is_changed_by_who_may_do_it_or_edits_all_alerts() {
    let alerts = start().await;
    let id = lockdown_of_administrators(&alerts).await;
    let editor = Caller { role_id: RESIDENT, ..guard(5, &[COMPANY]) };
    let not_started = alerts.start(&editor, id).await.unwrap_err();
    for list in ["start_roles", "release_roles"] {
        for changed in [roles(&[]), roles(&[RESIDENT]), roles(&[ADMINISTRATOR, RESIDENT])] {
            let refused = alerts.update(&editor, id, changed, &[list]).await.unwrap_err();
            assert_eq!((refused.code(), refused.message()), (Code::PermissionDenied, not_started.message()), "{list}");
        }
    }
    let saved = alerts.update(&editor, id, roles(&[ADMINISTRATOR]), &["name", "start_roles", "release_roles"]).await.unwrap();
    assert_eq!(saved.name, "Shut", "lists that stay are no change");

    let holder = Caller { role_id: ADMINISTRATOR, ..guard(6, &[COMPANY]) };
    alerts.update(&holder, id, roles(&[ADMINISTRATOR, RESIDENT]), &["start_roles"]).await.unwrap();
    alerts.update(&editor, id, roles(&[]), &["start_roles"]).await.unwrap();
    assert_eq!(alerts.update(&editor, id, roles(&[]), &["release_roles"]).await.unwrap_err().code(), Code::PermissionDenied);
    alerts.update(&admin(), id, roles(&[]), &["release_roles"]).await.unwrap();
    alerts.update(&editor, id, roles(&[RESIDENT]), &["start_roles", "release_roles"]).await.unwrap();
}

async fn filtered(alerts: &Alerts, caller: &Caller, filters: Value) -> Result<i64, Status> {
    let request = ListEmergencyAlertsRequest { filters: filters.to_string(), ..Default::default() };
    Ok(alerts.service.list_emergency_alerts(alerts.by(caller, request)).await?.into_inner().total)
}

#[tokio::test]
async fn a_filter_does_not_tell_which_alerts_name_what_the_caller_does_not_see() {
    let alerts = start().await;
    let both = EmergencyAlert {
        domains: vec![reference(HOUSE), reference(ANNEX)],
        pass_domains: vec![reference(ANNEX)],
        devices: vec![reference(ANNEX_MONITOR)],
        ..alerts.fire(&admin()).await
    };
    alerts.create(&admin(), both).await.unwrap();
    let of_house = guard(5, &[HOUSE]);
    let item = |field: &str, rule: &str, value: Value| json!({ "field": field, "rule": rule, "value": value });
    let hidden = [("domain_id", ANNEX), ("within_domain_id", ANNEX), ("named_domain_id", ANNEX), ("device_id", ANNEX_MONITOR), ("domain_id", 999)];
    for (field, id) in hidden {
        for rule in ["equals", "has", "is"] {
            let one = item(field, rule, json!(id));
            let shapes = [
                json!([one.clone()]),
                one.clone(),
                json!([item(field, rule, json!([HOUSE, id]))]),
                json!({ "match": "match_any", "items": [item("name", "equals", json!("Fire")), one.clone()] }),
                json!([{ "match": "match_any", "items": [{ "items": [one.clone()] }] }]),
                json!({ "field": field, "rule": rule, "value": [], "items": [one] }),
            ];
            for shape in shapes {
                let refused = filtered(&alerts, &of_house, shape.clone()).await.unwrap_err();
                assert_eq!(refused.message(), "invalid related entity sent", "{shape}");
            }
        }
    }
    for (field, id) in [("domain_id", HOUSE), ("within_domain_id", HOUSE), ("named_domain_id", HOUSE)] {
        assert_eq!(filtered(&alerts, &of_house, json!([item(field, "equals", json!(id))])).await.unwrap(), 1, "{field}");
    }
    for (field, id) in hidden[..4].iter().copied() {
        assert_eq!(filtered(&alerts, &admin(), json!([item(field, "equals", json!(id))])).await.unwrap(), 1, "{field}");
    }
}

#[tokio::test]
async fn pages_of_runs_have_the_sizes_of_other_lists() {
    let alerts = start().await;
    let id = alerts.create(&admin(), alerts.fire(&admin()).await).await.unwrap().id;
    let list = |page, size| alerts.service.list_alert_runs(alerts.by(&admin(), ListAlertRunsRequest { id, page, size }));
    for size in [-1, 30, 100_000] {
        assert_eq!(field_error(&list(1, size).await.unwrap_err(), "size"), "must be one of: 10, 20, 50, 100, 500");
    }
    assert_eq!(field_error(&list(100_000, 500).await.unwrap_err(), "page"), "too far: filter the list");
    let page = list(0, 0).await.unwrap().into_inner();
    assert_eq!((page.page, page.size), (1, 20));
}
