//! What becomes of uploaded sounds, and of hostile files.
use audio_upload::{AudioError, MAX_BYTES, Sound, convert};
use proptest::prelude::*;

/// Half a second of 440 Hz, at a quarter of the full level.
const FORMATS: [(&str, &[u8]); 5] = [
    ("wav", include_bytes!("fixtures/tone.wav")),
    ("mp3", include_bytes!("fixtures/tone.mp3")),
    ("ogg", include_bytes!("fixtures/tone.ogg")),
    ("flac", include_bytes!("fixtures/tone.flac")),
    ("m4a", include_bytes!("fixtures/tone.m4a")),
];

fn samples(sound: &Sound) -> Vec<i16> {
    assert_eq!((&sound.wav[..4], &sound.wav[8..16], &sound.wav[36..40]), (&b"RIFF"[..], &b"WAVEfmt "[..], &b"data"[..]));
    let number = |at: usize| u32::from_le_bytes(sound.wav[at..at + 4].try_into().unwrap());
    let (channels_and_format, rate, length) = (number(20), number(24), number(40));
    assert_eq!((channels_and_format, rate, length as usize), (0x0001_0001, 16_000, sound.wav.len() - 44));
    sound.wav[44..].chunks(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect()
}

/// PCM of 16 bits.
fn wav(rate: u32, channels: u16, samples: &[i16]) -> Vec<u8> {
    let bytes = (samples.len() * 2) as u32;
    let mut file = [b"RIFF", &(36 + bytes).to_le_bytes()[..], b"WAVEfmt ", &16u32.to_le_bytes(), &1u16.to_le_bytes()].concat();
    file.extend([&channels.to_le_bytes()[..], &rate.to_le_bytes()].concat());
    file.extend([&(rate * u32::from(channels) * 2).to_le_bytes()[..], &(channels * 2).to_le_bytes(), &16u16.to_le_bytes()].concat());
    file.extend([b"data", &bytes.to_le_bytes()[..]].concat());
    file.extend(samples.iter().flat_map(|sample| sample.to_le_bytes()));
    file
}

#[test]
fn five_formats_become_one_channel_of_16_khz_with_its_peak_at_minus_1_dbfs() {
    for (format, file) in FORMATS {
        let sound = convert(file.to_vec()).unwrap_or_else(|error| panic!("{format}: {error}"));
        let samples = samples(&sound);
        assert_eq!(samples.iter().map(|sample| sample.unsigned_abs()).max(), Some(29_204), "{format}: 32767 by -1 dBFS");
        assert!((480..=620).contains(&sound.milliseconds), "{format}: {} ms", sound.milliseconds);
        assert_eq!(samples.len() as u32 / 16, sound.milliseconds, "{format}");
        // Of half a second of 440 Hz the middle half crosses zero 220 times.
        let middle = &samples[samples.len() / 4..samples.len() / 4 + 4_000];
        let crossings = middle.windows(2).filter(|pair| (pair[0] < 0) != (pair[1] < 0)).count();
        assert!((214..=226).contains(&crossings), "{format}: {crossings}");
    }
}

#[test]
fn channels_are_mixed_and_nothing_but_the_sound_is_taken_over() {
    let stereo: Vec<i16> = (0..16_000).flat_map(|at| if at % 40 < 20 { [8_000, 0] } else { [-8_000, 0] }).collect();
    let mut file = wav(16_000, 2, &stereo);
    file.extend(b"LIST\x10\0\0\0secret of a file");
    let sound = convert(file).unwrap();
    assert_eq!(sound.milliseconds, 1_000);
    assert!(!sound.wav.windows(6).any(|window| window == b"secret"));
    assert!(samples(&sound).iter().map(|sample| sample.unsigned_abs()).max().unwrap() > 29_000);
}

#[test]
fn what_is_no_sound_is_refused_with_its_reason() {
    let refused = |file: Vec<u8>| convert(file).unwrap_err();
    assert_eq!(refused(vec![0; MAX_BYTES + 1]), AudioError::TooLarge);
    assert_eq!(refused(Vec::new()), AudioError::UnknownFormat);
    assert_eq!(refused(b"%PDF-1.7 not a sound at all".to_vec()), AudioError::UnknownFormat);
    assert_eq!(refused(include_bytes!("fixtures/opus.ogg").to_vec()), AudioError::UnknownFormat, "no Opus");
    assert_eq!(refused(wav(16_000, 1, &[0; 16_000])), AudioError::Silent);
    assert_eq!(refused(wav(16_000, 1, &[])), AudioError::Damaged);
    assert_eq!(refused(wav(8_000, 1, &[9_000; 8])), AudioError::TooShort, "16 bytes of sound");
    let long = vec![1_000; 4_000 * 601];
    assert_eq!(refused(wav(4_000, 1, &long)), AudioError::TooLong);
}

#[test]
fn a_file_that_was_cut_off_is_played_as_far_as_it_goes() {
    for (format, file) in FORMATS.into_iter().filter(|(format, _)| ["wav", "mp3", "flac"].contains(format)) {
        let sound = convert(file[..file.len() * 3 / 4].to_vec()).unwrap_or_else(|error| panic!("{format}: {error}"));
        assert!(sound.milliseconds >= 100, "{format}: {} ms", sound.milliseconds);
    }
}

/// The decoder's fuzz target: so many files of each kind, and as many as somebody wants to wait for with
/// `PROPTEST_CASES=1000000 cargo test --release -p audio-upload hostile`.
fn hostile_files() -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(300);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// What a sound may come to, whatever the file was.
fn is_within_limits(sound: &Sound) -> bool {
    (200..=600_000).contains(&sound.milliseconds) && sound.wav.len() <= 44 + 600 * 32_000
}

proptest! {
    #![proptest_config(hostile_files())]

    /// A sound within its limits, or a refusal: never a panic, and never more than ten minutes.
    #[test]
    fn a_hostile_file_is_converted_within_limits_or_refused(
        format in 0..FORMATS.len(),
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<[u8; 4]>(), 1usize..=4), 1..24),
        cut in any::<prop::sample::Index>(),
        is_cut: bool,
    ) {
        let mut file = FORMATS[format].1.to_vec();
        for (at, bytes, count) in changes {
            let at = at.index(file.len());
            let end = (at + count).min(file.len());
            file[at..end].copy_from_slice(&bytes[..end - at]);
        }
        if is_cut {
            file.truncate(cut.index(file.len()));
        }
        if let Ok(sound) = convert(file) {
            prop_assert!(is_within_limits(&sound));
        }
    }

    /// Pieces are doubled, replaced by those of another format, or left out: lengths and counts no longer fit.
    #[test]
    fn a_hostile_file_of_pieces_is_converted_within_limits_or_refused(
        format in 0..FORMATS.len(),
        pieces in proptest::collection::vec(
            (0..FORMATS.len(), any::<prop::sample::Index>(), any::<prop::sample::Index>(), 1usize..2_000, 0..3u8),
            1..8,
        ),
    ) {
        let mut file = FORMATS[format].1.to_vec();
        for (other, from, at, length, change) in pieces {
            let at = at.index(file.len() + 1);
            let end = (at + length).min(file.len());
            let piece_of = |source: &[u8]| source.iter().skip(from.index(source.len().max(1))).take(length).copied().collect::<Vec<u8>>();
            let (replaced, piece) = match change {
                0 => (at..at, piece_of(&file)),
                1 => (at..end, piece_of(FORMATS[other].1)),
                _ => (at..end, Vec::new()),
            };
            file.splice(replaced, piece);
        }
        if let Ok(sound) = convert(file) {
            prop_assert!(is_within_limits(&sound));
        }
    }

    /// The heads of the containers are where lengths are declared: each number in them is set to its extremes.
    #[test]
    fn hostile_numbers_in_the_head_of_a_file_take_no_more_than_its_limits(
        format in 0..FORMATS.len(),
        at in 4usize..400,
        value in prop::sample::select(vec![0u32, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_fff0, u32::MAX]),
    ) {
        let mut file = FORMATS[format].1.to_vec();
        file[at..at + 4].copy_from_slice(&value.to_be_bytes());
        let _sound_or_refusal = convert(file.clone());
        file[at..at + 4].copy_from_slice(&value.to_le_bytes());
        if let Ok(sound) = convert(file) {
            prop_assert!(is_within_limits(&sound));
        }
    }
}
