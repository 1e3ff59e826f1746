//! A connection to the control port of one baresip.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use anyhow::{Context, bail};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout, timeout_at};

use super::ctrl::{self, Command, Event, Message};

/// How long baresip may take to listen.
const START_TIMEOUT: Duration = Duration::from_secs(10);
/// Between two attempts to connect.
const CONNECT_INTERVAL: Duration = Duration::from_millis(50);
/// How long a command may take.
const COMMAND_TIMEOUT: Duration = Duration::from_secs(5);
/// Events kept while a command is under way.
const MAX_EARLY: usize = 64;

pub struct Client {
    stream: TcpStream,
    received: Vec<u8>,
    /// Events that came while a response was waited for.
    early: std::collections::VecDeque<Event>,
    commands: u64,
}

impl Client {
    /// Connects to a baresip that is starting.
    pub async fn connect(port: u16) -> anyhow::Result<Self> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let end = Instant::now() + START_TIMEOUT;
        loop {
            match TcpStream::connect(address).await {
                Ok(stream) => return Ok(Self { stream, received: Vec::new(), early: std::collections::VecDeque::new(), commands: 0 }),
                Err(error) if Instant::now() >= end => return Err(error).context("baresip does not listen"),
                Err(_) => sleep(CONNECT_INTERVAL).await,
            }
        }
    }

    /// What happened next. Nothing is lost when this is dropped before it is done.
    pub async fn event(&mut self) -> anyhow::Result<Event> {
        loop {
            if let Some(event) = self.early.pop_front() {
                return Ok(event);
            }
            // A response that comes after its time concerns nobody.
            if let Message::Event(event) = self.message().await? {
                return Ok(event);
            }
        }
    }

    /// Carries out a command and returns what baresip says about it.
    pub async fn command(&mut self, command: &str, params: &str) -> anyhow::Result<String> {
        self.commands += 1;
        let token = self.commands.to_string();
        let bytes = ctrl::encode(&Command { command, params, token: &token });
        let end = Instant::now() + COMMAND_TIMEOUT;
        timeout(COMMAND_TIMEOUT, self.stream.write_all(&bytes)).await.context("baresip takes no command")??;
        loop {
            match timeout_at(end, self.message()).await.context("baresip does not answer")?? {
                Message::Response(response) if response.token == token && response.ok => return Ok(response.data),
                Message::Response(response) if response.token == token => bail!("baresip refused {command}: {}", response.data.trim()),
                Message::Response(_) => {}
                Message::Event(event) => {
                    if self.early.len() < MAX_EARLY {
                        self.early.push_back(event);
                    }
                }
            }
        }
    }

    async fn message(&mut self) -> anyhow::Result<Message> {
        loop {
            if let Some(message) = ctrl::take(&mut self.received)? {
                return Ok(message);
            }
            if self.stream.read_buf(&mut self.received).await? == 0 {
                bail!("baresip closed the connection");
            }
        }
    }
}
