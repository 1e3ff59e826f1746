use kit::{Error, Result, audit};
use policy::{Action, Resource, action};
use serde_json::{Value, json};

use crate::app::App;
use crate::store::webhook::{self, Right};
use crate::store::webhook_delivery as store;

const MAX_IDS: usize = 500;

/// Which dead letters.
pub enum Replayed {
    /// The oldest.
    All,
    These(Vec<i64>),
}

/// Puts dead letters back into the queue, with the ids that they have had. Whoever vouches for the webhook must still be allowed to view
/// them when they are sent. Returns how many there were.
pub async fn replay(app: &App, right: &Right<action::Edit>, id: i64, which: Replayed) -> Result<i64> {
    let ids = match &which {
        Replayed::All => None,
        Replayed::These(ids) if ids.is_empty() => return Err(Error::field("deliveries", "required")),
        Replayed::These(ids) if ids.len() > MAX_IDS => return Err(Error::field("deliveries", "too many items: at most 500")),
        Replayed::These(ids) => Some(ids.as_slice()),
    };
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let row = webhook::find_for_update(&mut tx, right, id).await?;
    let replayed = store::replay(&mut tx, &row, ids, app.context.clock.now()).await?;
    if replayed > 0 {
        let change = audit::Change::new(Action::Edit, Resource::Webhook, row.id, &row.name, Value::Null, json!({ "replayed": replayed }));
        audit::record(&mut tx, &app.context.clock, right.caller(), change).await?;
    }
    tx.commit().await?;
    app.webhook_queued.notify_one();
    Ok(replayed)
}
