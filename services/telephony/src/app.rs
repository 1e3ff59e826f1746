//! What the operations, jobs and event handlers work with.
use std::sync::Arc;

use exports::Exports;
use kit::Context;

use crate::config::Config;
use crate::domain::realm;
use crate::edge::Edge;

/// Cheap to clone.
#[derive(Clone)]
pub struct App {
    pub context: Context,
    pub config: Arc<Config>,
    pub edge: Edge,
    pub exports: Exports,
}

impl App {
    pub fn new(context: &Context, config: Config) -> anyhow::Result<Self> {
        Ok(App { context: context.clone(), edge: Edge::new(&config)?, config: Arc::new(config), exports: Exports::new(context) })
    }

    /// Whether a phone is registered with the number; None while the edge does not answer.
    pub async fn is_registered(&self, project_id: i64, number: &str) -> Option<bool> {
        self.edge.is_registered(&realm::for_project(project_id, &self.config.domain), number).await.ok()
    }

    /// Ends the registrations of a number whose password has changed, or that is switched off. While the edge does not
    /// answer they remain until they expire.
    pub async fn remove_registrations(&self, project_id: i64, number: &str) {
        if let Err(error) = self.edge.remove_registrations(&realm::for_project(project_id, &self.config.domain), number).await {
            tracing::debug!(%error, "registrations remain until they expire");
        }
    }
}
