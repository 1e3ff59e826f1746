//! The refusal of what would be inconsistent.
use std::collections::{BTreeSet, HashMap};

use kit::{Error, Result, tree};
use policy::{Action, Caller, Resource};
use serde_json::{Value, json};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::counts::Kind;
use crate::domain::license_tree::{Bounds, LicenseTree, Node, Violation};
use crate::store::group_license::names;

/// Refuses what a change of `group` would make inconsistent, each inconsistency as an item. Groups, quantities and periods that
/// the caller may not view are left out of it.
pub async fn ensure_consistent(connection: &mut PgConnection, caller: &Caller, before: &LicenseTree, after: &LicenseTree, group: i64) -> Result<()> {
    let violations = after.violations_added_to(before);
    if violations.is_empty() {
        return Ok(());
    }
    let asked: BTreeSet<Node> = violations.iter().flat_map(|violation| nodes(violation, after, group)).collect();
    let visible = VisibleNodes::load(connection, caller, asked, group).await?;
    let items: Vec<Value> = violations.iter().map(|violation| item(violation, after, group, &visible)).collect();
    let message = match violations.as_slice() {
        [single] => cause(single, after, group),
        _ => None,
    };
    Err(Error::Conflict {
        code: "license_inconsistent",
        message: message.unwrap_or("domain has license consistency errors").into(),
        data: json!({ "items": items }),
    })
}

/// Of the nodes of a refusal those that the caller may view.
struct VisibleNodes {
    project: bool,
    names: HashMap<i64, String>,
}

impl VisibleNodes {
    /// `changed`: the group that the caller is changing.
    async fn load(connection: &mut PgConnection, caller: &Caller, nodes: BTreeSet<Node>, changed: i64) -> Result<Self> {
        let licenses = caller.scope(Resource::GroupLicense, Action::View);
        let groups = caller.scope(Resource::Group, Action::View);
        let mut ids = vec![changed];
        for id in nodes.into_iter().filter_map(id).filter(|id| *id != changed) {
            if tree::covers(connection, &licenses, id).await? || tree::covers(connection, &groups, id).await? {
                ids.push(id);
            }
        }
        Ok(VisibleNodes { project: licenses.all, names: names(connection, caller.project_id, &ids).await? })
    }

    fn has(&self, node: Node) -> bool {
        match node {
            Node::Project => self.project,
            Node::Group(id) => self.names.contains_key(&id),
        }
    }

    /// Null for the project too.
    fn reference(&self, node: Node) -> Value {
        id(node).and_then(|id| self.names.get(&id).map(|name| json!({ "id": id, "name": name }))).unwrap_or_default()
    }
}

fn id(node: Node) -> Option<i64> {
    match node {
        Node::Group(id) => Some(id),
        Node::Project => None,
    }
}

/// The group that asks and the one that does not have it.
fn nodes(violation: &Violation, tree: &LicenseTree, changed: i64) -> [Node; 2] {
    let changed = Node::Group(changed);
    match violation {
        Violation::QuantityExceeded { node, .. } if tree.parent(changed) == Some(*node) => [changed, *node],
        Violation::QuantityExceeded { node, .. } | Violation::AppsAboveNumbers { node, .. } => [*node, *node],
        Violation::PeriodOutside { node, parent, .. } | Violation::MissingFeature { node, parent, .. } => [*node, *parent],
    }
}

/// The catalogue's sentence where there is one cause.
fn cause(violation: &Violation, tree: &LicenseTree, changed: i64) -> Option<&'static str> {
    let changed_node = Node::Group(changed);
    match violation {
        Violation::QuantityExceeded { node, .. } if *node != changed_node => Some("sum of child groups is above the parent"),
        Violation::QuantityExceeded { demand, limit, .. } => {
            let is_by_use = limit.is_some_and(|limit| demand.own > limit);
            Some(if is_by_use { "used count is above the group limit" } else { "parent is below the sum of child groups" })
        }
        Violation::PeriodOutside { node, .. } if *node == changed_node => Some("licence period of group is outside its parent's period"),
        Violation::PeriodOutside { parent, .. } if *parent == changed_node || tree.parent(*parent).is_some() => {
            Some("licence period of group is outside its child's period")
        }
        _ => None,
    }
}

fn item(violation: &Violation, tree: &LicenseTree, changed: i64, visible: &VisibleNodes) -> Value {
    let [group, parent] = nodes(violation, tree, changed);
    let (code, kind, quantity, limit, period) = match violation {
        Violation::QuantityExceeded { kind, demand, limit, .. } => {
            ("quantity_exceeded", kind.word(), json!(demand.total()), json!(limit), Value::Null)
        }
        Violation::AppsAboveNumbers { limits, .. } => {
            ("quantity_exceeded", Kind::MobileApp.word(), json!(limits.mobile_app), json!(limits.sip), Value::Null)
        }
        Violation::PeriodOutside { limit, .. } => ("missing_period", "", Value::Null, Value::Null, bounds(limit)),
        Violation::MissingFeature { feature, .. } => ("missing_type", feature.as_str(), Value::Null, Value::Null, Value::Null),
    };
    let of_parent = |value: Value| if visible.has(parent) { value } else { Value::Null };
    json!({
        "code": code,
        "group": visible.reference(group),
        "parent": visible.reference(parent),
        "is_parent_hidden": !visible.has(parent),
        "kind": kind,
        "quantity": of_parent(quantity),
        "limit": of_parent(limit),
        "period": of_parent(period),
    })
}

fn bounds(bounds: &Bounds) -> Value {
    let text = |at: Option<OffsetDateTime>| at.and_then(|at| at.format(&time::format_description::well_known::Rfc3339).ok());
    json!({ "from": text(bounds.from), "to": text(bounds.to) })
}
