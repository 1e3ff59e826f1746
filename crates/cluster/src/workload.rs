//! What a restart is of.
use std::str::FromStr;

use anyhow::{Context as _, Error, Result, bail, ensure};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Deployment,
    StatefulSet,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Workload {
    pub namespace: String,
    pub kind: Kind,
    pub name: String,
}

/// `namespace/name`, a Deployment, or `namespace/statefulset/name`.
impl FromStr for Workload {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let (namespace, rest) = text.split_once('/').context("expected namespace/name")?;
        let (kind, name) = rest.split_once('/').unwrap_or(("deployment", rest));
        let kind = match kind {
            "deployment" => Kind::Deployment,
            "statefulset" => Kind::StatefulSet,
            _ => bail!("expected deployment or statefulset"),
        };
        Ok(Workload { namespace: named(namespace)?, kind, name: named(name)? })
    }
}

/// As Kubernetes has names, so that it can stand in a path.
pub(crate) fn named(name: &str) -> Result<String> {
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '.';
    ensure!(
        !name.is_empty() && name.len() <= 253 && name.chars().all(allowed),
        "expected names of Kubernetes: small letters, digits, dashes and dots"
    );
    Ok(name.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_workload_is_a_deployment_unless_it_says_otherwise() {
        let workload = |kind| Workload { namespace: "vestibule".into(), kind, name: "broker".into() };
        assert_eq!("vestibule/broker".parse::<Workload>().unwrap(), workload(Kind::Deployment));
        assert_eq!("vestibule/deployment/broker".parse::<Workload>().unwrap(), workload(Kind::Deployment));
        assert_eq!("vestibule/statefulset/broker".parse::<Workload>().unwrap(), workload(Kind::StatefulSet));
    }

    #[test]
    fn what_could_not_stand_in_a_path_is_no_name() {
        for text in ["", "a", "/b", "a/", "a/../b", "A/b", "a/pod/b", "a/statefulset/", "a/statefulset/b/c", "a/b c"] {
            assert!(text.parse::<Workload>().is_err(), "{text:?}");
        }
    }
}
