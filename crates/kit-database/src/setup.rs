//! `vestibule setup`: creates roles and databases, by a connection that may. Safe to run again.
use anyhow::{Context, Result, ensure};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use url::Url;

use crate::connect_options::connect_options;
use kit_core::authorities::Authorities;
use kit_core::settings::for_service;
use kit_core::url_component;

/// The role of the SIP edge: it sees what telephony's migrations grant it, in a schema of its own.
const EDGE: &str = "vestibule_edge";

/// Creates the roles and a database for each service. Without an `edge_url` the edge's role is created without a login, or
/// left as it is.
pub async fn run(admin_url: &str, app_url: &str, owner_url: &str, edge_url: &str, services: &[&str]) -> Result<()> {
    run_with_authorities(admin_url, &Authorities::default(), app_url, owner_url, edge_url, services).await
}

/// As `run`; these authorities are trusted too.
pub async fn run_with_authorities(
    admin_url: &str,
    authorities: &Authorities,
    app_url: &str,
    owner_url: &str,
    edge_url: &str,
    services: &[&str],
) -> Result<()> {
    let options = connect_options(admin_url, authorities)?;
    let mut admin = PgConnection::connect_with(&options).await.context("connecting as the administrator of Postgres")?;
    // Roles belong to the whole server, so two runs at once would conflict. The lock ends with the connection.
    sqlx::query("SELECT pg_advisory_lock(hashtext('vestibule setup'))").execute(&mut admin).await?;
    role(&mut admin, "vestibule_system", "NOLOGIN NOINHERIT").await?;
    // NOINHERIT: the service's role has the system's rights only after SET ROLE. The owner inherits: since Postgres 15 it may
    // create tables as a member of pg_database_owner.
    for (url, inherits) in [(owner_url, "INHERIT"), (app_url, "NOINHERIT")] {
        let (name, password) = credentials(url)?;
        role(&mut admin, &name, &format!("LOGIN {inherits} PASSWORD {}", literal(&password))).await?;
    }
    edge_role(&mut admin, edge_url).await?;
    let (app, owner) = (credentials(app_url)?.0, credentials(owner_url)?.0);
    execute(&mut admin, format!("GRANT vestibule_system TO {}", identifier(&app))).await?;
    for service in services {
        let name = database(&for_service(app_url, service))?;
        let existing: Option<i32> = sqlx::query_scalar("SELECT 1 FROM pg_database WHERE datname = $1").bind(&name).fetch_optional(&mut admin).await?;
        if existing.is_none() {
            execute(&mut admin, format!("CREATE DATABASE {} OWNER {}", identifier(&name), identifier(&owner))).await?;
        }
    }
    admin.close().await?;
    Ok(())
}

async fn edge_role(admin: &mut PgConnection, url: &str) -> Result<()> {
    if url.is_empty() {
        if !role_exists(admin, EDGE).await? {
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

async fn role_exists(admin: &mut PgConnection, name: &str) -> Result<bool> {
    let found: Option<i32> = sqlx::query_scalar("SELECT 1 FROM pg_roles WHERE rolname = $1").bind(name).fetch_optional(admin).await?;
    Ok(found.is_some())
}

async fn role(admin: &mut PgConnection, name: &str, attributes: &str) -> Result<()> {
    let verb = if role_exists(admin, name).await? { "ALTER" } else { "CREATE" };
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

/// Name and password of the URL's user, as sqlx takes them from it: decoded.
fn credentials(url: &str) -> Result<(String, String)> {
    let url = parse(url)?;
    ensure!(!url.username().is_empty(), "a database URL names its user");
    let password = url.password().context("a database URL holds a password")?;
    Ok((decode(url.username())?, decode(password)?))
}

fn database(url: &str) -> Result<String> {
    let url = parse(url)?;
    let name = url.path().trim_start_matches('/');
    ensure!(!name.is_empty(), "a database URL names its database");
    decode(name)
}

fn parse(url: &str) -> Result<Url> {
    // Without the URL itself in the error: there is a password in it.
    Url::parse(url).context("a database URL is written postgres://user:password@host:5432/database")
}

fn decode(part: &str) -> Result<String> {
    url_component::decode(part).context("a database URL is in UTF-8")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_what_its_escapes_stand_for() {
        let of = |url| credentials(url).unwrap();
        assert_eq!(of("postgres://app:p%40s%2Fs%3A@db:5432/vestibule_{service}"), ("app".into(), "p@s/s:".into()));
        assert_eq!(of("postgres://a%2Dpp:100%25@db/x"), ("a-pp".into(), "100%".into()));
        assert!(credentials("postgres://db/x").is_err() && credentials("postgres://app@db/x").is_err() && credentials("nothing").is_err());
    }

    #[test]
    fn a_database_is_named_before_the_parameters() {
        assert_eq!(database("postgres://app:p@db:5432/vestibule_access?sslmode=verify-full&sslrootcert=/etc/ca.pem").unwrap(), "vestibule_access");
        assert_eq!(database("postgres://app:p@db/vestibule%5Faccess").unwrap(), "vestibule_access");
        assert!(database("postgres://app:p@db").is_err() && database("postgres://app:p@db/?sslrootcert=/etc/ca.pem").is_err());
    }
}
