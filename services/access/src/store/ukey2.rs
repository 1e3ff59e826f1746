//! Identifiers that are keys of mobile applications.
use kit::listing::{Column, Kind, Permitted, column, related, sortable};
use kit::{Error, Listing, Page, Result};
use policy::{Action, ActionKind, Authorized, Resource, action, resource};
use sqlx::{PgConnection, QueryBuilder};
use time::OffsetDateTime;
use uuid::Uuid;

use super::identifier::{IN_SEEN_GROUP, WITHIN, WITHIN_SEEN_GROUP};
use crate::domain::identifier::{IdentifierType, Origin};
use crate::domain::number::Number;
use crate::domain::ukey2::MobileClient;
use crate::store::related::VisibleGroups;

pub static LISTING: Listing = Listing {
    resource: "ukey2",
    select: COLUMNS,
    from: FROM,
    project: "i.project_id",
    key: "i.id",
    columns: &FIELDS,
    default_sort: "-created_at",
    search: &["p.name", "m.info", "i.name"],
    groups: "i.owner_id IN (SELECT u.user_id FROM person_groups u WHERE u.group_id IN ({}))",
    own: "i.owner_id = {}",
    filter: "i.type = 3",
    // One of somebody who is in other groups too opens doors there.
    whole: "NOT EXISTS (SELECT 1 FROM person_groups u WHERE u.user_id = i.owner_id AND u.group_id NOT IN ({}))",
};

/// For callers who do not see every group, to whom a key may be shown in another group than its own.
static OF_SEEN_GROUPS: Listing = Listing { columns: &FIELDS_OF_SEEN_GROUPS, ..LISTING };

const FIELDS: [Column; 10] = fields(column("domain_id", "i.domain_id", Kind::Int), related("within_domain_id", WITHIN));

const FIELDS_OF_SEEN_GROUPS: [Column; 10] = fields(related("domain_id", IN_SEEN_GROUP), related("within_domain_id", WITHIN_SEEN_GROUP));

const fn fields(domain: Column, within_domain: Column) -> [Column; 10] {
    [
        sortable("created_at", "i.created_at", Kind::Time),
        column("id", "i.id", Kind::Int),
        column("user_id", "i.owner_id", Kind::Int),
        column("mobile_client_id", "i.mobile_client_id", Kind::Int),
        domain,
        within_domain,
        column("platform", "m.platform", Kind::Text),
        column("is_active", IS_IN_USE, Kind::Bool),
        column("revoked_at", "i.revoked_at", Kind::Time),
        column("last_used_at", "i.last_used_at", Kind::Time),
    ]
}

/// As devices hold it: what is over the number of a licence is suspended.
const IS_IN_USE: &str = "(i.is_active AND NOT EXISTS (SELECT 1 FROM license_suspended x WHERE x.item_id = i.id))";

const FROM: &str = "identifiers i LEFT JOIN people p ON p.id = i.owner_id LEFT JOIN group_nodes g ON g.id = i.domain_id
    LEFT JOIN mobile_clients m ON m.id = i.mobile_client_id";

pub const COLUMNS: &str =
    "i.id, i.project_id, i.link_id, i.name, i.number, i.is_active, i.owner_id, p.name AS owner_name, i.domain_id, g.name AS domain_name,
    ARRAY(SELECT w.group_id FROM person_groups w WHERE w.user_id = i.owner_id ORDER BY w.group_id) AS owner_groups,
    i.mobile_client_id, m.platform, m.info, i.revoked_at, i.last_used_at, i.version, i.created_by, i.created_by_name, i.created_at,
    EXISTS (SELECT 1 FROM license_suspended x WHERE x.item_id = i.id) AS is_suspended";

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Ukey2Row {
    pub id: i64,
    pub project_id: i64,
    pub link_id: Uuid,
    pub name: String,
    /// As devices report it.
    pub number: String,
    pub is_active: bool,
    pub owner_id: Option<i64>,
    pub owner_name: Option<String>,
    pub domain_id: Option<i64>,
    pub domain_name: Option<String>,
    /// In their order.
    pub owner_groups: Vec<i64>,
    pub mobile_client_id: Option<i64>,
    pub platform: Option<String>,
    pub info: Option<String>,
    pub revoked_at: Option<OffsetDateTime>,
    pub last_used_at: Option<OffsetDateTime>,
    pub version: i64,
    pub created_by: Option<i64>,
    pub created_by_name: String,
    pub created_at: OffsetDateTime,
    /// It is over the number of a licence, and opens nothing.
    pub is_suspended: bool,
}

impl Ukey2Row {
    /// Shows the owner in a group that the caller sees.
    pub fn show_group(&mut self, visible: &VisibleGroups) {
        visible.show(&mut self.domain_id, &mut self.domain_name, &self.owner_groups);
    }
}

type IssueRight = Authorized<resource::Ukey2, action::Create>;

