//! Adds a licence, from a file or from the licence server.
use kit::{Error, Result, audit};
use policy::{Action, Authorized, Resource, action, resource};
use serde_json::Value;
use sha2::{Digest, Sha256};
use sqlx::PgConnection;
use uuid::Uuid;

use super::audit_view;
use crate::app::App;
use crate::domain::license::Plan;
use crate::domain::license_file::{Holder, Payload, Refusal, Way};
use crate::domain::license_key::LicenseKey;
use crate::domain::seat_secret::SeatSecret;
use crate::license_server::{Activated, LicenseServer, NOT_RESPONDING, Seat};
use crate::operation::project_features::publish::publish;
use crate::store::license::{self as store, LicenseRow, Source};
use crate::store::license_activation::{self as activations, ActivationRow, NewActivation};
use crate::store::{license_tree, project_features};

/// Of one key, each after its licence was removed, or its seat replaced, while the server was asked.
const MAX_ACTIVATIONS: usize = 3;

type AddRight = Authorized<resource::License, action::Create>;

/// A signed file. The same one again changes nothing.
pub async fn add_file(app: &App, right: &AddRight, file: &[u8]) -> Result<LicenseRow> {
    let payload = app.config.trusted_keys.open(file).map_err(refused)?;
    add(app, right, &payload, None).await?.ok_or(Error::NotFound)
}

/// By its key, from the licence server, which binds it to this project. Entered twice, at once or one after the other, it is
/// activated for the same seat.
pub async fn add_cloud(app: &App, right: &AddRight, key: &str) -> Result<LicenseRow> {
    let key = LicenseKey::parse(key).ok_or_else(|| Error::field("key", "unknown value"))?;
    let server = app.license_server.as_ref().ok_or_else(not_responding)?;
    let mut reader = app.context.database.read(right.project_id()).await?;
    let project_uid = license_tree::project_uid(&mut reader, right.project_id()).await?;
    drop(reader);
    let project_uid = project_uid.ok_or_else(|| conflict("no_license_for_project", "no licence for project"))?;
    for _ in 0..MAX_ACTIVATIONS {
        let activation = begin_activation(app, right, &key).await?;
        let Some(secret) = SeatSecret::open(&app.context.sealer, &activation.seat_secret) else {
            // Sealed by a key that is gone.
            replace_secret(app, right, &activation).await?;
            continue;
        };
        let seat = Seat { instance_id: app.config.instance_id, project_uid, secret: &secret };
        let file = match server.activate(&key, &seat).await {
            Ok(Activated::Given(file)) => file,
            Ok(Activated::Replaced) => {
                replace_secret(app, right, &activation).await?;
                continue;
            }
            Err(error) => {
                // Without an answer the seat may be taken: whoever enters the key once more gets it, else a job releases it.
                if !is_unanswered(&error) {
                    delete_activation(app, right, &activation).await?;
                }
                return Err(error);
            }
        };
        let payload = app.config.trusted_keys.open(&file).map_err(refused)?;
        match add(app, right, &payload, Some(&activation)).await {
            Ok(Some(added)) => return Ok(added),
            // Removed while the server was asked: the seat is another one from now on.
            Ok(None) => continue,
            Err(error) => {
                release_surplus(app, right, server, &activation, payload.id, &seat).await?;
                return Err(error);
            }
        }
    }
    Err(not_responding())
}

/// Before the server is asked: the secret is stored, so that a crash, or another request with the same key, does not take the
/// seat with a secret that nobody knows.
async fn begin_activation(app: &App, right: &AddRight, key: &LicenseKey) -> Result<ActivationRow> {
    let sealer = &app.context.sealer;
    let (digest, license_key, seat_secret) = (Sha256::digest(key.as_str()), key.seal(sealer), SeatSecret::random().seal(sealer));
    let new = NewActivation { key_digest: &digest, license_key: &license_key, seat_secret: &seat_secret };
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let activation = activations::find_or_insert(&mut tx, right, &new, app.context.clock.now()).await?;
    tx.commit().await?;
    Ok(activation)
}

