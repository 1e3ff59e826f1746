//! The variables of the settings that every service shares. Their doc comments are the documentation of operators:
//! docs/operations/settings.md is written from them.
use anyhow::{Result, ensure};
use clap::Args;

use crate::authorities::Authorities;
use crate::budget::DatabaseTimeouts;
use crate::networks::Allowed;
use crate::variables::within;

/// Everything that a process reads through the kit.
#[derive(Args, Clone, Debug)]
pub struct ProcessVariables {
    #[command(flatten)]
    pub database: DatabaseVariables,
    #[command(flatten)]
    pub redis: RedisVariables,
    #[command(flatten)]
    pub amqp: AmqpVariables,
    #[command(flatten)]
    pub mqtt: MqttVariables,
    #[command(flatten)]
    pub keys: KeyVariables,
    #[command(flatten)]
    pub process: RunVariables,
    #[command(flatten)]
    pub http: HttpVariables,
    #[command(flatten)]
    pub outgoing: OutgoingVariables,
    #[command(flatten)]
    pub certificates: CertificateVariables,
    #[command(flatten)]
    pub edge: EdgeVariables,
    #[command(flatten)]
    pub blob: BlobVariables,
}

/// A statement in Postgres, or a wait, that takes longer than its limit is ended by Postgres and answered with 503.
#[derive(Args, Clone, Debug)]
pub struct DatabaseVariables {
    /// `postgres://vestibule_app:password@host:5432/vestibule_{service}`: the service's name stands in for `{service}`, with
    /// `_` for `-`. The role is bound by row-level security.
    #[arg(long, env = "VESTIBULE_DATABASE_URL", value_name = "URL", hide_env_values = true)]
    pub database_url: String,
    /// The same databases as the owner of the tables. Only `migrate` uses it, so a service may be given any word.
    #[arg(long, env = "VESTIBULE_DATABASE_OWNER_URL", value_name = "URL", hide_env_values = true)]
    pub database_owner_url: String,
    /// Connections to Postgres of each service in the process.
    #[arg(long, env = "VESTIBULE_DATABASE_CONNECTIONS", value_name = "number, 1 to 10000", default_value = "10", value_parser = within(1u32..=10_000))]
    pub database_connections: u32,
    /// Longest statement of a call that only reads.
    #[arg(long, env = "VESTIBULE_DATABASE_READ_SECONDS", value_name = LIMIT, default_value_t = DatabaseTimeouts::default().reader.statement.as_secs(), value_parser = within(0..=MAX_LIMIT))]
    pub database_read_seconds: u64,
    /// Longest statement in a transaction of a project. Tables that are sent while they are read may take an hour.
    #[arg(long, env = "VESTIBULE_DATABASE_STATEMENT_SECONDS", value_name = LIMIT, default_value_t = DatabaseTimeouts::default().tenant.statement.as_secs(), value_parser = within(0..=MAX_LIMIT))]
    pub database_statement_seconds: u64,
    /// Longest wait for one lock of such a transaction.
    #[arg(long, env = "VESTIBULE_DATABASE_LOCK_SECONDS", value_name = LIMIT, default_value_t = DatabaseTimeouts::default().tenant.lock.as_secs(), value_parser = within(0..=MAX_LIMIT))]
    pub database_lock_seconds: u64,
    /// Longest pause between two statements of such a transaction.
    #[arg(long, env = "VESTIBULE_DATABASE_IDLE_SECONDS", value_name = LIMIT, default_value_t = DatabaseTimeouts::default().tenant.idle_in_transaction.as_secs(), value_parser = within(0..=MAX_LIMIT))]
    pub database_idle_seconds: u64,
    /// Longest statement of the platform's own work: consumers, relays, clean-ups, sign-in. Migrations have no limit.
    #[arg(long, env = "VESTIBULE_DATABASE_JOB_STATEMENT_SECONDS", value_name = LIMIT, default_value_t = DatabaseTimeouts::default().system.statement.as_secs(), value_parser = within(0..=MAX_LIMIT))]
    pub database_job_statement_seconds: u64,
    /// Longest wait for one lock of such work.
    #[arg(long, env = "VESTIBULE_DATABASE_JOB_LOCK_SECONDS", value_name = LIMIT, default_value_t = DatabaseTimeouts::default().system.lock.as_secs(), value_parser = within(0..=MAX_LIMIT))]
    pub database_job_lock_seconds: u64,
    /// Longest pause between two statements of a transaction of such work.
    #[arg(long, env = "VESTIBULE_DATABASE_JOB_IDLE_SECONDS", value_name = LIMIT, default_value_t = DatabaseTimeouts::default().system.idle_in_transaction.as_secs(), value_parser = within(0..=MAX_LIMIT))]
    pub database_job_idle_seconds: u64,
}

