//! Events that RabbitMQ has delivered and that are not processed yet, of each project in their order. Projects take turns, so that a
//! project's change does not wait behind the thousands of another's import (docs/adr/0071).
use std::collections::{BTreeSet, HashMap, VecDeque};

/// `T` is a delivery, which may have several events.
pub(super) struct Backlog<T> {
    by_project: HashMap<i64, VecDeque<Waiting<T>>>,
    /// Projects with events, the one whose turn it is first.
    turns: VecDeque<i64>,
    /// Tags that were not acknowledged yet.
    outstanding: BTreeSet<u64>,
}

struct Waiting<T> {
    tag: u64,
    events: usize,
    delivery: T,
}

impl<T> Default for Backlog<T> {
    fn default() -> Self {
        Backlog { by_project: HashMap::new(), turns: VecDeque::new(), outstanding: BTreeSet::new() }
    }
}

impl<T> Backlog<T> {
    pub fn push(&mut self, project_id: i64, tag: u64, events: usize, delivery: T) {
        self.outstanding.insert(tag);
        let waiting = self.by_project.entry(project_id).or_default();
        if waiting.is_empty() {
            self.turns.push_back(project_id);
        }
        waiting.push_back(Waiting { tag, events, delivery });
    }

    pub fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }

    /// The next deliveries: one of each project in turn, until they have `limit` events.
    pub fn next(&mut self, limit: usize) -> Vec<(u64, T)> {
        let (mut batch, mut events) = (Vec::new(), 0);
        while events < limit {
            let Some(project_id) = self.turns.pop_front() else { break };
            let Some(waiting) = self.by_project.get_mut(&project_id) else { continue };
            if let Some(next) = waiting.pop_front() {
                events += next.events;
                batch.push((next.tag, next.delivery));
            }
            if waiting.is_empty() {
                self.by_project.remove(&project_id);
            } else {
                self.turns.push_back(project_id);
            }
        }
        batch
    }

    /// Of tags that were processed: the last one, when all that were delivered up to it are among them, so that one acknowledgement
    /// does for all.
    pub fn finish(&mut self, tags: impl IntoIterator<Item = u64>) -> Option<u64> {
        let mut last = 0;
        for tag in tags {
            self.outstanding.remove(&tag);
            last = last.max(tag);
        }
        self.outstanding.first().is_none_or(|oldest| *oldest > last).then_some(last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags<T>(batch: &[(u64, T)]) -> Vec<u64> {
        batch.iter().map(|(tag, _)| *tag).collect()
    }

    #[test]
    fn projects_take_turns_and_each_keeps_its_order() {
        let mut backlog = Backlog::default();
        for tag in 1..=5 {
            backlog.push(1, tag, 1, ());
        }
        backlog.push(2, 6, 1, ());
        backlog.push(2, 7, 1, ());
        backlog.push(3, 8, 1, ());
        assert_eq!(tags(&backlog.next(4)), [1, 6, 8, 2]);
        backlog.push(3, 9, 1, ());
        assert_eq!(tags(&backlog.next(10)), [7, 3, 9, 4, 5]);
        assert!(backlog.is_empty());
    }

    #[test]
    fn a_delivery_of_many_events_fills_a_batch_by_itself() {
        let mut backlog = Backlog::default();
        for tag in 1..=3 {
            backlog.push(1, tag, 20, ());
        }
        assert_eq!(tags(&backlog.next(40)), [1, 2]);
        assert_eq!(tags(&backlog.next(1)), [3]);
    }

    #[test]
    fn one_acknowledgement_does_for_all_only_where_none_before_it_is_left() {
        let mut backlog = Backlog::default();
        for tag in 1..=4 {
            backlog.push(if tag == 2 { 2 } else { 1 }, tag, 1, ());
        }
        assert_eq!(backlog.finish([1]), Some(1));
        assert_eq!(backlog.finish([3]), None);
        assert_eq!(backlog.finish([2]), Some(2));
        assert_eq!(backlog.finish([4]), Some(4));
    }
}
