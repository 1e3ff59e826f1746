use kit::audit::{self, Change};
use kit::{Error, Result};
use policy::{Action, Authorized, Caller, Resource, action, resource};
use ring::digest::{SHA256, digest};
use serde_json::{Value, json};
use sqlx::PgConnection;
use time::Duration;
use uuid::Uuid;

use crate::app::App;
use crate::domain::identifier::IdentifierType;
use crate::operation::device_list::bump_list_versions;
use crate::operation::identifier::{ensure_owner_in_reach, gives_to_everybody, visible_part};
use crate::projection::face_settings;
use crate::publish;
use crate::store::access_rule::ensure_can_edit_rules;
use crate::store::device_list::devices_by_identifier;
use crate::store::identifier::{self as identifiers, IdentifierRow};
use crate::store::identifier_photo::{self as store, NewPhoto};
use crate::store::license;

type EditRight = Authorized<resource::Identifier, action::Edit>;

const FACES: &[&str] = &["face_id"];
/// So long ago a form has made an identifier that is deleted when its photo is refused.
const NEW_IDENTIFIER: Duration = Duration::hours(1);

/// What somebody sends.
pub struct UploadedPhoto {
    pub bytes: Vec<u8>,
    /// The form has just made the identifier.
    pub is_new: bool,
    pub has_consent: bool,
}

/// Takes the photo over, or says why not. An identifier that was made for it goes with a refused one.
pub async fn set(app: &App, right: &EditRight, id: i64, photo: UploadedPhoto) -> Result<IdentifierRow> {
    let is_new = photo.is_new;
    match set_photo(app, right, id, photo).await {
        Err(error) if is_new && is_refusal(&error) => {
            delete_new(app, right, id).await?;
            Err(error)
        }
        done => done,
    }
}

/// Rather than a failure of the platform, after which the same photo may be sent again.
fn is_refusal(error: &Error) -> bool {
    matches!(error, Error::NotAccepted { .. } | Error::Invalid(_) | Error::Conflict { .. })
}

async fn set_photo(app: &App, right: &EditRight, id: i64, photo: UploadedPhoto) -> Result<IdentifierRow> {
    let project_id = right.project_id();
    let mut reader = app.context.database.read(project_id).await?;
    let found = identifiers::find(&mut reader, right, id).await?;
    ensure_takes_photo(&found)?;
    ensure_reaches_doors(&mut reader, right.caller(), &found).await?;
    license::require_for_identifier(&mut reader, right.caller(), found.owner_id, found.domain_id, FACES).await?;
    if !photo.has_consent && face_settings::is_consent_required(&mut reader, project_id).await? {
        return Err(Error::field("consent", "required"));
    }
    drop(reader);
    let portrait = faces::portrait(photo.bytes).await?;
    let new = NewPhoto {
        blob: format!("faces/{project_id}/{}", Uuid::new_v4()),
        size: i32::try_from(portrait.data.len()).unwrap_or(i32::MAX),
        sha256: hex::encode(digest(&SHA256, &portrait.data)),
        has_consent: photo.has_consent,
    };
    // The sweep removes the file where the transaction fails.
    app.photos.put(&new.blob, &portrait.data).await?;
    write(app, right, id, &new).await
}

fn ensure_takes_photo(row: &IdentifierRow) -> Result<()> {
    if row.kind() != IdentifierType::Face {
        return Err(Error::conflict("can't perform action"));
    }
    if row.revoked_at.is_some() { Err(Error::conflict("action prohibited")) } else { Ok(()) }
}

/// Whoever is on the photo opens what the owner may open, and what the rules open that name the identifier itself. The one who has made
/// it need not reach these any more.
async fn ensure_reaches_doors(connection: &mut PgConnection, caller: &Caller, row: &IdentifierRow) -> Result<()> {
    ensure_owner_in_reach(connection, caller, row).await?;
    if gives_to_everybody(caller) { Ok(()) } else { ensure_can_edit_rules(connection, caller, &[], &row.rule_ids).await }
}

async fn write(app: &App, right: &EditRight, id: i64, new: &NewPhoto) -> Result<IdentifierRow> {
    let (caller, project_id, now) = (right.caller(), right.project_id(), app.context.clock.now());
    let mut tx = app.context.database.tenant(project_id).await?;
    let before = identifiers::find_for_update(&mut tx, right, id).await?;
    ensure_takes_photo(&before)?;
    ensure_reaches_doors(&mut tx, caller, &before).await?;
    store::upsert(&mut tx, &before, new, caller.user_id, now).await?;
    let after = identifiers::find(&mut tx, right, id).await?;
    let devices = devices_by_identifier(&mut tx, id, after.owner_id).await?;
    bump_list_versions(&mut tx, project_id, devices).await?;
    publish::identifier_changed(&mut tx, project_id, &after, after.version, None).await?;
    // Never the photo: that there is one, and another one.
    let was = before.photo_taken_at.map_or(Value::Null, |_| json!({ "photo": "set" }));
    let is = json!({ "photo": if before.photo_taken_at.is_some() { "changed" } else { "set" }, "consent": new.has_consent });
    audit::record(&mut tx, &app.context.clock, caller, Change::new(Action::Edit, Resource::Identifier, id, &after.name, was, is)).await?;
    let after = visible_part(&mut tx, caller, after).await?;
    tx.commit().await?;
    Ok(after)
}

/// Only what the caller has made a moment ago, and what never had a photo: nobody deletes another's identifier in this way.
async fn delete_new(app: &App, right: &EditRight, id: i64) -> Result<()> {
    let (caller, project_id, now) = (right.caller(), right.project_id(), app.context.clock.now());
    let mut tx = app.context.database.tenant(project_id).await?;
    let row = match identifiers::find_for_update(&mut tx, right, id).await {
        Err(Error::NotFound) => return Ok(()),
        found => found?,
    };
    let is_new = row.created_by == Some(caller.user_id) && now - row.created_at < NEW_IDENTIFIER && row.photo_taken_at.is_none();
    if row.kind() != IdentifierType::Face || !is_new || row.revoked_at.is_some() {
        return Ok(());
    }
    let devices = devices_by_identifier(&mut tx, id, row.owner_id).await?;
    publish::identifier_changed(&mut tx, project_id, &row, row.version + 1, Some(now)).await?;
    let was = row.draft().audit_view(false);
    audit::record(&mut tx, &app.context.clock, caller, Change::new(Action::Delete, Resource::Identifier, id, &row.name, was, Value::Null)).await?;
    store::delete_identifier(&mut tx, &row).await?;
    bump_list_versions(&mut tx, project_id, devices).await?;
    Ok(tx.commit().await?)
}
