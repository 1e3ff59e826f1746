//! A project's beginning: the project, its roles and its first administrator.
use kit::{Context, Error, Fields, Result};
use policy::{Action, Caller, CallerKind};
use serde_json::{Value, json};
use sqlx::PgConnection;

use crate::domain::{password, user::UserDraft};
use crate::password_hashing::Passwords;
use crate::store;
use crate::store::account::{Account, Accounts, SignIn};
use crate::store::user::NewUser;

/// Who begins a project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bootstrapped {
    pub project_id: i64,
    pub user_id: i64,
    pub role_id: i64,
    /// The account was made; else it has kept its password.
    pub is_new: bool,
}

/// Makes a project with its default roles and an administrator. What is there already is left as it is: the
/// project of this name, the account of this e-mail (whose password stays), the user. The first account
/// of an installation becomes its dealer. Only for the platform itself: it asks for no right.
pub async fn bootstrap(context: &Context, project: &str, email: &str, password: &str, name: &str) -> Result<Bootstrapped> {
    check(project, email, password, name)?;
    let hash = Passwords::new().map_err(Error::Internal)?.hash(password).await?;
    let mut tx = context.database.system().await?;
    store::project::lock_bootstrap(&mut tx).await?;
    let project_id = find_or_make_project(context, &mut tx, project).await?;
    let role_id = store::role::administrator(&mut tx, project_id).await?;
    let (account, is_new) = find_or_make_account(context, &mut tx, email, &hash).await?;
    let dealer_id = store::dealer::ensure(&mut tx, account.id, project, context.clock.now()).await?;
    store::dealer::give(&mut tx, dealer_id, project_id).await?;
    let user_id = match store::user::find_of_account(&mut tx, project_id, account.id).await? {
        Some(user_id) => user_id,
        None => make_administrator(context, &mut tx, project_id, role_id, &account, email, name).await?,
    };
    tx.commit().await?;
    Ok(Bootstrapped { project_id, user_id, role_id, is_new })
}

fn check(project: &str, email: &str, new_password: &str, name: &str) -> Result<()> {
    let mut fields = Fields::new();
    fields.text("project", project, 100);
    fields.text("name", name, 100);
    fields.email("email", email);
    password::check(&mut fields, "password", new_password);
    fields.finish()
}

async fn find_or_make_project(context: &Context, connection: &mut PgConnection, name: &str) -> Result<i64> {
    if let Some(id) = store::project::by_name(connection, name).await? {
        return Ok(id);
    }
    let now = context.clock.now();
    let id = store::project::insert(connection, name, now).await?;
    store::role::insert_defaults(connection, id, now).await?;
    Ok(id)
}

async fn find_or_make_account(context: &Context, connection: &mut PgConnection, email: &str, hash: &str) -> Result<(Account, bool)> {
    let mut accounts = Accounts::from_system(connection);
    if let Some(account) = accounts.find(email).await? {
        return Ok((account, false));
    }
    let id = accounts.create(&SignIn { email: Some(email), login: None }, Some(hash), context.clock.now()).await?;
    // The operator of the installation vouches for it.
    accounts.prove_email(id, context.clock.now()).await?;
    Ok((Account { id, password_hash: Some(hash.into()) }, true))
}

async fn make_administrator(
    context: &Context,
    connection: &mut PgConnection,
    project_id: i64,
    role_id: i64,
    account: &Account,
    email: &str,
    name: &str,
) -> Result<i64> {
    let draft = UserDraft { name: name.into(), email: Some(email.into()), role_id, is_active: true, ..UserDraft::default() };
    let new = NewUser {
        draft: &draft,
        account_id: Some(account.id),
        has_password: account.password_hash.is_some(),
        locale: "en",
        created_by: None,
        now: context.clock.now(),
    };
    let id = store::user::insert_first(connection, project_id, &new).await?;
    let platform = Caller { project_id, kind: CallerKind::Service("identity".into()), ..Caller::default() };
    let after = json!({ "name": name, "email": email, "role_id": role_id });
    let change = kit::audit::Change::new(Action::Create, policy::Resource::User, id, name, Value::Null, after);
    kit::audit::record(connection, &context.clock, &platform, change).await?;
    Ok(id)
}
