//! The photo that a device learns a face from: one face that looks at the camera, large enough, cut out as a square.
//! Detection is SeetaFace's frontal detector, by the crate `rustface`; its model is in `model/`, with its licence.
mod choice;

use std::sync::LazyLock;

use image_upload::{Crop, GreyCopy, Picture, SquareLimits};
use kit::{Error, Result};
use rustface::{ImageData, Model};
use serde_json::json;

pub use choice::{FaceBox, Refusal, RefusalReason, choose};

/// Bytes of an upload.
pub const MAX_BYTES: usize = image_upload::MAX_BYTES;
/// Of the copy that faces are looked for on, in pixels.
const COPY_SIDE: u32 = 640;
/// Devices take 512 KiB of base64.
const PORTRAIT: SquareLimits = SquareLimits { side: 600, qualities: &[85, 70, 55], max_bytes: 384 * 1024 };
const MIN_FACE_SIZE: u32 = 40;
const SCORE_THRESHOLD: f64 = 2.0;
const PYRAMID_SCALE: f32 = 0.8;
const STEP: u32 = 4;

static MODEL_FILE: &[u8] = include_bytes!("../model/seeta_fd_frontal_v1.0.bin");
static MODEL: LazyLock<Model> = LazyLock::new(|| rustface::read_model(MODEL_FILE).expect("the model in this crate can be read"));

/// Cuts the face out of an uploaded image: JPEG of at most 600 x 600 pixels and 384 KiB. "face not recognized" with the reason
/// and the boxes of the faces that were found; `invalid file` for what is no image. Two at a time in a process.
pub async fn portrait(bytes: Vec<u8>) -> Result<Picture> {
    image_upload::chosen_square(bytes, COPY_SIDE, PORTRAIT, find_face).await
}

fn find_face(copy: &GreyCopy) -> Result<Crop> {
    let found = detect(copy);
    choose(&found, (copy.width, copy.height)).map_err(|refusal| Error::NotAccepted {
        code: "face_not_recognized",
        message: "face not recognized",
        data: json!(refusal),
    })
}

/// Faces on the copy, in pixels of the whole image.
fn detect(copy: &GreyCopy) -> Vec<FaceBox> {
    let (width, height) = copy.image.dimensions();
    if width.min(height) < MIN_FACE_SIZE {
        return Vec::new();
    }
    let mut detector = rustface::create_detector_with_model(MODEL.clone());
    detector.set_min_face_size(MIN_FACE_SIZE);
    detector.set_score_thresh(SCORE_THRESHOLD);
    detector.set_pyramid_scale_factor(PYRAMID_SCALE);
    detector.set_slide_window_step(STEP, STEP);
    let found = detector.detect(&ImageData::new(copy.image.as_raw(), width, height));
    let scale = f64::from(copy.width) / f64::from(width);
    let scaled = |value: f64| (value * scale).round() as i32;
    let to_box = |face: rustface::FaceInfo| {
        let bbox = face.bbox();
        FaceBox {
            x: scaled(f64::from(bbox.x())),
            y: scaled(f64::from(bbox.y())),
            width: scaled(f64::from(bbox.width())),
            height: scaled(f64::from(bbox.height())),
        }
    };
    found.into_iter().map(to_box).collect()
}
