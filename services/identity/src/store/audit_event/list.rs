//! Reading the audit log.
use kit::listing::{Kind, column, sortable};
use kit::{ListQuery, Listing, Page, Result};
use policy::{Authorized, action, resource};
use spreadsheet::Rows;
use sqlx::PgConnection;
use time::OffsetDateTime;

/// Events of one download.
pub const MAX_EVENTS: i64 = 1_000_000;

pub static LISTING: Listing = Listing {
    resource: "audit-events",
    select: "a.sequence, a.user_id, a.user_name, a.ip, a.request_id, a.action, a.resource, a.resource_id, a.resource_name, a.before, a.after, a.at,
        a.token_name",
    from: "audit_events a",
    project: "a.project_id",
    key: "a.sequence",
    columns: &[
        sortable("id", "a.sequence", Kind::Int),
        sortable("at", "a.at", Kind::Time),
        column("user_id", "a.user_id", Kind::Int),
        column("user_name", "a.user_name", Kind::Text),
        column("token_name", "a.token_name", Kind::Text),
        column("ip", "a.ip", Kind::Text),
        column("action", "a.action", Kind::Text),
        column("resource", "a.resource", Kind::Text),
        column("resource_id", "a.resource_id", Kind::Int),
        column("resource_name", "a.resource_name", Kind::Text),
    ],
    default_sort: "-id",
    search: &["a.user_name", "a.resource_name", "a.ip"],
    groups: "",
    own: "",
    filter: "",
    whole: "",
};

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct EventRow {
    pub sequence: i64,
    pub user_id: i64,
    pub user_name: String,
    pub ip: String,
    pub request_id: String,
    pub action: String,
    pub resource: String,
    pub resource_id: i64,
    pub resource_name: String,
    /// JSON objects.
    pub before: String,
    pub after: String,
    pub at: OffsetDateTime,
    pub token_name: String,
}

type Right = Authorized<resource::AuditEvent, action::View>;

pub async fn page(connection: &mut PgConnection, right: &Right, query: &ListQuery) -> Result<Page<EventRow>> {
    LISTING.page(connection, right.project_id(), right.scope(), query).await
}

/// Says what is wrong with a query before a download begins.
pub fn check(right: &Right, query: &ListQuery) -> Result<()> {
    LISTING.everything(right.project_id(), right.scope(), query, MAX_EVENTS).map(|_| ())
}

/// Every event that the query asks for, one after the other.
pub async fn write_all(
    connection: &mut PgConnection,
    right: &Right,
    query: &ListQuery,
    rows: &Rows,
    cells: fn(EventRow) -> Vec<String>,
) -> Result<()> {
    let mut sql = LISTING.everything(right.project_id(), right.scope(), query, MAX_EVENTS)?;
    exports::write_all(sql.build_query_as().fetch(connection), rows, cells).await
}
