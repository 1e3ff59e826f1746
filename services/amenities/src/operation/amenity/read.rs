use kit::{Error, ListQuery, Page, Result, related};
use policy::{Action, Authorized, Caller, Resource, action, resource};
use sqlx::PgConnection;

use crate::app::App;
use crate::store::amenity::{self as store, AmenityRow};

type ViewRight = Authorized<resource::Amenity, action::View>;

/// Filters amenities by the rules that open them.
const RULE_FILTER: &str = "access_rule_id";

pub async fn list(app: &App, right: &ViewRight, query: &ListQuery) -> Result<Page<AmenityRow>> {
    if query.filters.contains(RULE_FILTER) && !sees_rules(right.caller()) {
        return Err(Error::field(format!("filters.{RULE_FILTER}"), "unknown field"));
    }
    let mut reader = app.context.database.read(right.project_id()).await?;
    let mut page = store::list(&mut reader, right, query).await?;
    retain_visible(&mut reader, right.caller(), &mut page.items).await?;
    Ok(page)
}

pub async fn find(app: &App, right: &ViewRight, id: i64) -> Result<AmenityRow> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let mut row = store::find(&mut reader, right.caller(), id).await?;
    retain_visible(&mut reader, right.caller(), std::slice::from_mut(&mut row)).await?;
    Ok(row)
}

/// Whoever sees an amenity need not see all of its groups, nor which rules it opens.
pub async fn retain_visible(connection: &mut PgConnection, caller: &Caller, rows: &mut [AmenityRow]) -> Result<()> {
    if !caller.scope(Resource::Group, Action::View).all {
        let named: Vec<i64> = rows.iter().flat_map(|row| &row.group_ids).copied().collect();
        let visible = if named.is_empty() { named } else { related::visible_groups(connection, caller, &named).await? };
        for row in rows.iter_mut() {
            let (ids, names) = std::iter::zip(std::mem::take(&mut row.group_ids), std::mem::take(&mut row.group_names))
                .filter(|(id, _)| visible.contains(id))
                .unzip();
            (row.group_ids, row.group_names) = (ids, names);
        }
    }
    if !sees_rules(caller) {
        for row in rows {
            row.rule_ids.clear();
            row.rule_names.clear();
        }
    }
    Ok(())
}

pub fn sees_rules(caller: &Caller) -> bool {
    let scope = caller.scope(Resource::AccessRule, Action::View);
    scope.all || scope.domain || scope.descendants
}
