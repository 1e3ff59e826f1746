use kit::{Error, ListQuery, Page, Result};
use policy::{Authorized, action, resource};
use sqlx::PgConnection;

use crate::app::App;
use crate::domain::poll::PollAnswer;
use crate::store::announce::{self as store, AnnounceRow};
use crate::store::announce_answer::{self, QuestionCount, ResponseRow};
use crate::store::announce_recipient::{self, RecipientRow, TurnoutRow};

type ResponseRight = Authorized<resource::AnnounceResponse, action::View>;

/// An announce that lies in the caller's reach as a whole. Who has only received it does not see who else has.
pub async fn find_managed(connection: &mut PgConnection, right: &ResponseRight, id: i64) -> Result<AnnounceRow> {
    let scope = right.caller().scope(policy::Resource::Announce, policy::Action::View);
    let row = store::find(connection, right.caller(), &scope, id).await?;
    let managed = store::managed(connection, right.project_id(), right.scope(), &[id]).await?;
    if managed.contains(&(id, true)) { Ok(row) } else { Err(Error::Forbidden) }
}

pub async fn results(app: &App, right: &ResponseRight, id: i64) -> Result<(AnnounceRow, TurnoutRow, Vec<QuestionCount>)> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let row = find_managed(&mut reader, right, id).await?;
    let turnout = announce_recipient::turnouts(&mut reader, right.project_id(), &[id]).await?.first().copied().unwrap_or_default();
    let counts = announce_answer::count(&mut reader, &row).await?;
    Ok((row, turnout, counts))
}

pub async fn recipients(app: &App, right: &ResponseRight, id: i64, query: &ListQuery) -> Result<Page<RecipientRow>> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let row = find_managed(&mut reader, right, id).await?;
    announce_recipient::list(&mut reader, right, &row, query).await
}

pub async fn responses(app: &App, right: &ResponseRight, query: &ListQuery) -> Result<Page<(ResponseRow, Vec<PollAnswer>)>> {
    announce_answer::list(&mut *app.context.database.read(right.project_id()).await?, right, query).await
}
