//! The telephony service against a real database.
mod call_history;
mod calls;
mod concierge_devices;
mod contacts;
mod credentials;
mod forward_rule;
mod generation;
mod interception;
#[path = "../edge/kamailio.rs"]
mod kamailio;
mod managed_calls;
mod number_events;
mod projection;
mod routing;
mod sip_number;
mod sip_service;
mod sip_trunk;
mod site;
mod world;

use testing::App;

#[tokio::test]
async fn every_table_is_under_row_level_security() {
    let app = App::start("telephony", &telephony::MIGRATIONS).await;
    assert_eq!(testing::rows_without_tenancy(&app).await, Vec::<String>::new());
}
