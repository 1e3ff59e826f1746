//! Projects that have enabled webhooks.
use std::collections::HashSet;
use std::sync::{PoisonError, RwLock};

/// As one replica knows them; before they were read for the first time, every project may have some.
#[derive(Debug, Default)]
pub struct WebhookProjects(RwLock<Option<HashSet<i64>>>);

impl WebhookProjects {
    pub fn may_have(&self, project_id: i64) -> bool {
        self.0.read().unwrap_or_else(PoisonError::into_inner).as_ref().is_none_or(|projects| projects.contains(&project_id))
    }

    pub fn set(&self, projects: HashSet<i64>) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Some(projects);
    }

    /// Ahead of the next reading.
    pub fn insert(&self, project_id: i64) {
        if let Some(projects) = self.0.write().unwrap_or_else(PoisonError::into_inner).as_mut() {
            projects.insert(project_id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_project_may_have_webhooks_until_they_were_read() {
        let projects = WebhookProjects::default();
        projects.insert(7);
        assert!(projects.may_have(1));
        projects.set([2].into());
        projects.insert(3);
        assert_eq!([1, 2, 3].map(|project| projects.may_have(project)), [false, true, true]);
    }
}
