use kit::{Error, ListQuery, Page, Result};
use policy::{Authorized, Caller, action, resource};
use sqlx::PgConnection;

use crate::app::App;
use crate::domain::access_rule::Members;
use crate::operation::related::{NamedIds, visible};
use crate::operation::visible_filter::{RelatedFields, RelatedKind, ensure_filters_visible};
use crate::store::access_rule::{self as store, AccessRuleRow};

type ViewRight = Authorized<resource::AccessRule, action::View>;

/// Rules of a page with all their members.
const MAX_WHOLE_SIZE: i32 = 50;
const FILTERS: RelatedFields = &[
    ("device_id", RelatedKind::Device),
    ("user_id", RelatedKind::User),
    ("domain_id", RelatedKind::Group),
    ("within_domain_id", RelatedKind::Group),
    ("identifier_id", RelatedKind::Identifier),
    ("time_rule_id", RelatedKind::TimeRule),
];

pub async fn list(app: &App, right: &ViewRight, query: &ListQuery, members: Members) -> Result<Page<AccessRuleRow>> {
    if members == Members::Whole && query.size > MAX_WHOLE_SIZE {
        return Err(Error::field("size", "must be one of: 10, 20, 50"));
    }
    ensure_filters_visible(app, right.caller(), &query.filters, FILTERS).await?;
    let mut reader = app.context.database.read(right.project_id()).await?;
    let mut page = store::list(&mut reader, right, query, members).await?;
    retain_visible(&mut reader, right.caller(), &mut page.items).await?;
    Ok(page)
}

pub async fn find(app: &App, right: &ViewRight, id: i64) -> Result<AccessRuleRow> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let row = store::find(&mut reader, right, id, Members::First).await?;
    visible_part(&mut reader, right.caller(), row).await
}

/// The row as the caller sees it.
pub(in crate::operation) async fn visible_part(connection: &mut PgConnection, caller: &Caller, mut row: AccessRuleRow) -> Result<AccessRuleRow> {
    retain_visible(connection, caller, std::slice::from_mut(&mut row)).await?;
    Ok(row)
}

/// Whoever sees a rule need not see everything that it names.
pub(in crate::operation) async fn retain_visible(connection: &mut PgConnection, caller: &Caller, rows: &mut [AccessRuleRow]) -> Result<()> {
    let ids = |of: fn(&AccessRuleRow) -> &Vec<i64>| rows.iter().flat_map(of).copied().collect::<Vec<_>>();
    let named = NamedIds {
        devices: ids(|row| &row.device_ids),
        users: ids(|row| &row.user_ids),
        groups: ids(|row| &row.group_ids),
        identifiers: ids(|row| &row.identifier_ids),
        time_rules: ids(|row| &row.time_rule_ids),
        ..NamedIds::default()
    };
    let visible = visible(connection, caller, named).await?;
    rows.iter_mut().for_each(|row| row.retain_visible(&visible));
    Ok(())
}
