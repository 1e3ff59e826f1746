//! Settings of groups, as domains publishes them: forwarding of the general number, and calls outside.
use forwarding::Queue;
use kit::Result;
use kit::projection::Snapshot;
use proto::vestibule::events::v1::GroupSettingsChanged;
use sqlx::PgConnection;
use sqlx::types::Json;

pub async fn project(connection: &mut PgConnection, changed: &GroupSettingsChanged) -> Result<()> {
    let (forward, trunk) = (changed.forward.clone().unwrap_or_default(), changed.trunk.clone().unwrap_or_default());
    let queues: Vec<Queue> = forward.queues.into_iter().map(Queue::from_api).collect();
    let row = Snapshot::new("group_settings", "group_id")
        .set("group_id", changed.id)
        .set("project_id", changed.project_id)
        .set("forward_is_active", forward.is_active)
        .set("forward_queues", Json(queues))
        .set("trunk_is_enabled", trunk.is_enabled)
        .set("outgoing_number", &trunk.outgoing_number);
    row.store(connection, changed.version).await?;
    Ok(())
}
