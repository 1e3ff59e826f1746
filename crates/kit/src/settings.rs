//! Settings, from the environment (docs/operations lists them).
use std::collections::HashMap;
use std::time::Duration;

use anyhow::{Context as _, Result};

use crate::outgoing::{Allowed, Authorities};

/// What a process needs to reach its surroundings.
#[derive(Clone, Debug)]
pub struct Settings {
    /// `{service}` stands for the service's name; the role that is bound by row-level security.
    pub database_url: String,
    /// The same databases, as the role that owns the tables: for migrations.
    pub database_owner_url: String,
    /// Telephony's database as the SIP edge's role; empty: no edge logs in.
    pub edge_database_url: String,
    pub redis_url: String,
    pub amqp_url: String,
    /// What the names of exchanges and queues begin with.
    pub amqp_prefix: String,
    pub mqtt_url: String,
    pub mqtt_user: String,
    pub mqtt_password: String,
    /// Signs callers' contexts between services; 32 bytes.
    pub service_key: Vec<u8>,
    /// Seals secrets at rest; 32 bytes.
    pub seal_key: Vec<u8>,
    /// Signs access tokens: an Ed25519 private key, PKCS#8, base64.
    pub token_key: String,
    /// Where the gateway serves REST, the websocket and the console.
    pub http_addr: String,
    /// Where this process serves its services' gRPC to other processes; empty: nowhere.
    pub grpc_addr: String,
    /// Where services of other processes are, by their names.
    pub peers: HashMap<String, String>,
    /// Where a process serves health and metrics; empty: nowhere but on the gateway.
    pub admin_addr: String,
    /// Where people find the console, without a slash at the end: for links in mails, passkeys and sign-in providers.
    pub public_url: String,
    /// The built console; empty: the gateway serves none.
    pub console_dir: String,
    /// How long a process that is told to end goes on, not ready any more, so that balancers hear of it first.
    pub drain: Duration,
    /// The services of this installation, wherever they run; None for all of them.
    pub services: Option<Vec<String>>,
    /// Connections to Postgres for each service.
    pub database_connections: u32,
    /// Private networks in which addresses that people entered may be called; see `outgoing`.
    pub private_networks: Allowed,
    /// Believed besides the public ones, by calls to such addresses and to the installation's mail server.
    pub certificate_authorities: Authorities,
}

impl Settings {
    pub fn from_env() -> Result<Self> {
        let http_addr = optional("VESTIBULE_HTTP_ADDR", "127.0.0.1:8080");
        Ok(Settings {
            database_url: required("VESTIBULE_DATABASE_URL")?,
            database_owner_url: required("VESTIBULE_DATABASE_OWNER_URL")?,
            edge_database_url: optional("VESTIBULE_SIP_EDGE_DATABASE_URL", ""),
            redis_url: required("VESTIBULE_REDIS_URL")?,
            amqp_url: required("VESTIBULE_AMQP_URL")?,
            amqp_prefix: optional("VESTIBULE_AMQP_PREFIX", "vestibule"),
            mqtt_url: optional("VESTIBULE_MQTT_URL", ""),
            mqtt_user: optional("VESTIBULE_MQTT_USER", ""),
            mqtt_password: optional("VESTIBULE_MQTT_PASSWORD", ""),
            service_key: key("VESTIBULE_SERVICE_KEY")?,
            seal_key: key("VESTIBULE_SEAL_KEY")?,
            token_key: required("VESTIBULE_TOKEN_KEY")?,
            public_url: optional("VESTIBULE_PUBLIC_URL", &format!("http://{http_addr}")).trim_end_matches('/').into(),
            http_addr,
            grpc_addr: optional("VESTIBULE_GRPC_ADDR", ""),
            peers: peers(std::env::vars()),
            admin_addr: optional("VESTIBULE_ADMIN_ADDR", ""),
            console_dir: optional("VESTIBULE_CONSOLE_DIR", ""),
            drain: Duration::from_secs(optional("VESTIBULE_DRAIN_SECONDS", "0").parse().context("VESTIBULE_DRAIN_SECONDS")?),
            services: names(&optional("VESTIBULE_SERVICES", "")),
            database_connections: optional("VESTIBULE_DATABASE_CONNECTIONS", "10").parse().context("VESTIBULE_DATABASE_CONNECTIONS")?,
            private_networks: Allowed::parse(&optional("VESTIBULE_ALLOW_PRIVATE_NETWORKS", "")).context("VESTIBULE_ALLOW_PRIVATE_NETWORKS")?,
            certificate_authorities: Authorities::of(&optional("VESTIBULE_CERTIFICATE_AUTHORITIES", ""))
                .context("VESTIBULE_CERTIFICATE_AUTHORITIES")?,
        })
    }

    pub fn database_url(&self, service: &str) -> String {
        for_service(&self.database_url, service)
    }

    pub fn database_owner_url(&self, service: &str) -> String {
        for_service(&self.database_owner_url, service)
    }
}

/// What stands before a service's name in the variable that says where it is.
pub(crate) const PEER_PREFIX: &str = "VESTIBULE_PEER_";

fn peers(variables: impl Iterator<Item = (String, String)>) -> HashMap<String, String> {
    let said = variables.filter(|(_, url)| !url.is_empty());
    said.filter_map(|(name, url)| Some((name.strip_prefix(PEER_PREFIX)?.to_lowercase().replace('_', "-"), url))).collect()
}

/// With commas between them.
fn names(text: &str) -> Option<Vec<String>> {
    let names: Vec<String> = text.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::to_string).collect();
    (!names.is_empty()).then_some(names)
}

pub(crate) fn for_service(url: &str, service: &str) -> String {
    url.replace("{service}", &service.replace('-', "_"))
}

pub(crate) fn required(name: &str) -> Result<String> {
    std::env::var(name).with_context(|| format!("{name} is not set"))
}

pub(crate) fn optional(name: &str, default: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| default.to_string())
}

fn key(name: &str) -> Result<Vec<u8>> {
    let text = required(name)?;
    let bytes = (0..text.len()).step_by(2).map(|i| u8::from_str_radix(text.get(i..i + 2).unwrap_or("-"), 16)).collect::<Result<Vec<_>, _>>();
    let bytes = bytes.ok().filter(|bytes| bytes.len() == 32);
    bytes.with_context(|| format!("{name} must be 64 hex digits"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn peers_are_named_by_their_variables() {
        let variables = [("VESTIBULE_PEER_DEVICE_GATEWAY", "https://gateway:9090"), ("VESTIBULE_PEER_ACCESS", ""), ("VESTIBULE_LOG", "info")];
        let peers = peers(variables.map(|(name, url)| (name.to_string(), url.to_string())).into_iter());
        assert_eq!(peers, HashMap::from([("device-gateway".to_string(), "https://gateway:9090".to_string())]));
    }
}
