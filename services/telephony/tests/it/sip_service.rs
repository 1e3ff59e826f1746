//! What does not need the edge of the SIP service's own operations.
use proto::vestibule::telephony::v1::ReinitSipServiceRequest;
use proto::vestibule::telephony::v1::sip_service_server::SipService as _;
use telephony::{Config, Parts, rpc};

use crate::site::*;

#[tokio::test]
async fn panels_are_told_a_changed_sip_domain_when_accounts_are_written_anew() {
    let site = Site::start().await;
    let panel = site.number(of_panel("201", PANEL_1)).await;
    let anna = site.number(of_user("101", ANNA)).await;
    let told = site.announced().await;
    assert_eq!(told[0].realm, "p1.sip.test");
    let before = site.account(anna.id).await;

    let parts = Parts::new(&site.app.context, Config { domain: "moved.test".into(), ..config() }).unwrap();
    let api = rpc::sip_service::Api::new(&parts);
    let answer = api.reinit_sip_service(site.by(&site.admin(), ReinitSipServiceRequest {})).await.unwrap().into_inner();
    assert_eq!(answer.accounts, 2);
    assert_ne!(site.account(anna.id).await.1, before.1);
    let told = site.announced().await;
    let of_panels: Vec<_> = told.iter().map(|number| (number.id, number.realm.as_str(), number.version)).collect();
    assert_eq!(of_panels, [(panel.id, "p1.moved.test", panel_version(&told))], "a browser asks for its credentials by itself");
    assert!(!told[0].sealed_password.is_empty() && panel_version(&told) > 1);
}

fn panel_version(told: &[proto::vestibule::events::v1::NumberChanged]) -> i64 {
    told.first().map_or(0, |number| number.version)
}
