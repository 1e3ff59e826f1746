//! Registrations of numbers at the edge. It may be away: then nothing is known of them, and they end by themselves.
use crate::domain::realm;
use crate::parts::Parts;

impl Parts {
    /// None while the edge is away.
    pub async fn is_registered(&self, project_id: i64, number: &str) -> Option<bool> {
        self.edge.is_registered(&realm::of(project_id, &self.config.domain), number).await.ok()
    }

    /// Ends those of a number whose password is another, or that is switched off.
    pub async fn forget_registrations(&self, project_id: i64, number: &str) {
        if let Err(error) = self.edge.forget(&realm::of(project_id, &self.config.domain), number).await {
            tracing::debug!(%error, "registrations are left to end by themselves");
        }
    }
}
