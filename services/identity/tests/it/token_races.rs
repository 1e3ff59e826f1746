//! Tokens that are made while a password is changed or a session ends: none outlives what was to end it.
use policy::Caller;
use proto::vestibule::identity::v1::profiles_server::Profiles;
use proto::vestibule::identity::v1::sessions_server::Sessions;
use proto::vestibule::identity::v1::users_server::Users;
use proto::vestibule::identity::v1::*;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};
use tonic::{Code, Status};

use crate::site::{NEW_PASSWORD, PASSWORD, Person, Site, code, refusal};

/// Until so many statements wait for a row of the table, in the order in which they will get it. By a connection besides those of the
/// service, which they hold.
pub async fn until_waiting(site: &Site, table: &str, count: i64) {
    let context = &site.app.context;
    let url = context.settings.database_url(context.service);
    let url = url.rsplit_once('/').map(|(server, _)| format!("{server}/{}", site.app.database())).unwrap();
    let mut watcher = PgConnection::connect(&url).await.unwrap();
    let sql = format!(
        "SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
         WHERE l.locktype = 'tuple' AND l.relation = '{table}'::regclass"
    );
    while sqlx::query_scalar::<_, i64>(AssertSqlSafe(sql.clone())).fetch_one(&mut watcher).await.unwrap() < count {
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
}

/// Whoever changes the row of the table from outside, until `release`.
pub async fn hold(site: &Site, table: &str, id: i64) -> kit::Tx {
    let mut tx = site.app.context.database.system().await.unwrap();
    sqlx::query(AssertSqlSafe(format!("SELECT FROM {table} WHERE id = $1 FOR UPDATE"))).bind(id).execute(&mut *tx).await.unwrap();
    tx
}

/// Two pieces of work that need the user: the first has its password checked already, and comes first.
pub async fn one_after_another<A, B>(site: &Site, user_id: i64, first: impl Future<Output = A>, second: impl Future<Output = B>) -> (A, B) {
    let held = hold(site, "users", user_id).await;
    let second = async {
        until_waiting(site, "users", 1).await;
        second.await
    };
    let release = async {
        until_waiting(site, "users", 2).await;
        held.rollback().await.unwrap();
    };
    let (first, second, ()) = tokio::join!(first, second, release);
    (first, second)
}

async fn change_own_password(site: &Site, caller: &Caller) -> Result<(), Status> {
    let change = ChangeProfilePasswordRequest { old_password: PASSWORD.into(), new_password: NEW_PASSWORD.into() };
    site.profiles().change_profile_password(site.request(caller, change)).await.map(|_| ())
}

async fn set_password(site: &Site, person: &Person) -> Result<(), Status> {
    let set = SetUserPasswordRequest { id: person.id, new_password: NEW_PASSWORD.into() };
    site.users().set_user_password(site.request(&site.admin, set)).await.map(|_| ())
}

async fn anna(site: &Site) -> (Person, Caller) {
    let anna = site.person("anna", "user", &[11]).await;
    let caller = site.signed_in(&anna.caller).await;
    (anna, caller)
}

#[tokio::test]
async fn a_token_that_was_being_made_when_its_user_changed_the_password_ends_with_it() {
    let site = Site::start().await;
    let (anna, caller) = anna(&site).await;
    let make = site.create_own(&caller, "CI", &["all"]);
    let (made, changed) = one_after_another(&site, anna.id, make, change_own_password(&site, &caller)).await;
    changed.unwrap();
    assert_eq!(code(site.bearer(&made.unwrap().token).await), Code::NotFound);
}

#[tokio::test]
async fn a_token_that_was_being_made_when_somebody_else_set_the_password_ends_with_it() {
    let site = Site::start().await;
    let (anna, caller) = anna(&site).await;
    let make = site.create_own(&caller, "CI", &["all"]);
    let (made, set) = one_after_another(&site, anna.id, make, set_password(&site, &anna)).await;
    set.unwrap();
    assert_eq!(code(site.bearer(&made.unwrap().token).await), Code::NotFound);
}

#[tokio::test]
async fn the_former_password_makes_no_token_once_its_user_has_changed_it() {
    let site = Site::start().await;
    let (anna, caller) = anna(&site).await;
    let make = site.create_own(&caller, "CI", &["all"]);
    let (changed, made) = one_after_another(&site, anna.id, change_own_password(&site, &caller), make).await;
    changed.unwrap();
    // The session in which the password was changed goes on: the proof alone is void.
    assert_eq!(refusal(made).2["code"], "wrong_password");
}

#[tokio::test]
async fn a_session_that_has_ended_makes_no_token() {
    let site = Site::start().await;
    let (anna, caller) = anna(&site).await;
    let make = site.create_own(&caller, "CI", &["all"]);
    let (set, made) = one_after_another(&site, anna.id, set_password(&site, &anna), make).await;
    set.unwrap();
    assert_eq!(code(made), Code::Unauthenticated);

    let boris = site.person("boris", "administrator", &[10]).await;
    let caller = site.signed_in(&boris.caller).await;
    let held = hold(&site, "users", boris.id).await;
    let sign_out = async {
        until_waiting(&site, "users", 1).await;
        site.sessions().logout(site.request(&caller, LogoutRequest {})).await.unwrap();
        held.rollback().await.unwrap();
    };
    let (made, ()) = tokio::join!(site.create_own(&caller, "CI", &["all"]), sign_out);
    assert_eq!(code(made), Code::Unauthenticated, "signed out meanwhile");
}

#[tokio::test]
async fn a_password_is_not_changed_by_a_former_one() {
    let site = Site::start().await;
    let (anna, caller) = anna(&site).await;
    let mut tx = site.app.context.database.system().await.unwrap();
    let account: i64 = sqlx::query_scalar("SELECT account_id FROM users WHERE id = $1").bind(anna.id).fetch_one(&mut *tx).await.unwrap();
    drop(tx);
    let mut held = hold(&site, "accounts", account).await;
    let elsewhere = async {
        until_waiting(&site, "accounts", 1).await;
        sqlx::query("UPDATE accounts SET password_hash = 'another' WHERE id = $1").bind(account).execute(&mut *held).await.unwrap();
        held.commit().await.unwrap();
    };
    let (changed, ()) = tokio::join!(change_own_password(&site, &caller), elsewhere);
    assert_eq!(refusal(changed).1, "wrong old password");
}
