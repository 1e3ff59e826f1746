//! Services of a platform start in any order. A service that starts last still receives the events that were published before.
use acceptance::Platform;
use anyhow::ensure;
use reqwest::Method;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn events_published_before_the_first_start_of_a_service_are_kept_for_it() {
    let (platform, licensing) = Platform::start_without("licensing").await.expect("the platform starts");
    let admin = platform.project("early", "admin@early.test").await.expect("a project");
    let sent = async || {
        let unsent = platform.unsent().await?;
        ensure!(unsent == 0, "{unsent} events wait");
        platform.call(Some(&admin), Method::GET, "/profile", None).await
    };
    platform.eventually("identity has published its project", sent).await.expect("everything is sent");

    platform.start_services(licensing);
    let licensed = async || {
        let list = platform.call(Some(&admin), Method::GET, "/licenses", None).await?;
        ensure!(list.body["total"] == 1, "{list:?}");
        Ok(list)
    };
    platform.eventually("the licence of the project", licensed).await.expect("licensing has heard of the project");
    platform.stop().await;
}
