//! When an address is shut out.
use std::net::IpAddr;
use std::time::Duration;

use ipnet::IpNet;
use kit::{Fields, Mask, Result};
use proto::vestibule::identity::v1 as api;
use serde_json::{Value, json};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocking {
    pub is_enabled: bool,
    /// Failures from one address within the window after which it is banned.
    pub max_failures: i32,
    pub window_seconds: i32,
    pub ban_seconds: i32,
}

impl Blocking {
    /// Takes from `new` what the mask names.
    pub fn merge(mut self, mask: &Mask, new: &api::IpBlockingStatus) -> Self {
        mask.apply("is_enabled", &mut self.is_enabled, new.is_enabled);
        mask.apply("max_failures", &mut self.max_failures, new.max_failures);
        mask.apply("window_seconds", &mut self.window_seconds, new.window_seconds);
        mask.apply("ban_seconds", &mut self.ban_seconds, new.ban_seconds);
        self
    }

    pub fn check(&self) -> Result<()> {
        let mut fields = Fields::new();
        fields.range("max_failures", self.max_failures, 3, 10_000);
        fields.range("window_seconds", self.window_seconds, 60, 86_400);
        fields.range("ban_seconds", self.ban_seconds, 60, 2_592_000);
        fields.finish()
    }

    pub fn window(&self) -> Duration {
        Duration::from_secs(self.window_seconds.unsigned_abs().into())
    }

    /// For the audit log.
    pub fn audit_view(&self) -> Value {
        json!({
            "is_enabled": self.is_enabled,
            "max_failures": self.max_failures,
            "window_seconds": self.window_seconds,
            "ban_seconds": self.ban_seconds,
        })
    }
}

/// The settings with the addresses that they leave out.
#[derive(Clone, Debug)]
pub struct Rules {
    pub blocking: Blocking,
    pub whitelist: Vec<IpNet>,
}

impl Rules {
    /// Whether failures from an address are counted, and the address may be banned.
    pub fn watch(&self, address: &str) -> bool {
        let address = address.parse::<IpAddr>().map(|address| address.to_canonical());
        let is_listed = |address: IpAddr| self.whitelist.iter().any(|network| network.contains(&address));
        self.blocking.is_enabled && !address.is_ok_and(is_listed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLOCKING: Blocking = Blocking { is_enabled: true, max_failures: 100, window_seconds: 900, ban_seconds: 900 };

    #[test]
    fn addresses_on_the_whitelist_are_not_watched() {
        let rules = Rules { blocking: BLOCKING, whitelist: vec!["192.0.2.0/24".parse().unwrap(), "2001:db8::1/128".parse().unwrap()] };
        for listed in ["192.0.2.7", "::ffff:192.0.2.7", "2001:db8::1"] {
            assert!(!rules.watch(listed), "{listed}");
        }
        for other in ["192.0.3.7", "2001:db8::2", "unknown"] {
            assert!(rules.watch(other), "{other}");
        }
    }

    #[test]
    fn nobody_is_watched_while_it_is_off() {
        let rules = Rules { blocking: Blocking { is_enabled: false, ..BLOCKING }, whitelist: Vec::new() };
        assert!(!rules.watch("192.0.2.7"));
    }

    #[test]
    fn limits_are_bounded() {
        let is_ok = |blocking: Blocking| blocking.check().is_ok();
        assert!(is_ok(BLOCKING));
        for bad in [
            Blocking { max_failures: 2, ..BLOCKING },
            Blocking { max_failures: 10_001, ..BLOCKING },
            Blocking { window_seconds: 59, ..BLOCKING },
            Blocking { window_seconds: 86_401, ..BLOCKING },
            Blocking { ban_seconds: 59, ..BLOCKING },
            Blocking { ban_seconds: 2_592_001, ..BLOCKING },
        ] {
            assert!(!is_ok(bad), "{bad:?}");
        }
    }
}
