//! From the request to the mailbox, whatever lies between.
use notifications::events::MAIL;
use notifications::mail::config::Config;
use notifications::mail::post::Post;
use proto::vestibule::events::v1::MailRequested;
use time::Duration;
use tokio::net::{TcpListener, TcpSocket, TcpStream};

use crate::mailbox::*;
use crate::site::*;

/// Hands every connection on to the catcher.
async fn lead_to_catcher(listener: TcpListener) {
    while let Ok((mut near, _)) = listener.accept().await {
        tokio::spawn(async move {
            let mut far = TcpStream::connect(("127.0.0.1", smtp_port())).await.unwrap();
            let _either_hangs_up = tokio::io::copy_bidirectional(&mut near, &mut far).await;
        });
    }
}

#[tokio::test]
async fn a_mail_arrives_once_in_the_receivers_language_although_it_is_asked_twice_and_the_server_is_away_at_first() {
    // A port that is taken and does not answer.
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let port = socket.local_addr().unwrap().port();
    let config = Config::new(&format!("smtp://127.0.0.1:{port}"), "Vestibule <no-reply@vestibule.test>", "").unwrap();
    let (site, ann) = (Site::with_mail(config).await, somebody());

    site.asks_twice_for(&code_for(&ann, "ru")).await;
    assert_eq!(site.post.round().await.unwrap(), 1);
    assert_eq!(site.queue().await.iter().map(|(state, attempts, _)| (*state, *attempts)).collect::<Vec<_>>(), [(1, 1)]);
    assert_eq!(site.post.round().await.unwrap(), 0, "it waits for its time");

    tokio::spawn(lead_to_catcher(socket.listen(16).unwrap()));
    site.app.context.clock.advance(Duration::seconds(5));
    assert_eq!(site.post.round().await.unwrap(), 1);
    site.app.context.clock.advance(Duration::days(1));
    assert_eq!(site.post.round().await.unwrap(), 0);
    assert_eq!(site.queue().await, [(2, 2, String::new())]);

    let mail = mail_of(&ann).await;
    assert_eq!(mail["subject"], "482913 — ваш код для Vestibule");
    assert_eq!(mail["from"], "Vestibule <no-reply@vestibule.test>");
    for part in ["text", "html"] {
        let part = mail[part].as_str().unwrap();
        assert!(part.contains("482913") && part.contains("Здравствуйте, Ann") && part.contains("30 минут"), "{part}");
    }
}

#[tokio::test]
async fn the_event_is_taken_once_even_when_the_inbox_has_forgotten_it() {
    let site = Site::start().await;
    site.asks_twice_for(&code_for("ann@y.test", "en")).await;
    assert_eq!(site.queue().await.len(), 1);
}

#[tokio::test]
async fn a_mail_waits_while_there_is_no_mail_server_and_that_is_counted() {
    let (site, ann) = (Site::start().await, somebody());
    site.asks_for(&code_for(&ann, "en")).await;
    site.post.round().await.unwrap();
    site.post.count().await;
    assert_eq!(site.queue().await, [(1, 0, String::new())]);
    let metrics = site.app.context.metrics.text();
    assert!(metrics.contains("mails_waiting 1\n") && metrics.contains("mails_without_server 1\n"), "{metrics}");

    // Somebody enters one.
    site.settings(1, Some(own_server(&site, "right")), None).await;
    site.app.context.clock.advance(Duration::seconds(30));
    site.post.round().await.unwrap();
    site.post.count().await;
    mail_of(&ann).await;
    assert!(site.app.context.metrics.text().contains("mails_without_server 0\n"));
}

#[tokio::test]
async fn a_mail_is_not_sent_once_what_it_says_is_void() {
    let (site, ann) = (Site::with_mail(caught()).await, somebody());
    let half_an_hour = site.app.context.clock.now() + Duration::minutes(30);
    site.asks_for(&MailRequested { expires_at: Some(kit::clock::to_proto(half_an_hour)), ..code_for(&ann, "en") }).await;
    site.app.context.clock.advance(Duration::minutes(30));
    site.post.round().await.unwrap();
    assert_eq!(site.queue().await, [(3, 1, "it was not sent in time".into())]);
    assert!(mails_of(&ann).await.is_empty());
}

#[tokio::test]
async fn a_mail_is_given_up_after_a_day_of_attempts() {
    let site = Site::with_mail(caught()).await;
    site.asks_for(&code_for("ann@later.test", "en")).await;
    let mut attempts = 0;
    while site.queue().await[0].0 == 1 {
        attempts += site.post.round().await.unwrap();
        site.app.context.clock.advance(Duration::minutes(30));
        assert!(attempts < 100);
    }
    let (state, _, error) = &site.queue().await[0];
    assert_eq!((*state, attempts > 10), (3, true), "{attempts}");
    assert!(error.contains("come back later") || error.contains("in time"), "{error}");
}

#[tokio::test]
async fn a_receiver_who_is_refused_for_good_is_not_tried_again_and_one_refused_for_now_is() {
    let site = Site::with_mail(caught()).await;
    site.asks_for(&code_for("ann@refused.test", "en")).await;
    site.asks_for(&code_for("ann@later.test", "en")).await;
    site.post.round().await.unwrap();
    let queue = site.queue().await;
    assert_eq!((queue[0].0, queue[1].0), (3, 1));
    assert!(queue[0].2.contains("no such mailbox here") && queue[1].2.contains("come back later"), "{queue:?}");
}

