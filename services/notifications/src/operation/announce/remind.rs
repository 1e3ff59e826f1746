use kit::realtime::Push;
use kit::{Error, Result};
use policy::{Action, Authorized, action, resource};
use serde_json::Value;
use time::Duration;

use super::send::{BATCH, deliver_by_mail, deliver_in_app};
use super::{changed_pushes, ensure_reached_by_author, record};
use crate::app::App;
use crate::domain::announce::{AnnounceStatus, SendVia};
use crate::domain::announce_token::AnnounceToken;
use crate::store::announce::{self as store, LockedAnnounce};
use crate::store::announce_recipient::{self, AddresseeRow};

/// Between two reminders of an announce.
const REMIND_INTERVAL: Duration = Duration::hours(1);

/// Begins to send an active announce again to those who have not read it, or of a poll have not answered. How many.
pub async fn remind(app: &App, right: &Authorized<resource::AnnounceRun, action::Edit>, id: i64) -> Result<i64> {
    super::advance_project(app, right.project_id()).await?;
    let now = app.context.clock.now();
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let found = store::find_for_update(&mut tx, right, id).await?;
    if found.status() != AnnounceStatus::Active {
        return Err(Error::Conflict { code: "conflict", message: "can't perform action".into(), data: Value::Null });
    }
    ensure_reached_by_author(&mut tx, right.scope(), right.caller(), &found).await?;
    if let Some(wait) = found.reminded_at.map(|at| at + REMIND_INTERVAL - now).filter(|wait| wait.is_positive()) {
        return Err(Error::TooManyRequests { retry_after_seconds: wait.whole_seconds().unsigned_abs().max(1) });
    }
    let count = announce_recipient::count_unanswered(&mut tx, &found).await?;
    let row = found.row().clone();
    record(app, &mut tx, right.caller(), Action::Edit, None, Some(&row)).await?;
    if count > 0 {
        store::set_remind_cursor(&mut tx, &LockedAnnounce::of_permitted(found), Some(0), now).await?;
    }
    tx.commit().await?;
    Ok(count)
}

/// The next thousand, as `send` does it: in one transaction with the cursor.
pub async fn remind_batch(app: &App, tx: &mut kit::Tx, locked: &LockedAnnounce) -> Result<Vec<Push>> {
    let now = app.context.clock.now();
    let reminded_at = locked.reminded_at.unwrap_or(now);
    let reminded = announce_recipient::next_unanswered(tx, locked, &app.context.sealer, BATCH as i64).await?;
    let ids: Vec<i64> = reminded.iter().map(|recipient| recipient.id).collect();
    let addressed: Vec<(AddresseeRow, AnnounceToken)> = reminded.into_iter().map(|recipient| (recipient.addressee, recipient.token)).collect();
    let mails = deliver_by_mail(app, tx, locked, &addressed, true).await?;
    let in_app = addressed.iter().zip(&mails).filter(|(_, mail)| mail.is_none() || locked.send_via() == SendVia::Both).map(|(one, _)| one);
    let mut pushes = deliver_in_app(app, tx, locked, in_app).await?;
    announce_recipient::set_reminded(tx, locked, &ids, &mails, now).await?;
    let next = if ids.len() < BATCH { None } else { ids.last().copied() };
    store::set_remind_cursor(tx, locked, next, reminded_at).await?;
    pushes.extend(changed_pushes(tx, locked).await?);
    Ok(pushes)
}
