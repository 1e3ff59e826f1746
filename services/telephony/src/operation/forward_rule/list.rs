use kit::{ListQuery, Page, Result};
use policy::{Authorized, action, resource};

use super::ForwardRules;
use crate::app::App;
use crate::store::forward_rule::{self as store, ForwardRuleRow};
use crate::store::related::TrunkNames;

/// A page of the rules that the caller sees, and the names of the trunks that their queues name.
pub async fn list(
    app: &App,
    right: &Authorized<resource::ForwardRule, action::View>,
    query: &ListQuery,
) -> Result<(Page<ForwardRuleRow>, TrunkNames)> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let page = store::list(&mut reader, right, query).await?;
    let ForwardRules { rows, trunk_names } = ForwardRules::read(&mut reader, right.caller(), page.items).await?;
    Ok((Page { items: rows, total: page.total, page: page.page, size: page.size }, trunk_names))
}
