//! The browsers of a user that receive notifications.
use policy::{action, resource};
use proto::vestibule::notifications::v1::{
    DeletePushSubscriptionRequest, DeletePushSubscriptionResponse, GetPushKeyRequest, PushKey, PushSubscription, SavePushSubscriptionRequest,
    push_subscriptions_server,
};
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::domain::push_subscription::PushSubscriptionDraft;
use crate::operation::push_subscription as operation;

pub struct PushSubscriptionService(pub App);

#[tonic::async_trait]
impl push_subscriptions_server::PushSubscriptions for PushSubscriptionService {
    async fn get_push_key(&self, request: Request<GetPushKeyRequest>) -> Result<Response<PushKey>, Status> {
        self.0.context.authorize::<resource::Notification, action::View, _>(&request)?;
        let public_key = self.0.config.push_key.as_ref().map(|key| key.public_key()).unwrap_or_default();
        Ok(Response::new(PushKey { public_key }))
    }

    async fn save_push_subscription(&self, request: Request<SavePushSubscriptionRequest>) -> Result<Response<PushSubscription>, Status> {
        let right = self.0.context.authorize::<resource::Notification, action::Edit, _>(&request)?;
        let PushSubscription { endpoint, p256dh, auth } = request.into_inner().subscription.unwrap_or_default();
        let draft = PushSubscriptionDraft::parse(endpoint, &p256dh, &auth)?;
        operation::save(&self.0, &right, &draft).await?;
        Ok(Response::new(PushSubscription { endpoint: draft.endpoint, ..PushSubscription::default() }))
    }

    async fn delete_push_subscription(
        &self,
        request: Request<DeletePushSubscriptionRequest>,
    ) -> Result<Response<DeletePushSubscriptionResponse>, Status> {
        let right = self.0.context.authorize::<resource::Notification, action::Edit, _>(&request)?;
        let deleted = operation::delete(&self.0, &right, &request.get_ref().endpoint).await?;
        Ok(Response::new(DeletePushSubscriptionResponse { deleted }))
    }
}
