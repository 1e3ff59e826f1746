//! Files of a guest's key, for whoever has its link.
use ::wallet_pass::PassContent;
use kit::{Error, Reader, Result};

use super::{INVALID, LinkedKey, find_key, limits};
use crate::app::App;
use crate::domain::guest_key::{GuestKeyKind, GuestKeyState};
use crate::domain::qr_code::QrCode;
use crate::operation::guest_key::is_licensed;
use crate::operation::wallet_pass;
use crate::projection::white_label;
use crate::store::guest_key::{self as keys, GuestKeyRow};

/// Side of the image, in pixels.
const QR_SIZE: u32 = 512;

/// A `.pkpass` of the key, as long as the key opens, or will. "can't perform action" without a certificate of the project.
pub async fn pass(app: &App, ip: &str, key: &str) -> Result<Vec<u8>> {
    let (mut reader, linked, row) = find_usable(app, ip, key).await?;
    let label = white_label::find_nearest(&mut reader, linked.project_id, row.domain_id).await?;
    let group = row.domain_id;
    wallet_pass::apple(app, &mut reader, linked.project_id, group, &content_of_key(row, label.name)).await
}

pub(super) fn content_of_key(row: GuestKeyRow, organization: String) -> PassContent {
    PassContent {
        serial: row.link_id.to_string(),
        organization,
        name: row.name,
        qr: row.number,
        valid_from: row.period_restrict_from.filter(|_| row.period_restrict_active),
        valid_to: row.period_restrict_to.filter(|_| row.period_restrict_active),
        is_void: row.revoked_at.is_some(),
        locale: String::new(),
    }
}

/// The QR code as PNG, as long as the key opens, or will.
pub async fn qr(app: &App, ip: &str, key: &str) -> Result<Vec<u8>> {
    let (_, _, row) = find_usable(app, ip, key).await?;
    QrCode::new(&row.number).map_err(Error::internal)?.png(QR_SIZE).map_err(Error::internal)
}

/// A key with a QR code that opens, or will. INVALID for every other.
async fn find_usable(app: &App, ip: &str, key: &str) -> Result<(Reader, LinkedKey, GuestKeyRow)> {
    limits::page(app, ip).await?;
    let linked = find_key(app, ip, key).await?;
    let mut reader = app.context.database.read(linked.project_id).await?;
    let row = keys::find_in_project(&mut reader, linked.project_id, linked.id).await?.filter(|row| row.revoked_at.is_none()).ok_or(INVALID)?;
    let state = row.state(is_licensed(&mut reader, linked.project_id, row.kind()).await?, app.context.clock.now());
    if row.kind() != GuestKeyKind::Qr || !matches!(state, GuestKeyState::Active | GuestKeyState::Scheduled) {
        return Err(INVALID);
    }
    Ok((reader, linked, row))
}
