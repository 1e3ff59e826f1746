//! Whether something more may be made, or moved. Pure: the nodes of a project at one time. A node is a group with limits of its own, or
//! the project (group 0); an item is at home at the nearest node.
use std::collections::{HashMap, HashSet};

/// A node, with what is at home there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeState {
    /// 0: the project.
    pub group: i64,
    /// The nearest node above; None for the project.
    pub parent: Option<i64>,
    /// None: unlimited.
    pub limit: Option<i64>,
    /// False outside of its period: nothing may be used there, and its limit stays reserved.
    pub is_open: bool,
    /// Items at home there.
    pub own: i64,
}

/// Whose limit is too low.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exceeded {
    Project,
    Group(i64),
}

/// Whether `more` items may be made at `home`: what is used there and below stays within the limit of every node above, and
/// what is reserved for nodes below stays reserved.
pub fn check(nodes: &[NodeState], home: i64, more: i64) -> Result<(), Exceeded> {
    let mut after = nodes.to_vec();
    add(&mut after, home, more);
    let limit = |node: &NodeState| if node.is_open { node.limit } else { Some(0) };
    demands(&after, home).into_iter().try_for_each(|(node, demand)| match limit(&node) {
        Some(limit) if demand > limit => Err(exceeded(&node)),
        _ => Ok(()),
    })
}

/// Whether `count` items may move from one node to another. What is over a limit already, as after the end of a licence, does not
/// keep anybody from moving, unless it becomes more; in a group outside of its period they are suspended.
pub fn check_move(nodes: &[NodeState], from: i64, to: i64, count: i64) -> Result<(), Exceeded> {
    let mut after = nodes.to_vec();
    add(&mut after, from, -count);
    add(&mut after, to, count);
    let before: HashMap<i64, i64> = demands(nodes, to).into_iter().map(|(node, demand)| (node.group, demand)).collect();
    demands(&after, to).into_iter().try_for_each(|(node, demand)| match node.limit {
        Some(limit) if demand > limit && before.get(&node.group).is_none_or(|before| demand > *before) => Err(exceeded(&node)),
        _ => Ok(()),
    })
}

/// A group that is no node is at home in the project.
fn add(nodes: &mut [NodeState], home: i64, more: i64) {
    let home = if nodes.iter().any(|node| node.group == home) { home } else { 0 };
    if let Some(node) = nodes.iter_mut().find(|node| node.group == home) {
        node.own += more;
    }
}

/// What the nodes from `home` up to the project are asked for.
fn demands(nodes: &[NodeState], home: i64) -> Vec<(NodeState, i64)> {
    let by_group: HashMap<i64, &NodeState> = nodes.iter().map(|node| (node.group, node)).collect();
    let mut used: HashMap<i64, i64> = HashMap::new();
    for node in nodes {
        for above in upwards(&by_group, node.group) {
            *used.entry(above.group).or_default() += node.own;
        }
    }
    let mut demands = Vec::new();
    for (depth, node) in upwards(&by_group, home).enumerate() {
        let mut demand = used.get(&node.group).copied().unwrap_or_default();
        if depth == 0 {
            // Items of nodes below count by what is reserved for them, which is more.
            let reserved: i64 = nodes.iter().filter(|below| below.parent == Some(node.group)).map(|below| reserved(below, &used)).sum();
            demand = demand.max(node.own + reserved);
        }
        demands.push((*node, demand));
    }
    demands
}

fn exceeded(node: &NodeState) -> Exceeded {
    if node.group == 0 { Exceeded::Project } else { Exceeded::Group(node.group) }
}

fn reserved(node: &NodeState, used: &HashMap<i64, i64>) -> i64 {
    node.limit.unwrap_or_else(|| used.get(&node.group).copied().unwrap_or_default())
}

