//! Telephony is killed while people talk.
use super::house::House;
use super::relay::HOLD;
use super::rtp::Voice;
use rsipstack::sip::{Header, StatusCode};

#[tokio::test]
async fn a_call_goes_on_without_telephony_and_ends_well_with_the_next() {
    let mut house = House::open().await;
    house.exchange.register("101", 1);
    let (panel, anna) = (Voice::new(880).await, Voice::new(1200).await);
    let call = house.exchange.call("201", "101", &panel.sdp(), &[]);
    let resident = house.exchange.ring().await.answer(&anna);
    let mut caller = call.answered(&panel).await;
    panel.hears(1200).await;
    let (id, _) = house.only_call("answered").await;

    house.kill();
    anna.hears(880).await;
    house.start();
    let tone = resident.dialog.info(Some(vec![Header::ContentType("application/dtmf-relay".into())]), Some(b"Signal=#".to_vec()));
    let (response, _) = tokio::join!(tone, caller.hears_of());
    assert_eq!(response.unwrap().unwrap().status_code, StatusCode::OK);
    assert_eq!(house.only_call("answered").await.0, id);
    caller.hang_up().await;
    resident.ends().await;
    let history = house.history(1).await;
    assert_eq!((history[0].2.as_str(), history[0].3.as_str()), ("101", "answered"));
    house.has_no_call().await;
}

#[tokio::test]
async fn a_call_on_hold_is_taken_back_after_a_restart() {
    let mut house = House::open().await;
    house.exchange.register("110", 1);
    let (panel, concierge) = (Voice::new(880).await, Voice::new(1200).await);
    let caller = house.exchange.call("201", "110", &panel.sdp(), &[]).answered(&panel).await;
    let operator = house.exchange.ring().await.answer(&concierge);
    panel.hears(1200).await;
    operator.hang_up().await;
    concierge.hang_up();
    let (id, _) = house.only_call("answered_waiting").await;
    panel.hears(HOLD).await;
    house.kill();
    house.start();
    let back = Voice::new(1500).await;
    let operator = house.exchange.call("110", "300", &back.sdp(), &[("X-Speech-Id", &id)]).answered(&back).await;
    panel.hears(1500).await;
    back.hears(880).await;
    caller.hang_up().await;
    operator.ends().await;
}

#[tokio::test]
async fn what_the_process_before_left_and_is_over_leaves_the_list() {
    let mut house = House::open().await;
    house.exchange.register("101", 1);
    let panel = Voice::new(880).await;
    let call = house.exchange.call("201", "101", &panel.sdp(), &[]);
    house.exchange.ring().await.says_that_it_rings();
    house.only_call("calling").await;
    house.kill();
    house.start();
    house.has_no_call().await;
    drop(call);
}

#[tokio::test]
async fn a_call_that_rang_when_its_process_was_killed_is_in_the_history() {
    let mut house = House::open().await;
    house.exchange.register("101", 1);
    let panel = Voice::new(880).await;
    let call = house.exchange.call("201", "101", &panel.sdp(), &[]);
    house.exchange.ring().await.says_that_it_rings();
    house.only_call("calling").await;
    house.kill();
    house.start();
    assert_eq!(house.history(1).await, [("201".into(), "101".into(), String::new(), "failed".into(), "normal".into())]);
    house.has_no_call().await;
    drop(call);
}

#[tokio::test]
async fn calls_that_are_not_taken_up_are_in_the_history_as_what_they_were() {
    let mut house = House::open().await;
    house.kill();
    house
        .site
        .execute(
            "INSERT INTO active_calls (id, project_id, shard, type, status, caller, callee, answered_by, is_sos, candidates, info, created_at, updated_at)
             VALUES ('0-a', 1, 0, 'awaiting', 'answered_waiting', '201', '300', '110', true, '{}', '{}', now(), now()),
                    ('0-b', 1, 0, 'awaiting', 'waiting', '201', '300', NULL, false, '{}', '{}', now(), now()),
                    ('1-c', 1, 1, 'normal', 'calling', '201', '101', NULL, false, '{}', '{}', now(), now())",
        )
        .await;
    house.start();
    let row = |answered: &str, status: &str| ("201".into(), "300".into(), answered.into(), status.into(), "awaiting".into());
    let mut history = house.history(2).await;
    history.sort();
    assert_eq!(history, [row("", "noanswer"), row("110", "answered")], "those of another replica are its own");
    let sides: (String, String, i64, String, bool) = sqlx::query_as(
        "SELECT from_device_name, from_domain_name, to_domain_id, answered_user_name, is_sos FROM call_history WHERE speech_id = '0-a'",
    )
    .fetch_one(&mut *house.site.app.context.database.system().await.unwrap())
    .await
    .unwrap();
    assert_eq!(sides, ("panel 1001".into(), "group 11".into(), 11, "user 110".into(), true));
}
