//! SIP settings of projects, as domains publishes them.
use kit::Result;
use kit::projection::Snapshot;
use proto::vestibule::events::v1::ProjectSip;
use sqlx::PgConnection;

/// True when the snapshot was newer than the one that is kept.
pub async fn project(connection: &mut PgConnection, project_id: i64, version: i64, sip: &ProjectSip) -> Result<bool> {
    let row = Snapshot::new("project_sip", "project_id")
        .set("project_id", project_id)
        .set("is_enabled", sip.is_enabled)
        .set("proxy_address", &sip.proxy_address)
        .set("proxy_port", sip.proxy_port)
        .set("transport", &sip.transport)
        .set("stun_address", &sip.stun_address)
        .set("stun_port", sip.stun_port)
        .set("turn_address", &sip.turn_address)
        .set("turn_port", sip.turn_port)
        .set("turn_user_name", &sip.turn_user_name)
        .set("sealed_turn_password", &sip.sealed_turn_password[..])
        .set("talk_timeout", sip.talk_timeout)
        .set("first_number", &sip.first_number)
        .set("last_number", &sip.last_number)
        .set("realm_address", &sip.realm_address);
    row.store(connection, version).await
}
