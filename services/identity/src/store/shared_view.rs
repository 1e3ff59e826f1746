//! Views of lists that people share.
use kit::listing::{Kind, Permitted, column};
use kit::{Listing, Result};
use policy::{Authorized, action, resource};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::shared_view::{MAX_VIEWS, SharedViewDraft};

static LISTING: Listing = Listing {
    resource: "shared-views",
    select: "v.id, v.list, v.name, v.search, v.created_by, c.name AS created_by_name, v.created_at",
    from: "shared_views v LEFT JOIN users c ON c.id = v.created_by",
    project: "v.project_id",
    key: "v.id",
    columns: &[column("id", "v.id", Kind::Int)],
    default_sort: "id",
    search: &[],
    groups: "",
    own: "v.created_by = {}",
    filter: "",
    whole: "",
};

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct SharedViewRow {
    pub id: i64,
    pub list: String,
    pub name: String,
    pub search: String,
    pub created_by: Option<i64>,
    pub created_by_name: Option<String>,
    pub created_at: OffsetDateTime,
}

impl SharedViewRow {
    pub fn draft(&self) -> SharedViewDraft {
        SharedViewDraft { list: self.list.clone(), name: self.name.clone(), search: self.search.clone() }
    }
}

/// Those of a list, by name; the caller has checked that they are shared with whoever asks.
pub async fn list(connection: &mut PgConnection, right: &Authorized<resource::SharedView, action::View>, list: &str) -> Result<Vec<SharedViewRow>> {
    let found = sqlx::query_as(
        "SELECT v.id, v.list, v.name, v.search, v.created_by, c.name AS created_by_name, v.created_at
         FROM shared_views v LEFT JOIN users c ON c.id = v.created_by
         WHERE v.project_id = $1 AND v.list = $2 ORDER BY v.name, v.id LIMIT $3",
    );
    Ok(found.bind(right.project_id()).bind(list).bind(MAX_VIEWS).fetch_all(connection).await?)
}

/// As `Listing::find_for_update`.
pub async fn find_for_update(
    connection: &mut PgConnection,
    right: &Authorized<resource::SharedView, action::Delete>,
    id: i64,
) -> Result<Permitted<SharedViewRow, action::Delete>> {
    LISTING.find_for_update(connection, right, id).await
}

/// Of a list.
pub async fn count(connection: &mut PgConnection, right: &Authorized<resource::SharedView, action::Create>, list: &str) -> Result<i64> {
    let count = sqlx::query_scalar("SELECT count(*) FROM shared_views WHERE project_id = $1 AND list = $2");
    Ok(count.bind(right.project_id()).bind(list).fetch_one(connection).await?)
}

/// Of a list, the caller's own.
pub async fn count_own(connection: &mut PgConnection, right: &Authorized<resource::SharedView, action::Create>, list: &str) -> Result<i64> {
    let count = sqlx::query_scalar("SELECT count(*) FROM shared_views WHERE project_id = $1 AND list = $2 AND created_by = $3");
    Ok(count.bind(right.project_id()).bind(list).bind(right.caller().user_id).fetch_one(connection).await?)
}

pub async fn insert(
    connection: &mut PgConnection,
    right: &Authorized<resource::SharedView, action::Create>,
    draft: &SharedViewDraft,
    now: OffsetDateTime,
) -> Result<SharedViewRow> {
    let made = sqlx::query_as(
        "INSERT INTO shared_views (project_id, list, name, search, created_by, created_at) VALUES ($1, $2, $3, $4, $5, $6)
         RETURNING id, list, name, search, created_by, (SELECT name FROM users WHERE id = $5) AS created_by_name, created_at",
    )
    .bind(right.project_id())
    .bind(&draft.list)
    .bind(&draft.name)
    .bind(&draft.search)
    .bind(right.caller().user_id)
    .bind(now)
    .fetch_one(connection)
    .await;
    made.map_err(taken)
}

pub async fn delete(connection: &mut PgConnection, view: &Permitted<SharedViewRow, action::Delete>) -> Result<()> {
    sqlx::query("DELETE FROM shared_views WHERE project_id = $1 AND id = $2").bind(view.project_id()).bind(view.id).execute(connection).await?;
    Ok(())
}

fn taken(error: sqlx::Error) -> kit::Error {
    match kit::error::violated(&error) {
        Some("shared_views_name") => kit::Error::field("name", "value must be unique"),
        _ => error.into(),
    }
}
