//! A call in the log, in events and in requests: all of one trace.
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use kit::telemetry::Start;
use serde_json::Value;

use super::house::House;
use super::rtp::Voice;

/// From the call's id to what its lines say, and in which traces.
fn calls(log: &Path) -> BTreeMap<String, (BTreeSet<String>, BTreeSet<String>)> {
    let mut calls: BTreeMap<String, (BTreeSet<String>, BTreeSet<String>)> = BTreeMap::new();
    for line in std::fs::read_to_string(log).unwrap().lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        if let Some(call) = line["fields"]["call"].as_str() {
            let (messages, traces) = calls.entry(call.into()).or_default();
            messages.insert(line["fields"]["message"].as_str().unwrap().into());
            traces.insert(line["trace_id"].as_str().expect("a line of a call has a trace").into());
        }
    }
    calls
}

async fn help(house: &House) {
    let (panel, concierge) = (Voice::new(880).await, Voice::new(1200).await);
    let caller = house.exchange.call("201", "101", &panel.sdp(), &[("X-Sos", "1")]).answered(&panel).await;
    let operator = house.exchange.ring().await.answer(&concierge);
    house.only_call("answered").await;
    caller.hang_up().await;
    operator.ends().await;
}

#[tokio::test]
async fn all_that_a_call_does_and_tells_belongs_to_its_trace_and_to_no_other() {
    let log = tempfile::NamedTempFile::new().unwrap();
    let start = Start { filter: Some("warn,telephony=debug".into()), json: true, ..Start::default() };
    let _telemetry = start.with_writer(Arc::new(log.reopen().unwrap())).unwrap();
    let house = House::open().await;
    house.exchange.register("110", 1);
    for calls in [1, 2] {
        help(&house).await;
        house.history(calls).await;
    }
    let (mut of_lines, calls) = (BTreeSet::new(), calls(log.path()));
    for (messages, traces) in calls.values() {
        assert!(["a call", "it goes on", "is written down"].iter().all(|line| messages.contains(*line)), "{messages:?}");
        assert_eq!(traces.len(), 1, "of {messages:?}");
        of_lines.extend(traces.iter().cloned());
    }
    assert_eq!((calls.len(), of_lines.len()), (2, 2));
    let mut tx = house.site.app.context.database.system().await.unwrap();
    let statement = "SELECT split_part(traceparent, '-', 2) FROM outbox WHERE topic = 'telephony.sos.called'";
    let of_events: Vec<String> = sqlx::query_scalar(statement).fetch_all(&mut *tx).await.unwrap();
    assert_eq!(of_events.into_iter().collect::<BTreeSet<_>>(), of_lines);
}
