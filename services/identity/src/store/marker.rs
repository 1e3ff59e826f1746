//! Markers.
use kit::listing::{Kind, Permitted, column, related, sortable};
use kit::{Error, ListQuery, Listing, Page, Result};
use policy::{ActionKind, Authorized, Scope, action, resource};
use sqlx::{PgConnection, QueryBuilder};
use time::OffsetDateTime;

use crate::domain::marker::MarkerDraft;

pub static LISTING: Listing = Listing {
    resource: "markers",
    select: "k.id, k.name, k.color, k.created_by, c.name AS created_by_name, k.created_at,
        (SELECT count(*) FROM (SELECT 1 FROM user_markers n WHERE n.marker_id = k.id LIMIT 1001) n) AS users_count",
    from: "markers k LEFT JOIN users c ON c.id = k.created_by",
    project: "k.project_id",
    key: "k.id",
    columns: &[
        sortable("id", "k.id", Kind::Int),
        sortable("name", "k.name", Kind::Text),
        column("color", "k.color", Kind::Text),
        sortable("created_at", "k.created_at", Kind::Time),
        related("created_by_user", "k.created_by = {}"),
        related("users", "EXISTS (SELECT 1 FROM user_markers f WHERE f.marker_id = k.id AND f.user_id = {})"),
    ],
    default_sort: "name",
    search: &["k.name"],
    groups: "EXISTS (SELECT 1 FROM user_markers m JOIN user_domains s ON s.user_id = m.user_id WHERE m.marker_id = k.id AND s.domain_id IN ({}))",
    own: "k.created_by = {}",
    filter: "",
    whole: "",
};

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct MarkerRow {
    pub id: i64,
    pub name: String,
    pub color: String,
    pub created_by: Option<i64>,
    pub created_by_name: Option<String>,
    pub created_at: OffsetDateTime,
    pub users_count: i64,
}

impl MarkerRow {
    pub fn draft(&self) -> MarkerDraft {
        MarkerDraft { name: self.name.clone(), color: self.color.clone() }
    }
}

pub async fn page(connection: &mut PgConnection, right: &Authorized<resource::Marker, action::View>, query: &ListQuery) -> Result<Page<MarkerRow>> {
    LISTING.page(connection, right.project_id(), right.scope(), query).await
}

/// As far as the right reaches.
pub async fn find<A: ActionKind>(connection: &mut PgConnection, right: &Authorized<resource::Marker, A>, id: i64) -> Result<MarkerRow> {
    get(connection, right, right.scope(), id).await
}

/// As `Listing::find_for_update`.
pub async fn find_for_update<A: ActionKind>(
    connection: &mut PgConnection,
    right: &Authorized<resource::Marker, A>,
    id: i64,
) -> Result<Permitted<MarkerRow, A>> {
    LISTING.find_for_update(connection, right, id).await
}

/// The marker that the caller has just created.
pub async fn find_created(connection: &mut PgConnection, right: &Authorized<resource::Marker, action::Create>, id: i64) -> Result<MarkerRow> {
    get(connection, right, &Scope::everything(), id).await
}

async fn get<A: ActionKind>(connection: &mut PgConnection, right: &Authorized<resource::Marker, A>, scope: &Scope, id: i64) -> Result<MarkerRow> {
    let mut sql = QueryBuilder::new("SELECT ");
    sql.push(LISTING.select).push(" FROM ").push(LISTING.from).push(" WHERE k.project_id = ").push_bind(right.project_id());
    sql.push(" AND k.id = ").push_bind(id);
    LISTING.push_scope(&mut sql, scope);
    sql.build_query_as().fetch_optional(connection).await?.ok_or(Error::NotFound)
}

/// Which of these markers lie in a reach.
pub async fn visible(connection: &mut PgConnection, project_id: i64, scope: &Scope, ids: &[i64]) -> Result<Vec<i64>> {
    let mut sql = QueryBuilder::new("SELECT k.id FROM markers k WHERE k.project_id = ");
    sql.push_bind(project_id).push(" AND k.id = ANY(").push_bind(ids.to_vec()).push(")");
    LISTING.push_scope(&mut sql, scope);
    Ok(sql.build_query_scalar().fetch_all(connection).await?)
}

pub async fn insert(
    connection: &mut PgConnection,
    right: &Authorized<resource::Marker, action::Create>,
    draft: &MarkerDraft,
    now: OffsetDateTime,
) -> Result<i64> {
    let made = sqlx::query_scalar("INSERT INTO markers (project_id, name, color, created_by, created_at) VALUES ($1, $2, $3, $4, $5) RETURNING id")
        .bind(right.project_id())
        .bind(&draft.name)
        .bind(&draft.color)
        .bind(right.caller().user_id)
        .bind(now)
        .fetch_one(connection)
        .await;
    made.map_err(taken)
}

pub async fn update(connection: &mut PgConnection, marker: &Permitted<MarkerRow, action::Edit>, draft: &MarkerDraft) -> Result<()> {
    let done = sqlx::query("UPDATE markers SET name = $3, color = $4 WHERE project_id = $1 AND id = $2")
        .bind(marker.project_id())
        .bind(marker.id)
        .bind(&draft.name)
        .bind(&draft.color)
        .execute(connection)
        .await;
    done.map(|_| ()).map_err(taken)
}

/// Takes it off everybody who has it.
pub async fn delete(connection: &mut PgConnection, marker: &Permitted<MarkerRow, action::Delete>) -> Result<()> {
    sqlx::query("DELETE FROM markers WHERE project_id = $1 AND id = $2").bind(marker.project_id()).bind(marker.id).execute(connection).await?;
    Ok(())
}

fn taken(error: sqlx::Error) -> Error {
    match kit::error::violated(&error) {
        Some("markers_name") => Error::field("name", "value must be unique"),
        _ => error.into(),
    }
}
