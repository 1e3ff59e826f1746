//! The demonstration site: a project with an administrator, a small tree of groups, people, doors, a schedule,
//! cards, rules, virtual numbers and amenities. Everything but the project itself goes through the services' own operations, as
//! a person would do it; what is there already is left as it is.
mod amenities;
mod people;
mod settings;
mod site;
mod telephony;

use std::path::Path;
use std::time::Duration;

use anyhow::{Result, ensure};
use kit::{Context, Leadership, Settings};
use policy::{Caller, CallerKind, PermissionSet};
use tokio_util::sync::CancellationToken;

use crate::variables::DemoVariables;

const ADMINISTRATOR: &str = "admin@vestibule.test";
const PASSWORD: &str = "vestibule-demo-1";
/// How long the services may take to project each other's entities.
const READY_TIMEOUT: Duration = Duration::from_secs(60);

pub async fn run(accounts_file: &Path, devices_file: &Path) -> Result<()> {
    let shutdown = CancellationToken::new();
    let mut settings = Settings::from_env()?;
    let DemoVariables { demo_time_zone: time_zone } = kit::variables::from_env()?;
    settings.admin_addr.clear();
    let (topology, services) = (crate::services::topology(&settings)?, crate::services::with_database());
    let context = kit::process::context("identity", settings.clone()).await?;
    let running = tokio::spawn(kit::process::run_with(context.peers.clone(), Leadership::sole(), settings, topology, services, shutdown.clone()));

    let account = identity::bootstrap(&context, "Riverside", ADMINISTRATOR, PASSWORD, "Alex Morgan").await?;
    let administrator = Caller {
        project_id: account.project_id,
        user_id: account.user_id,
        role_id: account.role_id,
        user_name: "Alex Morgan".into(),
        permissions: PermissionSet::everything(),
        kind: CallerKind::User,
        locale: "en".into(),
        ip: "127.0.0.1".into(),
        request_id: "demo".into(),
        ..Caller::default()
    };
    let site = Site { context, administrator, time_zone };
    let made = tokio::select! {
        made = site.make() => made,
        ended = running => { ended??; anyhow::bail!("the services ended") }
    };
    shutdown.cancel();
    let credentials = made?;
    std::fs::write(devices_file, serde_json::to_vec_pretty(&credentials)?)?;
    std::fs::write(accounts_file, people::accounts())?;
    Ok(())
}

/// A caller and the way to the services.
struct Site {
    context: Context,
    administrator: Caller,
    time_zone: String,
}

impl Site {
    async fn make(&self) -> Result<Vec<site::Credential>> {
        // They start one after the other, while this goes on.
        for service in ["identity", "domains", "access", "device-gateway", "telephony", "licensing", "amenities"] {
            self.context.peers.here(service).await;
        }
        self.settings().await?;
        let groups = self.groups().await?;
        let people = self.people(&groups).await?;
        let devices = self.devices(&groups).await?;
        self.access(&groups, &people, &devices).await?;
        self.telephony(&groups, &people, &devices).await?;
        self.amenities(&groups, &devices).await?;
        Ok(devices.into_iter().map(|device| device.credential).collect())
    }

    fn request<T>(&self, message: T) -> tonic::Request<T> {
        self.context.signer.request(&self.administrator, message)
    }

    /// Repeats a call until what it refers to has reached the service that is asked.
    async fn until_known<T, F>(&self, what: &str, mut call: impl FnMut() -> F) -> Result<T>
    where
        F: Future<Output = std::result::Result<T, tonic::Status>>,
    {
        let started = std::time::Instant::now();
        loop {
            match call().await {
                Ok(done) => return Ok(done),
                Err(status) => {
                    ensure!(started.elapsed() < READY_TIMEOUT, "{what}: {status}");
                    tokio::time::sleep(Duration::from_millis(200)).await;
                }
            }
        }
    }
}

fn reference(id: i64) -> proto::vestibule::common::v1::Ref {
    proto::vestibule::common::v1::Ref { id, name: String::new() }
}

fn by_name(name: &str) -> String {
    serde_json::json!({ "items": [{ "field": "name", "rule": "equals", "value": name }] }).to_string()
}
