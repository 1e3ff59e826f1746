//! Sounds that people upload, as devices play them. The bytes that were sent are never stored: the sound is decoded within limits,
//! mixed down, resampled and written anew, so that nothing hidden in it stays.
//!
//! `convert` computes: call it where that blocks nobody, for one file at a time.
mod decode;
mod resample;
mod wav;

use std::panic::catch_unwind;

use resample::Resampler;

/// Bytes of an upload.
pub const MAX_BYTES: usize = 20 << 20;
/// Of a sound.
pub const MAX_SECONDS: u32 = 600;
/// Of a sound: what is shorter is a click.
pub const MIN_MILLISECONDS: u32 = 200;
/// Of the converted sound: one channel of 16 bits.
pub const SAMPLE_RATE: u32 = 16_000;
/// Of the converted sound; a sound of no level has none.
pub const CONTENT_TYPE: &str = "audio/wav";
/// The loudest sample: -1 dBFS.
const PEAK: f32 = 0.891_251;
/// A sound whose loudest sample is below -60 dBFS is silence: raised to the peak it would be noise.
const SILENCE: f32 = 0.001;

/// A converted sound. Its file takes up to 19 MiB, and as much again twice while it is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sound {
    pub wav: Vec<u8>,
    pub milliseconds: u32,
}

/// Why a file is refused, in words for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AudioError {
    #[error("maximum size is {MAX_BYTES} bytes")]
    TooLarge,
    #[error("must be wav, mp3, ogg, flac or m4a")]
    UnknownFormat,
    #[error("maximum duration is {MAX_SECONDS} s")]
    TooLong,
    #[error("minimum duration is {MIN_MILLISECONDS} ms")]
    TooShort,
    #[error("the sound is damaged")]
    Damaged,
    #[error("the sound is silent")]
    Silent,
}

/// From wav, mp3, ogg (Vorbis), flac or m4a (AAC), told apart by their content, to wav of one channel, 16 kHz and 16 bits with its
/// peak at -1 dBFS.
pub fn convert(bytes: Vec<u8>) -> Result<Sound, AudioError> {
    if bytes.len() > MAX_BYTES {
        return Err(AudioError::TooLarge);
    }
    // Hostile numbers make some decoders panic, which is the file's fault.
    let samples = catch_unwind(|| decode_and_resample(bytes)).map_err(|_| AudioError::Damaged)??;
    let peak = samples.iter().fold(0f32, |peak, sample| peak.max(sample.abs()));
    let milliseconds = (samples.len() as u64 * 1_000 / u64::from(SAMPLE_RATE)) as u32;
    if milliseconds < MIN_MILLISECONDS {
        return Err(AudioError::TooShort);
    }
    if peak < SILENCE {
        return Err(AudioError::Silent);
    }
    Ok(Sound { wav: wav::encode(&samples, SAMPLE_RATE, PEAK / peak), milliseconds })
}

fn decode_and_resample(bytes: Vec<u8>) -> Result<Vec<f32>, AudioError> {
    let mut resampler: Option<Resampler> = None;
    decode::decode(bytes, |rate, mono| {
        let resampler = resampler.get_or_insert_with(|| Resampler::new(rate, SAMPLE_RATE));
        if resampler.input_rate() != rate {
            return Err(AudioError::Damaged);
        }
        resampler.push(mono);
        if resampler.output_len() > (MAX_SECONDS * SAMPLE_RATE) as usize { Err(AudioError::TooLong) } else { Ok(()) }
    })?;
    Ok(resampler.ok_or(AudioError::Damaged)?.finish())
}
