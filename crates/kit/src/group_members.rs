//! The call by which domains asks what belongs to a group: what the services that answer it share.
use policy::Caller;
use proto::vestibule::common::v1::{CountGroupMembersRequest, CountGroupMembersResponse, GroupMembers};
use tonic::{Request, Response};

use crate::{Context, Error, Result};

/// Groups of one call.
pub const MAX_GROUPS: usize = 500;

/// The calling service, with the project, and the groups.
pub fn validate(context: &Context, request: Request<CountGroupMembersRequest>) -> Result<(Caller, Vec<i64>)> {
    let caller = context.caller(&request)?;
    caller.as_service()?;
    let ids = request.into_inner().group_ids;
    match ids.len() > MAX_GROUPS {
        true => Err(Error::field("group_ids", format!("maximum length is {MAX_GROUPS}"))),
        false => Ok((caller, ids)),
    }
}

/// `counts`: groups that have some.
pub fn answer(resource: &str, counts: Vec<(i64, i64)>) -> Response<CountGroupMembersResponse> {
    let items = counts.into_iter().map(|(group_id, count)| GroupMembers { group_id, resource: resource.into(), count }).collect();
    Response::new(CountGroupMembersResponse { items })
}
