//! The media of a call without a caller: one phone, which hears a sound of the platform. What the phone says goes to the platform's own
//! socket, which only looks for keys (`keys`). A call of rtpengine of its own, so that several phones hear it at the same time.
use std::net::SocketAddr;

use serde_json::{Map, Value, json};

use super::ng::{Ng, NgError};
use super::profile::Profile;
use super::sdp;

/// The platform's tag.
const PLATFORM: &str = "A";
/// The phone's tag.
const PHONE: &str = "B";
/// The sound is repeated until the call ends; rtpengine asks for a number.
const FOREVER: u32 = 1_000_000;

pub struct Announcement {
    ng: Ng,
    call_id: String,
    profile: Profile,
}

impl Announcement {
    pub fn new(ng: Ng, call_id: String, profile: Profile) -> Self {
        Announcement { ng, call_id, profile }
    }

    /// What the phone is offered. `keys`: where the platform takes what the phone sends.
    pub async fn offer(&self, keys: SocketAddr) -> Result<String, NgError> {
        let answer = self.exchange("offer", self.profile.offer_keys(Profile::Plain), &sdp::platform_offer(keys)).await?;
        answer["sdp"].as_str().map(Into::into).ok_or_else(|| refused("offer"))
    }

    /// The phone took the offer. Returns rtpengine's port from which the platform gets what the phone sends.
    pub async fn answer(&self, answer: &str) -> Result<u16, NgError> {
        let answer = self.exchange("answer", Profile::Plain.keys(), answer).await?;
        answer["sdp"].as_str().and_then(sdp::audio_port).ok_or_else(|| refused("answer"))
    }

    /// Plays `sound` to the phone from then on.
    pub async fn play(&self, sound: &str) -> Result<(), NgError> {
        let keys = self.keys([("from-tag", json!(PHONE)), ("file", json!(sound)), ("repeat-times", json!(FOREVER))]);
        self.ng.command("play media", keys).await.map(drop)
    }

    pub async fn delete(&self) -> Result<(), NgError> {
        self.ng.command("delete", self.keys([])).await.map(drop)
    }

    async fn exchange(&self, command: &'static str, profile: Map<String, Value>, sdp: &str) -> Result<Value, NgError> {
        let mut keys = self.keys([("from-tag", json!(PLATFORM)), ("to-tag", json!(PHONE)), ("sdp", json!(sdp))]);
        keys.extend(profile);
        self.ng.command(command, keys).await
    }

    fn keys<const N: usize>(&self, more: [(&str, Value); N]) -> Map<String, Value> {
        let more = more.into_iter().map(|(key, value)| (key.to_string(), value));
        more.chain([("call-id".to_string(), json!(self.call_id))]).collect()
    }
}

fn refused(command: &'static str) -> NgError {
    NgError::Refused { command, reason: "no sdp".into() }
}
