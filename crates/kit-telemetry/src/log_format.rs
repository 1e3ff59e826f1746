//! Formats of log lines: text for development, JSON for collectors.
use std::fmt;

use opentelemetry::trace::TraceContextExt;
use serde::Serialize;
use serde_json::{Map, Value};
use tracing::field::{Field, Visit};
use tracing::{Event, Span, Subscriber};
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::field::RecordFields;
use tracing_subscriber::fmt::format::{DefaultFields, FormatEvent, FormatFields, Writer};
use tracing_subscriber::fmt::time::{FormatTime, SystemTime};
use tracing_subscriber::fmt::{FmtContext, FormattedFields};
use tracing_subscriber::registry::LookupSpan;

use super::statements::Service;

/// In text, a span is written as its name; its attributes are for traces.
#[derive(Default)]
pub struct SpanNameOnly(DefaultFields);

impl<'writer> FormatFields<'writer> for SpanNameOnly {
    fn format_fields<R: RecordFields>(&self, mut writer: Writer<'writer>, fields: R) -> fmt::Result {
        let mut name = Name(None);
        fields.record(&mut name);
        match name.0 {
            Some(name) => writer.write_str(&name),
            None => self.0.format_fields(writer, fields),
        }
    }

    fn add_fields(&self, _: &'writer mut FormattedFields<Self>, _: &tracing::span::Record<'_>) -> fmt::Result {
        Ok(())
    }
}

struct Name(Option<String>);

impl Visit for Name {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        if field.name() == "otel.name" {
            self.0 = Some(format!("{value:?}"));
        }
    }
}

/// In JSON, spans have no text of their own.
pub struct NoFields;

impl<'writer> FormatFields<'writer> for NoFields {
    fn format_fields<R: RecordFields>(&self, _: Writer<'writer>, _: R) -> fmt::Result {
        Ok(())
    }

    fn add_fields(&self, _: &'writer mut FormattedFields<Self>, _: &tracing::span::Record<'_>) -> fmt::Result {
        Ok(())
    }
}

/// One JSON object per line, within a request with the ids of its trace and span.
pub struct Json;

#[derive(Serialize)]
struct Line<'a> {
    timestamp: String,
    level: &'static str,
    target: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    service: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    span_id: Option<String>,
    fields: Map<String, Value>,
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> FormatEvent<S, NoFields> for Json {
    fn format_event(&self, context: &FmtContext<'_, S, NoFields>, mut writer: Writer<'_>, event: &Event<'_>) -> fmt::Result {
        let mut timestamp = String::new();
        SystemTime.format_time(&mut Writer::new(&mut timestamp))?;
        let mut fields = Fields::default();
        event.record(&mut fields);
        let span = context.lookup_current();
        let service = span.and_then(|span| span.scope().find_map(|span| span.extensions().get::<Service>().map(|service| service.0.clone())));
        let trace = Span::current().context();
        let trace = trace.span().span_context().clone();
        let line = Line {
            timestamp,
            level: event.metadata().level().as_str(),
            target: event.metadata().target(),
            service,
            trace_id: trace.is_valid().then(|| trace.trace_id().to_string()),
            span_id: trace.is_valid().then(|| trace.span_id().to_string()),
            fields: fields.0,
        };
        writeln!(writer, "{}", serde_json::to_string(&line).map_err(|_| fmt::Error)?)
    }
}

#[derive(Default)]
struct Fields(Map<String, Value>);

impl Fields {
    fn note(&mut self, field: &Field, value: impl Into<Value>) {
        self.0.insert(field.name().into(), value.into());
    }
}

impl Visit for Fields {
    fn record_f64(&mut self, field: &Field, value: f64) {
        self.note(field, value);
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.note(field, value);
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.note(field, value);
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.note(field, value);
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.note(field, value);
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.note(field, format!("{value:?}"));
    }
}
