//! Reading a table.
use std::sync::LazyLock;

use bytes::Bytes;
use kit::{Error, Result};
use tokio::sync::Semaphore;

use crate::{Limits, Table};

mod csv;
mod xlsx;

/// Tables that this process unpacks at a time: each may take some hundred megabytes for a moment.
static PERMITS: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(2));

/// What every zip archive begins with, and so every xlsx file.
const ZIP: &[u8] = b"PK\x03\x04";
/// What old Excel files begin with.
const OLE: &[u8] = b"\xd0\xcf\x11\xe0";

/// An xlsx or csv file, told apart by what it begins with. `wrong file body` for nothing at all, `invalid file` for
/// what is no table or a table beyond the limits.
pub async fn read(bytes: impl Into<Bytes>, limits: Limits) -> Result<Table> {
    let bytes = bytes.into();
    let _permit = PERMITS.acquire().await.map_err(Error::internal)?;
    match tokio::task::spawn_blocking(move || parse(&bytes, limits)).await {
        Ok(read) => read,
        // calamine adds up places of cells without looking whether they are too large.
        Err(error) if error.is_panic() => Err(Error::invalid_file("must be xlsx or csv")),
        Err(error) => Err(Error::internal(error)),
    }
}

pub(crate) fn parse(bytes: &[u8], limits: Limits) -> Result<Table> {
    if bytes.is_empty() {
        return Err(Error::wrong_file_body("the file is empty"));
    }
    if bytes.len() > limits.bytes {
        return Err(Error::invalid_file(format!("maximum size is {} bytes", limits.bytes)));
    }
    if bytes.starts_with(OLE) {
        return Err(Error::invalid_file("must be xlsx or csv"));
    }
    if bytes.starts_with(ZIP) { xlsx::parse(bytes, limits) } else { csv::parse(bytes, limits) }
}

#[cfg(test)]
mod tests;
