//! The log of work beside a request.
use std::sync::Arc;

use kit_telemetry::{Start, adopt, span, spawn};
use serde_json::Value;

const BROWSER: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

#[tokio::test]
async fn work_that_a_request_does_not_wait_for_belongs_to_its_trace() {
    let paper = tempfile::NamedTempFile::new().expect("a file");
    let start = Start { filter: Some("warn".into()), json: true, ..Start::default() };
    let _telemetry = start.with_writer(Arc::new(paper.reopen().expect("the file"))).expect("telemetry");

    let request = span::rpc_server("identity", "/x.Y/Z");
    adopt(&request, &http::HeaderMap::from_iter([(http::HeaderName::from_static("traceparent"), BROWSER.parse().expect("a header"))]));
    let work = request.in_scope(|| spawn("identity", "load a table", async { tracing::warn!("the table's") }));
    drop(request);
    work.await.expect("it ends");

    let text = std::fs::read_to_string(&paper).expect("UTF-8");
    let line: Value = serde_json::from_str(&text).expect("a line");
    assert_eq!((&line["trace_id"], &line["service"]), (&BROWSER[3..35].into(), &"identity".into()));
}
