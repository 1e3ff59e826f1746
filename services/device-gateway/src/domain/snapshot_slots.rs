//! How many snapshots a process takes at a time: of all projects, and of each, so that one with many cameras does not take all places.
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Each may wait five seconds for its device, and has up to 5 MiB in memory.
const MAX_SNAPSHOTS: usize = 8;
const MAX_SNAPSHOTS_OF_PROJECT: usize = 3;

/// Snapshots under way by project. Cheap to clone.
#[derive(Clone, Default)]
pub struct SnapshotSlots(Arc<Mutex<HashMap<i64, usize>>>);

/// The place of one snapshot, free when dropped.
pub struct SnapshotSlot {
    slots: SnapshotSlots,
    project_id: i64,
}

impl SnapshotSlots {
    /// None when there is no place.
    pub fn try_acquire(&self, project_id: i64) -> Option<SnapshotSlot> {
        let mut taken = self.lock();
        if taken.values().sum::<usize>() >= MAX_SNAPSHOTS {
            return None;
        }
        let own = taken.entry(project_id).or_default();
        if *own >= MAX_SNAPSHOTS_OF_PROJECT {
            return None;
        }
        *own += 1;
        Some(SnapshotSlot { slots: self.clone(), project_id })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<i64, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for SnapshotSlot {
    fn drop(&mut self) {
        let mut taken = self.slots.lock();
        if let Some(own) = taken.get_mut(&self.project_id) {
            *own -= 1;
            if *own == 0 {
                taken.remove(&self.project_id);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_project_leaves_places_for_others() {
        let slots = SnapshotSlots::default();
        let mut greedy: Vec<_> = (0..MAX_SNAPSHOTS).filter_map(|_| slots.try_acquire(1)).collect();
        assert_eq!(greedy.len(), MAX_SNAPSHOTS_OF_PROJECT);
        let modest = slots.try_acquire(2).expect("another project has its place");
        greedy.pop();
        assert!(slots.try_acquire(1).is_some(), "a place is free again");
        drop((greedy, modest));
        assert!(slots.lock().is_empty());
    }

    #[test]
    fn all_projects_together_are_limited() {
        let slots = SnapshotSlots::default();
        let taken: Vec<_> = (0..100).filter_map(|project| slots.try_acquire(project)).collect();
        assert_eq!(taken.len(), MAX_SNAPSHOTS);
    }
}
