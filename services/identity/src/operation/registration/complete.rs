//! Who registered and has proved their e-mail becomes a user.
use kit::{Error, Result};
use policy::{Action, Caller};
use serde_json::Value;
use sqlx::PgConnection;

use crate::app::App;
use crate::domain::refusal;
use crate::domain::user::UserDraft;
use crate::operation::audit;
use crate::projection;
use crate::store;
use crate::store::account::{Accounts, EMAIL_USED, SignIn};
use crate::store::user::NewUser;

pub struct RegistrationCompletion<'a> {
    pub project_id: i64,
    pub name: &'a str,
    pub email: &'a str,
    pub locale: &'a str,
    pub password_hash: &'a str,
    pub role_id: i64,
    pub domain_id: i64,
}

/// In a transaction of the platform. `user registered already` when somebody was first with the e-mail.
pub async fn complete(app: &App, connection: &mut PgConnection, caller: &Caller, completion: &RegistrationCompletion<'_>) -> Result<i64> {
    insert_user(app, connection, caller, completion).await.map_err(|error| match error {
        Error::Conflict { code: EMAIL_USED, .. } => refusal::registered_already(),
        error => error,
    })
}

async fn insert_user(app: &App, connection: &mut PgConnection, caller: &Caller, completion: &RegistrationCompletion<'_>) -> Result<i64> {
    let now = app.context.clock.now();
    let sign_in = SignIn { email: Some(completion.email), login: None };
    let account_id = Accounts::from_system(connection).create(&sign_in, Some(completion.password_hash), now).await?;
    let draft = UserDraft {
        name: completion.name.into(),
        email: Some(completion.email.into()),
        role_id: completion.role_id,
        domain_ids: [completion.domain_id].into(),
        is_active: true,
        ..UserDraft::default()
    };
    let languages = projection::project_settings::languages(connection, completion.project_id).await?;
    let locale = languages.choose(completion.locale);
    let new = NewUser { draft: &draft, account_id: Some(account_id), has_password: true, locale, created_by: None, now };
    let id = store::user::insert_first(connection, completion.project_id, &new).await?;
    Accounts::from_system(connection).prove_email(account_id, now).await?;
    let themself = audit::on_behalf(caller, completion.project_id, id, completion.name);
    let change = audit::user_change(Action::Create, id, completion.name, Value::Null, draft.audit_view());
    kit::audit::record(connection, &app.context.clock, &themself, change).await?;
    Ok(id)
}
