//! `identity.session.revoked`: sessions that were ended.
use kit::Result;
use kit::clock::to_proto;
use kit::outbox::{self, Outgoing};
use proto::vestibule::events::v1::SessionRevoked;
use sqlx::PgConnection;

use crate::domain::session::RevokedSession;

pub const TOPIC: &str = "identity.session.revoked";

pub async fn revoked(connection: &mut PgConnection, sessions: &[RevokedSession]) -> Result<()> {
    let event = |session: &RevokedSession| Outgoing {
        project_id: session.project_id,
        aggregate: format!("session:{}", session.id),
        event: SessionRevoked {
            project_id: session.project_id,
            user_id: session.user_id,
            session_id: session.id,
            mobile_client_id: session.mobile_client_id.unwrap_or_default(),
            at: Some(to_proto(session.revoked_at)),
        },
    };
    outbox::emit_all(connection, TOPIC, &sessions.iter().map(event).collect::<Vec<_>>()).await
}
