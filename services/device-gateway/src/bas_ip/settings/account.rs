//! The SIP account, and how the device calls with it.
use device_protocol::DeviceCall;
use device_protocol::call_settings::TalkTimeout;
use device_protocol::sip::{MAX_REGISTRATION_INTERVAL, MIN_REGISTRATION_INTERVAL, SipCallSettings, SipEnable, SipSettings, SipTransport, Stun};

use super::Surroundings;
use crate::domain::settings::{Address, Sip};

/// Why the account of a device is not sent. Its number's password stays behind when the device comes to another address.
const NO_PASSWORD: &str = "the SIP account was not sent, its password is not set: give the device's number another password, or enter one";

/// What of these settings cannot be sent, and why.
pub fn lacking(sip: &Sip, surroundings: &Surroundings) -> Option<&'static str> {
    (sip.login.is_some() && surroundings.sip_password.is_none()).then_some(NO_PASSWORD)
}

/// Without the password, what does not need it: an account that is switched off does not stay on for want of one.
pub fn calls(sip: &Sip, address: &Address, surroundings: &Surroundings) -> Result<Vec<DeviceCall>, String> {
    let enable = DeviceCall::EnableSip(SipEnable { sip_enable: sip.enabled });
    let timeout = DeviceCall::SetTalkTimeout(TalkTimeout { talk_timeout: sip.talk_timeout.max(0) as u32 });
    let Some(user) = sip.login.clone() else { return Ok(vec![enable, timeout]) };
    let Some(password) = surroundings.sip_password.clone() else {
        return Ok((!sip.enabled).then_some(enable).into_iter().chain([timeout]).collect());
    };
    let settings = SipSettings {
        proxy: sip.proxy_address.clone().ok_or("the SIP proxy address is not set")?,
        realm: sip.realm_address.clone().or_else(|| sip.proxy_address.clone()).unwrap_or_default(),
        user,
        user_id: String::new(),
        password,
        outbound: String::new(),
        transport: match sip.transport.as_str() {
            "TCP" => SipTransport::Tcp,
            "TLS" => SipTransport::Tls,
            _ => SipTransport::Udp,
        },
        registration_interval: (address.reregister_interval.max(0) as u32).clamp(MIN_REGISTRATION_INTERVAL, MAX_REGISTRATION_INTERVAL),
        stun: Stun { ip: sip.stun_address.clone().unwrap_or_default(), port: sip.stun_port.and_then(|port| port.try_into().ok()).unwrap_or(0) },
    };
    settings.check().map_err(|error| error.to_string())?;
    Ok(vec![DeviceCall::WriteSip(settings), enable, timeout])
}

/// A task of its own: a device that does not know it registers all the same.
pub fn how_it_calls(sip: &Sip) -> Result<DeviceCall, String> {
    let rtp_profile = u8::try_from(sip.rtp_profile).map_err(|_| "the RTP profile is out of bounds")?;
    let settings = SipCallSettings { rtp_profile, use_address: sip.use_address };
    settings.check().map_err(|error| error.to_string())?;
    Ok(DeviceCall::SetSipCalls(settings))
}
