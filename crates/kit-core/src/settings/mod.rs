//! The settings that every service shares, from the environment (docs/operations/settings.md).
mod groups;

use std::collections::HashMap;
use std::time::Duration;

use anyhow::Result;

use crate::authorities::Authorities;
use crate::budget::{DatabaseTimeouts, Timeouts};
use crate::networks::Allowed;
use crate::variables;

pub use groups::{
    AmqpVariables, BlobVariables, CertificateVariables, DatabaseVariables, EdgeVariables, HttpVariables, KeyVariables, MqttVariables,
    OutgoingVariables, ProcessVariables, RedisVariables, RunVariables,
};

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
    /// Name of this installation: what the names of exchanges, queues, and keys and channels of Redis begin with.
    pub amqp_prefix: String,
    /// Events of one topic that share a message at most.
    pub events_per_message: usize,
    pub mqtt_url: String,
    pub mqtt_user: String,
    pub mqtt_password: String,
    /// Sign callers' contexts between services; 32 bytes each. The first one signs, all of them are accepted.
    pub service_keys: Vec<Vec<u8>>,
    /// Seals secrets at rest; 32 bytes.
    pub seal_key: Vec<u8>,
    /// Sealed them before, and open what they sealed.
    pub former_seal_keys: Vec<Vec<u8>>,
    /// Sign access tokens: Ed25519 private keys, PKCS#8, base64, separated by commas. The first one signs, all of them verify.
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
    /// How long a process serves after SIGTERM while it is not ready any more, so that balancers remove it first.
    pub drain: Duration,
    /// The services of this installation, wherever they run; None for all of them.
    pub services: Option<Vec<String>>,
    /// Connections to Postgres for each service.
    pub database_connections: u32,
    pub database_timeouts: DatabaseTimeouts,
    /// Private networks in which addresses that people entered may be called; see `outgoing`.
    pub private_networks: Allowed,
    /// Trusted besides the public ones, by calls to such addresses, to the installation's mail server, to RabbitMQ, to the MQTT
    /// broker, to Postgres and to the collector of traces; by the connection to Redis in place of them.
    pub certificate_authorities: Authorities,
    /// Where files lie that are too large for a database.
    pub blob: BlobVariables,
}

impl Settings {
    pub fn from_env() -> Result<Self> {
        let variables: ProcessVariables = variables::from_env()?;
        variables.blob.check()?;
        Ok(Settings::new(variables, peers(crate::variables::family(PEER_PREFIX))))
    }

    fn new(variables: ProcessVariables, peers: HashMap<String, String>) -> Self {
        let ProcessVariables { database, redis, amqp, mqtt, keys, process, http, outgoing, certificates, edge, blob } = variables;
        let public_url = process.public_url.unwrap_or_else(|| format!("http://{}", http.http_addr));
        Settings {
            database_timeouts: database_timeouts(&database),
            database_url: database.database_url,
            database_owner_url: database.database_owner_url,
            database_connections: database.database_connections,
            edge_database_url: edge.sip_edge_database_url,
            redis_url: redis.redis_url,
            amqp_url: amqp.amqp_url,
            amqp_prefix: amqp.amqp_prefix,
            events_per_message: amqp.events_per_message.into(),
            services: amqp.services.as_deref().and_then(names),
            mqtt_url: mqtt.mqtt_url,
            mqtt_user: mqtt.mqtt_user,
            mqtt_password: mqtt.mqtt_password,
            service_keys: keys.service_key.iter().map(|key| key.to_vec()).collect(),
            seal_key: keys.seal_key.first().map(|key| key.to_vec()).unwrap_or_default(),
            former_seal_keys: keys.seal_key.iter().skip(1).map(|key| key.to_vec()).collect(),
            token_key: keys.token_key,
            public_url: public_url.trim_end_matches('/').into(),
            http_addr: http.http_addr,
            console_dir: http.console_dir,
            grpc_addr: process.grpc_addr,
            peers,
            admin_addr: process.admin_addr,
            drain: Duration::from_secs(process.drain_seconds),
            private_networks: outgoing.allow_private_networks.unwrap_or_default(),
            certificate_authorities: certificates.certificate_authorities.unwrap_or_default(),
            blob,
        }
    }

    pub fn database_url(&self, service: &str) -> String {
        for_service(&self.database_url, service)
    }

    /// A key or channel of this installation, for several may share a Redis.
    pub fn redis_name(&self, name: &str) -> String {
        format!("{}:{name}", self.amqp_prefix)
    }

    pub fn database_owner_url(&self, service: &str) -> String {
        for_service(&self.database_owner_url, service)
    }
}

