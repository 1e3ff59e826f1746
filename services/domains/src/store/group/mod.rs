//! Groups: the list, one of them, and their changes.
mod bulk;
mod interval;
pub mod outline;
pub mod place;
mod write;

use std::collections::{BTreeSet, HashMap};

use kit::listing::{Kind, Permitted, column, related, sortable};
use kit::search::Searchable;
use kit::{Error, ListQuery, Listing, Page, Result, tree};
use policy::{ActionKind, Caller, Scope, action};
use sqlx::{AssertSqlSafe, PgConnection};
use time::OffsetDateTime;

pub use bulk::{allocate_ids, insert_all, taken_addresses};
pub use interval::intervals;
pub use write::{ADDRESS_TAKEN, LockedGroup, delete, insert, insert_registered, refused, update};

use super::{dependent, group_settings, logo};
use crate::domain::group::GroupDraft;
use crate::domain::group_settings::{Area, GroupSettings};
use crate::domain::reach::{self, GroupRight};

/// Counts and paths come from the closure; Postgres works them out for the rows of the page only.
const SELECT: &str = "g.id, g.name, g.description, g.parent_id, g.domain_type_id, g.logic_address, g.sip_count, g.app_count, g.created_at, g.updated_at, g.created_by, g.created_by_name,
    (SELECT count(*) FROM groups k WHERE k.project_id = g.project_id AND k.parent_key = g.id) AS children_count,
    (SELECT count(*) - 1 FROM (SELECT 1 FROM group_closure b WHERE b.ancestor_id = g.id LIMIT 1002) counted) AS descendants_count,
    ARRAY(SELECT c.ancestor_id FROM group_closure c WHERE c.descendant_id = g.id AND c.depth > 0 ORDER BY c.depth DESC) AS path_ids,
    ARRAY(SELECT a.name FROM group_closure c JOIN groups a ON a.id = c.ancestor_id WHERE c.descendant_id = g.id AND c.depth > 0 ORDER BY c.depth DESC) AS path_names";

pub static GROUPS: Listing = Listing {
    resource: "domains",
    select: SELECT,
    from: "groups g",
    project: "g.project_id",
    key: "g.id",
    columns: &[
        sortable("id", "g.id", Kind::Int),
        sortable("name", "g.name", Kind::Text),
        column("parent_id", "g.parent_id", Kind::Int),
        sortable("domain_type_id", "g.domain_type_id", Kind::Int),
        sortable("logic_address", "g.logic_address", Kind::Text),
        sortable("created_at", "g.created_at", Kind::Time),
        sortable("updated_at", "g.updated_at", Kind::Time),
        related("ancestor_id", "g.id IN (SELECT c.descendant_id FROM group_closure c WHERE c.ancestor_id = {} AND c.depth > 0)"),
    ],
    default_sort: "name",
    search: &["g.name"],
    groups: "g.id IN ({})",
    // A group is not seen for having been created.
    own: "",
    filter: "",
    whole: "",
};

pub static SEARCHABLE: Searchable =
    Searchable { kind: "group", listing: &GROUPS, name: "g.name", detail: "(SELECT p.name FROM groups p WHERE p.id = g.parent_id)" };

/// A group as the list reads it.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct GroupRow {
    pub id: i64,
    pub name: String,
    pub description: Option<String>,
    pub parent_id: Option<i64>,
    pub domain_type_id: Option<i64>,
    pub logic_address: Option<String>,
    pub sip_count: Option<i32>,
    pub app_count: Option<i32>,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
    pub created_by: i64,
    pub created_by_name: String,
    pub children_count: i64,
    pub descendants_count: i64,
    /// Groups above, from the root on.
    pub path_ids: Vec<i64>,
    pub path_names: Vec<String>,
}

impl GroupRow {
    /// Ids from the root, the group itself last.
    pub fn path(&self) -> Vec<i64> {
        self.path_ids.iter().copied().chain([self.id]).collect()
    }

    pub fn draft(&self) -> GroupDraft {
        GroupDraft {
            name: self.name.clone(),
            description: self.description.clone(),
            parent_id: self.parent_id,
            domain_type_id: self.domain_type_id,
            logic_address: self.logic_address.clone(),
            sip_count: self.sip_count,
            app_count: self.app_count,
        }
    }
}

/// A group with its settings.
#[derive(Debug)]
pub struct GroupDetails {
    pub row: GroupRow,
    pub settings: GroupSettings,
    pub logo: Option<String>,
    /// Names of the users who are notified of the group's devices: empty for those whom the caller does not see, none where they may not
    /// see the settings.
    pub notified_users: HashMap<i64, String>,
    /// Features that the project has and the group has not.
    pub features_off: Vec<String>,
}

pub async fn list(connection: &mut PgConnection, right: &GroupRight<action::View>, query: &ListQuery) -> Result<Page<GroupRow>> {
    GROUPS.page(connection, right.project_id(), right.scope(), query).await
}

/// One group with its settings, when the right covers it.
pub async fn find(connection: &mut PgConnection, right: &GroupRight<action::View>, id: i64) -> Result<GroupDetails> {
    let path = tree::path(connection, id).await?;
    reach::check(right, &path)?;
    find_details(connection, right.caller(), &path, id).await
}

