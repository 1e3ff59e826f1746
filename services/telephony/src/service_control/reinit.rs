//! Writes a project's accounts anew: what the edge checks passwords with, from the passwords themselves. For an
//! installation whose SIP domain has changed, or whose accounts were restored from elsewhere. Panels are told where they
//! register, as by any other change of it.
use kit::{Error, Result};
use policy::{Authorized, action, resource};
use serde_json::json;

use crate::domain::{account, realm};
use crate::parts::Parts;
use crate::store::announce::Announcer;
use crate::store::sip_service as store;

/// Numbers that are read and written at a time.
const AT_ONCE: i64 = 500;

/// How many were written.
pub async fn reinit(parts: &Parts, right: &Authorized<resource::SipService, action::Edit>) -> Result<i64> {
    let (context, project_id) = (&parts.context, right.project_id());
    let realm = realm::of(project_id, &parts.config.domain);
    let mut tx = context.database.tenant(project_id).await?;
    let (mut written, mut last) = (0, 0);
    loop {
        let secrets = store::sealed_passwords(&mut tx, project_id, last, AT_ONCE).await?;
        let Some(newest) = secrets.last() else { break };
        last = newest.id;
        let mut ha1 = Vec::with_capacity(secrets.len());
        for secret in &secrets {
            let password = account::open(&context.sealer, &secret.sealed_password).map_err(Error::internal)?;
            ha1.push(account::ha1(&secret.number, &realm, &password));
        }
        let ids: Vec<i64> = secrets.iter().map(|secret| secret.id).collect();
        written += store::write_accounts(&mut tx, project_id, &ids, &ha1).await?;
    }
    Announcer { config: &parts.config, now: context.clock.now() }.of_devices(&mut tx, project_id).await?;
    let change = kit::audit::Change { action: "reinit", ..changed(json!({ "accounts": written })) };
    kit::audit::record(&mut tx, &context.clock, right.caller(), change).await?;
    tx.commit().await?;
    Ok(written)
}

/// The record of something that was done to the service.
pub fn changed(after: serde_json::Value) -> kit::audit::Change<'static> {
    kit::audit::Change::new(policy::Action::Edit, policy::Resource::SipService, 0, "SIP service", json!({}), after)
}
