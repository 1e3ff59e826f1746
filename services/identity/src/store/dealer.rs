//! Dealers and their projects. Only for transactions of the platform.
use kit::listing::{Kind, column, sortable};
use kit::{Error, ListQuery, Listing, Page, Result};
use policy::Scope;
use sqlx::{PgConnection, QueryBuilder};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::domain::project::ProjectDraft;

/// The projects of one dealer, which stands where other lists have the project.
pub static LISTING: Listing = Listing {
    resource: "projects",
    select: "p.id, p.uid, p.name, p.description, p.suspended, p.time_zone, p.locale, p.created_at,
        (SELECT count(*) FROM users u WHERE u.project_id = p.id AND NOT (u.is_support OR u.is_service)) AS users,
        (SELECT count(*) FROM group_nodes g WHERE g.project_id = p.id AND NOT g.deleted) AS domains",
    from: "projects p",
    project: "p.dealer_id",
    key: "p.id",
    columns: &[
        column("id", "p.id", Kind::Int),
        sortable("name", "p.name", Kind::Text),
        column("description", "p.description", Kind::Text),
        column("is_suspended", "p.suspended", Kind::Bool),
        column("time_zone", "p.time_zone", Kind::Text),
        column("locale", "p.locale", Kind::Text),
        sortable("created_at", "p.created_at", Kind::Time),
    ],
    default_sort: "name",
    search: &["p.name", "p.description"],
    groups: "",
    own: "",
    filter: "",
    whole: "",
};

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ProjectRow {
    pub id: i64,
    pub uid: Uuid,
    pub name: String,
    pub description: String,
    pub suspended: bool,
    pub time_zone: String,
    pub locale: String,
    pub created_at: OffsetDateTime,
    pub users: i64,
    pub domains: i64,
}

impl ProjectRow {
    pub fn draft(&self) -> ProjectDraft {
        ProjectDraft {
            name: self.name.clone(),
            description: self.description.clone(),
            is_suspended: self.suspended,
            time_zone: self.time_zone.clone(),
            locale: self.locale.clone(),
        }
    }
}

pub async fn page(connection: &mut PgConnection, dealer_id: i64, query: &ListQuery) -> Result<Page<ProjectRow>> {
    LISTING.page(connection, dealer_id, &Scope::everything(), query).await
}

/// `NotFound` for a project of another dealer.
pub async fn find(connection: &mut PgConnection, dealer_id: i64, id: i64) -> Result<ProjectRow> {
    get(connection, dealer_id, id, "").await
}

/// As `find`, and nobody else changes it until the transaction ends.
pub async fn lock(connection: &mut PgConnection, dealer_id: i64, id: i64) -> Result<ProjectRow> {
    get(connection, dealer_id, id, " FOR NO KEY UPDATE OF p").await
}

async fn get(connection: &mut PgConnection, dealer_id: i64, id: i64, locking: &'static str) -> Result<ProjectRow> {
    let mut sql = QueryBuilder::new("SELECT ");
    sql.push(LISTING.select).push(" FROM ").push(LISTING.from).push(" WHERE p.dealer_id = ").push_bind(dealer_id);
    sql.push(" AND p.id = ").push_bind(id).push(locking);
    sql.build_query_as().fetch_optional(connection).await?.ok_or(Error::NotFound)
}

/// The account's dealer. The first account of an installation becomes one, named after its first project.
pub async fn ensure(connection: &mut PgConnection, account_id: i64, name: &str, now: OffsetDateTime) -> Result<i64> {
    let found: Option<i64> = sqlx::query_scalar(
        "SELECT dealer_id FROM dealer_accounts WHERE account_id = $1
         UNION ALL (SELECT id FROM dealers ORDER BY id LIMIT 1) LIMIT 1",
    )
    .bind(account_id)
    .fetch_optional(&mut *connection)
    .await?;
    if let Some(id) = found {
        return Ok(id);
    }
    let id: i64 = sqlx::query_scalar("INSERT INTO dealers (name, created_at) VALUES ($1, $2) RETURNING id")
        .bind(name)
        .bind(now)
        .fetch_one(&mut *connection)
        .await?;
    sqlx::query("INSERT INTO dealer_accounts (account_id, dealer_id) VALUES ($1, $2)").bind(account_id).bind(id).execute(connection).await?;
    Ok(id)
}

/// Gives a project to a dealer, unless it has one.
pub async fn give(connection: &mut PgConnection, dealer_id: i64, project_id: i64) -> Result<()> {
    sqlx::query("UPDATE projects SET dealer_id = $1 WHERE id = $2 AND dealer_id IS NULL")
        .bind(dealer_id)
        .bind(project_id)
        .execute(connection)
        .await?;
    Ok(())
}

/// Says so, in the version that other services take.
pub async fn update(connection: &mut PgConnection, id: i64, before: &ProjectDraft, draft: &ProjectDraft, now: OffsetDateTime) -> Result<()> {
    sqlx::query(
        "UPDATE projects SET name = $2, description = $3, suspended = $4, time_zone = $5, locale = $6, updated_at = $7, version = version + 1
         WHERE id = $1",
    )
    .bind(id)
    .bind(&draft.name)
    .bind(&draft.description)
    .bind(draft.is_suspended)
    .bind(&draft.time_zone)
    .bind(&draft.locale)
    .bind(now)
    .execute(&mut *connection)
    .await?;
    let is_region_new = (&before.time_zone, &before.locale) != (&draft.time_zone, &draft.locale);
    super::project::publish_changed(connection, id, is_region_new).await
}
