//! Calls that wait for somebody, or that somebody has.
use futures::StreamExt;
use proto::vestibule::telephony::v1::calls_server::Calls;
use proto::vestibule::telephony::v1::*;
use serde_json::{Value, json};
use telephony::rpc::call::CallService;
use testing::{NOW, OTHER_PROJECT, PROJECT, someone};
use time::Duration;
use tonic::{Code, Status};

use super::site::*;
use super::world::*;

fn api(site: &Site) -> CallService {
    CallService(site.service.clone())
}

async fn listed(site: &Site, user: i64) -> Vec<ManagedCall> {
    let request = site.by(&someone(PROJECT, user, [], &[]), ListManagedCallsRequest {});
    api(site).list_managed_calls(request).await.unwrap().into_inner().items
}

fn ids(calls: &[ManagedCall]) -> Vec<&str> {
    calls.iter().map(|call| call.id.as_str()).collect()
}

async fn stop(site: &Site, user: i64, id: &str) -> Result<(), Status> {
    let request = site.by(&someone(PROJECT, user, [], &[]), StopManagedCallRequest { id: id.into() });
    api(site).stop_managed_call(request).await.map(|_| ())
}

/// A call from panel 201, as signalling keeps it.
async fn insert_call(site: &Site, project: i64, id: &str, status: &str, candidates: &[&str], answered_by: Option<&str>, minutes_ago: i64) {
    let mut tx = site.app.context.database.tenant(project).await.unwrap();
    sqlx::query(
        "INSERT INTO active_calls (id, project_id, shard, type, status, caller, callee, answered_by, is_sos, candidates, info, created_at, updated_at)
         VALUES ($1, $2, 0, 'awaiting', $3, '201', '300', $4, true, $5, $6, $7, $7)",
    )
    .bind(id)
    .bind(project)
    .bind(status)
    .bind(answered_by)
    .bind(candidates)
    .bind(json!({ "address": "Green Park, Building 1", "user": null, "device": { "id": PANEL_1, "name": "Main gate" } }))
    .bind(NOW - Duration::minutes(minutes_ago))
    .execute(&mut *tx)
    .await
    .unwrap();
    tx.commit().await.unwrap();
}

async fn waiting() -> Site {
    let site = Site::start().await;
    site.keep(held_by("101", ANNA, BUILDING_1)).await;
    site.keep(held_by("102", BORIS, BUILDING_2)).await;
    insert_call(&site, PROJECT, "0-new", "calling", &["101"], None, 1).await;
    insert_call(&site, PROJECT, "0-old", "answered_waiting", &["101", "102"], Some("102"), 5).await;
    insert_call(&site, PROJECT, "0-taken", "answered", &["102"], Some("101"), 3).await;
    insert_call(&site, OTHER_PROJECT, "0-foreign", "calling", &["101"], None, 2).await;
    site
}

#[tokio::test]
async fn everybody_sees_the_calls_that_wait_for_them_or_that_they_have_the_oldest_first() {
    let site = waiting().await;
    assert_eq!(ids(&listed(&site, ANNA).await), ["0-old", "0-taken", "0-new"]);
    assert_eq!(ids(&listed(&site, BORIS).await), ["0-old", "0-taken"]);
    assert_eq!(ids(&listed(&site, 77).await), Vec::<&str>::new());
    let call = listed(&site, ANNA).await.swap_remove(0);
    assert_eq!((call.status(), call.r#type(), call.is_sos), (ManagedCallStatus::AnsweredWaiting, CallType::Awaiting, true));
    assert_eq!((call.caller.as_str(), call.callee.as_str(), call.answered_by.as_deref()), ("201", "300", Some("102")));
    assert_eq!(call.created_at, (NOW - Duration::minutes(5)).unix_timestamp());
    let info = call.info.unwrap();
    assert_eq!((info.address.as_str(), info.user, info.device.unwrap().id), ("Green Park, Building 1", None, PANEL_1));
}

#[tokio::test]
async fn a_number_that_is_switched_off_has_no_calls() {
    let site = waiting().await;
    site.execute("UPDATE sip_numbers SET is_active = false WHERE number = '101'").await;
    assert!(listed(&site, ANNA).await.is_empty());
}

#[tokio::test]
async fn whom_a_call_waits_for_may_end_it_wherever_it_is_kept() {
    let site = waiting().await;
    let client = redis::Client::open(site.app.context.settings.redis_url.as_str()).unwrap();
    let mut subscription = client.get_async_pubsub().await.unwrap();
    subscription.subscribe(site.app.context.settings.redis_name("telephony:stop")).await.unwrap();
    stop(&site, BORIS, "0-old").await.unwrap();
    let mut messages = subscription.on_message();
    // Other tests share the channel.
    let is_ours = |message: redis::Msg| {
        let message: Value = serde_json::from_slice(message.get_payload_bytes()).unwrap();
        std::future::ready((message["id"] == "0-old").then_some(message))
    };
    let published =
        tokio::time::timeout(std::time::Duration::from_secs(10), std::pin::pin!((&mut messages).filter_map(is_ours)).next()).await.unwrap();
    assert_eq!(published, Some(json!({ "project_id": PROJECT, "id": "0-old" })));
}

#[tokio::test]
async fn nobody_else_ends_a_call_or_learns_of_it() {
    let site = waiting().await;
    for (user, id) in [(BORIS, "0-new"), (77, "0-old"), (ANNA, "0-foreign"), (ANNA, "nonsense"), (ANNA, "")] {
        assert_eq!(stop(&site, user, id).await.unwrap_err().code(), Code::NotFound, "{user} {id}");
    }
}

/// The statements of a replica of the previous version, while it and this one run.
#[tokio::test]
async fn the_tables_old_name_is_a_view_that_the_previous_version_can_write() {
    let site = Site::start().await;
    let upsert = async |project: i64, of: i64, status: &str| -> Result<bool, sqlx::Error> {
        let mut tx = site.app.context.database.tenant(project).await.unwrap();
        let is_new = sqlx::query_scalar(
            "INSERT INTO speeches (id, project_id, shard, type, status, caller, callee, is_sos, candidates, info, created_at, updated_at)
             VALUES ('0-a', $1, 0, 'normal', $2, '201', '101', false, '{101}', '{}', now(), now())
             ON CONFLICT (id) DO UPDATE SET status = EXCLUDED.status, updated_at = EXCLUDED.updated_at RETURNING xmax = 0",
        )
        .bind(of)
        .bind(status)
        .fetch_one(&mut *tx)
        .await?;
        tx.commit().await.unwrap();
        Ok(is_new)
    };
    assert!(upsert(PROJECT, PROJECT, "calling").await.unwrap());
    assert!(!upsert(PROJECT, PROJECT, "answered").await.unwrap());
    assert!(upsert(OTHER_PROJECT, PROJECT, "calling").await.is_err(), "row-level security holds through the view");
    let mut tx = site.app.context.database.tenant(OTHER_PROJECT).await.unwrap();
    let seen: i64 = sqlx::query_scalar("SELECT count(*) FROM speeches").fetch_one(&mut *tx).await.unwrap();
    assert_eq!(seen, 0);
    drop(tx);
    let mut tx = site.app.context.database.system().await.unwrap();
    let ended = "WITH gone AS (DELETE FROM speeches WHERE shard = 0 RETURNING *) SELECT id, status FROM gone";
    let ended: Vec<(String, String)> = sqlx::query_as(ended).fetch_all(&mut *tx).await.unwrap();
    assert_eq!(ended, [("0-a".into(), "answered".into())]);
}
