//! The platform's services as processes of their own, as Kubernetes runs them.
use std::net::SocketAddr;

use crate::{Environment, Part};

pub const SERVICES: [&str; 9] =
    ["identity", "domains", "access", "device-gateway", "telephony", "licensing", "amenities", "notifications", "api-gateway"];

/// Where a process of a service listens.
#[derive(Clone, Copy, Debug)]
pub struct Listens {
    pub grpc: SocketAddr,
    pub admin: SocketAddr,
    /// Of the gateway.
    pub http: SocketAddr,
}

/// A process of a service that finds the others at `peer`.
pub fn process(environment: &Environment, name: &str, service: &str, listens: Listens, peer: impl Fn(&str) -> SocketAddr) -> Part {
    let mut part = Part::new(environment, name, "vestibule", &["run", service])
        .with("VESTIBULE_GRPC_ADDR", listens.grpc.to_string())
        .with("VESTIBULE_ADMIN_ADDR", listens.admin.to_string())
        .with("VESTIBULE_HTTP_ADDR", listens.http.to_string())
        .with("VESTIBULE_PUBLIC_URL", format!("http://{}", environment.http));
    for other in SERVICES.into_iter().filter(|other| *other != service) {
        let variable = format!("VESTIBULE_PEER_{}", other.replace('-', "_").to_uppercase());
        part = part.with(&variable, format!("https://{}", peer(other)));
    }
    part
}
