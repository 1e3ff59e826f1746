//! The OpenAPI document, from the same plans that serve the operations.
use transcode::Registry;

/// Committed as web-console/openapi.json, served at /api/v0/openapi.json.
pub fn document() -> anyhow::Result<serde_json::Value> {
    let registry = Registry::new(proto::COMMENTED_DESCRIPTORS)?;
    Ok(transcode::openapi::document(&registry, "Vestibule", env!("CARGO_PKG_VERSION")))
}
