//! /healthz (alive), /readyz (its database, schema and Redis answer; docs/adr/0051 says why not RabbitMQ) and /metrics.
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use anyhow::Context as _;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::{Json, Router, routing::get};
use serde::Serialize;
use sqlx::migrate::Migrator;

use crate::Context;

/// How long a part may take to answer.
const PATIENCE: Duration = Duration::from_secs(2);
/// Between two looks for the schema.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// A service of this process and what its readiness depends on.
#[derive(Clone)]
pub struct Checked {
    pub context: Context,
    pub migrations: Option<&'static Migrator>,
    started: Arc<AtomicBool>,
}

/// The services of this process, for the gateway: it serves their health beside its own. Known once all are built.
#[derive(Clone, Default)]
pub struct Neighbours(Arc<OnceLock<Arc<Vec<Checked>>>>);

impl Neighbours {
    pub(crate) fn set(&self, services: Arc<Vec<Checked>>) {
        let _set_once_per_process = self.0.set(services);
    }

    pub fn get(&self) -> Arc<Vec<Checked>> {
        self.0.get().cloned().unwrap_or_default()
    }
}

/// What a service lacks; `message` is empty when it is ready.
#[derive(Clone, Debug, Serialize)]
pub struct Readiness {
    pub service: &'static str,
    pub ready: bool,
    pub message: String,
}

impl Checked {
    pub fn new(context: Context, migrations: Option<&'static Migrator>) -> Self {
        Checked { context, migrations, started: Arc::default() }
    }

    /// From now on it takes calls.
    pub fn has_started(&self) {
        self.started.store(true, Ordering::Release);
    }

    /// Waits for a schema that has what this build needs. Nothing of a service may run before: events that it cannot
    /// store would count as events that cannot be taken.
    pub(crate) async fn schema(&self) {
        let Some(migrations) = self.migrations else { return };
        let mut said = String::new();
        while let Err(error) = self.context.database.check(migrations).await {
            let why = format!("{error:#}");
            if why != said {
                tracing::warn!(service = self.context.service, why, "waiting for the schema");
                said = why;
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
        if let Err(error) = self.context.database.warm().await {
            tracing::warn!(service = self.context.service, %error, "who comes first waits for a connection");
        }
    }

    pub async fn readiness(&self) -> Readiness {
        let message = match self.problem().await {
            Ok(()) => String::new(),
            Err(error) => format!("{error:#}"),
        };
        Readiness { service: self.context.service, ready: message.is_empty(), message }
    }

    async fn problem(&self) -> anyhow::Result<()> {
        anyhow::ensure!(!self.context.ending.leaving.is_cancelled(), "it was told to end");
        if let Some(migrations) = self.migrations {
            tokio::time::timeout(PATIENCE, self.context.database.check(migrations))
                .await
                .map_err(|_| anyhow::anyhow!("the database does not answer"))??;
        }
        anyhow::ensure!(self.started.load(Ordering::Acquire), "it starts");
        let mut redis = self.context.redis.clone();
        let ping = redis::cmd("PING");
        let asked = tokio::time::timeout(PATIENCE, ping.query_async::<String>(&mut redis)).await;
        asked.map_err(anyhow::Error::from).and_then(|answer| Ok(answer?)).context("Redis does not answer")?;
        Ok(())
    }
}

pub async fn readiness(services: &[Checked]) -> Vec<Readiness> {
    futures::future::join_all(services.iter().map(Checked::readiness)).await
}

pub fn router(services: Arc<Vec<Checked>>) -> Router {
    let neighbours = Neighbours::default();
    neighbours.set(services);
    whole(neighbours)
}

/// What the gateway serves of it to everybody: what balancers look at, and the metrics where they are served nowhere else.
pub fn of_gateway(neighbours: Neighbours, admin_addr: &str) -> Router {
    if admin_addr.is_empty() { whole(neighbours) } else { probes().with_state(neighbours) }
}

fn whole(neighbours: Neighbours) -> Router {
    probes().route("/metrics", get(metrics)).with_state(neighbours)
}

fn probes() -> Router<Neighbours> {
    Router::new().route("/healthz", get(|| async { "alive" })).route("/readyz", get(readyz))
}

async fn readyz(State(neighbours): State<Neighbours>) -> impl IntoResponse {
    let answers = readiness(&neighbours.get()).await;
    let status = if answers.iter().all(|answer| answer.ready) { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, Json(answers))
}

async fn metrics(State(neighbours): State<Neighbours>) -> String {
    neighbours.get().first().map(|service| service.context.metrics.text()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::http::Request;
    use tower::ServiceExt;

    use super::*;

    async fn status(router: Router, path: &str) -> StatusCode {
        router.oneshot(Request::get(path).body(Body::empty()).unwrap()).await.unwrap().status()
    }

    #[tokio::test]
    async fn everybody_sees_the_gateways_metrics_only_where_they_are_served_nowhere_else() {
        let gateway = |admin_addr| of_gateway(Neighbours::default(), admin_addr);
        for path in ["/healthz", "/readyz", "/metrics"] {
            assert_eq!(status(gateway(""), path).await, StatusCode::OK, "{path}");
        }
        for path in ["/healthz", "/readyz"] {
            assert_eq!(status(gateway("0.0.0.0:9091"), path).await, StatusCode::OK, "{path}");
        }
        assert_eq!(status(gateway("0.0.0.0:9091"), "/metrics").await, StatusCode::NOT_FOUND);
    }
}
