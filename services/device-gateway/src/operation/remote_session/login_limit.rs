//! Limits how often a device's login and password may be guessed. While Redis is away nobody begins to control a device.
use kit::Result;
use kit::rate_limit::{self, Limit, Permit};
use policy::Caller;

use crate::app::App;
use crate::bas_ip::login::LoginResult;

/// By the serial number, so that a device that is deleted and created again keeps its counters.
pub async fn acquire(app: &App, caller: &Caller, serial_number: &str) -> Result<Permit> {
    let (context, limits) = (&app.context, app.config.remote_login_limits);
    let limit = |kind, of: &str, most: u32| Limit { counter: rate_limit::counter(context, kind, of), most: most.into(), window: limits.window };
    let of_user = limit("remote-control-user", &format!("{}:{serial_number}", caller.user_id), limits.user);
    let of_device = limit("remote-control-device", serial_number, limits.device);
    rate_limit::acquire(context, vec![of_user, of_device]).await
}

/// A right login resets the user's counter, a wrong one stays counted, and one that the device did not judge is given back.
pub async fn release<T>(permit: Permit, answer: &Result<(LoginResult, T)>) {
    let released = match answer {
        Ok((LoginResult::Accepted, _)) => permit.reset().await,
        Ok((LoginResult::Refused, _)) => Ok(()),
        Ok((LoginResult::Unknown, _)) | Err(_) => permit.refund().await,
    };
    // The device has answered, though Redis went away meanwhile: the counters expire by themselves.
    if let Err(error) = released {
        tracing::warn!(%error, "an attempt at a device's password stays counted");
    }
}
