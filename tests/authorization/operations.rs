//! The operations, from the descriptors: a new one is in the test without being named.
use reqwest::Method;
use transcode::{AccessKind, Registry};

pub struct Operation {
    pub method: Method,
    /// Below /api/v0, with `{id}` for what the site fills in.
    pub path: String,
    pub access: AccessKind,
}

/// Those that end a session come last.
pub fn all() -> Vec<Operation> {
    let registry = Registry::new(proto::DESCRIPTORS).expect("the descriptors are sound");
    let mut operations: Vec<Operation> = registry
        .operations()
        .iter()
        .map(|operation| Operation {
            method: operation.verb.clone(),
            path: operation.path.trim_start_matches("/api/v0").into(),
            access: operation.access.kind,
        })
        .collect();
    operations.sort_by_key(|operation| operation.path == "/logout");
    operations
}
