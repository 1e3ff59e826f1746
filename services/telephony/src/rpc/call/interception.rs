//! Who takes the calls of panels for others.
use kit::late::{self, Kept};
use kit::{Error, Result, audit};
use policy::{Action, Authorized, Resource, action, resource};
use proto::vestibule::telephony::v1::{Interception, InterceptionGroup, SetInterceptionRequest};
use serde_json::{Value, json};
use sqlx::PgConnection;

use super::Api;
use crate::store::features::{self, WEB_DIALER};
use crate::store::interception::{self as store, Group};

const MAX_GROUPS: usize = 500;

type View = Authorized<resource::Interception, action::View>;
type Edit = Authorized<resource::Interception, action::Edit>;

impl Api {
    pub(super) async fn interception(&self, right: &View) -> Result<Interception> {
        let mut reader = self.context.database.read(right.project_id()).await?;
        let found = read(&mut reader, right).await?;
        drop(reader);
        Ok(found)
    }

    /// While it is active, the selection stays: who wants another stops first.
    pub(super) async fn intercept(&self, right: &Edit, request: SetInterceptionRequest) -> Result<Interception> {
        let caller = right.caller();
        let selected = selection(&request)?;
        late::settle(&self.context, caller, Kept::Group, late::GROUPS, &selected).await?;
        let view = caller.authorize::<resource::Interception, action::View>()?;
        let mut tx = self.context.database.tenant(right.project_id()).await?;
        let was_active = store::lock(&mut tx, right, self.context.clock.now()).await?;
        let before = read(&mut tx, &view).await?;
        if request.is_active && !was_active {
            features::require(&mut tx, right.project_id(), WEB_DIALER).await?;
            within_reach(&mut tx, right, &selected).await?;
            store::select(&mut tx, right, &selected).await?;
        }
        if request.is_active != was_active {
            store::switch(&mut tx, right, request.is_active, self.context.clock.now()).await?;
            let after = read(&mut tx, &view).await?;
            let change = audit::Change::new(Action::Edit, Resource::Interception, caller.user_id, &caller.user_name, told(&before), told(&after));
            audit::record(&mut tx, &self.context.clock, caller, change).await?;
        }
        let after = read(&mut tx, &view).await?;
        tx.commit().await?;
        Ok(after)
    }
}

/// Each group once.
fn selection(request: &SetInterceptionRequest) -> Result<Vec<i64>> {
    let mut selected = request.domains.clone();
    selected.sort_unstable();
    selected.dedup();
    if request.is_active && selected.is_empty() {
        return Err(Error::field("domains", "at least one group must be selected"));
    }
    if selected.len() > MAX_GROUPS {
        return Err(Error::field("domains", "too many values"));
    }
    Ok(selected)
}

async fn within_reach(connection: &mut PgConnection, right: &Edit, selected: &[i64]) -> Result<()> {
    let reached = store::within(connection, right, selected).await?;
    let missing: Vec<String> = selected.iter().filter(|id| !reached.contains(id)).map(|id| format!("group {id}")).collect();
    if missing.is_empty() { Ok(()) } else { Err(Error::InvalidRelated { names: missing }) }
}

/// Groups that have left the caller's tree are no longer shown, and no longer intercepted.
async fn read(connection: &mut PgConnection, right: &View) -> Result<Interception> {
    let is_active = store::is_active(connection, right).await?;
    let (groups, user_groups) = (store::chosen(connection, right).await?, store::own(connection, right).await?);
    Ok(Interception { is_active, groups: groups.into_iter().map(group).collect(), user_groups: user_groups.into_iter().map(group).collect() })
}

fn group(group: Group) -> InterceptionGroup {
    InterceptionGroup { id: group.id, name: group.name, full_name: group.full_name, is_selected: group.is_selected }
}

fn told(interception: &Interception) -> Value {
    let selected: Vec<i64> = interception.groups.iter().filter(|group| group.is_selected).map(|group| group.id).collect();
    json!({ "is_active": interception.is_active, "domains": selected })
}
