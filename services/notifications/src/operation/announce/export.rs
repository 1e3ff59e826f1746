use futures::TryStreamExt;
use kit::Result;
use policy::{Authorized, action, resource};
use spreadsheet::{Format, Pieces, Rows};
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::results::find_managed;
use crate::app::App;
use crate::domain::notification_draft::rfc3339;
use crate::domain::poll::{PollAnswer, PollInfo};
use crate::store::announce::AnnounceRow;
use crate::store::announce_answer::{self, ExportRow};

const STATES: [&str; 5] = ["queued", "sent", "failed", "read", "answered"];

/// A line for each recipient, with their answers; of an anonymous poll a line for each answer, with its count where
/// enough people have answered.
pub async fn export(app: &App, right: &Authorized<resource::AnnounceResponse, action::View>, id: i64, format: Format) -> Result<Pieces> {
    let row = find_managed(&mut *app.context.database.read(right.project_id()).await?, right, id).await?;
    let headings: Vec<String> = if row.is_anonymous {
        ["question", "answer", "count"].map(String::from).into()
    } else {
        let own = ["user_id", "user", "state", "read_at", "answered_at"].map(String::from);
        own.into_iter().chain(row.type_info.questions.iter().map(|question| question.text.clone())).collect()
    };
    let headings: Vec<&str> = headings.iter().map(String::as_str).collect();
    Ok(app.exports.stream_from_database(right.project_id(), format, "announce", &headings, move |tx, rows| {
        Box::pin(async move {
            if row.is_anonymous { write_counts(tx, &row, rows).await } else { announce_answer::write_all(tx, &row, rows, recipient_cells).await }
        })
    }))
}

fn recipient_cells(info: &PollInfo, recipient: ExportRow) -> Vec<String> {
    let time = |at: Option<OffsetDateTime>| at.map(rfc3339).unwrap_or_default();
    let state = STATES.get(recipient.state as usize - 1).copied().unwrap_or_default();
    let mut cells =
        vec![recipient.user_id.to_string(), recipient.user_name.clone(), state.into(), time(recipient.read_at), time(recipient.answered_at)];
    let answers = recipient.poll_answers();
    for place in 0..info.questions.len() {
        let answer = answers.iter().find(|answer| usize::try_from(answer.question) == Ok(place));
        cells.push(answer.map(|answer| answer_texts(info, answer).join("; ")).unwrap_or_default());
    }
    cells
}

/// The chosen answers, then the own one.
pub fn answer_texts(info: &PollInfo, answer: &PollAnswer) -> Vec<String> {
    let question = usize::try_from(answer.question).ok().and_then(|place| info.questions.get(place));
    let offered = question.map(|question| question.answers.as_slice()).unwrap_or_default();
    let chosen = answer.answers.iter().filter_map(|place| offered.get(usize::try_from(*place).ok()?)).cloned();
    chosen.chain((!answer.own_answer.is_empty()).then(|| answer.own_answer.clone())).collect()
}

async fn write_counts(connection: &mut PgConnection, row: &AnnounceRow, rows: &Rows) -> Result<()> {
    let counts = announce_answer::count(connection, row).await?;
    for (number, (question, count)) in row.type_info.questions.iter().zip(counts).enumerate() {
        for (place, text) in question.answers.iter().enumerate() {
            let chosen = count.answers.iter().find(|(answer, _)| *answer as usize == place).map_or(0, |(_, chosen)| *chosen);
            let chosen = if count.is_hidden { String::new() } else { chosen.to_string() };
            if !rows.push(vec![question.text.clone(), text.clone(), chosen]).await {
                return Ok(());
            }
        }
        if count.is_hidden {
            continue;
        }
        let mut own_answers = announce_answer::own_answers(connection, row, number);
        while let Some(own) = own_answers.try_next().await? {
            if !rows.push(vec![question.text.clone(), own, "1".into()]).await {
                return Ok(());
            }
        }
    }
    Ok(())
}
