//! The page of one recipient, who needs no login: the token is the right.
use std::time::Duration;

use kit::rate_limit::{self, Limit, Permit};
use kit::{Error, Result};
use time::OffsetDateTime;

use crate::app::App;
use crate::domain::announce::AnnounceType;
use crate::domain::announce_token::AnnounceToken;
use crate::domain::mail::locale::Locale;
use crate::domain::poll::PollAnswer;
use crate::operation::announce::{changed_pushes, sender_name};
use crate::push;
use crate::store::announce::{self as store, AnnounceRow};
use crate::store::announce_answer;
use crate::store::announce_recipient::{self, PageRecipientRow};

const MINUTE: Duration = Duration::from_secs(60);
/// Of an address, in a minute: against guessing, not against a house behind one router.
const MAX_UNKNOWN_TOKENS: u64 = 20;
const MAX_CALLS_OF_ADDRESS: u64 = 600;
/// Answers by one token, in a minute.
const MAX_ANSWERS: u64 = 20;

/// What the page shows.
#[derive(Debug)]
pub struct AnnouncePageView {
    pub row: AnnounceRow,
    pub sender: String,
    pub answers: Vec<PollAnswer>,
    pub answered_at: Option<OffsetDateTime>,
    pub is_open: bool,
    pub locale: Locale,
}

/// Marks nothing: a mail scanner follows links too.
pub async fn view(app: &App, ip: &str, token: &str) -> Result<AnnouncePageView> {
    let (recipient, _) = find(app, ip, token).await?;
    view_of(app, recipient).await
}

pub async fn read(app: &App, ip: &str, token: &str) -> Result<AnnouncePageView> {
    let (recipient, hash) = find(app, ip, token).await?;
    let now = app.context.clock.now();
    let mut tx = app.context.database.tenant(recipient.project_id).await?;
    // The announce is locked first everywhere.
    let announce = store::find_of_recipient_for_share(&mut tx, recipient.project_id, recipient.announce_id).await?;
    let locked = announce_recipient::lock_by_token(&mut tx, &hash).await?;
    announce_recipient::set_read(&mut tx, &locked, now).await?;
    let pushes = if locked.state < 4 { changed_pushes(&mut tx, &announce).await? } else { Vec::new() };
    tx.commit().await?;
    push::push_all(&app.context, pushes).await;
    view_of(app, recipient).await
}

/// Replaces what the recipient answered before; however many send answers by one token at once, one vote counts.
pub async fn answer(app: &App, ip: &str, token: &str, answers: &[PollAnswer]) -> Result<AnnouncePageView> {
    let (recipient, hash) = find(app, ip, token).await?;
    let _counted = acquire(app, rate_limit::counter(&app.context, "announce-answer", &recipient.id.to_string()), MAX_ANSWERS).await?;
    let now = app.context.clock.now();
    let mut tx = app.context.database.tenant(recipient.project_id).await?;
    // First the announce, as a stop does: whatever comes after a stop is refused.
    let announce = store::find_of_recipient_for_share(&mut tx, recipient.project_id, recipient.announce_id).await?;
    let locked = announce_recipient::lock_by_token(&mut tx, &hash).await?;
    if !is_open(&announce, now) {
        return Err(Error::conflict("can't perform action"));
    }
    announce.type_info.validate_answers(answers)?;
    announce_answer::replace(&mut tx, &locked, answers).await?;
    announce_recipient::set_answered(&mut tx, &locked, (!answers.is_empty()).then_some(now), now).await?;
    let pushes = changed_pushes(&mut tx, &announce).await?;
    tx.commit().await?;
    push::push_all(&app.context, pushes).await;
    view(app, ip, token).await
}

/// While it is being sent nothing is due, and its end holds all the same.
fn is_open(row: &AnnounceRow, now: OffsetDateTime) -> bool {
    row.kind() == AnnounceType::Poll && row.status().is_running() && row.due_at.or(row.ends_at).is_none_or(|ends_at| ends_at > now)
}

async fn view_of(app: &App, recipient: PageRecipientRow) -> Result<AnnouncePageView> {
    let mut reader = app.context.database.read(recipient.project_id).await?;
    let row = store::find_of_recipient(&mut reader, recipient.project_id, recipient.announce_id).await?;
    let answers = announce_answer::of_recipient(&mut reader, recipient.project_id, recipient.id).await?;
    let sender = sender_name(app, &mut reader, &row).await?;
    let is_open = is_open(&row, app.context.clock.now());
    Ok(AnnouncePageView { sender, answers, answered_at: recipient.answered_at, is_open, locale: Locale::nearest(&recipient.locale), row })
}

/// Unknown and malformed tokens are answered alike, after the same statement.
async fn find(app: &App, ip: &str, token: &str) -> Result<(PageRecipientRow, Vec<u8>)> {
    let _counted = acquire(app, rate_limit::counter_of_address(&app.context, "announce-page", ip), MAX_CALLS_OF_ADDRESS).await?;
    let hash = AnnounceToken::parse(token).map_or_else(|| vec![0; 32], |token| token.hash());
    let mut tx = app.context.database.system().await?;
    let found = announce_recipient::find_by_token(&mut tx, &hash).await?;
    tx.rollback().await?;
    if let Some(recipient) = found {
        return Ok((recipient, hash));
    }
    // Only guesses are counted: a house behind one router opens its pages at once.
    let _counted = acquire(app, rate_limit::counter_of_address(&app.context, "announce-unknown", ip), MAX_UNKNOWN_TOKENS).await?;
    Err(Error::NotFound)
}

async fn acquire(app: &App, counter: String, most: u64) -> Result<Permit> {
    rate_limit::acquire(&app.context, vec![Limit { counter, most, window: MINUTE }]).await
}
