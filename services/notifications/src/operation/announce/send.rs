//! Sending: the next thousand recipients in one transaction, with their rows, mails and notifications. A process that is
//! killed leaves a batch either whole or not at all, and the next one goes on behind it: each person gets it once.
use kit::Result;
use kit::realtime::Push;
use serde_json::{Value, json};
use time::OffsetDateTime;

use super::advance::status_changed;
use super::remind::remind_batch;
use crate::app::App;
use crate::domain::announce::{AnnounceStatus, AnnounceType, SendVia, end_of_run};
use crate::domain::announce_token::AnnounceToken;
use crate::domain::mail::locale::Locale;
use crate::domain::mail::mail_type::ANNOUNCE;
use crate::operation::mail::mail_context;
use crate::push;
use crate::store::announce::{self as store, ExcludedAnnounces, LockedAnnounce, StatusChange};
use crate::store::announce_recipient::{self, AddresseeRow, NewRecipient, QUEUED, SENT};
use crate::store::mail::{self, BulkMail};
use crate::store::recipients;

/// Recipients of one transaction.
pub const BATCH: usize = 1_000;

/// What one step of the sending has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BatchOutcome {
    /// Nothing is being sent.
    Idle,
    /// A batch of an announce of this project is done; there may be more.
    Done(i64),
    /// The queue of mails is full; the announce goes on later.
    QueueFull(i64),
}

/// Sends one batch of an announce that is sending, or of which people are reminded; of none of `excluded`.
pub async fn work_batch(app: &App, excluded: &ExcludedAnnounces) -> Result<BatchOutcome> {
    let mut tx = app.context.database.system().await?;
    let Some(locked) = store::lock_working(&mut tx, excluded).await? else { return Ok(BatchOutcome::Idle) };
    if locked.send_via() != SendVia::App && !mail::has_room_for_bulk(&mut tx, locked.project_id).await? {
        return Ok(BatchOutcome::QueueFull(locked.id));
    }
    let project_id = locked.project_id;
    let pushes = if locked.status() == AnnounceStatus::Sending {
        send_batch(app, &mut tx, locked).await?
    } else {
        remind_batch(app, &mut tx, &locked).await?
    };
    tx.commit().await?;
    app.mail_queued.notify_one();
    push::push_all(&app.context, pushes).await;
    Ok(BatchOutcome::Done(project_id))
}

async fn send_batch(app: &App, tx: &mut kit::Tx, announce: LockedAnnounce) -> Result<Vec<Push>> {
    let locked = announce;
    let now = app.context.clock.now();
    let addressees = announce_recipient::next_addressees(tx, &locked, BATCH as i64).await?;
    let addressed: Vec<(AddresseeRow, AnnounceToken)> = addressees.into_iter().map(|addressee| (addressee, AnnounceToken::random())).collect();
    let mails = deliver_by_mail(app, tx, &locked, &addressed, false).await?;
    let in_app: Vec<bool> = addressed.iter().zip(&mails).map(|(_, mail)| mail.is_none() || locked.send_via() == SendVia::Both).collect();
    let new: Vec<NewRecipient> = addressed
        .iter()
        .zip(&mails)
        .map(|((addressee, token), mail)| NewRecipient {
            user_id: addressee.user_id,
            has_email: !addressee.email.is_empty(),
            state: if mail.is_some() { QUEUED } else { SENT },
            token: token.clone(),
            mail_id: *mail,
        })
        .collect();
    announce_recipient::insert_all(tx, &locked, &app.context.sealer, &new).await?;
    let mut pushes = deliver_in_app(app, tx, &locked, addressed.iter().zip(in_app).filter(|(_, is_in_app)| *is_in_app).map(|(one, _)| one)).await?;
    if let Some((last, _)) = addressed.last() {
        store::set_send_cursor(tx, &locked, last.user_id).await?;
    }
    if addressed.len() < BATCH {
        let change = StatusChange { due_at: Some(end_of_run(locked.ends_at, now)), ..StatusChange::default() };
        let active = store::set_status(tx, locked, AnnounceStatus::Active, change, now).await?;
        pushes.extend(status_changed(app, tx, &active, false).await?);
    }
    Ok(pushes)
}

/// The mail of each of them; None for who has no e-mail address, or where none is to be sent.
pub async fn deliver_by_mail(
    app: &App,
    tx: &mut kit::Tx,
    locked: &LockedAnnounce,
    addressed: &[(AddresseeRow, AnnounceToken)],
    is_reminder: bool,
) -> Result<Vec<Option<i64>>> {
    if locked.send_via() == SendVia::App {
        return Ok(vec![None; addressed.len()]);
    }
    let now = app.context.clock.now();
    let sender = sender_name(app, tx, locked).await?;
    let reached: Vec<&(AddresseeRow, AnnounceToken)> = addressed.iter().filter(|(addressee, _)| !addressee.email.is_empty()).collect();
    let mails: Vec<BulkMail<'_>> = reached
        .iter()
        .map(|(addressee, token)| {
            let value = |name: &str, text: String| (name.to_owned(), text);
            let values = [
                value("announce_id", locked.id.to_string()),
                value("link", app.config.announce_link(token)),
                value("sender", sender.clone()),
                value("reminder", if is_reminder { "1".into() } else { String::new() }),
            ];
            let locale = Locale::nearest(&addressee.locale).code();
            BulkMail { to_email: &addressee.email, to_name: &addressee.name, locale, values: values.into() }
        })
        .collect();
    let mut ids = mail::insert_of_announce(tx, locked, &app.context.sealer, ANNOUNCE, &mails, now).await?.into_iter();
    Ok(addressed.iter().map(|(addressee, _)| if addressee.email.is_empty() { None } else { ids.next() }).collect())
}

/// Notifications that lead to the page of each of them.
pub async fn deliver_in_app<'a>(
    app: &App,
    tx: &mut kit::Tx,
    locked: &LockedAnnounce,
    addressed: impl Iterator<Item = &'a (AddresseeRow, AnnounceToken)>,
) -> Result<Vec<Push>> {
    let sender = sender_name(app, tx, locked).await?;
    let data = |token: &AnnounceToken| notification_data(locked, &sender, token, locked.started_at);
    let recipients: Vec<(i64, Value)> = addressed.map(|(addressee, token)| (addressee.user_id, data(token))).collect();
    let new = recipients::insert_of_announce(tx, locked, &recipients, app.context.clock.now()).await?;
    Ok(new.iter().map(push::from_new).collect())
}

fn notification_data(locked: &LockedAnnounce, sender: &str, token: &AnnounceToken, sent_at: Option<OffsetDateTime>) -> Value {
    json!({
        "token": token.as_str(),
        "announce_id": locked.id,
        "name": locked.subject,
        "author": sender,
        "is_poll": locked.kind() == AnnounceType::Poll,
        "created_at": sent_at.map(crate::domain::notification_draft::rfc3339),
    })
}

/// Whom recipients read as the sender.
pub async fn sender_name(app: &App, connection: &mut sqlx::PgConnection, row: &store::AnnounceRow) -> Result<String> {
    if row.use_owner_info {
        let name = if row.started_by.is_some() { &row.started_by_name } else { &row.created_by_name };
        return Ok(name.clone());
    }
    let group_id = match row.group_ids[..] {
        [only] => Some(only),
        _ => None,
    };
    Ok(mail_context::sender(connection, &app.config, row.project_id, group_id).await?.name().to_owned())
}
