//! How many of its entities a service holds for projects: asked by other services only, where projects are listed.
use proto::vestibule::common::v1::{CountOwnedRequest, CountOwnedResponse, OwnedCount};
use tonic::Request;

use crate::{Context, Error, Result};

/// Projects of one call.
const MAX_PROJECTS: usize = 500;

/// The projects that another service asks about.
pub fn projects<'a>(context: &Context, request: &'a Request<CountOwnedRequest>) -> Result<&'a [i64]> {
    context.caller(request)?.as_service()?;
    let ids = &request.get_ref().project_ids;
    if ids.len() > MAX_PROJECTS {
        return Err(Error::field("project_ids", format!("maximum length is {MAX_PROJECTS}")));
    }
    Ok(ids)
}

/// From counts by project; one that is not among them has none.
pub fn response(counts: Vec<(i64, i64)>) -> CountOwnedResponse {
    CountOwnedResponse { items: counts.into_iter().map(|(project_id, count)| OwnedCount { project_id, count }).collect() }
}
