//! Spans on their way to the collector, over OTLP. Each service of the process is a resource of its own.
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use opentelemetry_otlp::tonic_types::transport::{Certificate, ClientTlsConfig};
use opentelemetry_otlp::{SpanExporter as Otlp, WithExportConfig as _, WithTonicConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::error::{OTelSdkError, OTelSdkResult};
use opentelemetry_sdk::trace::{Sampler, SdkTracerProvider, SpanData, SpanExporter};
use tokio::runtime::Handle;

use super::sampler::ResampleUntrusted;
use kit_core::authorities::Authorities;

/// The attribute by which a span names its service. On export it becomes one of the resource.
pub const SERVICE: &str = "service.name";
/// The service of spans that name none.
const NOBODY: &str = "vestibule";

/// Batches are made and sent by a thread of their own. When its queue is full (OTEL_BSP_MAX_QUEUE_SIZE) spans are
/// dropped: nobody waits for a collector.
pub fn provider(endpoint: String, authorities: Authorities, sampler: Sampler) -> anyhow::Result<SdkTracerProvider> {
    let exporter = ByService::new(Collector { endpoint, authorities })?;
    Ok(SdkTracerProvider::builder().with_batch_exporter(exporter).with_sampler(ResampleUntrusted(sampler)).build())
}

/// One exporter for each service that has spans.
#[derive(Debug)]
struct ByService {
    collector: Collector,
    runtime: Handle,
    exporters: Mutex<HashMap<String, Arc<Otlp>>>,
    is_failing: AtomicBool,
}

impl ByService {
    /// Fails when the settings make no sense.
    fn new(collector: Collector) -> anyhow::Result<Self> {
        let exporters = Mutex::new(HashMap::from([(NOBODY.to_string(), Arc::new(collector.exporter(NOBODY)?))]));
        Ok(ByService { collector, runtime: Handle::current(), exporters, is_failing: AtomicBool::new(false) })
    }

    fn of(&self, service: String) -> Result<Arc<Otlp>, OTelSdkError> {
        let mut exporters = self.exporters.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(exporter) = exporters.get(&service) {
            return Ok(exporter.clone());
        }
        // The connection lives in tokio; this thread does not.
        let _within = self.runtime.enter();
        let made = Arc::new(self.collector.exporter(&service).map_err(|error| OTelSdkError::InternalFailure(error.to_string()))?);
        exporters.insert(service, made.clone());
        Ok(made)
    }

    /// Logs the first failure, not one for every batch.
    fn note(&self, result: &OTelSdkResult) {
        match (result, self.is_failing.swap(result.is_err(), Ordering::Relaxed)) {
            (Err(error), false) => tracing::warn!(%error, "traces cannot be exported: spans are lost until they can"),
            (Ok(()), true) => tracing::info!("traces are exported again"),
            _ => {}
        }
    }
}

/// Where traces go.
#[derive(Debug)]
struct Collector {
    endpoint: String,
    /// Trusted besides the public ones.
    authorities: Authorities,
}

impl Collector {
    /// Headers and time limit come from OTEL_EXPORTER_OTLP_*, attributes of the resource from OTEL_RESOURCE_ATTRIBUTES.
    fn exporter(&self, service: &str) -> anyhow::Result<Otlp> {
        let mut builder = Otlp::builder().with_tonic().with_endpoint(&self.endpoint);
        if let Some(pem) = self.authorities.pem().filter(|_| self.endpoint.starts_with("https:")) {
            builder = builder.with_tls_config(ClientTlsConfig::new().with_enabled_roots().ca_certificate(Certificate::from_pem(pem)));
        }
        let mut exporter = builder.build()?;
        exporter.set_resource(&Resource::builder().with_service_name(service.to_string()).build());
        Ok(exporter)
    }
}

impl SpanExporter for ByService {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        let mut result = Ok(());
        for (service, spans) in by_service(batch) {
            let sent = match self.of(service) {
                Ok(exporter) => exporter.export(spans).await,
                Err(error) => Err(error),
            };
            result = result.and(sent);
        }
        self.note(&result);
        result
    }
}

fn by_service(batch: Vec<SpanData>) -> HashMap<String, Vec<SpanData>> {
    let mut services: HashMap<String, Vec<SpanData>> = HashMap::new();
    for mut span in batch {
        let service = span.attributes.iter().find(|attribute| attribute.key.as_str() == SERVICE).map(|attribute| attribute.value.to_string());
        span.attributes.retain(|attribute| attribute.key.as_str() != SERVICE);
        services.entry(service.unwrap_or_else(|| NOBODY.into())).or_default().push(span);
    }
    services
}
