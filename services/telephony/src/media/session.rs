//! The media of one call: one call of rtpengine, in which the caller is tag A and stays as it is, whoever comes and
//! goes at the other end. No re-INVITE of the caller is needed for that.
use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::ng::{Ng, NgError};
use super::profile::Profile;
use super::sdp;

/// The caller's tag.
const CALLER: &str = "A";
/// The peer of a caller whom nobody has taken yet.
const QUEUE: &str = "Q";
/// A sound is repeated until somebody comes; rtpengine asker for a number.
const FOREVER: u32 = 1_000_000;

pub struct Session {
    ng: Ng,
    saved: Saved,
    /// What phones of each profile are offered; one offer for all of them, since one of them takes it.
    offers: HashMap<Profile, String>,
}

/// What a restart needs of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Saved {
    call_id: String,
    caller_profile: Profile,
    /// The last offer of the caller, and the last answer to it.
    caller_sdp: String,
    #[serde(rename = "told_caller")]
    caller_answer: String,
    is_queued: bool,
    joins: u32,
    operator: Option<Operator>,
}

/// Who speaks with the caller.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Operator {
    tag: String,
    profile: Profile,
    sdp: String,
    #[serde(rename = "told")]
    last_sdp: String,
}

/// Who asker for something within a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Caller,
    Operator,
}

impl Session {
    pub fn new(ng: Ng, call_id: String, caller_profile: Profile, caller_sdp: String) -> Self {
        let saved = Saved { call_id, caller_profile, caller_sdp, caller_answer: String::new(), is_queued: false, joins: 0, operator: None };
        Session { ng, saved, offers: HashMap::new() }
    }

    pub fn restored(ng: Ng, saved: Saved) -> Self {
        Session { ng, saved, offers: HashMap::new() }
    }

    pub fn saved(&self) -> &Saved {
        &self.saved
    }

    pub fn caller_is_plain(&self) -> bool {
        self.saved.caller_profile == Profile::Plain
    }

    pub fn caller_has_video(&self) -> bool {
        sdp::has_video(&self.saved.caller_sdp)
    }

    /// What the side was last answer_sdp, for a repeated offer.
    pub fn last_sdp(&self, side: Side) -> Option<&str> {
        match side {
            Side::Caller => Some(self.saved.caller_answer.as_str()),
            Side::Operator => self.saved.operator.as_ref().map(|operator| operator.last_sdp.as_str()),
        }
    }

    /// Answers the caller before anybody else has, and plays `sound` to it from then on.
    pub async fn queue(&mut self, sound: &str) -> Result<String, NgError> {
        let profile = self.saved.caller_profile;
        let offered = self.exchange("offer", CALLER, QUEUE, profile.keys(), &self.saved.caller_sdp).await?;
        let answer_sdp = self.exchange("answer", CALLER, QUEUE, profile.keys(), &sdp::silent_answer(&offered)).await?;
        self.saved.caller_answer.clone_from(&answer_sdp);
        self.saved.is_queued = true;
        self.play(sound).await?;
        Ok(answer_sdp)
    }

    /// What phones of a profile are offered.
    pub async fn offer(&mut self, profile: Profile) -> Result<String, NgError> {
        if let Some(offer) = self.offers.get(&profile) {
            return Ok(offer.clone());
        }
        let keys = profile.offer_keys(self.saved.caller_profile);
        let offer = self.exchange("offer", CALLER, ring_tag(profile), keys, &self.saved.caller_sdp).await?;
        self.offers.insert(profile, offer.clone());
        Ok(offer)
    }

    /// A phone took the offer: both are connected. The caller is sent the result as its answer, unless it waits in the queue.
    pub async fn answer(&mut self, profile: Profile, answer: &str) -> Result<String, NgError> {
        self.stop_sound().await?;
        let answer_sdp = self.exchange("answer", CALLER, ring_tag(profile), self.saved.caller_profile.keys(), answer).await?;
        let offered = self.offers.get(&profile).cloned().unwrap_or_default();
        self.saved.operator = Some(Operator { tag: ring_tag(profile).into(), profile, sdp: answer.into(), last_sdp: offered });
        if !self.saved.is_queued {
            self.saved.caller_answer.clone_from(&answer_sdp);
        }
        Ok(answer_sdp)
    }

    /// Plays `sound` to the caller until somebody answers again.
    pub async fn hold(&mut self, sound: &str) -> Result<(), NgError> {
        self.saved.operator = None;
        self.saved.is_queued = true;
        self.play(sound).await
    }

    /// Somebody came with an offer of its own: what it is answered. The caller is not asked.
    pub async fn join(&mut self, profile: Profile, offer: &str) -> Result<String, NgError> {
        self.stop_sound().await?;
        self.saved.joins += 1;
        let tag = format!("J{}", self.saved.joins);
        let caller = &self.saved;
        self.exchange("offer", &tag, CALLER, caller.caller_profile.offer_keys(profile), offer).await?;
        let answer_sdp = self.exchange("answer", &tag, CALLER, profile.keys(), &sdp::align(&caller.caller_sdp, offer)).await?;
        self.saved.operator = Some(Operator { tag, profile, sdp: offer.into(), last_sdp: answer_sdp.clone() });
        Ok(answer_sdp)
    }

