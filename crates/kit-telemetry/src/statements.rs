//! Spans of SQL statements. sqlx logs each statement when it is done; within a request that becomes a span. Statements
//! outside of requests, as the relay's polling of the outbox, have none.
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

/// Logs the beginning of a transaction and the wait for its connection, which sqlx does not.
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
        let mut fields = Fields::default();
        attributes.record(&mut fields);
        if let (Some(service), Some(span)) = (fields.service, context.span(id)) {
            span.extensions_mut().insert(Service(service));
        }
    }

    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        let Some(span) = context.event_span(event) else { return };
        let Some(dispatch) = self.dispatch.get().and_then(WeakDispatch::upgrade) else { return };
        let Some(parent) = get_otel_context(&span.id(), &dispatch).filter(|parent| parent.span().span_context().is_sampled()) else { return };
        let service = span.scope().find_map(|span| span.extensions().get::<Service>().cloned());
        let mut fields = Fields::default();
        event.record(&mut fields);
        self.export(&parent, service, &fields);
    }
}

impl Statements {
    fn export(&self, parent: &Trace, service: Option<Service>, fields: &Fields) {
        let summary = statement::summary(if fields.statement.is_empty() { &fields.summary } else { &fields.statement });
        let operation = statement::operation_of(&summary).to_string();
        let mut attributes = vec![
            KeyValue::new("db.system.name", "postgresql"),
            KeyValue::new("db.operation.name", operation),
            KeyValue::new("db.query.summary", summary.clone()),
            KeyValue::new("db.response.returned_rows", fields.rows as i64),
        ];
        attributes.extend(service.map(|service| KeyValue::new(SERVICE, service.0)));
        let ended = opentelemetry::time::now();
        let started = ended.checked_sub(Duration::try_from_secs_f64(fields.seconds).unwrap_or_default()).unwrap_or(ended);
        let builder = self.tracer.span_builder(summary).with_kind(SpanKind::Client).with_start_time(started).with_attributes(attributes);
        self.tracer.build_with_context(builder, parent).end_with_timestamp(ended);
    }
}

/// The fields of sqlx's events and the attributes of spans that are needed.
#[derive(Default)]
struct Fields {
    service: Option<String>,
    summary: String,
    statement: String,
    rows: u64,
    seconds: f64,
}

impl Visit for Fields {
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
