//! Deliveries of one kind that are under way: so many at a time, and of each project no more than its share.
use std::collections::HashMap;

use tokio::task::JoinSet;
use tracing::{Instrument, Span};

#[derive(Default)]
pub(super) struct Deliveries {
    tasks: JoinSet<i64>,
    by_project: HashMap<i64, usize>,
}

impl Deliveries {
    pub fn start(&mut self, project_id: i64, span: Span, delivery: impl Future<Output = ()> + Send + 'static) {
        *self.by_project.entry(project_id).or_default() += 1;
        self.tasks.spawn(async move {
            // In a task of its own: after a panic the project's count is still decremented.
            if let Err(error) = tokio::spawn(delivery.instrument(span)).await {
                tracing::error!(%error, "a delivery panicked");
            }
            project_id
        });
    }

    /// Waits for one of them to end.
    pub async fn next(&mut self) {
        if let Some(Ok(project_id)) = self.tasks.join_next().await
            && let Some(count) = self.by_project.get_mut(&project_id)
        {
            *count -= 1;
            if *count == 0 {
                self.by_project.remove(&project_id);
            }
        }
    }

    pub fn is_empty(&self) -> bool {
        self.tasks.is_empty()
    }

    pub fn len(&self) -> usize {
        self.tasks.len()
    }

    /// Projects that have reached the limit per project.
    pub fn busy(&self, max_per_project: usize) -> Vec<i64> {
        self.by_project.iter().filter(|(_, count)| **count >= max_per_project).map(|(project, _)| *project).collect()
    }
}
