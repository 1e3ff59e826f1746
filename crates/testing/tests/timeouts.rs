//! No work with Postgres takes longer than its kind may: it ends, and answers that something is not available.
use std::time::{Duration, Instant};

use kit::db::Migrator;
use kit::{Database, DatabaseTimeouts, Error, Timeouts};
use sqlx::PgConnection;
use testing::{App, PROJECT};
use tonic::{Code, Status};

/// The kit's own tables and no others.
static NONE: Migrator = Migrator::DEFAULT;

const SHORT: Duration = Duration::from_millis(200);
const LONG: Duration = Duration::from_secs(600);
/// Far longer than `SHORT`, far shorter than `LONG`.
const SLOW: &str = "SELECT pg_sleep(60)";
const UNLIMITED: DatabaseTimeouts = DatabaseTimeouts { reader: Timeouts::NONE, tenant: Timeouts::NONE, system: Timeouts::NONE };

/// The database of a test, with these limits.
async fn database(app: &App, timeouts: DatabaseTimeouts) -> Database {
    let url = app.context.settings.database_url("groups");
    let (server, _) = url.rsplit_once('/').unwrap();
    Database::connect_with(&format!("{server}/{}", app.database()), 5, timeouts).unwrap()
}

fn statement(limit: Duration) -> Timeouts {
    Timeouts { statement: limit, ..Timeouts::NONE }
}

/// That the work ended by its limit, in the words of the catalogue.
fn assert_ended(since: Instant, result: Result<(), sqlx::Error>) {
    let error = Error::from(result.expect_err("it has a limit"));
    assert!(since.elapsed() < Duration::from_secs(30), "{:?}", since.elapsed());
    let status = Status::from(error);
    assert_eq!((status.code(), status.message()), (Code::Unavailable, "device or service not available"));
}

async fn execute(connection: &mut PgConnection, sql: &'static str) -> Result<(), sqlx::Error> {
    sqlx::query(sql).execute(connection).await.map(drop)
}

#[tokio::test]
async fn a_slow_statement_of_a_reader_is_ended() {
    let app = App::start("groups", &NONE).await;
    let database = database(&app, DatabaseTimeouts { reader: statement(SHORT), ..UNLIMITED }).await;
    let mut reader = database.read(PROJECT).await.unwrap();
    let since = Instant::now();
    assert_ended(since, execute(&mut reader, SLOW).await);
    execute(&mut reader, "SELECT 1").await.expect("the connection is of use");
}

#[tokio::test]
async fn a_slow_statement_of_a_call_is_ended_and_one_of_a_job_has_a_limit_of_its_own() {
    let app = App::start("groups", &NONE).await;
    let database = database(&app, DatabaseTimeouts { tenant: statement(SHORT), system: statement(LONG), ..UNLIMITED }).await;
    let mut tx = database.tenant(PROJECT).await.unwrap();
    let since = Instant::now();
    assert_ended(since, execute(&mut tx, SLOW).await);
    drop(tx);
    let mut tx = database.system().await.unwrap();
    execute(&mut tx, "SELECT pg_sleep(1)").await.expect("a job may take longer");
}

#[tokio::test]
async fn a_slow_statement_of_a_job_is_ended() {
    let app = App::start("groups", &NONE).await;
    let database = database(&app, DatabaseTimeouts { system: statement(SHORT), ..UNLIMITED }).await;
    let mut tx = database.system().await.unwrap();
    let since = Instant::now();
    assert_ended(since, execute(&mut tx, SLOW).await);
    drop(tx);
    let mut tx = database.tenant(PROJECT).await.unwrap();
    execute(&mut tx, "SELECT pg_sleep(1)").await.expect("the limit of the job went with its transaction");
}

#[tokio::test]
async fn what_is_sent_while_it_is_read_may_take_longer() {
    let app = App::start("groups", &NONE).await;
    let database = database(&app, DatabaseTimeouts { tenant: statement(SHORT), ..UNLIMITED }).await;
    let mut tx = database.tenant(PROJECT).await.unwrap();
    tx.set_statement_timeout(LONG).await.unwrap();
    execute(&mut tx, "SELECT pg_sleep(1)").await.unwrap();
}

#[tokio::test]
async fn nobody_waits_for_a_lock_without_end() {
    let app = App::start("groups", &NONE).await;
    let database = database(&app, DatabaseTimeouts { tenant: Timeouts { lock: SHORT, ..Timeouts::NONE }, ..UNLIMITED }).await;
    let lock = "SELECT pg_advisory_xact_lock(1)";
    let (mut first, mut second) = (database.tenant(PROJECT).await.unwrap(), database.tenant(PROJECT).await.unwrap());
    execute(&mut first, lock).await.unwrap();
    let since = Instant::now();
    assert_ended(since, execute(&mut second, lock).await);
}

#[tokio::test]
async fn a_transaction_that_idles_is_ended_and_gives_its_locks_back() {
    let app = App::start("groups", &NONE).await;
    let idle = Timeouts { idle_in_transaction: SHORT, ..Timeouts::NONE };
    let database = database(&app, DatabaseTimeouts { tenant: idle, ..UNLIMITED }).await;
    let lock = "SELECT pg_advisory_xact_lock(1)";
    let mut idle = database.tenant(PROJECT).await.unwrap();
    execute(&mut idle, lock).await.unwrap();
    let mut other = database.system().await.unwrap();
    let since = Instant::now();
    execute(&mut other, lock).await.expect("the lock is free");
    assert_ended(since, execute(&mut idle, "SELECT 1").await);
    drop((idle, other));
    let mut next = database.tenant(PROJECT).await.unwrap();
    execute(&mut next, "SELECT 1").await.expect("the pool goes on");
}

#[tokio::test]
async fn text_that_postgres_cannot_store_is_the_callers_fault() {
    let app = App::start("groups", &NONE).await;
    let mut tx = app.context.database.tenant(PROJECT).await.unwrap();
    let error = sqlx::query("SELECT $1::text").bind("a\0b").execute(&mut *tx).await.expect_err("it has a NUL");
    assert_eq!(Status::from(Error::from(error)).code(), Code::InvalidArgument);
    drop(tx);
    let mut tx = app.context.database.tenant(PROJECT).await.unwrap();
    let error = sqlx::query("SELECT $1::jsonb ->> 'a'").bind(serde_json::json!({ "a": "\0" })).execute(&mut *tx).await.expect_err("it has a NUL");
    assert_eq!(Status::from(Error::from(error)).code(), Code::InvalidArgument);
}
