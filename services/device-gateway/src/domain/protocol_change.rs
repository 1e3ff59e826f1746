//! A change of the protocol of a device: the new way is made before the old one ends.
use time::Duration;

use super::device::Protocol;

/// How long a device may take to come the new way.
pub const CHANGE_TIMEOUT: Duration = Duration::minutes(10);
/// Why a change failed.
pub const NOT_ARRIVED: &str = "the device has not come by the new protocol";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProtocolStep {
    /// It has the protocol.
    Stay,
    /// There is no way that could end: the device has none, or has never come, or is to have none.
    AtOnce,
    /// The device is sent the new way over the old one.
    Gradual,
}

/// `is_seen`: the device has come by its protocol before.
pub fn step(from: Protocol, to: Protocol, is_seen: bool) -> ProtocolStep {
    match (from, to) {
        _ if from == to => ProtocolStep::Stay,
        (Protocol::Http, Protocol::Mqtt) | (Protocol::Mqtt, Protocol::Http) if is_seen => ProtocolStep::Gradual,
        _ => ProtocolStep::AtOnce,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_way_that_is_used_is_kept_until_the_new_one_holds() {
        use Protocol::{Http, Mqtt, None};
        for (from, to) in [(Http, Mqtt), (Mqtt, Http)] {
            assert_eq!(step(from, to, true), ProtocolStep::Gradual);
            assert_eq!(step(from, to, false), ProtocolStep::AtOnce);
        }
        for (from, to) in [(Http, None), (Mqtt, None), (None, Http), (None, Mqtt)] {
            assert_eq!(step(from, to, true), ProtocolStep::AtOnce);
        }
        assert!([Http, Mqtt, None].into_iter().all(|same| step(same, same, true) == ProtocolStep::Stay));
    }
}
