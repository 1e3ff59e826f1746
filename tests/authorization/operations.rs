//! The operations, from the descriptors: a new one is in the test without being named.
use reqwest::Method;
use transcode::{AccessKind, Registry};

pub struct Operation {
    pub method: Method,
    /// Below /api/v0, with `{id}` for what the site fills in.
    pub path: String,
    pub access: AccessKind,
    /// Takes a file, as a form.
    pub is_upload: bool,
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
            is_upload: operation.client_streaming,
        })
        .collect();
    operations.sort_by_key(|operation| match (operation.method.as_str(), operation.path.as_str()) {
        (_, "/logout") => 2,
        ("DELETE", "/profile") => 1,
        _ => 0,
    });
    operations
}
