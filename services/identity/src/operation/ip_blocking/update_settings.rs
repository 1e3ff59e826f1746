//! Changing when an address is banned.
use kit::{Mask, Result};
use policy::Action;
use proto::vestibule::identity::v1 as api;

use super::{IpBlockingEdit, record};
use crate::app::App;
use crate::store::ip_blocking as store;

pub async fn update_settings(app: &App, right: &IpBlockingEdit, status: &api::IpBlockingStatus, mask: &Mask) -> Result<()> {
    if mask.is_empty() {
        return Ok(());
    }
    let mut tx = app.context.database.system().await?;
    store::lock(&mut tx).await?;
    let before = store::find(&mut tx).await?.unwrap_or_else(|| app.blocking.defaults());
    let after = before.merge(mask, status);
    after.check()?;
    store::save(&mut tx, right, &after).await?;
    record(app, &mut tx, right, Action::Edit.name(), "", before.audit_view(), after.audit_view()).await?;
    tx.commit().await?;
    app.blocking.changed().await;
    Ok(())
}