    /// The caller's media as an offer to the operator: after a join with a picture, whose payload types are the
    /// caller's and not those that the operator asked for.
    pub async fn reoffer(&mut self) -> Result<Option<String>, NgError> {
        let Some(operator) = &self.saved.operator else { return Ok(None) };
        let keys = operator.profile.offer_keys(self.saved.caller_profile);
        let offer = self.exchange("offer", CALLER, &operator.tag, keys, &self.saved.caller_sdp).await?;
        Ok(Some(offer))
    }

    pub async fn reanswer(&mut self, offer: String, answer: &str) -> Result<(), NgError> {
        let Some(operator) = &self.saved.operator else { return Ok(()) };
        self.exchange("answer", CALLER, &operator.tag, self.saved.caller_profile.keys(), answer).await?;
        if let Some(operator) = &mut self.saved.operator {
            operator.sdp = answer.into();
            operator.last_sdp = offer;
        }
        Ok(())
    }

    /// A side changed its media by an offer within the call: what it is answered. The other side is not asked.
    pub async fn renegotiate(&mut self, side: Side, offer: &str) -> Result<Option<String>, NgError> {
        let Some(operator) = self.saved.operator.clone() else { return Ok(None) };
        let caller = (CALLER, self.saved.caller_profile, self.saved.caller_sdp.clone());
        let other = (operator.tag.as_str(), operator.profile, operator.sdp.clone());
        let (asker, answerer) = if side == Side::Caller { (caller, other) } else { (other, caller) };
        self.exchange("offer", asker.0, answerer.0, answerer.1.offer_keys(asker.1), offer).await?;
        let answer_sdp = self.exchange("answer", asker.0, answerer.0, asker.1.keys(), &sdp::align(&answerer.2, offer)).await?;
        match (side, &mut self.saved.operator) {
            (Side::Operator, Some(operator)) => (operator.sdp, operator.last_sdp) = (offer.into(), answer_sdp.clone()),
            _ => (self.saved.caller_sdp, self.saved.caller_answer) = (offer.into(), answer_sdp.clone()),
        }
        Ok(Some(answer_sdp))
    }

    /// The time, by rtpengine's clock, of the last packet that anybody sent; None while it knows of no stream.
    pub async fn last_packet(&self) -> Result<Option<u64>, NgError> {
        Ok(last_packet(&self.ng.command("query", self.keys([])).await?))
    }

    pub async fn delete(&self) -> Result<(), NgError> {
        self.ng.command("delete", self.keys([])).await.map(|_| ())
    }

    async fn play(&self, sound: &str) -> Result<(), NgError> {
        let keys = self.keys([("from-tag", json!(CALLER)), ("file", json!(sound)), ("repeat-times", json!(FOREVER))]);
        self.ng.command("play media", keys).await?;
        self.ng.command("block media", self.keys([("from-tag", json!(CALLER))])).await?;
        Ok(())
    }

    async fn stop_sound(&self) -> Result<(), NgError> {
        if !self.saved.is_queued {
            return Ok(());
        }
        self.ng.command("unblock media", self.keys([("from-tag", json!(CALLER))])).await?;
        self.ng.command("stop media", self.keys([("from-tag", json!(CALLER))])).await?;
        Ok(())
    }

    async fn exchange(&self, command: &'static str, from: &str, to: &str, profile: Map<String, Value>, sdp: &str) -> Result<String, NgError> {
        let mut keys = self.keys([("from-tag", json!(from)), ("to-tag", json!(to)), ("sdp", json!(sdp))]);
        keys.extend(profile);
        let answer = self.ng.command(command, keys).await?;
        let refused = || NgError::Refused { command, reason: "no sdp".into() };
        answer["sdp"].as_str().map(Into::into).ok_or_else(refused)
    }

    fn keys<const N: usize>(&self, more: [(&str, Value); N]) -> Map<String, Value> {
        let more = more.into_iter().map(|(key, value)| (key.to_string(), value));
        more.chain([("call-id".to_string(), json!(self.saved.call_id))]).collect()
    }
}

/// Phones of a profile answer one and the same offer.
fn ring_tag(profile: Profile) -> &'static str {
    match profile {
        Profile::WebRtc => "BW",
        Profile::Plain => "BP",
    }
}

fn last_packet(query: &Value) -> Option<u64> {
    let medias = query["tags"].as_object()?.values().flat_map(|tag| tag["medias"].as_array()).flatten();
    let streams = medias.flat_map(|media| media["streams"].as_array()).flatten();
    streams.filter_map(|stream| stream["last packet"].as_u64()).max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_packet_is_that_of_any_stream() {
        let stream = |at: u64| json!({ "medias": [{ "streams": [{ "last packet": at }, { "last packet": 1 }] }] });
        assert_eq!(last_packet(&json!({ "tags": { "A": stream(7), "BW": stream(9) } })), Some(9));
        assert_eq!(last_packet(&json!({ "tags": {} })), None);
        assert_eq!(last_packet(&json!({})), None);
    }
}
