//! What people answered to polls.
use futures::TryStreamExt;
use futures::stream::BoxStream;
use kit::listing::{Kind, related, sortable};
use kit::{ListQuery, Listing, Page, Result};
use policy::{Authorized, action, resource};
use spreadsheet::Rows;
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;

use crate::domain::poll::{MIN_ANONYMOUS_ANSWERS, PollAnswer, PollInfo};
use crate::store::announce::{AnnounceRow, author_reaches};
use crate::store::announce_recipient::LockedRecipient;

/// Answers in people's own words that a result has.
const MAX_OWN_ANSWERS: i64 = 100;

/// Of people who received the announce by a group in reach, or by name with all of their groups in reach; of the announces that
/// one made, all, while one reaches all of their recipients. Answers to anonymous polls are on no list.
pub static LISTING: Listing = Listing {
    resource: "announces/responses",
    select: "r.id, r.announce_id, a.subject, a.type_info, r.user_id, coalesce(u.name, '') AS user_name, r.answered_at",
    from: "announce_recipients r JOIN announces a ON a.id = r.announce_id LEFT JOIN users u ON u.id = r.user_id",
    project: "r.project_id",
    key: "r.id",
    columns: &[
        sortable("id", "r.id", Kind::Int),
        sortable("answered_at", "r.answered_at", Kind::Time),
        related("announce_id", "r.announce_id = {}"),
        related("user_id", "r.user_id = {}"),
    ],
    default_sort: "-answered_at",
    search: &["coalesce(u.name, '')"],
    groups: "EXISTS (SELECT 1 FROM user_groups m JOIN group_closure c ON c.descendant_id = m.group_id
                 JOIN announce_groups ag ON ag.group_id = c.ancestor_id AND ag.announce_id = r.announce_id
                 WHERE m.user_id = r.user_id AND m.group_id IN ({})) OR \
             (SELECT bool_and(m.group_id IN ({})) FROM announce_users au JOIN user_groups m ON m.user_id = au.user_id
                 WHERE au.announce_id = r.announce_id AND au.user_id = r.user_id)",
    own: concat!(
        "r.user_id = {} OR r.announce_id IN (SELECT written.id FROM announces written WHERE written.created_by = {} AND ",
        author_reaches!("written"),
        ")"
    ),
    filter: "r.state = 5 AND NOT a.is_anonymous",
    whole: "",
};

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ResponseRow {
    pub id: i64,
    pub announce_id: i64,
    pub subject: String,
    pub type_info: Json<PollInfo>,
    pub user_id: i64,
    pub user_name: String,
    pub answered_at: OffsetDateTime,
}

#[derive(sqlx::FromRow)]
struct AnswerRow {
    recipient_id: i64,
    question: i16,
    answers: Vec<i16>,
    own_answer: String,
}

impl AnswerRow {
    fn answer(self) -> PollAnswer {
        PollAnswer { question: self.question.into(), answers: self.answers.into_iter().map(i32::from).collect(), own_answer: self.own_answer }
    }
}

pub async fn list(
    connection: &mut PgConnection,
    right: &Authorized<resource::AnnounceResponse, action::View>,
    query: &ListQuery,
) -> Result<Page<(ResponseRow, Vec<PollAnswer>)>> {
    let page: Page<ResponseRow> = LISTING.page(connection, right.project_id(), right.scope(), query).await?;
    let ids: Vec<i64> = page.items.iter().map(|row| row.id).collect();
    let mut answers = of_recipients(connection, right.project_id(), &ids).await?;
    Ok(page.map(|row| {
        let (own, others) = std::mem::take(&mut answers).into_iter().partition(|(id, _)| *id == row.id);
        answers = others;
        (row, Vec::from_iter(own).into_iter().map(|(_, answer): (i64, PollAnswer)| answer).collect())
    }))
}

async fn of_recipients(connection: &mut PgConnection, project_id: i64, ids: &[i64]) -> Result<Vec<(i64, PollAnswer)>> {
    let rows: Vec<AnswerRow> = sqlx::query_as(
        "SELECT recipient_id, question, answers, own_answer FROM announce_answers WHERE project_id = $1 AND recipient_id = ANY($2)
         ORDER BY recipient_id, question",
    )
    .bind(project_id)
    .bind(ids)
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|row| (row.recipient_id, row.answer())).collect())
}

pub async fn of_recipient(connection: &mut PgConnection, project_id: i64, recipient_id: i64) -> Result<Vec<PollAnswer>> {
    Ok(of_recipients(connection, project_id, &[recipient_id]).await?.into_iter().map(|(_, answer)| answer).collect())
}

