//! Pictures of amenities, and their terms of use.
use image_upload::fit;
use kit::{Error, Result, audit};
use policy::{Action, Authorized, Caller, Resource, action, resource};
use serde_json::{Value, json};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::app::App;
use crate::store::amenity::{self, AmenityRow};
use crate::store::amenity_file::{self as store, AmenityFileKind, AmenityFileRow};

type EditRight = Authorized<resource::Amenity, action::Edit>;

/// Larger pictures are made smaller.
const MAX_WIDTH: u32 = 1600;
const MAX_HEIGHT: u32 = 900;
/// Bytes of the terms of use.
pub const MAX_TERMS_BYTES: usize = 10 << 20;
/// By what a PDF begins; some bytes may come before it.
const PDF: &[u8] = b"%PDF-";
const PDF_WITHIN: usize = 1024;

/// Returns the key of the picture. A caller who may not change the amenity is refused before the picture is decoded.
pub async fn set_image(app: &App, right: &EditRight, id: i64, image: Vec<u8>) -> Result<Uuid> {
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    amenity::find_for_update(&mut tx, right, id).await?;
    tx.rollback().await?;
    let fitted = fit(image, MAX_WIDTH, MAX_HEIGHT).await?;

    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let found = amenity::find_for_update(&mut tx, right, id).await?;
    let file = AmenityFileRow { file_name: String::new(), content_type: fitted.content_type.into(), data: fitted.data };
    let key = store::replace(&mut tx, &found, AmenityFileKind::Image, &file, app.context.clock.now()).await?;
    record(app, &mut tx, right.caller(), found.row(), json!({ "image": found.image_key }), json!({ "image": key })).await?;
    tx.commit().await?;
    Ok(key)
}

/// Returns the key of the file and the number of the terms.
pub async fn set_terms_of_use(app: &App, right: &EditRight, id: i64, file_name: String, data: Vec<u8>) -> Result<(Uuid, i32)> {
    if !data[..data.len().min(PDF_WITHIN)].windows(PDF.len()).any(|window| window == PDF) {
        return Err(Error::invalid_file("must be a pdf"));
    }
    let now = app.context.clock.now();
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let found = amenity::find_for_update(&mut tx, right, id).await?;
    let file = AmenityFileRow { file_name, content_type: "application/pdf".into(), data };
    let key = store::replace(&mut tx, &found, AmenityFileKind::TermsOfUse, &file, now).await?;
    let version = amenity::increment_terms_version(&mut tx, &found, now).await?;
    record(app, &mut tx, right.caller(), found.row(), json!({ "terms_version": found.terms_version }), json!({ "terms_version": version })).await?;
    tx.commit().await?;
    Ok((key, version))
}

/// "file not found" when there is none.
pub async fn delete(app: &App, right: &EditRight, id: i64, kind: AmenityFileKind) -> Result<()> {
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let found = amenity::find_for_update(&mut tx, right, id).await?;
    if !store::delete(&mut tx, &found, kind).await? {
        return Err(Error::conflict("file not found"));
    }
    let (field, key) = match kind {
        AmenityFileKind::Image => ("image", found.image_key),
        AmenityFileKind::TermsOfUse => ("terms_of_use", found.terms_key),
    };
    record(app, &mut tx, right.caller(), found.row(), json!({ field: key }), json!({ field: null })).await?;
    Ok(tx.commit().await?)
}

/// `NotFound` for a text that is not a key.
pub async fn find(app: &App, key: &str) -> Result<AmenityFileRow> {
    let key: Uuid = key.parse().map_err(|_| Error::NotFound)?;
    let mut tx = app.context.database.system().await?;
    let found = store::by_key(&mut tx, key).await?;
    tx.rollback().await?;
    Ok(found)
}

async fn record(app: &App, connection: &mut PgConnection, caller: &Caller, row: &AmenityRow, before: Value, after: Value) -> Result<()> {
    let change = audit::Change::new(Action::Edit, Resource::Amenity, row.id, &row.name, before, after);
    audit::record(connection, &app.context.clock, caller, change).await
}
