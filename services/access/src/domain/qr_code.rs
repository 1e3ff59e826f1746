//! A text as the image of a QR code.

use std::fmt::Write;

use image::codecs::png::PngEncoder;
use image::{ExtendedColorType, ImageEncoder};
use qrcode::types::QrError;
use qrcode::{Color, EcLevel};

/// Light modules around the code, without which readers do not find it (ISO/IEC 18004).
const QUIET_ZONE: usize = 4;
const LIGHT: u8 = 255;

/// The image's width and height, in pixels.
pub const SIZES: std::ops::RangeInclusive<i32> = 256..=2048;
pub const DEFAULT_SIZE: i32 = 512;

/// The code of a text with error correction M: a seventh of it may be unreadable.
pub struct QrCode {
    is_dark: Vec<bool>,
    width: usize,
}

impl QrCode {
    pub fn new(text: &str) -> Result<QrCode, QrError> {
        let code = qrcode::QrCode::with_error_correction_level(text, EcLevel::M)?;
        Ok(QrCode { width: code.width(), is_dark: code.to_colors().into_iter().map(|color| color == Color::Dark).collect() })
    }

    /// Columns and rows of dark modules, with the quiet zone.
    fn dark_modules(&self) -> impl Iterator<Item = (usize, usize)> {
        let dark = self.is_dark.iter().enumerate().filter(|(_, is_dark)| **is_dark);
        dark.map(|(at, _)| (at % self.width + QUIET_ZONE, at / self.width + QUIET_ZONE))
    }

    /// Modules of the image's width, with the quiet zone.
    fn modules(&self) -> usize {
        self.width + 2 * QUIET_ZONE
    }

    pub fn svg(&self, size: u32) -> String {
        let mut path = String::new();
        for (x, y) in self.dark_modules() {
            write!(path, "M{x} {y}h1v1h-1z").expect("a string takes what is written");
        }
        let modules = self.modules();
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{size}\" height=\"{size}\" viewBox=\"0 0 {modules} {modules}\" shape-rendering=\"crispEdges\">\
             <path fill=\"#fff\" d=\"M0 0h{modules}v{modules}H0z\"/><path d=\"{path}\"/></svg>"
        )
    }

    /// Modules have a whole number of pixels; what is left is light.
    pub fn png(&self, size: u32) -> image::ImageResult<Vec<u8>> {
        let width = size as usize;
        let scale = width / self.modules();
        let margin = (width - scale * self.modules()) / 2;
        let mut pixels = vec![LIGHT; width * width];
        for (x, y) in self.dark_modules() {
            for row in 0..scale {
                let start = (margin + y * scale + row) * width + margin + x * scale;
                pixels[start..start + scale].fill(0);
            }
        }
        let mut png = Vec::new();
        PngEncoder::new(&mut png).write_image(&pixels, size, size, ExtendedColorType::L8)?;
        Ok(png)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;

    /// Whether the pixel in the middle of each module of the image is dark.
    fn sampled(png: &[u8], modules: usize) -> Vec<bool> {
        let image = image::load_from_memory(png).unwrap().into_luma8();
        let scale = image.width() as usize / modules;
        let margin = (image.width() as usize - scale * modules) / 2;
        let middle = |module: usize| (margin + module * scale + scale / 2) as u32;
        (0..modules * modules).map(|at| image.get_pixel(middle(at % modules), middle(at / modules)).0[0] < 128).collect()
    }

    fn drawn(svg: &str, modules: usize) -> Vec<bool> {
        let mut dark = vec![false; modules * modules];
        let path = svg.split("d=\"").last().unwrap().split('"').next().unwrap();
        for module in path.split('z').filter(|module| !module.is_empty()) {
            let (x, y) = module.trim_start_matches('M').split('h').next().unwrap().split_once(' ').unwrap();
            dark[y.parse::<usize>().unwrap() * modules + x.parse::<usize>().unwrap()] = true;
        }
        dark
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn both_images_show_the_code_in_a_quiet_zone(id in any::<u128>(), size in 256_u32..=2048) {
            let text = Uuid::from_u128(id).to_string();
            let code = QrCode::new(&text).unwrap();
            let expected = qrcode::QrCode::with_error_correction_level(&text, EcLevel::M).unwrap();
            let modules = expected.width() + 8;
            let is_dark = |at: usize| {
                let (x, y) = (at % modules, at / modules);
                let within = |module: usize| (4..4 + expected.width()).contains(&module);
                within(x) && within(y) && expected[(x - 4, y - 4)] == Color::Dark
            };
            let wanted: Vec<bool> = (0..modules * modules).map(is_dark).collect();
            prop_assert_eq!(&sampled(&code.png(size).unwrap(), modules), &wanted);
            prop_assert_eq!(&drawn(&code.svg(size), modules), &wanted);
        }
    }
}
