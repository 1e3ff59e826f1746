//! Trunks that register at their provider, and what became of it.
use kit::{Result, Tx};

/// Lines that one installation keeps registered; the others say so.
const MAX_REGISTRATIONS: i64 = 1_000;

#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct TrunkRegistration {
    pub id: i64,
    pub version: i64,
    pub termination_uri: String,
    pub login: String,
    pub sealed_password: Vec<u8>,
    /// Its project may call outside: it is not suspended, has the licence, and SIP is switched on.
    pub is_open: bool,
    /// The installation keeps so many others before it.
    pub is_beyond: bool,
}

impl TrunkRegistration {
    /// Why it is not even tried.
    pub fn refusal_reason(&self) -> Option<&'static str> {
        match (self.is_open, self.is_beyond) {
            (false, _) => Some("the project is suspended, has no licence, or has SIP switched off"),
            (true, true) => Some("too many trunks register"),
            (true, false) => None,
        }
    }
}

/// Of every project, in their order.
pub async fn list(tx: &mut Tx) -> Result<Vec<TrunkRegistration>> {
    let lines = sqlx::query_as(
        "SELECT l.*, count(*) FILTER (WHERE l.is_open) OVER (ORDER BY l.id) > $1 AS is_beyond FROM (
             SELECT t.id, t.version, t.termination_uri, t.login, t.sealed_password,
                 NOT coalesce(p.suspended, false) AND coalesce(s.is_enabled, true) AND coalesce(f.features @> '{sip,sip.trunks}', false) AS is_open
             FROM sip_trunks t LEFT JOIN projects p USING (project_id) LEFT JOIN project_sip s USING (project_id)
             LEFT JOIN project_features f USING (project_id)
             WHERE t.is_registration_enabled AND t.login IS NOT NULL AND t.sealed_password IS NOT NULL) l
         ORDER BY l.id",
    );
    Ok(lines.bind(MAX_REGISTRATIONS).fetch_all(&mut **tx).await?)
}

/// Of the trunk as it was when that was tried; a later one is left alone.
pub async fn update_status(tx: &mut Tx, line: &TrunkRegistration, status: &str, message: Option<&str>) -> Result<()> {
    sqlx::query("UPDATE sip_trunks SET status = $3, status_message = $4 WHERE id = $1 AND version = $2")
        .bind(line.id)
        .bind(line.version)
        .bind(status)
        .bind(message)
        .execute(&mut **tx)
        .await?;
    Ok(())
}
