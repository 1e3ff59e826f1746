//! GET /server/settings, /server/info and /resources/meta: the platform itself.
use std::time::Duration;

use futures::future::{join_all, try_join_all};
use kit::Context;
use policy::{Permission, action, resource};
use proto::vestibule::gateway::v1::cluster_client::ClusterClient;
use proto::vestibule::gateway::v1::health_client::HealthClient;
use proto::vestibule::gateway::v1::lists_client::ListsClient;
use proto::vestibule::gateway::v1::system_server::{System, SystemServer};
use proto::vestibule::gateway::v1::*;
use proto::vestibule::identity::v1::GetRegistrationStateRequest;
use proto::vestibule::identity::v1::registrations_client::RegistrationsClient;
use tonic::{Request, Response, Status};

/// How long identity may take to say whether registration is open.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long a service may take to say how it is: longer than each of the servers that it asks in turn.
const LONG_PATIENCE: Duration = Duration::from_secs(5);
const SERVICES: [&str; 9] =
    ["api-gateway", "identity", "domains", "access", "device-gateway", "telephony", "licensing", "amenities", "notifications"];
const VERSION: &str = env!("CARGO_PKG_VERSION");

pub fn server(context: Context) -> SystemServer<impl System> {
    SystemServer::new(Api { context })
}

struct Api {
    context: Context,
}

impl Api {
    /// As a service says itself; one that is silent is not ready.
    async fn health(&self, name: &'static str) -> ServiceInfo {
        let request = self.as_gateway(GetHealthRequest {});
        let mut service = HealthClient::new(self.context.peers.peer(name));
        said(name, LONG_PATIENCE, service.get_health(request)).await.unwrap_or_else(|| silent(name))
    }

    /// None outside Kubernetes, and while licensing does not answer.
    async fn pods(&self) -> Option<Pods> {
        let request = self.as_gateway(ListPodsRequest {});
        let mut cluster = ClusterClient::new(self.context.peers.peer("licensing"));
        said("licensing", LONG_PATIENCE, cluster.list_pods(request)).await?.pods
    }

    /// While identity does not answer nobody could register: the sign-in screen is shown without.
    async fn registration(&self) -> bool {
        let request = self.as_gateway(GetRegistrationStateRequest {});
        let mut registrations = RegistrationsClient::new(self.context.peers.peer("identity"));
        said("identity", PATIENCE, registrations.get_registration_state(request)).await.is_some_and(|state| state.is_open)
    }

    /// The services of this installation beside this one.
    fn others(&self) -> impl Iterator<Item = &'static str> {
        let installed = self.context.settings.services.as_deref();
        SERVICES.into_iter().skip(1).filter(move |name| installed.is_none_or(|services| services.iter().any(|service| service == name)))
    }

    /// On behalf of nobody's project.
    fn as_gateway<T>(&self, message: T) -> Request<T> {
        self.context.signer.as_service(self.context.service, 0, message)
    }
}

/// What a service answers; None when it refuses or takes longer than `patience`, since a page that shows what is
/// wrong does not wait for it.
async fn said<T>(service: &str, patience: Duration, answer: impl Future<Output = Result<Response<T>, Status>>) -> Option<T> {
    match tokio::time::timeout(patience, answer).await {
        Ok(Ok(answer)) => Some(answer.into_inner()),
        Ok(Err(error)) => {
            tracing::warn!(service, %error, "a service does not say what it was asked");
            None
        }
        Err(_) => {
            tracing::warn!(service, ?patience, "a service does not answer in time");
            None
        }
    }
}

fn silent(name: &str) -> ServiceInfo {
    ServiceInfo { name: name.into(), message: "it does not answer".into(), ..ServiceInfo::default() }
}

#[tonic::async_trait]
impl System for Api {
    async fn get_server_settings(&self, _: Request<GetServerSettingsRequest>) -> Result<Response<ServerSettings>, Status> {
        let mut features: Vec<String> = Permission::all().filter_map(Permission::feature).map(str::to_string).collect();
        features.sort();
        features.dedup();
        Ok(Response::new(ServerSettings {
            name: "Vestibule".into(),
            version: VERSION.into(),
            locales: vec!["en".into(), "ru".into()],
            default_locale: "en".into(),
            registration: self.registration().await,
            features,
        }))
    }

    async fn get_server_info(&self, request: Request<GetServerInfoRequest>) -> Result<Response<ServerInfo>, Status> {
        self.context.caller(&request)?.authorize::<resource::System, action::View>().map_err(kit::Error::from)?;
        let (services, pods) = tokio::join!(join_all(SERVICES.map(|name| self.health(name))), self.pods());
        Ok(Response::new(ServerInfo { version: VERSION.into(), services, pods }))
    }

    async fn list_resource_meta(&self, request: Request<ListResourceMetaRequest>) -> Result<Response<ListResourceMetaResponse>, Status> {
        let caller = self.context.caller(&request)?;
        let lists = self.others().map(|service| {
            let request = self.context.signer.request(&caller, DescribeListsRequest {});
            let mut lists = ListsClient::new(self.context.peers.peer(service));
            async move { lists.describe_lists(request).await }
        });
        // Without one of them the answer would not be whole, and who asks would not know.
        let described = tokio::time::timeout(LONG_PATIENCE, try_join_all(lists)).await;
        let described = described.map_err(|_| Status::unavailable("a service does not say what its lists may be asked"))??;
        let items = described.into_iter().flat_map(|lists| lists.into_inner().items).collect();
        Ok(Response::new(ListResourceMetaResponse { items }))
    }
}
