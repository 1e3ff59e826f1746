//! Virtual numbers.
mod create;
mod delete;
mod find;
mod generate;
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
pub use generate::generate;
pub use list::list;
pub use related::{GroupQueues, ensure_queues_visible};
pub use update::update;

use crate::app::App;
use crate::domain::account::Account;
use crate::domain::forward_queues;
use crate::domain::sip_number::SipNumberDraft;
use crate::operation::related::{visible, visible_trunk_names};
use crate::store::related::TrunkNames;
use crate::store::sip_number::{self as store, SipNumberRow};
use crate::store::visible::NamedIds;

/// Numbers, and the names of the trunks that their queues name.
pub struct SipNumbers {
    pub rows: Vec<SipNumberRow>,
    pub trunk_names: TrunkNames,
}

impl SipNumbers {
    /// With the names of what the caller sees.
    async fn read(connection: &mut PgConnection, caller: &Caller, mut rows: Vec<SipNumberRow>) -> Result<SipNumbers> {
        let trunks: Vec<i64> = rows.iter().flat_map(|row| forward_queues::trunks(&row.forward_queues)).collect();
        let named = NamedIds {
            groups: rows.iter().map(|row| row.domain_id).collect(),
            users: rows.iter().filter_map(|row| row.user_id).collect(),
            devices: rows.iter().filter_map(|row| row.device_id).collect(),
            forward_rules: rows.iter().filter_map(|row| row.forward_group_id).collect(),
            trunks: trunks.clone(),
            ..NamedIds::default()
        };
        let seen = visible(connection, caller, named).await?;
        rows.iter_mut().for_each(|row| row.retain_visible_names(&seen));
        Ok(SipNumbers { trunk_names: visible_trunk_names(connection, caller, &trunks, &seen).await?, rows })
    }

    /// Those that the transaction has written, which is committed.
    async fn commit(mut tx: Tx, caller: &Caller, ids: &[i64]) -> Result<SipNumbers> {
        let rows = store::find_written(&mut tx, caller.project_id, ids).await?;
        let numbers = SipNumbers::read(&mut tx, caller, rows).await?;
        tx.commit().await?;
        Ok(numbers)
    }
}

/// A state of a number in the audit log.
struct AuditedNumber<'a> {
    draft: &'a SipNumberDraft,
    has_new_password: bool,
}

async fn record(
    tx: &mut PgConnection,
    app: &App,
    caller: &Caller,
    id: i64,
    before: Option<AuditedNumber<'_>>,
    after: Option<AuditedNumber<'_>>,
) -> Result<()> {
    let action = match (&before, &after) {
        (None, _) => Action::Create,
        (Some(_), None) => Action::Delete,
        (Some(_), Some(_)) => Action::Edit,
    };
    let view = |state: &Option<AuditedNumber<'_>>| state.as_ref().map_or(Value::Null, |state| state.draft.audit_view(state.has_new_password));
    let name = after.as_ref().or(before.as_ref()).map(|state| state.draft.number.as_str()).unwrap_or_default();
    let change = audit::Change::new(action, Resource::SipNumber, id, name, view(&before), view(&after));
    audit::record(tx, &app.context.clock, caller, change).await
}

fn account(app: &App, project_id: i64, number: &str, password: &str) -> Account {
    Account::new(&app.context.sealer, &app.config, project_id, number, password)
}
