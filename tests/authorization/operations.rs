//! The operations, read from the descriptors, so that a new one is tested without being listed.
use reqwest::Method;
use transcode::{AccessKind, Registry};

pub struct Operation {
    pub method: Method,
    /// Path below /api/v0; `{id}` is replaced by an id of the site.
    pub path: String,
    pub access: AccessKind,
    /// Whether it takes a file as a multipart form.
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
