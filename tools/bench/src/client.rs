//! A closed-loop HTTP client: each connection sends the next request when it has the answer to the last. HTTP/1.1,
//! keep-alive, no pipelining; small, so that its own cost does not distort the measurement.
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use rand::rngs::StdRng;
use rand::{RngCore, SeedableRng};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::measure::{Sample, micros};

/// A request made from a random number: method, path, and an optional body.
pub type Question = Arc<dyn Fn(u64) -> (&'static str, String, Option<String>) + Send + Sync>;

/// Address of the server, and the access token.
#[derive(Clone)]
pub struct Target {
    /// As 127.0.0.1:8080.
    pub address: String,
    pub token: String,
}

/// Limit for the warm-up, in which the platform opens its connections to Postgres.
const WARM_UP: Duration = Duration::from_secs(20);
/// Successful answers in a row after which a connection is warm.
pub const WARM: usize = 10;

/// Sends requests over `connections` for a time, after the warm-up. Every answer must be 200.
pub async fn ask(target: &Target, question: Question, connections: usize, length: Duration) -> Result<Sample> {
    let mut warming = JoinSet::new();
    for number in 0..connections {
        warming.spawn(warm_up(target.clone(), question.clone(), number as u64));
    }
    while let Some(warm) = warming.join_next().await {
        warm??;
    }
    let begin = Instant::now();
    let mut asking = JoinSet::new();
    for number in 0..connections {
        asking.spawn(one(target.clone(), question.clone(), number as u64, begin + length));
    }
    let mut times = Vec::new();
    while let Some(done) = asking.join_next().await {
        times.extend(done??);
    }
    Ok(Sample::new(times, begin.elapsed()))
}

/// The body of one answer, which must be 200.
pub async fn answer(target: &Target, question: (&'static str, String, Option<String>)) -> Result<String> {
    let mut connection = Connection::open(&target.address).await?;
    let head = connection.exchange(&text(target, question)).await?;
    Ok(String::from_utf8(connection.buffer.split_off(head))?)
}

/// Sends requests until some answers in a row are successful.
async fn warm_up(target: Target, question: Question, seed: u64) -> Result<()> {
    let mut connection = Connection::open(&target.address).await?;
    let mut random = StdRng::seed_from_u64(!seed);
    let (begin, mut right) = (Instant::now(), 0);
    while right < WARM {
        match connection.exchange(&text(&target, question(random.next_u64()))).await {
            Ok(_) => right += 1,
            Err(error) if begin.elapsed() > WARM_UP => return Err(error.context("warming up")),
            Err(_) => right = 0,
        }
    }
    Ok(())
}

async fn one(target: Target, question: Question, seed: u64, end: Instant) -> Result<Vec<u32>> {
    let mut connection = Connection::open(&target.address).await?;
    let mut random = StdRng::seed_from_u64(seed);
    let mut times = Vec::new();
    while Instant::now() < end {
        let request = text(&target, question(random.next_u64()));
        let asked = Instant::now();
        connection.exchange(&request).await?;
        times.push(micros(asked.elapsed()));
    }
    Ok(times)
}

fn text(target: &Target, (method, path, body): (&str, String, Option<String>)) -> String {
    let body = body.unwrap_or_default();
    let kind = if body.is_empty() { String::new() } else { format!("content-type: application/json\r\ncontent-length: {}\r\n", body.len()) };
    format!("{method} /api/v0{path} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {}\r\n{kind}\r\n{body}", target.address, target.token)
}

struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    async fn open(address: &str) -> Result<Self> {
        let stream = TcpStream::connect(address).await.with_context(|| format!("connecting to {address}"))?;
        stream.set_nodelay(true)?;
        Ok(Connection { stream, buffer: Vec::with_capacity(64 * 1024) })
    }

    /// Sends a request and reads its answer to the end. Gives where its body begins.
    async fn exchange(&mut self, request: &str) -> Result<usize> {
        self.stream.write_all(request.as_bytes()).await?;
        self.buffer.clear();
        let head = loop {
            if let Some(end) = find(&self.buffer, b"\r\n\r\n") {
                break end + 4;
            }
            self.more().await?;
        };
        let text = std::str::from_utf8(&self.buffer[..head]).context("the head of an answer")?.to_ascii_lowercase();
        let length: Option<usize> = text.lines().find_map(|line| line.strip_prefix("content-length:")?.trim().parse().ok());
        let status = text.split(' ').nth(1).unwrap_or_default().to_string();
        let length = length.context("an answer without content-length")?;
        while self.buffer.len() < head + length {
            self.more().await?;
        }
        ensure!(status == "200", "{status}: {}", String::from_utf8_lossy(&self.buffer[head..]));
        Ok(head)
    }

    async fn more(&mut self) -> Result<()> {
        match self.stream.read_buf(&mut self.buffer).await? {
            0 => bail!("the gateway ended the connection"),
            _ => Ok(()),
        }
    }
}

fn find(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len()).position(|window| window == what)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::net::TcpListener;

    /// A server that answers every request with the same text.
    async fn serving(answer: &'static str) -> Target {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                tokio::spawn(async move {
                    let mut buffer = vec![0; 4096];
                    let (first, rest) = answer.split_at(answer.len() / 2);
                    while stream.read(&mut buffer).await.unwrap_or(0) > 0 {
                        stream.write_all(first.as_bytes()).await.unwrap();
                        stream.write_all(rest.as_bytes()).await.unwrap();
                    }
                });
            }
        });
        Target { address, token: "t".into() }
    }

    fn anything() -> Question {
        Arc::new(|_| ("GET", "/x".into(), None))
    }

    #[tokio::test]
    async fn answers_are_read_to_their_end_and_counted() {
        let target = serving("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello").await;
        let sample = ask(&target, anything(), 1, Duration::from_millis(50)).await.unwrap();
        assert!(sample.count() > 0);
    }

    #[tokio::test]
    async fn any_status_but_200_ends_the_measurement() {
        let target = serving("HTTP/1.1 503 Away\r\nContent-Length: 4\r\n\r\naway").await;
        let error = one(target, anything(), 1, Instant::now() + Duration::from_secs(5)).await.unwrap_err();
        assert_eq!(error.to_string(), "503: away");
    }
}
