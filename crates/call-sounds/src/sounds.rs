//! The sounds of the platform. Each has a loudest frequency of its own, by which tests know it.

use crate::synth::{Note, Shape, render};
use crate::wav::encode;

/// The loudest frequency while a caller waits for somebody, in Hz.
pub const QUEUE: u32 = 350;
/// The loudest frequency while a caller is on hold, in Hz.
pub const HOLD: u32 = 440;
/// The loudest frequency of what somebody hears who is called because of an alarm, in Hz.
pub const ALARM: u32 = 1_000;

/// Each is four seconds and is repeated without a seam.
const SECONDS: f64 = 4.0;

/// Name and content of each file.
pub fn files() -> [(&'static str, Vec<u8>); 3] {
    [("queue.wav", queue()), ("hold.wav", hold()), ("alarm.wav", alarm())].map(|(name, notes)| (name, encode(&render(&notes, SECONDS))))
}

/// Somebody is being called: a soft double ring, twice, with its octave and fifth above.
fn queue() -> Vec<Note> {
    let ring = |start: f64| {
        [(1.0, 0.5), (1.5, 0.12), (2.0, 0.1)].map(|(factor, loudness)| Note {
            frequency: f64::from(QUEUE) * factor,
            loudness,
            start,
            seconds: 0.7,
            shape: Shape::Swell,
        })
    };
    [0.1, 0.8, 2.1, 2.8].into_iter().flat_map(ring).collect()
}

/// Please hold the line: a quiet drone under slow bells of its chord.
fn hold() -> Vec<Note> {
    let root = f64::from(HOLD);
    let drone = Note { frequency: root, loudness: 0.2, start: 0.0, seconds: SECONDS, shape: Shape::Steady };
    let chord = [1.0, 1.25, 1.5, 2.0, 1.5, 1.25, 1.0, 0.75];
    let bells = chord.into_iter().enumerate().map(|(index, factor)| Note {
        frequency: root * factor,
        loudness: 0.16,
        start: index as f64 / 2.0,
        seconds: 0.5,
        shape: Shape::Bell,
    });
    std::iter::once(drone).chain(bells).collect()
}

/// An alarm waits for somebody: a quick row of high pulses.
fn alarm() -> Vec<Note> {
    let pulse = |index: u32| {
        [(1.0, 0.5), (2.0, 0.1)].map(|(factor, loudness)| Note {
            frequency: f64::from(ALARM) * factor,
            loudness,
            start: f64::from(index) / 2.0,
            seconds: 0.45,
            shape: Shape::Swell,
        })
    };
    (0..8).flat_map(pulse).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tone_detector::listen;
    use crate::wav::{HEADER, RATE, samples};

    #[test]
    fn the_committed_sounds_are_what_this_makes() {
        let committed: [&[u8]; 3] = [
            include_bytes!("../../../docker/sip-edge/sounds/queue.wav"),
            include_bytes!("../../../docker/sip-edge/sounds/hold.wav"),
            include_bytes!("../../../docker/sip-edge/sounds/alarm.wav"),
        ];
        for ((name, made), committed) in files().into_iter().zip(committed) {
            assert!(made == committed, "{name}: run `cargo run -p call-sounds -- docker/sip-edge/sounds`");
        }
    }

    #[test]
    fn every_second_of_hold_is_known_by_its_frequency() {
        let all = render(&hold(), SECONDS);
        for second in all.chunks(RATE as usize) {
            assert_eq!(listen(second).frequency, Some(HOLD));
        }
    }

    #[test]
    fn every_ring_of_the_queue_is_known_by_its_frequency() {
        let all = render(&queue(), SECONDS);
        for two_seconds in all.chunks(2 * RATE as usize) {
            assert_eq!(listen(two_seconds).frequency, Some(QUEUE));
        }
    }

    #[test]
    fn every_pulse_of_the_alarm_is_known_by_its_frequency() {
        let all = render(&alarm(), SECONDS);
        for second in all.chunks(RATE as usize) {
            assert_eq!(listen(second).frequency, Some(ALARM));
        }
    }

    #[test]
    fn the_sounds_are_of_the_kind_that_needs_no_conversion() {
        for (_, file) in files() {
            assert_eq!(samples(&file[HEADER..]).len(), (SECONDS * f64::from(RATE)) as usize);
        }
    }
}
