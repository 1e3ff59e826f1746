//! What the decoder of JPEG keeps besides the pixels. It writes the rows of a baseline file as they come, but of a file whose
//! components or coefficients come in several scans it keeps all coefficients until the last one: up to six bytes for each pixel,
//! which the limits of the `image` crate do not count.

/// Segments up to the first scan: more are not read.
const MAX_SEGMENTS: usize = 10_000;
const BYTES_PER_COEFFICIENT: u64 = 2;
/// Of a block, which has 8 x 8 pixels.
const BLOCK_SIDE: u64 = 8;
const BLOCK_COEFFICIENTS: u64 = 64;
/// What the decoder takes.
const MAX_COMPONENTS: usize = 4;
const MAX_SAMPLING: u64 = 4;

const SOF_BASELINE: u8 = 0xc0;
const SOF_EXTENDED: u8 = 0xc1;
const SOF_PROGRESSIVE: u8 = 0xc2;
const DHT: u8 = 0xc4;
const SOS: u8 = 0xda;
const DQT: u8 = 0xdb;
const DRI: u8 = 0xdd;
const APP0: u8 = 0xe0;
const APP15: u8 = 0xef;
const COMMENT: u8 = 0xfe;

/// What the header says of the image.
struct Frame {
    is_progressive: bool,
    width: u64,
    height: u64,
    /// Horizontal and vertical sampling of each component.
    sampling: Vec<(u64, u64)>,
}

/// Bytes of the coefficients that are kept while this file is decoded. Of a file that is not read to its first scan, or whose
/// size is another than the decoder's, the most that there can be for that size: the decoder may find another frame in it.
pub fn coefficient_bytes(bytes: &[u8], (width, height): (u32, u32)) -> u64 {
    let (width, height) = (u64::from(width), u64::from(height));
    match read(bytes) {
        Some((frame, scanned)) if (frame.width, frame.height) == (width, height) => {
            let has_one_scan = !frame.is_progressive && scanned == frame.sampling.len();
            if has_one_scan { 0 } else { frame.coefficient_bytes() }
        }
        _ => Frame { is_progressive: true, width, height, sampling: vec![(1, 1); MAX_COMPONENTS] }.coefficient_bytes(),
    }
}

impl Frame {
    fn coefficient_bytes(&self) -> u64 {
        let most = |side: fn(&(u64, u64)) -> u64| self.sampling.iter().map(side).max().unwrap_or(1);
        let units = self.width.div_ceil(BLOCK_SIDE * most(|sampling| sampling.0)) * self.height.div_ceil(BLOCK_SIDE * most(|sampling| sampling.1));
        let blocks: u64 = self.sampling.iter().map(|(horizontal, vertical)| horizontal * vertical).sum();
        units * blocks * BLOCK_COEFFICIENTS * BYTES_PER_COEFFICIENT
    }
}

/// The frame, and how many components the first scan has. None where anything stands in between that this does not read to the
/// byte as the decoder does.
fn read(bytes: &[u8]) -> Option<(Frame, usize)> {
    let mut rest = bytes.strip_prefix(&[0xff, 0xd8])?;
    let mut frame = None;
    for _ in 0..MAX_SEGMENTS {
        let marked = rest.strip_prefix(&[0xff])?;
        // Fill bytes.
        let start = marked.iter().position(|byte| *byte != 0xff)?;
        let (marker, after) = marked.get(start..)?.split_first()?;
        let length = usize::from(u16::from_be_bytes([*after.first()?, *after.get(1)?]));
        let content = after.get(2..length)?;
        rest = after.get(length..)?;
        match *marker {
            SOF_BASELINE | SOF_EXTENDED | SOF_PROGRESSIVE if frame.is_none() => frame = Some(read_frame(*marker == SOF_PROGRESSIVE, content)?),
            SOS => return Some((frame?, usize::from(*content.first()?))),
            // The decoder reads more of it than there is.
            APP0 if length == 6 => return None,
            DHT | DQT | DRI | APP0..=APP15 | COMMENT => {}
            _ => return None,
        }
    }
    None
}

