//! The table of virtual numbers.
mod free;
mod home_group;
mod limits;
pub mod published;
mod referencing;
mod write;

use forwarding::Queue;
use kit::listing::{Kind, Permitted, column, related, sortable};
use kit::search::Searchable;
use kit::{Error, Listing, Page, Result};
use policy::{ActionKind, Authorized, action, resource};
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;

pub use free::{FreeNumbers, lock_range};
pub use home_group::home_group;
pub use limits::check as check_limits;
pub use referencing::find as find_referencing;
pub use write::{delete, insert, insert_all, update};

use crate::domain::sip_number::{ForwardMode, SipNumberDraft};
use crate::store::visible::VisibleIds;

pub static LISTING: Listing = Listing {
    resource: "sip-numbers",
    select: COLUMNS,
    from: "sip_numbers n",
    project: "n.project_id",
    key: "n.id",
    columns: &[
        sortable("id", "n.id", Kind::Int),
        sortable("number", "n.number COLLATE natural_order", Kind::Text),
        sortable("name", "n.name", Kind::Text),
        sortable("created_at", "n.created_at", Kind::Time),
        column("is_active", "n.is_active", Kind::Bool),
        column("is_reserved", "n.is_reserved", Kind::Bool),
        column("is_system", "n.is_system", Kind::Bool),
        column("is_general", "n.is_general", Kind::Bool),
        column("user_id", "n.user_id", Kind::Int),
        column("device_id", "n.device_id", Kind::Int),
        column("domain_id", "n.domain_id", Kind::Int),
        related("within_domain_id", "n.domain_id IN (SELECT c.descendant_id FROM group_closure c WHERE c.ancestor_id = {})"),
        column("forward_mode", "n.forward_mode", Kind::Text),
        column("forward_group_id", "n.forward_group_id", Kind::Int),
    ],
    default_sort: "number",
    search: &[
        "n.number",
        "n.name",
        "(SELECT p.name FROM people p WHERE p.id = n.user_id)",
        "(SELECT d.name FROM devices d WHERE d.id = n.device_id)",
    ],
    groups: "n.domain_id IN ({})",
    // One's own numbers are seen by oneself.
    own: "n.created_by = {} OR n.user_id = {}",
    filter: "",
    whole: "",
};

pub static SEARCHABLE: Searchable = Searchable { kind: "sip_number", listing: &LISTING, name: "n.name", detail: "n.number" };

const COLUMNS: &str =
    "n.id, n.number, n.name, n.is_active, n.is_reserved, n.is_system, n.user_id, n.device_id, n.domain_id, n.is_general, n.forward_mode,
    n.forward_queues, n.forward_group_id, n.sealed_password, n.created_by, n.created_by_name, n.created_at, n.updated_at,
    (SELECT p.name FROM people p WHERE p.id = n.user_id) AS user_name,
    (SELECT d.name FROM devices d WHERE d.id = n.device_id) AS device_name,
    (SELECT g.name FROM group_nodes g WHERE g.id = n.domain_id AND NOT g.deleted) AS domain_name,
    (SELECT f.name FROM forward_rules f WHERE f.id = n.forward_group_id) AS forward_group_name";

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct SipNumberRow {
    pub id: i64,
    pub number: String,
    pub name: String,
    pub is_active: bool,
    pub is_reserved: bool,
    pub is_system: bool,
    pub user_id: Option<i64>,
    pub device_id: Option<i64>,
    pub domain_id: i64,
    pub is_general: bool,
    pub forward_mode: String,
    pub forward_queues: Json<Vec<Queue>>,
    pub forward_group_id: Option<i64>,
    pub sealed_password: Vec<u8>,
    pub created_by: Option<i64>,
    pub created_by_name: String,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
    pub user_name: Option<String>,
    pub device_name: Option<String>,
    pub domain_name: Option<String>,
    pub forward_group_name: Option<String>,
}

impl SipNumberRow {
    pub fn draft(&self) -> SipNumberDraft {
        SipNumberDraft {
            number: self.number.clone(),
            name: self.name.clone(),
            is_active: self.is_active,
            is_reserved: self.is_reserved,
            is_system: self.is_system,
            user_id: self.user_id,
            device_id: self.device_id,
            domain_id: self.domain_id,
            is_general: self.is_general,
            forward_mode: ForwardMode::from_word(&self.forward_mode),
            forward_rules: self.forward_queues.0.clone(),
            forward_group_id: self.forward_group_id,
        }
    }

    /// Leaves out the names of what the caller does not see. The ids stay: they are what a form sends back.
    pub fn retain_visible_names(&mut self, seen: &VisibleIds) {
        self.user_name = self.user_name.take().filter(|_| self.user_id.is_some_and(|id| seen.users.contains(&id)));
        self.device_name = self.device_name.take().filter(|_| self.device_id.is_some_and(|id| seen.devices.contains(&id)));
        self.domain_name = self.domain_name.take().filter(|_| seen.groups.contains(&self.domain_id));
        self.forward_group_name = self.forward_group_name.take().filter(|_| self.forward_group_id.is_some_and(|id| seen.forward_rules.contains(&id)));
    }
}

pub async fn list(
    connection: &mut PgConnection,
    right: &Authorized<resource::SipNumber, action::View>,
    query: &kit::ListQuery,
) -> Result<Page<SipNumberRow>> {
    LISTING.page(connection, right.project_id(), right.scope(), query).await
}

/// One that the caller sees.
pub async fn find(connection: &mut PgConnection, right: &Authorized<resource::SipNumber, action::View>, id: i64) -> Result<SipNumberRow> {
    let mut sql = sqlx::QueryBuilder::new(format!("SELECT {COLUMNS} FROM sip_numbers n WHERE n.project_id = "));
    sql.push_bind(right.project_id()).push(" AND n.id = ").push_bind(id);
    LISTING.push_scope(&mut sql, right.scope());
    sql.build_query_as().fetch_optional(connection).await?.ok_or(Error::NotFound)
}

/// One that the caller may do `A` to, locked until the transaction ends.
pub async fn find_for_update<A: ActionKind>(
    connection: &mut PgConnection,
    right: &Authorized<resource::SipNumber, A>,
    id: i64,
) -> Result<Permitted<SipNumberRow, A>> {
    LISTING.find_for_update(connection, right, id).await
}

/// Those that this transaction has just written, in the order of their ids.
pub async fn find_written(connection: &mut PgConnection, project_id: i64, ids: &[i64]) -> Result<Vec<SipNumberRow>> {
    let mut sql = sqlx::QueryBuilder::new(format!("SELECT {COLUMNS} FROM sip_numbers n WHERE n.project_id = "));
    sql.push_bind(project_id).push(" AND n.id = ANY(").push_bind(ids).push(") ORDER BY n.id");
    Ok(sql.build_query_as().fetch_all(connection).await?)
}
