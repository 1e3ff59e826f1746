//! Carries a trace from one process to the next, by the header `traceparent` of W3C Trace Context and nothing else of it.
use http::{HeaderMap, HeaderName, HeaderValue};
use opentelemetry::propagation::{Extractor, TextMapPropagator};
use opentelemetry::trace::{SpanContext, TraceContextExt};
use opentelemetry_sdk::propagation::TraceContextPropagator;
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt;

static TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");

/// The current span as a traceparent; None outside a request.
pub fn traceparent() -> Option<String> {
    of_span(&Span::current())
}

/// A span as a traceparent.
pub(super) fn of_span(span: &Span) -> Option<String> {
    let context = span.context();
    let span = context.span();
    let span = span.span_context();
    span.is_valid().then(|| format!("00-{}-{}-{:02x}", span.trace_id(), span.span_id(), span.trace_flags().to_u8() & 1))
}

/// Adds the current span to an outgoing request.
pub fn inject(headers: &mut HeaderMap) {
    if let Some(value) = traceparent().and_then(|text| HeaderValue::try_from(text).ok()) {
        headers.insert(&TRACEPARENT, value);
    }
}

/// Makes `span` a child of the span that the request came with.
pub fn adopt(span: &Span, headers: &HeaderMap) {
    adopt_text(span, headers.get(&TRACEPARENT).and_then(|value| value.to_str().ok()));
}

/// Makes `span` a child of the span with this traceparent; an invalid one is ignored.
pub fn adopt_text(span: &Span, traceparent: Option<&str>) {
    if let Some(parent) = traceparent.and_then(parse) {
        let _disabled_or_started = span.set_parent(opentelemetry::Context::new().with_remote_span_context(parent));
    }
}

/// None for an invalid traceparent.
pub(super) fn parse(traceparent: &str) -> Option<SpanContext> {
    let context = TraceContextPropagator::new().extract_with_context(&opentelemetry::Context::new(), &One(traceparent));
    let parent = context.span().span_context().clone();
    parent.is_valid().then_some(parent)
}

/// The one header as the propagator asks for it.
struct One<'a>(&'a str);

impl Extractor for One<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        (key == TRACEPARENT.as_str()).then_some(self.0)
    }

    fn keys(&self) -> Vec<&str> {
        vec![TRACEPARENT.as_str()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    #[test]
    fn a_traceparent_is_read() {
        let parent = parse(TEXT).unwrap();
        assert!(parent.is_remote() && parent.is_sampled());
        assert_eq!((parent.trace_id().to_string(), parent.span_id().to_string()), (TEXT[3..35].into(), TEXT[36..52].into()));
    }

    #[test]
    fn what_is_none_is_not_taken_for_one() {
        for text in ["", "00", "junk", "00-00000000000000000000000000000000-b7ad6b7169203331-01", &TEXT[..40], &TEXT.replace('7', "g")] {
            assert!(parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn outside_a_request_there_is_none() {
        assert_eq!(traceparent(), None);
    }
}
