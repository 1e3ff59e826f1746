//! How long calls may last.
use super::house::{House, eventually};
use super::rtp::Voice;
use proto::vestibule::events::v1::{ProjectSettingsChanged, ProjectSip};
use testing::PROJECT;

impl House {
    async fn talks_for(&self, talk_timeout: i32) {
        let sip = Some(ProjectSip { is_enabled: true, talk_timeout, ..Default::default() });
        self.site.deliver("domains.settings.changed", &ProjectSettingsChanged { project_id: PROJECT, version: 1, sip, ..Default::default() }).await;
    }

    async fn has_answered(&self, calls: i64) {
        eventually(async || {
            let mut tx = self.site.app.context.database.tenant(PROJECT).await.unwrap();
            let answered: i64 = sqlx::query_scalar("SELECT count(*) FROM active_calls WHERE status = 'answered'").fetch_one(&mut *tx).await.unwrap();
            (answered == calls).then_some(())
        })
        .await;
    }
}

#[tokio::test]
async fn a_call_of_a_panel_ends_when_its_time_to_talk_is_up_and_no_other_does() {
    let house = House::open().await;
    house.talks_for(2).await;
    let (panel, anna, concierge, second) = (Voice::new(880).await, Voice::new(1000).await, Voice::new(1200).await, Voice::new(1400).await);

    house.exchange.register("110", 1);
    let help = house.exchange.call("201", "101", &panel.sdp(), &[("X-Sos", "1")]).answered(&panel).await;
    let helper = house.exchange.ring().await.answer(&concierge);
    house.exchange.register("112", 1);
    let call = house.exchange.call("101", "112", &anna.sdp(), &[]);
    let other = house.exchange.ring().await.answer(&second);
    let person = call.answered(&anna).await;
    house.has_answered(2).await;

    house.exchange.register("101", 1);
    let (visitor, resident) = (Voice::new(1600).await, Voice::new(1800).await);
    let call = house.exchange.call("201", "101", &visitor.sdp(), &[]);
    let flat = house.exchange.ring().await.answer(&resident);
    let door = call.answered(&visitor).await;
    house.has_answered(3).await;
    tokio::join!(door.ends(), flat.ends());
    assert_eq!(house.history(1).await[0].3, "answered");
    house.has_answered(2).await;

    help.hang_up().await;
    person.hang_up().await;
    tokio::join!(helper.ends(), other.ends());
}
