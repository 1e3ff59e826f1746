//! What the platform runs in, for the gateway alone.
use kit::{Context, Error};
use proto::vestibule::gateway::v1::cluster_server::Cluster as Contract;
use proto::vestibule::gateway::v1::{ListPodsRequest, ListPodsResponse, Pod, Pods};
use tonic::{Request, Response, Status};

pub struct Cluster {
    context: Context,
    /// None outside Kubernetes.
    pods: Option<cluster::Pods>,
}

impl Cluster {
    pub fn new(context: Context, pods: Option<cluster::Pods>) -> Self {
        Cluster { context, pods }
    }
}

#[tonic::async_trait]
impl Contract for Cluster {
    async fn list_pods(&self, request: Request<ListPodsRequest>) -> Result<Response<ListPodsResponse>, Status> {
        self.context.caller(&request)?.as_service().map_err(Error::from)?;
        let Some(pods) = &self.pods else { return Ok(Response::new(ListPodsResponse::default())) };
        let pods = match pods.list().await {
            Ok(found) => Pods { items: found.into_iter().map(shown).collect(), message: String::new() },
            Err(error) => {
                tracing::warn!(error = format!("{error:#}"), "the pods are not known");
                Pods { items: Vec::new(), message: "the API server of Kubernetes does not tell".into() }
            }
        };
        Ok(Response::new(ListPodsResponse { pods: Some(pods) }))
    }
}

fn shown(pod: cluster::Pod) -> Pod {
    let cluster::Pod { name, part, phase, is_ready, restarts, reason, started_at, node } = pod;
    Pod { name, part, phase, is_ready, restarts, reason, started_at: started_at.map(kit::clock::to_proto), node }
}
