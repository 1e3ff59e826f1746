//! The photo that devices learn a face from.
mod devices;
mod image;
mod set;

pub use devices::{devices, retry};
pub use image::image;
pub use set::{UploadedPhoto, set};
