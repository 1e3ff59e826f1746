//! What a phone registers with.
use kit::seal::{Sealer, Unsealable};
use md5::{Digest, Md5};

use super::realm;
use crate::config::Config;

/// Purpose of the seal of a trunk's password.
pub const TRUNK_PASSWORD: &str = "telephony.trunk.password";
/// Purpose of the seal of a number's password.
const NUMBER_PASSWORD: &str = "telephony.number.password";

/// The password of a number, as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Account {
    pub sealed_password: Vec<u8>,
    /// md5(number:realm:password): what digests are checked with.
    pub ha1: String,
}

impl Account {
    pub fn new(sealer: &Sealer, config: &Config, project_id: i64, number: &str, password: &str) -> Self {
        let ha1 = ha1(number, &realm::for_project(project_id, &config.domain), password);
        Account { sealed_password: sealer.seal_for(NUMBER_PASSWORD, password), ha1 }
    }
}

pub fn open(sealer: &Sealer, sealed_password: &[u8]) -> Result<String, Unsealable> {
    sealer.open_for(NUMBER_PASSWORD, sealed_password)
}

pub fn ha1(number: &str, realm: &str, password: &str) -> String {
    Md5::digest(format!("{number}:{realm}:{password}")).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ha1_is_that_of_rfc_2617() {
        assert_eq!(ha1("Mufasa", "testrealm@host.com", "Circle Of Life"), "939e7578ed9e3c518a452acee763bce9");
    }
}
