//! The pictures of a pass: a door, in the sizes that the format wants.
use std::io::Cursor;

use image::{ImageFormat, Rgba, RgbaImage};

const SIZES: [(&str, u32, u32); 4] = [("icon.png", 29, 29), ("icon@2x.png", 58, 58), ("logo.png", 160, 50), ("logo@2x.png", 320, 100)];
const WHITE: [u8; 3] = [255; 3];

/// PNG files by their names.
pub fn all(color: &str) -> impl Iterator<Item = (&'static str, Vec<u8>)> {
    let [red, green, blue] = channels(color);
    SIZES.into_iter().map(move |(name, width, height)| {
        let ink = if width == height { Rgba([255, 69, 48, 255]) } else { Rgba([red, green, blue, 255]) };
        (name, png(&door(width, height, ink)))
    })
}

/// Red, green and blue of `#rrggbb`.
pub fn channels(color: &str) -> [u8; 3] {
    let digits = color.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii());
    let channel = |digits: &str, at: usize| u8::from_str_radix(&digits[at..at + 2], 16).ok();
    digits.and_then(|digits| Some([channel(digits, 0)?, channel(digits, 2)?, channel(digits, 4)?])).unwrap_or(WHITE)
}

/// A frame with an open leaf, at the left.
fn door(width: u32, height: u32, ink: Rgba<u8>) -> RgbaImage {
    let side = height.min(width);
    let (left, right, top, bottom) = (side / 4, side * 3 / 4, side / 8, side * 7 / 8);
    let line = (side / 12).max(1);
    RgbaImage::from_fn(width, height, |x, y| {
        let is_within = (left..right).contains(&x) && (top..bottom).contains(&y);
        let is_frame = x < left + line || x >= right - line || y < top + line;
        // The leaf stands open: its upper edge falls.
        let is_leaf = x < left + (right - left) / 2 && y > top + (x - left.min(x)) / 2 && is_within;
        if is_within && (is_frame || is_leaf) { ink } else { Rgba([0; 4]) }
    })
}

fn png(image: &RgbaImage) -> Vec<u8> {
    let mut data = Cursor::new(Vec::new());
    image.write_to(&mut data, ImageFormat::Png).expect("memory takes what is written");
    data.into_inner()
}
