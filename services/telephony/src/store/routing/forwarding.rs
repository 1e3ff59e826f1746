//! Where calls to a number go.
use forwarding::Queue;
use kit::Result;
use serde_json::Value;
use sqlx::PgConnection;

use super::number::Found;
use crate::domain::routing::Forwarding;

/// A general number goes by its group's settings, when they are switched on; else by its own, else to its people.
pub async fn of(connection: &mut PgConnection, project_id: i64, callee: &Found) -> Result<Forwarding> {
    let group = callee.endpoint.party.domain_id;
    if callee.endpoint.is_general
        && let Some(queues) = group_queues(connection, project_id, group).await?
    {
        return Ok(Forwarding::Queues(queues));
    }
    match (callee.forward_mode.as_str(), callee.forward_group_id) {
        ("manual", _) => Ok(Forwarding::Queues(parse(callee.forward_queues.clone())?)),
        ("picked", Some(rule)) => picked(connection, project_id, rule).await,
        _ if callee.endpoint.is_general => Ok(Forwarding::People(super::group::people(connection, project_id, group).await?)),
        _ => Ok(Forwarding::Itself),
    }
}

async fn picked(connection: &mut PgConnection, project_id: i64, rule: i64) -> Result<Forwarding> {
    let queues: Option<Value> = sqlx::query_scalar("SELECT queues FROM forward_rules WHERE project_id = $1 AND id = $2")
        .bind(project_id)
        .bind(rule)
        .fetch_optional(connection)
        .await?;
    queues.map_or(Ok(Forwarding::Itself), |queues| Ok(Forwarding::Queues(parse(queues)?)))
}

async fn group_queues(connection: &mut PgConnection, project_id: i64, group: i64) -> Result<Option<Vec<Queue>>> {
    let queues: Option<Value> =
        sqlx::query_scalar("SELECT forward_queues FROM group_settings WHERE project_id = $1 AND group_id = $2 AND forward_is_active")
            .bind(project_id)
            .bind(group)
            .fetch_optional(connection)
            .await?;
    queues.map(parse).transpose()
}

/// Queues were validated before they were written.
fn parse(queues: Value) -> Result<Vec<Queue>> {
    serde_json::from_value(queues).map_err(kit::Error::internal)
}
