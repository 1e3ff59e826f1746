//! How the broker is.
use cluster::ABANDONED_AFTER;
use kit::Result;
use policy::{Authorized, action, resource};

use crate::app::App;
use crate::store::broker_restart;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BrokerCondition {
    Running,
    Stopped,
    Restarting,
}

pub struct BrokerSummary {
    pub condition: BrokerCondition,
    /// Devices of the project that connect by MQTT, and those of them that are online.
    pub devices: i64,
    pub online_devices: i64,
}

pub async fn status(app: &App, right: &Authorized<resource::Broker, action::View>) -> Result<BrokerSummary> {
    let App { context, mqtt, .. } = app;
    let mut reader = context.database.read(right.project_id()).await?;
    let (devices, online_devices) = broker_restart::count_devices(&mut reader, right.project_id()).await?;
    drop(reader);
    let condition = match is_restarting(app).await? {
        true => BrokerCondition::Restarting,
        false if mqtt.is_connected() => BrokerCondition::Running,
        false => BrokerCondition::Stopped,
    };
    Ok(BrokerSummary { condition, devices, online_devices })
}

async fn is_restarting(app: &App) -> Result<bool> {
    let mut tx = app.context.database.system().await?;
    let is_restarting = broker_restart::is_restarting(&mut tx, app.context.clock.now() - ABANDONED_AFTER).await?;
    tx.rollback().await?;
    Ok(is_restarting)
}
