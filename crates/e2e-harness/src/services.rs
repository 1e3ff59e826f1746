//! The platform's services, each in its own process, as on Kubernetes.
use std::net::SocketAddr;

use crate::{Environment, ManagedProcess};

pub const SERVICES: [&str; 9] =
    ["identity", "domains", "access", "device-gateway", "telephony", "licensing", "amenities", "notifications", "api-gateway"];

/// Where a process of a service listens.
#[derive(Clone, Copy, Debug)]
pub struct Listens {
    pub grpc: SocketAddr,
    pub admin: SocketAddr,
    /// HTTP address of the gateway.
    pub http: SocketAddr,
}

/// A process of one service. `peer` is the address pattern of the other services.
pub fn service_process(environment: &Environment, name: &str, service: &str, listens: Listens, peer: impl Fn(&str) -> SocketAddr) -> ManagedProcess {
    let mut process = ManagedProcess::new(environment, name, "vestibule", &["run", service])
        .with("VESTIBULE_GRPC_ADDR", listens.grpc.to_string())
        .with("VESTIBULE_ADMIN_ADDR", listens.admin.to_string())
        .with("VESTIBULE_HTTP_ADDR", listens.http.to_string())
        .with("VESTIBULE_PUBLIC_URL", format!("http://{}", environment.http));
    for other in SERVICES.into_iter().filter(|other| *other != service) {
        let variable = format!("VESTIBULE_PEER_{}", other.replace('-', "_").to_uppercase());
        process = process.with(&variable, format!("https://{}", peer(other)));
    }
    process
}
