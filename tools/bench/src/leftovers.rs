//! Whether anything is left of calls that are over: rows and snapshots of telephony, media of rtpengine, transactions
//! of the edge.
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use redis::AsyncCommands;
use rig::wait::until;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpStream, UdpSocket};
use tokio::time::timeout;

use crate::sip::variable;
use crate::stage::Stage;

/// Transactions of the edge are kept for some seconds after their end.
const LIMIT: Duration = Duration::from_secs(60);
const PATIENCE: Duration = Duration::from_secs(5);

/// Waits until nothing is left; an error says of what, and how much.
pub async fn gone(stage: &Stage) -> Result<()> {
    until(LIMIT, "nothing left of the calls", || async {
        let left = [
            ("rows of calls", rows(stage).await?),
            ("snapshots", snapshots().await?),
            ("calls of the media relay", media().await?),
            ("transactions of the edge", transactions().await?),
        ];
        ensure!(left.iter().all(|(_, count)| *count == 0), "{left:?}");
        Ok(())
    })
    .await
}

async fn rows(stage: &Stage) -> Result<u64> {
    let telephony = rig::databases::look_into(&stage.environment, "telephony")?;
    let count: i64 = sqlx::query_scalar("SELECT count(*) FROM speeches").fetch_one(&telephony).await?;
    Ok(count as u64)
}

/// Fields of the hash of each replica.
async fn snapshots() -> Result<u64> {
    let client = redis::Client::open(variable("VESTIBULE_REDIS_URL")?)?;
    let mut redis = client.get_multiplexed_async_connection().await?;
    let keys: Vec<String> = redis.keys("*telephony:speeches:*").await?;
    let mut count = 0;
    for key in keys {
        count += redis.hlen::<_, u64>(key).await?;
    }
    Ok(count)
}

/// By rtpengine's NG protocol.
async fn media() -> Result<u64> {
    let socket = UdpSocket::bind("127.0.0.1:0").await?;
    socket.connect(variable("VESTIBULE_SIP_MEDIA_ADDR")?).await?;
    socket.send(format!("left {}", json!({ "command": "statistics" })).as_bytes()).await?;
    let mut answer = vec![0; 65_536];
    let length = timeout(PATIENCE, socket.recv(&mut answer)).await.context("rtpengine is silent")??;
    let text = std::str::from_utf8(&answer[..length])?;
    let answer: Value = serde_json::from_str(text.split_once(' ').context("rtpengine's answer has a cookie")?.1)?;
    answer["statistics"]["currentstatistics"]["sessionstotal"].as_u64().with_context(|| format!("sessions in {answer}"))
}

async fn transactions() -> Result<u64> {
    let answer = edge("tm.stats").await?;
    answer["result"]["current"].as_u64().with_context(|| format!("current transactions in {answer}"))
}

async fn edge(method: &str) -> Result<Value> {
    let address = variable("VESTIBULE_SIP_EDGE_RPC_ADDR")?;
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method }).to_string();
    let mut stream = TcpStream::connect(&address).await?;
    let head = format!("POST /RPC HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n", body.len());
    stream.write_all(format!("{head}{body}").as_bytes()).await?;
    let (mut answer, mut part) = (Vec::new(), [0; 4096]);
    loop {
        let read = timeout(PATIENCE, stream.read(&mut part)).await.context("the edge is silent")??;
        answer.extend(&part[..read]);
        let text = String::from_utf8_lossy(&answer);
        // Without waiting for the end of the connection, which is the edge's to close.
        if let Some(value) = text.split_once("\r\n\r\n").and_then(|(_, body)| serde_json::from_str(body).ok()) {
            return Ok(value);
        }
        ensure!(read > 0, "the edge says {text}");
    }
}
