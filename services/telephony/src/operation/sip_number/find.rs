use kit::Result;
use policy::{Authorized, action, resource};

use super::SipNumbers;
use crate::app::App;
use crate::store::sip_number as store;

/// A number, and whether a phone is registered with it: None while the edge does not answer.
pub async fn find(app: &App, right: &Authorized<resource::SipNumber, action::View>, id: i64) -> Result<(SipNumbers, Option<bool>)> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let row = store::find(&mut reader, right, id).await?;
    let number = row.number.clone();
    let found = SipNumbers::read(&mut reader, right.caller(), vec![row]).await?;
    drop(reader);
    Ok((found, app.is_registered(right.project_id(), &number).await))
}
