//! The SIP account of a device that has a number.
use super::settings::Sip;

/// The account of a number, as telephony publishes it.
#[derive(Clone, Debug, PartialEq)]
pub struct SipAccount {
    pub number: String,
    pub is_active: bool,
    pub realm: String,
    pub proxy_address: String,
    pub proxy_port: i32,
    /// udp, tcp or tls.
    pub transport: String,
}

impl SipAccount {
    /// Host and port, in the form that devices accept.
    fn proxy(&self) -> String {
        match self.proxy_address.contains(':') && !self.proxy_address.starts_with('[') {
            true => format!("[{}]:{}", self.proxy_address, self.proxy_port),
            false => format!("{}:{}", self.proxy_address, self.proxy_port),
        }
    }
}

impl Sip {
    /// Settings that are entered by hand stay as they were entered.
    pub fn apply_account(&mut self, account: &SipAccount) {
        if self.manual {
            return;
        }
        self.enabled = account.is_active;
        self.login = Some(account.number.clone());
        self.realm_address = Some(account.realm.clone());
        self.proxy_address = Some(account.proxy());
        self.transport = account.transport.to_uppercase();
    }

    /// The number is no longer the device's.
    pub fn forget_account(&mut self) {
        if !self.manual {
            (self.enabled, self.login) = (false, None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn account() -> SipAccount {
        SipAccount {
            number: "201".into(),
            is_active: true,
            realm: "p1.sip.test".into(),
            proxy_address: "edge.test".into(),
            proxy_port: 5070,
            transport: "tcp".into(),
        }
    }

    #[test]
    fn a_device_registers_with_its_number() {
        let mut sip = Sip { talk_timeout: 60, ..Sip::default() };
        sip.apply_account(&account());
        assert_eq!((sip.enabled, sip.login.as_deref(), sip.realm_address.as_deref()), (true, Some("201"), Some("p1.sip.test")));
        assert_eq!((sip.proxy_address.as_deref(), sip.transport.as_str(), sip.talk_timeout), (Some("edge.test:5070"), "TCP", 60));
        sip.forget_account();
        assert_eq!((sip.enabled, sip.login), (false, None));
    }

    #[test]
    fn a_number_that_is_switched_off_switches_the_device_off() {
        let mut sip = Sip::default();
        sip.apply_account(&SipAccount { is_active: false, ..account() });
        assert!(!sip.enabled);
    }

    #[test]
    fn what_is_entered_by_hand_stays() {
        let by_hand = Sip { manual: true, enabled: true, login: Some("panel".into()), ..Sip::default() };
        let mut sip = by_hand.clone();
        sip.apply_account(&account());
        sip.forget_account();
        assert_eq!(sip, by_hand);
    }

    #[test]
    fn an_address_of_ipv6_is_told_in_brackets() {
        assert_eq!(SipAccount { proxy_address: "2001:db8::1".into(), ..account() }.proxy(), "[2001:db8::1]:5070");
    }
}
