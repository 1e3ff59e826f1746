//! The access service against a real database.
mod access_code;
mod access_matrix;
mod access_rule;
mod adopted_list;
mod check;
mod count;
mod elevator;
mod elevator_access_rule;
mod elevator_call;
mod elevator_release;
mod ended_keys;
mod figures;
mod given_on;
mod group_deletion;
mod guest_access;
mod guest_key;
mod guest_key_races;
mod hidden_filter;
mod hidden_name;
mod identifier;
mod identifier_import;
mod identifier_import_groups;
mod identifier_photo;
mod imported_identifier;
mod license_features;
mod lists;
mod lockdown;
mod online_only;
mod passes;
mod reservation_identifier;
mod secret_guess;
mod site;
mod statements;
mod time_rule;
mod typed_code;
mod ukey2;
mod wallet_pass;

use testing::App;

#[tokio::test]
async fn every_table_is_guarded_by_row_level_security() {
    let app = App::start("access", &access::MIGRATIONS).await;
    assert_eq!(testing::rows_without_tenancy(&app).await, Vec::<String>::new());
}
