//! The network between panels and broker: a TCP proxy that can be cut.
use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context, Result};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// Cutting ends every connection and refuses new ones.
pub struct Wire {
    pub address: SocketAddr,
    cut: watch::Sender<bool>,
}

impl Wire {
    pub async fn lay(port: u16, broker: (String, u16)) -> Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", port)).await.with_context(|| format!("port {port} for the wire"))?;
        let address = listener.local_addr()?;
        let cut = watch::Sender::new(false);
        tokio::spawn(accept(listener, broker, cut.subscribe()));
        Ok(Wire { address, cut })
    }

    pub fn cut(&self) {
        self.cut.send_replace(true);
    }

    pub fn restore(&self) {
        self.cut.send_replace(false);
    }
}

async fn accept(listener: TcpListener, broker: (String, u16), cut: watch::Receiver<bool>) {
    loop {
        match listener.accept().await {
            Ok((panel, _)) => drop(tokio::spawn(carry(panel, broker.clone(), cut.clone()))),
            // For example out of file descriptors: the panels will try again.
            Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
        }
    }
}

async fn carry(mut panel: TcpStream, broker: (String, u16), mut cut: watch::Receiver<bool>) {
    if *cut.borrow_and_update() {
        return;
    }
    let Ok(mut broker) = TcpStream::connect(broker).await else { return };
    tokio::select! {
        _ended = copy_bidirectional(&mut panel, &mut broker) => {}
        _was_cut = cut.wait_for(|cut| *cut) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    async fn echo() -> u16 {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                tokio::spawn(async move {
                    let (mut from, mut to) = stream.split();
                    tokio::io::copy(&mut from, &mut to).await
                });
            }
        });
        port
    }

    async fn speaks(wire: &Wire) -> bool {
        let mut stream = TcpStream::connect(wire.address).await.unwrap();
        stream.write_all(b"x").await.unwrap();
        stream.read_exact(&mut [0]).await.is_ok()
    }

    #[tokio::test]
    async fn a_cut_wire_carries_nothing_until_it_is_restored() {
        let wire = Wire::lay(0, ("127.0.0.1".into(), echo().await)).await.unwrap();
        assert!(speaks(&wire).await);
        wire.cut();
        assert!(!speaks(&wire).await);
        wire.restore();
        assert!(speaks(&wire).await);
    }

    #[tokio::test]
    async fn cutting_ends_open_connections() {
        let wire = Wire::lay(0, ("127.0.0.1".into(), echo().await)).await.unwrap();
        let mut stream = TcpStream::connect(wire.address).await.unwrap();
        stream.write_all(b"x").await.unwrap();
        stream.read_exact(&mut [0]).await.unwrap();
        wire.cut();
        assert!(stream.read_exact(&mut [0]).await.is_err());
    }
}
