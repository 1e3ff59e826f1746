//! Objects that nobody can read in the store: photos of faces, images of events, backups.
//!
//! An object is a header and frames. The header: 4 bytes of the format, 8 of the key's id, 16 random ones. Of key and random bytes
//! HKDF-SHA256 makes a key for this object alone. A frame: up to 64 KiB of the content, sealed with AES-256-GCM; the nonce is the
//! number of the frame, and whether it is the last; header and name of the object are authenticated with each. So frames cannot be
//! changed, moved, left out or cut off, and one object cannot stand in for another.
use std::ops::Range;
use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use futures::{Stream, StreamExt};
use kit::{Error, Result};
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::hkdf::{HKDF_SHA256, Salt};
use ring::rand::{SecureRandom, SystemRandom};

use crate::{BlobInfo, Blobs};

const FORMAT: &[u8; 4] = b"VSB1";
const KEY_ID_LEN: usize = 8;
const SALT_LEN: usize = 16;
const HEADER_LEN: usize = FORMAT.len() + KEY_ID_LEN + SALT_LEN;
const FRAME_LEN: usize = 64 * 1024;
const TAG_LEN: usize = 16;
const SEALED_FRAME_LEN: usize = FRAME_LEN + TAG_LEN;

/// Keys of the installation: the first one seals, all of them open.
#[derive(Clone)]
pub struct SealKeys(Arc<[SealKey]>);

struct SealKey {
    id: [u8; KEY_ID_LEN],
    key: Vec<u8>,
}

impl SealKeys {
    /// At least one key, of 32 bytes each.
    pub fn new(keys: &[&[u8]]) -> Self {
        let keys = keys.iter().map(|key| SealKey { id: key_id(key), key: key.to_vec() });
        SealKeys(keys.collect::<Vec<_>>().into())
    }

    fn find(&self, id: &[u8]) -> Result<&SealKey> {
        self.0.iter().find(|key| key.id == id).ok_or_else(|| Error::internal(anyhow::anyhow!("the object was sealed with a key that is not known")))
    }
}

impl std::fmt::Debug for SealKeys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SealKeys")
    }
}

/// Says which key it is, and nothing of it.
fn key_id(key: &[u8]) -> [u8; KEY_ID_LEN] {
    let mut id = [0; KEY_ID_LEN];
    expand(key, b"", b"vestibule blob key id", &mut id);
    id
}

fn expand(key: &[u8], salt: &[u8], info: &[u8], out: &mut [u8]) {
    struct Length(usize);
    impl ring::hkdf::KeyType for Length {
        fn len(&self) -> usize {
            self.0
        }
    }
    let derived = Salt::new(HKDF_SHA256, salt).extract(key);
    let info = [info];
    let okm = derived.expand(&info, Length(out.len())).expect("shorter than 255 hashes");
    okm.fill(out).expect("as long as its length type");
}

/// Cheap to clone.
#[derive(Clone, Debug)]
pub struct SealedBlobs {
    blobs: Blobs,
    keys: SealKeys,
}

/// Seals or opens the frames of one object.
struct Frames {
    key: LessSafeKey,
    header: [u8; HEADER_LEN],
    name: String,
}

impl SealedBlobs {
    pub(crate) fn new(blobs: Blobs, keys: SealKeys) -> Self {
        SealedBlobs { blobs, keys }
    }

    /// Writes an object, or replaces it.
    pub async fn put(&self, key: &str, data: &[u8]) -> Result<()> {
        let frames = self.new_frames(key);
        let last = last_frame(data.len() as u64);
        let mut sealed = frames.header.to_vec();
        sealed.reserve(data.len() + (last as usize + 1) * TAG_LEN);
        for number in 0..=last {
            let start = number as usize * FRAME_LEN;
            let frame = &data[start..data.len().min(start + FRAME_LEN)];
            sealed.extend(frames.seal(number, number == last, frame.to_vec()));
        }
        self.blobs.put(key, sealed).await
    }

    /// As `put`, without the whole in memory. A stream that fails leaves what was there before. Returns the size of the content.
    pub async fn put_stream(&self, key: &str, data: impl Stream<Item = Result<Bytes>> + Send) -> Result<u64> {
        let frames = self.new_frames(key);
        let mut size = 0;
        let header = Bytes::copy_from_slice(&frames.header);
        let sealed = async_frames(frames, data, &mut size);
        let sealed = futures::stream::once(async { Ok(header) }).chain(sealed);
        self.blobs.put_stream(key, sealed).await?;
        Ok(size)
    }

    /// `NotFound` for a key that has none.
    pub async fn get(&self, key: &str) -> Result<Vec<u8>> {
        let sealed = self.blobs.get(key).await?;
        let frames = self.frames(key, &sealed[..sealed.len().min(HEADER_LEN)])?;
        frames.open_all(0, true, &sealed[HEADER_LEN..])
    }

