use std::collections::HashMap;
use std::time::Duration;

use kit::audit::{self, Change};
use kit::clock::to_proto;
use kit::rate_limit::{self, Limit};
use kit::{Error, Fields, Result, outbox};
use policy::{Action, Authorized, Resource, action, resource};
use proto::vestibule::events::v1::MailRequested;
use serde_json::{Value, json};

use super::{LINK_PURPOSE, is_giver_in_reach, is_licensed, page_address};
use crate::app::App;
use crate::domain::guest_key::{GuestKeyKind, GuestKeyState};
use crate::projection::white_label;
use crate::store::guest_key as store;

const MAIL_REQUESTED: &str = "mail.requested";
/// The template's type.
const MAIL_TYPE: &str = "guest_key";
/// Of a giver.
const MAX_PER_DAY: u64 = 20;
const DAY: Duration = Duration::from_secs(24 * 3600);
/// A mail of a key without an end is not sent after this.
const MAIL_TTL: time::Duration = time::Duration::days(1);

/// Mails the link to a guest. By its giver, or its creator while the giver is in their reach.
pub async fn send(app: &App, right: &Authorized<resource::GuestKey, action::Edit>, id: i64, email: &str) -> Result<()> {
    let (caller, project_id, now) = (right.caller(), right.project_id(), app.context.clock.now());
    let email = email.trim();
    let mut fields = Fields::new();
    fields.email("email", email);
    fields.finish()?;
    let mut tx = app.context.database.tenant(project_id).await?;
    let row = store::find_for_update(&mut tx, right, id).await?;
    if !is_giver_in_reach(&mut tx, caller, &row).await? {
        return Err(Error::Forbidden);
    }
    let state = row.state(is_licensed(&mut tx, project_id, row.kind()).await?, now);
    if !matches!(state, GuestKeyState::Active | GuestKeyState::Scheduled) {
        return Err(Error::conflict("action prohibited"));
    }
    let giver = row.owner_id.unwrap_or(caller.user_id);
    let counter = rate_limit::counter(&app.context, "guest-key-mails", &format!("{project_id}/{giver}"));
    let permit = rate_limit::acquire(&app.context, vec![Limit { counter, most: MAX_PER_DAY, window: DAY }]).await?;
    let label = white_label::find_nearest(&mut tx, project_id, row.domain_id).await?;
    let link = app.context.sealer.open_for(LINK_PURPOSE, &row.link_sealed).map_err(Error::internal)?;
    let qr = match row.kind() {
        GuestKeyKind::Qr => format!("{}/api/v0/guest-access/{link}/qr", app.context.settings.public_url.trim_end_matches('/')),
        _ => String::new(),
    };
    let values = HashMap::from([
        ("link".to_owned(), page_address(app, &link)),
        ("qr".to_owned(), qr),
        ("key".to_owned(), row.name.clone()),
        ("site".to_owned(), label.name),
        ("message".to_owned(), row.message.clone()),
    ]);
    let mail = MailRequested {
        project_id,
        kind: MAIL_TYPE.into(),
        to_email: email.into(),
        to_name: row.name.clone(),
        locale: caller.locale.clone(),
        domain_id: row.domain_id.unwrap_or_default(),
        values,
        expires_at: Some(to_proto(row.period_restrict_to.map_or(now + MAIL_TTL, |to| to.min(now + MAIL_TTL)))),
        by_installation: false,
    };
    let sent = async {
        outbox::emit(&mut tx, project_id, MAIL_REQUESTED, &format!("guest-key:{id}"), &mail).await?;
        let change = Change::new(Action::Edit, Resource::GuestKey, id, &row.name, Value::Null, json!({ "sent_to": email }));
        audit::record(&mut tx, &app.context.clock, caller, change).await
    };
    if let Err(error) = sent.await {
        permit.refund().await?;
        return Err(error);
    }
    Ok(tx.commit().await?)
}
