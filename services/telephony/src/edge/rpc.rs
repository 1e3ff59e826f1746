//! JSON-RPC 2.0 over HTTP, as far as Kamailio speaks it.
use std::time::Duration;

use kit::telemetry::span;
use serde::Serialize;
use serde_json::Value;
use tracing::Instrument;

use super::Status;

#[derive(Debug, PartialEq)]
pub enum Answer {
    Result(Value),
    Error(String),
}

#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error(transparent)]
    Http(#[from] reqwest::Error),
    #[error("an answer that is too large")]
    TooLarge,
    #[error("an answer that is no JSON-RPC")]
    Unreadable,
}

pub async fn call(client: &reqwest::Client, url: &str, method: &str, params: Value, largest: usize) -> Result<Answer, Failure> {
    let span = span::conversation("telephony", &format!("jsonrpc {method}"));
    let answer = exchange(client, url, method, params, largest).instrument(span.clone()).await;
    if answer.is_err() {
        span::failed(&span, "away");
    }
    answer
}

async fn exchange(client: &reqwest::Client, url: &str, method: &str, params: Value, largest: usize) -> Result<Answer, Failure> {
    // Kamailio answers errors of a call with a status of their own, and with the error as the body.
    let mut response = client.post(url).json(&RpcRequest { id: 1, jsonrpc: "2.0", method, params }).send().await?;
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        if body.len() + chunk.len() > largest {
            return Err(Failure::TooLarge);
        }
        body.extend_from_slice(&chunk);
    }
    answer(&body).ok_or(Failure::Unreadable)
}

/// In the order of fields that the edge lets through: see docker/sip-edge/kamailio.cfg.
#[derive(Serialize)]
struct RpcRequest<'a> {
    id: u32,
    jsonrpc: &'static str,
    method: &'a str,
    params: Value,
}

fn answer(body: &[u8]) -> Option<Answer> {
    let mut answer: Value = serde_json::from_slice(body).ok()?;
    if let Some(error) = answer.get("error") {
        return Some(Answer::Error(error.get("message")?.as_str()?.to_string()));
    }
    Some(Answer::Result(answer.get_mut("result")?.take()))
}

/// From what `core.version` and `core.uptime` answer.
pub fn status(version: Answer, uptime: Answer) -> Option<Status> {
    let (Answer::Result(version), Answer::Result(uptime)) = (version, uptime) else { return None };
    // "kamailio 5.6.3 (x86_64/linux) "
    let version = version.as_str()?.split_whitespace().nth(1)?.to_string();
    Some(Status { version, uptime: Duration::from_secs(uptime.get("uptime")?.as_u64()?) })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_result_and_an_error_are_told_apart() {
        assert_eq!(answer(br#"{"jsonrpc":"2.0","result":"x","id":1}"#), Some(Answer::Result(json!("x"))));
        let refused = br#"{"jsonrpc":"2.0","error":{"code":500,"message":"AOR not found in location table"},"id":1}"#;
        assert_eq!(answer(refused), Some(Answer::Error("AOR not found in location table".into())));
    }

    #[test]
    fn a_request_is_written_as_the_edge_lets_it_through() {
        let request = RpcRequest { id: 1, jsonrpc: "2.0", method: "ul.lookup", params: json!(["location", "1001@p7.sip.test"]) };
        let text = r#"{"id":1,"jsonrpc":"2.0","method":"ul.lookup","params":["location","1001@p7.sip.test"]}"#;
        assert_eq!(serde_json::to_string(&request).unwrap(), text);
    }

    #[test]
    fn what_is_no_answer_is_none() {
        for body in ["", "<html>", "{}", "[]", "null", r#"{"error":{}}"#, r#"{"error":{"message":7}}"#] {
            assert_eq!(answer(body.as_bytes()), None, "{body}");
        }
    }

    #[test]
    fn version_and_uptime_are_the_status() {
        let version = || Answer::Result(json!("kamailio 5.6.3 (x86_64/linux) "));
        let uptime = Answer::Result(json!({"now": "Sat Nov 21 18:42:56 2026", "up_since": "Sat Nov 21 18:42:50 2026", "uptime": 6}));
        assert_eq!(status(version(), uptime), Some(Status { version: "5.6.3".into(), uptime: Duration::from_secs(6) }));
        assert_eq!(status(version(), Answer::Error("method not found".into())), None);
        assert_eq!(status(Answer::Result(json!("")), Answer::Result(json!({"uptime": 6}))), None);
    }
}
