//! What groups have of a project's licences, and whether that is consistent. Pure: the whole project at one time.
//!
//! A node is a group with limits of its own, or the project. R(a) is the nearest of them below a; an item is at home at the
//! nearest node at or above its group. Demand D(a) = items at home at a + the limits of R(a). Limits are reserved: what a
//! group has is taken from the node above, whether it is used or not.
use std::collections::{BTreeSet, HashMap, HashSet};

use time::{Duration, OffsetDateTime};

use super::counts::{Counts, Kind, Limit, exceeds};

/// A period with an end on both sides that may be open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    pub from: Option<OffsetDateTime>,
    pub to: Option<OffsetDateTime>,
}

impl Bounds {
    pub const OPEN: Bounds = Bounds { from: None, to: None };

    pub fn contains(&self, at: OffsetDateTime) -> bool {
        self.from.is_none_or(|from| from <= at) && self.to.is_none_or(|to| at < to)
    }

    fn has_begun(&self, now: OffsetDateTime) -> bool {
        self.from.is_none_or(|from| from <= now)
    }

    /// Whether `inner` lies in it as a whole.
    pub fn covers(&self, inner: &Bounds) -> bool {
        let from = match (self.from, inner.from) {
            (Some(from), Some(inner)) => from <= inner,
            (Some(_), None) => false,
            (None, _) => true,
        };
        let to = match (self.to, inner.to) {
            (Some(to), Some(inner)) => inner <= to,
            (Some(_), None) => false,
            (None, _) => true,
        };
        from && to
    }
}

/// What a period leaves of the features of a group, the most first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PeriodUse {
    Open,
    /// A short while after the end: nothing new, and what exists by features of doors goes on.
    Grace,
    Off,
}

/// What a node has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grant {
    pub limits: Counts,
    pub features: BTreeSet<String>,
    /// None: that of the node above.
    pub period: Option<Bounds>,
    /// When what the group could use by its period before this one had ended.
    pub former_end: Option<OffsetDateTime>,
}

impl Grant {
    /// By its own period. What ended goes on for the grace also where a period is given that begins later.
    fn use_at(&self, grace: Duration, now: OffsetDateTime) -> PeriodUse {
        let Some(period) = self.period.filter(|period| !period.contains(now)) else { return PeriodUse::Open };
        let end = if period.has_begun(now) { period.to } else { self.former_end };
        if end.is_some_and(|end| now < end + grace) { PeriodUse::Grace } else { PeriodUse::Off }
    }
}

/// When the use of what a node had before a change of its period ended: with its period, or with the change.
pub fn former_end(before: Option<&Grant>, now: OffsetDateTime) -> Option<OffsetDateTime> {
    let Some((grant, period)) = before.and_then(|grant| Some((grant, grant.period?))) else { return Some(now) };
    if period.has_begun(now) { period.to.map_or(Some(now), |to| Some(to.min(now))) } else { grant.former_end }
}

/// A group with limits of its own, or the project.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Node {
    Project,
    Group(i64),
}

/// How much of a limit is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Demand {
    /// Items at home at the node.
    pub own: i64,
    /// By the limits of the nodes below; None: unlimited.
    pub reserved: Limit,
}

