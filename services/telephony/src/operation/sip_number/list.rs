use kit::{ListQuery, Page, Result};
use policy::{Authorized, action, resource};

use super::SipNumbers;
use crate::app::App;
use crate::store::related::TrunkNames;
use crate::store::sip_number::{self as store, SipNumberRow};

/// A page of the numbers that the caller sees, and the names of the trunks that their queues name. Names of what the caller does not
/// see are left out.
pub async fn list(app: &App, right: &Authorized<resource::SipNumber, action::View>, query: &ListQuery) -> Result<(Page<SipNumberRow>, TrunkNames)> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let page = store::list(&mut reader, right, query).await?;
    let SipNumbers { rows, trunk_names } = SipNumbers::read(&mut reader, right.caller(), page.items).await?;
    Ok((Page { items: rows, total: page.total, page: page.page, size: page.size }, trunk_names))
}
