//! The tool's own databases: made anew for every run.
use std::time::Duration;

use anyhow::{Context, Result};
use sqlx::postgres::PgPoolOptions;
use sqlx::{AssertSqlSafe, Connection, PgConnection, PgPool};

use crate::Environment;
use crate::part::run;

/// Drops what an earlier run left and makes the databases, empty and migrated.
pub async fn make(environment: &Environment) -> Result<()> {
    drop_all(environment).await?;
    run(environment, "setup", &[]).await?;
    run(environment, "migrate", &[]).await
}

async fn drop_all(environment: &Environment) -> Result<()> {
    let mut admin = PgConnection::connect(&environment.admin_url).await.context("connecting to Postgres")?;
    let names: Vec<String> = sqlx::query_scalar("SELECT datname::text FROM pg_database WHERE starts_with(datname, $1)")
        .bind(format!("{}_", environment.prefix()))
        .fetch_all(&mut admin)
        .await?;
    for name in names {
        let statement = format!("DROP DATABASE \"{}\" WITH (FORCE)", name.replace('"', "\"\""));
        sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut admin).await?;
    }
    Ok(())
}

/// The services whose databases are there.
pub async fn services(environment: &Environment) -> Result<Vec<String>> {
    let mut admin = PgConnection::connect(&environment.admin_url).await.context("connecting to Postgres")?;
    let prefix = format!("{}_", environment.prefix());
    let names: Vec<String> = sqlx::query_scalar("SELECT datname::text FROM pg_database WHERE starts_with(datname, $1) ORDER BY datname")
        .bind(&prefix)
        .fetch_all(&mut admin)
        .await?;
    Ok(names.into_iter().map(|name| name[prefix.len()..].to_string()).collect())
}

/// A way to look into a service's database as its owner, past row-level security. It connects when it is used,
/// and again when Postgres was away.
pub fn look_into(environment: &Environment, service: &str) -> Result<PgPool> {
    let options = PgPoolOptions::new().max_connections(2).acquire_timeout(Duration::from_secs(5));
    Ok(options.connect_lazy(&environment.owner_url(service))?)
}