/// The range of a limit in Postgres.
const LIMIT: &str = "seconds, 0 to 86400; 0 for no limit";
const MAX_LIMIT: u64 = 86_400;

/// Redis: sessions, limits, pushes.
#[derive(Args, Clone, Debug)]
pub struct RedisVariables {
    /// `redis://default:password@host:6379/`, or `rediss://` for TLS.
    #[arg(long, env = "VESTIBULE_REDIS_URL", value_name = "URL", hide_env_values = true)]
    pub redis_url: String,
}

/// RabbitMQ, by which services send each other events.
#[derive(Args, Clone, Debug)]
pub struct AmqpVariables {
    /// `amqp://user:password@host:5672/%2f`, or `amqps://`.
    #[arg(long, env = "VESTIBULE_AMQP_URL", value_name = "URL", hide_env_values = true)]
    pub amqp_url: String,
    /// Name of the installation: what the names of exchanges, queues, and keys and channels of Redis begin with, so that
    /// several installations can share a RabbitMQ and a Redis.
    #[arg(long, env = "VESTIBULE_AMQP_PREFIX", value_name = "name", default_value = "vestibule")]
    pub amqp_prefix: String,
    /// Events of doors that share a message of RabbitMQ at most, when they wait together. 1 while services of 0.1.0 run
    /// still, which do not understand such messages.
    #[arg(long, env = "VESTIBULE_EVENTS_PER_MESSAGE", value_name = "number, 1 to 100", default_value_t = 20, value_parser = clap::value_parser!(u8).range(1..=100))]
    pub events_per_message: u8,
    /// The services that run somewhere in this installation: their queues are made before the first event is sent. Without the
    /// name of one that does not run, since nobody would empty its queue. All of them when it is not set.
    #[arg(long, env = "VESTIBULE_SERVICES", value_name = "names, with commas between them")]
    pub services: Option<String>,
}

/// The connection of device-gateway to the broker of the devices.
#[derive(Args, Clone, Debug)]
pub struct MqttVariables {
    /// The broker, as `mqtt://host:1883` or `mqtts://host:8883`. device-gateway does not start without it.
    #[arg(long, env = "VESTIBULE_MQTT_URL", value_name = "URL", default_value = "")]
    pub mqtt_url: String,
    /// The gateway's own user at the broker.
    #[arg(long, env = "VESTIBULE_MQTT_USER", value_name = "name", default_value = "")]
    pub mqtt_user: String,
    /// Its password.
    #[arg(long, env = "VESTIBULE_MQTT_PASSWORD", value_name = "password", default_value = "", hide_env_values = true)]
    pub mqtt_password: String,
}

