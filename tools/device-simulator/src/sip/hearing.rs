//! What a panel hears: baresip writes every packet of sound that it receives into a file, and this
//! reads the end of it. The files of a call are removed with the next one.

use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use call_sounds::{tone_detector, wav};
use serde::Serialize;

use crate::device::lock;

/// How often the file's length is looked at.
pub const POLL_INTERVAL: Duration = Duration::from_millis(250);
const SECOND: Duration = Duration::from_secs(1);
/// Bytes of sound in one packet of 20 ms.
const PACKET: u64 = 320;
const BYTES_OF_SECOND: u64 = wav::RATE as u64 * 2;
/// Looks that are kept: a little more than a second of them.
const LOOKS: usize = 6;

/// Sound of the call so far, and of its last second.
#[derive(Debug, PartialEq, Serialize)]
pub struct ReceivedAudio {
    /// Packets with sound since the call began.
    pub packets: u64,
    pub packets_last_second: u64,
    /// The loudest frequency of the last second, in Hz; none in silence.
    pub frequency: Option<u32>,
    pub level: u32,
}

#[derive(Debug)]
pub struct Hearing {
    folder: PathBuf,
    looks: Mutex<VecDeque<(Instant, u64)>>,
}

impl Hearing {
    /// Begins with an empty folder.
    pub fn new(folder: PathBuf) -> std::io::Result<Self> {
        fs::create_dir_all(&folder)?;
        let hearing = Self { folder, looks: Mutex::default() };
        hearing.forget();
        Ok(hearing)
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Removes what was heard so far.
    pub fn forget(&self) {
        lock(&self.looks).clear();
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let _ = fs::remove_file(entry.path());
        }
    }

    /// Looks at the length. To be called every [`POLL_INTERVAL`] during a call.
    pub fn tick(&self) {
        let mut looks = lock(&self.looks);
        if looks.len() == LOOKS {
            looks.pop_front();
        }
        looks.push_back((Instant::now(), self.total()));
    }

    pub fn hears(&self) -> ReceivedAudio {
        let total = self.total();
        let last_second = total.saturating_sub(self.total_before(SECOND));
        let heard = tone_detector::listen(&self.end(last_second.min(BYTES_OF_SECOND)));
        ReceivedAudio {
            packets: total / PACKET,
            packets_last_second: last_second / PACKET,
            frequency: heard.frequency,
            level: heard.level.round() as u32,
        }
    }

    /// The total that was seen this long ago, or a little earlier; nothing before the first look.
    fn total_before(&self, ago: Duration) -> u64 {
        let looks = lock(&self.looks);
        looks.iter().rev().find(|(at, _)| at.elapsed() >= ago).map_or(0, |(_, total)| *total)
    }

    /// Bytes of sound. A change of the call in its middle begins another file.
    fn total(&self) -> u64 {
        self.files().into_iter().map(|(_, length)| length).sum()
    }

    fn files(&self) -> Vec<(PathBuf, u64)> {
        let received = |path: &Path| path.file_name().is_some_and(|name| name.to_string_lossy().ends_with("-dec.wav"));
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut files: Vec<_> = entries
            .filter(|entry| received(&entry.path()))
            .filter_map(|entry| Some((entry.path(), entry.metadata().ok()?.len().saturating_sub(wav::HEADER as u64))))
            .collect();
        files.sort();
        files
    }

    /// The last samples, no more than these bytes.
    fn end(&self, bytes: u64) -> Vec<i16> {
        let read = || -> std::io::Result<Vec<u8>> {
            let files = self.files();
            let Some((path, length)) = files.last() else { return Ok(Vec::new()) };
            let wanted = bytes.min(*length) & !1;
            let mut file = File::open(path)?;
            file.seek(SeekFrom::Start(wav::HEADER as u64 + length - wanted))?;
            let mut content = Vec::new();
            file.take(wanted).read_to_end(&mut content)?;
            Ok(content)
        };
        wav::samples(&read().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::tests::Scratch;
    use call_sounds::synth::tone;

    fn hearing(scratch: &Scratch) -> Hearing {
        Hearing::new(scratch.0.join("heard")).unwrap()
    }

    fn write(hearing: &Hearing, name: &str, sound: &[i16]) {
        fs::write(hearing.folder().join(name), wav::encode(sound)).unwrap();
    }

    #[test]
    fn received_packets_and_their_tone_are_reported() {
        let scratch = Scratch::default();
        let hearing = hearing(&scratch);
        write(&hearing, "dump-1-dec.wav", &tone(440.0, 0.8));
        write(&hearing, "dump-1-enc.wav", &tone(600.0, 0.8));
        let hears = hearing.hears();
        assert_eq!((hears.packets, hears.packets_last_second, hears.frequency), (40, 40, Some(440)));
    }

    #[test]
    fn a_second_file_of_a_call_continues_the_first() {
        let scratch = Scratch::default();
        let hearing = hearing(&scratch);
        write(&hearing, "dump-1-dec.wav", &tone(440.0, 0.5));
        write(&hearing, "dump-2-dec.wav", &tone(350.0, 0.5));
        let hears = hearing.hears();
        assert_eq!((hears.packets, hears.frequency), (50, Some(350)));
    }

    #[test]
    fn a_new_call_starts_without_received_audio() {
        let scratch = Scratch::default();
        let hearing = hearing(&scratch);
        write(&hearing, "dump-1-dec.wav", &tone(440.0, 0.5));
        hearing.tick();
        hearing.forget();
        assert_eq!(hearing.hears(), ReceivedAudio { packets: 0, packets_last_second: 0, frequency: None, level: 0 });
    }
}
