//! Decodes sounds from untrusted bytes, within limits.
use std::io::Cursor;

use symphonia::core::codecs::audio::AudioDecoderOptions;
use symphonia::core::common::Limit;
use symphonia::core::formats::probe::Hint;
use symphonia::core::formats::{FormatOptions, FormatReader, TrackType};
use symphonia::core::io::MediaSourceStream;
use symphonia::core::meta::MetadataOptions;

use crate::AudioError;

/// Cuts off what is no sound at all, as 16 million channels.
const MAX_CHANNELS: usize = 8;
const RATES: std::ops::RangeInclusive<u32> = 4_000..=192_000;
/// Packets that give no samples: they are damaged, or empty. A file of nothing else would take for ever.
const MAX_USELESS_PACKETS: u32 = 200;
/// Pictures and texts inside a file are not kept.
const MAX_TAG_BYTES: usize = 64 << 10;

/// Gives the sound to `take` piece by piece: its sampling rate, and samples of all channels mixed into one.
pub fn decode(bytes: Vec<u8>, mut take: impl FnMut(u32, &[f32]) -> Result<(), AudioError>) -> Result<(), AudioError> {
    let mut format = open(bytes)?;
    let track = format.default_track(TrackType::Audio).ok_or(AudioError::UnknownFormat)?;
    let parameters = track.codec_params.as_ref().and_then(|parameters| parameters.audio()).ok_or(AudioError::UnknownFormat)?;
    if parameters.channels.as_ref().is_some_and(|channels| channels.count() > MAX_CHANNELS)
        || parameters.sample_rate.is_some_and(|rate| !RATES.contains(&rate))
    {
        return Err(AudioError::Damaged);
    }
    let track_id = track.id;
    let made = symphonia::default::get_codecs().make_audio_decoder(parameters, &AudioDecoderOptions::default());
    let mut decoder = made.map_err(|_| AudioError::UnknownFormat)?;
    let (mut useless, mut interleaved, mut mono) = (0, Vec::new(), Vec::new());
    while let Some(packet) = next_packet(format.as_mut()) {
        let decoded = if packet.track_id == track_id { decoder.decode(&packet).ok().filter(|decoded| !decoded.is_empty()) } else { None };
        let Some(decoded) = decoded else {
            useless += 1;
            if useless > MAX_USELESS_PACKETS {
                return Err(AudioError::Damaged);
            }
            continue;
        };
        let (rate, channels) = (decoded.spec().rate(), decoded.spec().channels().count());
        if !RATES.contains(&rate) || !(1..=MAX_CHANNELS).contains(&channels) {
            return Err(AudioError::Damaged);
        }
        decoded.copy_to_vec_interleaved(&mut interleaved);
        mix(&interleaved, channels, &mut mono);
        take(rate, &mono)?;
    }
    Ok(())
}

/// The format is recognised by the content, whatever the file is called.
fn open(bytes: Vec<u8>) -> Result<Box<dyn FormatReader>, AudioError> {
    let source = MediaSourceStream::new(Box::new(Cursor::new(bytes)), Default::default());
    let limit = Limit::Maximum(MAX_TAG_BYTES);
    let metadata = MetadataOptions::default().limit_tag_bytes(limit).limit_visual_bytes(limit);
    symphonia::default::get_probe().probe(&Hint::new(), source, FormatOptions::default(), metadata).map_err(|_| AudioError::UnknownFormat)
}

/// None at the end, which a file that was cut off reaches early.
fn next_packet(format: &mut dyn FormatReader) -> Option<symphonia::core::packet::Packet> {
    // A second sound after the first, as in a chained ogg, is left out: it ends the first with an error too.
    format.next_packet().ok().flatten()
}

/// The mean of the channels. What is no number, as floating-point files may hold, is silence.
fn mix(interleaved: &[f32], channels: usize, mono: &mut Vec<f32>) {
    mono.clear();
    let mean = |frame: &[f32]| frame.iter().sum::<f32>() / channels as f32;
    mono.extend(interleaved.chunks_exact(channels).map(mean).map(|sample| if sample.is_finite() { sample.clamp(-8.0, 8.0) } else { 0.0 }));
}