/// All processes of an installation have the same keys.
#[derive(Args, Clone, Debug)]
pub struct KeyVariables {
    /// Signs callers' contexts, and certificates, between services. Several, separated by commas,
    /// [while it is changed](upgrade.md#changing-keys): the first one signs, all of them are accepted.
    #[arg(long, env = "VESTIBULE_SERVICE_KEY", value_name = "64 hex digits", hide_env_values = true, value_delimiter = ',', required = true, value_parser = key)]
    pub service_key: Vec<[u8; 32]>,
    /// Seals secrets in the databases. **Lost, what it sealed is lost**. Several, separated by commas,
    /// [after it was changed](upgrade.md#changing-keys): the first one seals, all of them open.
    #[arg(long, env = "VESTIBULE_SEAL_KEY", value_name = "64 hex digits", hide_env_values = true, value_delimiter = ',', required = true, value_parser = key)]
    pub seal_key: Vec<[u8; 32]>,
    /// Signs access tokens. Several, separated by commas, [while it is changed](upgrade.md#changing-keys): the first one signs, all of
    /// them verify. Used by identity and api-gateway.
    #[arg(long, env = "VESTIBULE_TOKEN_KEY", value_name = "Ed25519 private key, PKCS#8, base64", hide_env_values = true)]
    pub token_key: String,
}

/// Where a process serves, and how it ends.
#[derive(Args, Clone, Debug)]
pub struct RunVariables {
    /// Where its services take calls of other processes. Nowhere when it is not set.
    #[arg(long, env = "VESTIBULE_GRPC_ADDR", value_name = "address:port", default_value = "")]
    pub grpc_addr: String,
    /// Where it serves `/healthz`, `/readyz` and `/metrics`. Nowhere when it is not set.
    #[arg(long, env = "VESTIBULE_ADMIN_ADDR", value_name = "address:port", default_value = "")]
    pub admin_addr: String,
    /// Where people find the console: for links in mails, passkeys and sign-in providers. All services need the same. The address
    /// of api-gateway, `VESTIBULE_HTTP_ADDR`, when it is not set.
    #[arg(long, env = "VESTIBULE_PUBLIC_URL", value_name = "URL")]
    pub public_url: Option<String>,
    /// How long a process serves after SIGTERM while it is not ready any more, so that balancers remove it first. The chart says
    /// 5.
    #[arg(long, env = "VESTIBULE_DRAIN_SECONDS", value_name = "seconds, 0 to 3600", default_value = "0", value_parser = within(0u64..=3_600))]
    pub drain_seconds: u64,
}

/// What api-gateway serves to browsers.
#[derive(Args, Clone, Debug)]
pub struct HttpVariables {
    /// Where it serves the API, the websocket and the console.
    #[arg(long, env = "VESTIBULE_HTTP_ADDR", value_name = "address:port", default_value = "127.0.0.1:8080")]
    pub http_addr: String,
    /// The folder of the built console; the image has it. None is served when it is not set.
    #[arg(long, env = "VESTIBULE_CONSOLE_DIR", value_name = "path", default_value = "")]
    pub console_dir: String,
}

/// Calls to addresses that people entered.
#[derive(Args, Clone, Debug)]
pub struct OutgoingVariables {
    /// Private networks in which addresses that people entered may be called; `true` for all, `false` for none. None when it is
    /// not set.
    #[arg(long, env = "VESTIBULE_ALLOW_PRIVATE_NETWORKS", value_name = "networks, with commas between them", value_parser = Allowed::parse)]
    pub allow_private_networks: Option<Allowed>,
}

/// Authorities that are trusted.
#[derive(Args, Clone, Debug)]
pub struct CertificateVariables {
    /// Authorities that are trusted besides the public ones by calls to addresses that people entered, to the installation's
    /// mail server, to RabbitMQ (`amqps://`), to the MQTT broker (`mqtts://`), to Postgres (`sslmode=verify-full` in its
    /// address) and to the collector of traces (`https://`). A connection to Redis (`rediss://`) trusts them in place of the
    /// public ones; the SIP edge wants them too, for trunks over TLS.
    #[arg(long, env = "VESTIBULE_CERTIFICATE_AUTHORITIES", value_name = "certificates in PEM, or a file of them", value_parser = Authorities::from_setting)]
    pub certificate_authorities: Option<Authorities>,
}

