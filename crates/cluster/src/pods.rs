//! The pods of an installation, as people who look after it want to know them.
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context as _, Error, Result};
use k8s_openapi::api::core::v1::{self, ContainerStatus};
use kube::api::ListParams;
use kube::{Api, Client};
use time::OffsetDateTime;
use tokio::time::timeout;

use crate::workload::named;

/// How long the API server may take.
const LIMIT: Duration = Duration::from_secs(4);
/// Pods of one installation that are shown.
const MANY: u32 = 200;
/// The labels of the charts.
const INSTANCE: &str = "app.kubernetes.io/instance";
const NAME: &str = "app.kubernetes.io/name";

/// Where they are looked for: `namespace/release`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pods {
    namespace: String,
    release: String,
}

impl FromStr for Pods {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let (namespace, release) = text.split_once('/').context("expected namespace/release")?;
        Ok(Pods { namespace: named(namespace)?, release: named(release)? })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Pod {
    pub name: String,
    /// What runs in it, as `telephony`; empty when nobody says.
    pub part: String,
    /// As Kubernetes says it: Running, Pending, Succeeded, Failed; Terminating while it goes.
    pub phase: String,
    pub is_ready: bool,
    /// Of its containers together.
    pub restarts: i32,
    /// Why a container waits or ended last, as CrashLoopBackOff or OOMKilled.
    pub reason: Option<String>,
    pub started_at: Option<OffsetDateTime>,
    pub node: Option<String>,
}

impl Pods {
    /// By what runs in them, and by name.
    pub async fn list(&self) -> Result<Vec<Pod>> {
        timeout(LIMIT, self.ask(crate::client()?)).await.context("the API server does not answer in time")?
    }

    async fn ask(&self, client: Client) -> Result<Vec<Pod>> {
        let of_release = ListParams::default().labels(&format!("{INSTANCE}={}", self.release)).limit(MANY);
        let found = Api::<v1::Pod>::namespaced(client, &self.namespace).list(&of_release).await?;
        let mut pods: Vec<Pod> = found.items.into_iter().map(Pod::from).collect();
        pods.sort_by(|a, b| (&a.part, &a.name).cmp(&(&b.part, &b.name)));
        Ok(pods)
    }
}

impl From<v1::Pod> for Pod {
    fn from(pod: v1::Pod) -> Self {
        let (meta, status) = (pod.metadata, pod.status.unwrap_or_default());
        let containers = status.container_statuses.unwrap_or_default();
        let is_leaving = meta.deletion_timestamp.is_some();
        let is_ready = status.conditions.iter().flatten().any(|condition| condition.type_ == "Ready" && condition.status == "True");
        Pod {
            name: meta.name.unwrap_or_default(),
            part: meta.labels.and_then(|mut labels| labels.remove(NAME)).unwrap_or_default(),
            phase: if is_leaving { "Terminating".into() } else { status.phase.unwrap_or_else(|| "Unknown".into()) },
            is_ready: is_ready && !is_leaving,
            restarts: containers.iter().map(|container| container.restart_count).sum(),
            reason: containers.iter().find_map(reason).or(status.reason),
            started_at: status.start_time.and_then(|time| OffsetDateTime::from_unix_timestamp(time.0.as_second()).ok()),
            node: pod.spec.and_then(|spec| spec.node_name),
        }
    }
}

/// Why it waits, or else why it ended last time.
fn reason(container: &ContainerStatus) -> Option<String> {
    let waiting = container.state.as_ref().and_then(|state| state.waiting.as_ref()?.reason.clone());
    waiting.or_else(|| container.last_state.as_ref().and_then(|state| state.terminated.as_ref()?.reason.clone()))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::fake_api_server::{FakeApiServer, NAMESPACE, PLATFORM};

    fn pods() -> Pods {
        format!("{NAMESPACE}/site").parse().unwrap()
    }

    async fn asked(given: Value) -> (FakeApiServer, Vec<Pod>) {
        let server = FakeApiServer::with_pods(PLATFORM, "site-pods", given);
        let found = pods().ask(server.client()).await.unwrap();
        (server, found)
    }

    fn running(name: &str, part: &str, container: Value) -> Value {
        json!({
            "metadata": { "name": name, "labels": { NAME: part, INSTANCE: "site" } }, "spec": { "nodeName": "node-2", "containers": [] },
            "status": {
                "phase": "Running", "startTime": "2026-11-22T01:02:03Z", "conditions": [{ "type": "Ready", "status": "True" }],
                "containerStatuses": [container],
            },
        })
    }

    fn container(restarts: i32, state: Value, last: Value) -> Value {
        json!({ "name": "own", "image": "x", "imageID": "x", "ready": true, "restartCount": restarts, "state": state, "lastState": last })
    }

    #[tokio::test]
    async fn pods_are_asked_for_as_the_charts_role_allows_and_of_this_release_alone() {
        let (server, _) = asked(json!([])).await;
        assert_eq!(server.asked(), server.allowed());
        assert_eq!(server.queries(), ["&labelSelector=app.kubernetes.io%2Finstance%3Dsite&limit=200"]);
    }

    #[tokio::test]
    async fn a_pod_says_what_runs_in_it_how_often_it_began_again_and_why() {
        let killed = container(3, json!({ "running": {} }), json!({ "terminated": { "reason": "OOMKilled", "exitCode": 137 } }));
        let (_, found) =
            asked(json!([running("site-telephony-1", "telephony", killed), running("site-access-1", "access", container(0, json!({}), json!({})))]))
                .await;
        let [access, telephony] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!((access.part.as_str(), access.restarts, &access.reason), ("access", 0, &None));
        let expected = Pod {
            name: "site-telephony-1".into(),
            part: "telephony".into(),
            phase: "Running".into(),
            is_ready: true,
            restarts: 3,
            reason: Some("OOMKilled".into()),
            started_at: Some(OffsetDateTime::from_unix_timestamp(1_795_309_323).unwrap()),
            node: Some("node-2".into()),
        };
        assert_eq!(*telephony, expected);
    }

    #[tokio::test]
    async fn a_pod_that_goes_or_cannot_start_is_not_ready() {
        let mut leaving = running("a", "access", container(0, json!({}), json!({})));
        leaving["metadata"]["deletionTimestamp"] = json!("2026-11-22T01:02:03Z");
        let mut stuck = running(
            "b",
            "access",
            container(9, json!({ "waiting": { "reason": "CrashLoopBackOff" } }), json!({ "terminated": { "reason": "Error", "exitCode": 1 } })),
        );
        stuck["status"]["conditions"] = json!([{ "type": "Ready", "status": "False" }]);
        let bare = json!({ "metadata": { "name": "c" } });
        let (_, found) = asked(json!([leaving, stuck, bare])).await;
        let by_name = |name: &str| found.iter().find(|pod| pod.name == name).unwrap();
        assert_eq!((by_name("a").phase.as_str(), by_name("a").is_ready), ("Terminating", false));
        assert_eq!((by_name("b").reason.as_deref(), by_name("b").is_ready), (Some("CrashLoopBackOff"), false));
        assert_eq!((by_name("c").phase.as_str(), by_name("c").started_at), ("Unknown", None));
    }

    #[test]
    fn what_could_not_stand_in_a_request_is_no_release() {
        for text in ["", "vestibule", "a/b/c", "a/b,c", "a/b=c", "/b", "a/"] {
            assert!(text.parse::<Pods>().is_err(), "{text:?}");
        }
    }
}
