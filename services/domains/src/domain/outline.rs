//! Puts groups that were read level by level into tree order: parents before their children, siblings as they were read.
use std::collections::HashMap;

/// One group of the tree.
#[derive(Clone, Debug, PartialEq)]
pub struct OutlineNode {
    pub id: i64,
    pub name: String,
    pub parent_id: Option<i64>,
    pub domain_type_id: Option<i64>,
    pub logic_address: Option<String>,
    pub children_count: i64,
}

/// Depth first; each node with its level, from 0. A node whose parent is not in the level above is left out.
pub fn arrange(levels: Vec<Vec<OutlineNode>>) -> Vec<(OutlineNode, i32)> {
    let mut levels = levels.into_iter();
    let first = levels.next().unwrap_or_default();
    let mut below: HashMap<i64, Vec<OutlineNode>> = HashMap::new();
    for node in levels.flatten() {
        below.entry(node.parent_id.unwrap_or_default()).or_default().push(node);
    }
    let mut arranged = Vec::new();
    let mut waiting: Vec<(OutlineNode, i32)> = first.into_iter().rev().map(|node| (node, 0)).collect();
    while let Some((node, depth)) = waiting.pop() {
        let children = below.remove(&node.id).unwrap_or_default();
        waiting.extend(children.into_iter().rev().map(|child| (child, depth + 1)));
        arranged.push((node, depth));
    }
    arranged
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(id: i64, parent: i64) -> OutlineNode {
        let parent_id = (parent != 0).then_some(parent);
        OutlineNode { id, name: format!("group {id}"), parent_id, domain_type_id: None, logic_address: None, children_count: 0 }
    }

    #[test]
    fn children_follow_their_parent_in_the_order_of_their_level() {
        let levels = vec![vec![node(2, 0), node(1, 0)], vec![node(5, 1), node(4, 2), node(3, 1)], vec![node(6, 5)]];
        let order: Vec<(i64, i32)> = arrange(levels).into_iter().map(|(node, depth)| (node.id, depth)).collect();
        assert_eq!(order, [(2, 0), (4, 1), (1, 0), (5, 1), (6, 2), (3, 1)]);
    }

    #[test]
    fn nothing_arranges_to_nothing() {
        assert!(arrange(Vec::new()).is_empty());
    }
}
