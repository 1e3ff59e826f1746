//! A subscription to Redis outlives its connections.
use std::sync::Arc;
use std::time::Duration;

use kit::redis::{Received, Subscription};
use kit::{Redis, Settings};
use redis::AsyncCommands;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use url::Url;

/// What stands between the subscription and Redis.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Network {
    Open,
    /// Connections break, and no new one is made.
    Cut,
    /// Connections stay, and nothing comes through.
    Silent,
}

struct Proxy {
    url: String,
    network: Arc<watch::Sender<Network>>,
}

impl Proxy {
    async fn start() -> Proxy {
        let mut url = Url::parse(&Settings::from_env().unwrap().redis_url).unwrap();
        let redis = format!("{}:{}", url.host_str().unwrap(), url.port().unwrap_or(6379));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        url.set_host(Some("127.0.0.1")).unwrap();
        url.set_port(Some(address.port())).unwrap();
        let network = Arc::new(watch::Sender::new(Network::Open));
        let states = network.clone();
        tokio::spawn(async move {
            while let Ok((connection, _)) = listener.accept().await {
                tokio::spawn(forward(connection, redis.clone(), states.subscribe()));
            }
        });
        Proxy { url: url.into(), network }
    }

    fn set(&self, network: Network) {
        self.network.send_replace(network);
    }
}

async fn forward(mut client: TcpStream, redis: String, mut network: watch::Receiver<Network>) {
    if *network.borrow() == Network::Cut {
        return;
    }
    let mut server = TcpStream::connect(redis).await.unwrap();
    loop {
        let state = *network.borrow_and_update();
        tokio::select! {
            _ = copy_bidirectional(&mut client, &mut server), if state == Network::Open => return,
            changed = network.changed() => if changed.is_err() || *network.borrow() == Network::Cut { return },
        }
    }
}

struct Site {
    proxy: Proxy,
    direct: Redis,
    channel: String,
    subscription: Subscription,
}

impl Site {
    async fn start() -> Site {
        let proxy = Proxy::start().await;
        let channel = format!("test:{}", uuid::Uuid::now_v7());
        let subscription = Redis::new(&proxy.url).unwrap().subscribe(&channel);
        let direct = Redis::new(&Settings::from_env().unwrap().redis_url).unwrap();
        Site { proxy, direct, channel, subscription }
    }

    async fn next(&mut self) -> Received {
        tokio::time::timeout(Duration::from_secs(60), self.subscription.next()).await.expect("the subscription reports something")
    }

    async fn publish(&mut self, message: &str) {
        self.direct.publish::<_, _, ()>(&self.channel, message).await.unwrap();
    }

    async fn expect(&mut self, message: &str) {
        self.publish(message).await;
        assert_eq!(self.next().await, Received::Message(message.into()));
    }
}

#[tokio::test]
async fn messages_arrive_once_it_is_subscribed() {
    let mut site = Site::start().await;
    assert_eq!(site.next().await, Received::Subscribed);
    site.expect("one").await;
    site.expect("two").await;
}

#[tokio::test]
async fn a_broken_connection_is_reported_and_made_again() {
    let mut site = Site::start().await;
    assert_eq!(site.next().await, Received::Subscribed);
    site.proxy.set(Network::Cut);
    assert_eq!(site.next().await, Received::Lost);
    site.publish("lost").await;
    site.proxy.set(Network::Open);
    assert_eq!(site.next().await, Received::Subscribed);
    site.expect("after").await;
}

#[tokio::test]
async fn a_connection_on_which_nothing_comes_any_more_is_lost() {
    let mut site = Site::start().await;
    assert_eq!(site.next().await, Received::Subscribed);
    site.proxy.set(Network::Silent);
    assert_eq!(site.next().await, Received::Lost);
    site.proxy.set(Network::Open);
    assert_eq!(site.next().await, Received::Subscribed);
    site.expect("after").await;
}

#[tokio::test]
async fn a_quiet_connection_stays() {
    let mut site = Site::start().await;
    assert_eq!(site.next().await, Received::Subscribed);
    // Longer than the keep-alive interval and its time-out.
    let quiet = tokio::time::timeout(Duration::from_secs(8), site.subscription.next()).await;
    assert!(quiet.is_err(), "{quiet:?}");
    site.expect("after").await;
}
