//! Checks that ended calls leave nothing behind: rows and snapshots of telephony, media sessions of rtpengine,
//! transactions of the edge.
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use e2e_harness::wait::until;
use redis::AsyncCommands;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpStream, UdpSocket};
use tokio::time::timeout;

use crate::sip::variable;
use crate::stage::Stage;

/// Kamailio keeps a transaction for some seconds after its end.
const LEFTOVERS_TIMEOUT: Duration = Duration::from_secs(60);
const REPLY_TIMEOUT: Duration = Duration::from_secs(5);

/// Waits until nothing is left; the error names what is left, and how much.
pub async fn gone(stage: &Stage) -> Result<()> {
    until(LEFTOVERS_TIMEOUT, "nothing left of the calls", || async {
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
    let telephony = e2e_harness::databases::owner_pool(&stage.environment, "telephony")?;
    let count: i64 = sqlx::query_scalar("SELECT count(*) FROM active_calls").fetch_one(&telephony).await?;
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
    let length = timeout(REPLY_TIMEOUT, socket.recv(&mut answer)).await.context("rtpengine does not answer")??;
    let text = std::str::from_utf8(&answer[..length])?;
    let answer: Value = serde_json::from_str(text.split_once(' ').context("rtpengine's answer has a cookie")?.1)?;
    answer["statistics"]["currentstatistics"]["sessionstotal"].as_u64().with_context(|| format!("sessions in {answer}"))
}

/// By Kamailio's metrics: its JSON-RPC has nothing but what telephony asks for.
async fn transactions() -> Result<u64> {
    let address = variable("VESTIBULE_SIP_EDGE_RPC_ADDR")?;
    let mut stream = TcpStream::connect(&address).await?;
    let request = format!("GET /metrics HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let (mut answer, mut part) = (Vec::new(), [0; 4096]);
    loop {
        let read = timeout(REPLY_TIMEOUT, stream.read(&mut part)).await.context("the edge does not answer")??;
        answer.extend(&part[..read]);
        let text = String::from_utf8_lossy(&answer);
        // Does not wait for the end of the connection, which the edge keeps open.
        if let Some(count) = metric(&text, "kamailio_tmx_inuse_transactions") {
            return Ok(count);
        }
        ensure!(read > 0, "the edge says {text}");
    }
}

/// The value of a metric whose line is complete: its name, its value and a time.
fn metric(text: &str, name: &str) -> Option<u64> {
    let (_, rest) = text.split_once(&format!("\n{name} "))?;
    let (line, _) = rest.split_once('\n')?;
    line.split(' ').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_metric_is_read_once_its_line_is_complete() {
        let text = "HTTP/1.1 200 OK\r\n\r\nkamailio_tmx_rpl_sent 1 1795453803033\nkamailio_tmx_inuse_transactions 12 1795453803033\n";
        assert_eq!(metric(text, "kamailio_tmx_inuse_transactions"), Some(12));
        assert_eq!(metric(&text[..text.len() - 15], "kamailio_tmx_inuse_transactions"), None);
        assert_eq!(metric(text, "kamailio_tmx"), None);
    }
}
