//! Metrics of Postgres and Redis as the services see them: enough for alerts, with the rights that services have, and whoever runs
//! the servers.
use std::time::Duration;

use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use tokio_util::sync::CancellationToken;

use crate::metrics::Metrics;
use crate::{Context, Database, Redis};

const CHECK_INTERVAL: Duration = Duration::from_secs(30);
/// For the whole of one look.
const CHECK_TIMEOUT: Duration = Duration::from_secs(10);

/// `{database="identity"}`
type Of = [(&'static str, &'static str); 1];

#[derive(Clone, Default)]
pub(crate) struct ServerFigures {
    answers: Family<Of, Gauge>,
    connections: Family<Of, Gauge>,
    max_connections: Family<Of, Gauge>,
    standby_lag: Family<Of, Gauge>,
    archive_waits: Family<Of, Gauge>,
    redis_answers: Gauge,
    redis_used: Gauge,
    redis_limit: Gauge,
    redis_evicted: Gauge,
}

/// Of the whole server, but read in the database of one service.
#[derive(Debug, PartialEq, Eq, sqlx::FromRow)]
struct PostgresFigures {
    connections: i64,
    max_connections: i64,
    standby_lag: i64,
    archive_waits: i64,
}

#[derive(Debug, Default, PartialEq, Eq)]
struct RedisFigures {
    used: i64,
    limit: i64,
    evicted: i64,
}

impl ServerFigures {
    /// Only what is looked at is among the metrics: what nobody set would say that a server is away.
    pub fn register_postgres(&self, metrics: &Metrics) {
        metrics.register("postgres_answers", "Whether the service reached its database, 0 or 1", self.answers.clone());
        metrics.register("postgres_connections", "Connections of the whole server", self.connections.clone());
        metrics.register("postgres_connections_limit", "Connections that the server takes", self.max_connections.clone());
        metrics.register(
            "postgres_standby_lag_bytes",
            "Of the write-ahead log, how much the slowest standby has yet to take",
            self.standby_lag.clone(),
        );
        metrics.register(
            "postgres_archive_waiting_seconds",
            "While a complete segment of the write-ahead log is not archived, the time since one was",
            self.archive_waits.clone(),
        );
    }

    pub fn register_redis(&self, metrics: &Metrics) {
        metrics.register("redis_answers", "Whether the process reached Redis, 0 or 1", self.redis_answers.clone());
        metrics.register("redis_used_bytes", "Memory that Redis uses", self.redis_used.clone());
        metrics.register("redis_limit_bytes", "Memory that Redis may use, 0 for no limit", self.redis_limit.clone());
        metrics.register("redis_evicted_keys", "Keys that Redis has dropped for want of memory, since it started", self.redis_evicted.clone());
    }

    /// Updates the metrics of the service's server periodically, until shutdown.
    pub async fn watch_postgres(self, context: Context, shutdown: CancellationToken) -> anyhow::Result<()> {
        let of = [("database", context.service)];
        let mut looks = tokio::time::interval(CHECK_INTERVAL);
        while shutdown.run_until_cancelled(looks.tick()).await.is_some() {
            let figures = within(CHECK_TIMEOUT, postgres(&context.database)).await;
            self.answers.get_or_create(&of).set(figures.is_ok().into());
            match figures {
                Ok(figures) => {
                    self.connections.get_or_create(&of).set(figures.connections);
                    self.max_connections.get_or_create(&of).set(figures.max_connections);
                    self.standby_lag.get_or_create(&of).set(figures.standby_lag);
                    self.archive_waits.get_or_create(&of).set(figures.archive_waits);
                }
                Err(error) => tracing::warn!(service = context.service, error = format!("{error:#}"), "the figures of Postgres are not known"),
            }
        }
        Ok(())
    }

    pub async fn watch_redis(self, redis: Redis, shutdown: CancellationToken) -> anyhow::Result<()> {
        let mut looks = tokio::time::interval(CHECK_INTERVAL);
        while shutdown.run_until_cancelled(looks.tick()).await.is_some() {
            let pong = within(CHECK_TIMEOUT, ping(redis.clone())).await;
            self.redis_answers.set(pong.is_ok().into());
            match within(CHECK_TIMEOUT, info(redis.clone())).await {
                Ok(figures) => {
                    self.redis_used.set(figures.used);
                    self.redis_limit.set(figures.limit);
                    self.redis_evicted.set(figures.evicted);
                }
                // Its user may have no right to the command INFO.
                Err(error) => tracing::warn!(error = format!("{error:#}"), "the figures of Redis are not known"),
            }
        }
        Ok(())
    }
}

async fn within<T>(limit: Duration, work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    tokio::time::timeout(limit, work).await?
}

/// What anybody may read. How late a standby is in seconds is not: its slot says which part of the log it still needs.
/// A segment is complete once the log has gone on to the next one; names of segments sort as their numbers do.
async fn postgres(database: &Database) -> anyhow::Result<PostgresFigures> {
    let mut tx = database.system().await?;
    let figures = sqlx::query_as(
        r#"SELECT (SELECT coalesce(sum(numbackends), 0) FROM pg_stat_database)::bigint AS connections,
             current_setting('max_connections')::bigint AS max_connections,
             (SELECT coalesce(max(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)), 0) FROM pg_replication_slots WHERE slot_type = 'physical')::bigint AS standby_lag,
             (SELECT CASE WHEN current_setting('archive_mode') <> 'off'
                   AND coalesce(substr(last_archived_wal, 9, 16), '') < substr(pg_walfile_name(pg_current_wal_lsn() - pg_size_bytes(current_setting('wal_segment_size'))::numeric), 9, 16) COLLATE "C"
                 THEN extract(epoch FROM now() - coalesce(last_archived_time, stats_reset)) ELSE 0 END FROM pg_stat_archiver)::bigint AS archive_waits"#,
    )
    .fetch_one(&mut *tx)
    .await?;
    tx.rollback().await?;
    Ok(figures)
}

async fn ping(mut redis: Redis) -> anyhow::Result<()> {
    let _: String = redis::cmd("PING").query_async(&mut redis).await?;
    Ok(())
}

async fn info(mut redis: Redis) -> anyhow::Result<RedisFigures> {
    let text: String = redis::cmd("INFO").query_async(&mut redis).await?;
    Ok(RedisFigures::parse(&text))
}

impl RedisFigures {
    fn parse(info: &str) -> Self {
        let value = |name: &str| {
            let found = info.lines().find_map(|line| line.split_once(':').filter(|(of, _)| *of == name));
            found.and_then(|(_, value)| value.trim().parse().ok()).unwrap_or_default()
        };
        RedisFigures { used: value("used_memory"), limit: value("maxmemory"), evicted: value("evicted_keys") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_found_among_what_redis_says() {
        let info = "# Memory\r\nused_memory:1048576\r\nused_memory_human:1.00M\r\nmaxmemory:268435456\r\nmaxmemory_human:256.00M\r\n# Stats\r\nevicted_keys:3\r\n";
        assert_eq!(RedisFigures::parse(info), RedisFigures { used: 1_048_576, limit: 268_435_456, evicted: 3 });
        assert_eq!(RedisFigures::parse(""), RedisFigures::default());
    }
}
