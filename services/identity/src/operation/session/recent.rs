//! Whether the caller has just signed in: an open console, or a stolen session, is not enough for what outlasts it.
use kit::{Error, Result};
use policy::Caller;
use serde_json::Value;
use sqlx::PgConnection;

use crate::app::App;
use crate::domain::session::RECENT_SIGN_IN;
use crate::store::session::{self as store, OwnSignIn};

/// The sign-in of the caller, which was a moment ago.
pub async fn require(app: &App, connection: &mut PgConnection, caller: &Caller) -> Result<OwnSignIn> {
    let found = store::own_sign_in(connection, caller).await?;
    found.filter(|sign_in| app.context.clock.now() - sign_in.opened_at <= RECENT_SIGN_IN).ok_or_else(sign_in_again)
}

pub fn sign_in_again() -> Error {
    Error::Conflict { code: "sign_in_again", message: "sign in again to do this".into(), data: Value::Null }
}
