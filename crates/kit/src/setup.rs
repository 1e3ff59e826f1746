//! `vestibule setup`: roles and databases, from a connection that may make them. Safe to run again.
use anyhow::{Context, Result, ensure};
use sqlx::{AssertSqlSafe, Connection, PgConnection};

use crate::settings::for_service;

/// The role of the SIP edge: sees what telephony's migrations show it, in the schema of its own.
const EDGE: &str = "vestibule_edge";

/// Makes the roles and a database for each service. Without an `edge_url` the edge's role cannot log in, unless it could.
pub async fn run(admin_url: &str, app_url: &str, owner_url: &str, edge_url: &str, services: &[&str]) -> Result<()> {
    let mut admin = PgConnection::connect(admin_url).await.context("connecting as the administrator of Postgres")?;
    // Roles belong to the whole server: two that set up at once would stumble over each other. Ends with the connection.
    sqlx::query("SELECT pg_advisory_lock(hashtext('vestibule setup'))").execute(&mut admin).await?;
    role(&mut admin, "vestibule_system", "NOLOGIN NOINHERIT").await?;
    // The service's role must switch to the system's on purpose. The owner must inherit: since Postgres 15 it is as a
    // member of pg_database_owner that it may make tables.
    for (url, inherits) in [(owner_url, "INHERIT"), (app_url, "NOINHERIT")] {
        let (name, password) = credentials(url)?;
        role(&mut admin, &name, &format!("LOGIN {inherits} PASSWORD {}", literal(&password))).await?;
    }
    edge_role(&mut admin, edge_url).await?;
    let (app, owner) = (credentials(app_url)?.0, credentials(owner_url)?.0);
    execute(&mut admin, format!("GRANT vestibule_system TO {}", identifier(&app))).await?;
    for service in services {
        let name = database(&for_service(app_url, service))?;
        let there: Option<i32> = sqlx::query_scalar("SELECT 1 FROM pg_database WHERE datname = $1").bind(&name).fetch_optional(&mut admin).await?;
        if there.is_none() {
            execute(&mut admin, format!("CREATE DATABASE {} OWNER {}", identifier(&name), identifier(&owner))).await?;
        }
    }
    admin.close().await?;
    Ok(())
}

async fn edge_role(admin: &mut PgConnection, url: &str) -> Result<()> {
    if url.is_empty() {
        if !there(admin, EDGE).await? {
            execute(admin, format!("CREATE ROLE {EDGE} NOLOGIN NOINHERIT")).await?;
        }
    } else {
        let (name, password) = credentials(url)?;
        ensure!(name == EDGE, "the SIP edge's user of Postgres is {EDGE}, not {name}");
        role(admin, EDGE, &format!("LOGIN NOINHERIT CONNECTION LIMIT 120 PASSWORD {}", literal(&password))).await?;
    }
    // Kamailio names its tables without a schema.
    execute(admin, format!("ALTER ROLE {EDGE} SET search_path = edge")).await
}

async fn there(admin: &mut PgConnection, name: &str) -> Result<bool> {
    let found: Option<i32> = sqlx::query_scalar("SELECT 1 FROM pg_roles WHERE rolname = $1").bind(name).fetch_optional(admin).await?;
    Ok(found.is_some())
}

async fn role(admin: &mut PgConnection, name: &str, attributes: &str) -> Result<()> {
    let verb = if there(admin, name).await? { "ALTER" } else { "CREATE" };
    execute(admin, format!("{verb} ROLE {} {attributes}", identifier(name))).await
}

async fn execute(admin: &mut PgConnection, statement: String) -> Result<()> {
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(admin).await?;
    Ok(())
}

fn identifier(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

fn literal(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

fn credentials(url: &str) -> Result<(String, String)> {
    let rest = url.split_once("://").context("a database URL begins with postgres://")?.1;
    let user = rest.split_once('@').context("a database URL names its user")?.0;
    let (name, password) = user.split_once(':').context("a database URL holds a password")?;
    Ok((name.into(), password.into()))
}

fn database(url: &str) -> Result<String> {
    let path = url.rsplit_once('/').context("a database URL names its database")?.1;
    Ok(path.split('?').next().unwrap_or(path).into())
}