pub async fn replace(connection: &mut PgConnection, locked: &LockedRecipient, answers: &[PollAnswer]) -> Result<()> {
    sqlx::query("DELETE FROM announce_answers WHERE recipient_id = $1").bind(locked.id).execute(&mut *connection).await?;
    for answer in answers {
        sqlx::query(
            "INSERT INTO announce_answers (recipient_id, question, project_id, announce_id, answers, own_answer) VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(locked.id)
        .bind(answer.question as i16)
        .bind(locked.project_id)
        .bind(locked.announce_id)
        .bind(answer.answers.iter().map(|place| *place as i16).collect::<Vec<_>>())
        .bind(answer.own_answer.trim())
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

/// What people answered to one question.
#[derive(Clone, Debug, Default)]
pub struct QuestionCount {
    pub answered: i64,
    /// By place of the answer.
    pub answers: Vec<(i16, i64)>,
    pub own_answers: Vec<String>,
    pub own_answer_count: i64,
    /// Too few have answered for an anonymous poll: there is nothing but how many they are.
    pub is_hidden: bool,
}

impl QuestionCount {
    fn hide_few(self) -> QuestionCount {
        match self.answered < i64::from(MIN_ANONYMOUS_ANSWERS) {
            true => QuestionCount { answered: self.answered, is_hidden: true, ..QuestionCount::default() },
            false => self,
        }
    }
}

/// By question, in three statements.
pub async fn count(connection: &mut PgConnection, announce: &AnnounceRow) -> Result<Vec<QuestionCount>> {
    let mut counts = vec![QuestionCount::default(); announce.type_info.questions.len()];
    let answered: Vec<(i16, i64, i64)> = sqlx::query_as(
        "SELECT question, count(*), count(*) FILTER (WHERE own_answer <> '') FROM announce_answers WHERE project_id = $1 AND announce_id = $2 GROUP BY question",
    )
    .bind(announce.project_id)
    .bind(announce.id)
    .fetch_all(&mut *connection)
    .await?;
    for (question, answered, own) in answered {
        if let Some(count) = counts.get_mut(question as usize) {
            (count.answered, count.own_answer_count) = (answered, own);
        }
    }
    let chosen: Vec<(i16, i16, i64)> = sqlx::query_as(
        "SELECT a.question, place, count(*) FROM announce_answers a, unnest(a.answers) place WHERE a.project_id = $1 AND a.announce_id = $2
         GROUP BY a.question, place",
    )
    .bind(announce.project_id)
    .bind(announce.id)
    .fetch_all(&mut *connection)
    .await?;
    for (question, place, chosen) in chosen {
        if let Some(count) = counts.get_mut(question as usize) {
            count.answers.push((place, chosen));
        }
    }
    let own: Vec<(i16, String)> = sqlx::query_as(
        "SELECT question, own_answer FROM (
             SELECT question, own_answer, row_number() OVER (PARTITION BY question ORDER BY own_answer, recipient_id) AS place
             FROM announce_answers WHERE project_id = $1 AND announce_id = $2 AND own_answer <> '') numbered
         WHERE place <= $3 ORDER BY question, place",
    )
    .bind(announce.project_id)
    .bind(announce.id)
    .bind(MAX_OWN_ANSWERS)
    .fetch_all(connection)
    .await?;
    for (question, answer) in own {
        if let Some(count) = counts.get_mut(question as usize) {
            count.own_answers.push(answer);
        }
    }
    Ok(if announce.is_anonymous { counts.into_iter().map(QuestionCount::hide_few).collect() } else { counts })
}

/// What people wrote themselves to a question, all of it.
pub fn own_answers<'c>(connection: &'c mut PgConnection, announce: &AnnounceRow, question: usize) -> BoxStream<'c, sqlx::Result<String>> {
    let own = sqlx::query_scalar(
        "SELECT own_answer FROM announce_answers WHERE project_id = $1 AND announce_id = $2 AND question = $3 AND own_answer <> ''
         ORDER BY own_answer, recipient_id",
    );
    own.bind(announce.project_id).bind(announce.id).bind(question as i16).fetch(connection)
}

/// A recipient as a line of the table.
#[derive(sqlx::FromRow)]
pub struct ExportRow {
    pub user_id: i64,
    pub user_name: String,
    pub state: i16,
    pub read_at: Option<OffsetDateTime>,
    pub answered_at: Option<OffsetDateTime>,
    questions: Vec<i16>,
    answers: Json<Vec<Vec<i16>>>,
    own_answers: Vec<String>,
}

impl ExportRow {
    pub fn poll_answers(&self) -> Vec<PollAnswer> {
        let parts = self.questions.iter().zip(&self.answers.0).zip(&self.own_answers);
        parts
            .map(|((question, answers), own)| PollAnswer {
                question: i32::from(*question),
                answers: answers.iter().copied().map(i32::from).collect(),
                own_answer: own.clone(),
            })
            .collect()
    }
}

/// Writes every recipient of an announce that is not anonymous, until nobody wants more.
pub async fn write_all(
    connection: &mut PgConnection,
    announce: &AnnounceRow,
    rows: &Rows,
    cells: fn(&PollInfo, ExportRow) -> Vec<String>,
) -> Result<()> {
    let mut found = sqlx::query_as::<_, ExportRow>(
        "SELECT r.user_id, coalesce(u.name, '') AS user_name, r.state, r.read_at, r.answered_at,
             ARRAY(SELECT w.question FROM announce_answers w WHERE w.recipient_id = r.id ORDER BY w.question) AS questions,
             coalesce((SELECT jsonb_agg(to_jsonb(w.answers) ORDER BY w.question) FROM announce_answers w WHERE w.recipient_id = r.id), '[]') AS answers,
             ARRAY(SELECT w.own_answer FROM announce_answers w WHERE w.recipient_id = r.id ORDER BY w.question) AS own_answers
         FROM announce_recipients r LEFT JOIN users u ON u.id = r.user_id
         WHERE r.project_id = $1 AND r.announce_id = $2 ORDER BY user_name, r.id",
    )
    .bind(announce.project_id)
    .bind(announce.id)
    .fetch(connection);
    while let Some(row) = found.try_next().await? {
        if !rows.push(cells(&announce.type_info, row)).await {
            break;
        }
    }
    Ok(())
}
