//! /healthz (alive), /readyz (its database, schema, Redis and RabbitMQ answer) and /metrics.
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::{Json, Router, routing::get};
use serde::Serialize;
use sqlx::migrate::Migrator;

use crate::Context;

/// How long a part may take to answer.
const PATIENCE: Duration = Duration::from_secs(2);

/// A service of this process and what its readiness depends on.
#[derive(Clone)]
pub struct Checked {
    pub context: Context,
    pub migrations: Option<&'static Migrator>,
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
    pub async fn readiness(&self) -> Readiness {
        let message = match self.problem().await {
            Ok(()) => String::new(),
            Err(error) => format!("{error:#}"),
        };
        Readiness { service: self.context.service, ready: message.is_empty(), message }
    }

    async fn problem(&self) -> anyhow::Result<()> {
        if let Some(migrations) = self.migrations {
            tokio::time::timeout(PATIENCE, self.context.database.check(migrations))
                .await
                .map_err(|_| anyhow::anyhow!("the database does not answer"))??;
        }
        let mut redis = self.context.redis.clone();
        let ping = redis::cmd("PING");
        tokio::time::timeout(PATIENCE, ping.query_async::<String>(&mut redis)).await.map_err(|_| anyhow::anyhow!("Redis does not answer"))??;
        Ok(())
    }
}

pub async fn readiness(services: &[Checked]) -> Vec<Readiness> {
    futures::future::join_all(services.iter().map(Checked::readiness)).await
}

pub fn router(services: Arc<Vec<Checked>>) -> Router {
    let neighbours = Neighbours::default();
    neighbours.set(services);
    router_of(neighbours)
}

/// For a router that is made before the services are known.
pub fn router_of(neighbours: Neighbours) -> Router {
    Router::new().route("/healthz", get(|| async { "alive" })).route("/readyz", get(readyz)).route("/metrics", get(metrics)).with_state(neighbours)
}

async fn readyz(State(neighbours): State<Neighbours>) -> impl IntoResponse {
    let answers = readiness(&neighbours.get()).await;
    let status = if answers.iter().all(|answer| answer.ready) { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, Json(answers))
}

async fn metrics(State(neighbours): State<Neighbours>) -> String {
    neighbours.get().first().map(|service| service.context.metrics.text()).unwrap_or_default()
}
