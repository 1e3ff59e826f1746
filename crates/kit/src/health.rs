//! The state of a service, for the System page: served by every service beside its own calls.
use std::time::Duration;

use kit_events::topology::Names;
use lapin::Channel;
use lapin::options::QueueDeclareOptions;
use lapin::types::FieldTable;
use proto::vestibule::gateway::v1::health_server::{Health, HealthServer};
use proto::vestibule::gateway::v1::{GetHealthRequest, ServiceInfo};
use tokio::time::timeout;
use tonic::{Request, Response, Status};

use crate::Context;
use crate::admin::HealthTarget;
use crate::consumer::connect_by;

/// How long a server may take to give a figure; after that it is left out.
const CHECK_TIMEOUT: Duration = Duration::from_secs(2);
const VERSION: &str = env!("CARGO_PKG_VERSION");

pub(crate) fn server(context: Context, target: HealthTarget) -> HealthServer<impl Health> {
    HealthServer::new(HealthService { context, target })
}

struct HealthService {
    context: Context,
    target: HealthTarget,
}

#[tonic::async_trait]
impl Health for HealthService {
    async fn get_health(&self, request: Request<GetHealthRequest>) -> Result<Response<ServiceInfo>, Status> {
        let context = &self.context;
        context.caller(&request)?;
        let has_database = self.target.migrations.is_some();
        let (readiness, bytes, events) = tokio::join!(
            self.target.readiness(),
            async { if has_database { figure(context, "the size of the database", database_bytes(context)).await } else { None } },
            async { if has_database { figure(context, "the queue", events(context)).await } else { None } },
        );
        Ok(Response::new(ServiceInfo {
            name: context.service.into(),
            is_ready: readiness.ready,
            message: readiness.message,
            version: Some(VERSION.into()),
            database_bytes: bytes,
            waiting_events: events.map(|(waiting, _)| waiting),
            dead_events: events.map(|(_, dead)| dead),
            leader: context.leadership.holder(),
        }))
    }
}

/// None when the figure is not to be had in time.
async fn figure<T>(context: &Context, what: &str, figure: impl Future<Output = anyhow::Result<T>>) -> Option<T> {
    match timeout(CHECK_TIMEOUT, figure).await {
        Ok(Ok(figure)) => Some(figure),
        Ok(Err(error)) => {
            tracing::warn!(service = context.service, what, error = format!("{error:#}"), "a figure of the System page is not known");
            None
        }
        Err(_) => {
            tracing::warn!(service = context.service, what, "a figure of the System page did not come in time");
            None
        }
    }
}

async fn database_bytes(context: &Context) -> anyhow::Result<i64> {
    Ok(sqlx::query_scalar("SELECT pg_database_size(current_database())").fetch_one(context.database.pool()).await?)
}

/// Numbers of events: those that wait, and those that could not be processed.
async fn events(context: &Context) -> anyhow::Result<(i64, i64)> {
    let connection = connect_by(&context.settings).await?;
    let channel = connection.create_channel().await?;
    let names = Names(&context.settings.amqp_prefix);
    let found = (in_queue(&channel, &names.queue(context.service)).await?, in_queue(&channel, &names.dead_queue(context.service)).await?);
    connection.close(200, "done".into()).await?;
    Ok(found)
}

async fn in_queue(channel: &Channel, name: &str) -> anyhow::Result<i64> {
    let passive = QueueDeclareOptions { passive: true, ..Default::default() };
    Ok(channel.queue_declare(name.into(), passive, FieldTable::default()).await?.message_count().into())
}
