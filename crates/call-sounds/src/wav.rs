//! RIFF files of one channel with 16 bits at 8 kHz.

/// Samples a second.
pub const RATE: u32 = 8000;

/// Bytes before the samples, as this and most programs write them.
pub const HEADER: usize = 44;

const BYTES_OF_SAMPLE: u32 = 2;
const PLAIN_SAMPLES: u16 = 1;

/// A whole file. No sound of a telephone comes near the 4 GB that its header can tell.
pub fn encode(samples: &[i16]) -> Vec<u8> {
    let body: Vec<u8> = samples.iter().flat_map(|sample| sample.to_le_bytes()).collect();
    let length = u32::try_from(body.len()).unwrap_or(u32::MAX - HEADER as u32);
    let mut file = Vec::with_capacity(HEADER + body.len());
    file.extend(b"RIFF");
    file.extend((length + HEADER as u32 - 8).to_le_bytes());
    file.extend(b"WAVEfmt ");
    file.extend(16_u32.to_le_bytes());
    file.extend(PLAIN_SAMPLES.to_le_bytes());
    file.extend(1_u16.to_le_bytes());
    file.extend(RATE.to_le_bytes());
    file.extend((RATE * BYTES_OF_SAMPLE).to_le_bytes());
    file.extend((BYTES_OF_SAMPLE as u16).to_le_bytes());
    file.extend(16_u16.to_le_bytes());
    file.extend(b"data");
    file.extend(length.to_le_bytes());
    file.extend(body);
    file
}

/// The samples in bytes that follow a header; half a sample at the end is left out, since a file
/// may be read while it is written.
pub fn samples(body: &[u8]) -> Vec<i16> {
    body.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_back() {
        let file = encode(&[0, 1, -1, i16::MAX, i16::MIN]);
        assert_eq!(&file[..4], b"RIFF");
        assert_eq!(u32::from_le_bytes([file[4], file[5], file[6], file[7]]) as usize, file.len() - 8);
        assert_eq!(samples(&file[HEADER..]), [0, 1, -1, i16::MAX, i16::MIN]);
    }

    #[test]
    fn half_a_sample_at_the_end_is_left_out() {
        assert_eq!(samples(&[1, 0, 9]), [1]);
    }
}
