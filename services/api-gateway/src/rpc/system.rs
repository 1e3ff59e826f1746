//! GET /server/settings, /server/info and /resources/meta: facts about the platform itself.
use std::iter;
use std::time::Duration;

use blob::{FolderUsage, Usage};
use futures::future::{join_all, try_join_all};
use policy::{Permission, action, resource};
use proto::vestibule::gateway::v1::certificates_client::CertificatesClient;
use proto::vestibule::gateway::v1::cluster_client::ClusterClient;
use proto::vestibule::gateway::v1::health_client::HealthClient;
use proto::vestibule::gateway::v1::lists_client::ListsClient;
use proto::vestibule::gateway::v1::system_server::System;
use proto::vestibule::gateway::v1::{self as api, *};
use proto::vestibule::identity::v1::GetRegistrationStateRequest;
use proto::vestibule::identity::v1::registrations_client::RegistrationsClient;
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::operation::installation::{self, CertificateEnd, CertificateUse};

/// For identity's answer whether registration is open.
const REGISTRATION_TIMEOUT: Duration = Duration::from_secs(2);
/// For a service's answer about its health: longer than each of the servers that it asks in turn.
const HEALTH_TIMEOUT: Duration = Duration::from_secs(5);
const NO_ANSWER: &str = "it does not answer";
/// Who reaches what the gateway does not, and what that is.
const CERTIFICATES_OF: [(&str, api::CertificateUse); 2] = [("device-gateway", api::CertificateUse::Mqtt), ("telephony", api::CertificateUse::Sip)];
const VERSION: &str = env!("CARGO_PKG_VERSION");

pub struct SystemService(pub App);

impl SystemService {
    /// As the service reports itself; one that does not answer is not ready.
    async fn health(&self, name: &'static str) -> ServiceInfo {
        let request = self.as_gateway(GetHealthRequest {});
        let mut service = HealthClient::new(self.0.context.peers.peer(name));
        call_with_timeout(name, HEALTH_TIMEOUT, service.get_health(request)).await.unwrap_or_else(|| unreachable_service(name))
    }

    /// None outside Kubernetes, and while licensing does not answer.
    async fn pods(&self) -> Option<Pods> {
        let request = self.as_gateway(ListPodsRequest {});
        let mut cluster = ClusterClient::new(self.0.context.peers.peer("licensing"));
        call_with_timeout("licensing", HEALTH_TIMEOUT, cluster.list_pods(request)).await?.pods
    }

    /// False while identity does not answer: nobody could register then.
    async fn registration(&self) -> bool {
        let request = self.as_gateway(GetRegistrationStateRequest {});
        let mut registrations = RegistrationsClient::new(self.0.context.peers.peer("identity"));
        call_with_timeout("identity", REGISTRATION_TIMEOUT, registrations.get_registration_state(request)).await.is_some_and(|state| state.is_open)
    }

    /// The next end first; those that are not known before them.
    async fn certificates(&self) -> Vec<api::CertificateEnd> {
        let installed = self.installed_others();
        let asked = installed.filter_map(|name| CERTIFICATES_OF.iter().find(|(service, _)| *service == name));
        let others = join_all(asked.map(|(service, used_by)| self.certificates_of(service, *used_by)));
        let (own, others) = tokio::join!(installation::certificates(&self.0), others);
        let mut ends: Vec<_> = own.into_iter().map(certificate).chain(others.into_iter().flatten()).collect();
        ends.sort_by_key(|end| end.expires_at.map(|at| (at.seconds, at.nanos)));
        ends
    }

    /// Those that another service reaches.
    async fn certificates_of(&self, service: &'static str, used_by: api::CertificateUse) -> Vec<api::CertificateEnd> {
        let request = self.as_gateway(ListCertificatesRequest {});
        let mut certificates = CertificatesClient::new(self.0.context.peers.peer(service));
        match call_with_timeout(service, HEALTH_TIMEOUT, certificates.list_certificates(request)).await {
            Some(found) => found.items,
            None => vec![api::CertificateEnd { r#use: used_by.into(), name: service.into(), expires_at: None, message: NO_ANSWER.into() }],
        }
    }

    /// The services beside this one.
    fn others(&self) -> impl Iterator<Item = &'static str> {
        let own = self.0.context.service;
        kit::services::names().into_iter().filter(move |name| *name != own)
    }

    /// Those of them that this installation has.
    fn installed_others(&self) -> impl Iterator<Item = &'static str> {
        let installed = self.0.context.settings.services.as_deref();
        self.others().filter(move |name| installed.is_none_or(|services| services.iter().any(|service| service == name)))
    }

    /// On behalf of nobody's project.
    fn as_gateway<T>(&self, message: T) -> Request<T> {
        self.0.context.signer.as_service(self.0.context.service, 0, message)
    }
}

