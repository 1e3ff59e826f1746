//! Which square of an image is kept.
use kit::{Error, Fields, Result};

/// In pixels of the image as it is shown upright.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Crop {
    pub x: i32,
    pub y: i32,
    /// Side of the square; 0 for the largest in the middle.
    pub size: i32,
}

impl Crop {
    /// Left, top and side of the square in an image of this size.
    pub(crate) fn within(self, (width, height): (u32, u32)) -> Result<(u32, u32, u32)> {
        if self.size == 0 {
            let side = width.min(height);
            return Ok(((width - side) / 2, (height - side) / 2, side));
        }
        let side = u32::try_from(self.size).map_err(|_| Error::field("size", "must be 0 or more"))?;
        let mut fields = Fields::new();
        if side > width.min(height) {
            fields.add("size", "lies outside of the image");
        }
        let lies_within = |start: i32, length: u32| u32::try_from(start).is_ok_and(|start| start.saturating_add(side) <= length);
        fields.check(lies_within(self.x, width), "x", "lies outside of the image");
        fields.check(lies_within(self.y, height), "y", "lies outside of the image");
        fields.finish()?;
        Ok((self.x as u32, self.y as u32, side))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crop(x: i32, y: i32, size: i32) -> Result<(u32, u32, u32)> {
        Crop { x, y, size }.within((40, 30))
    }

    #[test]
    fn without_a_size_the_largest_square_in_the_middle_is_taken() {
        assert_eq!(crop(7, 7, 0).unwrap(), (5, 0, 30));
    }

    #[test]
    fn a_square_may_touch_the_edges_and_not_cross_them() {
        assert_eq!(crop(10, 0, 30).unwrap(), (10, 0, 30));
        for (x, y, size) in [(11, 0, 30), (0, 1, 30), (-1, 0, 5), (0, 0, 31), (0, 0, -1), (i32::MAX, 0, 5), (0, 0, i32::MAX)] {
            assert!(matches!(crop(x, y, size), Err(Error::Invalid(_))), "{x} {y} {size}");
        }
    }
}
