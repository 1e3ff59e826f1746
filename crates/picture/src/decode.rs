//! From bytes that nobody vouches for to pixels.
use std::io::Cursor;

use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits};
use kit::{Error, Result};

use crate::{MAX_BYTES, upright};

const FORMATS: [ImageFormat; 3] = [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP];
const MAX_PIXELS: u64 = 64_000_000;
/// Of either side: a picture of 64 megapixels in one line is none.
const MAX_SIDE: u32 = 20_000;
/// Bytes for the pixels: 64 megapixels with four bytes each, and something for the decoder itself.
const MAX_MEMORY: u64 = 288 << 20;

/// An image as it is stored, and how it is turned upright.
pub struct Decoded {
    pub image: DynamicImage,
    pub orientation: Orientation,
}

impl Decoded {
    pub fn upright_size(&self) -> (u32, u32) {
        let (width, height) = (self.image.width(), self.image.height());
        if upright::is_on_its_side(self.orientation) { (height, width) } else { (width, height) }
    }
}

/// How many pixels an image has, by its first bytes.
pub fn pixels(bytes: &[u8]) -> Result<u64> {
    Ok(count(&open(bytes)?))
}

pub fn decode(bytes: &[u8]) -> Result<Decoded> {
    let mut decoder = open(bytes)?;
    let orientation = decoder.orientation().map_err(invalid)?;
    Ok(Decoded { image: DynamicImage::from_decoder(decoder).map_err(invalid)?, orientation })
}

/// Told apart by content, whatever the file is called. Nothing is decoded yet.
fn open(bytes: &[u8]) -> Result<impl ImageDecoder + '_> {
    if bytes.len() > MAX_BYTES {
        return Err(Error::invalid_file(format!("maximum size is {MAX_BYTES} bytes")));
    }
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(Error::internal)?;
    if !reader.format().is_some_and(|format| FORMATS.contains(&format)) {
        return Err(Error::invalid_file("must be JPEG, PNG or WebP"));
    }
    reader.limits(limits());
    let decoder = reader.into_decoder().map_err(invalid)?;
    if count(&decoder) > MAX_PIXELS || decoder.total_bytes() > MAX_MEMORY {
        return Err(too_large());
    }
    Ok(decoder)
}

fn count(decoder: &impl ImageDecoder) -> u64 {
    let (width, height) = decoder.dimensions();
    u64::from(width) * u64::from(height)
}

fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_MEMORY);
    limits
}

fn invalid(error: ImageError) -> Error {
    match error {
        ImageError::Limits(_) => too_large(),
        _ => Error::invalid_file("must be JPEG, PNG or WebP"),
    }
}

fn too_large() -> Error {
    Error::invalid_file("maximum size is 64 megapixels")
}
