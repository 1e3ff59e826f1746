//! RabbitMQ's queues: waiting events and dead letters.
use std::collections::BTreeMap;

use anyhow::{Context, Result};
use e2e_harness::Environment;
use lapin::options::{QueueDeclareOptions, QueueDeleteOptions};
use lapin::types::FieldTable;
use lapin::{Connection, ConnectionProperties};
use tokio::time::{Duration, timeout};

const SERVICES: [&str; 9] =
    ["identity", "domains", "access", "device-gateway", "telephony", "licensing", "amenities", "notifications", "api-gateway"];
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

pub struct Queues {
    url: String,
}

/// Events by queue, empty queues left out.
#[derive(Clone, Debug, Default)]
pub struct Waiting {
    pub waiting: BTreeMap<String, u32>,
    pub dead: BTreeMap<String, u32>,
}

impl Queues {
    pub fn new(environment: &Environment) -> Self {
        Queues { url: environment.amqp_url.clone() }
    }

    /// Purges the queues: events of an earlier run are about entities that do not exist any more.
    pub async fn remove(&self) -> Result<()> {
        let connection = self.connect().await?;
        let channel = connection.create_channel().await?;
        for name in SERVICES.iter().flat_map(|service| [format!("vestibule.{service}"), format!("vestibule.{service}.dead")]) {
            channel.queue_delete(name.as_str().into(), QueueDeleteOptions::default()).await?;
        }
        connection.close(200, "done".into()).await?;
        Ok(())
    }

    pub async fn look(&self) -> Result<Waiting> {
        let connection = self.connect().await?;
        let mut found = Waiting::default();
        for service in SERVICES {
            let name = format!("vestibule.{service}");
            found.waiting.extend(count(&connection, &name).await?.map(|events| (name.clone(), events)));
            let name = format!("{name}.dead");
            found.dead.extend(count(&connection, &name).await?.map(|events| (name, events)));
        }
        connection.close(200, "done".into()).await?;
        found.waiting.retain(|_, events| *events > 0);
        found.dead.retain(|_, events| *events > 0);
        Ok(found)
    }

    async fn connect(&self) -> Result<Connection> {
        let connecting = Connection::connect(&self.url, ConnectionProperties::default());
        timeout(CONNECT_TIMEOUT, connecting).await.context("RabbitMQ does not answer")?.context("connecting to RabbitMQ")
    }
}

/// Events that wait in a queue; None when there is no such queue.
async fn count(connection: &Connection, name: &str) -> Result<Option<u32>> {
    // Declaring a queue passively closes the channel when the queue does not exist, so each query opens its own.
    let channel = connection.create_channel().await?;
    let passive = QueueDeclareOptions { passive: true, ..Default::default() };
    match channel.queue_declare(name.into(), passive, FieldTable::default()).await {
        Ok(queue) => Ok(Some(queue.message_count())),
        Err(error) if error.to_string().contains("NOT_FOUND") || error.to_string().contains("404") => Ok(None),
        Err(error) => Err(error.into()),
    }
}
