//! What somebody hears: how loud, and which frequency is the loudest.

use std::f64::consts::TAU;

use crate::wav::RATE;

/// A block of 50 ms tells frequencies 20 Hz apart.
const BLOCK: usize = 400;
const LOWEST: u32 = 100;
const HIGHEST: u32 = 3400;
/// Frequencies are told to this many Hz.
pub const STEP: u32 = 10;
/// Quieter than this is silence: what is left of it by G.711.
const SILENCE: f64 = 60.0;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DetectedTone {
    /// The loudest frequency, in Hz; none in silence.
    pub frequency: Option<u32>,
    /// Root mean square of the samples.
    pub level: f64,
}

/// Listens to all of the samples together.
pub fn listen(samples: &[i16]) -> DetectedTone {
    let level = level(samples);
    let frequency = if level < SILENCE { None } else { loudest(samples) };
    DetectedTone { frequency, level }
}

fn level(samples: &[i16]) -> f64 {
    if samples.is_empty() {
        return 0.0;
    }
    let squares: f64 = samples.iter().map(|sample| f64::from(*sample).powi(2)).sum();
    (squares / samples.len() as f64).sqrt()
}

fn loudest(samples: &[i16]) -> Option<u32> {
    let power = |frequency: u32| samples.chunks_exact(BLOCK).map(|block| goertzel(block, frequency)).sum::<f64>();
    (LOWEST..=HIGHEST)
        .step_by(STEP as usize)
        .map(|frequency| (frequency, power(frequency)))
        .max_by(|one, other| one.1.total_cmp(&other.1))
        .and_then(|(frequency, power)| (power > 0.0).then_some(frequency))
}

/// The power of one frequency in a block.
fn goertzel(block: &[i16], frequency: u32) -> f64 {
    let factor = 2.0 * (TAU * f64::from(frequency) / f64::from(RATE)).cos();
    let (mut last, mut before) = (0.0, 0.0);
    for sample in block {
        let next = f64::from(*sample) + factor * last - before;
        (before, last) = (last, next);
    }
    last.mul_add(last, before.mul_add(before, -factor * last * before))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synth::tone;

    #[test]
    fn a_tone_is_told_to_ten_hertz() {
        for frequency in [350, 440, 620, 1000, 3100] {
            assert_eq!(listen(&tone(f64::from(frequency), 1.0)).frequency, Some(frequency));
        }
    }

    #[test]
    fn the_louder_of_two_tones_is_told() {
        let quiet: Vec<i16> = tone(700.0, 1.0).iter().map(|sample| sample / 3).collect();
        let both: Vec<i16> = tone(440.0, 1.0).iter().zip(quiet).map(|(one, other)| one / 2 + other).collect();
        assert_eq!(listen(&both).frequency, Some(440));
    }

    #[test]
    fn silence_has_no_frequency() {
        assert_eq!(listen(&[0; 8000]), DetectedTone { frequency: None, level: 0.0 });
        assert_eq!(listen(&[8; 8000]).frequency, None, "the smallest step of A-law");
        assert_eq!(listen(&[]).frequency, None);
    }

    #[test]
    fn too_little_sound_has_no_frequency() {
        assert_eq!(listen(&tone(440.0, 0.02)).frequency, None);
    }
}
