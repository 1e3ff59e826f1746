//! From queue to queue, by what phones say.
use super::house::House;
use super::rtp::Voice;
use serde_json::json;

use crate::site::{ANNA, BUILDING_1};
use crate::world::{Number, held_by, queue_of};

impl House {
    /// 105 rings Anna, a second later a concierge when she does not answer; errors go on to nobody, as queues are made.
    async fn forwards(&self) {
        let first = queue_of(&["101"], json!({ "redirect_if_no_answer": { "is_immediately": false, "timeout": 1 } }));
        let queues = json!([first, queue_of(&["110"], json!({}))]);
        self.site.keep(Number { queues: Some(queues), ..held_by("105", ANNA, BUILDING_1) }).await;
        self.exchange.register("110", 1);
    }
}

#[tokio::test]
async fn a_phone_that_says_that_nobody_answers_leaves_the_call_to_the_next_queue() {
    let house = House::open().await;
    house.forwards().await;
    house.exchange.register("101", 1);
    for code in [408, 480, 487] {
        let (panel, concierge) = (Voice::new(880).await, Voice::new(1200).await);
        let call = house.exchange.call("201", "105", &panel.sdp(), &[]);
        let ring = house.exchange.ring().await;
        assert_eq!(ring.number, "101");
        ring.refuse(code);
        let ring = house.exchange.ring().await;
        assert_eq!(ring.number, "110", "after {code}");
        let operator = ring.answer(&concierge);
        call.answered(&panel).await.hang_up().await;
        operator.ends().await;
    }
}

#[tokio::test]
async fn a_number_without_a_phone_leaves_the_call_to_the_next_queue() {
    let house = House::open().await;
    house.forwards().await;
    let (panel, concierge) = (Voice::new(880).await, Voice::new(1200).await);
    let call = house.exchange.call("201", "105", &panel.sdp(), &[]);
    let operator = house.exchange.ring().await.answer(&concierge);
    call.answered(&panel).await.hang_up().await;
    operator.ends().await;
}

#[tokio::test]
async fn a_phone_that_is_busy_ends_the_call_where_errors_do_not_go_on() {
    let house = House::open().await;
    house.forwards().await;
    house.exchange.register("101", 1);
    let panel = Voice::new(880).await;
    let call = house.exchange.call("201", "105", &panel.sdp(), &[]);
    house.exchange.ring().await.refuse(486);
    assert_eq!(call.refused().await, "486 Busy Here");
    assert_eq!(house.history(1).await[0].3, "busy");
    assert!(house.exchange.is_quiet().await);
}
