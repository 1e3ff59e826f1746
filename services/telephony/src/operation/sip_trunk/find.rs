use kit::Result;
use policy::{Authorized, action, resource};

use crate::app::App;
use crate::store::sip_trunk::{self as store, SipTrunkRow};

pub async fn find(app: &App, right: &Authorized<resource::SipTrunk, action::View>, id: i64) -> Result<SipTrunkRow> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let mut row = store::find(&mut reader, right, id).await?;
    super::retain_visible_names(&mut reader, right.caller(), std::slice::from_mut(&mut row)).await?;
    Ok(row)
}
