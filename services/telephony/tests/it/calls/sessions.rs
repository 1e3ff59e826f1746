//! Phones that must prove that they are still there (RFC 4028).
use super::exchange::{Leg, Ring};
use super::house::House;
use super::relay::HOLD;
use super::rtp::Voice;
use rsipstack::sip::{Header, Method, Response};
use telephony::domain::session_timer::Policy;

/// Refreshed after two seconds, over after three.
const SHORT: Policy = Policy { expires: 4, shortest: 1 };

fn value<'a>(headers: impl IntoIterator<Item = &'a Header>, name: &str) -> String {
    headers.into_iter().find(|header| header.name().eq_ignore_ascii_case(name)).map(|header| header.value().to_string()).unwrap_or_default()
}

fn of_response(response: &Response, name: &str) -> String {
    value(response.headers.iter(), name)
}

/// A panel (201) and Anna (101) talk; what she says about timers with her answer.
async fn talk(house: &House, panel: &Voice, anna: &Voice, says: Vec<Header>) -> (Leg, Leg) {
    house.exchange.register("101", 1);
    let call = house.exchange.call("201", "101", &panel.sdp(), &[]);
    let ring: Ring = house.exchange.ring().await;
    assert_eq!(value(ring.request.headers.iter(), "Session-Expires"), format!("{};refresher=uac", SHORT.expires));
    let resident = ring.answer_saying(anna, says);
    let caller = call.answered(panel).await;
    house.only_call("answered").await;
    (caller, resident)
}

fn row(from: &str, to: &str) -> (String, String, String, String, String) {
    (from.into(), to.into(), to.into(), "answered".into(), "normal".into())
}

#[tokio::test]
async fn phones_that_do_not_refresh_are_refreshed_and_talk_on() {
    let house = House::of_sessions(SHORT).await;
    let (panel, anna) = (Voice::new(880).await, Voice::new(1200).await);
    let (mut caller, mut resident) = talk(&house, &panel, &anna, vec![Header::Allow("INVITE, UPDATE".into())]).await;
    for _ in 0..2 {
        let (of_caller, of_resident) = tokio::join!(caller.is_refreshed(&panel), resident.is_refreshed(&anna));
        assert_eq!(of_caller.method, Method::Invite, "a phone that does not say that it knows UPDATE is sent what it knows");
        assert!(String::from_utf8_lossy(&of_caller.body).contains("m=audio"));
        assert_eq!((of_resident.method, of_resident.body.len()), (Method::Update, 0));
        assert_eq!(value(of_resident.headers.iter(), "Session-Expires"), "4;refresher=uac");
    }
    panel.hears(1200).await;
    anna.hears(880).await;
    caller.hang_up().await;
    resident.ends().await;
    assert_eq!(house.history(1).await, [row("201", "101")]);
}

#[tokio::test]
async fn a_phone_that_does_not_know_the_call_any_more_ends_it_for_both() {
    let house = House::of_sessions(SHORT).await;
    let (panel, anna) = (Voice::new(880).await, Voice::new(1200).await);
    let (caller, mut resident) = talk(&house, &panel, &anna, Vec::new()).await;
    resident.refuses_refresh(481).await;
    tokio::join!(caller.ends(), resident.ends());
    assert_eq!(house.history(1).await, [row("201", "101")]);
    house.has_no_call().await;
}

#[tokio::test]
async fn a_caller_that_the_edge_cannot_reach_any_more_is_hung_up_on() {
    let house = House::of_sessions(SHORT).await;
    let (panel, anna) = (Voice::new(880).await, Voice::new(1200).await);
    let (mut caller, resident) = talk(&house, &panel, &anna, Vec::new()).await;
    caller.refuses_refresh(408).await;
    tokio::join!(caller.ends(), resident.ends());
    assert_eq!(house.history(1).await, [row("201", "101")]);
    house.has_no_call().await;
}

#[tokio::test]
async fn a_caller_whose_operator_is_gone_is_put_on_hold() {
    let house = House::of_sessions(SHORT).await;
    house.exchange.register("110", 1);
    let (panel, concierge) = (Voice::new(880).await, Voice::new(1200).await);
    let mut caller = house.exchange.call("201", "110", &panel.sdp(), &[]).answered(&panel).await;
    let mut operator = house.exchange.ring().await.answer(&concierge);
    house.only_call("answered").await;
    tokio::join!(operator.refuses_refresh(481), caller.is_refreshed(&panel));
    concierge.hang_up();
    operator.ends().await;
    house.only_call("answered_waiting").await;
    panel.hears(HOLD).await;
    caller.hang_up().await;
    assert_eq!(house.history(1).await[0].3, "answered");
}

