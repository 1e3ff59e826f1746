//! GET /server/settings, /server/info and /resources/meta: the platform itself.
use kit::Context;
use policy::{Permission, action, resource};
use proto::vestibule::gateway::v1::lists_client::ListsClient;
use proto::vestibule::gateway::v1::system_server::{System, SystemServer};
use proto::vestibule::gateway::v1::*;
use tonic::{Request, Response, Status};

const VERSION: &str = env!("CARGO_PKG_VERSION");
/// Services with lists.
const LISTING: [&str; 4] = ["identity", "domains", "access", "device-gateway"];

pub fn server(context: Context) -> SystemServer<impl System> {
    SystemServer::new(Api { context })
}

struct Api {
    context: Context,
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
            registration: false,
            features,
        }))
    }

    async fn get_server_info(&self, request: Request<GetServerInfoRequest>) -> Result<Response<ServerInfo>, Status> {
        self.context.caller(&request)?.authorize::<resource::System, action::View>().map_err(kit::Error::from)?;
        let answers = kit::admin::readiness(&self.context.neighbours.get()).await;
        let services = answers.into_iter().map(|answer| ServiceInfo { name: answer.service.into(), is_ready: answer.ready, message: answer.message });
        Ok(Response::new(ServerInfo { version: VERSION.into(), services: services.collect() }))
    }

    async fn list_resource_meta(&self, request: Request<ListResourceMetaRequest>) -> Result<Response<ListResourceMetaResponse>, Status> {
        let caller = self.context.caller(&request)?;
        let mut items = Vec::new();
        for service in LISTING {
            let mut lists = ListsClient::new(self.context.peers.peer(service));
            let answer = lists.describe_lists(self.context.signer.request(&caller, DescribeListsRequest {})).await?;
            items.extend(answer.into_inner().items);
        }
        Ok(Response::new(ListResourceMetaResponse { items }))
    }
}
