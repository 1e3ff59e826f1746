use kit::{ListQuery, Page, Result};
use policy::{Authorized, action, resource};

use crate::app::App;
use crate::store::sip_trunk::{self as store, SipTrunkRow};

pub async fn list(app: &App, right: &Authorized<resource::SipTrunk, action::View>, query: &ListQuery) -> Result<Page<SipTrunkRow>> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let mut page = store::list(&mut reader, right, query).await?;
    super::retain_visible_names(&mut reader, right.caller(), &mut page.items).await?;
    Ok(page)
}
