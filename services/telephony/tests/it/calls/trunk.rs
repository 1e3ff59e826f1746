//! Calls to outside, by trunks that ask for credentials.
use super::house::{House, eventually};
use super::provider::{LOGIN, PASSWORD};
use super::rtp::Voice;
use proto::vestibule::events::v1::{GroupSettingsChanged, GroupTrunk};
use testing::{NOW, PROJECT};

use crate::site::BUILDING_1;

impl House {
    /// A trunk of building 1, whose people may call out.
    async fn has_trunk(&self, password: &str, registers: bool) {
        let trunk = Some(GroupTrunk { is_enabled: true, outgoing_number: "+4930100".into() });
        let settings = GroupSettingsChanged { project_id: PROJECT, id: BUILDING_1, version: 1, trunk, ..Default::default() };
        self.site.deliver("domains.group_settings.changed", &settings).await;
        let mut tx = self.site.app.context.database.tenant(PROJECT).await.unwrap();
        sqlx::query(
            "WITH made AS (
                 INSERT INTO sip_trunks (project_id, name, outgoing_number, termination_uri, login, sealed_password, is_registration_enabled,
                                         status, created_at, updated_at)
                 VALUES (1, 'Provider', '+4930100', $1, $2, $3, $4, 'ready', $5, $5) RETURNING id)
             INSERT INTO sip_trunk_groups (trunk_id, group_id, project_id) SELECT id, $6, 1 FROM made",
        )
        .bind(format!("sip:{}", self.exchange.address))
        .bind(LOGIN)
        .bind(self.site.app.context.sealer.seal_for("telephony.trunk.password", password))
        .bind(registers)
        .bind(NOW)
        .bind(BUILDING_1)
        .execute(&mut *tx)
        .await
        .unwrap();
        tx.commit().await.unwrap();
    }

    async fn calls_outside(&self, number: &str) {
        let (caller, outside) = (Voice::new(880).await, Voice::new(1200).await);
        let call = self.exchange.call(number, "+4940555", &caller.sdp(), &[]);
        let phone = self.exchange.ring().await.answer(&outside);
        call.answered(&caller).await.hang_up().await;
        phone.ends().await;
    }

    async fn is_refused_outside(&self, number: &str) {
        let caller = Voice::new(880).await;
        self.exchange.call(number, "+4940555", &caller.sdp(), &[]).refused().await;
        assert!(self.exchange.is_quiet().await);
    }

    async fn trunk_becomes(&self, status: &str) -> Option<String> {
        eventually(async || {
            let mut tx = self.site.app.context.database.tenant(PROJECT).await.unwrap();
            let (now, message): (String, Option<String>) =
                sqlx::query_as("SELECT status, status_message FROM sip_trunks").fetch_one(&mut *tx).await.unwrap();
            (now == status).then_some(message)
        })
        .await
    }
}

#[tokio::test]
async fn a_resident_calls_out_by_the_groups_trunk_with_its_credentials() {
    let house = House::open().await;
    house.has_trunk(PASSWORD, false).await;
    let (anna, outside) = (Voice::new(880).await, Voice::new(1200).await);
    let call = house.exchange.call("101", "+4940555", &anna.sdp(), &[]);
    let ring = house.exchange.ring().await;
    assert_eq!(ring.request.uri.user(), Some("+4940555"));
    assert!(ring.request.to_string().contains("<sip:+4930100@"), "the INVITE has the group's number as its caller");
    let headers = ring.request.headers.iter().map(|header| header.name().to_lowercase()).filter(|name| name.starts_with("x-")).collect::<Vec<_>>();
    assert_eq!(headers, Vec::<String>::new(), "what goes on in the house is not the provider's to know");
    let phone = ring.answer(&outside);
    let caller = call.answered(&anna).await;
    anna.hears(1200).await;
    outside.hears(880).await;
    caller.hang_up().await;
    phone.ends().await;
    let history = house.history(1).await;
    assert_eq!((history[0].1.as_str(), history[0].2.as_str(), history[0].3.as_str()), ("+4940555", "+4940555", "answered"));
}

#[tokio::test]
async fn a_trunk_and_each_of_its_callers_have_an_amount_of_calls_a_day() {
    let mut house = House::open().await;
    house.has_trunk(PASSWORD, false).await;
    house.restart_with_outside_calls(6); // a fifth, rounded up: two for each caller
    house.calls_outside("101").await;
    house.calls_outside("101").await;
    house.is_refused_outside("101").await;
    house.calls_outside("110").await;
    house.restart_with_outside_calls(3);
    house.is_refused_outside("110").await;
}

