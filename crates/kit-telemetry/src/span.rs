//! All spans, with the names and attributes of OpenTelemetry's semantic conventions. They hold nothing that people entered:
//! of a path only its route, of a statement only its operations and tables.
use opentelemetry::trace::TraceContextExt as _;
use tracing::field::Empty;
use tracing::{Span, info_span};
use tracing_opentelemetry::OpenTelemetrySpanExt as _;
use uuid::Uuid;

use super::{DETAIL, REQUEST, propagation};

/// Marks a span as failed. `kind` is one of a fixed set of words, never text of the other side.
pub fn failed(span: &Span, kind: &str) {
    span.record("error.type", kind);
    span.record("otel.status_code", "error");
}

/// A request of a browser. Its path and query are left out: either may hold a token.
pub fn http_server(service: &'static str, method: &str, route: &str) -> Span {
    info_span!(
        target: REQUEST, parent: None, "http",
        otel.name = %format_args!("{method} {route}"), otel.kind = "server", service.name = service,
        http.request.method = method, http.route = route, http.response.status_code = Empty, otel.status_code = Empty,
    )
}

/// Records the status; only a fault of the server (5xx) is an error.
pub fn http_answered(span: &Span, status: http::StatusCode) {
    span.record("http.response.status_code", i64::from(status.as_u16()));
    if status.is_server_error() {
        span.record("otel.status_code", "error");
    }
}

/// A SIP request, by its method, until its final answer.
pub fn sip_server(service: &'static str, method: &'static str) -> Span {
    info_span!(
        target: REQUEST, parent: None, "sip",
        otel.name = method, otel.kind = "server", service.name = service,
        network.protocol.name = "sip", error.type = Empty, otel.status_code = Empty,
    )
}

/// A call of another service. `path` as `/vestibule.access.v1.Identifiers/GetIdentifier`.
pub fn rpc_client(service: &'static str, path: &str) -> Span {
    let (rpc_service, method) = rpc_names(path);
    info_span!(
        target: DETAIL, "rpc client",
        otel.name = path.trim_start_matches('/'), otel.kind = "client", service.name = service,
        rpc.system = "grpc", rpc.service = rpc_service, rpc.method = method, rpc.grpc.status_code = Empty, otel.status_code = Empty,
    )
}

/// A call that another service made.
pub fn rpc_server(service: &'static str, path: &str) -> Span {
    let (rpc_service, method) = rpc_names(path);
    info_span!(
        target: REQUEST, parent: None, "rpc",
        otel.name = path.trim_start_matches('/'), otel.kind = "server", service.name = service,
        rpc.system = "grpc", rpc.service = rpc_service, rpc.method = method, rpc.grpc.status_code = Empty, otel.status_code = Empty,
    )
}

/// Records the status code; codes that are the service's fault are errors.
pub fn rpc_answered(span: &Span, headers: &http::HeaderMap) {
    use tonic::Code::{DataLoss, DeadlineExceeded, Internal, Unavailable, Unimplemented, Unknown};
    let code = headers.get("grpc-status").and_then(|code| code.to_str().ok()?.parse::<i32>().ok()).unwrap_or(0);
    span.record("rpc.grpc.status_code", i64::from(code));
    if [Unknown, DeadlineExceeded, Unimplemented, Internal, Unavailable, DataLoss].contains(&code.into()) {
        span.record("otel.status_code", "error");
    }
}

/// An HTTP call to a server outside the platform. People entered its address, so that it is left out.
pub fn http_client(service: &'static str, method: &str) -> Span {
    within(|| {
        info_span!(
            target: DETAIL, "http client",
            otel.name = method, otel.kind = "client", service.name = service,
            http.request.method = method, http.response.status_code = Empty, error.type = Empty, otel.status_code = Empty,
        )
    })
}

/// Records the status of such a server's answer.
pub fn http_client_answered(span: &Span, status: http::StatusCode) {
    span.record("http.response.status_code", i64::from(status.as_u16()));
    if status.is_client_error() || status.is_server_error() {
        span.record("otel.status_code", "error");
    }
}

/// An exchange with a server outside the platform, in `protocol`.
pub fn conversation(service: &'static str, protocol: &str) -> Span {
    within(|| {
        info_span!(
            target: DETAIL, "conversation",
            otel.name = protocol, otel.kind = "client", service.name = service,
            network.protocol.name = protocol, error.type = Empty, otel.status_code = Empty,
        )
    })
}

/// Commands that go to Redis together; their keys and values are left out.
pub fn redis<'a>(service: &'static str, name: impl FnOnce() -> &'a str, commands: usize) -> Span {
    within(|| {
        let name = name();
        info_span!(
            target: DETAIL, "redis",
            otel.name = name, otel.kind = "client", service.name = service,
            db.system.name = "redis", db.operation.name = name, db.operation.batch.size = (commands != 1).then_some(commands as u64),
            error.type = Empty, otel.status_code = Empty,
        )
    })
}

/// Periodic work outside of requests has no span: each round would begin a trace of its own.
fn within(span: impl FnOnce() -> Span) -> Span {
    if Span::current().is_none() { Span::none() } else { span() }
}

fn rpc_names(path: &str) -> (&str, &str) {
    path.trim_start_matches('/').rsplit_once('/').unwrap_or((path, ""))
}

/// The publishing of an event, in the trace of the request that wrote it into the outbox.
pub fn publish_event(service: &'static str, exchange: &str, topic: &str, id: Uuid, written: Option<&str>) -> Span {
    let span = info_span!(
        target: DETAIL, parent: None, "publish",
        otel.name = %format_args!("publish {exchange}"), otel.kind = "producer", service.name = service,
        messaging.system = "rabbitmq", messaging.operation.name = "publish", messaging.operation.type = "send",
        messaging.destination.name = exchange, messaging.rabbitmq.destination.routing_key = topic, messaging.message.id = %id,
    );
    propagation::adopt_text(&span, written);
    span
}

