//! Other services, asked over gRPC.
pub mod group_license;
pub mod members;
pub mod related;
pub mod residents;
pub mod roles;
pub mod structure_import;

use std::time::Duration;

use anyhow::anyhow;
use kit::{Error, Result};
use tonic::{Code, Response, Status};

/// The answer of a service that has to come within `timeout`.
async fn within<T>(timeout: Duration, call: impl Future<Output = Result<Response<T>, Status>>) -> Result<T> {
    match tokio::time::timeout(timeout, call).await {
        Ok(answer) => Ok(answer?.into_inner()),
        Err(_) => Err(Error::Unavailable(anyhow!("no answer within {} s", timeout.as_secs()))),
    }
}

/// As `within`; None where the caller may see nothing of the kind.
async fn within_if_permitted<T>(timeout: Duration, call: impl Future<Output = Result<Response<T>, Status>>) -> Result<Option<T>> {
    match tokio::time::timeout(timeout, call).await {
        Ok(Err(status)) if status.code() == Code::PermissionDenied => Ok(None),
        Ok(answer) => Ok(Some(answer?.into_inner())),
        Err(_) => Err(Error::Unavailable(anyhow!("no answer within {} s", timeout.as_secs()))),
    }
}
