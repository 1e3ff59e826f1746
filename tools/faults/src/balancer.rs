//! A TCP balancer before the replicas of a service, like a Service of Kubernetes: each connection goes to the next ready
//! replica and stays there. A connection that fails is not retried on another replica.
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

/// Between two readiness probes of a replica. Kubernetes probes every five seconds.
const PROBE_INTERVAL: Duration = Duration::from_millis(100);
/// As the chart's readiness probe: the time-out of a probe, and the failures in a row after which a replica is not ready.
const PROBE_TIMEOUT: Duration = Duration::from_secs(5);
const FAILURES: u32 = 2;

/// A replica: the address of its service, and of its readiness probe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replica {
    pub serves: SocketAddr,
    pub admin: SocketAddr,
}

#[derive(Clone, Default)]
struct Replicas(Arc<Mutex<Vec<(Replica, bool)>>>);

/// Ends with the replicas.
pub struct Balancer {
    replicas: Replicas,
    client: reqwest::Client,
    tasks: Mutex<JoinSet<()>>,
}

impl Balancer {
    pub async fn lay(address: SocketAddr) -> Result<Self> {
        let listener = TcpListener::bind(address).await.with_context(|| format!("{address} for a balancer"))?;
        let replicas = Replicas::default();
        let client = reqwest::Client::builder().timeout(PROBE_TIMEOUT).no_proxy().pool_max_idle_per_host(0).build()?;
        let mut tasks = JoinSet::new();
        tasks.spawn(accept(listener, replicas.clone()));
        Ok(Balancer { replicas, client, tasks: Mutex::new(tasks) })
    }

    /// Adds a replica: it is probed, and gets connections while it is ready.
    pub fn add(&self, replica: Replica) {
        self.replicas.lock().push((replica, false));
        let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        tasks.spawn(watch(self.client.clone(), replica, self.replicas.clone()));
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

    /// Records the result of a probe and the number of failures in a row. Returns whether the replica is still listed.
    fn note(&self, replica: Replica, is_ready: bool, failures: u32) -> bool {
        let mut known = self.lock();
        let found = known.iter_mut().find(|(known, _)| *known == replica);
        found.map(|(_, was_ready)| *was_ready = is_ready || *was_ready && failures < FAILURES).is_some()
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

/// Probes a replica until it is removed. Each has its own task, so that one that hangs does not delay the others.
async fn watch(client: reqwest::Client, replica: Replica, replicas: Replicas) {
    let mut failures = 0;
    loop {
        let look = client.get(format!("http://{}/readyz", replica.admin)).send().await;
        let is_ready = look.is_ok_and(|answer| answer.status().is_success());
        failures = if is_ready { 0 } else { failures + 1 };
        if !replicas.note(replica, is_ready, failures) {
            return;
        }
        tokio::time::sleep(PROBE_INTERVAL).await;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU32;

    use e2e_harness::wait::until;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    const LONG: Duration = Duration::from_secs(30);

    /// A replica that sends its name to each connection, and fails that many probes.
    async fn replica(name: u8, refusals: Arc<AtomicU32>) -> Replica {
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
                let refuses = refusals.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_ok();
                let status = if refuses { "503 Service Unavailable" } else { "200 OK" };
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
    async fn connections_are_balanced_over_the_ready_replicas() {
        let _another_test_may_have_done_it = rustls::crypto::ring::default_provider().install_default();
        let free = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
        let balancer = Balancer::lay(free).await.unwrap();
        assert_eq!(answer(free).await, 0, "nobody is there");
        let refusals = Arc::new(AtomicU32::new(0));
        let (first, second) = (replica(1, Arc::default()).await, replica(2, refusals.clone()).await);
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

        refusals.store(u32::MAX, Ordering::SeqCst);
        until(LONG, "one leaves", || async {
            anyhow::ensure!(!balancer.is_ready(second));
            Ok(())
        })
        .await
        .unwrap();
        assert_eq!([answer(free).await, answer(free).await], [1, 1]);
    }

    #[tokio::test]
    async fn one_failed_probe_removes_no_replica() {
        let _another_test_may_have_done_it = rustls::crypto::ring::default_provider().install_default();
        let free = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
        let balancer = Balancer::lay(free).await.unwrap();
        let refusals = Arc::new(AtomicU32::new(0));
        let only = replica(1, refusals.clone()).await;
        balancer.add(only);
        let ready = || async {
            anyhow::ensure!(balancer.is_ready(only));
            Ok(())
        };
        until(LONG, "it is ready", ready).await.unwrap();
        refusals.store(1, Ordering::SeqCst);
        while refusals.load(Ordering::SeqCst) > 0 {
            tokio::time::sleep(PROBE_INTERVAL / 20).await;
        }
        for _ in 0..40 {
            assert!(balancer.is_ready(only), "only one look has failed");
            tokio::time::sleep(PROBE_INTERVAL / 20).await;
        }
    }
}
