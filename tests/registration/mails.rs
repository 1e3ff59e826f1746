//! Mail requests on their way through RabbitMQ: links and codes are in no API response and in no table.
use std::time::{Duration, Instant};

use acceptance::Platform;
use anyhow::{Context as _, Result, ensure};
use lapin::options::{BasicGetOptions, ExchangeDeclareOptions, QueueBindOptions, QueueDeclareOptions};
use lapin::types::FieldTable;
use lapin::{Channel, Connection, ExchangeKind};
use prost::Message;
use proto::vestibule::events::v1::MailRequested;

const MAIL_TIMEOUT: Duration = Duration::from_secs(60);

pub struct Mails {
    channel: Channel,
    queue: String,
    // The queue is deleted with the connection.
    _connection: Connection,
}

impl Mails {
    /// Mails from now on.
    pub async fn of(platform: &Platform) -> Result<Mails> {
        let settings = platform.settings();
        let connection = kit::consumer::connect(&settings.amqp_url).await?;
        let channel = connection.create_channel().await?;
        let exchange = format!("{}.events", settings.amqp_prefix);
        let durable = ExchangeDeclareOptions { durable: true, ..Default::default() };
        channel.exchange_declare(exchange.as_str().into(), ExchangeKind::Topic, durable, FieldTable::default()).await?;
        let queue = format!("{}.test-mails", settings.amqp_prefix);
        let own = QueueDeclareOptions { exclusive: true, auto_delete: true, ..Default::default() };
        channel.queue_declare(queue.as_str().into(), own, FieldTable::default()).await?;
        let bind = QueueBindOptions::default();
        channel.queue_bind(queue.as_str().into(), exchange.as_str().into(), "mail.requested".into(), bind, FieldTable::default()).await?;
        Ok(Mails { channel, queue, _connection: connection })
    }

    /// The next mail of this kind to this address; others before it are passed over.
    pub async fn next(&self, kind: &str, email: &str) -> Result<MailRequested> {
        let started = Instant::now();
        loop {
            ensure!(started.elapsed() < MAIL_TIMEOUT, "no {kind} for {email}");
            let Some(got) = self.channel.basic_get(self.queue.as_str().into(), BasicGetOptions { no_ack: true }).await? else {
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            };
            let mail = MailRequested::decode(got.delivery.data.as_slice())?;
            if mail.kind == kind && mail.to_email == email {
                return Ok(mail);
            }
        }
    }

    /// The token at the end of the next such mail's link.
    pub async fn token(&self, kind: &str, email: &str) -> Result<String> {
        let mail = self.next(kind, email).await?;
        let link = mail.values.get("link").context("a link")?;
        Ok(link.rsplit('/').next().unwrap_or_default().to_string())
    }
}
