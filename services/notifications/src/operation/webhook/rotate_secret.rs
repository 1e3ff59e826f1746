use kit::{Error, Result, audit};
use policy::{Action, Resource, action};
use serde_json::json;
use time::OffsetDateTime;

use super::may_view_events;
use crate::app::App;
use crate::domain::webhook_signature::{PREVIOUS_SECRET_TTL, new_secret};
use crate::store::webhook::{self as store, Right, SECRET};

/// A secret that nobody is shown again.
pub struct RotatedSecret {
    pub secret: String,
    /// Until then messages have the signature of the one before, too.
    pub previous_until: OffsetDateTime,
}

/// Of three secrets only the last two sign. The secret vouches for messages, so it is shown to who may view what they say.
pub async fn rotate_secret(app: &App, right: &Right<action::Edit>, id: i64) -> Result<RotatedSecret> {
    let now = app.context.clock.now();
    let (secret, previous_until) = (new_secret(), now + PREVIOUS_SECRET_TTL);
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let row = store::find_for_update(&mut tx, right, id).await?;
    if !may_view_events(right.caller(), &row.draft()) {
        return Err(Error::Forbidden);
    }
    store::update_secret(&mut tx, &row, &app.context.sealer.seal_for(SECRET, &secret), previous_until, now).await?;
    let change = audit::Change::new(Action::Edit, Resource::Webhook, row.id, &row.name, json!({ "secret": "set" }), json!({ "secret": "changed" }));
    audit::record(&mut tx, &app.context.clock, right.caller(), change).await?;
    tx.commit().await?;
    Ok(RotatedSecret { secret, previous_until })
}
