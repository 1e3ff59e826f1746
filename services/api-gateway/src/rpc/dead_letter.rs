use kit::Error;
use policy::{action, resource};
use proto::vestibule::gateway::v1::dead_letters_server::DeadLetters;
use proto::vestibule::gateway::v1::own_dead_letters_client::OwnDeadLettersClient;
use proto::vestibule::gateway::v1::{
    ListDeadLettersRequest, ListDeadLettersResponse, ListOwnDeadLettersRequest, ReplayDeadLettersRequest, ReplayDeadLettersResponse,
    ReplayOwnDeadLettersRequest,
};
use tonic::{Request, Response, Status};

use crate::app::App;

/// Each service answers for its own queue, and authorizes the caller once more.
pub struct DeadLetterService(pub App);

impl DeadLetterService {
    fn queue_of(&self, service: &str) -> Result<OwnDeadLettersClient<kit::peers::Peer>, Error> {
        if service.is_empty() {
            return Err(Error::field("service", "required"));
        }
        // The gateway itself consumes nothing.
        let known = kit::services::names().into_iter().find(|name| *name == service && *name != self.0.context.service);
        let service = known.ok_or_else(|| Error::field("service", "invalid data sent"))?;
        Ok(OwnDeadLettersClient::new(self.0.context.peers.peer(service)))
    }
}

#[tonic::async_trait]
impl DeadLetters for DeadLetterService {
    async fn list_dead_letters(&self, request: Request<ListDeadLettersRequest>) -> Result<Response<ListDeadLettersResponse>, Status> {
        let right = self.0.context.authorize::<resource::Installation, action::View, _>(&request)?;
        let mut queue = self.queue_of(&request.get_ref().service)?;
        queue.list_own_dead_letters(self.0.context.signer.request(right.caller(), ListOwnDeadLettersRequest {})).await
    }

    async fn replay_dead_letters(&self, request: Request<ReplayDeadLettersRequest>) -> Result<Response<ReplayDeadLettersResponse>, Status> {
        let right = self.0.context.authorize::<resource::Installation, action::Edit, _>(&request)?;
        let ReplayDeadLettersRequest { service, ids } = request.into_inner();
        let mut queue = self.queue_of(&service)?;
        queue.replay_own_dead_letters(self.0.context.signer.request(right.caller(), ReplayOwnDeadLettersRequest { ids })).await
    }
}
