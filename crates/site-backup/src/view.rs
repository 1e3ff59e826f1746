//! What of an entity somebody can view. A file says it of who made it: of what they could not view it holds nothing, so applying it
//! neither deletes nor changes that.
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// By the names of entities.
pub type Views = BTreeMap<String, View>;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum View {
    #[default]
    All,
    Part(ViewReach),
    /// A part of which nobody can tell where it ends: of a file that does not say it, or without rows that are left out of files.
    Some,
    None,
}

/// Ids are those of the project in which it was viewed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ViewReach {
    /// Rows of these groups.
    pub domain: bool,
    /// Rows of the groups below them.
    pub descendants: bool,
    pub group_ids: Vec<i64>,
    /// Rows that this user made.
    pub own: bool,
    pub user_id: i64,
}

impl View {
    /// Whether who has this view sees all that somebody with the other one sees.
    pub fn covers(&self, other: &View) -> bool {
        match (self, other) {
            (View::All, _) | (_, View::None) | (View::Some, View::Some) => true,
            (View::Part(reach), View::Part(other)) => reach.covers(other),
            _ => false,
        }
    }

    /// Of two readings of a view, which may have changed between them.
    pub fn narrower(self, other: View) -> View {
        match (self.covers(&other), other.covers(&self)) {
            (true, _) => other,
            (_, true) => self,
            _ => View::Some,
        }
    }
}

impl ViewReach {
    fn covers(&self, other: &ViewReach) -> bool {
        let has_groups = other.group_ids.iter().all(|id| self.group_ids.contains(id));
        let covers = |has: bool, wanted: bool| !wanted || other.group_ids.is_empty() || (has && has_groups);
        let has_own = !other.own || (self.own && self.user_id == other.user_id);
        covers(self.domain, other.domain) && covers(self.descendants, other.descendants) && has_own
    }

    /// Whether a group is within, by its path from the root, itself last.
    pub fn covers_group(&self, path: &[i64]) -> bool {
        let Some((group, above)) = path.split_last() else { return false };
        (self.domain && self.group_ids.contains(group)) || (self.descendants && above.iter().any(|id| self.group_ids.contains(id)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(group_ids: &[i64], user_id: i64) -> View {
        View::Part(ViewReach { domain: true, descendants: true, group_ids: group_ids.to_vec(), own: true, user_id })
    }

    #[test]
    fn who_sees_all_covers_everybody_and_nobody_covers_them() {
        for other in [View::All, part(&[1], 7), View::Some, View::None] {
            assert!(View::All.covers(&other));
            assert_eq!(other.covers(&View::All), other == View::All);
            assert_eq!(View::None.covers(&other), other == View::None);
        }
    }

    #[test]
    fn of_groups_only_the_same_person_with_those_groups_covers() {
        assert!(part(&[1, 2], 7).covers(&part(&[1], 7)));
        assert!(!part(&[1], 7).covers(&part(&[1, 2], 7)), "another group");
        assert!(!part(&[1], 8).covers(&part(&[1], 7)), "what they have made themselves may lie anywhere");
        let domain = View::Part(ViewReach { domain: true, group_ids: vec![1], ..ViewReach::default() });
        assert!(part(&[1], 7).covers(&domain) && !domain.covers(&part(&[1], 7)));
    }

    #[test]
    fn of_two_readings_the_narrower_counts() {
        assert_eq!(View::All.narrower(part(&[1], 7)), part(&[1], 7));
        assert_eq!(part(&[1], 7).narrower(View::All), part(&[1], 7));
        assert_eq!(part(&[1], 7).narrower(part(&[2], 7)), View::Some);
    }
}
