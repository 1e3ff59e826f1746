//! A search for devices in a network: which addresses are asked, and what is known of it meanwhile.
use std::net::Ipv4Addr;

use kit::{Error, Result};
use serde::{Deserialize, Serialize};

/// What one installer's site has; more is a scan.
pub const MAX_ADDRESSES: u32 = 1_024;
const MAX_REQUEST_ID: usize = 64;

/// Addresses that are asked, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddressRange {
    first: u32,
    last: u32,
}

impl AddressRange {
    /// Every address of it has to be allowed.
    pub fn parse(start: &str, end: &str, is_allowed: impl Fn(Ipv4Addr) -> bool) -> Result<AddressRange> {
        let wrong = |field: &str| Error::field(field, "wrong parameters");
        let address = |field: &str, text: &str| text.trim().parse::<Ipv4Addr>().map(u32::from).map_err(|_| wrong(field));
        let range = AddressRange { first: address("start_ip", start)?, last: address("end_ip", end)? };
        if range.first > range.last || range.last - range.first >= MAX_ADDRESSES {
            return Err(wrong("end_ip"));
        }
        match range.addresses().find(|address| !is_allowed(*address)) {
            Some(refused) if u32::from(refused) == range.first => Err(wrong("start_ip")),
            Some(_) => Err(wrong("end_ip")),
            None => Ok(range),
        }
    }

    pub fn addresses(self) -> impl Iterator<Item = Ipv4Addr> {
        (self.first..=self.last).map(Ipv4Addr::from)
    }

    pub fn total(self) -> usize {
        (self.last - self.first + 1) as usize
    }
}

pub fn check_request_id(request_id: &str) -> Result<()> {
    let length = request_id.chars().count();
    match (1..=MAX_REQUEST_ID).contains(&length) {
        true => Ok(()),
        false => Err(Error::field("request_id", format!("length must be within 1 - {MAX_REQUEST_ID}"))),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SearchState {
    Running,
    Finished,
    Failed,
}

/// What an address answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundDevice {
    pub ip_address: String,
    pub port: u16,
    pub serial_number: String,
    pub model: String,
    /// Number of its type; 0 for a model that the platform does not know.
    #[serde(rename = "type_number")]
    pub kind: i16,
    pub firmware: Option<String>,
    pub is_known: bool,
}

/// A search as who asked for it sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceSearch {
    pub request_id: String,
    pub state: SearchState,
    pub done: usize,
    pub total: usize,
    pub devices: Vec<FoundDevice>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::outgoing::Allowed;
    use proptest::prelude::*;

    fn refused(start: &str, end: &str) -> String {
        match AddressRange::parse(start, end, |_| true).unwrap_err() {
            Error::Invalid(fields) => fields.into_iter().map(|(field, why)| format!("{field}: {why}")).collect::<Vec<_>>().join(", "),
            other => panic!("{other}"),
        }
    }

    #[test]
    fn a_range_is_of_ipv4_goes_upwards_and_has_a_thousand_addresses_at_most() {
        assert_eq!(refused("fe80::1", "192.0.2.1"), "start_ip: wrong parameters");
        for (start, end) in [("192.0.2.2", "192.0.2.1"), ("192.0.2.1", "house"), ("192.0.2.0", "192.0.6.0"), ("0.0.0.0", "255.255.255.255")] {
            assert_eq!(refused(start, end), "end_ip: wrong parameters", "{start} {end}");
        }
        let network = AddressRange::parse("10.0.0.0", "10.0.3.255", |_| true).unwrap();
        assert_eq!((network.total(), network.addresses().count()), (1_024, 1_024));
        assert_eq!(AddressRange::parse(" 10.0.0.7", "10.0.0.7 ", |_| true).unwrap().addresses().collect::<Vec<_>>(), [Ipv4Addr::new(10, 0, 0, 7)]);
    }

    fn allowed(text: &'static str) -> impl Fn(Ipv4Addr) -> bool {
        let allowed = Allowed::parse(text).unwrap();
        move |address| allowed.covers(address.into())
    }

    proptest! {
        /// Wherever a range lies: it is taken only when each of its addresses may be called, by whatever the operator allows.
        #[test]
        fn a_range_with_one_address_that_is_not_allowed_is_refused(
            start in prop_oneof![any::<u32>(), 0x0a13_ff00_u32..0x0a15_0100, 0x7eff_ff00_u32..0x8000_0100, 0xa9fd_ff00_u32..0xa9ff_0100],
            length in 0_u32..1_100,
            networks in prop_oneof![Just(""), Just("10.20.0.0/16"), Just("169.254.0.0/17,127.0.0.1"), Just("true")],
        ) {
            let last = start.saturating_add(length);
            let is_allowed = allowed(networks);
            let parsed = AddressRange::parse(&Ipv4Addr::from(start).to_string(), &Ipv4Addr::from(last).to_string(), &is_allowed);
            let expected = last - start < MAX_ADDRESSES && (start..=last).all(|address| is_allowed(Ipv4Addr::from(address)));
            prop_assert_eq!(parsed.is_ok(), expected);
            if let Ok(range) = parsed {
                prop_assert!(range.addresses().all(is_allowed));
                prop_assert_eq!(range.addresses().count(), (last - start + 1) as usize);
            }
        }
    }
}
