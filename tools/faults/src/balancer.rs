//! What stands before the replicas of a service, as a Service of Kubernetes does: each connection goes to the next
//! replica that says that it is ready. A connection stays where it is; one that leads nowhere is not tried elsewhere.
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

/// Between two looks at each replica.
const EVERY: Duration = Duration::from_millis(100);
const PATIENCE: Duration = Duration::from_secs(2);

/// A replica: where it takes connections, and where it says whether it is ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replica {
    pub serves: SocketAddr,
    pub admin: SocketAddr,
}

#[derive(Clone, Default)]
struct Replicas(Arc<Mutex<Vec<(Replica, bool)>>>);

/// Ends with what it stands before.
pub struct Balancer {
    replicas: Replicas,
    _tasks: JoinSet<()>,
}

impl Balancer {
    pub async fn lay(address: SocketAddr) -> Result<Self> {
        let listener = TcpListener::bind(address).await.with_context(|| format!("{address} for a balancer"))?;
        let replicas = Replicas::default();
        let mut tasks = JoinSet::new();
        tasks.spawn(accept(listener, replicas.clone()));
        tasks.spawn(watch(replicas.clone()));
        Ok(Balancer { replicas, _tasks: tasks })
    }

    /// From now on it is looked at, and given connections while it is ready.
    pub fn add(&self, replica: Replica) {
        self.replicas.lock().push((replica, false));
    }

    pub fn remove(&self, replica: Replica) {
        self.replicas.lock().retain(|(known, _)| *known != replica);
    }

    pub fn is_ready(&self, replica: Replica) -> bool {
        self.replicas.lock().contains(&(replica, true))
    }
}

impl Replicas {
    fn lock(&self) -> MutexGuard<'_, Vec<(Replica, bool)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ready(&self) -> Vec<Replica> {
        self.lock().iter().filter(|(_, is_ready)| *is_ready).map(|(replica, _)| *replica).collect()
    }
}

async fn accept(listener: TcpListener, replicas: Replicas) {
    let turn = AtomicUsize::new(0);
    let mut connections = JoinSet::new();
    while let Ok((client, _)) = listener.accept().await {
        while connections.try_join_next().is_some() {}
        let ready = replicas.ready();
        if !ready.is_empty() {
            connections.spawn(carry(client, ready[turn.fetch_add(1, Ordering::Relaxed) % ready.len()]));
        }
    }
}

async fn carry(mut client: TcpStream, replica: Replica) {
    let Ok(mut server) = TcpStream::connect(replica.serves).await else { return };
    let _both_nodelay = (client.set_nodelay(true), server.set_nodelay(true));
    let _ended = copy_bidirectional(&mut client, &mut server).await;
}

async fn watch(replicas: Replicas) {
    let Ok(client) = reqwest::Client::builder().timeout(PATIENCE).no_proxy().pool_max_idle_per_host(0).build() else { return };
    loop {
        let known: Vec<Replica> = replicas.lock().iter().map(|(replica, _)| *replica).collect();
        let mut looks = JoinSet::new();
        for replica in known {
            let asked = client.get(format!("http://{}/readyz", replica.admin)).send();
            looks.spawn(async move { (replica, asked.await.is_ok_and(|answer| answer.status().is_success())) });
        }
        while let Some(Ok((replica, is_ready))) = looks.join_next().await {
            if let Some(known) = replicas.lock().iter_mut().find(|(known, _)| *known == replica) {
                known.1 = is_ready;
            }
        }
        tokio::time::sleep(EVERY).await;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use rig::wait::until;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    const LONG: Duration = Duration::from_secs(30);

    /// A replica that says its name to whoever connects, and is ready while the flag says so.
    async fn replica(name: u8, is_ready: Arc<AtomicBool>) -> Replica {
        let (serving, admin) = (TcpListener::bind("127.0.0.1:0").await.unwrap(), TcpListener::bind("127.0.0.1:0").await.unwrap());
        let replica = Replica { serves: serving.local_addr().unwrap(), admin: admin.local_addr().unwrap() };
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = serving.accept().await {
                stream.write_all(&[name]).await.unwrap();
            }
        });
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = admin.accept().await {
                let _request = stream.read(&mut [0; 1024]).await;
                let status = if is_ready.load(Ordering::SeqCst) { "200 OK" } else { "503 Service Unavailable" };
                let _asker_gone = stream.write_all(format!("HTTP/1.1 {status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n").as_bytes()).await;
            }
        });
        replica
    }

    async fn answer(address: SocketAddr) -> u8 {
        let mut name = [0];
        let read = TcpStream::connect(address).await.unwrap().read_exact(&mut name).await;
        if read.is_ok() { name[0] } else { 0 }
    }

    #[tokio::test]
    async fn connections_go_in_turn_to_the_replicas_that_are_ready() {
        let _another_test_may_have_done_it = rustls::crypto::ring::default_provider().install_default();
        let free = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
        let balancer = Balancer::lay(free).await.unwrap();
        assert_eq!(answer(free).await, 0, "nobody is there");
        let stays = Arc::new(AtomicBool::new(true));
        let (first, second) = (replica(1, Arc::new(AtomicBool::new(true))).await, replica(2, stays.clone()).await);
        balancer.add(first);
        balancer.add(second);
        let both = || async {
            anyhow::ensure!(balancer.is_ready(first) && balancer.is_ready(second));
            Ok(())
        };
        until(LONG, "both are ready", both).await.unwrap();
        let mut names = [answer(free).await, answer(free).await];
        names.sort();
        assert_eq!(names, [1, 2]);

        stays.store(false, Ordering::SeqCst);
        until(LONG, "one leaves", || async {
            anyhow::ensure!(!balancer.is_ready(second));
            Ok(())
        })
        .await
        .unwrap();
        assert_eq!([answer(free).await, answer(free).await], [1, 1]);
    }
}
