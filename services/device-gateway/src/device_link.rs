//! How the platform calls a device: over the broker, or by HTTP. Whoever calls a device goes by this, whatever the device speaks.
use std::time::Duration;

use device_protocol::{Request, Response, Serial};
use kit::seal::Sealer;

use crate::app::App;
use crate::domain::device::{Device, Protocol};
use crate::http_link::HttpAddress;

/// Why a device did not answer.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    #[error("no connection to the broker")]
    NotConnected,
    #[error("the connection of the device was interrupted")]
    Interrupted,
    #[error("the device did not answer in time")]
    TimedOut,
    /// It is no interruption: the device would answer the same again, and must not be asked without a pause.
    #[error("the answer of the device is too large")]
    TooLarge,
    #[error("too many commands wait for answers")]
    TooMany,
    /// Nothing reached the device.
    #[error("the device cannot be reached: {0}")]
    Unreachable(String),
    #[error("the device does not take the login and password of the platform")]
    LoginRefused,
    #[error("the login and password of the device are not set")]
    NoLogin,
}

impl CallError {
    /// Neither the command nor the device is at fault: the command may be repeated with the next connection.
    pub fn is_interruption(&self) -> bool {
        matches!(self, CallError::NotConnected | CallError::Interrupted) || self.is_no_contact()
    }

    /// The device is not called again until it is back or some time has passed.
    pub fn is_no_contact(&self) -> bool {
        matches!(self, CallError::Unreachable(_) | CallError::LoginRefused | CallError::NoLogin)
    }
}

/// Where a device is called.
#[derive(Clone, Debug)]
pub enum DeviceAddress {
    /// Over this broker; None for the installation's.
    Mqtt(Serial, Option<i64>),
    Http(HttpAddress),
    /// Nowhere, and why.
    None(&'static str),
}

impl DeviceAddress {
    /// By the protocol of the device. `password`: of the device's own page, sealed; `broker_id`: of the broker over which it came last.
    pub fn new(sealer: &Sealer, id: i64, device: &Device, password: Option<&[u8]>, broker_id: Option<i64>) -> DeviceAddress {
        let Ok(serial) = Serial::new(device.serial_number.clone()) else { return DeviceAddress::None("its serial number is none") };
        match device.protocol {
            Protocol::Mqtt => DeviceAddress::Mqtt(serial, broker_id),
            Protocol::None => DeviceAddress::None("it has no protocol"),
            Protocol::Http => match &device.ip_address {
                None => DeviceAddress::None("its address is not set"),
                Some(host) => {
                    let password = password.and_then(|sealed| sealer.open(sealed).ok());
                    DeviceAddress::Http(HttpAddress::new(id, host, device.port, device.login.as_deref().zip(password.as_deref())))
                }
            },
        }
    }
}

impl App {
    /// Asks a device and waits for its answer.
    pub async fn call_device(&self, address: &DeviceAddress, request: Request, timeout: Duration) -> Result<Response, CallError> {
        match address {
            DeviceAddress::Mqtt(serial, broker_id) => match self.mqtt_of(*broker_id) {
                Some(mqtt) => mqtt.call(serial, request, timeout).await,
                None => Err(CallError::NotConnected),
            },
            DeviceAddress::Http(address) => self.http.call(address, request, timeout).await,
            DeviceAddress::None(why) => Err(CallError::Unreachable((*why).into())),
        }
    }

    /// The same for what may be forbidden while it waits for its turn at a device that speaks HTTP. `still_allowed` is asked when it has it.
    pub async fn call_device_if(
        &self,
        address: &DeviceAddress,
        request: Request,
        timeout: Duration,
        still_allowed: impl Future<Output = kit::Result<()>> + Send,
    ) -> kit::Result<Result<Response, CallError>> {
        match address {
            DeviceAddress::Http(address) => self.http.call_if(address, request, timeout, still_allowed).await,
            // Nothing waits there.
            DeviceAddress::Mqtt(..) | DeviceAddress::None(_) => Ok(self.call_device(address, request, timeout).await),
        }
    }
}
