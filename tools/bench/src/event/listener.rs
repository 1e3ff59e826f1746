//! A second client of the broker with the platform's subscription, to measure the broker's part of the latency.
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use device_protocol::TopicKind;
use e2e_harness::Environment;
use rumqttc_v4::{AsyncClient, Event, EventLoop, MqttOptions, Packet, QoS, SubscribeFilter};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::times::{Stop, Times, number_in};

const SUBSCRIBE_TIMEOUT: Duration = Duration::from_secs(10);
/// Inside the envelope of a message.
const KEY: &[u8] = br#""number":""#;

pub struct Listener(JoinHandle<()>);

impl Listener {
    pub async fn connect(environment: &Environment, times: Arc<Times>) -> Result<Self> {
        let (host, port) = environment.broker()?;
        let mut options = MqttOptions::new("bench-listener", (host.as_str(), port));
        options.set_credentials(environment.mqtt_user.as_str(), environment.mqtt_password.clone()).set_keep_alive(30);
        let (client, mut event_loop) = AsyncClient::builder(options).capacity(10).build();
        client.try_subscribe_many([SubscribeFilter { path: TopicKind::ServerRequest.filter(), qos: QoS::AtLeastOnce }])?;
        timeout(SUBSCRIBE_TIMEOUT, subscribed(&mut event_loop)).await.context("the broker does not answer")??;
        Ok(Listener(tokio::spawn(listen(client, event_loop, times))))
    }

    pub fn end(self) {
        self.0.abort();
    }
}

async fn subscribed(event_loop: &mut EventLoop) -> Result<()> {
    loop {
        match event_loop.poll().await {
            Ok(Event::Incoming(Packet::SubAck(_))) => return Ok(()),
            Ok(_) => {}
            Err(error) => bail!("{error}"),
        }
    }
}

/// Holds `_client`, because the event loop ends without it.
async fn listen(_client: AsyncClient, mut event_loop: EventLoop, times: Arc<Times>) {
    while let Ok(event) = event_loop.poll().await {
        if let Event::Incoming(Packet::Publish(message)) = event
            && let Some(number) = number_in(&message.payload, KEY)
        {
            times.arrived(Stop::Broker, number);
        }
    }
}
