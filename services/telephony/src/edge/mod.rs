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
const RPC_TIMEOUT: Duration = Duration::from_secs(3);
/// Nobody registers more (the edge's max_contacts is 8); an answer that is larger is not ours.
const MAX_ANSWER_BYTES: usize = 1 << 20;

/// The edge does not answer, or not what an edge answers.
#[derive(Debug, thiserror::Error)]
#[error("the SIP edge is away: {0}")]
pub struct EdgeUnavailable(String);

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
        let client = reqwest::Client::builder().timeout(RPC_TIMEOUT).no_proxy().build()?;
        Ok(Edge { client, addresses: config.calls.as_ref().map(|calls| (calls.edge_rpc.clone(), calls.edge)) })
    }

    /// The phones that are registered with a number now.
    pub async fn contacts(&self, realm: &str, number: &str) -> Result<Vec<Contact>, EdgeUnavailable> {
        let (_, address) = self.addresses()?;
        match self.call("ul.lookup", json!(["location", format!("{number}@{realm}")])).await? {
            Answer::Result(result) => contact::read(&result, address).ok_or_else(|| EdgeUnavailable("a list of contacts of another form".into())),
            Answer::Error(message) if is_nobody(&message) => Ok(Vec::new()),
            Answer::Error(message) => Err(EdgeUnavailable(message)),
        }
    }

    pub async fn is_registered(&self, realm: &str, number: &str) -> Result<bool, EdgeUnavailable> {
        Ok(!self.contacts(realm, number).await?.is_empty())
    }

    /// Ends every registration of a number, so that a phone with a password of yesterday is not rung any more.
    pub async fn remove_registrations(&self, realm: &str, number: &str) -> Result<(), EdgeUnavailable> {
        match self.call("ul.rm", json!(["location", format!("{number}@{realm}")])).await? {
            Answer::Result(_) => Ok(()),
            Answer::Error(message) if is_nobody(&message) => Ok(()),
            Answer::Error(message) => Err(EdgeUnavailable(message)),
        }
    }

    pub async fn status(&self) -> Result<Status, EdgeUnavailable> {
        let (version, uptime) = tokio::try_join!(self.call("core.version", json!([])), self.call("core.uptime", json!([])))?;
        rpc::status(version, uptime).ok_or_else(|| EdgeUnavailable("a version of another form".into()))
    }

    fn addresses(&self) -> Result<&(String, std::net::SocketAddr), EdgeUnavailable> {
        self.addresses.as_ref().ok_or_else(|| EdgeUnavailable("this service handles no calls".into()))
    }

    async fn call(&self, method: &str, params: Value) -> Result<Answer, EdgeUnavailable> {
        let (url, _) = self.addresses()?;
        rpc::call(&self.client, url, method, params, MAX_ANSWER_BYTES).await.map_err(|failure: Failure| EdgeUnavailable(failure.to_string()))
    }
}

/// That nobody is registered with a number is an error, in one of these words.
fn is_nobody(message: &str) -> bool {
    ["AOR not found in location table", "AOR has no contacts"].contains(&message)
}
