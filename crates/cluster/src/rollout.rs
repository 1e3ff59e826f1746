//! A rolling restart, as `kubectl rollout restart` does it.
use std::fmt::Debug;
use std::time::Duration;

use anyhow::{Context as _, Result};
use k8s_openapi::NamespaceResourceScope;
use k8s_openapi::api::apps::v1::{Deployment, StatefulSet};
use kube::core::util::Restart;
use kube::{Api, Client, Resource};
use serde::de::DeserializeOwned;
use tokio::time::{sleep, timeout};

use crate::restart::{LIMIT, Restarter};
use crate::workload::{Kind, Workload};

const EVERY: Duration = Duration::from_secs(1);

#[async_trait::async_trait]
impl Restarter for Workload {
    async fn restart(&self) -> Result<()> {
        timeout(LIMIT, roll(crate::client()?, self)).await.context("the rollout takes too long")?
    }
}

async fn roll(client: Client, workload: &Workload) -> Result<()> {
    let Workload { namespace, kind, name } = workload;
    match kind {
        Kind::Deployment => follow::<Deployment>(Api::namespaced(client, namespace), name).await,
        Kind::StatefulSet => follow::<StatefulSet>(Api::namespaced(client, namespace), name).await,
    }
}

/// Until the last old pod is gone and every new one serves.
async fn follow<K: Rolled>(api: Api<K>, name: &str) -> Result<()> {
    let generation = api.restart(name).await?.meta().generation.context("a workload has a generation")?;
    while !is_complete(&api.get(name).await?, generation) {
        sleep(EVERY).await;
    }
    Ok(())
}

/// What is replaced pod by pod.
trait Rolled: Restart + Resource<DynamicType = (), Scope = NamespaceResourceScope> + DeserializeOwned + Clone + Debug {
    fn progress(&self) -> Option<Progress>;
}

struct Progress {
    /// The newest generation that is worked on.
    generation: Option<i64>,
    wanted: i32,
    /// Pods of that generation, of all, and those that serve.
    counts: [Option<i32>; 3],
}

impl Rolled for Deployment {
    fn progress(&self) -> Option<Progress> {
        let (spec, status) = (&self.spec, self.status.as_ref()?);
        let counts = [status.updated_replicas, status.replicas, status.available_replicas];
        Some(Progress { generation: status.observed_generation, wanted: spec.replicas.unwrap_or(1), counts })
    }
}

impl Rolled for StatefulSet {
    fn progress(&self) -> Option<Progress> {
        let (spec, status) = (&self.spec, self.status.as_ref()?);
        let counts = [status.updated_replicas, Some(status.replicas), status.available_replicas];
        Some(Progress { generation: status.observed_generation, wanted: spec.replicas.unwrap_or(1), counts })
    }
}

/// Every replica is of this generation, and serves.
fn is_complete(workload: &impl Rolled, generation: i64) -> bool {
    workload
        .progress()
        .is_some_and(|Progress { generation: seen, wanted, counts }| seen >= Some(generation) && counts.iter().all(|count| *count == Some(wanted)))
}

#[cfg(test)]
mod tests {
    use k8s_openapi::api::apps::v1::{DeploymentSpec, DeploymentStatus, StatefulSetSpec, StatefulSetStatus};

    use super::*;
    use crate::fake_api_server::{FakeApiServer, NAMESPACE, PLATFORM, SIP_EDGE};

    fn workload(kind: Kind, name: &str) -> Workload {
        Workload { namespace: NAMESPACE.into(), kind, name: name.into() }
    }

    fn edge() -> (FakeApiServer, Workload) {
        (FakeApiServer::new(SIP_EDGE, "site-restart", "site-kamailio"), workload(Kind::Deployment, "site-kamailio"))
    }

    fn broker() -> (FakeApiServer, Workload) {
        (FakeApiServer::new(PLATFORM, "site-mosquitto-restart", "site-mosquitto"), workload(Kind::StatefulSet, "site-mosquitto"))
    }

    #[tokio::test]
    async fn a_restart_asks_for_all_that_the_charts_role_allows_and_nothing_else() {
        for (server, workload) in [edge(), broker()] {
            roll(server.client(), &workload).await.unwrap();
            assert_eq!(server.asked(), server.allowed());
        }
    }

    #[tokio::test]
    async fn a_restart_ends_when_the_last_old_pod_is_gone() {
        for (server, own) in [edge(), broker()] {
            roll(server.client(), &own).await.unwrap();
            let workload = server.object();
            assert!(workload["spec"]["template"]["metadata"]["annotations"]["kube.kubernetes.io/restartedAt"].is_string(), "{workload}");
            assert_eq!(workload["status"]["updatedReplicas"], 2);
        }
    }

    #[tokio::test]
    async fn another_workload_is_not_restarted() {
        let (server, _) = edge();
        let refused = roll(server.client(), &workload(Kind::Deployment, "postgres")).await.unwrap_err();
        assert!(format!("{refused:#}").contains("is forbidden"), "{refused:#}");
        assert!(server.asked().is_empty());
    }

    fn deployment(observed: i64, updated: i32, all: i32, available: i32) -> Deployment {
        let status = DeploymentStatus {
            observed_generation: Some(observed),
            updated_replicas: Some(updated),
            replicas: Some(all),
            available_replicas: Some(available),
            ..Default::default()
        };
        let spec = DeploymentSpec { replicas: Some(2), ..Default::default() };
        Deployment { spec, status: Some(status), ..Default::default() }
    }

    fn stateful_set(observed: i64, updated: i32, all: i32, available: i32) -> StatefulSet {
        let status = StatefulSetStatus {
            observed_generation: Some(observed),
            updated_replicas: Some(updated),
            replicas: all,
            available_replicas: Some(available),
            ..Default::default()
        };
        let spec = StatefulSetSpec { replicas: Some(2), ..Default::default() };
        StatefulSet { spec, status: Some(status), ..Default::default() }
    }

    #[test]
    fn a_rollout_is_complete_when_every_replica_is_new_and_serves() {
        for (seen, updated, all, available) in [(5, 2, 2, 2), (6, 2, 2, 2)] {
            assert!(is_complete(&deployment(seen, updated, all, available), 5));
            assert!(is_complete(&stateful_set(seen, updated, all, available), 5));
        }
        // Not seen yet, some are old, an old one is on its way out, a new one does not serve yet.
        for (seen, updated, all, available) in [(4, 2, 2, 2), (5, 1, 2, 2), (5, 2, 3, 2), (5, 2, 2, 1)] {
            assert!(!is_complete(&deployment(seen, updated, all, available), 5));
            assert!(!is_complete(&stateful_set(seen, updated, all, available), 5));
        }
        assert!(!is_complete(&Deployment::default(), 5), "nothing is known");
    }
}
