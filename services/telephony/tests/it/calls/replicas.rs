//! Several replicas of telephony: each keeps its calls, and nobody notices which.
use std::collections::HashSet;
use std::time::Duration;

use policy::{Caller, Permission};
use proto::vestibule::telephony::v1::{ListManagedCallsRequest, SetInterceptionRequest, StopManagedCallRequest};
use testing::{PROJECT, someone};
use tokio::net::UdpSocket;
use tokio::time::{Instant, timeout_at};

use super::house::{CONCIERGE, eventually};
use super::relay::{HOLD, QUEUE};
use super::rtp::Voice;
use super::town::Town;
use crate::site::BUILDING_1;

fn concierge() -> Caller {
    someone(PROJECT, CONCIERGE, [Permission::CanInterceptCallLikeConcierge], &[BUILDING_1])
}

#[tokio::test]
async fn a_call_is_answered_paused_joined_and_stopped_whichever_replica_keeps_it_and_is_asked() {
    let town = Town::open().await;
    let (panel, desk) = (town.phone("201").await, town.phone("110").await);
    for (keeper, asked) in [(0, 1), (1, 0)] {
        let (visitor, operator) = (Voice::new(880).await, Voice::new(1200).await);
        let (id, caller) = town.call_kept_by(keeper, &panel, "300", &visitor).await;
        visitor.hears(QUEUE).await;
        let talk = desk.rings_of(&id).await.answer(&operator);
        visitor.hears(1200).await;
        operator.hears(880).await;

        talk.hang_up().await;
        operator.hang_up();
        town.becomes(&id, "answered_waiting").await;
        visitor.hears(HOLD).await;
        let (mut client, request) = town.ask(asked, &concierge(), ListManagedCallsRequest {}).await;
        let waiting = client.list_managed_calls(request).await.unwrap().into_inner().items;
        assert_eq!(waiting.iter().map(|call| call.id.as_str()).collect::<Vec<_>>(), [id.as_str()]);

        let back = Voice::new(1500).await;
        let talk = desk.call("300", &back.sdp(), &[("X-Speech-Id", &id)]).answered(&back).await;
        visitor.hears(1500).await;
        back.hears(880).await;
        town.becomes(&id, "answered").await;

        let (mut client, request) = town.ask(asked, &concierge(), StopManagedCallRequest { id: id.clone() }).await;
        client.stop_managed_call(request).await.unwrap();
        tokio::join!(caller.ends(), talk.ends());
        town.has_no_call().await;
    }
}

#[tokio::test]
async fn interception_begun_at_one_replica_holds_for_calls_of_the_other() {
    let town = Town::open().await;
    let (panel, desk, _flat) = (town.phone("201").await, town.phone("110").await, town.phone("101").await);
    for (keeper, asked) in [(0, 1), (1, 0)] {
        let switch = async |is_active| {
            let (mut client, request) = town.ask(asked, &concierge(), SetInterceptionRequest { is_active, domains: vec![BUILDING_1] }).await;
            client.set_interception(request).await.unwrap();
        };
        switch(true).await;
        let (visitor, operator) = (Voice::new(880).await, Voice::new(1200).await);
        let (id, caller) = town.call_kept_by(keeper, &panel, "101", &visitor).await;
        let ring = desk.rings_of(&id).await;
        assert_eq!(ring.header("X-Target-Callee"), "101");
        let talk = ring.answer(&operator);
        visitor.hears(1200).await;
        caller.hang_up().await;
        talk.ends().await;
        town.has_no_call().await;
        switch(false).await;
    }
}

