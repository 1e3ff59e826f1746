//! Forward rules, which several numbers may share.
mod create;
mod delete;
mod find;
mod list;
mod related;
mod update;

use kit::{Result, Tx, audit};
use policy::{Action, Caller, Resource};
use serde_json::Value;
use sqlx::PgConnection;

pub use create::create;
pub use delete::{delete, delete_many};
pub use find::find;
pub use list::list;
pub use update::update;

use crate::app::App;
use crate::domain::forward_queues;
use crate::domain::forward_rule::ForwardRuleDraft;
use crate::operation::related::{visible, visible_trunk_names};
use crate::store::forward_rule::{self as store, ForwardRuleRow};
use crate::store::related::TrunkNames;
use crate::store::visible::NamedIds;

/// Rules, and the names of the trunks that their queues name.
pub struct ForwardRules {
    pub rows: Vec<ForwardRuleRow>,
    pub trunk_names: TrunkNames,
}

impl ForwardRules {
    /// With the names of what the caller sees.
    async fn read(connection: &mut PgConnection, caller: &Caller, mut rows: Vec<ForwardRuleRow>) -> Result<ForwardRules> {
        let trunks: Vec<i64> = rows.iter().flat_map(|row| forward_queues::trunks(&row.queues)).collect();
        let named = NamedIds { groups: rows.iter().filter_map(|row| row.domain_id).collect(), trunks: trunks.clone(), ..NamedIds::default() };
        let seen = visible(connection, caller, named).await?;
        rows.iter_mut().for_each(|row| row.retain_visible_names(&seen));
        Ok(ForwardRules { trunk_names: visible_trunk_names(connection, caller, &trunks, &seen).await?, rows })
    }

    /// The rule that the transaction has written, which is committed.
    async fn commit(mut tx: Tx, caller: &Caller, id: i64) -> Result<ForwardRules> {
        let row = store::find_written(&mut tx, caller.project_id, id).await?;
        let rules = ForwardRules::read(&mut tx, caller, vec![row]).await?;
        tx.commit().await?;
        Ok(rules)
    }
}

async fn record(
    tx: &mut PgConnection,
    app: &App,
    caller: &Caller,
    id: i64,
    (before, after): (Option<&ForwardRuleDraft>, Option<&ForwardRuleDraft>),
) -> Result<()> {
    let action = match (before, after) {
        (None, _) => Action::Create,
        (_, None) => Action::Delete,
        _ => Action::Edit,
    };
    let name = after.or(before).map(|draft| draft.name.as_str()).unwrap_or_default();
    let view = |draft: Option<&ForwardRuleDraft>| draft.map_or(Value::Null, ForwardRuleDraft::audit_view);
    let change = audit::Change::new(action, Resource::ForwardRule, id, name, view(before), view(after));
    audit::record(tx, &app.context.clock, caller, change).await
}
