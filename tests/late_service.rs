//! Services of one platform start when they start; what the others sent until then is theirs all the same.
use acceptance::Platform;
use anyhow::ensure;
use reqwest::Method;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_sent_before_a_service_has_ever_started_is_kept_for_it() {
    let (platform, licensing) = Platform::start_without("licensing").await.expect("the platform starts");
    let admin = platform.project("early", "admin@early.test").await.expect("a project");
    let sent = async || {
        let unsent = platform.unsent().await?;
        ensure!(unsent == 0, "{unsent} events wait");
        platform.call(Some(&admin), Method::GET, "/profile", None).await
    };
    platform.eventually("identity has told of its project", sent).await.expect("everything is sent");

    platform.begin(licensing);
    let licensed = async || {
        let list = platform.call(Some(&admin), Method::GET, "/licenses", None).await?;
        ensure!(list.body["total"] == 1, "{list:?}");
        Ok(list)
    };
    platform.eventually("the licence of the project", licensed).await.expect("licensing has heard of the project");
    platform.stop().await;
}