/// The group, locked until the transaction ends, when the right covers it.
pub async fn find_for_update<A: ActionKind>(connection: &mut PgConnection, right: &GroupRight<A>, id: i64) -> Result<Permitted<GroupRow, A>> {
    GROUPS.find_for_update(connection, right, id).await
}

/// A group with its settings; `path` is the group's. It asks for no proof that the group is visible: the creator of a
/// root gets it as the answer, even when they may not see it afterwards.
pub async fn find_details(connection: &mut PgConnection, caller: &Caller, path: &[i64], id: i64) -> Result<GroupDetails> {
    let statement = format!("SELECT {SELECT} FROM groups g WHERE g.project_id = $1 AND g.id = $2"); // Nothing but constants.
    let row: Option<GroupRow> = sqlx::query_as(AssertSqlSafe(statement)).bind(caller.project_id).bind(id).fetch_optional(&mut *connection).await?;
    let row = row.ok_or(Error::NotFound)?;
    let settings = group_settings::find(connection, caller.project_id, id).await?;
    let notified_users = match reach::sees_settings(caller, Area::DeviceStatus, path) {
        true => dependent::visible_user_names(connection, caller, &settings.device_status.users()).await?,
        false => HashMap::new(),
    };
    let logo = logo::find_path(connection, caller.project_id, Some(id)).await?;
    let features_off = license_limits::features::off_in_group(connection, caller.project_id, id).await?;
    Ok(GroupDetails { row, settings, logo, notified_users, features_off })
}

pub async fn name(connection: &mut PgConnection, project_id: i64, id: i64) -> Result<Option<String>> {
    let name = sqlx::query_scalar("SELECT name FROM groups WHERE project_id = $1 AND id = $2").bind(project_id).bind(id);
    Ok(name.fetch_optional(connection).await?)
}

/// Names by id.
pub async fn names(connection: &mut PgConnection, project_id: i64, ids: &[i64]) -> Result<HashMap<i64, String>> {
    let rows: Vec<(i64, String)> =
        sqlx::query_as("SELECT id, name FROM groups WHERE project_id = $1 AND id = ANY($2)").bind(project_id).bind(ids).fetch_all(connection).await?;
    Ok(rows.into_iter().collect())
}

/// Those of the groups that exist in the scope, by one statement.
pub async fn covered(connection: &mut PgConnection, project_id: i64, scope: &Scope, ids: &[i64]) -> Result<BTreeSet<i64>> {
    if ids.is_empty() {
        return Ok(BTreeSet::new());
    }
    let rows: Vec<i64> = sqlx::query_scalar(
        "SELECT DISTINCT c.descendant_id FROM group_closure c WHERE c.project_id = $1 AND c.descendant_id = ANY($2)
             AND ($3 OR c.ancestor_id = ANY($4) AND (c.depth = 0 AND $5 OR c.depth > 0 AND $6))",
    )
    .bind(project_id)
    .bind(ids)
    .bind(scope.all)
    .bind(&scope.domain_ids)
    .bind(scope.domain)
    .bind(scope.descendants)
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().collect())
}

/// Those of the groups whose parent lies in the scope.
pub async fn below_covered(connection: &mut PgConnection, project_id: i64, scope: &Scope, ids: &[i64]) -> Result<BTreeSet<i64>> {
    let rows: Vec<i64> = sqlx::query_scalar(
        "SELECT DISTINCT g.id FROM groups g JOIN group_closure c ON c.descendant_id = g.parent_id WHERE g.project_id = $1 AND g.id = ANY($2)
             AND ($3 OR c.ancestor_id = ANY($4) AND (c.depth = 0 AND $5 OR c.depth > 0 AND $6))",
    )
    .bind(project_id)
    .bind(ids)
    .bind(scope.all)
    .bind(&scope.domain_ids)
    .bind(scope.domain)
    .bind(scope.descendants)
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().collect())
}

/// Groups ordered by depth, the deepest first, so that a set of them can be deleted whatever its order.
pub async fn deepest_first(connection: &mut PgConnection, ids: &[i64]) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar(
        "SELECT descendant_id FROM group_closure WHERE descendant_id = ANY($1) GROUP BY descendant_id ORDER BY max(depth) DESC, descendant_id",
    )
    .bind(ids)
    .fetch_all(connection)
    .await?)
}

/// Number of groups anywhere below.
pub async fn count_below(connection: &mut PgConnection, id: i64) -> Result<i64> {
    Ok(sqlx::query_scalar("SELECT count(*) FROM group_closure WHERE ancestor_id = $1 AND depth > 0").bind(id).fetch_one(connection).await?)
}

/// Whether another group under `parent` has the group's type and address.
pub async fn is_address_taken(connection: &mut PgConnection, project_id: i64, id: i64, parent: Option<i64>) -> Result<bool> {
    Ok(sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM groups g JOIN groups o ON o.project_id = g.project_id AND o.parent_key = $3 AND o.domain_type_id = g.domain_type_id
             AND o.logic_address = g.logic_address AND o.id <> g.id
         WHERE g.project_id = $1 AND g.id = $2)",
    )
    .bind(project_id)
    .bind(id)
    .bind(parent.unwrap_or_default())
    .fetch_one(connection)
    .await?)
}
