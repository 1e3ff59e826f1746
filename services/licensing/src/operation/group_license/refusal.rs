//! The refusal of what would be inconsistent.
use std::collections::HashMap;

use kit::{Error, Result};
use serde_json::{Value, json};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::counts::Kind;
use crate::domain::license_tree::{Bounds, LicenseTree, Node, Violation};
use crate::store::group_license::names;

/// Refuses what a change of `group` would make inconsistent, each inconsistency as an item.
pub async fn ensure_consistent(connection: &mut PgConnection, project_id: i64, before: &LicenseTree, after: &LicenseTree, group: i64) -> Result<()> {
    let violations = after.violations_added_to(before);
    if violations.is_empty() {
        return Ok(());
    }
    let ids: Vec<i64> = violations.iter().flat_map(|violation| nodes(violation, after, group)).filter_map(id).collect();
    let names = names(connection, project_id, &ids).await?;
    let items: Vec<Value> = violations.iter().map(|violation| item(violation, after, group, &names)).collect();
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

fn item(violation: &Violation, tree: &LicenseTree, changed: i64, names: &HashMap<i64, String>) -> Value {
    let [group, parent] = nodes(violation, tree, changed).map(|node| id(node).map(|id| json!({ "id": id, "name": names.get(&id) })));
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
    json!({ "code": code, "group": group, "parent": parent, "kind": kind, "quantity": quantity, "limit": limit, "period": period })
}

fn bounds(bounds: &Bounds) -> Value {
    let text = |at: Option<OffsetDateTime>| at.and_then(|at| at.format(&time::format_description::well_known::Rfc3339).ok());
    json!({ "from": text(bounds.from), "to": text(bounds.to) })
}
