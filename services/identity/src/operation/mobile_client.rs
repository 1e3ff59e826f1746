//! The mobile clients of a user.
use kit::{Error, Result};
use policy::{Authorized, action, resource};
use proto::vestibule::identity::v1::MobileClient;
use serde_json::json;

use super::avatar::check_reach;
use super::update_user::Rights;
use crate::parts::Parts;
use crate::signal::{self, Changed};
use crate::store;

/// Of a user whom the caller sees.
pub async fn list_mobile_clients(parts: &Parts, right: &Authorized<resource::User, action::View>, user_id: i64) -> Result<Vec<MobileClient>> {
    let mut reader = parts.context.database.read(right.project_id()).await?;
    let user = store::user_list::find(&mut reader, right, user_id).await?;
    let clients = store::mobile_client::of_user(&mut reader, right, user.id, parts.context.clock.now()).await?;
    let sip_number = store::sip_number::of_user(&mut reader, right.project_id(), user.id).await?;
    drop(reader);
    Ok(clients.into_iter().map(|client| MobileClient { sip_number: sip_number.clone(), ..client.into() }).collect())
}

/// Ends the sessions of the client, which leaves the list.
pub async fn delete_mobile_client(parts: &Parts, rights: &Rights, user_id: i64, client_id: i64) -> Result<()> {
    let mut tx = parts.context.database.tenant(rights.edit.project_id()).await?;
    let user = store::user_list::lock(&mut tx, &rights.view, user_id).await?;
    check_reach(&mut tx, rights, &user).await?;
    let client = store::mobile_client::find(&mut tx, rights.edit.project_id(), user_id, client_id).await?.ok_or(Error::NotFound)?;
    let revoked = store::mobile_client::delete(&mut tx, &rights.edit, user_id, client_id, parts.context.clock.now()).await?;
    let change = kit::audit::Change {
        action: "sign out mobile client",
        resource: policy::Resource::User,
        id: user_id,
        name: &user.name,
        before: json!({ "mobile_client": { "platform": client.platform, "info": client.info } }),
        after: json!({}),
    };
    kit::audit::record(&mut tx, &parts.context.clock, rights.edit.caller(), change).await?;
    tx.commit().await?;
    signal::publish(&parts.context, &revoked.into_iter().map(Changed::from).collect::<Vec<_>>()).await;
    Ok(())
}
