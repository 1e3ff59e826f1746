//! baresip's control protocol: JSON in netstrings (`5:hello,`), responses and events mixed.

use serde::{Deserialize, Serialize};

/// The longest message that makes sense.
const MAX_MESSAGE: usize = 64 * 1024;
/// Digits of the length of the longest message.
const MAX_DIGITS: usize = 5;

#[derive(Debug, Serialize)]
pub struct Command<'a> {
    pub command: &'a str,
    pub params: &'a str,
    pub token: &'a str,
}

#[derive(Debug, PartialEq, Eq)]
pub enum Message {
    Response(Response),
    Event(Event),
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
pub struct Response {
    pub ok: bool,
    #[serde(default)]
    pub data: String,
    #[serde(default)]
    pub token: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Event {
    #[serde(rename = "type")]
    pub kind: String,
    /// `incoming` or `outgoing`, of a call.
    #[serde(default)]
    pub direction: String,
    /// Whom the call is with.
    #[serde(default, rename = "peeruri")]
    pub peer: String,
    /// The tone of DTMF, the reason of an end.
    #[serde(default)]
    pub param: String,
}

impl Event {
    /// The number that the call is with.
    pub fn number(&self) -> &str {
        let bare = self.peer.strip_prefix("sips:").or_else(|| self.peer.strip_prefix("sip:")).unwrap_or(&self.peer);
        bare.split(['@', ';']).next().unwrap_or_default()
    }
}

#[derive(Debug, thiserror::Error)]
pub enum ProtocolError {
    #[error("no netstring")]
    Netstring,
    #[error("a message of more than {MAX_MESSAGE} bytes")]
    TooLong,
    #[error("a message that is no response and no event: {0}")]
    Message(#[from] serde_json::Error),
}

pub fn encode(command: &Command<'_>) -> Vec<u8> {
    let json = serde_json::json!(command).to_string();
    format!("{}:{json},", json.len()).into_bytes()
}

/// Takes the first message out of what was received so far, when it is whole.
pub fn take(received: &mut Vec<u8>) -> Result<Option<Message>, ProtocolError> {
    let Some(colon) = received.iter().take(MAX_DIGITS + 1).position(|byte| *byte == b':') else {
        return if received.len() > MAX_DIGITS { Err(ProtocolError::Netstring) } else { Ok(None) };
    };
    let digits = std::str::from_utf8(&received[..colon]).map_err(|_| ProtocolError::Netstring)?;
    let length: usize = digits.parse().map_err(|_| ProtocolError::Netstring)?;
    if length > MAX_MESSAGE {
        return Err(ProtocolError::TooLong);
    }
    let end = colon + 1 + length;
    if received.len() <= end {
        return Ok(None);
    }
    if received[end] != b',' {
        return Err(ProtocolError::Netstring);
    }
    let message = decode(&received[colon + 1..end]);
    received.drain(..=end);
    message.map(Some)
}

fn decode(json: &[u8]) -> Result<Message, ProtocolError> {
    // baresip puts whatever others sent into its messages: it need not be UTF-8.
    let value: serde_json::Value = serde_json::from_str(&String::from_utf8_lossy(json))?;
    if value["event"] == true { Ok(Message::Event(serde_json::from_value(value)?)) } else { Ok(Message::Response(serde_json::from_value(value)?)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_a_netstring_of_json() {
        let bytes = encode(&Command { command: "dial", params: "100", token: "7" });
        assert_eq!(bytes, br#"45:{"command":"dial","params":"100","token":"7"},"#);
    }

    #[test]
    fn messages_are_taken_one_by_one_and_only_when_they_are_whole() {
        let event = r##"{"event":true,"type":"CALL_DTMF_START","class":"call","direction":"outgoing","peeruri":"sip:100@p7.sip.test;transport=udp","param":"#"}"##;
        let response = r##"{"response":true,"ok":true,"data":"x","token":"7"}"##;
        let mut received = format!("{}:{event},{}:{response}", event.len(), response.len()).into_bytes();
        let Ok(Some(Message::Event(first))) = take(&mut received) else { panic!("an event") };
        assert_eq!((first.kind.as_str(), first.number(), first.param.as_str()), ("CALL_DTMF_START", "100", "#"));
        assert_eq!(take(&mut received).unwrap(), None, "its last byte has not come");
        received.push(b',');
        let expected = Response { ok: true, data: "x".into(), token: "7".into() };
        assert_eq!(take(&mut received).unwrap(), Some(Message::Response(expected)));
        assert_eq!(take(&mut received).unwrap(), None);
    }

    #[test]
    fn invalid_netstrings_are_errors() {
        for wrong in ["hello!!", "3:{},x", "x:{}", "2:{}x", "99999:", "2:[],"] {
            assert!(take(&mut wrong.as_bytes().to_vec()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_number_of_a_peer_is_what_stands_before_its_host() {
        let number =
            |peer: &str| Event { kind: String::new(), direction: String::new(), peer: peer.into(), param: String::new() }.number().to_owned();
        assert_eq!(number("sip:100@127.0.0.1:5060;transport=udp"), "100");
        assert_eq!(number("sip:100;a=b"), "100");
        assert_eq!(number(""), "");
    }
}
