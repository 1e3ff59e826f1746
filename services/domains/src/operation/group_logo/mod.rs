//! The logo of a group's white label.
mod delete;
mod set;

use kit::audit::{self, Change};
use kit::{Error, Result, Tx};
use policy::{Action, Caller, Resource, action};
use serde_json::Value;

use crate::app::App;
use crate::domain::group_settings::Area;
use crate::domain::reach::{self, GroupRight};
use crate::store::group::{self, GroupRow, LockedGroup};
use crate::store::group_settings;

pub use delete::delete;
pub use set::{MAX_SIDE, set};

/// The group, locked, where the caller sees it and may change its white label.
async fn find_for_update(tx: &mut Tx, caller: &Caller, id: i64) -> Result<(LockedGroup, GroupRow)> {
    let view: GroupRight<action::View> = caller.authorize()?;
    let group = group::find_for_update(tx, &view, id).await?;
    let locked = LockedGroup::from(&group);
    let row = group.into_row();
    if reach::may_set(caller, Area::WhiteLabel, &row.path()) { Ok((locked, row)) } else { Err(Error::Forbidden) }
}

/// Publishes the settings, which contain the logo, and records the change.
async fn publish_and_record(tx: &mut Tx, app: &App, caller: &Caller, group: &(LockedGroup, GroupRow), before: Value, after: Value) -> Result<()> {
    let (locked, row) = group;
    let settings = group_settings::find(tx, locked.project_id(), locked.id()).await?;
    group_settings::update(tx, locked, &settings, app.context.clock.now()).await?;
    let change = Change::new(Action::Edit, Resource::GroupWhiteLabel, row.id, &row.name, before, after);
    audit::record(tx, &app.context.clock, caller, change).await
}
