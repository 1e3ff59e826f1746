//! Whether a server on UDP answers: rtpengine's control protocol, and our own call control over SIP.
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use tokio::net::UdpSocket;
use tokio::time::timeout;
use uuid::Uuid;

/// One datagram may get lost.
const MAX_ATTEMPTS: usize = 2;
const ANSWER_TIMEOUT: Duration = Duration::from_millis(800);

#[derive(Debug, thiserror::Error)]
pub enum ProbeError {
    #[error("no answer from {0}")]
    NoAnswer(SocketAddr),
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// rtpengine answers a ping with a pong.
pub async fn media(address: SocketAddr) -> Result<(), ProbeError> {
    let cookie = Uuid::now_v7().simple().to_string();
    let ping = format!("{cookie} {{\"command\":\"ping\"}}");
    probe(address, |_| ping.clone(), |answer| answer.starts_with(&cookie) && answer.contains("pong")).await
}

/// Call control answers an OPTIONS, with whatever status.
pub async fn call_control(address: SocketAddr) -> Result<(), ProbeError> {
    let id = Uuid::now_v7().simple().to_string();
    probe(address, |own| options(address, own, &id), |answer| answer.starts_with("SIP/2.0 ") && answer.contains(&id)).await
}

fn options(to: SocketAddr, own: SocketAddr, id: &str) -> String {
    format!(
        "OPTIONS sip:{to} SIP/2.0\r\nVia: SIP/2.0/UDP {own};branch=z9hG4bK{id};rport\r\nMax-Forwards: 1\r\n\
         From: <sip:probe@{own}>;tag={id}\r\nTo: <sip:{to}>\r\nCall-ID: {id}\r\nCSeq: 1 OPTIONS\r\n\
         Contact: <sip:probe@{own}>\r\nContent-Length: 0\r\n\r\n"
    )
}

async fn probe(address: SocketAddr, question: impl Fn(SocketAddr) -> String, is_answer: impl Fn(&str) -> bool) -> Result<(), ProbeError> {
    let any: IpAddr = if address.is_ipv4() { Ipv4Addr::UNSPECIFIED.into() } else { Ipv6Addr::UNSPECIFIED.into() };
    let socket = UdpSocket::bind((any, 0)).await?;
    socket.connect(address).await?;
    let question = question(socket.local_addr()?);
    for _ in 0..MAX_ATTEMPTS {
        socket.send(question.as_bytes()).await?;
        if timeout(ANSWER_TIMEOUT, answered(&socket, &is_answer)).await.is_ok_and(|answered| answered.is_ok()) {
            return Ok(());
        }
    }
    Err(ProbeError::NoAnswer(address))
}

async fn answered(socket: &UdpSocket, is_answer: &impl Fn(&str) -> bool) -> io::Result<()> {
    let mut buffer = vec![0; 4096];
    loop {
        let length = socket.recv(&mut buffer).await?;
        if is_answer(&String::from_utf8_lossy(&buffer[..length])) {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Answers every datagram, where `answer` makes one of it.
    async fn server(answer: fn(&str) -> Option<String>) -> SocketAddr {
        let socket = UdpSocket::bind("127.0.0.1:0").await.unwrap();
        let address = socket.local_addr().unwrap();
        tokio::spawn(async move {
            let mut buffer = vec![0; 4096];
            while let Ok((length, from)) = socket.recv_from(&mut buffer).await {
                if let Some(answer) = answer(&String::from_utf8_lossy(&buffer[..length])) {
                    let _ = socket.send_to(answer.as_bytes(), from).await;
                }
            }
        });
        address
    }

    fn pong(ping: &str) -> Option<String> {
        let (cookie, _) = ping.split_once(' ')?;
        Some(format!("{cookie} {{\"result\":\"pong\"}}"))
    }

    fn ok(options: &str) -> Option<String> {
        let call_id = options.lines().find(|line| line.starts_with("Call-ID"))?;
        Some(format!("SIP/2.0 200 OK\r\n{call_id}\r\n\r\n"))
    }

    #[tokio::test]
    async fn what_answers_is_there() {
        media(server(pong).await).await.unwrap();
        call_control(server(ok).await).await.unwrap();
    }

    #[tokio::test]
    async fn silence_and_strange_answers_are_no_answer() {
        let mute = server(|_| None).await;
        assert!(media(mute).await.is_err());
        assert!(call_control(mute).await.is_err());
        assert!(media(server(|_| Some("other {\"result\":\"pong\"}".into())).await).await.is_err());
        assert!(call_control(server(|_| Some("HTTP/1.1 200 OK".into())).await).await.is_err());
    }
}
