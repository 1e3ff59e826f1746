//! GET /search: one question to every service that has entities to find.
use std::time::Duration;

use futures::future::join_all;
use kit::Error;
use kit::search::{MAX_SIZE, SearchQuery};
use policy::{Caller, CallerKind, Denied};
use proto::vestibule::gateway::v1::finder_client::FinderClient;
use proto::vestibule::gateway::v1::search_server::Search;
use proto::vestibule::gateway::v1::{FindRequest, FoundEntity, SearchRequest, SearchResponse};
use tonic::{Request, Response, Status};

use crate::app::App;

/// Services that have entities to find, in the order in which an answer names what they found.
const FINDERS: &[&str] = &["identity", "access", "device-gateway", "domains", "telephony"];
/// For the answer of each of them: somebody waits at the keyboard.
const FIND_TIMEOUT: Duration = Duration::from_secs(2);
const DEFAULT_SIZE: i32 = 5;

pub struct SearchService(pub App);

impl SearchService {
    /// None for a service that fails, or does not answer in time: what the others found is shown without it.
    async fn find(&self, caller: &Caller, service: &'static str, request: FindRequest) -> Option<Vec<FoundEntity>> {
        let mut finder = FinderClient::new(self.0.context.peers.peer(service));
        match tokio::time::timeout(FIND_TIMEOUT, finder.find(self.0.context.signer.request(caller, request))).await {
            Ok(Ok(found)) => Some(found.into_inner().items),
            Ok(Err(error)) => {
                tracing::warn!(service, %error, "a service finds nothing");
                None
            }
            Err(_) => {
                tracing::warn!(service, timeout = ?FIND_TIMEOUT, "a service does not find in time");
                None
            }
        }
    }
}

#[tonic::async_trait]
impl Search for SearchService {
    async fn search(&self, request: Request<SearchRequest>) -> Result<Response<SearchResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        if caller.kind == CallerKind::Anonymous {
            return Err(Error::from(Denied::Unauthenticated).into());
        }
        let SearchRequest { query, size } = request.into_inner();
        let size = size.unwrap_or(DEFAULT_SIZE);
        if !(1..=MAX_SIZE).contains(&size) {
            return Err(Error::field("size", format!("must be within 1 - {MAX_SIZE}")).into());
        }
        if SearchQuery::parse(&query)?.is_none() {
            return Ok(Response::new(SearchResponse::default()));
        }
        let installed = self.0.context.settings.services.as_deref();
        let finders = FINDERS.iter().copied().filter(|name| installed.is_none_or(|services| services.iter().any(|service| service == name)));
        let asked = finders.map(|service| {
            let request = FindRequest { query: query.clone(), size };
            let caller = &caller;
            async move { (service, self.find(caller, service, request).await) }
        });
        let mut response = SearchResponse::default();
        for (service, found) in join_all(asked).await {
            match found {
                Some(found) => response.items.extend(found),
                None => response.missing_services.push(service.into()),
            }
        }
        response.items.sort_by_key(|entity| !entity.is_exact);
        Ok(Response::new(response))
    }
}
