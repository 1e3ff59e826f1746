//! From the request to the mailbox, whatever lies between.
use notifications::config::Config;
use notifications::events::MAIL;
use notifications::jobs::mail_worker::MailWorker;
use proto::vestibule::events::v1::MailRequested;
use time::Duration;
use tokio::net::{TcpListener, TcpSocket, TcpStream};

use crate::harness::*;
use crate::mailbox::*;

/// Hands every connection on to the catcher.
async fn forward_to_catcher(listener: TcpListener) {
    while let Ok((mut near, _)) = listener.accept().await {
        tokio::spawn(async move {
            let mut far = TcpStream::connect(("127.0.0.1", smtp_port())).await.unwrap();
            let _either_hangs_up = tokio::io::copy_bidirectional(&mut near, &mut far).await;
        });
    }
}

#[tokio::test]
async fn a_mail_requested_twice_arrives_once_after_an_outage_of_the_server() {
    // A port that is taken and does not answer.
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let port = socket.local_addr().unwrap().port();
    let config = Config::new(&format!("smtp://127.0.0.1:{port}"), "Vestibule <no-reply@vestibule.test>", "").unwrap();
    let (site, ann) = (Site::with_mail(config).await, unique_email());

    site.request_mail_twice(&registration_code_for(&ann, "ru")).await;
    assert_eq!(site.mail_worker.send_due().await.unwrap(), 1);
    assert_eq!(site.queue().await.iter().map(|(state, attempts, _)| (*state, *attempts)).collect::<Vec<_>>(), [(1, 1)]);
    assert_eq!(site.mail_worker.send_due().await.unwrap(), 0, "it waits for its time");

    tokio::spawn(forward_to_catcher(socket.listen(16).unwrap()));
    site.app.context.clock.advance(Duration::seconds(5));
    assert_eq!(site.mail_worker.send_due().await.unwrap(), 1);
    site.app.context.clock.advance(Duration::days(1));
    assert_eq!(site.mail_worker.send_due().await.unwrap(), 0);
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
async fn an_event_queues_one_mail_even_without_the_inbox() {
    let site = Site::start().await;
    site.request_mail_twice(&registration_code_for("ann@y.test", "en")).await;
    assert_eq!(site.queue().await.len(), 1);
}

#[tokio::test]
async fn a_mail_waits_while_there_is_no_mail_server_and_that_is_counted() {
    let (site, ann) = (Site::start().await, unique_email());
    site.request_mail(&guest_key_for(&ann)).await;
    site.mail_worker.send_due().await.unwrap();
    site.mail_worker.measure_queue().await;
    assert_eq!(site.queue().await, [(1, 0, String::new())]);
    let metrics = site.app.context.metrics.text();
    assert!(metrics.contains("mails_waiting 1\n") && metrics.contains("mails_without_server 1\n"), "{metrics}");

    // Somebody enters one.
    site.settings(1, Some(own_server(&site, "right")), None).await;
    site.app.context.clock.advance(Duration::seconds(30));
    site.mail_worker.send_due().await.unwrap();
    site.mail_worker.measure_queue().await;
    mail_of(&ann).await;
    assert!(site.app.context.metrics.text().contains("mails_without_server 0\n"));
}

#[tokio::test]
async fn a_mail_about_an_account_waits_for_the_installations_server_though_the_project_has_one() {
    let (site, ann) = (Site::start().await, unique_email());
    site.settings(1, Some(own_server(&site, "right")), None).await;
    site.request_mail(&MailRequested { kind: "password_recovery".into(), ..registration_code_for(&ann, "en") }).await;
    site.request_mail(&guest_key_for(&ann)).await;
    site.mail_worker.send_due().await.unwrap();
    site.mail_worker.measure_queue().await;
    assert_eq!(site.queue().await, [(1, 0, String::new()), (2, 1, String::new())]);
    assert!(site.app.context.metrics.text().contains("mails_without_server 1\n"));
    assert_eq!(mail_of(&ann).await["subject"], "Your key for Riverside Park");
}

#[tokio::test]
async fn an_expired_mail_is_not_sent() {
    let (site, ann) = (Site::with_mail(catcher_config()).await, unique_email());
    let half_an_hour = site.app.context.clock.now() + Duration::minutes(30);
    site.request_mail(&MailRequested { expires_at: Some(kit::clock::to_proto(half_an_hour)), ..registration_code_for(&ann, "en") }).await;
    site.app.context.clock.advance(Duration::minutes(30));
    site.mail_worker.send_due().await.unwrap();
    assert_eq!(site.queue().await, [(3, 1, "it was not sent in time".into())]);
    assert!(mails_of(&ann).await.is_empty());
}

#[tokio::test]
async fn a_mail_is_given_up_after_a_day_of_attempts() {
    let site = Site::with_mail(catcher_config()).await;
    site.request_mail(&registration_code_for("ann@later.test", "en")).await;
    let mut attempts = 0;
    while site.queue().await[0].0 == 1 {
        attempts += site.mail_worker.send_due().await.unwrap();
        site.app.context.clock.advance(Duration::minutes(30));
        assert!(attempts < 100);
    }
    let (state, _, error) = &site.queue().await[0];
    assert_eq!((*state, attempts > 10), (3, true), "{attempts}");
    assert!(error.contains("come back later") || error.contains("in time"), "{error}");
}

#[tokio::test]
async fn a_permanently_refused_receiver_is_not_retried_and_a_temporarily_refused_one_is() {
    let site = Site::with_mail(catcher_config()).await;
    site.request_mail(&registration_code_for("ann@refused.test", "en")).await;
    site.request_mail(&registration_code_for("ann@later.test", "en")).await;
    site.mail_worker.send_due().await.unwrap();
    let queue = site.queue().await;
    assert_eq!((queue[0].0, queue[1].0), (3, 1));
    assert!(queue[0].2.contains("no such mailbox here") && queue[1].2.contains("come back later"), "{queue:?}");
}

#[tokio::test]
async fn a_mail_with_an_invalid_address_or_type_fails_alone() {
    let (site, ann) = (Site::with_mail(catcher_config()).await, unique_email());
    site.request_mail(&registration_code_for("not an address", "en")).await;
    site.request_mail(&MailRequested { kind: "flying".into(), ..registration_code_for(&ann, "en") }).await;
    site.request_mail(&registration_code_for(&ann, "en")).await;
    site.mail_worker.send_due().await.unwrap();
    assert_eq!(site.queue().await.iter().map(|mail| mail.0).collect::<Vec<_>>(), [3, 3, 2]);
    mail_of(&ann).await;
}

#[tokio::test]
async fn concurrent_replicas_send_each_mail_once() {
    let (site, everybody) = (Site::with_mail(catcher_config()).await, (0..24).map(|_| unique_email()).collect::<Vec<_>>());
    for email in &everybody {
        site.request_mail(&registration_code_for(email, "en")).await;
    }
    let other = MailWorker(site.service.clone());
    let (mine, others) = tokio::join!(site.mail_worker.send_due(), other.send_due());
    assert_eq!(mine.unwrap() + others.unwrap(), everybody.len());
    for email in &everybody {
        mail_of(email).await;
    }
}

#[tokio::test]
async fn a_mail_of_a_crashed_replica_is_sent_after_its_lease() {
    let (site, ann) = (Site::with_mail(catcher_config()).await, unique_email());
    site.request_mail(&registration_code_for(&ann, "en")).await;
    // As a replica that took it and said no more.
    let mut tx = site.app.context.database.system().await.unwrap();
    sqlx::query("UPDATE mails SET attempts = 1, next_attempt_at = next_attempt_at + interval '3 minutes'").execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(site.mail_worker.send_due().await.unwrap(), 0);
    site.app.context.clock.advance(Duration::minutes(3));
    assert_eq!(site.mail_worker.send_due().await.unwrap(), 1);
    mail_of(&ann).await;
}

#[tokio::test]
async fn codes_and_links_are_sealed_in_the_queue_and_deleted_once_sent() {
    let (site, ann) = (Site::with_mail(catcher_config()).await, unique_email());
    site.request_mail(&registration_code_for(&ann, "en")).await;
    let values = async || -> Option<Vec<u8>> {
        let mut tx = site.app.context.database.system().await.unwrap();
        sqlx::query_scalar("SELECT sealed_values FROM mails").fetch_one(&mut *tx).await.unwrap()
    };
    let sealed = values().await.unwrap();
    assert!(!sealed.windows(6).any(|window| window == b"482913"));
    site.mail_worker.send_due().await.unwrap();
    assert_eq!(values().await, None);
}

#[tokio::test]
async fn a_project_with_a_full_queue_queues_no_more_mails() {
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
    site.request_mail(&registration_code_for("ann@y.test", "en")).await;
    site.request_mail(&MailRequested { project_id: testing::OTHER_PROJECT, ..registration_code_for("bob@y.test", "en") }).await;
    let mut queue = site.queue().await;
    assert_eq!(queue.pop().unwrap().0, 1, "another project's is taken");
    assert_eq!(queue.pop().unwrap(), (3, 0, "too many mails wait".into()));
}

#[tokio::test]
async fn an_address_receives_at_most_10_mails_of_a_type_in_an_hour() {
    let site = Site::start().await;
    for _ in 0..25 {
        site.request_mail(&registration_code_for("ann@y.test", "en")).await;
    }
    let states: Vec<i16> = site.queue().await.iter().map(|mail| mail.0).collect();
    assert_eq!((states.iter().filter(|state| **state == 1).count(), states.len()), (10, 25));
    assert_eq!(site.queue().await.pop().unwrap(), (3, 0, "too many mails to this address".into()));
    // Other addresses, types and projects have limits of their own.
    site.request_mail(&registration_code_for("bob@y.test", "en")).await;
    site.request_mail(&MailRequested { kind: "password_changed".into(), ..registration_code_for("ann@y.test", "en") }).await;
    site.request_mail(&MailRequested { project_id: testing::OTHER_PROJECT, ..registration_code_for("ann@y.test", "en") }).await;
    site.app.context.clock.advance(Duration::minutes(61));
    site.request_mail(&registration_code_for("ann@y.test", "en")).await;
    assert!(site.queue().await.iter().skip(25).all(|mail| mail.0 == 1));
}

#[tokio::test]
async fn finished_mails_are_kept_for_30_days_and_10_000_of_a_project() {
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
    assert_eq!(notifications::jobs::retention::delete_old(&site.service).await.unwrap(), 8);
    assert_eq!(site.queue().await.len(), 10_007);
}

#[tokio::test]
async fn an_event_that_cannot_be_decoded_is_refused() {
    let site = Site::start().await;
    let delivery = kit::consumer::Delivery { id: uuid::Uuid::now_v7(), topic: MAIL.into(), payload: vec![0xff; 8] };
    let mut tx = site.app.context.database.system().await.unwrap();
    assert!(kit::consumer::Handler::handle(&site.events, &mut tx, &delivery).await.is_err());
}
