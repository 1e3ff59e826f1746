//! The control interface of the device simulator.
use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::{Context, Result};
use device_protocol::IdentifierItem;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

#[derive(Clone)]
pub struct Simulator {
    client: reqwest::Client,
    base: String,
}

/// What a panel has sent and what it was promised.
#[derive(Debug, Default, Deserialize)]
pub struct Ledger {
    pub sent: Vec<Sent>,
    pub promised: Vec<u64>,
}

#[derive(Debug, Deserialize)]
pub struct Sent {
    pub id: u64,
    /// `Event::fingerprint` of what was sent.
    pub hash: String,
}

/// What a panel is.
#[derive(Debug, Deserialize)]
pub struct Panel {
    pub serial: String,
    pub online: bool,
    /// Events that wait for an answer, sent or not.
    pub pending_events: u64,
}

/// A panel asks the platform about an identifier that it does not store, and decides by itself after 10 s.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);

impl Simulator {
    pub fn at(address: &str) -> Result<Self> {
        let client = reqwest::Client::builder().timeout(REQUEST_TIMEOUT).no_proxy().build()?;
        Ok(Simulator { client, base: format!("http://{address}/control") })
    }

    pub async fn panels(&self) -> Result<Vec<Panel>> {
        self.get("/devices").await
    }

    pub async fn ledgers(&self) -> Result<BTreeMap<String, Ledger>> {
        self.get("/ledger").await
    }

    /// The identifiers in a panel's memory.
    pub async fn held(&self, serial: &str) -> Result<Vec<IdentifierItem>> {
        let device: Value = self.get(&format!("/devices/{serial}")).await?;
        serde_json::from_value(device["identifiers"]["items"].clone()).context("identifiers as a panel holds them")
    }

    /// Generates events.
    pub async fn generate(&self, serial: &str, events: u32) -> Result<()> {
        self.post(serial, "events", json!({ "generate": events })).await
    }

    /// Presents a card to the reader.
    pub async fn present(&self, serial: &str, number: &str) -> Result<()> {
        self.post(serial, "present", json!({ "type": "card", "number": number })).await
    }

    pub async fn fault(&self, serial: &str, kind: &str) -> Result<()> {
        self.post(serial, "faults", json!({ "kind": kind })).await
    }

    /// The panel is replaced by an empty one.
    pub async fn clear_memory(&self, serial: &str) -> Result<()> {
        self.post(serial, "clear-memory", json!({})).await?;
        self.post(serial, "reboot", json!({})).await
    }

    pub async fn online(&self, serial: &str, online: bool) -> Result<()> {
        self.post(serial, if online { "online" } else { "offline" }, json!({})).await
    }

    async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T> {
        let response = self.client.get(format!("{}{path}", self.base)).send().await?.error_for_status()?;
        Ok(response.json().await?)
    }

    async fn post(&self, serial: &str, action: &str, body: Value) -> Result<()> {
        let sent = self.client.post(format!("{}/devices/{serial}/{action}", self.base)).json(&body).send().await?;
        sent.error_for_status().with_context(|| format!("{action} of {serial}"))?;
        Ok(())
    }
}
