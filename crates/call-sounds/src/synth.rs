//! Notes into samples.

use std::f64::consts::TAU;

use crate::wav::RATE;

/// How a note sounds from its beginning to its end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shape {
    /// The same all along, so that a file which is repeated has no seam.
    Steady,
    /// Softly in and out, as somebody breathes.
    Swell,
    /// At once, then fading, as a struck bell.
    Bell,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Note {
    pub frequency: f64,
    /// Share of the loudest sample, 0 to 1.
    pub loudness: f64,
    /// Seconds from the beginning of the sound.
    pub start: f64,
    pub seconds: f64,
    pub shape: Shape,
}

/// Adds the notes up. Those that reach over the end are cut there.
pub fn render(notes: &[Note], seconds: f64) -> Vec<i16> {
    let mut sum = vec![0.0_f64; samples_in(seconds)];
    for note in notes {
        let (first, length) = (samples_in(note.start), samples_in(note.seconds));
        for (index, sample) in sum.iter_mut().skip(first).take(length).enumerate() {
            let phase = TAU * note.frequency * index as f64 / f64::from(RATE);
            *sample += note.loudness * envelope(note.shape, index as f64 / length as f64) * phase.sin();
        }
    }
    sum.into_iter().map(|sample| (sample.clamp(-1.0, 1.0) * f64::from(i16::MAX)).round() as i16).collect()
}

/// One frequency, as long as wanted.
pub fn tone(frequency: f64, seconds: f64) -> Vec<i16> {
    render(&[Note { frequency, loudness: 0.4, start: 0.0, seconds, shape: Shape::Steady }], seconds)
}

fn samples_in(seconds: f64) -> usize {
    (seconds * f64::from(RATE)).round() as usize
}

/// `part` runs from 0 to 1.
fn envelope(shape: Shape, part: f64) -> f64 {
    const ATTACK: f64 = 0.02;
    match shape {
        Shape::Steady => 1.0,
        Shape::Swell => (TAU * part / 2.0).sin().powi(2),
        Shape::Bell => (part / ATTACK).min(1.0) * (-4.0 * part).exp() * (1.0 - part),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tone_has_its_length_and_is_not_clipped() {
        let made = tone(440.0, 0.5);
        assert_eq!(made.len(), 4000);
        assert!(made.iter().all(|sample| sample.unsigned_abs() < 20_000));
        assert!(made.iter().any(|sample| *sample > 10_000));
    }

    #[test]
    fn swelling_and_struck_notes_end_in_silence() {
        for shape in [Shape::Swell, Shape::Bell] {
            assert!(envelope(shape, 0.0).abs() < 1e-9 && envelope(shape, 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn too_many_loud_notes_are_limited_and_do_not_wrap() {
        let loud = Note { frequency: 100.0, loudness: 1.0, start: 0.0, seconds: 0.1, shape: Shape::Steady };
        let made = render(&[loud; 8], 0.1);
        assert!(made.windows(2).all(|pair| (i32::from(pair[0]) - i32::from(pair[1])).abs() < 60_000));
        assert!(made.contains(&i16::MAX));
    }
}
