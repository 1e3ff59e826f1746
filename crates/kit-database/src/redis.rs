//! Redis, as services reach it: one connection for the process, and a span for each command that a request makes.
mod subscription;

use std::time::Duration;

use anyhow::Context as _;
use futures::FutureExt;
use redis::aio::{ConnectionLike, ConnectionManager, ConnectionManagerConfig};
use redis::{Arg, Cmd, Pipeline, RedisFuture, TlsCertificates, Value};
use tracing::{Instrument, Span};

pub use self::subscription::{Received, Subscription};
use kit_core::authorities::Authorities;
use kit_telemetry::span;

/// For a connection to be made.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
/// For an answer.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(2);
/// Attempts to connect again before a call fails.
const MAX_RECONNECTS: usize = 2;

/// Connects when it is first used, and again whenever the connection breaks; a call fails while Redis is away. Cheap to
/// clone.
#[derive(Clone)]
pub struct Redis {
    connection: ConnectionManager,
    client: redis::Client,
    /// Name of the service that makes the calls; empty when the process itself does.
    owner: &'static str,
}

impl Redis {
    /// Within tokio. `rediss://` trusts the public authorities.
    pub fn new(url: &str) -> anyhow::Result<Self> {
        Self::with_authorities(url, &Authorities::default())
    }

    /// As `new`; where there are such authorities, `rediss://` trusts them and no others, since its library knows one list.
    pub fn with_authorities(url: &str, authorities: &Authorities) -> anyhow::Result<Self> {
        let config = ConnectionManagerConfig::new()
            .set_connection_timeout(Some(CONNECT_TIMEOUT))
            .set_response_timeout(Some(RESPONSE_TIMEOUT))
            .set_number_of_retries(MAX_RECONNECTS);
        let client = client(url, authorities).context("VESTIBULE_REDIS_URL")?;
        Ok(Redis { connection: ConnectionManager::new_lazy_with_config(client.clone(), config)?, client, owner: "" })
    }

    /// Listens to a channel, on a connection of its own: a connection that subscribes takes no other commands.
    pub fn subscribe(&self, channel: impl Into<String>) -> Subscription {
        Subscription::new(self.client.clone(), channel.into())
    }

    /// The same connection, for calls of `owner`.
    pub fn of(&self, owner: &'static str) -> Redis {
        Redis { owner, ..self.clone() }
    }
}

fn client(url: &str, authorities: &Authorities) -> redis::RedisResult<redis::Client> {
    match authorities.pem() {
        Some(pem) if url.starts_with("rediss:") => {
            let certificates = TlsCertificates { client_tls: None, root_cert: Some(pem.into_bytes()) };
            redis::Client::build_with_tls(url, certificates)
        }
        _ => redis::Client::open(url),
    }
}

impl ConnectionLike for Redis {
    fn req_packed_command<'a>(&'a mut self, command: &'a Cmd) -> RedisFuture<'a, Value> {
        let span = span::redis(self.owner, || name(command), 1);
        noted(span, self.connection.req_packed_command(command))
    }

    fn req_packed_commands<'a>(&'a mut self, pipeline: &'a Pipeline, offset: usize, count: usize) -> RedisFuture<'a, Vec<Value>> {
        let name = if pipeline.is_transaction() { "MULTI" } else { "PIPELINE" };
        let span = span::redis(self.owner, || name, pipeline.len());
        noted(span, self.connection.req_packed_commands(pipeline, offset, count))
    }

    fn get_db(&self) -> i64 {
        self.connection.get_db()
    }
}

/// The command's first word. Those that follow are keys and values, with addresses, names and codes in them.
fn name(command: &Cmd) -> &str {
    match command.args_iter().next() {
        Some(Arg::Simple(word)) => std::str::from_utf8(word).unwrap_or_default(),
        _ => "",
    }
}

fn noted<'a, T: Send + 'a>(span: Span, call: RedisFuture<'a, T>) -> RedisFuture<'a, T> {
    if span.is_disabled() {
        return call;
    }
    let noted = async move {
        let answer = call.instrument(span.clone()).await;
        if let Err(error) = &answer {
            span::failed(&span, error.category());
        }
        answer
    };
    noted.boxed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_known_by_its_first_word_alone() {
        assert_eq!(name(redis::cmd("GET").arg("mail:somebody@example.test")), "GET");
        assert_eq!(name(&Cmd::new()), "");
    }
}
