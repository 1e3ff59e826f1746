//! Adds a licence, from a file or from the licence server.
use kit::{Error, Result, audit};
use policy::{Action, Authorized, Resource, action, resource};
use serde_json::Value;
use sqlx::PgConnection;

use super::audit_view;
use crate::app::App;
use crate::domain::license::Plan;
use crate::domain::license_file::{Holder, Payload, Refusal, Way};
use crate::domain::license_key::LicenseKey;
use crate::domain::seat_secret::SeatSecret;
use crate::license_server::Seat;
use crate::operation::project_features::publish::publish;
use crate::store::license::{self as store, LicenseRow, Source};
use crate::store::{license_tree, project_features};

type AddRight = Authorized<resource::License, action::Create>;

/// A signed file. The same one again changes nothing.
pub async fn add_file(app: &App, right: &AddRight, file: &[u8]) -> Result<LicenseRow> {
    let payload = app.config.trusted_keys.open(file).map_err(refused)?;
    add(app, right, &payload, None).await
}

/// By its key, from the licence server, which binds it to this project.
pub async fn add_cloud(app: &App, right: &AddRight, key: &str) -> Result<LicenseRow> {
    let key = LicenseKey::parse(key).ok_or_else(|| Error::field("key", "unknown value"))?;
    let server = app.license_server.as_ref().ok_or_else(|| conflict("license_server_not_responding", "licence server not responding"))?;
    let mut reader = app.context.database.read(right.project_id()).await?;
    let project_uid = license_tree::project_uid(&mut reader, right.project_id()).await?;
    drop(reader);
    let project_uid = project_uid.ok_or_else(|| conflict("no_license_for_project", "no licence for project"))?;
    let secret = SeatSecret::random();
    let seat = Seat { instance_id: app.config.instance_id, project_uid, secret: &secret };
    let file = server.activate(&key, &seat).await?;
    let payload = app.config.trusted_keys.open(&file).map_err(refused)?;
    let added = add(app, right, &payload, Some(&secret)).await;
    if added.is_err() {
        // The seat would stay taken by a project that cannot use it.
        if let Err(error) = server.release(payload.id, &seat).await {
            tracing::warn!(error = format!("{error:#}"), license = %payload.id, "a licence that could not be added is not released");
        }
    }
    added
}

/// `secret`: of the seat at the licence server; None for an offline file.
async fn add(app: &App, right: &AddRight, payload: &Payload, secret: Option<&SeatSecret>) -> Result<LicenseRow> {
    let (way, source) = if secret.is_some() { (Way::Cloud, Source::Cloud) } else { (Way::Offline, Source::File) };
    let sealed = secret.map(|secret| secret.seal(&app.context.sealer));
    let now = app.context.clock.now();
    let project_id = right.project_id();
    let mut tx = app.context.database.tenant(project_id).await?;
    // Two files at once follow each other.
    project_features::find_for_update(&mut tx, project_id).await?;
    let holder = Holder { project_uid: license_tree::project_uid(&mut tx, project_id).await?, instance_id: app.config.instance_id, way };
    payload.check(&holder, now).map_err(refused)?;
    let known = store::list(&mut tx, project_id).await?;
    if let Some(row) = known.iter().find(|row| row.uid == Some(payload.id) && row.is_present() && row.revoked_at.is_none()) {
        if let Some(sealed) = &sealed {
            // The server knows the seat by the new secret from now on.
            store::set_seat_secret(&mut tx, right, row.id, sealed).await?;
            tx.commit().await?;
        }
        return Ok(row.clone());
    }
    check_history(&known, payload, source)?;
    let id = store::insert(&mut tx, right, &name_of(payload), payload, source, sealed.as_deref(), now).await?;
    store::supersede(&mut tx, right, &payload.supersedes, now).await?;
    let added = find(&mut tx, project_id, id).await?;
    publish(&mut tx, project_id, app.config.grace, now).await?;
    let change = audit::Change::new(Action::Create, Resource::License, id, &added.name, Value::Null, audit_view(&added));
    audit::record(&mut tx, &app.context.clock, right.caller(), change).await?;
    tx.commit().await?;
    Ok(added)
}

async fn find(connection: &mut PgConnection, project_id: i64, id: i64) -> Result<LicenseRow> {
    store::list(connection, project_id).await?.into_iter().find(|row| row.id == id).ok_or(Error::NotFound)
}

/// What was replaced, what its server took back and a second trial are not applied.
fn check_history(known: &[LicenseRow], payload: &Payload, source: Source) -> Result<()> {
    let same = known.iter().find(|row| row.uid == Some(payload.id));
    let is_superseded = known.iter().any(|row| row.supersedes.contains(&payload.id)) || same.is_some_and(|row| row.superseded_at.is_some());
    // The server may give back what it took; a file cannot.
    let is_revoked = source == Source::File && same.is_some_and(|row| row.revoked_at.is_some() || row.source == Source::Cloud);
    let has_trial = payload.plan == Plan::Trial && known.iter().any(|row| row.plan == Plan::Trial && row.uid != Some(payload.id));
    if is_superseded || is_revoked || has_trial { Err(refused(Refusal::NotApplicable)) } else { Ok(()) }
}

fn name_of(payload: &Payload) -> String {
    let plan = match payload.plan {
        Plan::Basic => "Basic",
        Plan::Plus => "Plus",
        Plan::Trial => "Trial",
        Plan::Evaluation => "Evaluation",
    };
    match payload.customer.trim() {
        "" => plan.to_owned(),
        customer => format!("{plan}, {customer}").chars().take(100).collect(),
    }
}

fn refused(refusal: Refusal) -> Error {
    match refusal {
        Refusal::NoLicense => Error::wrong_file_body("required"),
        Refusal::BadSignature => conflict("license_bad_signature", "licence has a bad signature"),
        Refusal::NotApplicable => conflict("license_not_applicable", "licence cannot be applied"),
        Refusal::Expired => conflict("license_expired", "licence expired"),
    }
}

fn conflict(code: &'static str, message: &str) -> Error {
    Error::Conflict { code, message: message.into(), data: Value::Null }
}
