use kit::Result;
use policy::{Authorized, action, resource};

use crate::app::App;
use crate::store::sip_trunk::{self as store, SipTrunkRow};

pub async fn find(app: &App, right: &Authorized<resource::SipTrunk, action::View>, id: i64) -> Result<SipTrunkRow> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    store::find(&mut reader, right, id).await
}
