//! Sounds of emergency alerts. Paths and keys are *ours*.

use serde::{Deserialize, Serialize};

use crate::bounds::{self, BoundsError};

/// Longest address of a sound, in characters, and longest time that it may be repeated, in seconds.
pub const MAX_URL: usize = 2_048;
pub const MAX_DURATION: u32 = 3_600;

/// The body of `POST /v1/alert/play`: the device fetches a wav file and repeats it for some time, whatever else it does. The same
/// `id` again changes nothing while it plays. A device that was sent a stop of an id plays it no more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AlertPlay {
    /// Of the run.
    pub id: i64,
    /// `http` or `https`, signed: it is fetched without credentials.
    pub url: String,
    /// Seconds, 1 to 3600.
    pub duration: u32,
}

/// The body of `POST /v1/alert/stop`. Answered with success whether or not the device plays it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct AlertStop {
    pub id: i64,
}

impl AlertPlay {
    pub fn check(&self) -> Result<(), BoundsError> {
        bounds::number("id", self.id, 1, i64::MAX)?;
        bounds::text("url", &self.url, 8, MAX_URL)?;
        if !self.url.starts_with("http://") && !self.url.starts_with("https://") {
            return Err(BoundsError::new("url", "is no address"));
        }
        bounds::number("duration", self.duration.into(), 1, MAX_DURATION.into())
    }
}

impl AlertStop {
    pub fn check(&self) -> Result<(), BoundsError> {
        bounds::number("id", self.id, 1, i64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sound_has_an_address_and_an_end() {
        let play = |url: &str, duration| AlertPlay { id: 7, url: url.into(), duration };
        assert!(play("https://v.test/a?signature=x", 60).check().is_ok());
        for wrong in [play("file:///etc/passwd", 60), play("https://v.test/a", 0), play("https://v.test/a", 3_601)] {
            assert!(wrong.check().is_err(), "{wrong:?}");
        }
        assert!(AlertStop { id: 0 }.check().is_err());
        assert_eq!(
            serde_json::to_value(play("https://v.test/a", 60)).unwrap(),
            serde_json::json!({"id": 7, "url": "https://v.test/a", "duration": 60})
        );
    }
}
