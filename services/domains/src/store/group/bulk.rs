//! Groups that are created together: a statement for each table, however many there are.
use std::collections::HashSet;

use kit::Result;
use policy::action;
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::refused;
use crate::domain::group::GroupDraft;
use crate::domain::new_group::{NewGroup, Parent};
use crate::domain::reach::GroupRight;
use crate::publish::{self, CreatedGroup};

/// Ids for new groups. Those that are not used leave a gap.
pub async fn allocate_ids(connection: &mut PgConnection, count: usize) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar("SELECT nextval(pg_get_serial_sequence('groups', 'id')) FROM generate_series(1, $1)")
        .bind(count as i64)
        .fetch_all(connection)
        .await?)
}

/// Parents before children, each with its id.
pub async fn insert_all(
    connection: &mut PgConnection,
    right: &GroupRight<action::Create>,
    groups: &[NewGroup],
    ids: &[i64],
    now: OffsetDateTime,
) -> Result<()> {
    let parent = |group: &NewGroup| match group.parent {
        Parent::Existing(id) => id,
        Parent::New(place) => ids[place],
    };
    let created = |(id, group): (&i64, &NewGroup)| CreatedGroup {
        id: *id,
        draft: GroupDraft {
            name: group.name.clone(),
            parent_id: Some(parent(group)),
            domain_type_id: group.domain_type_id,
            logic_address: group.logic_address.clone(),
            ..GroupDraft::default()
        },
    };
    let created: Vec<CreatedGroup> = ids.iter().zip(groups).map(created).collect();
    insert_rows(connection, right, &created, now).await?;
    publish::groups_created(connection, right.project_id(), &created).await
}

async fn insert_rows(connection: &mut PgConnection, right: &GroupRight<action::Create>, groups: &[CreatedGroup], now: OffsetDateTime) -> Result<()> {
    sqlx::query(
        "INSERT INTO groups (id, project_id, parent_id, name, domain_type_id, logic_address, created_by, created_by_name, created_at, updated_at)
         OVERRIDING SYSTEM VALUE
         SELECT n.id, $1, n.parent, n.name, n.type, n.address, $2, $3, $4, $4
         FROM unnest($5::bigint[], $6::bigint[], $7::text[], $8::bigint[], $9::text[]) n (id, parent, name, type, address)",
    )
    .bind(right.project_id())
    .bind(right.caller().user_id)
    .bind(&right.caller().user_name)
    .bind(now)
    .bind(groups.iter().map(|group| group.id).collect::<Vec<_>>())
    .bind(groups.iter().map(|group| group.draft.parent_id).collect::<Vec<_>>())
    .bind(groups.iter().map(|group| group.draft.name.as_str()).collect::<Vec<_>>())
    .bind(groups.iter().map(|group| group.draft.domain_type_id.filter(|id| *id != 0)).collect::<Vec<_>>())
    .bind(groups.iter().map(|group| group.draft.logic_address.as_deref().filter(|address| !address.is_empty())).collect::<Vec<_>>())
    .execute(connection)
    .await
    .map_err(refused)?;
    Ok(())
}

/// Types and addresses of the groups directly under `parent`.
pub async fn taken_addresses(connection: &mut PgConnection, project_id: i64, parent: i64) -> Result<HashSet<(i64, String)>> {
    let rows: Vec<(i64, String)> =
        sqlx::query_as("SELECT domain_type_id, logic_address FROM groups WHERE project_id = $1 AND parent_key = $2 AND logic_address IS NOT NULL")
            .bind(project_id)
            .bind(parent)
            .fetch_all(connection)
            .await?;
    Ok(rows.into_iter().collect())
}
