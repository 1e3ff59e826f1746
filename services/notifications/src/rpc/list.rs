//! The lists of this service that can be filtered and sorted. Notifications are listed by type, offset and limit only.
use kit::Error;
use kit::listing::describe;
use policy::{CallerKind, Denied};
use proto::vestibule::gateway::v1::{DescribeListsRequest, ListResourceMetaResponse, lists_server};
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::store::{announce, announce_answer, conversation, emergency_alert, mail_template, webhook};

pub struct ListService(pub App);

#[tonic::async_trait]
impl lists_server::Lists for ListService {
    async fn describe_lists(&self, request: Request<DescribeListsRequest>) -> Result<Response<ListResourceMetaResponse>, Status> {
        if self.0.context.caller(&request)?.kind == CallerKind::Anonymous {
            return Err(Error::from(Denied::Unauthenticated).into());
        }
        Ok(Response::new(ListResourceMetaResponse {
            items: [
                &mail_template::LISTING,
                &announce::OWNED,
                &announce_answer::LISTING,
                &conversation::LISTING,
                &emergency_alert::LISTING,
                &webhook::LISTING,
            ]
            .map(describe)
            .into(),
        }))
    }
}
