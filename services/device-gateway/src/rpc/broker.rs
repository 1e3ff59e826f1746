//! The MQTT broker: that of a project, its state, and its restart.
use kit::{clock, upload};
use policy::{action, resource};
use proto::vestibule::device::v1::broker_server::Broker;
use proto::vestibule::device::v1::{
    BrokerRollout, BrokerRolloutState, BrokerRolloutStep, BrokerSettings, BrokerState, BrokerStatus, DeleteBrokerSettingsRequest,
    GetBrokerSettingsRequest, GetBrokerStatusRequest, RestartBrokerRequest, SetBrokerSettingsRequest,
};
use tonic::{Request, Response, Status, Streaming};

use crate::app::App;
use crate::domain::broker_rollout::{RolloutState, RolloutStep};
use crate::domain::project_broker::{MAX_PEM, ProjectBrokerDraft, summary};
use crate::operation::broker::settings::{self, BrokerSettingsSummary};
use crate::operation::broker::{self, BrokerCondition, BrokerSummary};
use crate::store::broker_rollout::BrokerRolloutRow;

pub struct BrokerService(pub App);

#[tonic::async_trait]
impl Broker for BrokerService {
    async fn get_broker_settings(&self, request: Request<GetBrokerSettingsRequest>) -> Result<Response<BrokerSettings>, Status> {
        let right = self.0.context.authorize::<resource::ProjectSettings, action::View, _>(&request)?;
        Ok(Response::new(encode(settings::find(&self.0, &right).await?)))
    }

    async fn set_broker_settings(&self, request: Request<Streaming<SetBrokerSettingsRequest>>) -> Result<Response<BrokerSettings>, Status> {
        let right = self.0.context.authorize::<resource::ProjectSettings, action::Edit, _>(&request)?;
        let upload = upload::collect(request.into_inner(), MAX_PEM, |message| message.private_key.take()).await?;
        Ok(Response::new(encode(settings::set(&self.0, &right, decode(upload.request, upload.data)).await?)))
    }

    async fn delete_broker_settings(&self, request: Request<DeleteBrokerSettingsRequest>) -> Result<Response<BrokerSettings>, Status> {
        let right = self.0.context.authorize::<resource::ProjectSettings, action::Edit, _>(&request)?;
        Ok(Response::new(encode(settings::delete(&self.0, &right).await?)))
    }

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

fn decode(request: SetBrokerSettingsRequest, private_key: Vec<u8>) -> ProjectBrokerDraft {
    ProjectBrokerDraft {
        url: request.url.trim().trim_end_matches('/').into(),
        login: request.login.trim().into(),
        password: request.password,
        manages_users: request.manages_users,
        certificate: request.certificate,
        private_key: String::from_utf8(private_key).unwrap_or_default(),
        authority: request.authority,
    }
}

/// Without secrets.
fn encode(settings: BrokerSettingsSummary) -> BrokerSettings {
    let rollout = settings.rollout.map(encode_rollout);
    let Some(broker) = settings.broker else { return BrokerSettings { is_connected: settings.is_connected, rollout, ..BrokerSettings::default() } };
    let certificate = summary(&broker.certificate);
    BrokerSettings {
        url: broker.url,
        login: broker.login,
        has_password: true,
        manages_users: broker.manages_users,
        certificate_subject: certificate.as_ref().map(|summary| summary.subject.clone()).unwrap_or_default(),
        certificate_expires_at: certificate.map(|summary| clock::to_proto(summary.expires_at)),
        has_authority: broker.authority.is_some(),
        is_connected: settings.is_connected,
        rollout,
    }
}

fn encode_rollout(row: BrokerRolloutRow) -> BrokerRollout {
    let state = match RolloutState::from_number(row.state) {
        RolloutState::Running => BrokerRolloutState::Running,
        RolloutState::Completed => BrokerRolloutState::Completed,
        RolloutState::Stopped => BrokerRolloutState::Stopped,
    };
    let step = match RolloutStep::from_number(row.step) {
        RolloutStep::Canary => BrokerRolloutStep::Canary,
        RolloutStep::Tenth => BrokerRolloutStep::Tenth,
        RolloutStep::All => BrokerRolloutStep::All,
    };
    BrokerRollout {
        state: state.into(),
        step: step.into(),
        url: row.url.unwrap_or_default(),
        devices: row.devices,
        sent: row.sent,
        moved: row.moved,
        failed: row.failed,
        error: row.error.unwrap_or_default(),
        started_at: Some(clock::to_proto(row.started_at)),
        ended_at: row.ended_at.map(clock::to_proto),
        user_name: row.user_name,
    }
}
