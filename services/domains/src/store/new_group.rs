//! Groups that are made together: a statement for each table, however many there are.
use std::collections::HashSet;

use kit::outbox::{self, Outgoing};
use kit::{Result, tree};
use policy::action;
use proto::vestibule::events::v1::GroupChanged;
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::group::refused;
use crate::domain::new_group::{NewGroup, Parent};
use crate::domain::reach::Proof;

/// Ids for new groups. Those that are not used leave a gap.
pub async fn allocate(connection: &mut PgConnection, count: usize) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar("SELECT nextval(pg_get_serial_sequence('groups', 'id')) FROM generate_series(1, $1)")
        .bind(count as i64)
        .fetch_all(connection)
        .await?)
}

/// Parents before children, each with its id.
pub async fn insert_all(
    connection: &mut PgConnection,
    proof: &Proof<action::Create>,
    groups: &[NewGroup],
    ids: &[i64],
    now: OffsetDateTime,
) -> Result<()> {
    let parent = |group: &NewGroup| match group.parent {
        Parent::There(id) => id,
        Parent::New(place) => ids[place],
    };
    let snapshot = |(id, group): (&i64, &NewGroup)| GroupChanged {
        project_id: proof.project_id(),
        id: *id,
        version: 1,
        deleted: false,
        name: group.name.clone(),
        parent_id: parent(group),
        domain_type_id: group.domain_type_id.unwrap_or_default(),
        logic_address: group.logic_address.clone().unwrap_or_default(),
    };
    let snapshots: Vec<GroupChanged> = ids.iter().zip(groups).map(snapshot).collect();
    insert(connection, proof, &snapshots, now).await?;
    tree::add(connection, &snapshots).await?;
    let outgoing = |event: GroupChanged| Outgoing { project_id: event.project_id, aggregate: format!("group:{}", event.id), event };
    let events: Vec<_> = snapshots.into_iter().map(outgoing).collect();
    outbox::emit_all(connection, tree::TOPIC, &events).await
}

async fn insert(connection: &mut PgConnection, proof: &Proof<action::Create>, groups: &[GroupChanged], now: OffsetDateTime) -> Result<()> {
    sqlx::query(
        "INSERT INTO groups (id, project_id, parent_id, name, domain_type_id, logic_address, created_by, created_by_name, created_at, updated_at)
         OVERRIDING SYSTEM VALUE
         SELECT n.id, $1, n.parent, n.name, nullif(n.type, 0), nullif(n.address, ''), $2, $3, $4, $4
         FROM unnest($5::bigint[], $6::bigint[], $7::text[], $8::bigint[], $9::text[]) n (id, parent, name, type, address)",
    )
    .bind(proof.project_id())
    .bind(proof.caller().user_id)
    .bind(&proof.caller().user_name)
    .bind(now)
    .bind(groups.iter().map(|group| group.id).collect::<Vec<_>>())
    .bind(groups.iter().map(|group| group.parent_id).collect::<Vec<_>>())
    .bind(groups.iter().map(|group| group.name.as_str()).collect::<Vec<_>>())
    .bind(groups.iter().map(|group| group.domain_type_id).collect::<Vec<_>>())
    .bind(groups.iter().map(|group| group.logic_address.as_str()).collect::<Vec<_>>())
    .execute(connection)
    .await
    .map_err(refused)?;
    Ok(())
}

/// Types and addresses of the groups directly under `parent`.
pub async fn taken(connection: &mut PgConnection, project_id: i64, parent: i64) -> Result<HashSet<(i64, String)>> {
    let rows: Vec<(i64, String)> =
        sqlx::query_as("SELECT domain_type_id, logic_address FROM groups WHERE project_id = $1 AND parent_key = $2 AND logic_address IS NOT NULL")
            .bind(project_id)
            .bind(parent)
            .fetch_all(connection)
            .await?;
    Ok(rows.into_iter().collect())
}
