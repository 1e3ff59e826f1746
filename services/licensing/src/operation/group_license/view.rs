//! A group with what it has, uses and could still use.
use std::collections::{BTreeSet, HashMap};

use time::OffsetDateTime;

use crate::domain::counts::{Counts, Kind, Limit};
use crate::domain::group_license::GroupLicenseDraft;
use crate::domain::license::Entitlement;
use crate::domain::license_state::LicenseState;
use crate::domain::license_tree::{Demand, LicenseTree, Node};

/// Used + reserved + free is the maximum, unless more is given than there is, or nothing can be used now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quota {
    pub kind: Kind,
    pub maximum: Limit,
    pub used: i64,
    /// Given to groups below, and not used there.
    pub reserved: i64,
    /// 0 outside of the period of the group, or of one above: what was given stays reserved, and nothing more is used.
    pub free: Limit,
    pub is_over_limit: bool,
}

#[derive(Clone, Debug)]
pub struct GroupLicenseView {
    /// Id and name; None for the project.
    pub group: Option<(i64, String)>,
    pub draft: GroupLicenseDraft,
    pub features: BTreeSet<String>,
    pub available_features: BTreeSet<String>,
    pub quotas: Vec<Quota>,
    pub state: LicenseState,
    pub parent: Option<(i64, String)>,
    pub per_user: Counts,
}

/// Numbers of all nodes of a tree, computed once for any number of groups.
pub struct Quotas<'a> {
    tree: &'a LicenseTree,
    demands: HashMap<Kind, HashMap<Node, Demand>>,
    used_below: HashMap<Kind, HashMap<Node, i64>>,
    now: OffsetDateTime,
}

impl<'a> Quotas<'a> {
    pub fn new(tree: &'a LicenseTree, now: OffsetDateTime) -> Self {
        let demands = Kind::ALL.into_iter().map(|kind| (kind, tree.demands(kind))).collect();
        let used_below = Kind::ALL.into_iter().map(|kind| (kind, tree.used_below(kind))).collect();
        Quotas { tree, demands, used_below, now }
    }

    pub fn of(&self, node: Node, group: Option<i64>) -> Vec<Quota> {
        Kind::ALL.into_iter().map(|kind| self.of_kind(node, group, kind)).collect()
    }

    /// `node`: the home of the group; `group`: None for the project.
    fn of_kind(&self, node: Node, group: Option<i64>, kind: Kind) -> Quota {
        let is_own = group.is_none_or(|group| node == Node::Group(group));
        let demand = self.demands[&kind].get(&node).copied().unwrap_or_default();
        let limit = self.tree.grant(node).and_then(|grant| grant.limits.of(kind));
        let is_open = group.is_none_or(|group| self.tree.is_open(group, self.now));
        let free = if is_open { self.tree.free(node, kind, &demand) } else { Some(0) };
        let used = match group {
            Some(group) if !is_own => self.tree.used_within(kind, group),
            _ => self.used_below[&kind].get(&node).copied().unwrap_or_default(),
        };
        let reserved = self.reserved(kind, node, group.filter(|_| !is_own));
        // A group without limits of its own reaches what its node has left.
        let maximum = if is_own { limit } else { free.map(|free| used + reserved + free) };
        let is_over_limit = limit.is_some_and(|limit| demand.total().is_none_or(|total| total > limit));
        Quota { kind, maximum, used, reserved, free, is_over_limit }
    }

    /// What the nearest nodes below have and do not use; `within`: those below a group without limits.
    fn reserved(&self, kind: Kind, node: Node, within: Option<i64>) -> i64 {
        let below = self.tree.nodes().into_iter().filter(|below| self.tree.parent(*below) == Some(node));
        let below = below.filter(|below| match (within, below) {
            (Some(group), Node::Group(id)) => self.tree.is_within(*id, group),
            _ => true,
        });
        let unused = |below: Node| {
            let limit = self.tree.grant(below)?.limits.of(kind)?;
            Some((limit - self.used_below[&kind].get(&below).copied().unwrap_or_default()).max(0))
        };
        below.filter_map(unused).sum()
    }
}

/// `names`: of the groups above that the caller may know.
pub fn view(
    tree: &LicenseTree,
    quotas: &Quotas<'_>,
    entitlement: &Entitlement,
    group: Option<(i64, String)>,
    draft: GroupLicenseDraft,
    names: &HashMap<i64, String>,
    now: OffsetDateTime,
) -> GroupLicenseView {
    let id = group.as_ref().map(|(id, _)| *id);
    let node = id.map_or(Node::Project, |id| tree.home(id));
    let parent = match id {
        Some(id) if node == Node::Group(id) => tree.parent(node),
        Some(_) => Some(node),
        None => None,
    };
    let features_of = |node: Node| tree.grant(node).map(|grant| grant.features.clone()).unwrap_or_default();
    let named = |node: Node| match node {
        Node::Group(id) => names.get(&id).map(|name| (id, name.clone())),
        Node::Project => None,
    };
    GroupLicenseView {
        features: features_of(node),
        available_features: features_of(parent.unwrap_or(Node::Project)),
        quotas: quotas.of(node, id),
        state: state(tree, id, node, &draft, now),
        parent: parent.and_then(named),
        per_user: entitlement.per_user,
        group,
        draft,
    }
}

/// By the periods that hold there, and by the days that the group is reminded before its end.
fn state(tree: &LicenseTree, group: Option<i64>, node: Node, draft: &GroupLicenseDraft, now: OffsetDateTime) -> LicenseState {
    let period = tree.period(node);
    let is_open = period.contains(now) && group.is_none_or(|group| tree.is_open(group, now));
    let notify_before = time::Duration::days(draft.reminder.notify_before.into());
    match period.to {
        _ if !is_open => LicenseState::Disabled,
        Some(to) if to - now <= notify_before => LicenseState::Ending,
        _ => LicenseState::Active,
    }
}
