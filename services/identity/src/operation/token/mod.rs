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
use sqlx::PgConnection;

use crate::app::App;
use crate::operation::profile::account::OwnAccount;
use crate::operation::second_factor::totp;
use crate::operation::session::recent::{self, sign_in_again};
use crate::store;
use crate::store::account::Accounts;
use crate::store::user::UserRow;

/// A token that was made, with its text, which is nowhere else.
pub struct Created<T> {
    pub text: String,
    pub token: T,
}

/// What the maker of a token has proved before it is stored.
enum Presence {
    /// With the hash that the password was checked against.
    Password(Option<String>),
    /// Has no password, and has signed in a moment ago.
    SignIn,
}

impl Presence {
    /// In the transaction that stores the token, which has locked the user. Whoever changes the password or ends the account's sessions
    /// locks the user before: they end the token as well, or what they did is seen here.
    async fn confirm(&self, app: &App, connection: &mut PgConnection, right: &OwnAccount, user: &UserRow) -> Result<()> {
        if !store::session::hold_own(connection, right.caller(), app.context.clock.now()).await? {
            return Err(Error::Unauthenticated);
        }
        match self {
            Presence::SignIn if user.has_password => Err(sign_in_again()),
            Presence::SignIn => Ok(()),
            Presence::Password(proved) => {
                let Some(account_id) = user.account_id else { return Err(totp::wrong_password()) };
                let mut accounts = Accounts::elevate(connection).await?;
                let is_unchanged = accounts.password_hash(account_id).await? == *proved;
                accounts.restore_role().await?;
                if is_unchanged { Ok(()) } else { Err(totp::wrong_password()) }
            }
        }
    }
}

/// An open console is not enough to make what lasts longer than it: whoever has a password gives it, and whoever has none (a
/// sign-in provider's user) has signed in a moment ago.
async fn prove_presence(app: &App, right: &OwnAccount, password: &str) -> Result<Presence> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let user = store::user::find(&mut reader, right, right.caller().user_id).await?;
    if user.has_password {
        drop(reader);
        let proved = totp::prove_password(app, right, password).await?;
        return Ok(Presence::Password(proved.password_hash));
    }
    recent::require(app, &mut reader, right.caller()).await?;
    Ok(Presence::SignIn)
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
