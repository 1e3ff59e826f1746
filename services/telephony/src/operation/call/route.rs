use kit::Result;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::route::{Decision, Incoming};
use crate::domain::routing;
use crate::store::routing::read_scene;

/// Who rings when `incoming` calls, or why nobody does.
pub async fn route(connection: &mut PgConnection, now: OffsetDateTime, incoming: &Incoming) -> Result<Decision> {
    let scene = read_scene(connection, now, incoming).await?;
    Ok(routing::decide(&scene, incoming))
}
