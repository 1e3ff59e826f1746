//! From pixels to the bytes that are kept.
use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageFormat};
use kit::{Error, Result};

use crate::Picture;

/// Of 100: beyond this the file grows and the eye sees no difference.
const QUALITY: u8 = 88;
const OPAQUE: u8 = u8::MAX;

pub fn encode(image: &DynamicImage) -> Result<Picture> {
    let (width, height) = (image.width(), image.height());
    let mut data = Cursor::new(Vec::new());
    let content_type = if shines_through(image) {
        image.to_rgba8().write_to(&mut data, ImageFormat::Png).map_err(Error::internal)?;
        "image/png"
    } else {
        JpegEncoder::new_with_quality(&mut data, QUALITY).encode_image(&image.to_rgb8()).map_err(Error::internal)?;
        "image/jpeg"
    };
    Ok(Picture { data: data.into_inner(), content_type, width, height })
}

fn shines_through(image: &DynamicImage) -> bool {
    image.color().has_alpha() && image.to_rgba8().pixels().any(|pixel| pixel.0[3] != OPAQUE)
}
