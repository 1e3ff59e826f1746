//! Decodes images from untrusted bytes, within limits.
use std::io::Cursor;

use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits};
use kit::{Error, Result};

use crate::{MAX_BYTES, jpeg_memory, upright};

const FORMATS: [ImageFormat; 3] = [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP];
/// More than the cameras of most phones take.
pub const MAX_PIXELS: u64 = 24_000_000;
/// Of either side, in pixels: an image of 24 megapixels in one line is not a photograph.
const MAX_SIDE: u32 = 20_000;
/// Bytes for the pixels: 24 megapixels of four bytes each, and something for the decoder itself. The coefficients that a progressive
/// JPEG keeps are counted too: it may have about 16 megapixels with the usual sampling, and 11 without. Together with the hashing of
/// passwords (76 MiB) it fits the memory that the chart lets identity use, which a test of identity measures.
const MAX_MEMORY: u64 = 96 << 20;

/// An image as it is stored, and the rotation that turns it upright.
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

/// Bytes that decoding an image takes, by its first ones.
pub fn memory(bytes: &[u8]) -> Result<u64> {
    open(bytes).map(|(_, memory)| memory)
}

pub fn decode(bytes: &[u8]) -> Result<Decoded> {
    let (mut decoder, _) = open(bytes)?;
    let orientation = decoder.orientation().map_err(invalid)?;
    Ok(Decoded { image: DynamicImage::from_decoder(decoder).map_err(invalid)?, orientation })
}

/// The decoder, and the bytes that it will take. The format is recognised by the content, whatever the file is called. Nothing is
/// decoded yet.
fn open(bytes: &[u8]) -> Result<(impl ImageDecoder + '_, u64)> {
    if bytes.len() > MAX_BYTES {
        return Err(Error::invalid_file(format!("maximum size is {MAX_BYTES} bytes")));
    }
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(Error::internal)?;
    let format = reader.format().filter(|format| FORMATS.contains(format)).ok_or_else(|| Error::invalid_file("must be JPEG, PNG or WebP"))?;
    reader.limits(limits());
    let decoder = reader.into_decoder().map_err(invalid)?;
    let coefficients = if format == ImageFormat::Jpeg { jpeg_memory::coefficient_bytes(bytes, decoder.dimensions()) } else { 0 };
    let memory = decoder.total_bytes().saturating_add(coefficients);
    if count(&decoder) > MAX_PIXELS || memory > MAX_MEMORY {
        return Err(too_large());
    }
    // 16 bits double what the pixels take, and are of no use on a screen.
    if decoder.color_type().bytes_per_pixel() > decoder.color_type().channel_count() {
        return Err(Error::invalid_file("must have 8 bits per channel"));
    }
    Ok((decoder, memory))
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
    Error::invalid_file("maximum size is 24 megapixels")
}
