//! The sounds of emergency alerts: converted, kept in the blob store, and given out by signed links.
mod convert;

use std::sync::LazyLock;

use bytes::Bytes;
use futures::Stream;
use kit::rate_limit::{self, Limit};
use kit::signed_link::{LinkSignature, Purpose};
use kit::upload_places::UploadPlaces;
use kit::{Error, Result, url_component};
use policy::{Authorized, Caller, action, resource};
use serde_json::Value;
use sha2::{Digest, Sha256};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::app::App;
use crate::store::alert_file::{self as store, AlertFileRow};

const PURPOSE: Purpose = "notifications.emergency_alert_audio";
/// Of the links for browsers.
const USER_LINK_TTL: Duration = Duration::hours(1);
/// By so much longer than a run its link may be used: a device may fetch the sound late and again.
const RUN_LINK_MARGIN: Duration = Duration::minutes(1);
/// Uploads that are in memory at once: with the conversion of one they take up to 100 MiB.
const MAX_CONCURRENT: usize = 2;
const MAX_CONCURRENT_OF_PROJECT: usize = 1;
pub static UPLOADS: LazyLock<UploadPlaces> = LazyLock::new(|| UploadPlaces::new(MAX_CONCURRENT, MAX_CONCURRENT_OF_PROJECT));
/// Uploads of one person in a minute: one is converted at a time, for all projects.
const MAX_UPLOADS: u64 = 20;
const MINUTE: std::time::Duration = std::time::Duration::from_secs(60);
/// Sounds of one person that no alert was saved with, of up to 19 MiB each.
const MAX_UNUSED: i64 = 20;

/// Refused before the sound is taken into memory.
pub async fn ensure_may_upload(app: &App, right: &Authorized<resource::EmergencyAlert, action::Create>) -> Result<()> {
    let caller = right.caller();
    let of = format!("{}/{}", caller.project_id, caller.user_id);
    let limit = Limit { counter: rate_limit::counter(&app.context, "emergency-alert-file", &of), most: MAX_UPLOADS, window: MINUTE };
    // Also one that is refused then counts: to decode it takes as much.
    let _permit = rate_limit::acquire(&app.context, vec![limit]).await?;
    let unused = store::count_unused(&mut *app.context.database.read(right.project_id()).await?, caller, MAX_UNUSED).await?;
    if unused < MAX_UNUSED {
        return Ok(());
    }
    Err(Error::Conflict { code: "too_many_items", message: format!("too many items: at most {MAX_UNUSED}"), data: Value::Null })
}

/// A converted sound that an alert may be saved with.
#[derive(Debug)]
pub struct UploadedFile {
    pub row: AlertFileRow,
    pub url: String,
}

/// Converts and stores a sound: the object first, then the row that names it.
pub async fn upload(
    app: &App,
    right: &Authorized<resource::EmergencyAlert, action::Create>,
    file_name: String,
    data: Vec<u8>,
) -> Result<UploadedFile> {
    let sound = convert::convert(data).await?;
    let row = AlertFileRow {
        key: Uuid::new_v4(),
        project_id: right.project_id(),
        file_name: file_name.chars().filter(|character| !character.is_control()).take(200).collect(),
        size: sound.wav.len() as i32,
        sha256: Sha256::digest(&sound.wav).to_vec(),
        milliseconds: sound.milliseconds as i32,
    };
    app.blobs.put(&row.object_key(), sound.wav).await?;
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    store::insert(&mut tx, right, &row, app.context.clock.now()).await?;
    tx.commit().await?;
    let url = link_for_user(app, right.caller(), row.key);
    Ok(UploadedFile { row, url })
}

/// Path with its signature.
pub fn link_for_user(app: &App, caller: &Caller, key: Uuid) -> String {
    let subject = format!("user:{}", caller.user_id);
    link(key, &subject, &app.context.links.sign(PURPOSE, &path(key), &subject, USER_LINK_TTL))
}

/// For the devices of a run, while it lasts: with the platform's address.
pub fn link_for_run(app: &App, run_id: i64, ends_at: OffsetDateTime, key: Uuid) -> String {
    let subject = format!("run:{run_id}");
    let signature = app.context.links.sign_until(PURPOSE, &path(key), &subject, ends_at + RUN_LINK_MARGIN);
    format!("{}{}", app.context.settings.public_url.trim_end_matches('/'), link(key, &subject, &signature))
}

fn path(key: Uuid) -> String {
    format!("/api/v0/emergency-alert-audio/{key}")
}

fn link(key: Uuid, subject: &str, signature: &LinkSignature) -> String {
    let LinkSignature { expires, signature } = signature;
    format!("{}?subject={}&expires={expires}&signature={}", path(key), url_component::encode(subject), url_component::encode(signature))
}

/// The sound that a link names. `NotFound` for a link that is not good, and for a sound that is gone.
pub async fn find(
    app: &App,
    filename: &str,
    subject: &str,
    signature: &LinkSignature,
) -> Result<(AlertFileRow, impl Stream<Item = Result<Bytes>> + Send + use<>)> {
    let key: Uuid = filename.parse().map_err(|_| Error::NotFound)?;
    app.context.links.verify(PURPOSE, &path(key), subject, signature)?;
    let mut tx = app.context.database.system().await?;
    let file = store::by_key(&mut tx, key).await?;
    tx.rollback().await?;
    let data = app.blobs.get_stream(&file.object_key()).await?;
    Ok((file, data))
}
