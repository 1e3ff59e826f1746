//! Who the devices are: from a file that the platform wrote, or made up from a seed.

use std::path::Path;

use anyhow::{Context, bail};
use device_protocol::Serial;
use device_protocol::management::ManagementProtocol;
use device_protocol::model;
use rand::Rng;
use serde::{Deserialize, Serialize};

use crate::random::generator;

/// One device: an entry of the credentials file.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Credentials {
    /// Also the user name and the client id at the broker.
    pub serial: Serial,
    /// A name of the catalogue.
    pub model: String,
    /// The device's password at the broker, and at the server over HTTP.
    pub password: String,
    /// What it speaks as it leaves the factory; the server may tell it otherwise.
    #[serde(default)]
    pub protocol: ManagementProtocol,
    /// Of its own HTTP interface, on 127.0.0.1; absent: it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub port: Option<u16>,
    #[serde(default)]
    pub name: String,
    /// IANA zone of the device's clock; absent: the one of the command line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<String>,
    /// Whether the device asks the server before it decides.
    #[serde(default)]
    pub remote_check: bool,
}

/// Reads a credentials file: a JSON list.
pub fn read(path: &Path) -> anyhow::Result<Vec<Credentials>> {
    let text = std::fs::read(path).with_context(|| format!("reading {}", path.display()))?;
    let list: Vec<Credentials> = serde_json::from_slice(&text).with_context(|| format!("{} is no list of credentials", path.display()))?;
    for entry in &list {
        known_model(&entry.model)?;
    }
    Ok(list)
}

/// Makes up `count` devices from a seed, the models in turn. The same seed gives the same devices.
pub fn generate(seed: u64, count: usize, models: &[String]) -> anyhow::Result<Vec<Credentials>> {
    for name in models {
        known_model(name)?;
    }
    if models.is_empty() {
        bail!("at least one model is needed");
    }
    let device = |index: usize| {
        let mut random = generator(seed, "identity", index as u64);
        let model = &models[index % models.len()];
        Ok(Credentials {
            serial: Serial::new(format!("sim{seed:04x}-{index:05}"))?,
            model: model.clone(),
            password: format!("{:016x}", random.random::<u64>()),
            protocol: ManagementProtocol::Mqtt,
            port: None,
            name: format!("{model} {}", index + 1),
            zone: None,
            remote_check: false,
        })
    };
    (0..count).map(device).collect()
}

fn known_model(name: &str) -> anyhow::Result<()> {
    model::find(name).with_context(|| format!("unknown model {name}"))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_always_makes_the_same_devices() {
        let make = |seed| generate(seed, 3, &["AA-12".into(), "AA-07".into()]).unwrap();
        let (first, again, other) = (make(1), make(1), make(2));
        assert_eq!(first[2].serial, again[2].serial);
        assert_eq!(first[2].password, again[2].password);
        assert_ne!(first[2].password, other[2].password);
        let models: Vec<&str> = first.iter().map(|device| device.model.as_str()).collect();
        assert_eq!(models, ["AA-12", "AA-07", "AA-12"]);
    }

    #[test]
    fn an_unknown_model_is_refused() {
        let error = generate(1, 1, &["AA-99".into()]).unwrap_err();
        assert_eq!(error.to_string(), "unknown model AA-99");
    }
}
