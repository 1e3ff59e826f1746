//! The photo that devices learn a face from.
mod devices;
mod image;
mod set;

use std::sync::LazyLock;

use kit::upload_places::UploadPlaces;

pub use devices::{devices, retry};
pub use image::image;
pub use set::{UploadedPhoto, set};

/// Photos that are in memory at once, of 10 MiB each at most, while they come and while they wait for the detector: access decides about
/// doors, and may not run out of memory.
const MAX_CONCURRENT: usize = 4;
const MAX_CONCURRENT_OF_PROJECT: usize = 2;
pub static UPLOADS: LazyLock<UploadPlaces> = LazyLock::new(|| UploadPlaces::new(MAX_CONCURRENT, MAX_CONCURRENT_OF_PROJECT));
