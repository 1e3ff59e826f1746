//! Every attempt is in the history.
use super::house::House;
use super::rtp::Voice;

fn row(from: &str, to: &str) -> (String, String, String, String, String) {
    (from.into(), to.into(), String::new(), "failed".into(), "normal".into())
}

#[tokio::test]
async fn a_number_that_calls_too_often_is_in_the_history_once_a_minute() {
    let house = House::open().await;
    let anna = Voice::new(880).await;
    for _ in 0..15 {
        house.exchange.call("101", "101", &anna.sdp(), &[]).refused().await;
    }
    let ten_and_one = vec![row("101", "101"); 11];
    assert_eq!(house.history(11).await, ten_and_one);
    house.exchange.call("102", "102", &anna.sdp(), &[]).refused().await;
    assert_eq!(house.history(12).await, [ten_and_one, vec![row("102", "102")]].concat(), "and not more often");
}

#[tokio::test]
async fn an_attempt_without_a_description_a_number_or_a_route_is_in_the_history() {
    let house = House::open().await;
    let anna = Voice::new(880).await;
    assert_eq!(house.exchange.call("101", "110", "", &[]).refused().await, "488 Not Acceptable Here");
    assert_eq!(house.history(1).await, [row("101", "110")]);
    assert_eq!(house.exchange.call("101", "*21", &anna.sdp(), &[]).refused().await, "404 Not Found");
    assert_eq!(house.history(2).await[1], row("101", "*21"));
    house.as_owner("ALTER TABLE project_features RENAME COLUMN features TO away").await;
    assert_eq!(house.exchange.call("101", "110", &anna.sdp(), &[]).refused().await, "503 Service Unavailable");
    assert_eq!(house.history(3).await[2], row("101", "110"));
}
