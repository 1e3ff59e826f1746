//! Identifiers from a table: an attempt first, which says what would come of it, then all of it or nothing.
mod attempt;
mod carry_out;
mod continuation;
mod plan;

use std::sync::LazyLock;

use kit::upload_places::UploadPlaces;

pub use attempt::{Attempt, CardPreview, attempt};
pub use carry_out::{ImportAction, carry_out};

/// Tables that are in memory at once, while they come and while they are read or carried out: two fit the memory that the chart lets
/// access use, which decides about doors besides.
const MAX_CONCURRENT: usize = 2;
const MAX_CONCURRENT_OF_PROJECT: usize = 1;
pub static UPLOADS: LazyLock<UploadPlaces> = LazyLock::new(|| UploadPlaces::new(MAX_CONCURRENT, MAX_CONCURRENT_OF_PROJECT));
