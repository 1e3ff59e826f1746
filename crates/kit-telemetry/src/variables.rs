//! The variables of logs and traces. Their doc comments are the documentation of operators.
use clap::Args;

use kit_core::settings::CertificateVariables;
use kit_core::variables::within;

/// Logs and traces.
#[derive(Args, Clone, Debug)]
pub struct TelemetryVariables {
    #[command(flatten)]
    pub log: LogVariables,
    #[command(flatten)]
    pub traces: TraceVariables,
    #[command(flatten)]
    pub certificates: CertificateVariables,
}

/// Lines on standard output.
#[derive(Args, Clone, Debug)]
pub struct LogVariables {
    /// Levels by target, as `info,identity=debug`. `rsipstack` stays at `warn`, and `lapin::channel` off, unless it names them.
    /// `info,sqlx=warn,lapin=warn` when it is not set, or is no such filter.
    #[arg(long, env = "VESTIBULE_LOG", value_name = "filter")]
    pub log: Option<String>,
    /// `json` for collectors of logs.
    #[arg(long, env = "VESTIBULE_LOG_FORMAT", value_parser = ["text", "json"], default_value = "text")]
    pub log_format: String,
}

/// The variables are OpenTelemetry's own; [telemetry.md](telemetry.md) says what comes of them. Others of that standard have no
/// effect.
// The exporter and the batch processor read theirs by themselves: here they are checked and described.
#[derive(Args, Clone, Debug)]
pub struct TraceVariables {
    /// The collector, OTLP over gRPC, as `http://collector:4317`; with `https://` its certificate is of a public authority or of
    /// one in `VESTIBULE_CERTIFICATE_AUTHORITIES`. Nothing is exported when it is not set.
    #[arg(long, env = "OTEL_EXPORTER_OTLP_ENDPOINT", value_name = "URL")]
    pub otlp_endpoint: Option<String>,
    /// Sent with every batch, as `authorization=Basic%20...`.
    #[arg(long, env = "OTEL_EXPORTER_OTLP_HEADERS", value_name = "key=value, with commas between them", hide_env_values = true)]
    pub otlp_headers: Option<String>,
    /// The longest that one batch may take.
    #[arg(long, env = "OTEL_EXPORTER_OTLP_TIMEOUT", value_name = "milliseconds", default_value = "10000")]
    pub otlp_timeout: u64,
    /// As `deployment.environment=production,team=access`; `service.name` is each service's own.
    #[arg(long, env = "OTEL_RESOURCE_ATTRIBUTES", value_name = "key=value, with commas between them")]
    pub resource_attributes: Option<String>,
    /// Which traces are recorded.
    #[arg(long, env = "OTEL_TRACES_SAMPLER", value_parser = super::sampler::NAMES, default_value = super::sampler::NAMES[0])]
    pub traces_sampler: String,
    /// The share that the samplers by ratio record.
    #[arg(long, env = "OTEL_TRACES_SAMPLER_ARG", value_name = "ratio, 0 to 1", default_value = "1", value_parser = within(0.0..=1.0))]
    pub traces_sampler_arg: f64,
    /// Spans that wait to be sent; more are dropped.
    #[arg(long, env = "OTEL_BSP_MAX_QUEUE_SIZE", value_name = "number", default_value = "2048")]
    pub span_queue_size: usize,
    /// Spans of a batch.
    #[arg(long, env = "OTEL_BSP_MAX_EXPORT_BATCH_SIZE", value_name = "number", default_value = "512")]
    pub span_batch_size: usize,
    /// The pause between batches.
    #[arg(long, env = "OTEL_BSP_SCHEDULE_DELAY", value_name = "milliseconds", default_value = "5000")]
    pub span_schedule_delay: u64,
}
