//! What does not need the edge of the SIP service's own operations.
use proto::vestibule::telephony::v1::ReinitSipServiceRequest;
use proto::vestibule::telephony::v1::sip_service_server::SipService as _;
use telephony::Config;
use telephony::rpc::sip_service::SipServiceRpc;

use crate::site::*;

#[tokio::test]
async fn panels_are_told_a_changed_sip_domain_when_accounts_are_written_anew() {
    let site = Site::start().await;
    let panel = site.number(of_panel("201", PANEL_1)).await;
    let anna = site.number(of_user("101", ANNA)).await;
    let published = site.published_numbers().await;
    assert_eq!(published[0].realm, "p1.sip.test");
    let before = site.account(anna.id).await;

    let service = telephony::App::new(&site.app.context, Config { domain: "moved.test".into(), ..config() }).unwrap();
    let api = SipServiceRpc(service);
    let dealer = policy::Caller { dealer_id: 1, ..site.admin() };
    let answer = api.reinit_sip_service(site.by(&dealer, ReinitSipServiceRequest {})).await.unwrap().into_inner();
    assert_eq!(answer.accounts, 2);
    assert_ne!(site.account(anna.id).await.1, before.1);
    let published = site.published_numbers().await;
    let of_panels: Vec<_> = published.iter().map(|number| (number.id, number.realm.as_str(), number.version)).collect();
    assert_eq!(of_panels, [(panel.id, "p1.moved.test", panel_version(&published))], "a browser asks for its credentials by itself");
    assert!(!published[0].sealed_password.is_empty() && panel_version(&published) > 1);
}

fn panel_version(published: &[proto::vestibule::events::v1::NumberChanged]) -> i64 {
    published.first().map_or(0, |number| number.version)
}
