//! Calls from phone to phone.
use super::house::House;
use super::rtp::Voice;
use rsipstack::sip::{Header, StatusCode};

fn row(from: &str, to: &str, answered: &str, status: &str) -> (String, String, String, String, String) {
    (from.into(), to.into(), answered.into(), status.into(), "normal".into())
}

#[tokio::test]
async fn a_panel_and_a_resident_hear_each_other_until_one_hangs_up() {
    let house = House::open().await;
    house.exchange.register("101", 1);
    let (panel, anna) = (Voice::new(880).await, Voice::new(1200).await);
    let mut call = house.exchange.call("201", "101", &panel.sdp(), &[]);
    let ring = house.exchange.ring().await;
    assert_eq!((ring.header("X-Speech-Type"), ring.header("X-Target-Callee")), ("normal".into(), "101".into()));
    assert!(ring.request.to_string().contains("panel 1001"), "the INVITE has the caller's name");
    ring.says_that_it_rings();
    call.rings().await;
    let (id, _) = house.only_call("calling").await;
    assert_eq!(ring.header("X-Speech-Id"), id);
    let resident = ring.answer(&anna);
    let caller = call.answered(&panel).await;
    panel.hears(1200).await;
    anna.hears(880).await;
    assert_eq!(house.only_call("answered").await, (id, Some("101".into())));
    resident.hang_up().await;
    caller.ends().await;
    assert_eq!(house.history(1).await, [row("201", "101", "101", "answered")]);
    house.has_no_call().await;
}

#[tokio::test]
async fn of_several_phones_the_first_that_answers_has_the_call_and_the_others_stop() {
    let house = House::open().await;
    house.exchange.register("101", 3);
    let (panel, anna) = (Voice::new(880).await, Voice::new(1200).await);
    let call = house.exchange.call("201", "101", &panel.sdp(), &[]);
    let (first, second, third) = (house.exchange.ring().await, house.exchange.ring().await, house.exchange.ring().await);
    first.says_that_it_rings();
    third.says_that_it_rings();
    let phone = second.answer(&anna);
    let caller = call.answered(&panel).await;
    first.stops().await;
    third.stops().await;
    panel.hears(1200).await;
    caller.hang_up().await;
    phone.ends().await;
}

#[tokio::test]
async fn a_call_that_nobody_takes_says_why() {
    let house = House::open().await;
    let panel = Voice::new(880).await;
    assert_eq!(house.exchange.call("201", "101", &panel.sdp(), &[]).refused().await, StatusCode::TemporarilyUnavailable.to_string());
    assert_eq!(house.history(1).await, [row("201", "101", "", "noanswer")]);
    house.exchange.register("101", 1);
    let call = house.exchange.call("201", "101", &panel.sdp(), &[]);
    house.exchange.ring().await.refuse(486);
    assert_eq!(call.refused().await, StatusCode::BusyHere.to_string());
    assert_eq!(house.history(2).await, [row("201", "101", "", "noanswer"), row("201", "101", "", "busy")]);
}

#[tokio::test]
async fn a_caller_that_hangs_up_first_stops_the_phones() {
    let house = House::open().await;
    house.exchange.register("101", 1);
    let panel = Voice::new(880).await;
    let mut call = house.exchange.call("201", "101", &panel.sdp(), &[]);
    let ring = house.exchange.ring().await;
    ring.says_that_it_rings();
    call.rings().await;
    call.dialog.cancel().await.unwrap();
    ring.stops().await;
    assert_eq!(house.history(1).await, [row("201", "101", "", "cancel")]);
}

#[tokio::test]
async fn refused_calls_ring_nobody_and_are_in_the_history() {
    let house = House::open().await;
    house.exchange.register("102", 1);
    let anna = Voice::new(880).await;
    assert_eq!(house.exchange.call("101", "101", &anna.sdp(), &[]).refused().await, "403 unable to call your number");
    // The row of a refused call is written after its answer: in this order only if one is waited for.
    house.history(1).await;
    assert_eq!(house.exchange.call("101", "102", &anna.sdp(), &[]).refused().await, "404 Not Found");
    assert!(house.exchange.is_quiet().await);
    assert_eq!(house.history(2).await, [row("101", "101", "", "failed"), row("101", "102", "", "failed")]);
}

