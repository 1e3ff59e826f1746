//! From pixels to the bytes that are kept.
use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::imageops::{self, FilterType};
use image::{DynamicImage, ImageFormat};
use kit::{Error, Result};

use crate::Picture;

/// Of 100: beyond this the file grows and the eye sees no difference.
const QUALITY: u8 = 88;
/// For images that must fit into some bytes.
const QUALITIES: [u8; 3] = [82, 65, 45];
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

/// A JPEG in the first of the qualities that takes at most `max_bytes`. `invalid file` where none does.
pub fn jpeg_of(image: &DynamicImage, qualities: &[u8], max_bytes: usize) -> Result<Picture> {
    let image = image.to_rgb8();
    for quality in qualities {
        let mut data = Vec::new();
        JpegEncoder::new_with_quality(&mut data, *quality).encode_image(&image).map_err(Error::internal)?;
        if data.len() <= max_bytes {
            return Ok(Picture { data, content_type: "image/jpeg", width: image.width(), height: image.height() });
        }
    }
    Err(Error::invalid_file(format!("maximum size is {max_bytes} bytes")))
}

/// A JPEG of at most `max_bytes`: the quality goes down first, then the size. Transparent pixels become black.
pub fn jpeg_within(image: &DynamicImage, max_bytes: usize) -> Result<Picture> {
    let mut image = image.to_rgb8();
    loop {
        for quality in QUALITIES {
            let mut data = Vec::new();
            JpegEncoder::new_with_quality(&mut data, quality).encode_image(&image).map_err(Error::internal)?;
            if data.len() <= max_bytes {
                return Ok(Picture { data, content_type: "image/jpeg", width: image.width(), height: image.height() });
            }
        }
        let (width, height) = (image.width() / 2, image.height() / 2);
        if width == 0 || height == 0 {
            return Err(Error::internal(anyhow::anyhow!("an image does not fit into {max_bytes} bytes")));
        }
        image = imageops::resize(&image, width, height, FilterType::Triangle);
    }
}

fn shines_through(image: &DynamicImage) -> bool {
    image.color().has_alpha() && image.to_rgba8().pixels().any(|pixel| pixel.0[3] != OPAQUE)
}
