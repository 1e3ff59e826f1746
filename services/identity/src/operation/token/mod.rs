//! Tokens for programs: made and revoked by people who have signed in.
mod create_own;
mod create_service;
mod record_use;
mod revoke;

pub use create_own::create_own;
pub use create_service::{ServiceTokenRights, create_service};
pub use record_use::record_use;
pub use revoke::{revoke_own, revoke_service};

use kit::audit::Change;
use kit::{Error, Result};
use policy::{Action, Resource};
use serde_json::Value;

use crate::app::App;
use crate::domain::token::RECENT_SIGN_IN;
use crate::operation::profile::account::OwnAccount;
use crate::operation::second_factor::totp;
use crate::store;

/// A token that was made, with its text, which is nowhere else.
pub struct Created<T> {
    pub text: String,
    pub token: T,
}

/// An open console is not enough to make what lasts longer than it: whoever has a password gives it, and whoever has none (a
/// sign-in provider's user) has signed in a moment ago.
async fn prove_presence(app: &App, right: &OwnAccount, password: &str) -> Result<()> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let user = store::user::find(&mut reader, right, right.caller().user_id).await?;
    if user.has_password {
        drop(reader);
        return totp::prove(app, right, password).await.map(|_| ());
    }
    let opened_at = store::session::opened_at(&mut reader, right.caller()).await?;
    match opened_at {
        Some(at) if app.context.clock.now() - at <= RECENT_SIGN_IN => Ok(()),
        _ => Err(Error::Conflict { code: "sign_in_again", message: "sign in again to do this".into(), data: Value::Null }),
    }
}

/// No token makes, lists or ends tokens.
fn require_sign_in(caller: &policy::Caller) -> Result<()> {
    if caller.token.is_some() { Err(Error::Forbidden) } else { Ok(()) }
}

fn too_many(most: i64) -> Error {
    Error::Conflict { code: "too_many_tokens", message: format!("too many items: at most {most}"), data: Value::Null }
}

fn change<'a>(action: Action, id: i64, name: &'a str, before: Value, after: Value) -> Change<'a> {
    Change::new(action, Resource::Token, id, name, before, after)
}

fn text_and_hash(app: &App) -> Result<(String, [u8; 32])> {
    access_token::program::generate(&app.random).ok_or_else(|| Error::internal(anyhow::anyhow!("no randomness")))
}