#[tokio::test]
async fn what_does_not_come_from_the_edge_is_refused() {
    let house = House::open().await;
    house.exchange.register("101", 1);
    let mut stranger = super::exchange::Exchange::open().await;
    stranger.telephony = house.exchange.telephony;
    let voice = Voice::new(880).await;
    assert_eq!(stranger.call("201", "101", &voice.sdp(), &[]).refused().await, "403 Forbidden");
    assert!(house.exchange.is_quiet().await);
}

#[tokio::test]
async fn a_number_that_calls_too_often_is_refused() {
    let house = House::open().await;
    let anna = Voice::new(880).await;
    let mut last = String::new();
    for _ in 0..11 {
        last = house.exchange.call("101", "101", &anna.sdp(), &[]).refused().await;
    }
    assert_eq!(last, "429 too many requests");
}

#[tokio::test]
async fn nonsense_is_refused_and_calls_go_on() {
    let house = House::open().await;
    house.exchange.register("101", 1);
    let panel = Voice::new(880).await;
    assert_eq!(house.exchange.call("201", "101", "", &[]).refused().await, "488 Not Acceptable Here");
    assert_eq!(house.exchange.call("201", "101", "nonsense", &[]).refused().await, "503 Service Unavailable");
    assert_eq!(house.exchange.call("201", "101", &panel.sdp(), &[("X-Tenant", "p1.evil")]).refused().await, "404 Not Found");
    assert_eq!(
        house.exchange.call("201", "101", &panel.sdp(), &[("X-Speech-Id", "0-nowhere")]).refused().await,
        StatusCode::CallTransactionDoesNotExist.to_string()
    );
    let call = house.exchange.call("201", "101", &panel.sdp(), &[]);
    let leg = house.exchange.ring().await.answer(&Voice::new(1200).await);
    call.answered(&panel).await.hang_up().await;
    leg.ends().await;
}

#[tokio::test]
async fn a_tone_of_the_resident_reaches_the_panel() {
    let house = House::open().await;
    house.exchange.register("101", 1);
    let (panel, anna) = (Voice::new(880).await, Voice::new(1200).await);
    let call = house.exchange.call("201", "101", &panel.sdp(), &[]);
    let resident = house.exchange.ring().await.answer(&anna);
    let mut caller = call.answered(&panel).await;
    house.only_call("answered").await;
    let headers = Some(vec![Header::ContentType("application/dtmf-relay".into())]);
    let tone = resident.dialog.info(headers, Some(b"Signal=#\r\nDuration=160\r\n".to_vec()));
    let (response, heard) = tokio::join!(tone, caller.hears_of());
    assert_eq!(response.unwrap().unwrap().status_code, StatusCode::OK);
    assert_eq!(String::from_utf8_lossy(&heard.body), "Signal=#\r\nDuration=160\r\n");
    assert!(heard.to_string().contains("application/dtmf-relay"));
}

#[tokio::test]
async fn the_session_is_refreshed_as_often_as_a_phone_asks() {
    let house = House::open().await;
    house.exchange.register("101", 1);
    let (panel, anna) = (Voice::new(880).await, Voice::new(1200).await);
    let call = house.exchange.call("201", "101", &panel.sdp(), &[]);
    let resident = house.exchange.ring().await.answer(&anna);
    let caller = call.answered(&panel).await;
    house.only_call("answered").await;
    let update = resident.dialog.update(None, None).await.unwrap().unwrap();
    assert_eq!(update.status_code, StatusCode::OK);
    let sdp = || Some(vec![Header::ContentType("application/sdp".into())]);
    let again = caller.dialog.reinvite(sdp(), Some(panel.sdp().into_bytes())).await.unwrap().unwrap();
    assert_eq!(again.status_code, StatusCode::OK);
    panel.speak_to(&String::from_utf8_lossy(&again.body));
    panel.hears(1200).await;
    anna.hears(880).await;
}
