//! With the model: what is found on real images.
use std::io::Cursor;

use faces::{MAX_BYTES, portrait};
use image::imageops::{self, FilterType};
use image::{DynamicImage, GenericImageView, ImageFormat, RgbImage};
use kit::Error;
use sha2::{Digest, Sha256};

static PORTRAIT: &[u8] = include_bytes!("portrait.jpg");

fn original() -> DynamicImage {
    image::load_from_memory(PORTRAIT).unwrap()
}

/// Four times as many pixels as the original: its face is 240 pixels wide.
fn large() -> DynamicImage {
    original().resize(1024, 1024, FilterType::CatmullRom)
}

fn jpeg(image: &DynamicImage) -> Vec<u8> {
    let mut data = Cursor::new(Vec::new());
    image.to_rgb8().write_to(&mut data, ImageFormat::Jpeg).unwrap();
    data.into_inner()
}

async fn reason(bytes: Vec<u8>) -> String {
    match portrait(bytes).await {
        Ok(_) => "taken".into(),
        Err(Error::NotAccepted { message, data, .. }) => {
            assert_eq!(message, "face not recognized");
            data["reason"].as_str().unwrap().to_owned()
        }
        Err(error) => error.to_string(),
    }
}

#[test]
fn the_model_is_the_one_that_its_authors_published() {
    let hash = hex::encode(Sha256::digest(include_bytes!("../model/seeta_fd_frontal_v1.0.bin")));
    assert_eq!(hash, "c4619d066ed35e84d9a8e842860b0dff567aba0cbb139881075538761db3ff5d");
}

#[tokio::test]
async fn one_face_is_cut_out_as_a_square_that_devices_take() {
    let photo = portrait(jpeg(&large())).await.unwrap();
    assert_eq!((photo.content_type, photo.width), ("image/jpeg", photo.height));
    assert!(photo.width <= 600 && photo.data.len() <= 384 * 1024, "{} pixels, {} bytes", photo.width, photo.data.len());
    // The face is still on it.
    assert_eq!(reason(photo.data).await, "taken");
}

#[tokio::test]
async fn several_faces_none_small_ones_and_cut_ones_are_refused_with_their_reason() {
    let mut group = RgbImage::new(2048, 1024);
    for x in [0, 1024] {
        imageops::replace(&mut group, &large().to_rgb8(), x, 0);
    }
    assert_eq!(reason(jpeg(&group.into())).await, "several");
    assert_eq!(reason(jpeg(&RgbImage::from_fn(800, 600, |x, y| image::Rgb([(x % 256) as u8, (y % 256) as u8, 90])).into())).await, "none");
    let mut far = RgbImage::from_pixel(1024, 1024, image::Rgb([90, 90, 90]));
    imageops::replace(&mut far, &original().to_rgb8(), 0, 0);
    assert_eq!(reason(jpeg(&far.into())).await, "small");
}

#[tokio::test]
async fn a_photo_that_lies_on_its_side_is_turned_by_what_its_camera_says() {
    let upright = jpeg(&large());
    let sideways = jpeg(&large().rotate270());
    assert_eq!(reason(sideways.clone()).await, "none");
    // EXIF with orientation 6: to be turned by 90 degrees clockwise.
    let exif = b"\xff\xe1\x00\x22Exif\x00\x00MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00";
    let turned = [&sideways[..2], exif, &sideways[2..]].concat();
    let (from_turned, from_upright) = (portrait(turned).await.unwrap(), portrait(upright).await.unwrap());
    let brightness = |data: &[u8]| image::load_from_memory(data).unwrap().resize_exact(8, 8, FilterType::Triangle).to_luma8();
    let (one, other) = (brightness(&from_turned.data), brightness(&from_upright.data));
    assert!(one.pixels().zip(other.pixels()).all(|(a, b)| a.0[0].abs_diff(b.0[0]) < 40), "the same way up");
}

#[tokio::test]
async fn hostile_images_are_refused_before_they_take_memory() {
    let mut bomb = Vec::from(&b"\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR"[..]);
    bomb.extend([0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff, 8, 2, 0, 0, 0, 0, 0, 0, 0]);
    for bytes in [Vec::new(), b"<svg onload=alert(1)>".to_vec(), bomb, jpeg(&large())[..2_000].to_vec(), vec![0xff; MAX_BYTES + 1]] {
        assert_ne!(reason(bytes).await, "taken");
    }
    let tiny = DynamicImage::from(RgbImage::new(1, 1));
    assert_eq!((reason(jpeg(&tiny)).await.as_str(), tiny.dimensions()), ("none", (1, 1)));
}
