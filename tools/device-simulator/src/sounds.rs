//! The sound that a device plays in an emergency, and those that were stopped.

use std::collections::VecDeque;

use device_protocol::alert::AlertPlay;
use jiff::{Timestamp, ToSpan};
use serde::Serialize;

/// Stopped ids that are remembered.
const MAX_STOPPED: usize = 100;

#[derive(Debug, Clone, Serialize)]
pub struct Playing {
    pub id: i64,
    pub until: Timestamp,
    /// Of the sound; None while it is fetched, and when that has failed.
    pub bytes: Option<usize>,
}

#[derive(Debug, Default, Serialize)]
pub struct Sounds {
    playing: Option<Playing>,
    /// The newest last.
    stopped: VecDeque<i64>,
    /// How often a sound began.
    pub begun: u64,
}

impl Sounds {
    /// Whether it is another sound than the one that plays. Refused for an id that was stopped: a command that was overtaken.
    pub fn begin(&mut self, play: &AlertPlay, now: Timestamp) -> Result<bool, &'static str> {
        if self.stopped.contains(&play.id) {
            return Err("this alert was stopped");
        }
        if self.playing_at(now).is_some_and(|playing| playing.id == play.id) {
            return Ok(false);
        }
        let until = now.checked_add(i64::from(play.duration).seconds()).unwrap_or(now);
        self.playing = Some(Playing { id: play.id, until, bytes: None });
        self.begun += 1;
        Ok(true)
    }

    pub fn end(&mut self, id: i64) {
        if self.playing.as_ref().is_some_and(|playing| playing.id == id) {
            self.playing = None;
        }
        if !self.stopped.contains(&id) {
            if self.stopped.len() == MAX_STOPPED {
                self.stopped.pop_front();
            }
            self.stopped.push_back(id);
        }
    }

    pub fn fetched(&mut self, id: i64, bytes: Option<usize>) {
        if let Some(playing) = self.playing.as_mut().filter(|playing| playing.id == id) {
            playing.bytes = bytes;
        }
    }

    pub fn playing_at(&self, now: Timestamp) -> Option<&Playing> {
        self.playing.as_ref().filter(|playing| now < playing.until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(id: i64) -> AlertPlay {
        AlertPlay { id, url: "http://v.test/a".into(), duration: 60 }
    }

    #[test]
    fn a_sound_ends_by_itself_or_when_it_is_stopped() {
        let (mut sounds, now) = (Sounds::default(), Timestamp::UNIX_EPOCH);
        assert_eq!(sounds.begin(&play(1), now), Ok(true));
        assert_eq!(sounds.begin(&play(1), now), Ok(false), "it plays");
        assert!(sounds.playing_at(now + 59.seconds()).is_some() && sounds.playing_at(now + 60.seconds()).is_none());
        sounds.end(1);
        assert!(sounds.playing_at(now).is_none());
    }

    #[test]
    fn a_start_that_its_stop_has_overtaken_plays_nothing() {
        let mut sounds = Sounds::default();
        sounds.end(1);
        assert!(sounds.begin(&play(1), Timestamp::UNIX_EPOCH).is_err());
        assert_eq!(sounds.begin(&play(2), Timestamp::UNIX_EPOCH), Ok(true));
    }
}
