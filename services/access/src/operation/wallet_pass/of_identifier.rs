use kit::{Error, Reader, Result};
use policy::{Authorized, action, resource};
use wallet_pass::PassContent;

use super::{apple, google_link};
use crate::app::App;
use crate::domain::identifier::IdentifierType;
use crate::projection::white_label;
use crate::store::identifier as identifiers;

type ViewRight = Authorized<resource::Identifier, action::View>;

pub async fn apple_of_identifier(app: &App, right: &ViewRight, id: i64) -> Result<Vec<u8>> {
    let (mut reader, group, content) = content(app, right, id).await?;
    apple(app, &mut reader, right.project_id(), group, &content).await
}

pub async fn google_of_identifier(app: &App, right: &ViewRight, id: i64) -> Result<String> {
    let (mut reader, group, content) = content(app, right, id).await?;
    google_link(app, &mut reader, right.project_id(), group, &content).await
}

async fn content(app: &App, right: &ViewRight, id: i64) -> Result<(Reader, Option<i64>, PassContent)> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let row = identifiers::find(&mut reader, right, id).await?;
    if row.kind() != IdentifierType::Qr {
        return Err(Error::conflict("view identifier is not available"));
    }
    let label = white_label::find_nearest(&mut reader, right.project_id(), row.domain_id).await?;
    let content = PassContent {
        serial: row.link_id.to_string(),
        organization: label.name,
        name: row.name,
        qr: row.number,
        valid_from: row.period_restrict_from.filter(|_| row.period_restrict_active),
        valid_to: row.period_restrict_to.filter(|_| row.period_restrict_active),
        is_void: row.revoked_at.is_some() || !row.is_active,
        locale: right.caller().locale.clone(),
    };
    Ok((reader, row.domain_id, content))
}
