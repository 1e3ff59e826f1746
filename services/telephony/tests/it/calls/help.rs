//! Calls for help: whatever stands in their way, they are events, and the history has them.
use super::house::House;
use super::rtp::Voice;
use prost::Message as _;
use proto::vestibule::events::v1::SosCalled;

use crate::site::PANEL_1;

const HELP: (&str, &str) = ("X-Sos", "1");

impl House {
    /// Of calls for help, what was events.
    async fn sos_events(&self) -> Vec<SosCalled> {
        let events = self.site.app.events().await.into_iter().filter(|event| event.0 == "telephony.sos.called");
        events.map(|event| SosCalled::decode(event.1.as_slice()).unwrap()).collect()
    }
}

fn row(to: &str, status: &str) -> (String, String, String, String, String) {
    ("201".into(), to.into(), String::new(), status.into(), "awaiting".into())
}

#[tokio::test]
async fn a_call_for_help_that_rings_nobody_alarms_and_is_in_the_history() {
    let house = House::open().await;
    let panel = Voice::new(880).await;
    house.site.execute("UPDATE roles SET permissions = '{}'").await;
    let mut expected = Vec::new();
    for (change, number, offer, answer, outcome) in [
        ("SELECT 1", "999", panel.sdp(), "480 Temporarily Unavailable", "noanswer"),
        ("SELECT 1", "sos", panel.sdp(), "480 Temporarily Unavailable", "noanswer"),
        ("SELECT 1", "101", String::new(), "488 Not Acceptable Here", "failed"),
        ("UPDATE sip_numbers SET is_active = false WHERE number = '201'", "101", panel.sdp(), "403 number is disabled", "failed"),
        ("UPDATE projects SET suspended = true", "101", panel.sdp(), "403 number is disabled", "failed"),
    ] {
        house.site.execute(change).await;
        assert_eq!(house.exchange.call("201", number, &offer, &[HELP]).refused().await, answer, "{number} after {change}");
        expected.push(row(number, outcome));
        assert_eq!(house.history(expected.len()).await, expected);
    }
    let events = house.sos_events().await;
    assert!(events.iter().all(|sos| (sos.device_id, sos.device_name.as_str(), sos.number.as_str()) == (PANEL_1, "panel 1001", "201")));
    let mut calls: Vec<&str> = events.iter().map(|sos| sos.call_id.as_str()).collect();
    calls.dedup();
    assert_eq!(calls.len(), expected.len(), "each once");
}

#[tokio::test]
async fn a_call_for_help_is_told_when_the_database_is_back() {
    let house = House::open().await;
    let panel = Voice::new(880).await;
    house.as_owner("ALTER TABLE sip_numbers RENAME COLUMN name TO away").await;
    assert_eq!(house.exchange.call("201", "101", &panel.sdp(), &[HELP]).refused().await, "503 Service Unavailable");
    assert!(house.sos_events().await.is_empty());
    house.as_owner("ALTER TABLE sip_numbers RENAME COLUMN away TO name").await;
    assert_eq!(house.history(1).await, [row("101", "failed")]);
    assert_eq!(house.sos_events().await.len(), 1);
}

#[tokio::test]
async fn calls_that_are_too_many_keep_no_call_for_help_out() {
    let house = House::open().await;
    house.exchange.register("110", 1);
    let (panel, concierge) = (Voice::new(880).await, Voice::new(1200).await);
    let mut last = String::new();
    for _ in 0..11 {
        last = house.exchange.call("201", "201", &panel.sdp(), &[]).refused().await;
    }
    assert_eq!(last, "429 too many requests");
    let caller = house.exchange.call("201", "101", &panel.sdp(), &[HELP]).answered(&panel).await;
    let operator = house.exchange.ring().await.answer(&concierge);
    house.only_call("answered").await;
    assert_eq!(house.sos_events().await.len(), 1);
    caller.hang_up().await;
    operator.ends().await;
}

#[tokio::test]
async fn a_persons_phone_raises_no_alarm_whatever_it_says() {
    let house = House::open().await;
    let anna = Voice::new(880).await;
    assert_eq!(house.exchange.call("101", "101", &anna.sdp(), &[HELP]).refused().await, "403 unable to call your number");
    assert_eq!(house.history(1).await[0].4, "normal");
    assert!(house.sos_events().await.is_empty());
}
