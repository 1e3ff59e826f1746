use futures::StreamExt;
use kit::realtime::{self, Audience, Push};
use proto::vestibule::events::v1::NumberChanged;
use proto::vestibule::identity::v1::GetProfileRequest;
use proto::vestibule::identity::v1::profiles_server::Profiles;

use crate::site::{Person, Site};

async fn deliver_number(site: &Site, number: NumberChanged) {
    site.deliver("telephony.number.changed", &NumberChanged { project_id: site.project, ..number }).await;
}

async fn profile_number(site: &Site, person: &Person) -> Option<String> {
    let profile = site.profiles().get_profile(site.request(&person.caller, GetProfileRequest {})).await.unwrap().into_inner();
    profile.profile.unwrap().sip_number
}

fn number(id: i64, number: &str, user_id: i64, version: i64) -> NumberChanged {
    NumberChanged { id, number: number.into(), user_id, version, is_active: true, ..Default::default() }
}

#[tokio::test]
async fn a_profile_shows_the_lowest_number_that_is_switched_on() {
    let site = Site::start().await;
    let (anna, boris) = (site.person("anna", "user", &[11]).await, site.person("boris", "user", &[11]).await);
    assert_eq!(profile_number(&site, &anna).await, None);
    deliver_number(&site, number(1, "1000", anna.id, 1)).await;
    deliver_number(&site, number(2, "200", anna.id, 1)).await;
    deliver_number(&site, NumberChanged { is_active: false, ..number(3, "100", anna.id, 1) }).await;
    assert_eq!(profile_number(&site, &anna).await.as_deref(), Some("200"), "a shorter one is lower");
    assert_eq!(profile_number(&site, &boris).await, None);
}

#[tokio::test]
async fn a_number_that_is_taken_away_is_shown_no_more() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    deliver_number(&site, number(1, "100", anna.id, 1)).await;
    deliver_number(&site, number(2, "101", anna.id, 1)).await;
    deliver_number(&site, NumberChanged { deleted: true, ..number(1, "100", anna.id, 3) }).await;
    deliver_number(&site, number(1, "100", anna.id, 2)).await;
    assert_eq!(profile_number(&site, &anna).await.as_deref(), Some("101"), "an older snapshot changes nothing");
    deliver_number(&site, number(2, "101", 0, 2)).await;
    assert_eq!(profile_number(&site, &anna).await, None);
}

#[tokio::test]
async fn who_gets_or_loses_a_number_is_told_at_once_and_finds_it_in_the_profile() {
    let site = Site::start().await;
    let (anna, boris) = (site.person("anna", "user", &[11]).await, site.person("boris", "user", &[11]).await);
    let client = redis::Client::open(site.app.context.settings.redis_url.as_str()).unwrap();
    let mut pushes = client.get_async_pubsub().await.unwrap();
    pushes.subscribe(realtime::channel(&site.app.context.settings)).await.unwrap();
    let mut heard = pushes.into_on_message();
    let mut next = async || loop {
        let message = tokio::time::timeout(std::time::Duration::from_secs(30), heard.next()).await.expect("a push").unwrap();
        let Ok(push) = serde_json::from_slice::<Push>(message.get_payload_bytes()) else { continue };
        // Every test's pushes go through the same channel.
        if push.project_id == site.project && push.data == serde_json::json!({ "type": "SipNumberChanged" }) {
            let Audience::User(user) = push.audience else { panic!("it is the user's own business") };
            assert_eq!(push.topic, format!("private-users.{user}"));
            return user;
        }
    };
    deliver_number(&site, number(1, "100", anna.id, 1)).await;
    assert_eq!(next().await, anna.id);
    assert_eq!(profile_number(&site, &anna).await.as_deref(), Some("100"));
    deliver_number(&site, number(1, "100", anna.id, 1)).await;
    deliver_number(&site, number(1, "100", boris.id, 2)).await;
    assert_eq!((next().await, next().await), (anna.id, boris.id), "a number that is known already is not pushed again");
    assert_eq!(profile_number(&site, &anna).await, None);
}
