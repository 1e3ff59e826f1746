//! Work that one replica of a service does.
use std::time::Duration;

use amenities::MIGRATIONS;
use kit::{Context, Leadership, rounds};
use testing::App;
use tokio::sync::watch;

/// A job that counts its rounds, in a replica that leads when it is told so.
struct Replica {
    says: watch::Sender<bool>,
    done: watch::Receiver<u32>,
}

impl Replica {
    fn start(app: &App, fails: bool) -> Self {
        let (says, leads) = watch::channel(false);
        let (did, done) = watch::channel(0);
        let context = Context { leadership: Leadership::elected(leads), ..app.context.clone() };
        tokio::spawn(rounds(context, Duration::from_millis(1), "a round failed", move || {
            did.send_modify(|done| *done += 1);
            std::future::ready(if fails { Err("no") } else { Ok(()) })
        }));
        Replica { says, done }
    }

    fn done(&self) -> u32 {
        *self.done.borrow()
    }

    async fn does(&mut self, more: u32) {
        let wanted = self.done() + more;
        self.done.wait_for(|done| *done >= wanted).await.unwrap();
    }
}

#[tokio::test]
async fn work_of_rounds_is_done_by_the_replica_that_leads() {
    let app = App::start("amenities", &MIGRATIONS).await;
    let (mut first, mut second) = (Replica::start(&app, false), Replica::start(&app, false));
    first.says.send_replace(true);
    first.does(3).await;
    assert_eq!(second.done(), 0);
    first.says.send_replace(false);
    second.says.send_replace(true);
    second.does(1).await;
    let before = first.done();
    second.does(3).await;
    assert_eq!(first.done(), before);
}

#[tokio::test]
async fn a_round_that_fails_is_followed_by_the_next() {
    let app = App::start("amenities", &MIGRATIONS).await;
    let mut replica = Replica::start(&app, true);
    replica.says.send_replace(true);
    replica.does(3).await;
}