#[tokio::test]
async fn what_cannot_be_a_mail_fails_and_stops_nothing() {
    let (site, ann) = (Site::with_mail(caught()).await, somebody());
    site.asks_for(&code_for("not an address", "en")).await;
    site.asks_for(&MailRequested { kind: "flying".into(), ..code_for(&ann, "en") }).await;
    site.asks_for(&code_for(&ann, "en")).await;
    site.post.round().await.unwrap();
    assert_eq!(site.queue().await.iter().map(|mail| mail.0).collect::<Vec<_>>(), [3, 3, 2]);
    mail_of(&ann).await;
}

#[tokio::test]
async fn replicas_side_by_side_send_each_mail_once() {
    let (site, everybody) = (Site::with_mail(caught()).await, (0..24).map(|_| somebody()).collect::<Vec<_>>());
    for email in &everybody {
        site.asks_for(&code_for(email, "en")).await;
    }
    let other = Post::new(site.app.context.clone(), std::sync::Arc::new(caught()));
    let (mine, others) = tokio::join!(site.post.round(), other.round());
    assert_eq!(mine.unwrap() + others.unwrap(), everybody.len());
    for email in &everybody {
        mail_of(email).await;
    }
}

#[tokio::test]
async fn a_mail_whose_replica_died_is_taken_over_after_its_lease() {
    let (site, ann) = (Site::with_mail(caught()).await, somebody());
    site.asks_for(&code_for(&ann, "en")).await;
    // As a replica that took it and said no more.
    let mut tx = site.app.context.database.system().await.unwrap();
    sqlx::query("UPDATE mails SET attempts = 1, next_attempt_at = next_attempt_at + interval '3 minutes'").execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(site.post.round().await.unwrap(), 0);
    site.app.context.clock.advance(Duration::minutes(3));
    assert_eq!(site.post.round().await.unwrap(), 1);
    mail_of(&ann).await;
}

#[tokio::test]
async fn codes_and_links_are_sealed_while_a_mail_waits_and_gone_when_it_is_sent() {
    let (site, ann) = (Site::with_mail(caught()).await, somebody());
    site.asks_for(&code_for(&ann, "en")).await;
    let values = async || -> Option<Vec<u8>> {
        let mut tx = site.app.context.database.system().await.unwrap();
        sqlx::query_scalar("SELECT sealed_values FROM mails").fetch_one(&mut *tx).await.unwrap()
    };
    let sealed = values().await.unwrap();
    assert!(!sealed.windows(6).any(|window| window == b"482913"));
    site.post.round().await.unwrap();
    assert_eq!(values().await, None);
}

#[tokio::test]
async fn a_project_with_too_many_waiting_mails_gets_no_more_in() {
    let site = Site::start().await;
    let mut tx = site.app.context.database.system().await.unwrap();
    sqlx::query(
        "INSERT INTO mails (project_id, event_id, kind, to_email, to_name, locale, state, next_attempt_at, expires_at, created_at)
         SELECT 1, gen_random_uuid(), 'test_mail', 'x@y.test', '', 'en', 1, now(), now(), now() FROM generate_series(1, 50001)",
    )
    .execute(&mut *tx)
    .await
    .unwrap();
    tx.commit().await.unwrap();
    site.asks_for(&code_for("ann@y.test", "en")).await;
    site.asks_for(&MailRequested { project_id: testing::OTHER_PROJECT, ..code_for("bob@y.test", "en") }).await;
    let mut queue = site.queue().await;
    assert_eq!(queue.pop().unwrap().0, 1, "another project's is taken");
    assert_eq!(queue.pop().unwrap(), (3, 0, "too many mails wait".into()));
}

#[tokio::test]
async fn mails_out_of_the_queue_are_kept_for_a_month_and_10_000_of_a_project() {
    let site = Site::start().await;
    let now = site.app.context.clock.now();
    let mut tx = site.app.context.database.system().await.unwrap();
    for (project, count, age) in [(1_i64, 10_003, 1), (2, 5, 31), (2, 7, 29)] {
        sqlx::query(
            "INSERT INTO mails (project_id, event_id, kind, to_email, to_name, locale, state, next_attempt_at, expires_at, created_at, finished_at)
             SELECT $1, gen_random_uuid(), 'test_mail', 'x@y.test', '', 'en', 2, $3, $3, $3, $3 FROM generate_series(1, $2)",
        )
        .bind(project)
        .bind(count)
        .bind(now - Duration::days(age))
        .execute(&mut *tx)
        .await
        .unwrap();
    }
    tx.commit().await.unwrap();
    assert_eq!(notifications::retention::forget_old(&site.app.context).await.unwrap(), 8);
    assert_eq!(site.queue().await.len(), 10_007);
}

#[tokio::test]
async fn an_event_that_is_no_mail_is_not_taken() {
    let site = Site::start().await;
    let delivery = kit::consumer::Delivery { id: uuid::Uuid::now_v7(), topic: MAIL.into(), payload: vec![0xff; 8] };
    let mut tx = site.app.context.database.system().await.unwrap();
    assert!(kit::consumer::Handler::handle(&site.events, &mut tx, &delivery).await.is_err());
}
