//! The tool's own databases, created again for every run.
use std::time::Duration;

use anyhow::{Context, Result};
use sqlx::postgres::PgPoolOptions;
use sqlx::{AssertSqlSafe, Connection, PgConnection, PgPool};

use crate::Environment;
use crate::process::run;

/// Drops the databases of an earlier run and creates them again, empty and migrated.
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

/// Services that have a database.
pub async fn services(environment: &Environment) -> Result<Vec<String>> {
    let mut admin = PgConnection::connect(&environment.admin_url).await.context("connecting to Postgres")?;
    let prefix = format!("{}_", environment.prefix());
    let names: Vec<String> = sqlx::query_scalar("SELECT datname::text FROM pg_database WHERE starts_with(datname, $1) ORDER BY datname")
        .bind(&prefix)
        .fetch_all(&mut admin)
        .await?;
    Ok(names.into_iter().map(|name| name[prefix.len()..].to_string()).collect())
}

/// A pool for a service's database as its owner, which row-level security does not bind. It connects on first use,
/// and again after an outage of Postgres.
pub fn owner_pool(environment: &Environment, service: &str) -> Result<PgPool> {
    let options = PgPoolOptions::new().max_connections(2).acquire_timeout(Duration::from_secs(5));
    Ok(options.connect_lazy(&environment.owner_url(service))?)
}