/// The SIP edge's own user of Postgres.
#[derive(Args, Clone, Debug)]
pub struct EdgeVariables {
    /// `postgres://vestibule_edge:password@host:5432/vestibule_telephony`: telephony's database as the edge's user. Read by
    /// `setup`, which makes the user, and by the edge.
    #[arg(long, env = "VESTIBULE_SIP_EDGE_DATABASE_URL", value_name = "URL", default_value = "", hide_env_values = true)]
    pub sip_edge_database_url: String,
}

/// Files beside the database: photos of faces, and uploaded tables that wait for their import.
#[derive(Args, Clone, Debug)]
pub struct BlobVariables {
    /// The folder of files that are too large for a database, where they lie in no bucket. Made when it is missing. Replicas
    /// need the same one, on a shared volume.
    #[arg(long, env = "VESTIBULE_BLOB_DIR", value_name = "path", default_value = "/tmp/vestibule-blobs")]
    pub blob_dir: String,
    /// The bucket of a server of S3 that has them in place of the folder. It must not be public.
    #[arg(long, env = "VESTIBULE_BLOB_S3_BUCKET", value_name = "name", default_value = "")]
    pub blob_s3_bucket: String,
    /// Of the server, as `https://s3.example.com`; Amazon's of the region when it is not set. `http://` sends the files in plain text.
    #[arg(long, env = "VESTIBULE_BLOB_S3_ENDPOINT", value_name = "URL", default_value = "")]
    pub blob_s3_endpoint: String,
    /// The region of the bucket.
    #[arg(long, env = "VESTIBULE_BLOB_S3_REGION", value_name = "name", default_value = "us-east-1")]
    pub blob_s3_region: String,
    /// Who may read, write, list and delete in the bucket.
    #[arg(long, env = "VESTIBULE_BLOB_S3_ACCESS_KEY_ID", value_name = "id", default_value = "")]
    pub blob_s3_access_key_id: String,
    /// The secret of that key. Needed with a bucket.
    #[arg(long, env = "VESTIBULE_BLOB_S3_SECRET_ACCESS_KEY", value_name = "secret", default_value = "", hide_env_values = true)]
    pub blob_s3_secret_access_key: String,
    /// What the names of all files in the bucket begin with, so that several installations can share it.
    #[arg(long, env = "VESTIBULE_BLOB_S3_PREFIX", value_name = "path", default_value = "")]
    pub blob_s3_prefix: String,
}

impl BlobVariables {
    /// Files in a folder.
    pub fn of_folder(folder: &str) -> Self {
        BlobVariables {
            blob_dir: folder.into(),
            blob_s3_bucket: String::new(),
            blob_s3_endpoint: String::new(),
            blob_s3_region: "us-east-1".into(),
            blob_s3_access_key_id: String::new(),
            blob_s3_secret_access_key: String::new(),
            blob_s3_prefix: String::new(),
        }
    }

    /// A bucket needs its key.
    pub fn check(&self) -> Result<()> {
        let has_key = !self.blob_s3_access_key_id.is_empty() && !self.blob_s3_secret_access_key.is_empty();
        ensure!(self.blob_s3_bucket.is_empty() || has_key, "VESTIBULE_BLOB_S3_BUCKET needs the access key of the bucket");
        let endpoint = &self.blob_s3_endpoint;
        let is_address = endpoint.is_empty() || endpoint.starts_with("https://") || endpoint.starts_with("http://");
        ensure!(is_address, "VESTIBULE_BLOB_S3_ENDPOINT must begin with https:// or http://");
        Ok(())
    }
}

fn key(text: &str) -> Result<[u8; 32]> {
    ensure!(text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit()), "expected 64 hex digits");
    let mut key = [0; 32];
    for (byte, digits) in key.iter_mut().zip(text.as_bytes().chunks(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(digits)?, 16)?;
    }
    Ok(key)
}