/// From a node to the project.
fn upwards<'a>(nodes: &'a HashMap<i64, &'a NodeState>, from: i64) -> impl Iterator<Item = &'a NodeState> {
    let mut seen = HashSet::new();
    let first = nodes.get(&from).or_else(|| nodes.get(&0)).copied();
    std::iter::successors(first, |node| nodes.get(&node.parent?).copied()).take_while(move |node| seen.insert(node.group))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn node(group: i64, parent: Option<i64>, limit: Option<i64>, own: i64) -> NodeState {
        NodeState { group, parent, limit, is_open: true, own }
    }

    #[test]
    fn the_last_one_is_taken_and_no_more() {
        let nodes = [node(0, None, Some(5), 4)];
        assert_eq!(check(&nodes, 0, 1), Ok(()));
        assert_eq!(check(&nodes, 0, 2), Err(Exceeded::Project));
    }

    #[test]
    fn what_is_reserved_for_a_group_is_not_taken_by_another() {
        let nodes = [node(0, None, Some(10), 3), node(1, Some(0), Some(6), 0)];
        assert_eq!(check(&nodes, 0, 1), Ok(()));
        assert_eq!(check(&nodes, 0, 2), Err(Exceeded::Project));
        assert_eq!(check(&nodes, 1, 6), Ok(()));
        assert_eq!(check(&nodes, 1, 7), Err(Exceeded::Group(1)));
    }

    #[test]
    fn nothing_is_taken_outside_of_the_period_of_a_group() {
        let closed = NodeState { is_open: false, ..node(1, Some(0), Some(6), 0) };
        assert_eq!(check(&[node(0, None, Some(10), 0), closed], 1, 1), Err(Exceeded::Group(1)));
        assert_eq!(check(&[node(0, None, Some(10), 0), closed], 0, 4), Ok(()));
        assert_eq!(check(&[node(0, None, Some(10), 0), closed], 0, 5), Err(Exceeded::Project));
    }

    #[test]
    fn a_project_that_has_lost_its_licence_takes_nothing_more_in_any_group() {
        let nodes = [node(0, None, Some(2), 0), node(1, Some(0), Some(6), 2)];
        assert_eq!(check(&nodes, 1, 1), Err(Exceeded::Project));
    }

    #[test]
    fn what_moves_to_a_group_fits_what_it_has_and_what_is_over_already_may_leave() {
        let nodes = [node(0, None, Some(9), 0), node(1, Some(0), Some(3), 2), node(2, Some(0), Some(3), 2)];
        assert_eq!(check_move(&nodes, 1, 2, 1), Ok(()));
        assert_eq!(check_move(&nodes, 1, 2, 2), Err(Exceeded::Group(2)));
        // The project has lost its licence: nothing becomes more.
        let over = [node(0, None, Some(2), 0), node(1, Some(0), Some(3), 2), node(2, Some(0), Some(3), 2)];
        assert_eq!(check_move(&over, 1, 2, 1), Ok(()));
        assert_eq!(check_move(&over, 1, 1, 2), Ok(()));
        // What a group has is reserved for it: what leaves it is more for the project.
        let full = [node(0, None, Some(4), 1), node(1, Some(0), Some(3), 2)];
        assert_eq!(check_move(&full, 1, 0, 1), Err(Exceeded::Project));
        assert_eq!(check_move(&full, 0, 1, 1), Ok(()));
    }

    proptest! {
        #[test]
        fn what_is_taken_never_exceeds_a_limit(
            limits in prop::collection::vec(prop::option::of(0..8i64), 5),
            parents in prop::collection::vec(any::<prop::sample::Index>(), 4),
            takes in prop::collection::vec(0..5i64, 1..60),
        ) {
            let mut nodes = vec![node(0, None, limits[0], 0)];
            for group in 1..5usize {
                nodes.push(node(group as i64, Some(parents[group - 1].index(group) as i64), limits[group], 0));
            }
            for home in takes {
                if check(&nodes, home, 1).is_ok() {
                    nodes[home as usize].own += 1;
                }
            }
            for top in &nodes {
                let by_group: HashMap<i64, &NodeState> = nodes.iter().map(|node| (node.group, node)).collect();
                let used: i64 = nodes.iter().filter(|node| upwards(&by_group, node.group).any(|above| above.group == top.group)).map(|node| node.own).sum();
                prop_assert!(top.limit.is_none_or(|limit| used <= limit));
            }
        }
    }
}
