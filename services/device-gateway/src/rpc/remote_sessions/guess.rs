//! Guessing at a device's login and password is limited. While Redis is away nobody begins to control a device.
use kit::Result;
use kit::attempts::{self, Counted, Limit};
use policy::Caller;

use crate::driver::bas_ip::page::Proof;
use crate::gateway::Gateway;

/// By the serial number: a device that is deleted and made anew is the same one.
pub(super) async fn count(gateway: &Gateway, caller: &Caller, serial_number: &str) -> Result<Counted> {
    let (context, limits) = (&gateway.context, gateway.config.guesses);
    let limit = |kind, of: &str, most: u32| Limit { counter: attempts::counter(context, kind, of), most: most.into(), window: limits.window };
    let of_user = limit("remote-control-user", &format!("{}:{serial_number}", caller.user_id), limits.user);
    let of_device = limit("remote-control-device", serial_number, limits.device);
    attempts::count(context, vec![of_user, of_device]).await
}

/// A right one forgets the user's before it, a wrong one stays counted, and what the device did not say counts for nothing.
pub(super) async fn settle<T>(counted: Counted, answer: &Result<(Proof, T)>) {
    let settled = match answer {
        Ok((Proof::Taken, _)) => counted.succeeded().await,
        Ok((Proof::Refused, _)) => Ok(()),
        Ok((Proof::Unknown, _)) | Err(_) => counted.give_back().await,
    };
    // The device has answered, though Redis went away meanwhile: the counters end by themselves.
    if let Err(error) = settled {
        tracing::warn!(%error, "an attempt at a device's password stays counted");
    }
}
