//! /healthz (alive), /readyz (its database answers, with the schema that this build needs; docs/adr/0061 says why neither
//! Redis nor RabbitMQ) and /metrics.
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::{Json, Router, routing::get};
use serde::Serialize;
use sqlx::migrate::Migrator;
use tokio_util::sync::CancellationToken;

use crate::Database;
use crate::metrics::Metrics;

/// How long the database may take to answer.
const CHECK_TIMEOUT: Duration = Duration::from_secs(2);
/// Between two checks for the schema.
const SCHEMA_POLL_INTERVAL: Duration = Duration::from_millis(500);

/// A service of this process and what its readiness depends on. Cheap to clone.
#[derive(Clone)]
pub struct HealthTarget {
    pub service: &'static str,
    pub migrations: Option<&'static Migrator>,
    database: Database,
    /// Of the whole process.
    metrics: Metrics,
    draining: CancellationToken,
    started: Arc<AtomicBool>,
}

/// The services of this process, for the gateway: it serves their health beside its own. Known once all are built.
#[derive(Clone, Default)]
pub struct LocalServices(Arc<OnceLock<Arc<Vec<HealthTarget>>>>);

impl LocalServices {
    pub(crate) fn set(&self, services: Arc<Vec<HealthTarget>>) {
        let _set_once_per_process = self.0.set(services);
    }

    pub fn get(&self) -> Arc<Vec<HealthTarget>> {
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

impl HealthTarget {
    pub fn new(
        service: &'static str,
        migrations: Option<&'static Migrator>,
        database: Database,
        metrics: Metrics,
        draining: CancellationToken,
    ) -> Self {
        HealthTarget { service, migrations, database, metrics, draining, started: Arc::default() }
    }

    /// From now on it takes calls.
    pub fn has_started(&self) {
        self.started.store(true, Ordering::Release);
    }

    /// Waits for a schema that has what this build needs. Nothing of a service may run before: events that it cannot
    /// store would count as events that cannot be taken.
    pub(crate) async fn schema(&self) {
        let Some(migrations) = self.migrations else { return };
        let mut last_warning = String::new();
        while let Err(error) = self.database.check(migrations).await {
            let why = format!("{error:#}");
            if why != last_warning {
                tracing::warn!(service = self.service, why, "waiting for the schema");
                last_warning = why;
            }
            tokio::time::sleep(SCHEMA_POLL_INTERVAL).await;
        }
        if let Err(error) = self.database.warm().await {
            tracing::warn!(service = self.service, %error, "no connection yet: the first call waits for one");
        }
    }

    pub async fn readiness(&self) -> Readiness {
        let message = match self.problem().await {
            Ok(()) => String::new(),
            Err(error) => format!("{error:#}"),
        };
        Readiness { service: self.service, ready: message.is_empty(), message }
    }

    async fn problem(&self) -> anyhow::Result<()> {
        anyhow::ensure!(!self.draining.is_cancelled(), "it is shutting down");
        if let Some(migrations) = self.migrations {
            tokio::time::timeout(CHECK_TIMEOUT, self.database.check(migrations))
                .await
                .map_err(|_| anyhow::anyhow!("the database does not answer"))??;
        }
        anyhow::ensure!(self.started.load(Ordering::Acquire), "it is starting");
        Ok(())
    }
}

pub async fn readiness(services: &[HealthTarget]) -> Vec<Readiness> {
    futures::future::join_all(services.iter().map(HealthTarget::readiness)).await
}

pub fn router(services: Arc<Vec<HealthTarget>>) -> Router {
    let local_services = LocalServices::default();
    local_services.set(services);
    probes().route("/metrics", get(metrics)).with_state(local_services)
}

/// What the gateway serves of it to everybody: the probes of balancers. Metrics are for the admin port alone.
pub fn gateway_router(local_services: LocalServices) -> Router {
    probes().with_state(local_services)
}

fn probes() -> Router<LocalServices> {
    Router::new().route("/healthz", get(|| async { "alive" })).route("/readyz", get(readyz))
}

async fn readyz(State(local_services): State<LocalServices>) -> impl IntoResponse {
    let answers = readiness(&local_services.get()).await;
    let status = if answers.iter().all(|answer| answer.ready) { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, Json(answers))
}

async fn metrics(State(local_services): State<LocalServices>) -> String {
    local_services.get().first().map(|service| service.metrics.text()).unwrap_or_default()
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
    async fn the_gateway_serves_probes_to_everybody_and_metrics_to_nobody() {
        let gateway = || gateway_router(LocalServices::default());
        for path in ["/healthz", "/readyz"] {
            assert_eq!(status(gateway(), path).await, StatusCode::OK, "{path}");
        }
        assert_eq!(status(gateway(), "/metrics").await, StatusCode::NOT_FOUND);
        assert_eq!(status(router(Arc::default()), "/metrics").await, StatusCode::OK);
    }
}
