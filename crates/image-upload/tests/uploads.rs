//! What becomes of uploaded images.
use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageEncoder, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};
use image_upload::{Crop, MAX_BYTES, Picture, fit, jpeg, square};
use kit::Error;

const RED: [u8; 3] = [220, 20, 20];
const BLUE: [u8; 3] = [20, 20, 220];

/// The left half red, the right half blue.
fn halves(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, _| Rgb(if x < width / 2 { RED } else { BLUE }))
}

fn encoded(image: impl Into<DynamicImage>, format: ImageFormat) -> Vec<u8> {
    let mut data = Cursor::new(Vec::new());
    image.into().write_to(&mut data, format).unwrap();
    data.into_inner()
}

/// A JPEG that says in its EXIF which way is up.
fn turned(image: &RgbImage, orientation: u8) -> Vec<u8> {
    let exif = [b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0".as_slice(), &[orientation, 0, 0, 0], &[0, 0, 0, 0]].concat();
    let mut data = Vec::new();
    let mut encoder = JpegEncoder::new_with_quality(&mut data, 95);
    encoder.set_exif_metadata(exif).unwrap();
    encoder.encode_image(image).unwrap();
    data
}

fn pixels(encoded_image: &Picture) -> RgbaImage {
    let image = image::load_from_memory(&encoded_image.data).unwrap().to_rgba8();
    assert_eq!(image.dimensions(), (encoded_image.width, encoded_image.height));
    image
}

fn is_like(pixel: &Rgba<u8>, color: [u8; 3]) -> bool {
    pixel.0.iter().zip(color).all(|(is, should)| is.abs_diff(should) < 40)
}

fn reason<T: std::fmt::Debug>(result: kit::Result<T>) -> String {
    match result {
        Err(Error::Conflict { code: "invalid_file", data, .. }) => data["fields"]["file"].as_str().unwrap().to_string(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn jpeg_png_and_webp_are_taken() {
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
        let encoded_image = square(encoded(halves(40, 20), format), Crop::default(), 16).await.unwrap();
        assert_eq!((encoded_image.width, encoded_image.height, encoded_image.content_type), (16, 16, "image/jpeg"));
        let pixels = pixels(&encoded_image);
        assert!(is_like(pixels.get_pixel(1, 8), RED) && is_like(pixels.get_pixel(14, 8), BLUE));
    }
}

#[tokio::test]
async fn the_crop_is_what_stays() {
    let crop = Crop { x: 20, y: 0, size: 20 };
    let encoded_image = square(encoded(halves(40, 20), ImageFormat::Png), crop, 64).await.unwrap();
    assert_eq!((encoded_image.width, encoded_image.height), (20, 20));
    assert!(pixels(&encoded_image).pixels().all(|pixel| is_like(pixel, BLUE)));
}

#[tokio::test]
async fn a_photograph_is_turned_upright_before_it_is_cropped() {
    // Orientation 6: to be turned by 90 degrees to the right, so that the left half is the upper one.
    let crop = Crop { x: 0, y: 0, size: 20 };
    let encoded_image = square(turned(&halves(40, 20), 6), crop, 64).await.unwrap();
    assert!(pixels(&encoded_image).pixels().all(|pixel| is_like(pixel, RED)));
}

#[tokio::test]
async fn nothing_of_the_original_bytes_is_kept() {
    let mut bytes = turned(&halves(40, 20), 1);
    bytes.extend_from_slice(b"<script>alert(1)</script>");
    let encoded_image = fit(bytes, 64, 64).await.unwrap();
    let holds = |needle: &[u8]| encoded_image.data.windows(needle.len()).any(|window| window == needle);
    assert!(!holds(b"Exif") && !holds(b"<script>"));
}

#[tokio::test]
async fn transparent_pixels_stay_transparent() {
    let image = RgbaImage::from_pixel(10, 10, Rgba([1, 2, 3, 128]));
    let encoded_image = fit(encoded(image, ImageFormat::Png), 64, 64).await.unwrap();
    assert_eq!(encoded_image.content_type, "image/png");
    assert_eq!(pixels(&encoded_image).get_pixel(5, 5).0, [1, 2, 3, 128]);
}

#[tokio::test]
async fn proportions_are_kept_and_nothing_is_made_larger() {
    let wide = fit(encoded(halves(100, 20), ImageFormat::Png), 50, 50).await.unwrap();
    assert_eq!((wide.width, wide.height), (50, 10));
    let small = fit(encoded(halves(10, 4), ImageFormat::Png), 50, 50).await.unwrap();
    assert_eq!((small.width, small.height), (10, 4));
}

#[tokio::test]
async fn what_is_no_image_is_an_invalid_file() {
    let cut = &encoded(halves(40, 20), ImageFormat::Png)[..60];
    for bytes in [b"".as_slice(), b"<svg/>", b"GIF89a\x01\0\x01\0\0\0\0;", cut, b"\xff\xd8\xff\xe0garbage"] {
        assert_eq!(reason(fit(bytes.to_vec(), 10, 10).await), "must be JPEG, PNG or WebP", "{bytes:?}");
    }
    assert_eq!(reason(fit(vec![0; MAX_BYTES + 1], 10, 10).await), "maximum size is 10485760 bytes");
}

#[tokio::test]
async fn a_decompression_bomb_is_refused_before_it_is_decoded() {
    for (width, height) in [(4_900, 4_900), (60_000, 1)] {
        let bomb = encoded(image::GrayImage::new(width, height), ImageFormat::Png);
        assert!(bomb.len() < MAX_BYTES);
        assert_eq!(reason(fit(bomb, 10, 10).await), "maximum size is 24 megapixels");
    }
}

/// The header of a JPEG of 24 megapixels, without its data.
fn jpeg_header(frame_marker: u8) -> Vec<u8> {
    let segment = |marker: u8, content: &[u8]| [[0xff, marker, 0, content.len() as u8 + 2].as_slice(), content].concat();
    let frame = segment(frame_marker, &[8, 0x0f, 0xa0, 0x17, 0x70, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]);
    let scan = segment(0xda, &[3, 1, 0, 2, 0, 3, 0, 0, 0, 0]);
    [[0xff, 0xd8].as_slice(), &frame, &scan].concat()
}

/// All coefficients of a progressive JPEG are in memory until its last scan.
#[tokio::test]
async fn a_progressive_jpeg_that_needs_too_much_memory_is_refused_before_it_is_decoded() {
    let (baseline, progressive) = (jpeg_header(0xc0), jpeg_header(0xc2));
    assert_eq!(reason(fit(progressive, 10, 10).await), "maximum size is 24 megapixels");
    assert_eq!(reason(fit(baseline, 10, 10).await), "must be JPEG, PNG or WebP", "it is decoded, and has no data");
}

#[tokio::test]
async fn an_image_of_more_than_8_bits_per_channel_is_refused() {
    let deep = image::ImageBuffer::<Rgba<u16>, _>::new(10, 10);
    assert_eq!(reason(fit(encoded(deep, ImageFormat::Png), 10, 10).await), "must have 8 bits per channel");
}

#[tokio::test]
async fn an_image_of_24_megapixels_is_taken() {
    let image = encoded(image::GrayImage::new(6_000, 4_000), ImageFormat::Png);
    assert_eq!(fit(image, 30, 30).await.unwrap().width, 30);
}

#[tokio::test]
async fn a_crop_outside_of_the_image_is_named() {
    let crop = Crop { x: 30, y: 0, size: 20 };
    let refused = square(encoded(halves(40, 20), ImageFormat::Png), crop, 64).await;
    assert!(matches!(refused, Err(Error::Invalid(fields)) if fields.keys().eq(["x"])));
}

#[tokio::test]
async fn a_cameras_image_is_a_jpeg_within_its_pixels_and_bytes_whatever_it_shows() {
    let mut state = 1_u32;
    let noise = RgbImage::from_fn(1_600, 1_200, |_, _| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let [_, r, g, b] = state.to_be_bytes();
        Rgb([r, g, b])
    });
    let small = jpeg(encoded(noise, ImageFormat::Png), 1_280, 100_000).await.unwrap();
    assert!(small.data.len() <= 100_000 && small.width <= 1_280, "{} bytes", small.data.len());
    assert_eq!(small.content_type, "image/jpeg");

    let transparent = RgbaImage::from_pixel(40, 30, Rgba([255, 0, 0, 0]));
    let flat = jpeg(encoded(transparent, ImageFormat::Png), 1_280, 100_000).await.unwrap();
    assert_eq!((flat.content_type, flat.width, flat.height), ("image/jpeg", 40, 30));
    assert!(jpeg(b"no image".to_vec(), 1_280, 100_000).await.is_err());
}
