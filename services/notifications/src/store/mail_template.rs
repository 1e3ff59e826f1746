//! The table of mail templates.
use kit::clock::to_proto;
use kit::error::violated;
use kit::listing::{Kind, column, sortable};
use kit::{Error, ListQuery, Listing, Page, Result};
use policy::{ActionKind, Authorized, action, resource};
use proto::vestibule::common::v1::Ref;
use proto::vestibule::notifications::v1::MailTemplate;
use serde_json::Value;
use sqlx::{PgConnection, QueryBuilder};
use time::OffsetDateTime;

use crate::domain::mail::kind::Text;
use crate::domain::mail::locale::Locale;
use crate::domain::mail::template::Draft;

pub type Proof<A> = Authorized<resource::MailTemplate, A>;

const COLUMNS: &str = "t.id, t.mail_type_id, t.domain_id, n.name AS domain_name, t.locale, t.subject, t.body, t.created_by, t.created_by_name,
    t.created_at, t.updated_at";
const FROM: &str = "mail_templates t LEFT JOIN group_nodes n ON n.project_id = t.project_id AND n.id = t.domain_id";

pub static MAIL_TEMPLATES: Listing = Listing {
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
};

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Row {
    pub id: i64,
    mail_type_id: String,
    pub domain_id: Option<i64>,
    domain_name: Option<String>,
    locale: String,
    subject: String,
    body: String,
    created_by: i64,
    created_by_name: String,
    created_at: OffsetDateTime,
    updated_at: OffsetDateTime,
}

impl Row {
    pub fn into_api(self) -> MailTemplate {
        MailTemplate {
            id: self.id,
            subject: self.subject,
            body: self.body,
            mail_type_id: self.mail_type_id,
            domain: self.domain_id.map(|id| Ref { id, name: self.domain_name.unwrap_or_default() }),
            locale: self.locale,
            created_at: Some(to_proto(self.created_at)),
            updated_at: Some(to_proto(self.updated_at)),
            created_by_user: Some(Ref { id: self.created_by, name: self.created_by_name }),
        }
    }

    pub fn draft(&self) -> Draft {
        Draft {
            subject: self.subject.clone(),
            body: self.body.clone(),
            mail_type_id: self.mail_type_id.clone(),
            domain_id: self.domain_id,
            locale: self.locale.clone(),
        }
    }
}

pub async fn page(connection: &mut PgConnection, proof: &Proof<action::View>, query: &ListQuery) -> Result<Page<Row>> {
    MAIL_TEMPLATES.page(connection, proof.project_id(), proof.scope(), query).await
}

pub async fn find<A: ActionKind>(connection: &mut PgConnection, proof: &Proof<A>, id: i64, lock: bool) -> Result<Row> {
    let mut sql = QueryBuilder::new(format!("SELECT {COLUMNS} FROM {FROM} WHERE t.project_id = "));
    sql.push_bind(proof.project_id()).push(" AND t.id = ").push_bind(id);
    MAIL_TEMPLATES.push_scope(&mut sql, proof.scope());
    sql.push(if lock { " FOR UPDATE OF t" } else { "" });
    sql.build_query_as().fetch_optional(connection).await?.ok_or(Error::NotFound)
}

pub async fn insert(connection: &mut PgConnection, proof: &Proof<action::Create>, draft: &Draft, now: OffsetDateTime) -> Result<i64> {
    sqlx::query_scalar(
        "INSERT INTO mail_templates (project_id, mail_type_id, domain_id, locale, subject, body, created_by, created_by_name, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) RETURNING id",
    )
    .bind(proof.project_id())
    .bind(&draft.mail_type_id)
    .bind(draft.domain_id)
    .bind(&draft.locale)
    .bind(&draft.subject)
    .bind(&draft.body)
    .bind(proof.caller().user_id)
    .bind(&proof.caller().user_name)
    .bind(now)
    .fetch_one(connection)
    .await
    .map_err(refused)
}

pub async fn update(connection: &mut PgConnection, proof: &Proof<action::Edit>, id: i64, draft: &Draft, now: OffsetDateTime) -> Result<()> {
    sqlx::query(
        "UPDATE mail_templates SET mail_type_id = $3, domain_id = $4, locale = $5, subject = $6, body = $7, updated_at = $8
         WHERE project_id = $1 AND id = $2",
    )
    .bind(proof.project_id())
    .bind(id)
    .bind(&draft.mail_type_id)
    .bind(draft.domain_id)
    .bind(&draft.locale)
    .bind(&draft.subject)
    .bind(&draft.body)
    .bind(now)
    .execute(connection)
    .await
    .map_err(refused)?;
    Ok(())
}

pub async fn delete(connection: &mut PgConnection, proof: &Proof<action::Delete>, id: i64) -> Result<()> {
    sqlx::query("DELETE FROM mail_templates WHERE project_id = $1 AND id = $2").bind(proof.project_id()).bind(id).execute(connection).await?;
    Ok(())
}

/// A group's templates go with it. Answers their ids and what they were.
pub async fn forget_group(connection: &mut PgConnection, project_id: i64, group_id: i64) -> Result<Vec<(i64, Draft)>> {
    let rows: Vec<(i64, String, String, String, String)> =
        sqlx::query_as("DELETE FROM mail_templates WHERE project_id = $1 AND domain_id = $2 RETURNING id, mail_type_id, locale, subject, body")
            .bind(project_id)
            .bind(group_id)
            .fetch_all(connection)
            .await?;
    let draft = |(id, mail_type_id, locale, subject, body)| (id, Draft { mail_type_id, locale, subject, body, domain_id: Some(group_id) });
    Ok(rows.into_iter().map(draft).collect())
}

/// The group's template of a type, else that of the nearest group above that has one, else the project's. Of those of
/// one place the one in the receiver's language, or else the other.
pub async fn nearest(
    connection: &mut PgConnection,
    project_id: i64,
    kind: &str,
    group_id: Option<i64>,
    locale: Locale,
) -> Result<Option<(Locale, Text)>> {
    let row: Option<(String, String, String)> = sqlx::query_as(
        "SELECT t.locale, t.subject, t.body FROM mail_templates t
         LEFT JOIN group_closure c ON c.project_id = $1 AND c.ancestor_id = t.domain_id AND c.descendant_id = $3
         WHERE t.project_id = $1 AND t.mail_type_id = $2 AND (t.domain_id IS NULL OR c.depth IS NOT NULL)
         ORDER BY c.depth NULLS LAST, (t.locale = $4) DESC LIMIT 1",
    )
    .bind(project_id)
    .bind(kind)
    .bind(group_id)
    .bind(locale.code())
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|(locale, subject, body)| (Locale::nearest(&locale), Text { subject, body })))
}

fn refused(error: sqlx::Error) -> Error {
    match violated(&error) {
        Some("mail_templates_once") => {
            Error::Conflict { code: "template_of_this_type_exists", message: "template of this type exists".into(), data: Value::Null }
        }
        _ => error.into(),
    }
}
