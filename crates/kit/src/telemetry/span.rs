//! The spans there are, by the names and attributes of OpenTelemetry's semantic conventions. Nothing that people
//! entered is in them: of an address only its route, of a statement only what it does with which tables.
use opentelemetry::trace::TraceContextExt as _;
use tracing::field::Empty;
use tracing::{Span, info_span};
use tracing_opentelemetry::OpenTelemetrySpanExt as _;
use uuid::Uuid;

use super::{DETAIL, REQUEST, carry};

/// Of what failed on the way: `kind` is a word of ours, and nothing that the other side said.
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

/// Notes the answer; only what is the server's fault is an error.
pub fn http_answered(span: &Span, status: http::StatusCode) {
    span.record("http.response.status_code", i64::from(status.as_u16()));
    if status.is_server_error() {
        span.record("otel.status_code", "error");
    }
}

/// A request of a phone, by its method: until it is answered for good.
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

/// Notes the code of an answer that is an error at once, as every one to a single question is.
pub fn rpc_answered(span: &Span, headers: &http::HeaderMap) {
    use tonic::Code::{DataLoss, DeadlineExceeded, Internal, Unavailable, Unimplemented, Unknown};
    let code = headers.get("grpc-status").and_then(|code| code.to_str().ok()?.parse::<i32>().ok()).unwrap_or(0);
    span.record("rpc.grpc.status_code", i64::from(code));
    if [Unknown, DeadlineExceeded, Unimplemented, Internal, Unavailable, DataLoss].contains(&code.into()) {
        span.record("otel.status_code", "error");
    }
}

/// A call over HTTP of a server that is none of ours. People entered its address: it is left out.
pub fn http_client(service: &'static str, method: &str) -> Span {
    within(|| {
        info_span!(
            target: DETAIL, "http client",
            otel.name = method, otel.kind = "client", service.name = service,
            http.request.method = method, http.response.status_code = Empty, error.type = Empty, otel.status_code = Empty,
        )
    })
}

/// Notes the answer of such a server.
pub fn http_client_answered(span: &Span, status: http::StatusCode) {
    span.record("http.response.status_code", i64::from(status.as_u16()));
    if status.is_client_error() || status.is_server_error() {
        span.record("otel.status_code", "error");
    }
}

/// A conversation with a server that is none of ours, in `protocol`.
pub fn conversation(service: &'static str, protocol: &str) -> Span {
    within(|| {
        info_span!(
            target: DETAIL, "conversation",
            otel.name = protocol, otel.kind = "client", service.name = service,
            network.protocol.name = protocol, error.type = Empty, otel.status_code = Empty,
        )
    })
}

/// Commands that go to Redis together; what they are about is left out.
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

/// What no request asked for, as a look every second, would begin a trace of its own each time: it has no span.
fn within(span: impl FnOnce() -> Span) -> Span {
    if Span::current().is_none() { Span::none() } else { span() }
}

fn rpc_names(path: &str) -> (&str, &str) {
    path.trim_start_matches('/').rsplit_once('/').unwrap_or((path, ""))
}

/// An event on its way to RabbitMQ, for who wrote it into the outbox.
pub fn publish_event(service: &'static str, exchange: &str, topic: &str, id: Uuid, written: Option<&str>) -> Span {
    let span = info_span!(
        target: DETAIL, parent: None, "publish",
        otel.name = %format_args!("publish {exchange}"), otel.kind = "producer", service.name = service,
        messaging.system = "rabbitmq", messaging.operation.name = "publish", messaging.operation.type = "send",
        messaging.destination.name = exchange, messaging.rabbitmq.destination.routing_key = topic, messaging.message.id = %id,
    );
    carry::adopt_text(&span, written);
    span
}

/// An event that is taken from RabbitMQ.
pub fn process_event(service: &'static str, queue: &str, topic: &str, id: Uuid, published: Option<&str>) -> Span {
    let span = info_span!(
        target: REQUEST, parent: None, "process",
        otel.name = %format_args!("process {queue}"), otel.kind = "consumer", service.name = service,
        messaging.system = "rabbitmq", messaging.operation.name = "process", messaging.operation.type = "process",
        messaging.destination.name = queue, messaging.rabbitmq.destination.routing_key = topic, messaging.message.id = %id,
    );
    carry::adopt_text(&span, published);
    span
}

/// What follows upon the events of a batch, once they are committed; none for no events.
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

/// A push to browsers on its way to the gateways, for who made it; none when nobody looks.
pub fn publish_push(service: &'static str, channel: &str, made: Option<&str>) -> Span {
    let Some(made) = made else { return Span::none() };
    let span = info_span!(
        target: DETAIL, parent: None, "publish",
        otel.name = %format_args!("publish {channel}"), otel.kind = "producer", service.name = service,
        messaging.system = "redis", messaging.operation.name = "publish", messaging.operation.type = "send",
        messaging.destination.name = channel,
    );
    carry::adopt_text(&span, Some(made));
    span
}

/// A push on its way to browsers; over when the last one has it. `topic` is without the number in it.
pub fn send_push(service: &'static str, topic: &str, browsers: usize, published: Option<&str>) -> Span {
    let Some(published) = published else { return Span::none() };
    let span = info_span!(
        target: DETAIL, parent: None, "send",
        otel.name = %format_args!("send {topic}"), otel.kind = "producer", service.name = service,
        messaging.system = "websocket", messaging.operation.name = "send", messaging.operation.type = "send",
        messaging.destination.template = topic, messaging.batch.message_count = browsers as u64,
    );
    carry::adopt_text(&span, Some(published));
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

/// Work that a row of a table asked for, which remembers who wrote it; or a request that does not wait for it.
pub fn task(service: &'static str, name: &'static str, asked: Option<&str>) -> Span {
    let span = info_span!(target: REQUEST, parent: None, "task", otel.name = name, otel.kind = "internal", service.name = service);
    carry::adopt_text(&span, asked);
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

/// Messages of devices that are taken together.
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

/// What one thing led to goes on with its trace; what several led to is linked to each.
fn follow<'a>(span: &Span, things: usize, traceparents: impl Iterator<Item = &'a str>) {
    for traceparent in traceparents {
        match things {
            1 => carry::adopt_text(span, Some(traceparent)),
            _ => carry::parse(traceparent).into_iter().for_each(|other| span.add_link(other)),
        }
    }
}

/// How others continue this span; None when it is not recorded, and nobody need be told.
pub fn traceparent(span: &Span) -> Option<String> {
    span.context().span().span_context().is_sampled().then(|| carry::of_span(span)).flatten()
}
