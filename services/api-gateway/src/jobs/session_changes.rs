//! Sessions that ended or whose rights changed, as identity publishes them.
use kit::redis::Received;

use crate::app::App;
use crate::session::SessionChange;

/// The Redis channel of the installation that identity publishes on.
const CHANNEL: &str = "sessions";

/// Runs until shutdown. While Redis is away, every session is looked up at identity.
pub async fn run(app: App) -> anyhow::Result<()> {
    let context = &app.context;
    let mut subscription = context.redis.subscribe(context.settings.redis_name(CHANNEL));
    while let Some(received) = context.shutdown.run_until_cancelled(subscription.next()).await {
        match received {
            Received::Subscribed => {
                app.sessions.start_caching();
                // Changes were lost while there was no subscription.
                app.hub.recheck_all();
            }
            Received::Lost => app.sessions.stop_caching(),
            Received::Message(message) => match serde_json::from_slice::<SessionChange>(&message) {
                Ok(change) => {
                    app.sessions.forget(&change).await;
                    app.hub.recheck(&change);
                }
                Err(error) => tracing::warn!(%error, "an invalidation cannot be parsed"),
            },
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;
    use std::sync::Arc;
    use std::time::Duration;

    use kit::db::Migrator;
    use kit::{Context, Redis, Settings};
    use policy::{Caller, CallerKind};
    use tokio::io::copy_bidirectional;
    use tokio::net::{TcpListener, TcpStream};
    use tokio::sync::mpsc::{Receiver, channel};
    use tokio::sync::watch;
    use url::Url;

    use super::*;
    use crate::config::Config;

    static NO_MIGRATIONS: Migrator = Migrator::DEFAULT;
    /// Longer than a connection takes to be made again.
    const TIMEOUT: Duration = Duration::from_secs(60);

    /// What leads to Redis: its connections break whenever it is cut, and new ones are made.
    struct Cable {
        url: String,
        cuts: watch::Sender<u32>,
    }

    impl Cable {
        async fn lay(redis_url: &str) -> Cable {
            let mut url = Url::parse(redis_url).unwrap();
            let redis = format!("{}:{}", url.host_str().unwrap(), url.port().unwrap_or(6379));
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            url.set_host(Some("127.0.0.1")).unwrap();
            url.set_port(Some(listener.local_addr().unwrap().port())).unwrap();
            let cuts = watch::Sender::new(0);
            let cut = cuts.subscribe();
            tokio::spawn(async move {
                while let Ok((connection, _)) = listener.accept().await {
                    tokio::spawn(forward(connection, redis.clone(), cut.clone()));
                }
            });
            Cable { url: url.into(), cuts }
        }

        fn cut(&self) {
            self.cuts.send_modify(|count| *count += 1);
        }
    }

    async fn forward(mut client: TcpStream, redis: String, mut cut: watch::Receiver<u32>) {
        cut.mark_unchanged();
        let mut server = TcpStream::connect(redis).await.unwrap();
        tokio::select! {
            _ = copy_bidirectional(&mut client, &mut server) => {}
            _ = cut.changed() => {}
        }
    }

    async fn is_checked<T: Debug>(inbox: &mut Receiver<T>) {
        let command = tokio::time::timeout(TIMEOUT, inbox.recv()).await.expect("the socket is checked again").expect("it is open");
        assert_eq!(format!("{command:?}"), "Recheck");
    }

    #[tokio::test]
    async fn after_an_outage_of_redis_every_socket_is_checked_again() {
        let servers = testing::App::start("api-gateway", &NO_MIGRATIONS).await;
        let cable = Cable::lay(&servers.context.settings.redis_url).await;
        let settings = Settings { amqp_prefix: format!("g{}", uuid::Uuid::new_v4().simple()), ..(*servers.context.settings).clone() };
        let context = Context { redis: Redis::new(&cable.url).unwrap(), settings: Arc::new(settings), ..servers.context.clone() };
        let app = App::new(context, Config::from_env().unwrap()).unwrap();
        let (commands, mut inbox) = channel(4);
        app.hub.add(Caller { project_id: 1, user_id: 10, kind: CallerKind::User, ..Caller::default() }, commands);
        let listening = tokio::spawn(run(app.clone()));

        is_checked(&mut inbox).await;
        // What is taken away now is published to nobody.
        cable.cut();
        is_checked(&mut inbox).await;

        app.context.shutdown.cancel();
        listening.await.unwrap().unwrap();
    }
}
