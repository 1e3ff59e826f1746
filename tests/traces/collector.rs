//! A collector of traces: OTLP over gRPC, as any would take it, kept in memory.
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use anyhow::{Context as _, Result};
use opentelemetry_proto::tonic::collector::trace::v1::trace_service_server::{TraceService, TraceServiceServer};
use opentelemetry_proto::tonic::collector::trace::v1::{ExportTraceServiceRequest, ExportTraceServiceResponse};
use opentelemetry_proto::tonic::common::v1::{AnyValue, KeyValue, any_value::Value};
use tonic::{Request, Response, Status};

/// A span as it arrived, ids in hex.
#[derive(Clone, Debug)]
pub struct Span {
    /// Of the resource.
    pub service: String,
    pub name: String,
    /// 1 internal, 2 server, 3 client, 4 producer, 5 consumer.
    pub kind: i32,
    pub trace: String,
    pub id: String,
    pub parent: String,
    pub attributes: HashMap<String, String>,
}

#[derive(Clone, Default)]
pub struct Collector(Arc<Mutex<Vec<Span>>>);

impl Collector {
    /// Serves at a port of its own; its address as in OTEL_EXPORTER_OTLP_ENDPOINT.
    pub async fn start() -> Result<(Collector, String)> {
        let collector = Collector::default();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.context("a port")?;
        let endpoint = format!("http://{}", listener.local_addr()?);
        let incoming = tonic::transport::server::TcpIncoming::from(listener);
        let service = TraceServiceServer::new(collector.clone());
        tokio::spawn(tonic::transport::Server::builder().add_service(service).serve_with_incoming(incoming));
        Ok((collector, endpoint))
    }

    pub fn spans(&self) -> Vec<Span> {
        self.0.lock().expect("not poisoned").clone()
    }

    pub fn of_trace(&self, trace: &str) -> Vec<Span> {
        self.spans().into_iter().filter(|span| span.trace == trace).collect()
    }
}

#[tonic::async_trait]
impl TraceService for Collector {
    async fn export(&self, request: Request<ExportTraceServiceRequest>) -> Result<Response<ExportTraceServiceResponse>, Status> {
        let mut spans = self.0.lock().expect("not poisoned");
        for resource in request.into_inner().resource_spans {
            let resource_attributes = attributes(&resource.resource.unwrap_or_default().attributes);
            let service = resource_attributes.get("service.name").cloned().unwrap_or_default();
            spans.extend(resource.scope_spans.into_iter().flat_map(|scope| scope.spans).map(|span| Span {
                service: service.clone(),
                name: span.name,
                kind: span.kind,
                trace: hex(&span.trace_id),
                id: hex(&span.span_id),
                parent: hex(&span.parent_span_id),
                attributes: attributes(&span.attributes),
            }));
        }
        Ok(Response::new(ExportTraceServiceResponse::default()))
    }
}

fn attributes(attributes: &[KeyValue]) -> HashMap<String, String> {
    attributes.iter().map(|attribute| (attribute.key.clone(), text(attribute.value.as_ref()))).collect()
}

fn text(value: Option<&AnyValue>) -> String {
    match value.and_then(|value| value.value.as_ref()) {
        Some(Value::StringValue(text)) => text.clone(),
        Some(Value::IntValue(number)) => number.to_string(),
        other => format!("{other:?}"),
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
