//! A database for each test: a copy of a template that was migrated once for this state of the migrations.
use anyhow::{Context, Result};
use kit::Settings;
use sha2::{Digest, Sha256};
use sqlx::migrate::Migrator;
use sqlx::{AssertSqlSafe, Connection, PgConnection};

fn admin_url() -> Result<String> {
    std::env::var("VESTIBULE_DATABASE_ADMIN_URL").context("VESTIBULE_DATABASE_ADMIN_URL is not set")
}

/// The same URL for another database.
pub fn with_name(url: &str, name: &str) -> String {
    url.rsplit_once('/').map(|(server, _)| format!("{server}/{name}")).unwrap_or_default()
}

/// A test's database. Whoever holds its lock uses it: the connection ends with the test, however that ends, and the
/// tests that come later drop what nobody uses, or a run of all of them would leave 10 GB.
pub struct Copy {
    pub name: String,
    _held: PgConnection,
}

pub async fn copy(settings: &Settings, service: &str, migrations: &'static Migrator) -> Result<Copy> {
    let mut admin = PgConnection::connect(&admin_url()?).await?;
    let template = template(&mut admin, settings, service, migrations).await?;
    sweep(&mut admin).await?;
    let name = format!("t_{}_{}", uuid::Uuid::now_v7().simple(), service.replace('-', "_"));
    sqlx::query("SELECT pg_advisory_lock(hashtextextended($1, 0))").bind(&name).execute(&mut admin).await?;
    // Postgres copies one database at a time from a template: the lock makes the others wait in place of failing.
    sqlx::query("SELECT pg_advisory_lock(4711)").execute(&mut admin).await?;
    let made = execute(&mut admin, format!("CREATE DATABASE {name} TEMPLATE {template}")).await;
    sqlx::query("SELECT pg_advisory_unlock(4711)").execute(&mut admin).await?;
    made?;
    Ok(Copy { name, _held: admin })
}

/// Drops up to two databases, the oldest first, that no test uses any more.
async fn sweep(admin: &mut PgConnection) -> Result<()> {
    let oldest: Vec<String> = sqlx::query_scalar("SELECT datname::text FROM pg_database WHERE starts_with(datname, 't_') ORDER BY datname LIMIT 16")
        .fetch_all(&mut *admin)
        .await?;
    let mut dropped = 0;
    for name in oldest {
        let unused: bool = sqlx::query_scalar("SELECT pg_try_advisory_lock(hashtextextended($1, 0))").bind(&name).fetch_one(&mut *admin).await?;
        if !unused {
            continue;
        }
        execute(admin, format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")).await?;
        sqlx::query("SELECT pg_advisory_unlock(hashtextextended($1, 0))").bind(&name).execute(&mut *admin).await?;
        dropped += 1;
        if dropped == 2 {
            break;
        }
    }
    Ok(())
}

async fn template(admin: &mut PgConnection, settings: &Settings, service: &str, migrations: &'static Migrator) -> Result<String> {
    let name = format!("template_{}_{}", service.replace('-', "_"), fingerprint(migrations));
    sqlx::query("SELECT pg_advisory_lock(4710)").execute(&mut *admin).await?;
    let made = make_template(admin, settings, service, migrations, &name).await;
    sqlx::query("SELECT pg_advisory_unlock(4710)").execute(&mut *admin).await?;
    made?;
    Ok(name)
}

async fn make_template(admin: &mut PgConnection, settings: &Settings, service: &str, migrations: &'static Migrator, name: &str) -> Result<()> {
    let there: Option<i32> = sqlx::query_scalar("SELECT 1 FROM pg_database WHERE datname = $1").bind(name).fetch_optional(&mut *admin).await?;
    if there.is_some() {
        return Ok(());
    }
    kit::setup::run(&admin_url()?, &settings.database_url, &settings.database_owner_url, &settings.edge_database_url, &[]).await?;
    let owner = with_name(&settings.database_owner_url(service), name);
    let role = owner.split("://").nth(1).and_then(|rest| rest.split(':').next()).context("an owner in the URL")?;
    let half_made = format!("{name}_new");
    execute(admin, format!("DROP DATABASE IF EXISTS {half_made}")).await?;
    execute(admin, format!("CREATE DATABASE {half_made} OWNER {role}")).await?;
    kit::db::migrate(&with_name(&owner, &half_made), migrations).await?;
    execute(admin, format!("ALTER DATABASE {half_made} RENAME TO {name}")).await
}

fn fingerprint(migrations: &Migrator) -> String {
    let mut hash = Sha256::new();
    for migration in kit::db::KIT_MIGRATIONS.iter().chain(migrations.iter()) {
        hash.update(&migration.checksum);
    }
    hash.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect()
}

async fn execute(admin: &mut PgConnection, statement: String) -> Result<()> {
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(admin).await?;
    Ok(())
}

/// Tables with a project_id that row-level security does not guard: must be none.
pub async fn rows_without_tenancy(app: &crate::App) -> Vec<String> {
    sqlx::query_scalar(
        "SELECT c.relname::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND c.relname NOT IN ('_sqlx_migrations', 'inbox') AND NOT c.relrowsecurity",
    )
    .fetch_all(app.context.database.pool())
    .await
    .expect("the catalogue is readable")
}