    /// A part of the content, which ends with the content.
    pub async fn get_range(&self, key: &str, range: Range<u64>) -> Result<Vec<u8>> {
        let stored = self.blobs.size(key).await?;
        let size = content_len(stored)?;
        let end = range.end.min(size);
        if range.start >= end {
            return Ok(Vec::new());
        }
        let frames = self.frames(key, &self.blobs.get_range(key, 0..stored.min(HEADER_LEN as u64)).await?)?;
        let (first, last) = (range.start / FRAME_LEN as u64, (end - 1) / FRAME_LEN as u64);
        let at = |frame: u64| HEADER_LEN as u64 + frame * SEALED_FRAME_LEN as u64;
        let sealed = self.blobs.get_range(key, at(first)..at(last + 1).min(stored)).await?;
        let opened = frames.open_all(first, last == last_frame(size), &sealed)?;
        let start = (range.start - first * FRAME_LEN as u64) as usize;
        Ok(opened[start..start + (end - range.start) as usize].to_vec())
    }

    pub async fn delete(&self, key: &str) -> Result<()> {
        self.blobs.delete(key).await
    }

    /// Every object below a folder; sizes are those of the store.
    pub async fn list(&self, folder: &str) -> Result<Vec<BlobInfo>> {
        self.blobs.list(folder).await
    }

    fn new_frames(&self, name: &str) -> Frames {
        let key = &self.keys.0[0];
        let mut header = [0; HEADER_LEN];
        header[..FORMAT.len()].copy_from_slice(FORMAT);
        header[FORMAT.len()..FORMAT.len() + KEY_ID_LEN].copy_from_slice(&key.id);
        SystemRandom::new().fill(&mut header[FORMAT.len() + KEY_ID_LEN..]).expect("the system gives random bytes");
        Frames::new(key, header, name)
    }

    fn frames(&self, name: &str, header: &[u8]) -> Result<Frames> {
        let header: [u8; HEADER_LEN] = header.try_into().map_err(|_| unreadable())?;
        if &header[..FORMAT.len()] != FORMAT {
            return Err(unreadable());
        }
        let key = self.keys.find(&header[FORMAT.len()..FORMAT.len() + KEY_ID_LEN])?;
        Ok(Frames::new(key, header, name))
    }
}

/// Frames of a stream, each as soon as more than it is there: only then it is known not to be the last.
fn async_frames<'a>(
    frames: Frames,
    data: impl Stream<Item = Result<Bytes>> + Send + 'a,
    size: &'a mut u64,
) -> impl Stream<Item = Result<Bytes>> + Send + 'a {
    let state = (Box::pin(data), BytesMut::new(), 0_u64, false, frames, size);
    futures::stream::try_unfold(state, |(mut data, mut waiting, number, ended, frames, size)| async move {
        if ended {
            return Ok(None);
        }
        let mut has_ended = false;
        while waiting.len() <= FRAME_LEN && !has_ended {
            match data.next().await {
                Some(part) => {
                    let part = part?;
                    *size += part.len() as u64;
                    waiting.extend_from_slice(&part);
                }
                None => has_ended = true,
            }
        }
        let is_last = has_ended && waiting.len() <= FRAME_LEN;
        let frame = waiting.split_to(waiting.len().min(FRAME_LEN));
        let sealed = frames.seal(number, is_last, frame.to_vec());
        Ok(Some((Bytes::from(sealed), (data, waiting, number + 1, is_last, frames, size))))
    })
}

impl Frames {
    fn new(key: &SealKey, header: [u8; HEADER_LEN], name: &str) -> Self {
        let mut derived = [0; 32];
        expand(&key.key, &header[FORMAT.len() + KEY_ID_LEN..], b"vestibule blob frames", &mut derived);
        let key = UnboundKey::new(&AES_256_GCM, &derived).expect("a key of 32 bytes");
        Frames { key: LessSafeKey::new(key), header, name: name.into() }
    }

    fn nonce(number: u64, is_last: bool) -> Nonce {
        let mut nonce = [0; NONCE_LEN];
        nonce[..8].copy_from_slice(&number.to_be_bytes());
        nonce[NONCE_LEN - 1] = u8::from(is_last);
        Nonce::assume_unique_for_key(nonce)
    }

    fn associated(&self) -> Vec<u8> {
        [&self.header[..], self.name.as_bytes()].concat()
    }

    fn seal(&self, number: u64, is_last: bool, mut frame: Vec<u8>) -> Vec<u8> {
        let nonce = Frames::nonce(number, is_last);
        self.key.seal_in_place_append_tag(nonce, Aad::from(self.associated()), &mut frame).expect("a frame is shorter than 2^36 bytes");
        frame
    }

    fn open(&self, number: u64, is_last: bool, frame: &[u8]) -> Result<Vec<u8>> {
        let mut frame = frame.to_vec();
        let opened = self.key.open_in_place(Frames::nonce(number, is_last), Aad::from(self.associated()), &mut frame).map_err(|_| unreadable())?;
        let length = opened.len();
        frame.truncate(length);
        Ok(frame)
    }

