//! Files of one channel and 16 bits.

/// The samples by a factor.
pub fn encode(samples: &[f32], rate: u32, factor: f32) -> Vec<u8> {
    let bytes = (samples.len() * 2) as u32;
    let mut file = Vec::with_capacity(44 + samples.len() * 2);
    file.extend_from_slice(b"RIFF");
    file.extend_from_slice(&(36 + bytes).to_le_bytes());
    file.extend_from_slice(b"WAVEfmt ");
    file.extend_from_slice(&16u32.to_le_bytes());
    // PCM, one channel.
    file.extend_from_slice(&1u16.to_le_bytes());
    file.extend_from_slice(&1u16.to_le_bytes());
    file.extend_from_slice(&rate.to_le_bytes());
    file.extend_from_slice(&(rate * 2).to_le_bytes());
    file.extend_from_slice(&2u16.to_le_bytes());
    file.extend_from_slice(&16u16.to_le_bytes());
    file.extend_from_slice(b"data");
    file.extend_from_slice(&bytes.to_le_bytes());
    let number = |sample: &f32| (sample * factor * f32::from(i16::MAX)).round().clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16;
    file.extend(samples.iter().flat_map(|sample| number(sample).to_le_bytes()));
    file
}
