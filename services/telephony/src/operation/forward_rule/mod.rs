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
use crate::store::forward_rule::{self as store, ForwardRuleRow};
use crate::store::related::{TrunkNames, trunk_names};

/// Rules, and the names of the trunks that their queues name.
pub struct ForwardRules {
    pub rows: Vec<ForwardRuleRow>,
    pub trunk_names: TrunkNames,
}

impl ForwardRules {
    async fn read(connection: &mut PgConnection, project_id: i64, rows: Vec<ForwardRuleRow>) -> Result<ForwardRules> {
        let trunk_ids: Vec<i64> = rows.iter().flat_map(|row| forward_queues::trunks(&row.queues)).collect();
        Ok(ForwardRules { trunk_names: trunk_names(connection, project_id, &trunk_ids).await?, rows })
    }

    /// The rule that the transaction has written, which is committed.
    async fn commit(mut tx: Tx, project_id: i64, id: i64) -> Result<ForwardRules> {
        let row = store::find_written(&mut tx, project_id, id).await?;
        let rules = ForwardRules::read(&mut tx, project_id, vec![row]).await?;
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