/// The processing of an event from RabbitMQ.
pub fn process_event(service: &'static str, queue: &str, topic: &str, id: Uuid, published: Option<&str>) -> Span {
    let span = info_span!(
        target: REQUEST, parent: None, "process",
        otel.name = %format_args!("process {queue}"), otel.kind = "consumer", service.name = service,
        messaging.system = "rabbitmq", messaging.operation.name = "process", messaging.operation.type = "process",
        messaging.destination.name = queue, messaging.rabbitmq.destination.routing_key = topic, messaging.message.id = %id,
    );
    propagation::adopt_text(&span, published);
    span
}

/// The follow-ups of a batch of events, after their commit; none for no events.
pub fn committed<'a>(service: &'static str, queue: &str, events: usize, traceparents: impl Iterator<Item = &'a str>) -> Span {
    if events == 0 {
        return Span::none();
    }
    let span = info_span!(
        target: REQUEST, parent: None, "committed",
        otel.name = %format_args!("follow up {queue}"), otel.kind = "internal", service.name = service,
        messaging.batch.message_count = events as u64,
    );
    follow(&span, events, traceparents);
    span
}

/// The publishing of a push to the gateways, in the trace of its cause; none while no traces are exported.
pub fn publish_push(service: &'static str, channel: &str, made: Option<&str>) -> Span {
    let Some(made) = made else { return Span::none() };
    let span = info_span!(
        target: DETAIL, parent: None, "publish",
        otel.name = %format_args!("publish {channel}"), otel.kind = "producer", service.name = service,
        messaging.system = "redis", messaging.operation.name = "publish", messaging.operation.type = "send",
        messaging.destination.name = channel,
    );
    propagation::adopt_text(&span, Some(made));
    span
}

/// The delivery of a push to browsers, until the last one has it. `topic` has `{id}` in place of numbers.
pub fn send_push(service: &'static str, topic: &str, browsers: usize, published: Option<&str>) -> Span {
    let Some(published) = published else { return Span::none() };
    let span = info_span!(
        target: DETAIL, parent: None, "send",
        otel.name = %format_args!("send {topic}"), otel.kind = "producer", service.name = service,
        messaging.system = "websocket", messaging.operation.name = "send", messaging.operation.type = "send",
        messaging.destination.template = topic, messaging.batch.message_count = browsers as u64,
    );
    propagation::adopt_text(&span, Some(published));
    span
}

/// A browser that asks for a topic's pushes.
pub fn subscribe(service: &'static str, topic: &str) -> Span {
    info_span!(
        target: REQUEST, parent: None, "subscribe",
        otel.name = %format_args!("subscribe {topic}"), otel.kind = "server", service.name = service,
        messaging.system = "websocket", messaging.operation.name = "subscribe", messaging.destination.template = topic,
        error.type = Empty,
    )
}

/// Work in the background: of a task's row, in the trace of the request that wrote it, or of a request that does not wait.
pub fn task(service: &'static str, name: &'static str, asked: Option<&str>) -> Span {
    let span = info_span!(target: REQUEST, parent: None, "task", otel.name = name, otel.kind = "internal", service.name = service);
    propagation::adopt_text(&span, asked);
    span
}

/// A message to a device. `prefix` is what all topics of the kind begin with.
pub fn publish_mqtt(service: &'static str, prefix: &str, topic: &str) -> Span {
    info_span!(
        target: DETAIL, "publish",
        otel.name = %format_args!("publish {prefix}{{serial}}"), otel.kind = "producer", service.name = service,
        messaging.system = "mqtt", messaging.operation.name = "publish", messaging.operation.type = "send",
        messaging.destination.template = %format_args!("{prefix}{{serial}}"), messaging.destination.name = topic,
    )
}

/// The wait for a device's answer.
pub fn receive_mqtt(service: &'static str, prefix: &str, serial: &str) -> Span {
    info_span!(
        target: DETAIL, "receive",
        otel.name = %format_args!("receive {prefix}{{serial}}"), otel.kind = "consumer", service.name = service,
        messaging.system = "mqtt", messaging.operation.name = "receive", messaging.operation.type = "receive",
        messaging.destination.template = %format_args!("{prefix}{{serial}}"), messaging.destination.name = %format_args!("{prefix}{serial}"),
    )
}

/// The processing of a batch of messages of devices.
pub fn process_mqtt<'a>(service: &'static str, prefix: &str, messages: usize, traceparents: impl Iterator<Item = &'a str>) -> Span {
    let span = info_span!(
        target: REQUEST, parent: None, "process",
        otel.name = %format_args!("process {prefix}{{serial}}"), otel.kind = "consumer", service.name = service,
        messaging.system = "mqtt", messaging.operation.name = "process", messaging.operation.type = "process",
        messaging.destination.template = %format_args!("{prefix}{{serial}}"), messaging.batch.message_count = messages as u64,
    );
    follow(&span, messages, traceparents);
    span
}

/// Work with one cause continues the trace of that cause; work with several causes is linked to each.
fn follow<'a>(span: &Span, things: usize, traceparents: impl Iterator<Item = &'a str>) {
    for traceparent in traceparents {
        match things {
            1 => propagation::adopt_text(span, Some(traceparent)),
            _ => propagation::parse(traceparent).into_iter().for_each(|other| span.add_link(other)),
        }
    }
}

/// The traceparent by which others continue this span; None when it is not recorded.
pub fn traceparent(span: &Span) -> Option<String> {
    span.context().span().span_context().is_sampled().then(|| propagation::of_span(span)).flatten()
}
