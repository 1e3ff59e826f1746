//! Keys that somebody hands to a guest.
mod create;
mod read;
mod revoke;
mod rules;
mod send;
mod update;

use kit::{Error, Result, audit};
use policy::{Action, Caller, Resource};
use serde_json::Value;
use sqlx::PgConnection;

pub use create::create;
pub use read::find;
pub use revoke::revoke;
pub use rules::givable_rules;
pub use send::send;
pub use update::update;

use crate::app::App;
use crate::domain::guest_key::{GuestKeyKind, GuestKeyState};
use crate::operation::related::visible_groups;
use crate::projection::USERS;
use crate::publish;
use crate::store::guest_key::{self as store, GuestKeyRow};
use crate::store::license::{self, GUESTS};

const PLATES: &str = "license_plate";
/// What the key of a link is sealed for.
const LINK_PURPOSE: &str = "access.guest_key.link";
/// Keys of one giver that live at once.
const MAX_LIVE: i64 = 50;
const HOUR_SECONDS: u64 = 3600;

/// A key as its giver, or somebody who looks after it, reads it.
pub struct GuestKeyView {
    pub row: GuestKeyRow,
    pub state: GuestKeyState,
    /// The address of its page; empty for others than its giver, and its creator while the giver is in their reach.
    pub link: String,
}

fn too_many_live() -> Error {
    Error::TooManyRequests { retry_after_seconds: HOUR_SECONDS }
}

/// Who gives in somebody's name must reach all of that user's groups: the key opens what the user may open there.
async fn ensure_giver_in_reach(connection: &mut PgConnection, caller: &Caller, giver: i64) -> Result<()> {
    if giver == caller.user_id {
        return Ok(());
    }
    USERS.ensure_visible(connection, caller, &[giver]).await?;
    if USERS.beyond_reach(connection, caller, &[giver]).await?.is_empty() { Ok(()) } else { Err(Error::Forbidden) }
}

/// Whether the caller still gives in the name of the key's giver: whoever has created it may have lost that since.
async fn is_giver_in_reach(connection: &mut PgConnection, caller: &Caller, row: &GuestKeyRow) -> Result<bool> {
    let Some(giver) = row.owner_id else { return Ok(false) };
    match ensure_giver_in_reach(connection, caller, giver).await {
        Ok(()) => Ok(true),
        Err(Error::Forbidden | Error::InvalidRelated { .. }) => Ok(false),
        Err(error) => Err(error),
    }
}

fn features_of(kind: GuestKeyKind) -> &'static [&'static str] {
    if kind == GuestKeyKind::LicensePlate { &[GUESTS, PLATES] } else { &[GUESTS] }
}

/// Whether the licence of the project covers keys of this kind.
pub(super) async fn is_licensed(connection: &mut PgConnection, project_id: i64, kind: GuestKeyKind) -> Result<bool> {
    license::is_in_use(connection, project_id, features_of(kind)).await
}

async fn view(app: &App, connection: &mut PgConnection, caller: &Caller, mut row: GuestKeyRow) -> Result<GuestKeyView> {
    let groups = row.domain_id.iter().chain(&row.owner_groups).copied().collect();
    if let Some(groups) = visible_groups(connection, caller, groups).await? {
        row.show_group(&groups);
    }
    let is_licensed = is_licensed(connection, caller.project_id, row.kind()).await?;
    let link = match row.is_of(caller.user_id) && is_giver_in_reach(connection, caller, &row).await? {
        true => app.context.sealer.open_for(LINK_PURPOSE, &row.link_sealed).map(|key| page_address(app, &key)).map_err(Error::internal)?,
        false => String::new(),
    };
    Ok(GuestKeyView { state: row.state(is_licensed, app.context.clock.now()), row, link })
}

fn page_address(app: &App, key: &str) -> String {
    format!("{}/guest-access/{key}", app.context.settings.public_url.trim_end_matches('/'))
}

/// The rules that a key is given must be the giver's to hand on.
async fn ensure_givable(connection: &mut PgConnection, project_id: i64, giver: i64, rules: &[i64]) -> Result<()> {
    let givable = store::givable(connection, project_id, giver, rules).await?;
    kit::related::complete("access rule", rules, &givable)
}

/// What follows every change of a key besides new versions of lists: the event and the audit record.
async fn publish_and_record(
    app: &App,
    connection: &mut PgConnection,
    caller: &Caller,
    action: Action,
    before: Option<&GuestKeyRow>,
    after: &GuestKeyRow,
) -> Result<()> {
    publish::guest_key_changed(connection, caller.project_id, after).await?;
    let change = match before {
        None => "created",
        Some(before) if before.revoked_at.is_none() && after.revoked_at.is_some() => "revoked",
        Some(_) => "updated",
    };
    publish::guest_key_announced(connection, caller.project_id, after, change, app.context.clock.now()).await?;
    let audit_view = |row: &GuestKeyRow| row.draft().audit_view(row.revoked_at.is_some());
    let before = before.map_or(Value::Null, audit_view);
    let change = audit::Change::new(action, Resource::GuestKey, after.id, &after.name, before, audit_view(after));
    audit::record(connection, &app.context.clock, caller, change).await
}
