//! Who registered and has proved their e-mail becomes a user.
use kit::{Error, Result};
use policy::{Action, Caller};
use serde_json::Value;
use sqlx::PgConnection;

use super::{change, on_behalf, shown};
use crate::domain::refusal;
use crate::domain::user::Draft;
use crate::parts::Parts;
use crate::store;
use crate::store::account::{Accounts, EMAIL_USED, SignIn};
use crate::store::user::NewUser;

pub struct Newcomer<'a> {
    pub project_id: i64,
    pub name: &'a str,
    pub email: &'a str,
    pub locale: &'a str,
    pub password_hash: &'a str,
    pub role_id: i64,
    pub domain_id: i64,
}

/// In a transaction of the platform. `user registered already` when somebody was first with the e-mail.
pub async fn join(parts: &Parts, connection: &mut PgConnection, caller: &Caller, newcomer: &Newcomer<'_>) -> Result<i64> {
    make(parts, connection, caller, newcomer).await.map_err(|error| match error {
        Error::Conflict { code: EMAIL_USED, .. } => refusal::registered_already(),
        error => error,
    })
}

async fn make(parts: &Parts, connection: &mut PgConnection, caller: &Caller, newcomer: &Newcomer<'_>) -> Result<i64> {
    let now = parts.context.clock.now();
    let sign_in = SignIn { email: Some(newcomer.email), login: None };
    let account_id = Accounts::of_system(connection).create(&sign_in, Some(newcomer.password_hash), now).await?;
    let draft = Draft {
        name: newcomer.name.into(),
        email: Some(newcomer.email.into()),
        role_id: newcomer.role_id,
        domain_ids: [newcomer.domain_id].into(),
        is_active: true,
        ..Draft::default()
    };
    let languages = store::project_settings::languages(connection, newcomer.project_id).await?;
    let locale = languages.choose(newcomer.locale);
    let new = NewUser { draft: &draft, account_id: Some(account_id), has_password: true, locale, created_by: None, now };
    let id = store::user::insert_first(connection, newcomer.project_id, &new).await?;
    Accounts::of_system(connection).prove_email(account_id).await?;
    let themself = on_behalf(caller, newcomer.project_id, id, newcomer.name);
    let change = change(Action::Create, id, newcomer.name, Value::Null, shown(&draft));
    kit::audit::record(connection, &parts.context.clock, &themself, change).await?;
    Ok(id)
}
