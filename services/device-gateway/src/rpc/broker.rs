//! The MQTT broker: how it is, and its restart.
use cluster::ABANDONED_AFTER;
use kit::audit::{self, Change};
use kit::{Error, Result};
use policy::{Action, Authorized, Resource, action, resource};
use proto::vestibule::device::v1::broker_server::Broker;
use proto::vestibule::device::v1::{BrokerState, BrokerStatus, GetBrokerStatusRequest, RestartBrokerRequest};
use serde_json::json;
use tonic::{Request, Response, Status};

use crate::gateway::Gateway;
use crate::store::broker as store;

pub struct BrokerRpc(pub Gateway);

impl BrokerRpc {
    async fn status(&self, project_id: i64) -> Result<BrokerStatus> {
        let Gateway { context, config, link, .. } = &self.0;
        let mut reader = context.database.read(project_id).await?;
        let (devices, online_devices) = store::devices(&mut reader, project_id).await?;
        drop(reader);
        let state = match self.is_restarting().await? {
            true => BrokerState::Restarting,
            false if link.is_connected() => BrokerState::Running,
            false => BrokerState::Stopped,
        };
        let (url, is_restartable) = (config.broker_url.clone(), config.restart.is_some());
        Ok(BrokerStatus { state: state.into(), url, devices, online_devices, is_restartable })
    }

    async fn is_restarting(&self) -> Result<bool> {
        let mut tx = self.0.context.database.system().await?;
        let is_restarting = store::is_restarting(&mut tx, self.0.context.clock.now() - ABANDONED_AFTER).await?;
        tx.rollback().await?;
        Ok(is_restarting)
    }

    /// Returns once it has begun; refused while one is under way.
    async fn restart(&self, right: &Authorized<resource::Broker, action::Edit>) -> Result<()> {
        let Gateway { context, config, .. } = &self.0;
        let Some(by) = &config.restart else {
            return Err(Error::Unavailable(anyhow::anyhow!("VESTIBULE_BROKER_RESTART is not set: nobody restarts the broker")));
        };
        let now = context.clock.now();
        let mut tx = context.database.system().await?;
        store::end_abandoned(&mut tx, now - ABANDONED_AFTER, now).await?;
        tx.commit().await?;
        let mut tx = context.database.tenant(right.project_id()).await?;
        let id = store::begin_restart(&mut tx, right.caller(), now).await?;
        let change = Change::new(Action::Edit, Resource::Broker, 0, "MQTT broker", json!({}), json!({}));
        audit::record(&mut tx, &context.clock, right.caller(), Change { action: "restart", ..change }).await?;
        tx.commit().await?;
        let (gateway, restarter) = (self.0.clone(), by.restarter());
        kit::telemetry::spawn(context.service, "restart the broker", async move {
            if let Err(error) = restarter.restart().await {
                tracing::error!(error = format!("{error:#}"), "the broker could not be restarted");
            }
            if let Err(error) = end(&gateway, id).await {
                tracing::error!(%error, "a restart of the broker could not be ended");
            }
        });
        Ok(())
    }
}

async fn end(gateway: &Gateway, id: i64) -> Result<()> {
    let mut tx = gateway.context.database.system().await?;
    store::end_restart(&mut tx, id, gateway.context.clock.now()).await?;
    Ok(tx.commit().await?)
}

#[tonic::async_trait]
impl Broker for BrokerRpc {
    async fn get_broker_status(&self, request: Request<GetBrokerStatusRequest>) -> Result<Response<BrokerStatus>, Status> {
        let right = self.0.context.authorize::<resource::Broker, action::View, _>(&request)?;
        Ok(Response::new(self.status(right.project_id()).await?))
    }

    async fn restart_broker(&self, request: Request<RestartBrokerRequest>) -> Result<Response<()>, Status> {
        let right = self.0.context.authorize::<resource::Broker, action::Edit, _>(&request)?;
        self.restart(&right).await?;
        Ok(Response::new(()))
    }
}
