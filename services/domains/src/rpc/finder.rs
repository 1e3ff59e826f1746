//! Finding what users search for.
use kit::search::{self, SearchQuery};
use policy::resource;
use proto::vestibule::gateway::v1::finder_server::Finder;
use proto::vestibule::gateway::v1::{FindRequest, FindResponse};
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::domain::reach;
use crate::store::group;

pub struct FinderService(pub App);

#[tonic::async_trait]
impl Finder for FinderService {
    async fn find(&self, request: Request<FindRequest>) -> Result<Response<FindResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        let FindRequest { query, size } = request.into_inner();
        let Some(parsed) = SearchQuery::parse(&query)? else { return Ok(Response::new(FindResponse::default())) };
        let mut reader = self.0.context.database.read(caller.project_id).await?;
        let mut items = search::find::<resource::Group>(&mut reader, &caller, &group::SEARCHABLE, &parsed, size).await?;
        let view = reach::view(&caller);
        if !view.all && !items.is_empty() {
            // The detail is the name of the parent, which the caller need not see.
            let ids: Vec<i64> = items.iter().map(|found| found.id).collect();
            let named = group::below_covered(&mut reader, caller.project_id, &view, &ids).await?;
            items.iter_mut().filter(|found| !named.contains(&found.id)).for_each(|found| found.detail.clear());
        }
        Ok(Response::new(FindResponse { items }))
    }
}
