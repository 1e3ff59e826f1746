//! How a service is, for whoever looks after the platform: served by every service beside its own calls.
use std::time::Duration;

use lapin::Channel;
use lapin::options::QueueDeclareOptions;
use lapin::types::FieldTable;
use proto::vestibule::gateway::v1::health_server::{Health, HealthServer};
use proto::vestibule::gateway::v1::{GetHealthRequest, ServiceInfo};
use tokio::time::timeout;
use tonic::{Request, Response, Status};

use crate::Context;
use crate::admin::Checked;
use crate::consumer::connect;
use crate::topology::Names;

/// How long a server may take to tell a figure: it is left out then.
const PATIENCE: Duration = Duration::from_secs(2);
const VERSION: &str = env!("CARGO_PKG_VERSION");

pub(crate) fn server(checked: Checked) -> HealthServer<impl Health> {
    HealthServer::new(Api(checked))
}

struct Api(Checked);

#[tonic::async_trait]
impl Health for Api {
    async fn get_health(&self, request: Request<GetHealthRequest>) -> Result<Response<ServiceInfo>, Status> {
        let context = &self.0.context;
        context.caller(&request)?;
        let has_database = self.0.migrations.is_some();
        let (readiness, bytes, events) = tokio::join!(
            self.0.readiness(),
            async { if has_database { known(context, "the size of the database", database_bytes(context)).await } else { None } },
            async { if has_database { known(context, "the queue", events(context)).await } else { None } },
        );
        Ok(Response::new(ServiceInfo {
            name: context.service.into(),
            is_ready: readiness.ready,
            message: readiness.message,
            version: Some(VERSION.into()),
            database_bytes: bytes,
            waiting_events: events.map(|(waiting, _)| waiting),
            dead_events: events.map(|(_, dead)| dead),
        }))
    }
}

/// None when it cannot be told in time.
async fn known<T>(context: &Context, what: &str, figure: impl Future<Output = anyhow::Result<T>>) -> Option<T> {
    match timeout(PATIENCE, figure).await {
        Ok(Ok(figure)) => Some(figure),
        Ok(Err(error)) => {
            tracing::warn!(service = context.service, what, error = format!("{error:#}"), "not known");
            None
        }
        Err(_) => {
            tracing::warn!(service = context.service, what, "not told in time");
            None
        }
    }
}

async fn database_bytes(context: &Context) -> anyhow::Result<i64> {
    Ok(sqlx::query_scalar("SELECT pg_database_size(current_database())").fetch_one(context.database.pool()).await?)
}

/// Those that wait, and those that could not be taken.
async fn events(context: &Context) -> anyhow::Result<(i64, i64)> {
    let connection = connect(&context.settings.amqp_url).await?;
    let channel = connection.create_channel().await?;
    let names = Names(&context.settings.amqp_prefix);
    let found = (in_queue(&channel, &names.queue(context.service)).await?, in_queue(&channel, &names.dead_queue(context.service)).await?);
    connection.close(200, "told".into()).await?;
    Ok(found)
}

async fn in_queue(channel: &Channel, name: &str) -> anyhow::Result<i64> {
    let look = QueueDeclareOptions { passive: true, ..Default::default() };
    Ok(channel.queue_declare(name.into(), look, FieldTable::default()).await?.message_count().into())
}
