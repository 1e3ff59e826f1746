//! Calls that wait: the queue, hold, and who may take them.
use super::house::House;
use super::relay::{HOLD, QUEUE};
use super::rtp::Voice;
use prost::Message as _;
use proto::vestibule::events::v1::SosCalled;
use telephony::signalling::CallControl;
use testing::PROJECT;

fn row(to: &str, answered: &str, status: &str) -> (String, String, String, String, String) {
    ("201".into(), to.into(), answered.into(), status.into(), "awaiting".into())
}

#[tokio::test]
async fn a_visitor_waits_with_sound_is_answered_put_on_hold_and_taken_back() {
    let house = House::open().await;
    house.exchange.register("110", 1);
    let (panel, concierge) = (Voice::new(880).await, Voice::new(1200).await);
    let caller = house.exchange.call("201", "110", &panel.sdp(), &[]).answered(&panel).await;
    panel.hears(QUEUE).await;

    let ring = house.exchange.ring().await;
    assert_eq!(ring.header("X-Speech-Type"), "awaiting");
    ring.says_that_it_rings();
    let (id, _) = house.only_call("calling").await;
    let operator = ring.answer(&concierge);
    panel.hears(1200).await;
    concierge.hears(880).await;
    assert_eq!(house.only_call("answered").await, (id.clone(), Some("110".into())));

    operator.hang_up().await;
    concierge.hang_up();
    assert_eq!(house.only_call("answered_waiting").await, (id.clone(), Some("110".into())));
    panel.hears(HOLD).await;

    for tone in [1500, 1700] {
        let back = Voice::new(tone).await;
        let operator = house.exchange.call("110", "300", &back.sdp(), &[("X-Speech-Id", &id)]).answered(&back).await;
        panel.hears(tone).await;
        back.hears(880).await;
        operator.hang_up().await;
        back.hang_up();
        house.only_call("answered_waiting").await;
        panel.hears(HOLD).await;
    }
    caller.hang_up().await;
    assert_eq!(house.history(1).await, [row("110", "110", "answered")]);
    house.has_no_call().await;
}

#[tokio::test]
async fn a_call_that_somebody_has_is_answered_by_another_user() {
    let house = House::open().await;
    house.exchange.register("110", 1);
    house.exchange.register("112", 1);
    let (panel, first, second) = (Voice::new(880).await, Voice::new(1200).await, Voice::new(1500).await);
    let caller = house.exchange.call("201", "300", &panel.sdp(), &[]).answered(&panel).await;
    let mut rings = vec![house.exchange.ring().await, house.exchange.ring().await];
    rings.sort_by_key(|ring| ring.number.clone());
    let (other, ring) = (rings.pop().unwrap(), rings.pop().unwrap());
    let id = ring.header("X-Speech-Id");
    let operator = ring.answer(&first);
    other.stops().await;
    house.only_call("answered").await;
    let join = |number: &str| house.exchange.call(number, "300", &second.sdp(), &[("X-Speech-Id", &id)]);
    assert_eq!(join("112").refused().await, "403 answered by another user");
    operator.hang_up().await;
    first.hang_up();
    house.only_call("answered_waiting").await;
    assert_eq!(join("112").refused().await, "403 answered by another user");
    assert_eq!(join("102").refused().await, "403 action prohibited", "somebody whom it was not for");
    let operator = join("110").answered(&second).await;
    panel.hears(1500).await;
    caller.hang_up().await;
    operator.ends().await;
}

#[tokio::test]
async fn a_call_that_nobody_answered_waits_until_whom_it_is_for_takes_it() {
    let house = House::open().await;
    let (panel, concierge) = (Voice::new(880).await, Voice::new(1200).await);
    let caller = house.exchange.call("201", "300", &panel.sdp(), &[]).answered(&panel).await;
    let (id, answered_by) = house.only_call("waiting").await;
    assert_eq!(answered_by, None);
    panel.hears(QUEUE).await;
    let join = |number: &str| house.exchange.call(number, "300", &concierge.sdp(), &[("X-Speech-Id", &id)]);
    assert_eq!(join("102").refused().await, "403 action prohibited");
    let operator = join("112").answered(&concierge).await;
    panel.hears(1200).await;
    assert_eq!(house.only_call("answered").await.1.as_deref(), Some("112"));
    caller.hang_up().await;
    operator.ends().await;
    assert_eq!(house.history(1).await, [row("300", "112", "answered")]);
}

#[tokio::test]
async fn a_call_that_is_stopped_ends_for_everybody() {
    let house = House::open().await;
    house.exchange.register("110", 1);
    let (panel, concierge) = (Voice::new(880).await, Voice::new(1200).await);
    let caller = house.exchange.call("201", "110", &panel.sdp(), &[]).answered(&panel).await;
    let operator = house.exchange.ring().await.answer(&concierge);
    let (id, _) = house.only_call("answered").await;
    let calls = CallControl::new(&house.context());
    calls.stop(testing::OTHER_PROJECT, &id).await.unwrap();
    house.only_call("answered").await;
    calls.stop(PROJECT, &id).await.unwrap();
    caller.ends().await;
    operator.ends().await;
    house.has_no_call().await;
}

#[tokio::test]
async fn whom_a_call_is_for_is_told_of_each_of_its_states() {
    let house = House::open().await;
    house.exchange.register("110", 1);
    let mut pushes = house.pushes().await;
    let (panel, concierge) = (Voice::new(880).await, Voice::new(1200).await);
    let caller = house.exchange.call("201", "110", &panel.sdp(), &[]).answered(&panel).await;
    let ring = house.exchange.ring().await;
    let id = ring.header("X-Speech-Id");
    ring.says_that_it_rings();
    house.only_call("calling").await;
    let operator = ring.answer(&concierge);
    house.only_call("answered").await;
    operator.hang_up().await;
    house.only_call("answered_waiting").await;
    caller.hang_up().await;
    for (status, answered_by) in [("new", None), ("calling", None), ("answered", Some("110")), ("answered_waiting", Some("110")), ("destroyed", None)]
    {
        let (topic, call) = pushes.next(&id).await;
        assert_eq!((topic.as_str(), call["status"].as_str(), call["answered_by"].as_str()), ("calls-management.110", Some(status), answered_by));
        assert_eq!((call["caller"].as_str(), call["type"].as_str()), (Some("201"), Some("awaiting")));
        assert_eq!(call["info"]["device"]["name"], "panel 1001");
    }
}

#[tokio::test]
async fn a_call_for_help_is_marked_and_alarms() {
    let house = House::open().await;
    house.exchange.register("110", 1);
    let (panel, concierge) = (Voice::new(880).await, Voice::new(1200).await);
    let caller = house.exchange.call("201", "101", &panel.sdp(), &[("X-Sos", "1")]).answered(&panel).await;
    let ring = house.exchange.ring().await;
    assert_eq!((ring.number.as_str(), ring.header("X-Sos").as_str()), ("110", "1"));
    let operator = ring.answer(&concierge);
    let (id, _) = house.only_call("answered").await;
    let sos: Vec<SosCalled> = house
        .site
        .app
        .events()
        .await
        .iter()
        .filter(|event| event.0 == "telephony.sos.called")
        .map(|event| SosCalled::decode(event.1.as_slice()).unwrap())
        .collect();
    assert_eq!(sos.len(), 1);
    assert_eq!((sos[0].call_id.as_str(), sos[0].device_id, sos[0].number.as_str()), (id.as_str(), crate::site::PANEL_1, "201"));
    caller.hang_up().await;
    operator.ends().await;
}