fn database_timeouts(variables: &DatabaseVariables) -> DatabaseTimeouts {
    let tenant = Timeouts::from_seconds(variables.database_statement_seconds, variables.database_lock_seconds, variables.database_idle_seconds);
    let system =
        Timeouts::from_seconds(variables.database_job_statement_seconds, variables.database_job_lock_seconds, variables.database_job_idle_seconds);
    DatabaseTimeouts { reader: Timeouts { statement: Duration::from_secs(variables.database_read_seconds), ..tenant }, tenant, system }
}

/// Prefix of the variables with the addresses of services.
pub const PEER_PREFIX: &str = "VESTIBULE_PEER_";

/// By the names of services; from what follows the prefix, as `DEVICE_GATEWAY`.
fn peers(family: Vec<(String, String)>) -> HashMap<String, String> {
    family.into_iter().map(|(name, url)| (name.to_lowercase().replace('_', "-"), url)).collect()
}

/// Separated by commas.
fn names(text: &str) -> Option<Vec<String>> {
    let names: Vec<String> = text.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::to_string).collect();
    (!names.is_empty()).then_some(names)
}

/// With the service's name in the place that the setting leaves for it.
pub fn for_service(url: &str, service: &str) -> String {
    url.replace("{service}", &service.replace('-', "_"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a process must have, and these.
    fn settings(others: &[(&str, &str)]) -> Result<Settings> {
        let key = "0123456789abcdefABCDEF0123456789abcdef0123456789abcdef0123456789";
        let needed = [
            ("VESTIBULE_DATABASE_URL", "postgres://app:p@db/vestibule_{service}"),
            ("VESTIBULE_DATABASE_OWNER_URL", "none"),
            ("VESTIBULE_REDIS_URL", "redis://redis/"),
            ("VESTIBULE_AMQP_URL", "amqp://rabbitmq/"),
            ("VESTIBULE_SERVICE_KEY", key),
            ("VESTIBULE_SEAL_KEY", key),
            ("VESTIBULE_TOKEN_KEY", "none"),
        ];
        let others = others
            .iter()
            .filter(|(name, _)| !needed.iter().any(|(needed, _)| needed == name))
            .chain(needed.iter().map(|default| others.iter().find(|(name, _)| *name == default.0).unwrap_or(default)));
        Ok(Settings::new(variables::parse(others.map(|(name, value)| (name.into(), value.into())))?, HashMap::new()))
    }

    #[test]
    fn peers_are_named_by_their_variables() {
        let peers = peers(vec![("DEVICE_GATEWAY".into(), "https://gateway:9090".into())]);
        assert_eq!(peers, HashMap::from([("device-gateway".to_string(), "https://gateway:9090".to_string())]));
    }

    #[test]
    fn the_console_is_found_at_the_gateway_unless_said_otherwise() {
        assert_eq!(settings(&[]).unwrap().public_url, "http://127.0.0.1:8080");
        assert_eq!(settings(&[("VESTIBULE_HTTP_ADDR", "0.0.0.0:80")]).unwrap().public_url, "http://0.0.0.0:80");
        assert_eq!(settings(&[("VESTIBULE_PUBLIC_URL", "https://v.test/")]).unwrap().public_url, "https://v.test");
    }

    #[test]
    fn time_outs_without_a_setting_are_those_of_the_kind_of_work() {
        assert_eq!(settings(&[]).unwrap().database_timeouts, DatabaseTimeouts::default());
        let set = settings(&[("VESTIBULE_DATABASE_READ_SECONDS", "1"), ("VESTIBULE_DATABASE_JOB_LOCK_SECONDS", "0")]).unwrap().database_timeouts;
        assert_eq!((set.reader.statement.as_secs(), set.reader.lock.as_secs(), set.system.lock), (1, 10, Duration::ZERO));
    }

    #[test]
    fn a_key_has_64_hex_digits() {
        assert_eq!(settings(&[]).unwrap().seal_key[..4], [0x01, 0x23, 0x45, 0x67]);
        for wrong in ["01", &"0".repeat(63), &"0".repeat(66), &"g".repeat(64), &"é".repeat(32)] {
            let refused = settings(&[("VESTIBULE_SEAL_KEY", wrong)]).unwrap_err().to_string();
            assert!(refused.starts_with("VESTIBULE_SEAL_KEY: ") && !refused.contains(wrong), "{refused}");
        }
    }

    #[test]
    fn services_are_all_of_them_or_those_that_are_named() {
        assert_eq!(settings(&[("VESTIBULE_SERVICES", " , ")]).unwrap().services, None);
        assert_eq!(settings(&[("VESTIBULE_SERVICES", "access, identity,")]).unwrap().services.unwrap(), ["access", "identity"]);
    }
}
