//! What a line of the log says of the request that it belongs to, while traces are not exported.
use std::sync::Arc;

use kit_telemetry::{Start, adopt, inject, span};
use serde_json::Value;

/// The browser's trace goes through two services; each line has its trace, and the span and service that logged it.
#[test]
fn a_line_within_a_request_has_the_ids_of_its_trace_at_every_level() {
    const BROWSER: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    let paper = tempfile::NamedTempFile::new().expect("a file");
    let start = Start { filter: Some("warn".into()), json: true, ..Start::default() };
    let _telemetry = start.with_writer(Arc::new(paper.reopen().expect("the file"))).expect("telemetry");

    tracing::warn!("nobody's");
    let mut headers = http::HeaderMap::from_iter([(http::HeaderName::from_static("traceparent"), BROWSER.parse().expect("a header"))]);
    // As libraries do that look whether anybody wants what is costly to say.
    assert!(tracing::enabled!(tracing::Level::WARN));
    let request = span::http_server("api-gateway", "GET", "/x");
    adopt(&request, &headers);
    request.in_scope(|| {
        tracing::warn!(count = 3, "the gateway's");
        let client = span::rpc_client("api-gateway", "/x.Y/Z");
        client.in_scope(|| inject(&mut headers));
        assert!(client.is_disabled(), "a span that nobody looks at");
        let call = span::rpc_server("access", "/x.Y/Z");
        adopt(&call, &headers);
        call.in_scope(|| tracing::error!(error = "x", "the service's"));
    });

    let text = std::fs::read_to_string(&paper).expect("UTF-8");
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    let [nobodys, gateways, services] = lines.as_slice() else { panic!("{text}") };
    assert!(nobodys["trace_id"].is_null() && nobodys["service"].is_null());
    assert_eq!(nobodys["fields"]["message"], "nobody's");
    assert_eq!((&gateways["service"], &services["service"]), (&"api-gateway".into(), &"access".into()));
    assert_eq!((&gateways["trace_id"], &services["trace_id"]), (&BROWSER[3..35].into(), &BROWSER[3..35].into()));
    assert_ne!(gateways["span_id"], services["span_id"]);
    assert_ne!(gateways["span_id"], BROWSER[36..52]);
    assert_eq!((&gateways["fields"]["count"], &services["level"]), (&3.into(), &"ERROR".into()));
    // The browser's flag of recording is not passed on: nothing is recorded.
    assert!(headers["traceparent"].to_str().expect("text").ends_with("-00"), "{headers:?}");
}
