//! The command `present`: holds something to a simulated reader, by way of the control interface.

use std::time::Duration;

use anyhow::{Context, bail};
use device_protocol::IdentifierType;
use serde_json::{Value, json};

/// How long the device may take; it may ask the server for ten seconds first.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);

pub struct Present {
    /// Where the simulator's control interface is, `http://127.0.0.1:18090`.
    pub http: String,
    pub serial: String,
    pub kind: IdentifierType,
    pub number: String,
    pub lock: u8,
    /// RFC 3339; absent: now.
    pub at: Option<String>,
}

/// Presents and returns what the simulator says about it.
pub async fn run(present: &Present) -> anyhow::Result<Value> {
    // The HTTP client insists on a TLS provider, although the control interface has no TLS.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::builder().timeout(REQUEST_TIMEOUT).no_proxy().build()?;
    let url = format!("{}/control/devices/{}/present", present.http.trim_end_matches('/'), present.serial);
    let mut body = json!({ "type": present.kind, "number": present.number, "lock": present.lock });
    if let Some(at) = &present.at {
        body["at"] = json!(at);
    }
    let response = client.post(&url).json(&body).send().await.with_context(|| format!("asking {url}"))?;
    let status = response.status();
    let text = response.text().await?;
    if !status.is_success() {
        let message = serde_json::from_str::<Value>(&text).ok().and_then(|body| body["message"].as_str().map(str::to_owned));
        bail!("{status}: {}", message.unwrap_or(text));
    }
    serde_json::from_str(&text).context("the simulator's answer is no JSON")
}
