//! A PNG writer for small grey pictures: one uncompressed block, which every reader takes.

/// Largest uncompressed block of the format, in bytes.
const MAX_BLOCK: usize = 65_535;

/// A picture of 8-bit greys, row after row. The picture must fit one block (64 kB).
pub fn grey(width: usize, pixels: &[u8]) -> Vec<u8> {
    let height = pixels.len() / width;
    let mut header = Vec::new();
    header.extend((width as u32).to_be_bytes());
    header.extend((height as u32).to_be_bytes());
    // Bits per sample, colour type grey, then the only compression, filter and (no) interlacing.
    header.extend([8, 0, 0, 0, 0]);

    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    chunk(&mut png, *b"IHDR", &header);
    chunk(&mut png, *b"IDAT", &zlib(&scanlines(width, pixels)));
    chunk(&mut png, *b"IEND", &[]);
    png
}

/// Every row begins with its filter: none.
fn scanlines(width: usize, pixels: &[u8]) -> Vec<u8> {
    let row = |row: &[u8]| [&[0], row].concat();
    let lines: Vec<u8> = pixels.chunks_exact(width).flat_map(row).collect();
    debug_assert!(lines.len() <= MAX_BLOCK);
    lines
}

fn zlib(data: &[u8]) -> Vec<u8> {
    let length = data.len() as u16;
    // Header of a zlib stream, then "last block, stored" with its length and the inverse.
    let mut stream = vec![0x78, 0x01, 0x01];
    stream.extend(length.to_le_bytes());
    stream.extend((!length).to_le_bytes());
    stream.extend(data);
    stream.extend(adler32(data).to_be_bytes());
    stream
}

fn chunk(png: &mut Vec<u8>, kind: [u8; 4], data: &[u8]) {
    let checked = [&kind[..], data].concat();
    png.extend((data.len() as u32).to_be_bytes());
    png.extend(&checked);
    png.extend(crc32(&checked).to_be_bytes());
}

fn adler32(data: &[u8]) -> u32 {
    let (a, b) = data.iter().fold((1_u32, 0_u32), |(a, b), byte| {
        let a = (a + u32::from(*byte)) % 65_521;
        (a, (b + a) % 65_521)
    });
    (b << 16) | a
}

fn crc32(data: &[u8]) -> u32 {
    let step = |crc: u32, byte: &u8| (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 });
    !data.iter().fold(u32::MAX, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_the_published_ones() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(adler32(b"Wikipedia"), 0x11e6_0398);
    }

    #[test]
    fn a_picture_has_its_size_and_its_pixels() {
        let png = grey(2, &[1, 2, 3, 4]);
        assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
        assert_eq!(png[16..24], [0, 0, 0, 2, 0, 0, 0, 2]);
        let rows = [0, 1, 2, 0, 3, 4];
        assert!(png.windows(rows.len()).any(|window| window == rows));
        assert!(png.ends_with(&[0xae, 0x42, 0x60, 0x82]), "the checksum of an empty IEND");
    }
}
