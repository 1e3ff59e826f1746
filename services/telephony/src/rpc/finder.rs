//! Finding what users search for.
use kit::search::{self, SearchQuery};
use policy::resource;
use proto::vestibule::gateway::v1::finder_server::Finder;
use proto::vestibule::gateway::v1::{FindRequest, FindResponse};
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::store::sip_number;

pub struct FinderService(pub App);

#[tonic::async_trait]
impl Finder for FinderService {
    async fn find(&self, request: Request<FindRequest>) -> Result<Response<FindResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        let FindRequest { query, size } = request.into_inner();
        let Some(parsed) = SearchQuery::parse(&query)? else { return Ok(Response::new(FindResponse::default())) };
        let mut reader = self.0.context.database.read(caller.project_id).await?;
        let items = search::find::<resource::SipNumber>(&mut reader, &caller, &sip_number::SEARCHABLE, &parsed, size).await?;
        Ok(Response::new(FindResponse { items }))
    }
}
