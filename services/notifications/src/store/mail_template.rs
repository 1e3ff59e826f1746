//! The table of mail templates.
use kit::error::violated;
use kit::listing::{Kind, Permitted, column, sortable};
use kit::{Error, ListQuery, Listing, Page, Result};
use policy::{ActionKind, Authorized, action, resource};
use serde_json::Value;
use sqlx::{PgConnection, QueryBuilder};
use time::OffsetDateTime;

use crate::domain::mail::locale::Locale;
use crate::domain::mail::mail_type::MailText;
use crate::domain::mail_template::MailTemplateDraft;

pub type Right<A> = Authorized<resource::MailTemplate, A>;

const COLUMNS: &str = "t.id, t.mail_type_id, t.domain_id, n.name AS domain_name, t.locale, t.subject, t.body, t.created_by, t.created_by_name,
    t.created_at, t.updated_at";
const FROM: &str = "mail_templates t LEFT JOIN group_nodes n ON n.project_id = t.project_id AND n.id = t.domain_id";

pub static LISTING: Listing = Listing {
    resource: "mail-templates",
    select: COLUMNS,
    from: FROM,
    project: "t.project_id",
    key: "t.id",
    columns: &[
        sortable("id", "t.id", Kind::Int),
        sortable("mail_type_id", "t.mail_type_id", Kind::Text),
        column("domain_id", "t.domain_id", Kind::Int),
        sortable("locale", "t.locale", Kind::Text),
        sortable("subject", "t.subject", Kind::Text),
        sortable("updated_at", "t.updated_at", Kind::Time),
    ],
    default_sort: "mail_type_id",
    search: &["t.subject"],
    groups: "t.domain_id IN ({})",
    own: "t.created_by = {}",
    filter: "",
    whole: "",
};

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct MailTemplateRow {
    pub id: i64,
    pub mail_type_id: String,
    pub domain_id: Option<i64>,
    pub domain_name: Option<String>,
    pub locale: String,
    pub subject: String,
    pub body: String,
    pub created_by: i64,
    pub created_by_name: String,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
}

impl MailTemplateRow {
    pub fn draft(&self) -> MailTemplateDraft {
        MailTemplateDraft {
            subject: self.subject.clone(),
            body: self.body.clone(),
            mail_type_id: self.mail_type_id.clone(),
            group_id: self.domain_id,
            locale: self.locale.clone(),
        }
    }
}

pub async fn list(connection: &mut PgConnection, right: &Right<action::View>, query: &ListQuery) -> Result<Page<MailTemplateRow>> {
    LISTING.page(connection, right.project_id(), right.scope(), query).await
}

pub async fn find<A: ActionKind>(connection: &mut PgConnection, right: &Right<A>, id: i64) -> Result<MailTemplateRow> {
    let mut sql = QueryBuilder::new(format!("SELECT {COLUMNS} FROM {FROM} WHERE t.project_id = "));
    sql.push_bind(right.project_id()).push(" AND t.id = ").push_bind(id);
    LISTING.push_scope(&mut sql, right.scope());
    sql.build_query_as().fetch_optional(connection).await?.ok_or(Error::NotFound)
}

pub async fn insert(connection: &mut PgConnection, right: &Right<action::Create>, draft: &MailTemplateDraft, now: OffsetDateTime) -> Result<i64> {
    sqlx::query_scalar(
        "INSERT INTO mail_templates (project_id, mail_type_id, domain_id, locale, subject, body, created_by, created_by_name, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) RETURNING id",
    )
    .bind(right.project_id())
    .bind(&draft.mail_type_id)
    .bind(draft.group_id)
    .bind(&draft.locale)
    .bind(&draft.subject)
    .bind(&draft.body)
    .bind(right.caller().user_id)
    .bind(&right.caller().user_name)
    .bind(now)
    .fetch_one(connection)
    .await
    .map_err(conflict)
}

pub async fn find_for_update<A: ActionKind>(connection: &mut PgConnection, right: &Right<A>, id: i64) -> Result<Permitted<MailTemplateRow, A>> {
    LISTING.find_for_update(connection, right, id).await
}

pub async fn update(
    connection: &mut PgConnection,
    template: &Permitted<MailTemplateRow, action::Edit>,
    draft: &MailTemplateDraft,
    now: OffsetDateTime,
) -> Result<()> {
    sqlx::query(
        "UPDATE mail_templates SET mail_type_id = $3, domain_id = $4, locale = $5, subject = $6, body = $7, updated_at = $8
         WHERE project_id = $1 AND id = $2",
    )
    .bind(template.project_id())
    .bind(template.id)
    .bind(&draft.mail_type_id)
    .bind(draft.group_id)
    .bind(&draft.locale)
    .bind(&draft.subject)
    .bind(&draft.body)
    .bind(now)
    .execute(connection)
    .await
    .map_err(conflict)?;
    Ok(())
}

pub async fn delete(connection: &mut PgConnection, template: &Permitted<MailTemplateRow, action::Delete>) -> Result<()> {
    sqlx::query("DELETE FROM mail_templates WHERE project_id = $1 AND id = $2")
        .bind(template.project_id())
        .bind(template.id)
        .execute(connection)
        .await?;
    Ok(())
}

/// For a group that was deleted. Returns the ids and contents of the deleted templates.
pub(crate) async fn delete_of_group(connection: &mut PgConnection, project_id: i64, group_id: i64) -> Result<Vec<(i64, MailTemplateDraft)>> {
    let rows: Vec<(i64, String, String, String, String)> =
        sqlx::query_as("DELETE FROM mail_templates WHERE project_id = $1 AND domain_id = $2 RETURNING id, mail_type_id, locale, subject, body")
            .bind(project_id)
            .bind(group_id)
            .fetch_all(connection)
            .await?;
    let draft = |(id, mail_type_id, locale, subject, body)| (id, MailTemplateDraft { mail_type_id, locale, subject, body, group_id: Some(group_id) });
    Ok(rows.into_iter().map(draft).collect())
}

/// The text of the group's template of a type, otherwise of the nearest group above, otherwise of the project. Among
/// templates of one group the receiver's language is preferred.
pub async fn find_nearest_text(
    connection: &mut PgConnection,
    project_id: i64,
    mail_type_id: &str,
    group_id: Option<i64>,
    locale: Locale,
) -> Result<Option<(Locale, MailText)>> {
    let row: Option<(String, String, String)> = sqlx::query_as(
        "SELECT t.locale, t.subject, t.body FROM mail_templates t
         LEFT JOIN group_closure c ON c.project_id = $1 AND c.ancestor_id = t.domain_id AND c.descendant_id = $3
         WHERE t.project_id = $1 AND t.mail_type_id = $2 AND (t.domain_id IS NULL OR c.depth IS NOT NULL)
         ORDER BY c.depth NULLS LAST, (t.locale = $4) DESC LIMIT 1",
    )
    .bind(project_id)
    .bind(mail_type_id)
    .bind(group_id)
    .bind(locale.code())
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|(locale, subject, body)| (Locale::nearest(&locale), MailText { subject, body })))
}

fn conflict(error: sqlx::Error) -> Error {
    match violated(&error) {
        Some("mail_templates_once") => {
            Error::Conflict { code: "template_of_this_type_exists", message: "template of this type exists".into(), data: Value::Null }
        }
        _ => error.into(),
    }
}
