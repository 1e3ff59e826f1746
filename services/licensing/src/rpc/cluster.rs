//! The pods of the installation, for the gateway. Served here because the gateway faces the internet and has no token of
//! the Kubernetes API (ADR 48).
use kit::Error;
use proto::vestibule::gateway::v1::{ListPodsRequest, ListPodsResponse, Pod, Pods, cluster_server};
use tonic::{Request, Response, Status};

use crate::app::App;

pub struct ClusterService(pub App);

#[tonic::async_trait]
impl cluster_server::Cluster for ClusterService {
    async fn list_pods(&self, request: Request<ListPodsRequest>) -> Result<Response<ListPodsResponse>, Status> {
        self.0.context.caller(&request)?.as_service().map_err(Error::from)?;
        let Some(pods) = &self.0.config.pods else { return Ok(Response::new(ListPodsResponse::default())) };
        let pods = match pods.list().await {
            Ok(found) => Pods { items: found.into_iter().map(encode).collect(), message: String::new() },
            Err(error) => {
                tracing::warn!(error = format!("{error:#}"), "the pods cannot be listed");
                Pods { items: Vec::new(), message: "the API server of Kubernetes does not answer".into() }
            }
        };
        Ok(Response::new(ListPodsResponse { pods: Some(pods) }))
    }
}

fn encode(pod: cluster::Pod) -> Pod {
    let cluster::Pod { name, part, phase, is_ready, restarts, reason, started_at, node } = pod;
    Pod { name, part, phase, is_ready, restarts, reason, started_at: started_at.map(kit::clock::to_proto), node }
}
