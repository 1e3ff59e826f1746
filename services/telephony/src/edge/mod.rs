//! The SIP edge, asked over its JSON-RPC: who is registered, and how it is.
mod contact;
mod credentials;
mod rpc;

use std::time::Duration;

pub use contact::Contact;
pub use credentials::credentials;
use rpc::{Answer, Failure};
use serde_json::{Value, json};

use crate::config::Config;

/// Longer than a busy edge takes, shorter than anybody waits for a ring.
const LIMIT: Duration = Duration::from_secs(3);
/// Nobody registers more (the edge's max_contacts is 8); an answer that is larger is not ours.
const LARGEST: usize = 1 << 20;

/// The edge does not answer, or not what an edge answers.
#[derive(Debug, thiserror::Error)]
#[error("the SIP edge is away: {0}")]
pub struct Away(String);

/// Cheap to clone.
#[derive(Clone)]
pub struct Edge {
    client: reqwest::Client,
    /// Where it is asked, and where it takes SIP from us. None where this process handles no calls.
    addresses: Option<(String, std::net::SocketAddr)>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Status {
    pub version: String,
    pub uptime: Duration,
}

impl Edge {
    pub fn new(config: &Config) -> anyhow::Result<Self> {
        // Its answers are small and come from the same cluster: never through somebody's proxy.
        let client = reqwest::Client::builder().timeout(LIMIT).no_proxy().build()?;
        Ok(Edge { client, addresses: config.calls.as_ref().map(|calls| (calls.edge_rpc.clone(), calls.edge)) })
    }

    /// The phones that are registered with a number now.
    pub async fn contacts(&self, realm: &str, number: &str) -> Result<Vec<Contact>, Away> {
        let (_, address) = self.addresses()?;
        match self.ask("ul.lookup", json!(["location", format!("{number}@{realm}")])).await? {
            Answer::Result(result) => contact::read(&result, address).ok_or_else(|| Away("a list of contacts of another form".into())),
            Answer::Error(message) if is_nobody(&message) => Ok(Vec::new()),
            Answer::Error(message) => Err(Away(message)),
        }
    }

    pub async fn is_registered(&self, realm: &str, number: &str) -> Result<bool, Away> {
        Ok(!self.contacts(realm, number).await?.is_empty())
    }

    /// Ends every registration of a number, so that a phone with a password of yesterday is not rung any more.
    pub async fn forget(&self, realm: &str, number: &str) -> Result<(), Away> {
        match self.ask("ul.rm", json!(["location", format!("{number}@{realm}")])).await? {
            Answer::Result(_) => Ok(()),
            Answer::Error(message) if is_nobody(&message) => Ok(()),
            Answer::Error(message) => Err(Away(message)),
        }
    }

    pub async fn status(&self) -> Result<Status, Away> {
        let (version, uptime) = tokio::try_join!(self.ask("core.version", json!([])), self.ask("core.uptime", json!([])))?;
        rpc::status(version, uptime).ok_or_else(|| Away("a version of another form".into()))
    }

    fn addresses(&self) -> Result<&(String, std::net::SocketAddr), Away> {
        self.addresses.as_ref().ok_or_else(|| Away("this service handles no calls".into()))
    }

    async fn ask(&self, method: &str, params: Value) -> Result<Answer, Away> {
        let (url, _) = self.addresses()?;
        rpc::call(&self.client, url, method, params, LARGEST).await.map_err(|failure: Failure| Away(failure.to_string()))
    }
}

/// That nobody is registered with a number is an error, in one of these words.
fn is_nobody(message: &str) -> bool {
    ["AOR not found in location table", "AOR has no contacts"].contains(&message)
}