#[tokio::test]
async fn calls_of_a_replica_that_is_killed_go_on_and_new_ones_are_the_others() {
    let mut town = Town::open().await;
    let (panel, desk, other_desk, flat) = (town.phone("201").await, town.phone("110").await, town.phone("112").await, town.phone("101").await);
    let (visitor, operator) = (Voice::new(880).await, Voice::new(1200).await);
    let (id, caller) = town.call_kept_by(1, &panel, "300", &visitor).await;
    let talk = desk.rings_of(&id).await.answer(&operator);
    visitor.hears(1200).await;
    town.becomes(&id, "answered").await;

    town.replicas[1].kill();
    visitor.hears_again(1200).await;
    operator.hears_again(880).await;
    for _ in 0..3 {
        let (anna, boris) = (Voice::new(1500).await, Voice::new(1700).await);
        let call = flat.call("112", &anna.sdp(), &[]);
        let ring = other_desk.rings_for("112").await;
        assert!(ring.header("X-Speech-Id").starts_with("0-"));
        let answered = ring.answer(&boris);
        let leg = call.answered(&anna).await;
        anna.hears(1700).await;
        leg.hang_up().await;
        answered.ends().await;
    }

    town.replicas[1].start().await;
    talk.hang_up().await;
    operator.hang_up();
    visitor.hears(HOLD).await;
    let back = Voice::new(1900).await;
    let talk = desk.call("300", &back.sdp(), &[("X-Speech-Id", &id)]).answered(&back).await;
    visitor.hears(1900).await;
    caller.hang_up().await;
    talk.ends().await;
    town.has_no_call().await;
    let mut tx = town.site.app.context.database.tenant(PROJECT).await.unwrap();
    let rows: Vec<(String, String)> =
        sqlx::query_as("SELECT status, answered_number FROM call_history WHERE speech_id = $1").bind(&id).fetch_all(&mut *tx).await.unwrap();
    assert_eq!(rows, [("answered".into(), "110".into())]);
}

#[tokio::test]
async fn a_trunk_is_registered_by_one_replica() {
    let town = Town::open().await;
    let provider = UdpSocket::bind("127.0.0.1:0").await.unwrap();
    let mut tx = town.site.app.context.database.tenant(PROJECT).await.unwrap();
    sqlx::query(
        "INSERT INTO sip_trunks (project_id, name, outgoing_number, termination_uri, login, sealed_password, is_registration_enabled, status,
             created_at, updated_at)
         VALUES ($1, 'Provider', '+4930100', $2, 'line', $3, true, 'ready', now(), now())",
    )
    .bind(PROJECT)
    .bind(format!("sip:{}", provider.local_addr().unwrap()))
    .bind(town.site.app.context.sealer.seal_for("telephony.trunk.password", "a secret of the line"))
    .execute(&mut *tx)
    .await
    .unwrap();
    tx.commit().await.unwrap();

    let (mut registrations, mut buffer) = (HashSet::new(), vec![0; 65_536]);
    // Replicas look for trunks every five seconds.
    let end = Instant::now() + Duration::from_secs(13);
    while let Ok(Ok((length, edge))) = timeout_at(end, provider.recv_from(&mut buffer)).await {
        let request = String::from_utf8_lossy(&buffer[..length]).into_owned();
        let lines = |names: &[&str]| request.lines().filter(|line| names.iter().any(|name| line.starts_with(name))).collect::<Vec<_>>().join("\r\n");
        assert!(lines(&["Contact:"]).contains("sip:s0@"), "{request}");
        registrations.insert(lines(&["Call-ID:"]));
        let (kept, to) = (lines(&["Via:", "From:", "Call-ID:", "CSeq:"]), lines(&["To:"]));
        let answer = format!("SIP/2.0 200 OK\r\n{kept}\r\n{to};tag=p\r\nExpires: 300\r\nContent-Length: 0\r\n\r\n");
        provider.send_to(answer.as_bytes(), edge).await.unwrap();
    }
    assert_eq!(registrations.len(), 1);
    let status = async || {
        let mut tx = town.site.app.context.database.tenant(PROJECT).await.unwrap();
        let status: String = sqlx::query_scalar("SELECT status FROM sip_trunks").fetch_one(&mut *tx).await.unwrap();
        (status == "registered").then_some(())
    };
    eventually(status).await;
}
