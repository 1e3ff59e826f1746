//! Calls that wait for somebody, or that somebody has.
use futures::StreamExt;
use proto::vestibule::telephony::v1::calls_server::Calls;
use proto::vestibule::telephony::v1::*;
use serde_json::{Value, json};
use telephony::rpc::call::Api;
use testing::{NOW, OTHER_PROJECT, PROJECT, someone};
use time::Duration;
use tonic::{Code, Status};

use super::site::*;
use super::world::*;

fn api(site: &Site) -> Api {
    Api::new(&site.app.context, config().into())
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
async fn speech(site: &Site, project: i64, id: &str, status: &str, candidates: &[&str], answered_by: Option<&str>, minutes_ago: i64) {
    let mut tx = site.app.context.database.tenant(project).await.unwrap();
    sqlx::query(
        "INSERT INTO speeches (id, project_id, shard, type, status, caller, callee, answered_by, is_sos, candidates, info, created_at, updated_at)
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
    speech(&site, PROJECT, "0-new", "calling", &["101"], None, 1).await;
    speech(&site, PROJECT, "0-old", "answered_waiting", &["101", "102"], Some("102"), 5).await;
    speech(&site, PROJECT, "0-taken", "answered", &["102"], Some("101"), 3).await;
    speech(&site, OTHER_PROJECT, "0-foreign", "calling", &["101"], None, 2).await;
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
    let mut heard = client.get_async_pubsub().await.unwrap();
    heard.subscribe("vestibule:telephony:stop").await.unwrap();
    stop(&site, BORIS, "0-old").await.unwrap();
    let mut messages = heard.on_message();
    // Other tests share the channel.
    let is_ours = |message: redis::Msg| {
        let told: Value = serde_json::from_slice(message.get_payload_bytes()).unwrap();
        std::future::ready((told["id"] == "0-old").then_some(told))
    };
    let told = tokio::time::timeout(std::time::Duration::from_secs(10), std::pin::pin!((&mut messages).filter_map(is_ours)).next()).await.unwrap();
    assert_eq!(told, Some(json!({ "project_id": PROJECT, "id": "0-old" })));
}

#[tokio::test]
async fn nobody_else_ends_a_call_or_learns_of_it() {
    let site = waiting().await;
    for (user, id) in [(BORIS, "0-new"), (77, "0-old"), (ANNA, "0-foreign"), (ANNA, "nonsense"), (ANNA, "")] {
        assert_eq!(stop(&site, user, id).await.unwrap_err().code(), Code::NotFound, "{user} {id}");
    }
}