#[tokio::test]
async fn numbers_outside_are_called_by_the_prefixes_of_the_installation_alone() {
    let mut house = House::open().await;
    house.has_trunk(PASSWORD, false).await;
    house.restart_with_prefixes("+31,+4930");
    house.is_refused_outside("101").await;
    house.restart_with_prefixes("+31,+4940");
    house.calls_outside("101").await;
}

#[tokio::test]
async fn a_trunk_with_a_wrong_password_fails_the_call() {
    let house = House::open().await;
    house.has_trunk("wrong", false).await;
    let anna = Voice::new(880).await;
    house.exchange.call("101", "+4940555", &anna.sdp(), &[]).refused().await;
    assert_eq!(house.history(1).await[0].3, "failed");
    assert!(house.exchange.is_quiet().await);
}

#[tokio::test]
async fn a_trunk_registers_when_it_is_asked_to_and_says_what_became_of_it() {
    let house = House::open().await;
    house.has_trunk(PASSWORD, true).await;
    assert_eq!(house.trunk_becomes("registered").await, None);
    house.site.execute("UPDATE sip_trunks SET version = version + 1, sealed_password = NULL").await;
    let mut tx = house.site.app.context.database.tenant(PROJECT).await.unwrap();
    sqlx::query("UPDATE sip_trunks SET sealed_password = $1")
        .bind(house.site.app.context.sealer.seal_for("telephony.trunk.password", "wrong"))
        .execute(&mut *tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    assert_eq!(house.trunk_becomes("error").await.as_deref(), Some("403 Forbidden"));
}

#[tokio::test]
async fn a_trunk_is_registered_only_while_its_project_may_call_outside() {
    let house = House::open().await;
    house.has_trunk(PASSWORD, true).await;
    assert_eq!(house.trunk_becomes("registered").await, None);
    house.site.license(PROJECT, &["sip"], 2).await;
    let why = "the project is suspended, has no licence, or has SIP switched off";
    assert_eq!(house.trunk_becomes("error").await.as_deref(), Some(why));
    house.site.license(PROJECT, &["sip", "sip.trunks"], 3).await;
    assert_eq!(house.trunk_becomes("registered").await, None);
    house.site.execute("UPDATE projects SET suspended = true").await;
    assert_eq!(house.trunk_becomes("error").await.as_deref(), Some(why));
}

#[tokio::test]
async fn trunks_beyond_what_an_installation_registers_say_so() {
    let site = crate::site::Site::start().await;
    let line = "INSERT INTO sip_trunks (project_id, name, outgoing_number, termination_uri, login, sealed_password, is_registration_enabled, status,
                    created_at, updated_at)
                SELECT 1, 'line', '+4930100', 'sip:provider.test', 'line', '', true, 'ready', now(), now() FROM generate_series(1, 1001)";
    site.execute(line).await;
    let lines = telephony::store::trunk_registration::list(&mut site.app.context.database.system().await.unwrap()).await.unwrap();
    let refused: Vec<_> = lines.iter().filter_map(|line| line.refusal_reason()).collect();
    assert_eq!(
        (lines.len(), refused.as_slice(), lines[1000].refusal_reason()),
        (1001, &["too many trunks register"][..], Some("too many trunks register"))
    );
    site.license(testing::PROJECT, &["sip"], 2).await;
    let lines = telephony::store::trunk_registration::list(&mut site.app.context.database.system().await.unwrap()).await.unwrap();
    assert!(lines.iter().all(|line| !line.is_open && !line.is_beyond));
}

#[tokio::test]
async fn a_trunk_leads_into_no_private_network_that_the_operator_does_not_allow() {
    let mut house = House::open().await;
    house.restart_among_public_networks_only();
    house.has_trunk(PASSWORD, true).await;
    assert_eq!(house.trunk_becomes("error").await.as_deref(), Some("the address is in a private network"));
    let anna = Voice::new(880).await;
    house.exchange.call("101", "+4940555", &anna.sdp(), &[]).refused().await;
    assert_eq!(house.history(1).await[0].3, "failed");
    assert!(house.exchange.is_quiet().await);
}