    /// Frames from number `first` on; `to_end`: the last of them is the object's last.
    fn open_all(&self, first: u64, to_end: bool, sealed: &[u8]) -> Result<Vec<u8>> {
        let count = sealed.len().div_ceil(SEALED_FRAME_LEN) as u64;
        if count == 0 {
            return Err(unreadable());
        }
        let mut content = Vec::with_capacity(sealed.len());
        for (frame, number) in sealed.chunks(SEALED_FRAME_LEN).zip(first..) {
            content.extend(self.open(number, to_end && number + 1 == first + count, frame)?);
        }
        Ok(content)
    }
}

/// The number of the last frame: an empty content has an empty one.
fn last_frame(size: u64) -> u64 {
    size.saturating_sub(1) / FRAME_LEN as u64
}

fn content_len(stored: u64) -> Result<u64> {
    let frames = stored.checked_sub(HEADER_LEN as u64).ok_or_else(unreadable)?;
    frames.checked_sub(frames.div_ceil(SEALED_FRAME_LEN as u64) * TAG_LEN as u64).ok_or_else(unreadable)
}

fn unreadable() -> Error {
    Error::internal(anyhow::anyhow!("the sealed object was changed, cut off, or is another one"))
}

#[cfg(test)]
mod tests {
    use kit::settings::BlobVariables;
    use proptest::prelude::*;

    use super::*;

    fn store(folder: &std::path::Path, keys: &[&[u8]]) -> SealedBlobs {
        Blobs::new(&BlobVariables::of_folder(folder.to_str().unwrap())).sealed(SealKeys::new(keys))
    }

    fn content(size: usize) -> Vec<u8> {
        (0..size).map(|at| (at % 251) as u8).collect()
    }

    #[tokio::test]
    async fn what_was_sealed_comes_back_and_cannot_be_read_in_the_store() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = store(folder.path(), &[&[7; 32]]);
        for size in [0, 1, FRAME_LEN - 1, FRAME_LEN, FRAME_LEN + 1, 3 * FRAME_LEN] {
            blobs.put("faces/1/a", &content(size)).await.unwrap();
            assert!(blobs.get("faces/1/a").await.unwrap() == content(size), "{size}");
            let stored = std::fs::read(folder.path().join("faces/1/a")).unwrap();
            assert_eq!(content_len(stored.len() as u64).unwrap(), size as u64);
            assert!(size < 64 || !stored.windows(16).any(|window| window == &content(16)[..]));
            // In pieces that are no frames.
            let pieces = content(size).chunks(50_000).map(|piece| Ok(Bytes::copy_from_slice(piece))).collect::<Vec<_>>();
            assert_eq!(blobs.put_stream("faces/1/b", futures::stream::iter(pieces)).await.unwrap(), size as u64);
            assert!(blobs.get("faces/1/b").await.unwrap() == content(size), "{size}");
        }
    }

    #[tokio::test]
    async fn a_sealed_object_that_was_changed_cut_or_moved_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = store(folder.path(), &[&[7; 32]]);
        blobs.put("faces/1/a", &content(FRAME_LEN + 10)).await.unwrap();
        let file = folder.path().join("faces/1/a");
        let whole = std::fs::read(&file).unwrap();
        for position in [0, 5, 15, HEADER_LEN, HEADER_LEN + SEALED_FRAME_LEN, whole.len() - 1] {
            let mut changed = whole.clone();
            changed[position] ^= 1;
            std::fs::write(&file, changed).unwrap();
            assert!(blobs.get("faces/1/a").await.is_err(), "{position}");
        }
        for length in [0, HEADER_LEN, HEADER_LEN + SEALED_FRAME_LEN, whole.len() - 1] {
            std::fs::write(&file, &whole[..length]).unwrap();
            assert!(blobs.get("faces/1/a").await.is_err(), "{length}");
        }
        std::fs::write(folder.path().join("faces/1/b"), &whole).unwrap();
        assert!(blobs.get("faces/1/b").await.is_err(), "under another name");
    }

    #[tokio::test]
    async fn an_object_opens_with_its_own_key_after_a_change_of_keys() {
        let folder = tempfile::tempdir().unwrap();
        let (old, new): ([u8; 32], [u8; 32]) = ([7; 32], [8; 32]);
        store(folder.path(), &[&old]).put("faces/1/a", b"face").await.unwrap();
        assert_eq!(store(folder.path(), &[&new, &old]).get("faces/1/a").await.unwrap(), b"face");
        assert!(store(folder.path(), &[&new]).get("faces/1/a").await.is_err());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn a_range_is_that_part_of_the_content(size in 0_usize..200_000, start in 0_u64..210_000, length in 0_u64..140_000) {
            let folder = tempfile::tempdir().unwrap();
            let blobs = store(folder.path(), &[&[7; 32]]);
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            let read = runtime.block_on(async {
                blobs.put("a", &content(size)).await.unwrap();
                blobs.get_range("a", start..start + length).await.unwrap()
            });
            let whole = content(size);
            let (from, to) = ((start as usize).min(size), ((start + length) as usize).min(size));
            prop_assert!(read == whole[from..to]);
        }
    }
}