pub async fn list(
    connection: &mut PgConnection,
    right: &Authorized<resource::Ukey2, action::View>,
    query: &kit::ListQuery,
) -> Result<Page<Ukey2Row>> {
    let listing = if right.caller().scope(Resource::Group, Action::View).all { &LISTING } else { &OF_SEEN_GROUPS };
    listing.page(connection, right.project_id(), right.scope(), query).await
}

/// `NotFound` for one that is not in the caller's reach.
pub async fn find<A: ActionKind>(connection: &mut PgConnection, right: &Authorized<resource::Ukey2, A>, id: i64) -> Result<Ukey2Row> {
    let mut sql = QueryBuilder::new(format!("SELECT {COLUMNS} FROM {FROM} WHERE {} AND i.project_id = ", LISTING.filter));
    sql.push_bind(right.project_id()).push(" AND i.id = ").push_bind(id);
    LISTING.push_scope(&mut sql, right.scope());
    sql.build_query_as().fetch_optional(connection).await?.ok_or(Error::NotFound)
}

pub async fn find_for_update(
    connection: &mut PgConnection,
    right: &Authorized<resource::Ukey2, action::Edit>,
    id: i64,
) -> Result<Permitted<Ukey2Row, action::Edit>> {
    LISTING.find_for_update(connection, right, id).await
}

/// Whether the user is active, and locks them until the transaction ends: a key is not issued while its user is deleted.
pub async fn lock_active_user(connection: &mut PgConnection, right: &IssueRight, user_id: i64) -> Result<bool> {
    let found = sqlx::query_scalar("SELECT is_active FROM people WHERE project_id = $1 AND id = $2 AND NOT deleted FOR SHARE");
    let is_active: Option<bool> = found.bind(right.project_id()).bind(user_id).fetch_optional(connection).await?;
    Ok(is_active.unwrap_or(false))
}

/// Keeps what is known of the installation, and locks it until the transaction ends. Returns when it has signed out last.
pub async fn lock_client(connection: &mut PgConnection, right: &IssueRight, client: &MobileClient) -> Result<Option<OffsetDateTime>> {
    let signed_out_at = sqlx::query_scalar(
        "INSERT INTO mobile_clients (id, project_id, user_id, platform, info, signed_in_at) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (id) DO UPDATE SET platform = excluded.platform, info = excluded.info, signed_in_at = excluded.signed_in_at RETURNING signed_out_at",
    )
    .bind(client.id)
    .bind(right.project_id())
    .bind(client.user_id)
    .bind(&client.platform)
    .bind(&client.info)
    .bind(client.signed_in_at)
    .fetch_one(connection)
    .await?;
    Ok(signed_out_at)
}

/// The live key of an installation that is locked.
pub async fn find_live(connection: &mut PgConnection, right: &IssueRight, client_id: i64) -> Result<Option<Ukey2Row>> {
    let mut sql = QueryBuilder::new(format!("SELECT {COLUMNS} FROM {FROM} WHERE i.revoked_at IS NULL AND i.project_id = "));
    sql.push_bind(right.project_id()).push(" AND i.mobile_client_id = ").push_bind(client_id).push(" FOR UPDATE OF i");
    Ok(sql.build_query_as().fetch_optional(connection).await?)
}

pub async fn insert(connection: &mut PgConnection, right: &IssueRight, client: &MobileClient, number: &Number, now: OffsetDateTime) -> Result<i64> {
    let id = sqlx::query_scalar(
        "INSERT INTO identifiers (project_id, link_id, name, type, value, number, unique_value, is_active, owner_type, owner_id, domain_id,
             origin, mobile_client_id, created_by, created_by_name, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $5, $6, true, 1, $7, (SELECT min(group_id) FROM person_groups WHERE user_id = $7), $8, $9, $10, $11, $12, $12)
         RETURNING id",
    )
    .bind(right.project_id())
    .bind(Uuid::now_v7())
    .bind(client.key_name())
    .bind(IdentifierType::Ukey2.number())
    .bind(number.for_device())
    .bind(number.unique_value())
    .bind(client.user_id)
    .bind(Origin::Ukey2.number())
    .bind(client.id)
    .bind(right.caller().user_id)
    .bind(&right.caller().user_name)
    .bind(now)
    .fetch_one(connection)
    .await?;
    Ok(id)
}

/// Of the key that a new one replaces.
pub async fn revoke_replaced(connection: &mut PgConnection, right: &IssueRight, id: i64, now: OffsetDateTime) -> Result<()> {
    set_revoked(connection, right.project_id(), id, now).await
}

pub async fn revoke(connection: &mut PgConnection, found: &Permitted<Ukey2Row, action::Edit>, now: OffsetDateTime) -> Result<()> {
    set_revoked(connection, found.project_id(), found.id, now).await
}

async fn set_revoked(connection: &mut PgConnection, project_id: i64, id: i64, now: OffsetDateTime) -> Result<()> {
    sqlx::query(
        "UPDATE identifiers SET revoked_at = $3, updated_at = $3, version = version + 1 WHERE project_id = $1 AND id = $2 AND revoked_at IS NULL",
    )
    .bind(project_id)
    .bind(id)
    .bind(now)
    .execute(connection)
    .await?;
    Ok(())
}
