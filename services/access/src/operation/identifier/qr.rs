use kit::{Error, Fields, Result};
use policy::{Authorized, action, resource};

use crate::app::App;
use crate::domain::identifier::IdentifierType;
use crate::domain::qr_code::{DEFAULT_SIZE, QrCode, SIZES};
use crate::store::identifier as store;

/// How an image is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QrImageFormat {
    Png,
    Svg,
}

/// The image of the code that a QR identifier shows to a reader: the bare UUID.
pub async fn qr(
    app: &App,
    right: &Authorized<resource::Identifier, action::View>,
    id: i64,
    format: QrImageFormat,
    size: Option<i32>,
) -> Result<Vec<u8>> {
    let size = size.unwrap_or(DEFAULT_SIZE);
    let mut fields = Fields::new();
    fields.range("size", size, *SIZES.start(), *SIZES.end());
    fields.finish()?;
    let mut reader = app.context.database.read(right.project_id()).await?;
    let row = store::find(&mut reader, right, id).await?;
    drop(reader);
    if row.kind() != IdentifierType::Qr {
        return Err(Error::conflict("view identifier is not available"));
    }
    let code = QrCode::new(&row.number).map_err(Error::internal)?;
    match format {
        QrImageFormat::Png => code.png(size.unsigned_abs()).map_err(Error::internal),
        QrImageFormat::Svg => Ok(code.svg(size.unsigned_abs()).into_bytes()),
    }
}
