//! Deliveries to webhooks that are under way: so many at a time, and of each project and webhook no more than its share.
use std::collections::{HashMap, HashSet};

use tokio::task::JoinSet;
use tracing::{Instrument, Span};

/// Shares of the places that nobody has: the next project that has something to send finds places, however slowly the servers of the
/// others answer.
const FREE_SHARES: usize = 3;

/// Whose a delivery is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct WebhookKey {
    pub project_id: i64,
    pub webhook_id: i64,
}

/// How many deliveries may be under way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places {
    pub all: usize,
    pub of_project: usize,
    pub of_webhook: usize,
}

/// How many more deliveries may be started of a webhook, and of its project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Room {
    pub key: WebhookKey,
    pub of_project: usize,
    pub of_webhook: usize,
}

#[derive(Default)]
pub(super) struct WebhookDeliveries {
    tasks: JoinSet<WebhookKey>,
    counts: HashMap<WebhookKey, usize>,
    /// The webhook that was looked at last: the next one comes next, so that each has its turn.
    pub last_webhook: i64,
}

impl WebhookDeliveries {
    pub fn start(&mut self, key: WebhookKey, span: Span, delivery: impl Future<Output = ()> + Send + 'static) {
        *self.counts.entry(key).or_default() += 1;
        self.tasks.spawn(async move {
            // In a task of its own: after a panic the counts are still decremented.
            if let Err(error) = tokio::spawn(delivery.instrument(span)).await {
                tracing::error!(%error, "a delivery to a webhook panicked");
            }
            key
        });
    }

    /// Waits for one of them to end.
    pub async fn next(&mut self) {
        if let Some(Ok(key)) = self.tasks.join_next().await
            && let Some(count) = self.counts.get_mut(&key)
        {
            *count -= 1;
            if *count == 0 {
                self.counts.remove(&key);
            }
        }
    }

    pub fn is_empty(&self) -> bool {
        self.tasks.is_empty()
    }

    /// How many may be started of all webhooks together.
    pub fn room(&self, places: Places) -> usize {
        places.all.saturating_sub(self.tasks.len())
    }

    /// Of those webhooks that have room. The more projects have something to send, the fewer places each has.
    pub fn rooms(&self, places: Places, waiting: &[WebhookKey]) -> Vec<Room> {
        let mut projects: HashMap<i64, usize> = HashMap::new();
        for (key, count) in &self.counts {
            *projects.entry(key.project_id).or_default() += count;
        }
        let active: HashSet<i64> = projects.keys().copied().chain(waiting.iter().map(|key| key.project_id)).collect();
        let share = (places.all / (active.len() + FREE_SHARES)).clamp(1, places.of_project);
        let room = |key: &WebhookKey| Room {
            key: *key,
            of_project: share.saturating_sub(projects.get(&key.project_id).copied().unwrap_or_default()),
            of_webhook: places.of_webhook.saturating_sub(self.counts.get(key).copied().unwrap_or_default()),
        };
        waiting.iter().map(room).filter(|room| room.of_project > 0 && room.of_webhook > 0).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACES: Places = Places { all: 64, of_project: 16, of_webhook: 8 };

    fn under_way(counts: &[(i64, i64, usize)]) -> WebhookDeliveries {
        let key = |&(project_id, webhook_id, count): &(i64, i64, usize)| (WebhookKey { project_id, webhook_id }, count);
        WebhookDeliveries { counts: counts.iter().map(key).collect(), ..WebhookDeliveries::default() }
    }

    fn room(deliveries: &WebhookDeliveries, project_id: i64, webhook_id: i64) -> Option<(usize, usize)> {
        let rooms = deliveries.rooms(PLACES, &[WebhookKey { project_id, webhook_id }]);
        rooms.first().map(|room| (room.of_project, room.of_webhook))
    }

    #[test]
    fn what_is_under_way_counts_towards_the_limits_of_project_and_webhook() {
        assert_eq!(room(&under_way(&[]), 1, 1), Some((16, 8)));
        assert_eq!(room(&under_way(&[(1, 1, 3)]), 1, 1), Some((13, 5)));
        assert_eq!(room(&under_way(&[(1, 1, 8)]), 1, 1), None);
        assert_eq!(room(&under_way(&[(1, 1, 8)]), 1, 2), Some((8, 8)));
        assert_eq!(room(&under_way(&[(1, 1, 8), (1, 2, 8)]), 1, 3), None);
    }

    #[test]
    fn however_many_projects_have_slow_servers_the_next_one_finds_places() {
        let mut counts: Vec<(i64, i64, usize)> = Vec::new();
        for project in 1..=61 {
            let (own, _) = room(&under_way(&counts), project, project).expect("a place for each project");
            let taken: usize = counts.iter().map(|(_, _, count)| count).sum();
            assert!(taken < PLACES.all, "a place is free for project {project}");
            counts.push((project, project, own.min(PLACES.of_webhook).min(PLACES.all - taken)));
            // Slow as they are, what they hold beyond the share of so many ends at some time.
            let share = (PLACES.all / (counts.len() + FREE_SHARES)).max(1);
            counts.iter_mut().for_each(|(_, _, count)| *count = (*count).min(share));
        }
    }
}
