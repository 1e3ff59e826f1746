//! Sends a test mail by the stored mail settings.
use kit::{Error, Result};
use policy::{action, resource};

use super::mail_context;
use super::preview::prepare;
use super::send_limits;
use super::send_now::{send_now, validate_email};
use crate::app::App;
use crate::domain::mail::locale::Locale;
use crate::domain::mail::mail_type;
use crate::store::mail_template::Right;

pub async fn send_test(app: &App, right: &Right<action::Edit>, email: &str) -> Result<()> {
    let caller = right.caller();
    caller.authorize::<resource::ProjectSettings, action::Edit>()?;
    validate_email(email)?;
    let mail_type = mail_type::find("test_mail").ok_or(Error::NotFound)?;
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let (locale, text) = mail_context::text(&mut tx, right.project_id(), mail_type, None, Locale::nearest(&caller.locale)).await?;
    tx.commit().await?;
    let prepared = prepare(app, right, mail_type, locale, text, None).await?;
    let _permit = send_limits::acquire_for_user_and_receiver(app, caller, email).await?;
    send_now(app, caller, prepared, email).await
}
