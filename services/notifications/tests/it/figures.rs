//! Figures, for people who compare: `cargo nextest run -p notifications figures --run-ignored only --no-capture`. Nothing here
//! asserts how long something took.
use std::time::Instant;

use proto::vestibule::notifications::v1::*;

use crate::communications::*;
use crate::harness::*;
use crate::mailbox::catcher_config;

const PEOPLE: i64 = 10_000;
/// Mails that are sent to the catcher, out of those that are queued.
const MAILS: usize = 1_000;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "prints figures"]
async fn figures_of_an_announce_to_ten_thousand() {
    let all = Communications::on(Site::with_mail(catcher_config()).await).await;
    all.people_of_annex(10_000, "figures").await;
    let id = all.create(&admin(), Announce { domains: vec![named(ANNEX)], send_via: SendVia::Both.into(), ..info() }).await.id;
    let begin = Instant::now();
    all.start_announce(&admin(), StartAnnounceRequest { id }).await.unwrap();
    let started = begin.elapsed();
    all.work().await;
    println!("{PEOPLE} recipients: start answered in {started:?}, all queued (rows, mails, notifications) in {:?}", begin.elapsed());
    assert_eq!(all.query("SELECT count(*) FROM announce_recipients WHERE announce_id = $1", id).await, [PEOPLE + 1]);
    // What is left of the mails would take minutes.
    all.execute("DELETE FROM mails WHERE id NOT IN (SELECT id FROM mails ORDER BY id LIMIT 1000)").await;
    let begin = Instant::now();
    let sent = all.site.mail_worker.send_due().await.unwrap();
    assert_eq!(sent, MAILS);
    println!(
        "{sent} mails by SMTP in {:?}: {:.0} a second, 3 connections of the project",
        begin.elapsed(),
        sent as f64 / begin.elapsed().as_secs_f64()
    );
}