async fn replace_secret(app: &App, right: &AddRight, activation: &ActivationRow) -> Result<()> {
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    activations::replace_secret(&mut tx, right, activation, &SeatSecret::random().seal(&app.context.sealer)).await?;
    Ok(tx.commit().await?)
}

async fn delete_activation(app: &App, right: &AddRight, activation: &ActivationRow) -> Result<()> {
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    activations::delete_open(&mut tx, right, activation.id).await?;
    Ok(tx.commit().await?)
}

/// The seat would stay taken by a project that cannot use it. Where the server does not hear it now, a job repeats it.
async fn release_surplus(app: &App, right: &AddRight, server: &LicenseServer, activation: &ActivationRow, uid: Uuid, seat: &Seat<'_>) -> Result<()> {
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let is_surplus = activations::give_up(&mut tx, right, activation, uid).await?;
    tx.commit().await?;
    if !is_surplus {
        return Ok(());
    }
    match server.release(uid, seat).await {
        Ok(()) => delete_activation(app, right, activation).await,
        Err(error) => {
            tracing::warn!(error = format!("{error:#}"), license = %uid, "a licence that could not be added is not released yet");
            Ok(())
        }
    }
}

/// `activation`: of the key at the licence server; None for an offline file. None where the licence was removed while the server
/// was asked.
async fn add(app: &App, right: &AddRight, payload: &Payload, activation: Option<&ActivationRow>) -> Result<Option<LicenseRow>> {
    let (way, source) = if activation.is_some() { (Way::Cloud, Source::Cloud) } else { (Way::Offline, Source::File) };
    let now = app.context.clock.now();
    let project_id = right.project_id();
    let mut tx = app.context.database.tenant(project_id).await?;
    // Two files at once follow each other.
    project_features::find_for_update(&mut tx, project_id).await?;
    if let Some(activation) = activation
        && !activations::lock(&mut tx, right, activation).await?
    {
        return Ok(None);
    }
    let seat_secret = activation.map(|activation| activation.seat_secret.as_slice());
    let holder = Holder { project_uid: license_tree::project_uid(&mut tx, project_id).await?, instance_id: app.config.instance_id, way };
    payload.check(&holder, now).map_err(refused)?;
    let known = store::list(&mut tx, project_id).await?;
    if let Some(row) = known.iter().find(|row| row.uid == Some(payload.id) && row.is_present() && row.revoked_at.is_none()) {
        if row.source != source {
            return Err(refused(Refusal::NotApplicable));
        }
        if let Some(activation) = activation {
            // The server knows the seat by the secret of the activation.
            store::set_seat_secret(&mut tx, right, row.id, &activation.seat_secret).await?;
            activations::complete(&mut tx, right, activation.id, row.id).await?;
            tx.commit().await?;
        }
        return Ok(Some(row.clone()));
    }
    check_history(&known, payload, source)?;
    let id = store::insert(&mut tx, right, &name_of(payload), payload, source, seat_secret, now).await?;
    if let Some(activation) = activation {
        activations::complete(&mut tx, right, activation.id, id).await?;
    }
    store::supersede(&mut tx, right, &payload.supersedes, now).await?;
    let added = find(&mut tx, project_id, id).await?;
    publish(&mut tx, project_id, app.config.grace, now).await?;
    let change = audit::Change::new(Action::Create, Resource::License, id, &added.name, Value::Null, audit_view(&added));
    audit::record(&mut tx, &app.context.clock, right.caller(), change).await?;
    tx.commit().await?;
    Ok(Some(added))
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

fn not_responding() -> Error {
    conflict(NOT_RESPONDING, "licence server not responding")
}

/// Whether the server has not said anything of the key.
fn is_unanswered(error: &Error) -> bool {
    !matches!(error, Error::Conflict { code, .. } if *code != NOT_RESPONDING)
}

fn conflict(code: &'static str, message: &str) -> Error {
    Error::Conflict { code, message: message.into(), data: Value::Null }
}
