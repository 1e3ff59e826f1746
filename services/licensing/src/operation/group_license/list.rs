use std::collections::{HashMap, HashSet};

use kit::Result;
use policy::{Authorized, action, resource};

use super::view::{GroupLicenseView, Quotas, view};
use crate::app::App;
use crate::domain::group_license::GroupLicenseDraft;
use crate::domain::license_tree::Node;
use crate::store::group_license as store;
use crate::store::license_tree::load;

/// Groups with limits of their own, parents before children; before them the project, for whoever sees all of it.
pub async fn list(app: &App, right: &Authorized<resource::GroupLicense, action::View>) -> Result<Vec<GroupLicenseView>> {
    let now = app.context.clock.now();
    let mut reader = app.context.database.read(right.project_id()).await?;
    let rows = store::list_active(&mut reader, right).await?;
    let (tree, entitlement) = load(&mut reader, right.project_id(), app.config.grace, now).await?;
    drop(reader);
    let quotas = Quotas::new(&tree, now);
    let names: HashMap<i64, String> = rows.iter().map(|row| (row.id, row.name.clone())).collect();
    let mut views = Vec::new();
    if right.scope().all {
        views.push(view(&tree, &quotas, &entitlement, None, GroupLicenseDraft::default(), &names, now));
    }
    // Below what is listed, level by level; what has no parent among them begins.
    let mut children: HashMap<Option<i64>, Vec<_>> = HashMap::new();
    for row in rows {
        let parent = match tree.parent(Node::Group(row.id)) {
            Some(Node::Group(parent)) if names.contains_key(&parent) => Some(parent),
            _ => None,
        };
        children.entry(parent).or_default().push(row);
    }
    let mut seen = HashSet::new();
    let mut open: Vec<_> = children.remove(&None).unwrap_or_default().into_iter().rev().collect();
    while let Some(row) = open.pop() {
        if seen.insert(row.id) {
            open.extend(children.remove(&Some(row.id)).unwrap_or_default().into_iter().rev());
            let draft = row.draft();
            views.push(view(&tree, &quotas, &entitlement, Some((row.id, row.name)), draft, &names, now));
        }
    }
    Ok(views)
}
