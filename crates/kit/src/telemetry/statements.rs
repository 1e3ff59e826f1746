//! Statements as spans. sqlx tells of each statement when it is done; that becomes a span of the request in which it
//! was made. What no request made, as the relay's look into the outbox, becomes none.
use std::time::Duration;

use opentelemetry::trace::{Span as _, SpanKind, TraceContextExt, Tracer};
use opentelemetry::{Context as Trace, KeyValue};
use opentelemetry_sdk::trace::SdkTracer;
use tracing::dispatcher::WeakDispatch;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id};
use tracing::{Dispatch, Event, Subscriber};
use tracing_opentelemetry::get_otel_context;
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::LookupSpan;

use super::export::SERVICE;
use super::{STATEMENTS, statement};

pub fn layer(tracer: SdkTracer) -> Statements {
    Statements { tracer, dispatch: std::sync::OnceLock::new() }
}

/// Tells of the beginning of a transaction, with the wait for a connection: sqlx does not.
pub fn begun(since: std::time::Instant) {
    tracing::debug!(target: STATEMENTS, summary = "BEGIN", elapsed_secs = since.elapsed().as_secs_f64());
}

pub struct Statements {
    tracer: SdkTracer,
    dispatch: std::sync::OnceLock<WeakDispatch>,
}

/// The service that a span, and what happens within it, belongs to.
#[derive(Clone)]
pub(super) struct Service(pub String);

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Statements {
    fn on_register_dispatch(&self, dispatch: &Dispatch) {
        let _set_once = self.dispatch.set(dispatch.downgrade());
    }

    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let mut said = Said::default();
        attributes.record(&mut said);
        if let (Some(service), Some(span)) = (said.service, context.span(id)) {
            span.extensions_mut().insert(Service(service));
        }
    }

    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        let Some(span) = context.event_span(event) else { return };
        let Some(dispatch) = self.dispatch.get().and_then(WeakDispatch::upgrade) else { return };
        let Some(parent) = get_otel_context(&span.id(), &dispatch).filter(|parent| parent.span().span_context().is_sampled()) else { return };
        let service = span.scope().find_map(|span| span.extensions().get::<Service>().cloned());
        let mut said = Said::default();
        event.record(&mut said);
        self.tell(&parent, service, &said);
    }
}

impl Statements {
    fn tell(&self, parent: &Trace, service: Option<Service>, said: &Said) {
        let summary = statement::summary(if said.statement.is_empty() { &said.summary } else { &said.statement });
        let operation = statement::operation_of(&summary).to_string();
        let mut attributes = vec![
            KeyValue::new("db.system.name", "postgresql"),
            KeyValue::new("db.operation.name", operation),
            KeyValue::new("db.query.summary", summary.clone()),
            KeyValue::new("db.response.returned_rows", said.rows as i64),
        ];
        attributes.extend(service.map(|service| KeyValue::new(SERVICE, service.0)));
        let ended = opentelemetry::time::now();
        let started = ended.checked_sub(Duration::try_from_secs_f64(said.seconds).unwrap_or_default()).unwrap_or(ended);
        let builder = self.tracer.span_builder(summary).with_kind(SpanKind::Client).with_start_time(started).with_attributes(attributes);
        self.tracer.build_with_context(builder, parent).end_with_timestamp(ended);
    }
}

/// What is of use among an event's fields and a span's attributes.
#[derive(Default)]
struct Said {
    service: Option<String>,
    summary: String,
    statement: String,
    rows: u64,
    seconds: f64,
}

impl Visit for Said {
    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            SERVICE => self.service = Some(value.into()),
            "summary" => self.summary = value.into(),
            "db.statement" => self.statement = value.into(),
            _ => {}
        }
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        if field.name() == "rows_returned" {
            self.rows = value;
        }
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        if field.name() == "elapsed_secs" {
            self.seconds = value;
        }
    }

    fn record_debug(&mut self, _: &Field, _: &dyn std::fmt::Debug) {}
}
