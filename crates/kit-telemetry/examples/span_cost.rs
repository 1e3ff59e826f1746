//! What one request costs in spans while nobody looks at them: `cargo run --release -p kit --example span_cost`.
//! A request here is what the platform adds to it: the gateway's span, the call of a service and its span, the beginning
//! of a transaction, three messages within, and the traceparent for an outbox row.
use std::time::Instant;

use http::{HeaderMap, StatusCode};
use kit_telemetry::{Start, inject, span, traceparent};

const REQUESTS: u32 = 200_000;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let nothing = measure();
    let telemetry = Start { filter: None, json: true, ..Start::default() }.with_writer(std::io::sink)?;
    let off = measure();
    println!("without a subscriber {nothing:.0} ns a request, with logs and no exporter {off:.0} ns");
    telemetry.stop().await;
    Ok(())
}

/// Nanoseconds for one request.
fn measure() -> f64 {
    let started = Instant::now();
    for _ in 0..REQUESTS {
        request();
    }
    started.elapsed().as_nanos() as f64 / f64::from(REQUESTS)
}

fn request() {
    const RPC: &str = "/vestibule.access.v1.Identifiers/GetIdentifier";
    let request = span::http_server("api-gateway", "GET", "/api/v0/identifiers/{id}");
    request.in_scope(|| {
        let call = span::rpc_client("api-gateway", RPC);
        let mut headers = HeaderMap::new();
        call.in_scope(|| inject(&mut headers));
        let served = span::rpc_server("access", RPC);
        kit_telemetry::adopt(&served, &headers);
        served.in_scope(|| {
            for _ in 0..3 {
                std::hint::black_box(span::publish_mqtt("device-gateway", "device/request/v0/", "device/request/v0/a"));
            }
            std::hint::black_box(traceparent());
        });
        span::rpc_answered(&served, &headers);
        span::rpc_answered(&call, &headers);
    });
    span::http_answered(&request, StatusCode::OK);
}
