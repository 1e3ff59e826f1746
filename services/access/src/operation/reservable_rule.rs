//! Access rules that reservations of an amenity open.
use kit::{Error, Result};
use policy::{Authorized, action, resource};
use serde_json::json;

use crate::app::App;
use crate::domain::identifier::IdentifierType;
use crate::store::access_rule::{devices_without_type, ensure_can_edit_rules, names, names_of_prohibitions};

const MAX_RULES: usize = 100;

/// Ids with names. Whoever lets others open a door must be able to change its rule, which grants, and its device must read QR codes.
pub async fn check(app: &App, right: &Authorized<resource::AccessRule, action::View>, ids: &[i64]) -> Result<Vec<(i64, String)>> {
    if ids.len() > MAX_RULES {
        return Err(Error::field("access_rules", format!("maximum length is {MAX_RULES}")));
    }
    let mut reader = app.context.database.read(right.project_id()).await?;
    ensure_can_edit_rules(&mut reader, right.caller(), ids, &[]).await?;
    let prohibitions = names_of_prohibitions(&mut reader, right.project_id(), ids).await?;
    if !prohibitions.is_empty() {
        let message = "access rule forbids instead of granting".into();
        return Err(Error::Conflict { code: "conflict", message, data: json!({ "names": prohibitions }) });
    }
    let devices = devices_without_type(&mut reader, right.project_id(), ids, IdentifierType::Qr.as_str()).await?;
    if !devices.is_empty() {
        let message = "access rule contains devices without qr support".into();
        return Err(Error::Conflict { code: "conflict", message, data: json!({ "names": devices }) });
    }
    names(&mut reader, right.project_id(), ids).await
}
