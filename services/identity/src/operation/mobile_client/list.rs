//! Reading the mobile clients of a user.
use kit::Result;
use policy::{Authorized, action, resource};

use crate::app::App;
use crate::projection;
use crate::store;
use crate::store::mobile_client::MobileClientRow;

/// Clients and the number that the user's phones register with.
pub struct UserClients {
    pub clients: Vec<MobileClientRow>,
    pub sip_number: Option<String>,
}

/// Of a user whom the caller sees.
pub async fn list(app: &App, right: &Authorized<resource::User, action::View>, user_id: i64) -> Result<UserClients> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let user = store::user::find(&mut reader, right, user_id).await?;
    let clients = store::mobile_client::list(&mut reader, right, user.id, app.context.clock.now()).await?;
    let sip_number = projection::sip_number::find(&mut reader, right.project_id(), user.id).await?;
    Ok(UserClients { clients, sip_number })
}
