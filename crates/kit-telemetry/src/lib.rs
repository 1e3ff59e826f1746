//! Logs, traces and metrics, and how a trace crosses from one service to the next.
//!
//! [`start`] once per process. [`span`] has a function for each kind of span, [`inject`] and [`adopt`] pass a trace on in
//! headers, [`traceparent`] in rows and messages, [`spawn`] to background tasks. [`metrics`] is the registry of `/metrics`.
//!
//! Spans are made in one place each ([`span`]) and belong to the service that they name, also when several services
//! share a process. Spans of requests always exist, so that every line of a log can be found by its trace; those
//! within a request (calls, statements, messages) exist only while traces are exported.
mod export;
mod log_format;
pub mod metrics;
mod propagation;
mod sampler;
pub mod span;
mod statement;
mod statements;
mod variables;

use std::time::Duration;

use opentelemetry::trace::TracerProvider;
use opentelemetry_sdk::trace::{Sampler, SdkTracerProvider};
use tokio::task::JoinHandle;
use tracing::subscriber::Interest;
use tracing::{Instrument, Metadata};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::{self, MakeWriter};
use tracing_subscriber::layer::{Context, Filter};
use tracing_subscriber::prelude::*;

use kit_core::authorities::Authorities;

pub use propagation::{adopt, inject, traceparent};
pub use statements::begun;
pub use variables::{LogVariables, TelemetryVariables, TraceVariables};

/// The target of spans of whole requests and events.
pub(crate) const REQUEST: &str = "vestibule_request";
/// The target of spans within them.
pub(crate) const DETAIL: &str = "vestibule_detail";
/// The target of sqlx's events, one per statement.
const STATEMENTS: &str = "sqlx::query";
/// How long the last spans may take on their way out.
const LAST_FLUSH: Duration = Duration::from_secs(3);

/// What was started; to be stopped when the process ends.
pub struct Telemetry {
    provider: SdkTracerProvider,
}

/// How to start.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// As `info,identity=debug`.
    pub filter: Option<String>,
    /// Lines for log collectors.
    pub json: bool,
    /// Where traces go, as `http://collector:4317`; None exports none.
    pub endpoint: Option<String>,
    /// Trusted besides the public ones where traces go to `https://`.
    pub authorities: Authorities,
    /// Which traces are recorded; None for all of them.
    pub sampler: Option<Sampler>,
}

/// Starts logging and, where an endpoint is set, the export of traces. Once per process, within tokio.
pub fn start() -> anyhow::Result<Telemetry> {
    Start::from_env()?.with_writer(std::io::stdout)
}

impl Start {
    pub fn from_env() -> anyhow::Result<Self> {
        let TelemetryVariables { log, traces, certificates } = kit_core::variables::from_env()?;
        Ok(Start {
            filter: log.log,
            json: log.log_format == "json",
            endpoint: traces.otlp_endpoint,
            authorities: certificates.certificate_authorities.unwrap_or_default(),
            sampler: Some(sampler::by_name(&traces.traces_sampler, traces.traces_sampler_arg)?),
        })
    }

    /// Starts, and writes lines there.
    pub fn with_writer<W>(self, writer: W) -> anyhow::Result<Telemetry>
    where
        W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
    {
        install_crypto();
        let is_exported = self.endpoint.is_some();
        let provider = match self.endpoint {
            Some(endpoint) => {
                let sampler = self.sampler.unwrap_or_else(|| Sampler::ParentBased(Box::new(Sampler::AlwaysOn)));
                export::provider(endpoint, self.authorities, sampler)?
            }
            // Requests have trace ids in any case, for the log; no span is exported.
            None => SdkTracerProvider::builder().with_sampler(Sampler::AlwaysOff).build(),
        };
        let filter = log_filter(self.filter.as_deref());
        let log = match self.json {
            true => fmt::layer().fmt_fields(log_format::NoFields).event_format(log_format::Json).with_writer(writer).with_filter(filter).boxed(),
            false => fmt::layer().fmt_fields(log_format::SpanNameOnly::default()).with_writer(writer).with_filter(filter).boxed(),
        };
        let tracer = provider.tracer("vestibule");
        let traces = tracing_opentelemetry::layer()
            .with_tracer(tracer.clone())
            .with_location(false)
            .with_threads(false)
            .with_target(false)
            .with_tracked_inactivity(false)
            .with_context_activation(false)
            .with_filter(UncachedFilter(spans(is_exported)));
        let statements = statements::layer(tracer).with_filter(match is_exported {
            true => spans(true).with_target(STATEMENTS, LevelFilter::DEBUG),
            false => spans(false),
        });
        tracing_subscriber::registry().with(log).with(traces).with(statements).try_init()?;
        Ok(Telemetry { provider })
    }
}

