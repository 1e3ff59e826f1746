//! Finding what users search for.
use kit::search::{self, SearchQuery};
use policy::resource;
use proto::vestibule::gateway::v1::finder_server::Finder;
use proto::vestibule::gateway::v1::{FindRequest, FindResponse};
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::domain::number::card_readings;
use crate::store::{access_rule, identifier, time_rule};

pub struct FinderService(pub App);

#[tonic::async_trait]
impl Finder for FinderService {
    async fn find(&self, request: Request<FindRequest>) -> Result<Response<FindResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        let FindRequest { query, size } = request.into_inner();
        let Some(parsed) = SearchQuery::parse(&query)? else { return Ok(Response::new(FindResponse::default())) };
        let mut reader = self.0.context.database.read(caller.project_id).await?;
        let numbers = card_readings(&query).iter().fold(parsed.clone(), |parsed, number| parsed.or(number));
        let mut items = search::find::<resource::Identifier>(&mut reader, &caller, &identifier::SEARCHABLE, &numbers, size).await?;
        items.extend(search::find::<resource::AccessRule>(&mut reader, &caller, &access_rule::SEARCHABLE, &parsed, size).await?);
        items.extend(search::find::<resource::TimeRule>(&mut reader, &caller, &time_rule::SEARCHABLE, &parsed, size).await?);
        Ok(Response::new(FindResponse { items }))
    }
}
