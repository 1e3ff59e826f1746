//! The telephony service against a real database.
mod active_call;
mod apartment_number;
mod call_credentials;
mod call_history;
mod calls;
mod concierge_device;
mod contact;
mod forward_rule;
mod interception;
#[path = "../edge/kamailio.rs"]
mod kamailio;
mod license_limits;
mod projection;
mod routing;
mod sip_number;
mod sip_number_events;
mod sip_number_generation;
mod sip_service;
mod sip_trunk;
mod site;
mod statements;
mod world;

use testing::App;

#[tokio::test]
async fn every_table_is_under_row_level_security() {
    let app = App::start("telephony", &telephony::MIGRATIONS).await;
    assert_eq!(testing::rows_without_tenancy(&app).await, Vec::<String>::new());
}