/// Spans within requests are made only while traces are exported, for their cost.
fn spans(is_exported: bool) -> Targets {
    let requests = Targets::new().with_target(REQUEST, LevelFilter::INFO);
    if is_exported { requests.with_target(DETAIL, LevelFilter::INFO) } else { requests }
}

/// Filters without `tracing`'s cache of interest. When a layer's interest in a callsite is `always`, `tracing` asks no layer
/// again, and the per-layer decisions of an earlier query remain set: sqlx queries whether a level is enabled without making
/// a span. `sometimes` makes `tracing` ask each time; `never` stays for what no layer takes.
struct UncachedFilter(Targets);

impl UncachedFilter {
    fn takes(&self, metadata: &Metadata<'_>) -> bool {
        self.0.would_enable(metadata.target(), metadata.level())
    }
}

impl<S> Filter<S> for UncachedFilter {
    fn enabled(&self, metadata: &Metadata<'_>, _: &Context<'_, S>) -> bool {
        self.takes(metadata)
    }

    fn callsite_enabled(&self, metadata: &'static Metadata<'static>) -> Interest {
        if self.takes(metadata) { Interest::sometimes() } else { Interest::never() }
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(LevelFilter::INFO)
    }
}

impl Telemetry {
    /// Exports the remaining spans. A collector that does not answer delays the end by three seconds at most.
    pub async fn stop(self) {
        let stopped = tokio::task::spawn_blocking(move || self.provider.shutdown_with_timeout(LAST_FLUSH)).await;
        if let Ok(Err(error)) = stopped {
            tracing::warn!(%error, "the last spans may be lost");
        }
    }
}

/// Starts work beside the request that asks for it, within its trace: a span of its own, since it may outlive the request.
pub fn spawn<T: Send + 'static>(service: &'static str, name: &'static str, work: impl Future<Output = T> + Send + 'static) -> JoinHandle<T> {
    let span = span::task(service, name, traceparent().as_deref());
    tokio::spawn(work.instrument(span))
}

/// Levels of libraries that log too much, unless VESTIBULE_LOG names them: rsipstack logs whole messages, credentials
/// included, at the level INFO; lapin logs each answer "no such queue" as an error, although its caller handles it, and at a
/// first start that is every queue.
const QUIET: [(&str, LevelFilter); 2] = [("rsipstack", LevelFilter::WARN), ("lapin::channel", LevelFilter::OFF)];
const STANDARD: &str = "info,sqlx=warn,lapin=warn";

/// The spans of requests are enabled at every level: log lines take their ids from them.
fn log_filter(asked: Option<&str>) -> Targets {
    let asked = asked.filter(|asked| asked.parse::<Targets>().is_ok()).unwrap_or(STANDARD);
    let quiet = QUIET.into_iter().filter(|(library, _)| !asked.contains(library));
    let lines = asked.parse::<Targets>().unwrap_or_default().with_targets(quiet);
    lines.with_target(REQUEST, LevelFilter::INFO).with_target(DETAIL, LevelFilter::OFF)
}

/// Makes ring the default crypto provider of rustls in this process. Safe to call again.
pub fn install_crypto() {
    let _installed_already = rustls::crypto::ring::default_provider().install_default();
}

#[cfg(test)]
mod tests {
    use tracing::Level;

    use super::*;

    #[test]
    fn libraries_that_say_too_much_are_quiet_unless_they_are_named() {
        for filter in [log_filter(None), log_filter(Some("debug")), log_filter(Some("info,lapin=warn")), log_filter(Some("no=such=filter"))] {
            assert!(!filter.would_enable("rsipstack::transaction", &Level::INFO) && filter.would_enable("rsipstack::transaction", &Level::WARN));
            assert!(!filter.would_enable("lapin::channel", &Level::ERROR) && filter.would_enable("lapin::consumer", &Level::ERROR));
        }
        let named = log_filter(Some("info,rsipstack=debug,lapin::channel=error"));
        assert!(named.would_enable("rsipstack::transaction", &Level::DEBUG) && named.would_enable("lapin::channel", &Level::ERROR));
    }
}
