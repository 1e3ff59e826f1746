//! Images that people upload. The bytes that were sent are never stored: the image is decoded, cropped or made smaller,
//! turned upright and encoded anew, so that nothing hidden in it (a script, a location in its EXIF) stays.
mod crop;
mod decode;
mod encode;
mod jpeg_memory;
mod upright;

pub use crop::Crop;

use std::sync::LazyLock;

use image::imageops::{self, FilterType};
use image::{DynamicImage, GenericImageView, GrayImage};
use kit::{Error, Result};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use decode::Decoded;

/// Bytes of an upload.
pub const MAX_BYTES: usize = 10 << 20;

/// Images that this process decodes at a time. One that takes more than `LARGE_MEMORY` is decoded alone: it takes up to 96 MiB for
/// a moment.
static PERMITS: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(MAX_CONCURRENT));
const MAX_CONCURRENT: usize = 2;
/// Bytes: of 8 megapixels, four for each.
const LARGE_MEMORY: u64 = 32_000_000;

/// An encoded image: PNG where a pixel is transparent, else JPEG.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub data: Vec<u8>,
    pub content_type: &'static str,
    pub width: u32,
    pub height: u32,
}

/// The part of an image that `crop` names, in at most `side` x `side` pixels. `invalid file` for what is no JPEG, PNG
/// or WebP; a field error for a crop that leaves the image.
pub async fn square(bytes: Vec<u8>, crop: Crop, side: u32) -> Result<Picture> {
    transform(bytes, move |decoded| {
        let part = crop.within(decoded.upright_size())?;
        Ok(cropped(decoded, part, side))
    })
    .await
}

/// The whole image in at most `width` x `height` pixels, its proportions kept.
pub async fn fit(bytes: Vec<u8>, width: u32, height: u32) -> Result<Picture> {
    transform(bytes, move |decoded| Ok(fitted(decoded, width, height))).await
}

/// The whole image as a JPEG of at most `side` x `side` pixels and `max_bytes`, for images that cameras take by the thousand.
pub async fn jpeg(bytes: Vec<u8>, side: u32, max_bytes: usize) -> Result<Picture> {
    transform_into(bytes, move |decoded| Ok(fitted(decoded, side, side)), move |image| encode::jpeg_within(image, max_bytes)).await
}

/// A grey copy of an image, upright, and the size of the image that it was made of.
pub struct GreyCopy {
    pub image: GrayImage,
    pub width: u32,
    pub height: u32,
}

/// How an image is made to fit: its sides in pixels, and the qualities of JPEG that are tried for its bytes.
#[derive(Clone, Copy, Debug)]
pub struct SquareLimits {
    pub side: u32,
    pub qualities: &'static [u8],
    pub max_bytes: usize,
}

/// The square that `choose` finds on a grey copy of at most `copy_side` pixels, in pixels of the whole image, as JPEG.
pub async fn chosen_square(
    bytes: Vec<u8>,
    copy_side: u32,
    limits: SquareLimits,
    choose: impl FnOnce(&GreyCopy) -> Result<Crop> + Send + 'static,
) -> Result<Picture> {
    let change = move |decoded: &Decoded| {
        let (width, height) = decoded.upright_size();
        let mut copy: DynamicImage = fitted(decoded, copy_side, copy_side).into_luma8().into();
        copy.apply_orientation(decoded.orientation);
        let crop = choose(&GreyCopy { image: copy.into_luma8(), width, height })?;
        Ok(cropped(decoded, crop.within((width, height))?, limits.side))
    };
    transform_into(bytes, change, move |image| encode::jpeg_of(image, limits.qualities, limits.max_bytes)).await
}

fn cropped(decoded: &Decoded, (x, y, size): (u32, u32, u32), side: u32) -> DynamicImage {
    let (x, y) = upright::origin(decoded.orientation, decoded.image.dimensions(), (x, y), size);
    let part = imageops::crop_imm(&decoded.image, x, y, size, size);
    if size > side { imageops::resize(&*part, side, side, FilterType::CatmullRom).into() } else { part.to_image().into() }
}

fn fitted(decoded: &Decoded, width: u32, height: u32) -> DynamicImage {
    let (width, height) = if upright::is_on_its_side(decoded.orientation) { (height, width) } else { (width, height) };
    let is_small = decoded.image.width() <= width && decoded.image.height() <= height;
    if is_small { decoded.image.clone() } else { decoded.image.resize(width, height, FilterType::CatmullRom) }
}

async fn transform(bytes: Vec<u8>, change: impl FnOnce(&Decoded) -> Result<DynamicImage> + Send + 'static) -> Result<Picture> {
    transform_into(bytes, change, encode::encode).await
}

async fn transform_into(
    bytes: Vec<u8>,
    change: impl FnOnce(&Decoded) -> Result<DynamicImage> + Send + 'static,
    encode: impl FnOnce(&DynamicImage) -> Result<Picture> + Send + 'static,
) -> Result<Picture> {
    let (bytes, memory) = spawn_blocking(move || decode::memory(&bytes).map(|memory| (bytes, memory))).await.map_err(Error::internal)??;
    let permits = if memory > LARGE_MEMORY { MAX_CONCURRENT as u32 } else { 1 };
    let _permits = PERMITS.acquire_many(permits).await.map_err(Error::internal)?;
    let transformed = spawn_blocking(move || {
        let decoded = decode::decode(&bytes)?;
        let mut image = change(&decoded)?;
        image.apply_orientation(decoded.orientation);
        encode(&image)
    });
    transformed.await.map_err(Error::internal)?
}