#[tokio::test]
async fn a_phone_that_cannot_be_refreshed_just_now_is_asked_again() {
    let house = House::of_sessions(Policy { expires: 30, ..SHORT }).await;
    house.exchange.register("101", 1);
    let (panel, anna) = (Voice::new(880).await, Voice::new(1200).await);
    let lets = [("Supported", "timer"), ("Session-Expires", "8")];
    let call = house.exchange.call("201", "101", &panel.sdp(), &lets);
    let _resident = house.exchange.ring().await.answer(&anna);
    let mut caller = call.answered(&panel).await;
    caller.refuses_refresh(491).await;
    caller.is_refreshed(&panel).await;
    house.only_call("answered").await;
}

#[tokio::test]
async fn a_phone_that_says_that_it_refreshes_and_does_not_is_gone() {
    let house = House::of_sessions(SHORT).await;
    house.exchange.register("101", 1);
    let (panel, anna) = (Voice::new(880).await, Voice::new(1200).await);
    let does = [("Supported", "timer"), ("Session-Expires", "3;refresher=uac")];
    let call = house.exchange.call("201", "101", &panel.sdp(), &does);
    let resident = house.exchange.ring().await.answer(&anna);
    let (response, caller) = call.outcome().await;
    assert_eq!((of_response(&response, "Session-Expires"), of_response(&response, "Require")), ("3;refresher=uac".into(), "timer".into()));
    tokio::join!(caller.ends(), resident.ends());
    assert_eq!(house.history(1).await, [row("201", "101")]);
}

#[tokio::test]
async fn a_session_that_is_too_short_is_refused_with_the_shortest() {
    let house = House::open().await;
    let panel = Voice::new(880).await;
    let (response, _) = house.exchange.call("201", "101", &panel.sdp(), &[("Supported", "timer"), ("Session-Expires", "30")]).outcome().await;
    assert_eq!((response.status_code.code(), of_response(&response, "Min-SE")), (422, "90".into()));
    assert!(house.exchange.is_quiet().await);
}

#[tokio::test]
async fn legs_that_outlive_a_restart_are_refreshed_and_end_when_their_phone_is_gone() {
    let mut house = House::of_sessions(SHORT).await;
    let (panel, anna) = (Voice::new(880).await, Voice::new(1200).await);
    let (mut caller, mut resident) = talk(&house, &panel, &anna, vec![Header::Allow("UPDATE".into())]).await;
    tokio::join!(caller.is_refreshed(&panel), resident.is_refreshed(&anna));
    house.kill();
    house.start();
    let (_, of_resident) = tokio::join!(caller.is_refreshed(&panel), resident.is_refreshed(&anna));
    assert_eq!(of_resident.method, Method::Update, "the phone's earlier Allow is remembered");
    resident.refuses_refresh(481).await;
    tokio::join!(caller.ends(), resident.ends());
    assert_eq!(house.history(1).await, [row("201", "101")]);
    house.has_no_call().await;
}

#[tokio::test]
async fn a_phone_that_wants_longer_sessions_is_rung_again_with_one() {
    let house = House::open().await;
    house.exchange.register("101", 1);
    house.exchange.wants_sessions_of("101", 3600);
    let (panel, anna) = (Voice::new(880).await, Voice::new(1200).await);
    let call = house.exchange.call("201", "101", &panel.sdp(), &[]);
    let ring = house.exchange.ring().await;
    let of_ring = |name: &str| value(ring.request.headers.iter(), name);
    assert_eq!((of_ring("Session-Expires"), of_ring("Min-SE")), ("3600;refresher=uac".into(), "3600".into()));
    let resident = ring.answer(&anna);
    let caller = call.answered(&panel).await;
    panel.hears(1200).await;
    anna.hears(880).await;
    caller.hang_up().await;
    resident.ends().await;
    assert_eq!(house.history(1).await, [row("201", "101")]);
}

#[tokio::test]
async fn a_phone_that_wants_sessions_of_days_is_not_rung_for_ever() {
    let house = House::open().await;
    house.exchange.register("101", 1);
    house.exchange.wants_sessions_of("101", 86_401);
    let panel = Voice::new(880).await;
    house.exchange.call("201", "101", &panel.sdp(), &[]).refused().await;
    assert!(house.exchange.is_quiet().await);
    assert_eq!(house.history(1).await[0].3, "failed");
}
