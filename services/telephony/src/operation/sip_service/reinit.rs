use kit::{Error, Result, audit};
use policy::{Authorized, action, resource};
use serde_json::json;

use super::change;
use crate::app::App;
use crate::domain::{account, realm};
use crate::publish;
use crate::store::sip_service as store;

/// Numbers that are read and written at a time.
const BATCH: i64 = 500;

/// Computes the digests of all accounts of a project anew from their passwords, for an installation whose SIP domain has
/// changed, or whose accounts were restored from a backup. Publishes the numbers of panels. Returns how many accounts
/// were written.
pub async fn reinit(app: &App, right: &Authorized<resource::SipService, action::Edit>) -> Result<i64> {
    let (context, project_id) = (&app.context, right.project_id());
    let realm = realm::for_project(project_id, &app.config.domain);
    let mut tx = context.database.tenant(project_id).await?;
    let (mut written, mut last_id) = (0, 0);
    loop {
        let secrets = store::sealed_passwords(&mut tx, project_id, last_id, BATCH).await?;
        let Some(last) = secrets.last() else { break };
        last_id = last.id;
        let mut ha1 = Vec::with_capacity(secrets.len());
        for secret in &secrets {
            let password = account::open(&context.sealer, &secret.sealed_password).map_err(Error::internal)?;
            ha1.push(account::ha1(&secret.number, &realm, &password));
        }
        let ids: Vec<i64> = secrets.iter().map(|secret| secret.id).collect();
        written += store::write_accounts(&mut tx, right, &ids, &ha1).await?;
    }
    publish::device_numbers_changed(&mut tx, &app.config, project_id).await?;
    audit::record(&mut tx, &context.clock, right.caller(), change("reinit", json!({ "accounts": written }))).await?;
    tx.commit().await?;
    Ok(written)
}
