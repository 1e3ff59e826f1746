//! The table of identifiers.
use kit::clock::to_proto;
use kit::listing::{Kind, column, related, sortable};
use kit::{Error, Listing, Page, Result, outbox};
use policy::{Authorized, action, resource};
use proto::vestibule::access::v1 as api;
use proto::vestibule::common::v1::Ref;
use proto::vestibule::events::v1::IdentifierChanged;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{creator, refs};
use crate::domain::identifier::IdentifierType;
use crate::domain::number::{Format, Number};

pub const TOPIC: &str = "access.identifier.changed";

pub const TYPES: &[(&str, i16)] = &[("card", 1), ("ukey", 2), ("ukey2", 3), ("access_code", 4), ("qr", 5), ("face", 6), ("license_plate", 7)];

pub static LISTING: Listing = Listing {
    resource: "identifiers",
    select: COLUMNS,
    from: "identifiers i LEFT JOIN people p ON p.id = i.owner_id LEFT JOIN group_nodes g ON g.id = i.domain_id",
    project: "i.project_id",
    key: "i.id",
    columns: &[
        sortable("created_at", "i.created_at", Kind::Time),
        sortable("name", "i.name", Kind::Text),
        sortable("id", "i.id", Kind::Int),
        sortable("value", "i.number", Kind::Text),
        column("type", "i.type", Kind::Choice(TYPES)),
        column("is_active", "i.is_active", Kind::Bool),
        column("owner_id", "i.owner_id", Kind::Int),
        column("owner_type", "i.owner_type", Kind::Choice(&[("owner", 1), ("guest", 2)])),
        column("domain_id", "i.domain_id", Kind::Int),
        related("within_domain_id", "i.domain_id IN (SELECT c.descendant_id FROM group_closure c WHERE c.ancestor_id = {})"),
        column("revoked_at", "i.revoked_at", Kind::Time),
        column("period_restrict_to", "i.period_restrict_to", Kind::Time),
    ],
    default_sort: "-created_at",
    search: &["i.name", "i.number", "i.value"],
    groups: "",
    own: "i.created_by = {} OR i.owner_id = {}",
    filter: "",
};

const COLUMNS: &str = "i.id, i.link_id, i.name, i.description, i.type, i.value, i.number, i.unique_value, i.is_active, i.owner_type, i.owner_id, p.name AS owner_name,
    i.domain_id, g.name AS domain_name, i.period_restrict_active, i.period_restrict_from, i.period_restrict_to, i.passes_restrict_active, i.passes_restrict_max_count,
    i.passes_restrict_passes_count, i.revoked_at, i.version, i.created_by, i.created_by_name, i.created_at, i.updated_at,
    ARRAY(SELECT r.rule_id FROM rule_identifiers r WHERE r.identifier_id = i.id ORDER BY r.rule_id) AS rule_ids,
    ARRAY(SELECT a.name FROM rule_identifiers r JOIN access_rules a ON a.id = r.rule_id WHERE r.identifier_id = i.id ORDER BY r.rule_id) AS rule_names";

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Row {
    pub id: i64,
    pub link_id: Uuid,
    pub name: String,
    pub description: Option<String>,
    pub r#type: i16,
    pub value: String,
    pub number: String,
    pub unique_value: String,
    pub is_active: bool,
    pub owner_type: i16,
    pub owner_id: Option<i64>,
    pub owner_name: Option<String>,
    pub domain_id: Option<i64>,
    pub domain_name: Option<String>,
    pub period_restrict_active: bool,
    pub period_restrict_from: Option<OffsetDateTime>,
    pub period_restrict_to: Option<OffsetDateTime>,
    pub passes_restrict_active: bool,
    pub passes_restrict_max_count: i32,
    pub passes_restrict_passes_count: i32,
    pub revoked_at: Option<OffsetDateTime>,
    pub version: i64,
    pub created_by: Option<i64>,
    pub created_by_name: String,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
    pub rule_ids: Vec<i64>,
    pub rule_names: Vec<String>,
}