/// Precision, height, width, and three bytes for each component.
fn read_frame(is_progressive: bool, content: &[u8]) -> Option<Frame> {
    let side = |at: usize| Some(u64::from(u16::from_be_bytes([*content.get(at)?, *content.get(at + 1)?])));
    let count = usize::from(*content.get(5)?);
    let components = content.get(6..)?;
    if !(1..=MAX_COMPONENTS).contains(&count) || components.len() != 3 * count {
        return None;
    }
    let sampling: Vec<(u64, u64)> =
        components.chunks_exact(3).map(|component| (u64::from(component[1] >> 4), u64::from(component[1] & 0xf))).collect();
    let is_sampled = |factor: u64| (1..=MAX_SAMPLING).contains(&factor);
    let is_valid = sampling.iter().all(|(horizontal, vertical)| is_sampled(*horizontal) && is_sampled(*vertical));
    is_valid.then_some(Frame { is_progressive, width: side(3)?, height: side(1)?, sampling })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: (u32, u32) = (4_000, 3_000);
    const PIXELS: u64 = 12_000_000;

    fn segment(marker: u8, content: &[u8]) -> Vec<u8> {
        let length = u16::try_from(content.len() + 2).unwrap().to_be_bytes();
        [[0xff, marker].as_slice(), &length, content].concat()
    }

    /// A frame of 4,000 x 3,000 pixels with these sampling factors, and a scan of so many components.
    fn header(marker: u8, sampling: &[u8], scanned: u8) -> Vec<u8> {
        let mut frame = vec![8, 0x0b, 0xb8, 0x0f, 0xa0, u8::try_from(sampling.len()).unwrap()];
        frame.extend((1..).zip(sampling).flat_map(|(id, factors)| [id, *factors, 0]));
        let tables = segment(DQT, &[0; 65]);
        [[0xff, 0xd8].as_slice(), &segment(0xe1, b"Exif\0\0\xff\xc0"), &tables, &segment(marker, &frame), &segment(SOS, &[scanned])].concat()
    }

    #[test]
    fn a_baseline_file_with_one_scan_keeps_no_coefficients() {
        assert_eq!(coefficient_bytes(&header(SOF_BASELINE, &[0x22, 0x11, 0x11], 3), SIZE), 0);
        assert_eq!(coefficient_bytes(&header(SOF_EXTENDED, &[0x11], 1), SIZE), 0);
    }

    #[test]
    fn a_progressive_file_keeps_the_coefficients_of_each_component_by_its_sampling() {
        let kept = |sampling: &[u8]| coefficient_bytes(&header(SOF_PROGRESSIVE, sampling, 3), SIZE);
        assert_eq!(kept(&[0x11, 0x11, 0x11]), 6 * PIXELS);
        // 3,000 lines are 187.5 units of 16.
        assert_eq!(kept(&[0x22, 0x11, 0x11]), 3 * 4_000 * 3_008);
        assert_eq!(kept(&[0x11]), 2 * PIXELS);
    }

    #[test]
    fn a_baseline_file_whose_components_come_one_by_one_keeps_them_too() {
        assert_eq!(coefficient_bytes(&header(SOF_BASELINE, &[0x11, 0x11, 0x11], 1), SIZE), 6 * PIXELS);
    }

    #[test]
    fn what_cannot_be_read_to_its_first_scan_counts_as_the_largest_of_its_size() {
        let whole = header(SOF_BASELINE, &[0x11, 0x11, 0x11], 3);
        let junk = [&whole[..2], b"junk", &whole[2..]].concat();
        let short_app0 = [&whole[..2], &segment(APP0, b"JFIF"), &whole[2..]].concat();
        for bytes in [&whole[..whole.len() - 3], &junk, &short_app0, b"\xff\xd8"] {
            assert_eq!(coefficient_bytes(bytes, SIZE), 8 * PIXELS);
        }
        assert_eq!(coefficient_bytes(&whole, (400, 300)), 8 * 400 * 304, "the decoder found another frame");
    }

    #[test]
    fn fill_bytes_before_a_marker_are_no_obstacle() {
        let whole = header(SOF_BASELINE, &[0x11], 1);
        let filled = [&whole[..2], &[0xff, 0xff], &whole[2..]].concat();
        assert_eq!(coefficient_bytes(&filled, SIZE), 0);
    }
}
