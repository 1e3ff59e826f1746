//! Logs, traces and how a trace crosses from one service to the next.
use http::HeaderMap;
use opentelemetry::propagation::{Extractor, Injector, TextMapPropagator};
use opentelemetry::trace::{TraceContextExt, TracerProvider};
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::prelude::*;

/// Starts logging, and tracing when OTEL_EXPORTER_OTLP_ENDPOINT is set. Once per process.
/// VESTIBULE_LOG is a filter as `info,identity=debug`; VESTIBULE_LOG_FORMAT=json for log collectors.
pub fn start(process: &str) -> anyhow::Result<Option<SdkTracerProvider>> {
    install_crypto();
    let provider = match std::env::var_os("OTEL_EXPORTER_OTLP_ENDPOINT") {
        Some(_) => {
            let exporter = opentelemetry_otlp::SpanExporter::builder().with_tonic().build()?;
            let resource = opentelemetry_sdk::Resource::builder().with_service_name(process.to_string()).build();
            Some(SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource).build())
        }
        None => None,
    };
    let filter = tracing_subscriber::EnvFilter::try_from_env("VESTIBULE_LOG").unwrap_or_else(|_| "info,sqlx=warn,lapin=warn".into());
    let json = std::env::var("VESTIBULE_LOG_FORMAT").is_ok_and(|format| format == "json");
    let text = (!json).then(tracing_subscriber::fmt::layer);
    let json = json.then(|| tracing_subscriber::fmt::layer().json());
    let traces = provider.as_ref().map(|provider| tracing_opentelemetry::layer().with_tracer(provider.tracer("vestibule")));
    tracing_subscriber::registry().with(filter).with(text).with(json).with(traces).try_init()?;
    Ok(provider)
}

/// Makes ring the one provider of TLS in this process, for libraries that ask for a default. Safe to call again.
pub fn install_crypto() {
    let _installed_already = rustls::crypto::ring::default_provider().install_default();
}

/// The current span as a W3C traceparent, when it is recorded.
pub fn traceparent() -> Option<String> {
    let mut headers = HeaderMap::new();
    inject(&mut headers);
    headers.get("traceparent").and_then(|value| value.to_str().ok()).map(str::to_string)
}

/// Adds the current span to an outgoing request.
pub fn inject(headers: &mut HeaderMap) {
    let context = tracing::Span::current().context();
    if context.span().span_context().is_valid() {
        TraceContextPropagator::new().inject_context(&context, &mut HeadersOut(headers));
    }
}

/// Makes `span` a child of the span that the request came with.
pub fn adopt(span: &tracing::Span, headers: &HeaderMap) {
    let context = TraceContextPropagator::new().extract(&HeadersIn(headers));
    if context.span().span_context().is_valid() {
        let _already_started = span.set_parent(context);
    }
}

struct HeadersOut<'a>(&'a mut HeaderMap);
impl Injector for HeadersOut<'_> {
    fn set(&mut self, key: &str, value: String) {
        if let (Ok(key), Ok(value)) = (http::HeaderName::try_from(key), http::HeaderValue::try_from(value)) {
            self.0.insert(key, value);
        }
    }
}

struct HeadersIn<'a>(&'a HeaderMap);
impl Extractor for HeadersIn<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).and_then(|value| value.to_str().ok())
    }
    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(http::HeaderName::as_str).collect()
    }
}
