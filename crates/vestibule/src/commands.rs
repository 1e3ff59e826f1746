//! The commands beside the demonstration site.
use anyhow::Context;
use kit::peers::Peers;
use kit::{Service, Settings};

use crate::election::Election;
use crate::variables::SetupVariables;
use crate::{services, settings_page, shutdown};

pub async fn serve(services: Vec<Box<dyn Service>>) -> anyhow::Result<()> {
    let settings = Settings::from_env()?;
    let topology = services::topology(&settings)?;
    let (election, leadership) = Election::begin(kit::variables::from_env()?)?;
    let result = kit::process::run_with(Peers::new(&settings)?, leadership, settings, topology, services, shutdown::token()?).await;
    election.end().await;
    result
}

pub async fn setup() -> anyhow::Result<()> {
    let settings = Settings::from_env()?;
    let SetupVariables { database_admin_url } = kit::variables::from_env()?;
    let admin = database_admin_url.context("not set: VESTIBULE_DATABASE_ADMIN_URL")?;
    let services = services::with_database();
    let names: Vec<_> = services.iter().map(|service| service.name()).collect();
    let (authorities, edge) = (&settings.certificate_authorities, &settings.edge_database_url);
    kit::setup::run_with_authorities(&admin, authorities, &settings.database_url, &settings.database_owner_url, edge, &names).await
}

pub async fn migrate() -> anyhow::Result<()> {
    let settings = Settings::from_env()?;
    for service in services::with_database() {
        let Some(migrations) = service.migrations() else { continue };
        let url = settings.database_owner_url(service.name());
        let migrated = kit::db::migrate_with_authorities(&url, &settings.certificate_authorities, migrations);
        migrated.await.with_context(|| format!("migrating {}", service.name()))?;
    }
    Ok(())
}

pub fn openapi() -> anyhow::Result<()> {
    println!("{}", serde_json::to_string_pretty(&api_gateway::openapi()?)?);
    Ok(())
}

/// Prints docs/operations/settings.md.
pub fn settings() {
    print!("{}", settings_page::page());
}

pub async fn audit_verify() -> anyhow::Result<()> {
    let context = kit::process::context("identity", Settings::from_env()?).await?;
    for (project, checked) in identity::verify_audit(&context).await? {
        println!("project {project}: {checked} records, unbroken");
    }
    Ok(())
}
