//! Cropping before turning: a photograph is turned when it is small, which spares a second copy of all its pixels.
use image::metadata::Orientation;

/// Whether width and height change places when the image is turned upright.
pub fn is_on_its_side(orientation: Orientation) -> bool {
    use Orientation::*;
    matches!(orientation, Rotate90 | Rotate270 | Rotate90FlipH | Rotate270FlipH)
}

/// Where a square of the upright image begins in the image as it is stored, whose size is given.
pub fn origin(orientation: Orientation, (width, height): (u32, u32), (x, y): (u32, u32), size: u32) -> (u32, u32) {
    use Orientation::*;
    match orientation {
        NoTransforms => (x, y),
        FlipHorizontal => (width - size - x, y),
        FlipVertical => (x, height - size - y),
        Rotate180 => (width - size - x, height - size - y),
        Rotate90 => (y, height - size - x),
        Rotate270 => (width - size - y, x),
        Rotate90FlipH => (y, x),
        Rotate270FlipH => (width - size - y, height - size - x),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{DynamicImage, GenericImageView, Rgb, RgbImage};

    #[test]
    fn a_part_turned_is_the_part_of_the_turned() {
        let image = DynamicImage::from(RgbImage::from_fn(7, 5, |x, y| Rgb([x as u8, y as u8, 0])));
        for orientation in (1..=8).map(|exif| Orientation::from_exif(exif).unwrap()) {
            let mut whole = image.clone();
            whole.apply_orientation(orientation);
            assert_eq!(is_on_its_side(orientation), whole.dimensions() == (5, 7));
            for (x, y, size) in [(0, 0, 5), (1, 0, 2), (2, 3, 2), (0, 1, 4)] {
                let (from_x, from_y) = origin(orientation, image.dimensions(), (x, y), size);
                let mut part = image.crop_imm(from_x, from_y, size, size);
                part.apply_orientation(orientation);
                assert_eq!(part, whole.crop_imm(x, y, size, size), "{orientation:?} {x} {y} {size}");
            }
        }
    }
}