impl Demand {
    pub fn total(&self) -> Limit {
        self.reserved.map(|reserved| reserved.saturating_add(self.own))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Violation {
    /// I1: more is used and reserved at a node than it has.
    QuantityExceeded { node: Node, kind: Kind, demand: Demand, limit: Limit },
    /// I2: a period reaches beyond that of the node above.
    PeriodOutside { node: Node, parent: Node, period: Bounds, limit: Bounds },
    /// I3: a feature that the node above does not have.
    MissingFeature { node: Node, parent: Node, feature: String },
    /// I4: more apps than numbers.
    AppsAboveNumbers { node: Node, limits: Counts },
}

impl Violation {
    /// What it is about: two of the same subject differ in their quantities only.
    fn subject(&self) -> (u8, Node, String) {
        match self {
            Violation::QuantityExceeded { node, kind, .. } => (1, *node, kind.word().into()),
            Violation::PeriodOutside { node, .. } => (2, *node, String::new()),
            Violation::MissingFeature { node, feature, .. } => (3, *node, feature.clone()),
            Violation::AppsAboveNumbers { node, .. } => (4, *node, String::new()),
        }
    }

    /// Whether it is worse than the same one before a change.
    fn is_worse_than(&self, before: &Violation) -> bool {
        match (self, before) {
            (Violation::QuantityExceeded { demand, limit, .. }, Violation::QuantityExceeded { demand: old, limit: old_limit, .. }) => {
                exceeds(demand.total(), old.total()) || exceeds(*old_limit, *limit)
            }
            _ => self != before,
        }
    }
}

/// The groups of a project with what they have and use.
#[derive(Clone, Debug)]
pub struct LicenseTree {
    /// Group to the group above it; None for a root.
    pub parents: HashMap<i64, Option<i64>>,
    pub project: Grant,
    /// Of groups with limits of their own.
    pub grants: HashMap<i64, Grant>,
    /// Items by kind and group.
    pub used: HashMap<(Kind, i64), i64>,
}

impl LicenseTree {
    pub fn grant(&self, node: Node) -> Option<&Grant> {
        match node {
            Node::Project => Some(&self.project),
            Node::Group(id) => self.grants.get(&id),
        }
    }

    fn limit(&self, node: Node, kind: Kind) -> Limit {
        self.grant(node).and_then(|grant| grant.limits.of(kind))
    }

    /// The groups from this one up to its root.
    fn upwards(&self, group: i64) -> impl Iterator<Item = i64> {
        let mut seen = HashSet::new();
        // Events of moves may come in any order: a cycle of that moment ends the walk.
        std::iter::successors(Some(group), |id| self.parents.get(id).copied().flatten()).take_while(move |id| seen.insert(*id))
    }

    /// The nearest node at or above a group.
    pub fn home(&self, group: i64) -> Node {
        self.upwards(group).find(|id| self.grants.contains_key(id)).map_or(Node::Project, Node::Group)
    }

    /// The nearest node above a node; the project has none.
    pub fn parent(&self, node: Node) -> Option<Node> {
        let Node::Group(group) = node else { return None };
        Some(self.upwards(group).skip(1).find(|id| self.grants.contains_key(id)).map_or(Node::Project, Node::Group))
    }

    /// All nodes, the project first, groups by their ids.
    pub fn nodes(&self) -> Vec<Node> {
        let mut groups: Vec<i64> = self.grants.keys().copied().filter(|id| self.parents.contains_key(id)).collect();
        groups.sort_unstable();
        std::iter::once(Node::Project).chain(groups.into_iter().map(Node::Group)).collect()
    }

    /// What each node is asked for.
    pub fn demands(&self, kind: Kind) -> HashMap<Node, Demand> {
        let nodes = self.nodes();
        let mut demands: HashMap<Node, Demand> = nodes.iter().map(|node| (*node, Demand { own: 0, reserved: Some(0) })).collect();
        for ((of, group), used) in &self.used {
            if *of == kind {
                demands.entry(self.home(*group)).or_default().own += used;
            }
        }
        for node in &nodes {
            let Some(parent) = self.parent(*node) else { continue };
            let demand = demands.entry(parent).or_default();
            demand.reserved = demand.reserved.zip(self.limit(*node, kind)).map(|(sum, limit)| sum.saturating_add(limit));
        }
        demands
    }

    /// Whether a group is another one or lies below it.
    pub fn is_within(&self, group: i64, above: i64) -> bool {
        self.upwards(group).any(|id| id == above)
    }

    /// Items of a kind in a group and everything below it.
    pub fn used_within(&self, kind: Kind, group: i64) -> i64 {
        let of_kind = self.used.iter().filter(|((of, _), _)| *of == kind);
        of_kind.filter(|((_, home), _)| self.is_within(*home, group)).map(|(_, used)| used).sum()
    }

    /// Items of a kind at home at nodes and below them, of all nodes at once.
    pub fn used_below(&self, kind: Kind) -> HashMap<Node, i64> {
        let mut used: HashMap<Node, i64> = HashMap::new();
        for ((_, group), count) in self.used.iter().filter(|((of, _), _)| *of == kind) {
            let mut node = Some(self.home(*group));
            while let Some(at) = node {
                *used.entry(at).or_default() += count;
                node = self.parent(at);
            }
        }
        used
    }

    /// The period that holds at a node.
    pub fn period(&self, node: Node) -> Bounds {
        let mut at = Some(node);
        while let Some(node) = at {
            if let Some(period) = self.grant(node).and_then(|grant| grant.period) {
                return period;
            }
            at = self.parent(node);
        }
        Bounds::OPEN
    }

    /// Whether the features of a group may be used: by its own period and those of the groups above it.
    pub fn use_at(&self, group: i64, grace: Duration, now: OffsetDateTime) -> PeriodUse {
        let of = |id: i64| self.grants.get(&id).map_or(PeriodUse::Open, |grant| grant.use_at(grace, now));
        self.upwards(group).map(of).max().unwrap_or(PeriodUse::Open)
    }

    /// Whether a group may use what it has, and make something new by it.
    pub fn is_open(&self, group: i64, now: OffsetDateTime) -> bool {
        self.use_at(group, Duration::ZERO, now) == PeriodUse::Open
    }

    /// Everything that is inconsistent.
    pub fn violations(&self) -> Vec<Violation> {
        let nodes = self.nodes();
        let mut found = Vec::new();
        for kind in Kind::ALL {
            let demands = self.demands(kind);
            for node in &nodes {
                let (demand, limit) = (demands[node], self.limit(*node, kind));
                if exceeds(demand.total(), limit) {
                    found.push(Violation::QuantityExceeded { node: *node, kind, demand, limit });
                }
            }
        }
        for node in nodes {
            found.extend(self.violations_of_grant(node));
        }
        found
    }

    fn violations_of_grant(&self, node: Node) -> Vec<Violation> {
        let (Some(grant), Some(parent)) = (self.grant(node), self.parent(node)) else { return Vec::new() };
        let mut found = Vec::new();
        if let Some(period) = grant.period {
            let limit = self.period(parent);
            if !limit.covers(&period) {
                found.push(Violation::PeriodOutside { node, parent, period, limit });
            }
        }
        if let Some(above) = self.grant(parent) {
            let missing = grant.features.difference(&above.features).cloned();
            found.extend(missing.map(|feature| Violation::MissingFeature { node, parent, feature }));
        }
        if exceeds(grant.limits.mobile_app, grant.limits.sip) {
            found.push(Violation::AppsAboveNumbers { node, limits: grant.limits });
        }
        found
    }

    /// What a change makes inconsistent, or worse than it is: what is so already, as after the end of a licence, does not
    /// keep anybody from changing something else.
    pub fn violations_added_to(&self, before: &LicenseTree) -> Vec<Violation> {
        let old: HashMap<_, _> = before.violations().into_iter().map(|violation| (violation.subject(), violation)).collect();
        let added = |violation: &Violation| old.get(&violation.subject()).is_none_or(|before| violation.is_worse_than(before));
        self.violations().into_iter().filter(added).collect()
    }

    /// What may still be given or used at a node; None: unlimited. Never below 0.
    pub fn free(&self, node: Node, kind: Kind, demand: &Demand) -> Limit {
        let limit = self.limit(node, kind)?;
        Some(limit.saturating_sub(demand.total().unwrap_or(i64::MAX)).max(0))
    }
}

#[cfg(test)]
mod tests;
