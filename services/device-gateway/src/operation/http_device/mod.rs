//! What devices call that speak HTTP.
mod call_limit;
mod login;
mod put_logs;
mod validate;

use kit::{Error, Result};

pub use login::{IssuedToken, login, refresh};
pub use put_logs::put_logs;
pub use validate::validate;

use crate::app::App;
use crate::domain::http_device::token_hash;
use crate::jobs::presence;
use crate::store::device_token;
use crate::store::reporting_device::ReportingDevice;

/// The device that holds the token. A call with it is a sign of life.
pub async fn authenticate(app: &App, token: Option<&str>) -> Result<ReportingDevice> {
    let token = token.ok_or(Error::Unauthenticated)?;
    let mut tx = app.context.database.system().await?;
    let device = device_token::find_device(&mut tx, &token_hash(token), app.context.clock.now()).await?.ok_or(Error::Unauthenticated)?;
    tx.commit().await?;
    presence::record_http_call(app, &device).await?;
    Ok(device)
}
