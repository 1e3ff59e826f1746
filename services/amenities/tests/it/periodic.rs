//! Periodic work, done by one replica of a service.
use std::time::Duration;

use amenities::MIGRATIONS;
use kit::{Context, Leadership, run_periodically};
use testing::App;
use tokio::sync::watch;

/// A replica with a periodic job that counts its runs; the test decides whether the replica leads.
struct Replica {
    leads: watch::Sender<bool>,
    runs: watch::Receiver<u32>,
}

impl Replica {
    fn start(app: &App, fails: bool) -> Self {
        let (leads, is_leader) = watch::channel(false);
        let (counter, runs) = watch::channel(0);
        let context = Context { leadership: Leadership::elected(is_leader), ..app.context.clone() };
        tokio::spawn(run_periodically(context, Duration::from_millis(1), "a run failed", move || {
            counter.send_modify(|runs| *runs += 1);
            std::future::ready(if fails { Err("no") } else { Ok(()) })
        }));
        Replica { leads, runs }
    }

    fn runs(&self) -> u32 {
        *self.runs.borrow()
    }

    /// Waits for more runs.
    async fn run_again(&mut self, more: u32) {
        let expected = self.runs() + more;
        self.runs.wait_for(|runs| *runs >= expected).await.unwrap();
    }
}

#[tokio::test]
async fn periodic_work_is_done_by_the_leader_only() {
    let app = App::start("amenities", &MIGRATIONS).await;
    let (mut first, mut second) = (Replica::start(&app, false), Replica::start(&app, false));
    first.leads.send_replace(true);
    first.run_again(3).await;
    assert_eq!(second.runs(), 0);
    first.leads.send_replace(false);
    second.leads.send_replace(true);
    second.run_again(1).await;
    let before = first.runs();
    second.run_again(3).await;
    assert_eq!(first.runs(), before);
}

#[tokio::test]
async fn a_run_that_fails_is_followed_by_the_next() {
    let app = App::start("amenities", &MIGRATIONS).await;
    let mut replica = Replica::start(&app, true);
    replica.leads.send_replace(true);
    replica.run_again(3).await;
}