/// The answer of a service; None when it refuses or takes longer than `timeout`: the page that shows which services fail
/// must not fail with them.
async fn call_with_timeout<T>(service: &str, timeout: Duration, answer: impl Future<Output = Result<Response<T>, Status>>) -> Option<T> {
    match tokio::time::timeout(timeout, answer).await {
        Ok(Ok(answer)) => Some(answer.into_inner()),
        Ok(Err(error)) => {
            tracing::warn!(service, %error, "a service refuses to answer");
            None
        }
        Err(_) => {
            tracing::warn!(service, ?timeout, "a service does not answer in time");
            None
        }
    }
}

fn unreachable_service(name: &str) -> ServiceInfo {
    ServiceInfo { name: name.into(), message: NO_ANSWER.into(), ..ServiceInfo::default() }
}

fn files_of(kind: FileStorageKind, found: kit::Result<Usage>) -> FileStorage {
    let usage = match found {
        Ok(usage) => usage,
        Err(error) => {
            tracing::warn!(error = format!("{error:#}"), "the store of files is not known");
            return FileStorage { kind: kind.into(), message: "the store of files does not answer".into(), ..FileStorage::default() };
        }
    };
    let number = |value: u64| i64::try_from(value).unwrap_or(i64::MAX);
    let folder = |(name, used): (String, FolderUsage)| FileFolder { name, files: number(used.objects), bytes: number(used.bytes) };
    FileStorage {
        kind: kind.into(),
        folders: usage.folders.into_iter().map(folder).collect(),
        is_complete: usage.is_complete,
        disk_bytes: usage.disk.map(|disk| number(disk.bytes)),
        free_disk_bytes: usage.disk.map(|disk| number(disk.free_bytes)),
        message: String::new(),
    }
}

fn certificate(end: CertificateEnd) -> api::CertificateEnd {
    let used_by = match end.used_by {
        CertificateUse::PublicAddress => api::CertificateUse::PublicAddress,
        CertificateUse::RabbitMq => api::CertificateUse::Rabbitmq,
        CertificateUse::Redis => api::CertificateUse::Redis,
        CertificateUse::Files => api::CertificateUse::Files,
        CertificateUse::Authority => api::CertificateUse::Authority,
    };
    let (expires_at, message) = match end.expires_at {
        Ok(at) => (Some(kit::clock::to_proto(at)), String::new()),
        Err(message) => (None, message),
    };
    api::CertificateEnd { r#use: used_by.into(), name: end.name, expires_at, message }
}

#[tonic::async_trait]
impl System for SystemService {
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
        let caller = self.0.context.caller(&request)?;
        caller.authorize::<resource::System, action::View>().map_err(kit::Error::from)?;
        let names = iter::once(self.0.context.service).chain(self.others());
        let services = join_all(names.map(|name| self.health(name)));
        // Pods and nodes are the operator's.
        if caller.authorize::<resource::Installation, action::View>().is_err() {
            let services = services.await.into_iter().map(|service| ServiceInfo { leader: None, ..service }).collect();
            return Ok(Response::new(ServerInfo { version: VERSION.into(), services, pods: None }));
        }
        let (services, pods) = tokio::join!(services, self.pods());
        Ok(Response::new(ServerInfo { version: VERSION.into(), services, pods }))
    }

    async fn get_installation(&self, request: Request<GetInstallationRequest>) -> Result<Response<Installation>, Status> {
        self.0.context.authorize::<resource::Installation, action::View, _>(&request)?;
        let (files, ends) = tokio::join!(installation::files(&self.0), self.certificates());
        let kind = match self.0.context.settings.blob.blob_s3_bucket.is_empty() {
            true => FileStorageKind::Folder,
            false => FileStorageKind::Bucket,
        };
        Ok(Response::new(Installation { files: Some(files_of(kind, files)), certificates: ends }))
    }

    async fn list_resource_meta(&self, request: Request<ListResourceMetaRequest>) -> Result<Response<ListResourceMetaResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        let lists = self.installed_others().map(|service| {
            let request = self.0.context.signer.request(&caller, DescribeListsRequest {});
            let mut lists = ListsClient::new(self.0.context.peers.peer(service));
            async move { lists.describe_lists(request).await }
        });
        // An answer without one of the services would look complete.
        let described = tokio::time::timeout(HEALTH_TIMEOUT, try_join_all(lists)).await;
        let described = described.map_err(|_| Status::unavailable("a service does not say what its lists may be asked"))??;
        let items = described.into_iter().flat_map(|lists| lists.into_inner().items).collect();
        Ok(Response::new(ListResourceMetaResponse { items }))
    }
}
