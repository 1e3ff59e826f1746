//! Waiting invitations that are sent while somebody else sends some: each user is mailed one link, and nobody waits for ever.
use identity::jobs::waiting_invitations::send_waiting;
use time::Duration;

use crate::invitation_limit::{import, invited, start, waiting};
use crate::site::Site;
use crate::token_races::{hold, one_after_another, until_waiting};

/// Of twelve users three wait, who may be invited from now on.
async fn three_wait() -> (Site, Vec<i64>) {
    let site = start(10).await;
    import(&site, 12).await;
    site.app.context.clock.advance(Duration::hours(1));
    let waiting = waiting(&site).await;
    assert_eq!(waiting.len(), 3);
    (site, waiting)
}

async fn assert_each_invited_once(site: &Site) {
    let mut all: Vec<String> = (0..12).map(|index| site.email(&format!("guest-{index}"))).collect();
    all.sort();
    assert_eq!(invited(site).await, all);
    let mut tx = site.app.context.database.system().await.unwrap();
    let counted: i32 = sqlx::query_scalar("SELECT sent FROM invitation_hours").fetch_one(&mut *tx).await.unwrap();
    assert_eq!(counted, 3);
    drop(tx);
    assert_eq!(waiting(site).await, Vec::<i64>::new());
}

#[tokio::test]
async fn whoever_is_sent_a_link_while_waiting_is_not_sent_another() {
    let (site, waiting) = three_wait().await;
    let (by_hand, by_clock) = one_after_another(&site, waiting[0], site.send_link(&site.admin, waiting[0]), send_waiting(&site.identity)).await;
    by_hand.unwrap();
    by_clock.unwrap();
    assert_each_invited_once(&site).await;
}

#[tokio::test]
async fn of_two_rounds_at_once_one_sends_what_waits() {
    let (site, waiting) = three_wait().await;
    let (first, second) = one_after_another(&site, waiting[0], send_waiting(&site.identity), send_waiting(&site.identity)).await;
    first.unwrap();
    second.unwrap();
    assert_each_invited_once(&site).await;
}

#[tokio::test]
async fn invitations_of_several_inviters_wait_in_no_circle_with_one_by_hand() {
    let (site, waiting) = three_wait().await;
    let last = waiting[2];
    site.as_system(&format!("UPDATE waiting_invitations SET inviter = 'Boris' WHERE user_id = {last}")).await;
    // As `send_registration_link`: the user, then what the project may send.
    let mut held = hold(&site, "users", last).await;
    let by_hand = async {
        until_waiting(&site, "users", 1).await;
        let hour = "SELECT FROM invitation_hours WHERE project_id = $1 FOR UPDATE";
        let locked = sqlx::query(hour).bind(site.project).execute(&mut *held).await;
        held.rollback().await.unwrap();
        locked.unwrap();
    };
    let (by_clock, ()) = tokio::join!(send_waiting(&site.identity), by_hand);
    by_clock.unwrap();
    assert_each_invited_once(&site).await;
}