impl Row {
    pub fn kind(&self) -> IdentifierType {
        IdentifierType::ALL[usize::from(self.r#type.clamp(1, 7) as u16) - 1]
    }

    pub fn into_api(self) -> api::Identifier {
        let number = Number::parse(self.kind(), &self.value).ok();
        let is_card = matches!(number, Some(Number::Card(_)));
        let shown = |format| number.as_ref().filter(|_| is_card).map(|number| number.display(format));
        let domain_name = self.domain_name.unwrap_or_default();
        api::Identifier {
            id: self.id,
            name: self.name,
            description: self.description,
            is_active: self.is_active,
            r#type: i32::from(self.r#type),
            value_dec: shown(Format::Dec),
            value_hex: shown(Format::Hex),
            value: self.value,
            owner_type: i32::from(self.owner_type),
            owner: creator(self.owner_id, self.owner_name.unwrap_or_default()),
            period_restrict_active: self.period_restrict_active,
            period_restrict_from: self.period_restrict_from.map(to_proto),
            period_restrict_to: self.period_restrict_to.map(to_proto),
            passes_restrict_active: self.passes_restrict_active,
            passes_restrict_max_count: self.passes_restrict_max_count,
            passes_restrict_passes_count: self.passes_restrict_passes_count,
            access_rules: refs(self.rule_ids, self.rule_names),
            revoked_at: self.revoked_at.map(to_proto),
            link_id: self.link_id.to_string(),
            created_at: Some(to_proto(self.created_at)),
            updated_at: Some(to_proto(self.updated_at)),
            created_by_user: creator(self.created_by, self.created_by_name),
            domain: self.domain_id.map(|id| Ref { id, name: domain_name }),
        }
    }
}

pub async fn list(
    connection: &mut PgConnection,
    right: &Authorized<resource::Identifier, action::View>,
    query: &kit::ListQuery,
    only_guest: bool,
) -> Result<Page<Row>> {
    let guests = |sql: &mut sqlx::QueryBuilder<sqlx::Postgres>| {
        if only_guest {
            sql.push(" AND i.owner_type = 2");
        }
    };
    LISTING.page_where(connection, right.project_id(), right.scope(), query, guests).await
}

/// One that the proof reaches; for a change it is locked.
pub async fn find<A: policy::ActionKind>(
    connection: &mut PgConnection,
    right: &Authorized<resource::Identifier, A>,
    id: i64,
    lock: bool,
) -> Result<Row> {
    if lock {
        sqlx::query("SELECT id FROM identifiers WHERE project_id = $1 AND id = $2 FOR UPDATE")
            .bind(right.project_id())
            .bind(id)
            .execute(&mut *connection)
            .await?;
    }
    let mut sql = sqlx::QueryBuilder::new(format!("SELECT {COLUMNS} FROM {} WHERE i.project_id = ", LISTING.from));
    sql.push_bind(right.project_id()).push(" AND i.id = ").push_bind(id);
    LISTING.push_scope(&mut sql, right.scope());
    sql.build_query_as().fetch_optional(connection).await?.ok_or(Error::NotFound)
}

pub async fn insert(connection: &mut PgConnection, right: &Authorized<resource::Identifier, action::Create>, row: &Row) -> Result<i64> {
    let id = sqlx::query_scalar(
        "INSERT INTO identifiers (project_id, link_id, name, description, type, value, number, unique_value, is_active, owner_type, owner_id, domain_id,
             period_restrict_active, period_restrict_from, period_restrict_to, passes_restrict_active, passes_restrict_max_count,
             created_by, created_by_name, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, (SELECT min(group_id) FROM person_groups WHERE user_id = $11),
             $12, $13, $14, $15, $16, $17, $18, $19, $19)
         RETURNING id",
    )
    .bind(right.project_id())
    .bind(row.link_id)
    .bind(&row.name)
    .bind(&row.description)
    .bind(row.r#type)
    .bind(&row.value)
    .bind(&row.number)
    .bind(&row.unique_value)
    .bind(row.is_active)
    .bind(row.owner_type)
    .bind(row.owner_id)
    .bind(row.period_restrict_active)
    .bind(row.period_restrict_from)
    .bind(row.period_restrict_to)
    .bind(row.passes_restrict_active)
    .bind(row.passes_restrict_max_count)
    .bind(right.caller().user_id)
    .bind(&right.caller().user_name)
    .bind(row.created_at)
    .fetch_one(connection)
    .await;
    id.map_err(duplicate)
}

pub async fn update(connection: &mut PgConnection, right: &Authorized<resource::Identifier, action::Edit>, row: &Row) -> Result<()> {
    let done = sqlx::query(
        "UPDATE identifiers SET name = $3, description = $4, type = $5, value = $6, number = $7, unique_value = $8, is_active = $9, owner_type = $10, owner_id = $11,
             domain_id = (SELECT min(group_id) FROM person_groups WHERE user_id = $11), period_restrict_active = $12, period_restrict_from = $13, period_restrict_to = $14,
             passes_restrict_active = $15, passes_restrict_max_count = $16, passes_restrict_passes_count = $17, revoked_at = $18, updated_at = $19,
             version = version + 1
         WHERE project_id = $1 AND id = $2",
    )
    .bind(right.project_id())
    .bind(row.id)
    .bind(&row.name)
    .bind(&row.description)
    .bind(row.r#type)
    .bind(&row.value)
    .bind(&row.number)
    .bind(&row.unique_value)
    .bind(row.is_active)
    .bind(row.owner_type)
    .bind(row.owner_id)
    .bind(row.period_restrict_active)
    .bind(row.period_restrict_from)
    .bind(row.period_restrict_to)
    .bind(row.passes_restrict_active)
    .bind(row.passes_restrict_max_count)
    .bind(row.passes_restrict_passes_count)
    .bind(row.revoked_at)
    .bind(row.updated_at)
    .execute(connection)
    .await;
    done.map(|_| ()).map_err(duplicate)
}

pub async fn delete(connection: &mut PgConnection, right: &Authorized<resource::Identifier, action::Delete>, id: i64) -> Result<()> {
    sqlx::query("DELETE FROM identifiers WHERE project_id = $1 AND id = $2").bind(right.project_id()).bind(id).execute(connection).await?;
    Ok(())
}

/// One that has a limit has opened a door once more. Gives its owner; None when there is no such identifier, or no limit.
pub async fn count_pass(connection: &mut PgConnection, project_id: i64, id: i64) -> Result<Option<Option<i64>>> {
    let counted = sqlx::query_scalar(
        "UPDATE identifiers SET passes_restrict_passes_count = least(passes_restrict_passes_count::bigint + 1, 2147483647)::int
         WHERE project_id = $1 AND id = $2 AND passes_restrict_active RETURNING owner_id",
    );
    Ok(counted.bind(project_id).bind(id).fetch_optional(connection).await?)
}

/// Whose number a device reads: of several types that read alike, one that is not revoked before one that is.
pub async fn by_number(connection: &mut PgConnection, project_id: i64, kinds: &[i16], unique_value: &str) -> Result<Option<i64>> {
    let found = sqlx::query_scalar(
        "SELECT id FROM identifiers WHERE project_id = $1 AND type = ANY($2) AND unique_value = $3 ORDER BY revoked_at IS NOT NULL, is_active DESC, id LIMIT 1",
    );
    Ok(found.bind(project_id).bind(kinds).bind(unique_value).fetch_optional(connection).await?)
}

/// Names the rules that open for this identifier besides its owner's.
pub async fn set_rules(connection: &mut PgConnection, project_id: i64, id: i64, rules: &[i64]) -> Result<()> {
    sqlx::query("DELETE FROM rule_identifiers WHERE identifier_id = $1 AND rule_id <> ALL($2)")
        .bind(id)
        .bind(rules)
        .execute(&mut *connection)
        .await?;
    sqlx::query(
        "INSERT INTO rule_identifiers (rule_id, identifier_id, project_id) SELECT r, $1, $3 FROM unnest($2::bigint[]) r ON CONFLICT DO NOTHING",
    )
    .bind(id)
    .bind(rules)
    .bind(project_id)
    .execute(connection)
    .await?;
    Ok(())
}

/// Says what it is now. `version`: that of the row after the change. `deleted_at`: None while it is there.
pub async fn announce(connection: &mut PgConnection, project_id: i64, row: &Row, version: i64, deleted_at: Option<OffsetDateTime>) -> Result<()> {
    let event = IdentifierChanged {
        project_id,
        id: row.id,
        version,
        deleted: deleted_at.is_some(),
        name: row.name.clone(),
        link_id: row.link_id.to_string(),
        r#type: row.kind().as_str().into(),
        number: row.number.clone(),
        is_active: row.is_active,
        revoked: row.revoked_at.is_some(),
        owner_id: row.owner_id.unwrap_or_default(),
        owner_name: row.owner_name.clone().unwrap_or_default(),
        void_since: row.revoked_at.or(deleted_at).map(to_proto),
    };
    outbox::emit(connection, project_id, TOPIC, &format!("identifier:{}", row.id), &event).await
}

pub(super) fn duplicate(error: sqlx::Error) -> Error {
    match kit::error::violated(&error) {
        Some("identifiers_unique_value") => {
            Error::Conflict { code: "identifier_duplicate", message: "identifier duplicate".into(), data: serde_json::Value::Null }
        }
        _ => error.into(),
    }
}
