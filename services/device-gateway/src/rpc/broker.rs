//! The MQTT broker: its state, and its restart.
use policy::{action, resource};
use proto::vestibule::device::v1::broker_server::Broker;
use proto::vestibule::device::v1::{BrokerState, BrokerStatus, GetBrokerStatusRequest, RestartBrokerRequest};
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::operation::broker::{self, BrokerCondition, BrokerSummary};

pub struct BrokerService(pub App);

#[tonic::async_trait]
impl Broker for BrokerService {
    async fn get_broker_status(&self, request: Request<GetBrokerStatusRequest>) -> Result<Response<BrokerStatus>, Status> {
        let right = self.0.context.authorize::<resource::Broker, action::View, _>(&request)?;
        let BrokerSummary { condition, devices, online_devices } = broker::status(&self.0, &right).await?;
        let state = match condition {
            BrokerCondition::Running => BrokerState::Running,
            BrokerCondition::Stopped => BrokerState::Stopped,
            BrokerCondition::Restarting => BrokerState::Restarting,
        };
        let (url, is_restartable) = (self.0.config.broker_url.clone(), self.0.config.restart.is_some());
        Ok(Response::new(BrokerStatus { state: state.into(), url, devices, online_devices, is_restartable }))
    }

    async fn restart_broker(&self, request: Request<RestartBrokerRequest>) -> Result<Response<()>, Status> {
        let right = self.0.context.authorize::<resource::Broker, action::Edit, _>(&request)?;
        broker::restart(&self.0, &right).await?;
        Ok(Response::new(()))
    }
}
