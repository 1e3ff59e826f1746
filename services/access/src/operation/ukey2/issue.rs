use kit::{Error, Result};
use policy::{Authorized, Caller, action, resource};
use ring::rand::{SecureRandom, SystemRandom};
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::publish_and_record;
use super::read::visible_part;
use crate::app::App;
use crate::domain::ukey2::{self, MobileClient, NUMBER_BYTES};
use crate::peers::mobile_client::find_signed_in;
use crate::projection::USERS;
use crate::store::license::{require_for_users, take_ukey2};
use crate::store::ukey2::{self as store, Ukey2Row};

const FEATURE: &str = "ukey2";

type IssueRight = Authorized<resource::Ukey2, action::Create>;

pub struct IssueRequest {
    pub user_id: i64,
    pub mobile_client_id: i64,
    /// Revokes the live key of the installation with it.
    pub replace: bool,
}

/// Issues the key of an installation in which the user is signed in. Of two calls at once one issues.
pub async fn issue(app: &App, right: &IssueRight, request: IssueRequest) -> Result<Ukey2Row> {
    let IssueRequest { user_id, mobile_client_id, replace } = request;
    let caller = right.caller();
    USERS.wait_until_projected(&app.context, caller, &[user_id]).await?;
    ensure_can_issue(app, caller, user_id).await?;
    let client = find_signed_in(&app.context, caller, user_id, mobile_client_id).await?.ok_or_else(|| not_signed_in(mobile_client_id))?;
    let now = app.context.clock.now();
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    ensure_user_and_client(&mut tx, right, &client).await?;
    if let Some(live) = store::find_live(&mut tx, right, client.id).await? {
        if !replace {
            return Err(Error::conflict("value not unique"));
        }
        revoke_replaced(app, &mut tx, right, live, now).await?;
    }
    take_ukey2(&mut tx, right.project_id(), user_id, now).await?;
    let number = ukey2::number(random_bytes()?).map_err(Error::internal)?;
    let id = store::insert(&mut tx, right, &client, &number, now).await?;
    let issued = store::find(&mut tx, right, id).await?;
    publish_and_record(app, &mut tx, caller, "issue", None, &issued).await?;
    let issued = visible_part(&mut tx, caller, issued).await?;
    tx.commit().await?;
    Ok(issued)
}

/// The user must be the caller's to see, in all of their groups: the key opens what its user may open there.
async fn ensure_can_issue(app: &App, caller: &Caller, user_id: i64) -> Result<()> {
    let mut reader = app.context.database.read(caller.project_id).await?;
    require_for_users(&mut reader, caller.project_id, &[user_id], &[FEATURE]).await?;
    USERS.ensure_visible(&mut reader, caller, &[user_id]).await?;
    if USERS.beyond_reach(&mut reader, caller, &[user_id]).await?.is_empty() { Ok(()) } else { Err(Error::Forbidden) }
}

/// Locks both, in the order in which events about them do: the user may be deleted, and the installation signed out, meanwhile.
async fn ensure_user_and_client(connection: &mut PgConnection, right: &IssueRight, client: &MobileClient) -> Result<()> {
    if !store::lock_active_user(connection, right, client.user_id).await? {
        return Err(Error::InvalidRelated { names: vec![format!("user {}", client.user_id)] });
    }
    let signed_out_at = store::lock_client(connection, right, client).await?;
    if client.has_signed_out(signed_out_at) { Err(not_signed_in(client.id)) } else { Ok(()) }
}

async fn revoke_replaced(app: &App, connection: &mut PgConnection, right: &IssueRight, live: Ukey2Row, now: OffsetDateTime) -> Result<()> {
    store::revoke_replaced(connection, right, live.id, now).await?;
    let revoked = Ukey2Row { revoked_at: Some(now), version: live.version + 1, ..live.clone() };
    publish_and_record(app, connection, right.caller(), "revoke", Some(&live), &revoked).await
}

fn not_signed_in(mobile_client_id: i64) -> Error {
    Error::InvalidRelated { names: vec![format!("mobile client {mobile_client_id}")] }
}

fn random_bytes() -> Result<[u8; NUMBER_BYTES]> {
    let mut bytes = [0; NUMBER_BYTES];
    SystemRandom::new().fill(&mut bytes).map_err(|_| Error::internal(anyhow::anyhow!("the system gives no random bytes")))?;
    Ok(bytes)
}
