//! Mobile clients of users, from identity.
use std::time::Duration;

use anyhow::anyhow;
use kit::clock::from_proto;
use kit::{Context, Error, Result};
use policy::Caller;
use proto::vestibule::identity::v1::ListMobileClientsRequest;
use proto::vestibule::identity::v1::users_client::UsersClient;

use crate::domain::ukey2::MobileClient;

const ANSWER_TIMEOUT: Duration = Duration::from_secs(3);

/// Where the user is signed in with this installation; None where they are not. `NotFound` for a user whom the caller does not see.
pub async fn find_signed_in(context: &Context, caller: &Caller, user_id: i64, id: i64) -> Result<Option<MobileClient>> {
    let mut identity = UsersClient::new(context.peers.peer("identity"));
    let request = context.signer.request(caller, ListMobileClientsRequest { id: user_id });
    let answer = tokio::time::timeout(ANSWER_TIMEOUT, identity.list_mobile_clients(request)).await;
    let no_answer = |_| Error::Unavailable(anyhow!("no answer within {} s", ANSWER_TIMEOUT.as_secs()));
    let clients = answer.map_err(no_answer)??.into_inner().items;
    let client = clients.into_iter().find(|client| client.id == id);
    Ok(client.and_then(|client| {
        let signed_in_at = client.auth_at.as_ref().and_then(from_proto)?;
        Some(MobileClient { id: client.id, user_id, platform: client.platform, info: client.info, signed_in_at })
    }))
}
