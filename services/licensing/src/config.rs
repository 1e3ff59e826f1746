//! Settings of the service.
use std::net::IpAddr;

use anyhow::Context as _;
use clap::Args;
use kit::variables;
use sha2::{Digest, Sha256};
use time::Duration;
use uuid::Uuid;

use crate::domain::license_file::TrustedKeys;

/// Public keys that are part of a build: one a line, base64url; a vendor adds its own.
const BUILT_IN_KEYS: &str = include_str!("../trusted-keys.txt");
const DEFAULT_GRACE_DAYS: u16 = 14;

/// The list of pods on the page "System", and licences.
#[derive(Args, Clone, Debug)]
pub struct Variables {
    /// Where Kubernetes runs the platform: pods with the label `app.kubernetes.io/instance` of that release are listed on the page
    /// "System". The pod's service account must be allowed to list pods there. Pods are not shown when it is not set.
    #[arg(long, env = "VESTIBULE_PODS", value_name = "namespace/release")]
    pub pods: Option<cluster::Pods>,
    /// Public keys that licence files may be signed by, besides those of the build: Ed25519, 32 bytes, base64url, separated by
    /// commas. Several while one is replaced by another.
    #[arg(
        long,
        env = "VESTIBULE_LICENSE_KEYS",
        value_name = "public keys in base64, with commas between them",
        default_value = "",
        hide_default_value = true
    )]
    pub license_keys: String,
    /// Where the licence server is, as `https://licenses.example.com`; `http://` of this machine only. Without it licences come from
    /// files only.
    #[arg(long, env = "VESTIBULE_LICENSE_SERVER", value_name = "URL", default_value = "", hide_default_value = true)]
    pub license_server: String,
    /// What licences name this installation by. Derived from `VESTIBULE_SEAL_KEY` when it is not set: set it before that key
    /// is replaced.
    #[arg(long, env = "VESTIBULE_INSTANCE_ID", value_name = "uuid")]
    pub instance_id: Option<Uuid>,
    /// Days for which doors go on with what exists after their licence has ended: faces, licence plates, ukey2, guest keys and
    /// lifts. Cards and codes need no licence.
    #[arg(long, env = "VESTIBULE_LICENSE_GRACE_DAYS", value_name = "days, 0 to 365", default_value_t = DEFAULT_GRACE_DAYS, value_parser = clap::value_parser!(u16).range(0..=365))]
    pub license_grace_days: u16,
    /// Whether a new project gets a licence that gives everything, without an end, so that it can be evaluated. Projects that have
    /// one keep it. The chart says `false` unless the installation is one for evaluation.
    #[arg(long, env = "VESTIBULE_EVALUATION_LICENSE", default_value_t = true, action = clap::ArgAction::Set)]
    pub evaluation_license: bool,
}

#[derive(Clone)]
pub struct Config {
    /// Where Kubernetes runs the platform. None elsewhere.
    pub pods: Option<cluster::Pods>,
    pub trusted_keys: TrustedKeys,
    /// Without a slash at its end; empty: there is none.
    pub license_server: String,
    pub instance_id: Uuid,
    pub grace: Duration,
    /// Whether new projects get an evaluation licence.
    pub evaluation_license: bool,
}

impl Default for Config {
    fn default() -> Self {
        let grace = Duration::days(DEFAULT_GRACE_DAYS.into());
        Config {
            pods: None,
            trusted_keys: TrustedKeys::default(),
            license_server: String::new(),
            instance_id: Uuid::nil(),
            grace,
            evaluation_license: true,
        }
    }
}

impl Config {
    pub fn from_env(seal_key: &[u8]) -> anyhow::Result<Config> {
        let Variables { pods, license_keys, license_server, instance_id, license_grace_days, evaluation_license } = variables::from_env()?;
        let built_in = BUILT_IN_KEYS.lines().filter(|line| !line.starts_with('#'));
        Ok(Config {
            pods,
            trusted_keys: TrustedKeys::parse(built_in)?.with(TrustedKeys::parse(license_keys.split(','))?),
            license_server: checked_server(&license_server)?,
            instance_id: instance_id.unwrap_or_else(|| derived_instance_id(seal_key)),
            grace: Duration::days(license_grace_days.into()),
            evaluation_license,
        })
    }
}

/// Keys and secrets of seats go there, and not every answer is signed: in plain text only within the machine.
fn checked_server(address: &str) -> anyhow::Result<String> {
    let address = address.trim_end_matches('/');
    if !address.is_empty() {
        let uri: http::Uri = address.parse().context("VESTIBULE_LICENSE_SERVER: no address")?;
        let host = uri.host().unwrap_or_default().trim_matches(['[', ']']);
        let is_loopback = host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback());
        let is_safe = uri.scheme_str() == Some("https") || (uri.scheme_str() == Some("http") && is_loopback);
        anyhow::ensure!(is_safe, "VESTIBULE_LICENSE_SERVER: https://, or http:// of this machine");
    }
    Ok(address.to_owned())
}

/// The same for every process of the installation.
fn derived_instance_id(seal_key: &[u8]) -> Uuid {
    let digest = Sha256::new().chain_update(b"vestibule instance id\n").chain_update(seal_key).finalize();
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    uuid::Builder::from_custom_bytes(bytes).into_uuid()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_licence_server_in_plain_text_is_on_this_machine() {
        for address in ["", "https://licenses.example.com", "http://127.0.0.1:8095", "http://localhost:8095", "http://[::1]:8095"] {
            assert_eq!(checked_server(&format!("{address}/")).unwrap(), address);
        }
        for address in ["http://licenses.example.com", "http://10.0.0.1", "http://127.0.0.1.example.com", "licenses.example.com", "ftp://localhost"] {
            assert!(checked_server(address).is_err(), "{address}");
        }
    }

    #[test]
    fn new_projects_are_evaluated_unless_the_installation_says_otherwise() {
        let with = |value: &str| {
            let variables = [("VESTIBULE_EVALUATION_LICENSE".into(), value.into())];
            variables::parse::<Variables>(variables).map(|variables| variables.evaluation_license).ok()
        };
        assert_eq!([with(""), with("true"), with("false"), with("maybe")], [Some(true), Some(true), Some(false), None]);
    }
}
