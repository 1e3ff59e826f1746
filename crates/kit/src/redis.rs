//! Redis, as services reach it: one connection for the process, and a span for each command that a request makes.
use std::time::Duration;

use anyhow::Context as _;
use futures::FutureExt;
use redis::aio::{ConnectionLike, ConnectionManager, ConnectionManagerConfig};
use redis::{Arg, Cmd, Pipeline, RedisFuture, Value};
use tracing::{Instrument, Span};

use crate::telemetry::span;

/// For a connection to be made, and for an answer.
const PATIENCE: Duration = Duration::from_secs(2);
const RETRIES: usize = 2;

/// Connects when it is first used, and again whenever the connection breaks; a call fails while Redis is away. Cheap to
/// clone.
#[derive(Clone)]
pub struct Redis {
    connection: ConnectionManager,
    /// Who calls by it; nobody for the process itself.
    owner: &'static str,
}

impl Redis {
    /// Within tokio.
    pub fn new(url: &str) -> anyhow::Result<Self> {
        let config =
            ConnectionManagerConfig::new().set_connection_timeout(Some(PATIENCE)).set_response_timeout(Some(PATIENCE)).set_number_of_retries(RETRIES);
        let client = redis::Client::open(url).context("VESTIBULE_REDIS_URL")?;
        Ok(Redis { connection: ConnectionManager::new_lazy_with_config(client, config)?, owner: "" })
    }

    /// The same connection, for calls of `owner`.
    pub(crate) fn of(&self, owner: &'static str) -> Redis {
        Redis { owner, ..self.clone() }
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

/// Its first word. Those that follow hold keys and values: addresses, names, codes.
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
