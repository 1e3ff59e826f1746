//! A sender of announces that is killed (SIGKILL): it is a process of its own, this very program, told to be one.
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use kit::Database;
use notifications::jobs::announces;
use proto::vestibule::notifications::v1::*;
use tokio::time::sleep;
use url::Url;

use crate::communications::*;
use crate::harness::*;

const DATABASE: &str = "VESTIBULE_TEST_ANNOUNCE_DATABASE";
const PEOPLE: i64 = 10_000;
const KILLS: usize = 4;
const LOOK_INTERVAL: Duration = Duration::from_millis(5);

struct SenderProcess(Child);

impl SenderProcess {
    fn start(all: &Communications) -> SenderProcess {
        let context = &all.site.app.context;
        let mut url = Url::parse(&context.settings.database_url(context.service)).unwrap();
        url.set_path(all.site.app.database());
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "announce_killed::a_test_may_send_in_a_process", "--nocapture"]);
        command.env(DATABASE, url.as_str()).stdin(Stdio::null()).stdout(Stdio::null());
        SenderProcess(command.spawn().expect("this program"))
    }
}

impl Drop for SenderProcess {
    fn drop(&mut self) {
        let _ended_already = self.0.kill().is_err() || self.0.wait().is_err();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_test_may_send_in_a_process() {
    let Ok(url) = std::env::var(DATABASE) else { return };
    let own = Communications::start().await;
    let mut service = own.site.service.clone();
    service.context.database = Database::connect_with(&url, 5, service.context.settings.database_timeouts).unwrap();
    loop {
        announces::send_due(&service).await.unwrap();
        sleep(LOOK_INTERVAL).await;
    }
}

async fn sent(all: &Communications, id: i64) -> i64 {
    all.query("SELECT count(*) FROM announce_recipients WHERE announce_id = $1", id).await[0]
}

#[tokio::test]
async fn a_sender_that_is_killed_again_and_again_reaches_each_of_ten_thousand_once() {
    let all = Communications::start().await;
    all.people_of_annex(PEOPLE, "killed").await;
    let id = all.create(&admin(), Announce { domains: vec![named(ANNEX)], send_via: SendVia::Both.into(), ..info() }).await.id;
    all.start_announce(&admin(), StartAnnounceRequest { id }).await.unwrap();
    for _ in 0..KILLS {
        let before = sent(&all, id).await;
        let process = SenderProcess::start(&all);
        while sent(&all, id).await == before {
            sleep(LOOK_INTERVAL).await;
        }
        drop(process);
    }
    let killed_at = sent(&all, id).await;
    assert!((1..PEOPLE).contains(&killed_at), "{killed_at}: killed in the middle");
    // The database ends what was killed a moment later; until then its rows are locked.
    while all.get_announce(&admin(), GetAnnounceRequest { id }).await.unwrap().status() != AnnounceStatus::Active {
        all.work().await;
        sleep(LOOK_INTERVAL).await;
    }
    for (sql, expected) in [
        ("SELECT count(*) FROM announce_recipients WHERE announce_id = $1", PEOPLE + 1),
        ("SELECT count(*) FROM notifications WHERE type = 1 AND (data->>'announce_id')::bigint = $1", PEOPLE + 1),
        ("SELECT count(DISTINCT user_id) FROM notifications WHERE type = 1 AND (data->>'announce_id')::bigint = $1", PEOPLE + 1),
        ("SELECT count(*) FROM mails WHERE kind = 'announce' AND $1 > 0", PEOPLE),
        ("SELECT count(DISTINCT to_email) FROM mails WHERE kind = 'announce' AND $1 > 0", PEOPLE),
        ("SELECT count(*) FROM announce_recipients r JOIN mails m ON m.id = r.mail_id WHERE r.announce_id = $1", PEOPLE),
    ] {
        assert_eq!(all.query(sql, id).await, [expected], "{sql}");
    }
}
