//! How media reach a leg, which its transport decides.
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Profile {
    /// A browser: DTLS-SRTP, ICE.
    WebRtc,
    /// A panel, a telephone, a trunk: plain RTP.
    Plain,
}

/// What panels speak; of a browser's offer the rest is left out, since nothing is transcoded.
const PLAIN_CODECS: [&str; 4] = ["PCMA", "PCMU", "telephone-event", "H264"];

impl Profile {
    pub fn new(is_websocket: bool) -> Profile {
        if is_websocket { Profile::WebRtc } else { Profile::Plain }
    }

    /// The keys of an offer or an answer whose result goes to such a leg.
    pub fn keys(self) -> Map<String, Value> {
        let mut keys = match self {
            Profile::WebRtc => json!({
                "ICE": "force", "transport-protocol": "RTP/SAVPF", "rtcp-mux": ["offer", "require"],
                "SDES": ["off"], "DTLS": "active", "flags": ["generate-mid", "port latching"],
            }),
            Profile::Plain => json!({
                "ICE": "remove", "transport-protocol": "RTP/AVP", "rtcp-mux": ["demux"], "flags": ["port latching"],
            }),
        };
        keys["replace"] = json!(["origin", "session-connection"]);
        match keys {
            Value::Object(keys) => keys,
            _ => Map::new(),
        }
    }

    /// As `keys`, for an offer of a leg of profile `from`.
    pub fn offer_keys(self, from: Profile) -> Map<String, Value> {
        let mut keys = self.keys();
        if (from, self) == (Profile::WebRtc, Profile::Plain) {
            keys.insert("codec".into(), json!({ "strip": ["all"], "except": PLAIN_CODECS }));
        }
        keys
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_is_offered_encrypted_media_and_a_panel_plain_ones() {
        assert_eq!(Profile::WebRtc.keys()["transport-protocol"], "RTP/SAVPF");
        assert_eq!(Profile::Plain.keys()["ICE"], "remove");
        for profile in [Profile::WebRtc, Profile::Plain] {
            assert!(profile.keys()["flags"].as_array().unwrap().contains(&json!("port latching")));
        }
    }

    #[test]
    fn only_what_a_panel_speaks_is_passed_from_a_browser_to_it() {
        assert!(Profile::Plain.offer_keys(Profile::WebRtc).contains_key("codec"));
        assert!(!Profile::WebRtc.offer_keys(Profile::WebRtc).contains_key("codec"));
        assert!(!Profile::WebRtc.offer_keys(Profile::Plain).contains_key("codec"));
    }
}
