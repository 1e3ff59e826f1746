//! More requests than telephony works on at once.
use rsipstack::sip::{Header, Response};
use sqlx::Connection as _;
use telephony::config::MAX_CONCURRENT_REQUESTS;
use tokio::task::JoinSet;

use super::house::House;
use super::rtp::Voice;

const PLACES: usize = 20;
const MORE: usize = 10;

/// Status, and after how many seconds to come back.
fn status_and_retry_after(response: &Response) -> (u16, Option<String>) {
    let after =
        response.headers.iter().find_map(|header| if let Header::RetryAfter(after) = header { Some(after.value().to_string()) } else { None });
    (response.status_code.code(), after)
}

#[tokio::test]
async fn callers_that_are_too_many_at_once_are_told_to_come_back_and_calls_for_help_and_the_next_go_through() {
    assert_eq!(MAX_CONCURRENT_REQUESTS, 2_000);
    let mut house = House::open().await;
    house.restart_with_places(PLACES);
    for number in ["101", "110"] {
        house.exchange.register(number, 1);
    }
    let (panel, anna) = (Voice::new(880).await, Voice::new(1200).await);
    // Once it takes calls.
    house.exchange.call("799999", "101", &panel.sdp(), &[]).outcome().await;
    // Each is worked on for as long as it is not known who rings.
    let held_up = house.holds_up_routing().await;
    let mut flood = JoinSet::new();
    for caller in 0..PLACES + MORE {
        let call = house.exchange.call(&format!("7{caller:05}"), "101", &panel.sdp(), &[]);
        flood.spawn(async move { call.outcome().await.0 });
    }
    for _ in 0..MORE {
        assert_eq!(status_and_retry_after(&flood.join_next().await.unwrap().unwrap()), (503, Some("5".into())));
    }
    let help = house.exchange.call("201", "101", &panel.sdp(), &[("X-Sos", "1")]);
    held_up.close().await.unwrap();
    while let Some(refused) = flood.join_next().await {
        assert_eq!(status_and_retry_after(&refused.unwrap()).1, None, "it was worked on");
    }

    // Help has places of its own.
    let caller = help.answered(&panel).await;
    let ring = house.exchange.ring().await;
    assert_eq!((ring.number.as_str(), ring.header("X-Sos").as_str()), ("110", "1"));
    caller.hang_up().await;
    ring.stops().await;

    let call = house.exchange.call("201", "101", &panel.sdp(), &[]);
    let resident = house.exchange.ring().await.answer(&anna);
    let caller = call.answered(&panel).await;
    panel.hears(1200).await;
    anna.hears(880).await;
    caller.hang_up().await;
    resident.ends().await;
}
