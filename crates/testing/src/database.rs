//! A database for each test: a copy of a template that was migrated once for this state of the migrations.
use anyhow::{Context, Result};
use kit::Settings;
use sha2::{Digest, Sha256};
use sqlx::migrate::Migrator;
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use url::Url;

fn admin_url() -> Result<String> {
    std::env::var("VESTIBULE_DATABASE_ADMIN_URL").context("VESTIBULE_DATABASE_ADMIN_URL is not set")
}

/// The same URL for another database.
pub fn with_name(url: &str, name: &str) -> String {
    let mut url = Url::parse(url).expect("a database URL");
    url.set_path(name);
    url.into()
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
    let created = execute(&mut admin, format!("CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")).await;
    sqlx::query("SELECT pg_advisory_unlock(4711)").execute(&mut admin).await?;
    created?;
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
    let created = create_template(admin, settings, service, migrations, &name).await;
    sqlx::query("SELECT pg_advisory_unlock(4710)").execute(&mut *admin).await?;
    created?;
    Ok(name)
}

async fn create_template(admin: &mut PgConnection, settings: &Settings, service: &str, migrations: &'static Migrator, name: &str) -> Result<()> {
    let existing: Option<i32> = sqlx::query_scalar("SELECT 1 FROM pg_database WHERE datname = $1").bind(name).fetch_optional(&mut *admin).await?;
    if existing.is_some() {
        return Ok(());
    }
    kit::setup::run(&admin_url()?, &settings.database_url, &settings.database_owner_url, &settings.edge_database_url, &[]).await?;
    let owner = with_name(&settings.database_owner_url(service), name);
    let url = Url::parse(&owner)?;
    let role = url.username();
    let half_migrated = format!("{name}_new");
    execute(admin, format!("DROP DATABASE IF EXISTS {half_migrated}")).await?;
    execute(admin, format!("CREATE DATABASE {half_migrated} OWNER {role}")).await?;
    kit::db::migrate(&with_name(&owner, &half_migrated), migrations).await?;
    execute(admin, format!("ALTER DATABASE {half_migrated} RENAME TO {name}")).await
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

/// Tables that need no row-level security, by schema and name, with the reason. None has a `project_id`.
const WITHOUT_ROW_LEVEL_SECURITY: &[(&str, &str)] = &[
    ("public._sqlx_migrations", "versions and checksums of migrations"),
    ("public.inbox", "random ids of events that were taken, and when; read and written by consumers, which serve every project"),
    ("edge.version", "versions of Kamailio's table schemas"),
];

/// Tables of any schema that row-level security does not guard although it should: must be none.
pub async fn rows_without_tenancy(app: &crate::App) -> Vec<String> {
    let exempt: Vec<&str> = WITHOUT_ROW_LEVEL_SECURITY.iter().map(|(table, _)| *table).collect();
    sqlx::query_scalar(
        "SELECT n.nspname || '.' || c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         WHERE n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg\\_t%'
           AND c.relkind IN ('r', 'p', 'm', 'f') AND NOT c.relrowsecurity
           AND (n.nspname || '.' || c.relname <> ALL($1)
                OR EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'project_id' AND NOT a.attisdropped))
         ORDER BY 1",
    )
    .bind(exempt)
    .fetch_all(app.context.database.pool())
    .await
    .expect("the catalogue is readable")
}
