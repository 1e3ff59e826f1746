//! Webhooks: servers of others to which events are sent.
mod create;
mod delete;
mod read;
mod rotate_secret;
mod test;
mod update;

use kit::entity_fields::audit_view;
use kit::projection_lag::{self, ForeignEntity};
use kit::{Error, Result, audit, related};
use policy::{Action, Caller, Resource};
use serde_json::Value;
use sqlx::PgConnection;
use time::OffsetDateTime;

pub use create::create;
pub use delete::delete;
pub use read::{find, list};
pub use rotate_secret::rotate_secret;
pub use test::{TestOutcome, test};
pub use update::update;

use crate::app::App;
use crate::domain::webhook::{WebhookDraft, parse_url};
use crate::domain::webhook_reach::may_view_somewhere;
use crate::store::webhook::{SECRET, WebhookRow};
use crate::webhook_http::{self, SendError};

/// The address must be one that the platform may call. Before the transaction: names are looked up.
async fn check_address(app: &App, url: &str) -> Result<()> {
    let Some(url) = parse_url(url.trim()) else { return Err(Error::field("url", "valid url or ip")) };
    webhook_http::check(&app.context.outgoing, &url).await.map_err(|error| match (error, url.scheme()) {
        (SendError::Refused, "https") => Error::field("url", "the address is in a private network"),
        // Without TLS anybody on the way reads the events: http is for networks that the operator allows.
        (_, "http") => Error::field("url", "https is required"),
        _ => Error::field("url", "valid url or ip"),
    })
}

/// The group may be so new that its event has not come yet. Before the transaction.
async fn wait_until_projected(app: &App, caller: &Caller, group_id: Option<i64>) -> Result<()> {
    let groups: Vec<i64> = group_id.into_iter().collect();
    projection_lag::wait_until_projected(&app.context, caller, ForeignEntity::Group, projection_lag::GROUPS, &groups).await
}

/// Whoever vouches for a webhook sees its group, and may view its events.
async fn ensure_may_vouch(connection: &mut PgConnection, caller: &Caller, draft: &WebhookDraft) -> Result<()> {
    let groups: Vec<i64> = draft.group_id.into_iter().collect();
    related::ensure_groups_visible(connection, caller, &groups).await?;
    match may_view_events(caller, draft) {
        true => Ok(()),
        false => Err(Error::field("events", "action prohibited")),
    }
}

fn may_view_events(caller: &Caller, draft: &WebhookDraft) -> bool {
    draft.events.iter().filter_map(|name| event_catalogue::find(name)).all(|event| may_view_somewhere(caller, event))
}

/// The secrets by which messages are signed: the present one first. Empty where none can be opened.
pub fn open_secrets(app: &App, secret: &[u8], previous: Option<&[u8]>, previous_until: Option<OffsetDateTime>, now: OffsetDateTime) -> Vec<String> {
    let previous = previous.filter(|_| previous_until.is_some_and(|until| until > now));
    let sealed = std::iter::once(secret).chain(previous);
    sealed.filter_map(|sealed| app.context.sealer.open_for(SECRET, sealed).ok()).collect()
}

/// Secrets are never recorded.
async fn record(
    app: &App,
    connection: &mut PgConnection,
    caller: &Caller,
    action: Action,
    before: Option<&WebhookRow>,
    after: Option<&WebhookRow>,
) -> Result<()> {
    let Some(row) = after.or(before) else { return Ok(()) };
    let view = |row: Option<&WebhookRow>| row.map_or(Value::Null, |row| audit_view(&row.draft()));
    let change = audit::Change::new(action, Resource::Webhook, row.id, &row.name, view(before), view(after));
    audit::record(connection, &app.context.clock, caller, change).await
}
