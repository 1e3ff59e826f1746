//! Which of the faces that were found is taken, and why none is. Pure.
use image_upload::Crop;
use serde::Serialize;

/// Of the box's width: with hair, chin and some of what is around.
const SQUARE: f64 = 1.8;
/// The largest one's area divided by this: smaller boxes are somebody in the background, or no face.
const BACKGROUND: i64 = 10;
/// Width of a face, in pixels.
const MIN_WIDTH: i32 = 120;
/// The longer side of the image divided by this is the least width of a face.
const MIN_PART: u32 = 16;

/// In pixels of the upright image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct FaceBox {
    pub x: i32,
    pub y: i32,
    pub width: i32,
    pub height: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RefusalReason {
    /// No face.
    None,
    Several,
    Small,
    /// The image cuts it.
    Edge,
}

/// Why an image is not taken, with what was found on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refusal {
    pub reason: RefusalReason,
    pub boxes: Vec<FaceBox>,
    /// Of the upright image.
    pub width: u32,
    pub height: u32,
}

impl FaceBox {
    fn area(&self) -> i64 {
        i64::from(self.width) * i64::from(self.height)
    }

    fn is_within(&self, (width, height): (u32, u32)) -> bool {
        let ends_within = |start: i32, length: i32, limit: u32| i64::from(start) + i64::from(length) <= i64::from(limit);
        self.x >= 0 && self.y >= 0 && ends_within(self.x, self.width, width) && ends_within(self.y, self.height, height)
    }
}

/// The square around the only face in the foreground.
pub fn choose(found: &[FaceBox], (width, height): (u32, u32)) -> Result<Crop, Refusal> {
    let largest = found.iter().map(FaceBox::area).max().unwrap_or_default();
    let boxes: Vec<FaceBox> = found.iter().copied().filter(|face| face.area() * BACKGROUND >= largest).collect();
    let refused = |reason| Refusal { reason, boxes: boxes.clone(), width, height };
    let face = match boxes.as_slice() {
        [] => return Err(refused(RefusalReason::None)),
        [face] => *face,
        _ => return Err(refused(RefusalReason::Several)),
    };
    if !face.is_within((width, height)) {
        return Err(refused(RefusalReason::Edge));
    }
    if face.width < MIN_WIDTH || (face.width as u32) < width.max(height) / MIN_PART {
        return Err(refused(RefusalReason::Small));
    }
    Ok(square_around(face, (width, height)))
}

fn square_around(face: FaceBox, (width, height): (u32, u32)) -> Crop {
    let limit = width.min(height) as i32;
    let side = ((f64::from(face.width.max(face.height)) * SQUARE).round() as i32).min(limit);
    let start = |from: i32, length: i32, limit: u32| (from + length / 2 - side / 2).clamp(0, limit as i32 - side);
    Crop { x: start(face.x, face.width, width), y: start(face.y, face.height, height), size: side }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn face(x: i32, y: i32, side: i32) -> FaceBox {
        FaceBox { x, y, width: side, height: side }
    }

    fn reason(found: &[FaceBox], size: (u32, u32)) -> Option<RefusalReason> {
        choose(found, size).err().map(|refusal| refusal.reason)
    }

    #[test]
    fn exactly_one_face_in_the_foreground_is_taken() {
        assert_eq!(reason(&[], (1000, 1000)), Some(RefusalReason::None));
        assert_eq!(reason(&[face(100, 100, 300), face(600, 100, 200)], (1000, 1000)), Some(RefusalReason::Several));
        assert_eq!(reason(&[face(100, 100, 400), face(600, 100, 126)], (1000, 1000)), None, "a tenth of the area is background");
        assert_eq!(choose(&[face(100, 100, 400), face(600, 100, 127)], (1000, 1000)).unwrap_err().boxes.len(), 2);
    }

    #[test]
    fn a_face_is_wide_enough_for_a_device_and_for_its_image() {
        assert_eq!(reason(&[face(100, 100, 119)], (1000, 1000)), Some(RefusalReason::Small));
        assert_eq!(reason(&[face(100, 100, 120)], (1000, 1000)), None);
        assert_eq!(reason(&[face(100, 100, 249)], (4000, 3000)), Some(RefusalReason::Small));
        assert_eq!(reason(&[face(100, 100, 250)], (4000, 3000)), None);
    }

    #[test]
    fn a_face_that_the_image_cuts_is_refused() {
        for cut in [face(-1, 100, 200), face(100, -1, 200), face(801, 100, 200), face(100, 601, 200)] {
            assert_eq!(reason(&[cut], (1000, 800)), Some(RefusalReason::Edge));
        }
        assert_eq!(reason(&[face(800, 600, 200)], (1000, 800)), None);
    }

    #[test]
    fn the_square_has_the_face_in_its_middle_and_stays_within_the_image() {
        assert_eq!(choose(&[face(400, 400, 200)], (1000, 1000)).unwrap(), Crop { x: 320, y: 320, size: 360 });
        assert_eq!(choose(&[face(0, 0, 200)], (1000, 1000)).unwrap(), Crop { x: 0, y: 0, size: 360 });
        assert_eq!(choose(&[face(100, 0, 300)], (500, 400)).unwrap(), Crop { x: 50, y: 0, size: 400 });
    }
}
