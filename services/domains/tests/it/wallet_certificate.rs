//! Reminders of the end of the certificate that signs wallet passes.
use domains::jobs::wallet_certificates::{TOPIC, remind_all};
use domains::rpc::SettingsService;
use proto::vestibule::domains::v1::settings_server::Settings as _;
use proto::vestibule::domains::v1::*;
use proto::vestibule::events::v1::WalletCertificateReminderDue;
use testing::pass_authority::PassAuthority;
use testing::prost_message::Message;
use testing::{PROJECT, administrator};
use time::{Duration, OffsetDateTime};

use crate::site::Site;

/// Enters a certificate that ends in 45 days, in the evening; returns its end.
async fn enter_certificate(site: &Site) -> OffsetDateTime {
    let authority = PassAuthority::make();
    let settings = AppleWalletSettings {
        certificate: Some(authority.certificate.clone()),
        intermediate: Some(authority.intermediate.clone()),
        private_key: Some(authority.key.clone()),
        ..Default::default()
    };
    let paths = ["certificate", "intermediate", "private_key"].map(str::to_owned).to_vec();
    let request = UpdateAppleWalletSettingsRequest { settings: Some(settings), update_mask: Some(prost_types::FieldMask { paths }) };
    let service = SettingsService(site.service());
    service.update_apple_wallet_settings(site.request(&administrator(PROJECT), request)).await.expect("a certificate");
    let end = (site.app.context.clock.now() + Duration::days(45)).replace_time(time::macros::time!(20:00));
    set_end(site, Some(end)).await;
    end
}

/// Days of the reminders that are published at a moment.
async fn reminded_days(site: &Site, at: OffsetDateTime) -> Vec<i64> {
    let clock = &site.app.context.clock;
    clock.advance(at - clock.now());
    let before = reminders(site).await.len();
    remind_all(&site.app.context).await.unwrap();
    reminders(site).await.split_off(before).into_iter().map(|reminder| reminder.days).collect()
}

async fn reminders(site: &Site) -> Vec<WalletCertificateReminderDue> {
    let events = site.app.events().await;
    let due = events.iter().filter(|(topic, _)| topic == TOPIC);
    due.map(|(_, payload)| WalletCertificateReminderDue::decode(payload.as_slice()).unwrap()).collect()
}

/// Noon of the day so many days before.
fn noon(end: OffsetDateTime, days: i64) -> OffsetDateTime {
    (end - Duration::days(days)).replace_time(time::macros::time!(12:00))
}

#[tokio::test]
async fn administrators_are_reminded_thirty_seven_and_one_days_before_the_end_of_a_wallet_certificate_once_each() {
    let site = Site::start().await;
    let end = enter_certificate(&site).await;
    let mut all = Vec::new();
    for days in (0..40).rev() {
        all.extend(reminded_days(&site, noon(end, days)).await);
        all.extend(reminded_days(&site, noon(end, days) + Duration::hours(3)).await);
    }
    assert_eq!(all, [30, 7, 1]);
    let first = reminders(&site).await.remove(0);
    assert_eq!((first.project_id, first.pass_type_id.as_str()), (PROJECT, "pass.com.example.vestibule"));
}

#[tokio::test]
async fn nobody_is_reminded_before_nine_in_the_morning_of_the_project() {
    let site = Site::start().await;
    let end = enter_certificate(&site).await;
    let morning = noon(end, 7).replace_time(time::macros::time!(8:59));
    assert_eq!(reminded_days(&site, morning).await, [0; 0]);
    assert_eq!(reminded_days(&site, morning + Duration::minutes(1)).await, [7], "the one of thirty days was missed");
}

#[tokio::test]
async fn a_renewed_certificate_is_reminded_of_anew_and_a_deleted_one_not_at_all() {
    let site = Site::start().await;
    let end = enter_certificate(&site).await;
    assert_eq!(reminded_days(&site, noon(end, 7)).await, [7]);
    set_end(&site, Some(end + Duration::hours(50))).await;
    assert_eq!(reminded_days(&site, noon(end, 5)).await, [7], "the renewed one ends in seven days");
    set_end(&site, None).await;
    assert_eq!(reminded_days(&site, noon(end, 1)).await, [0; 0]);
}

/// As another certificate would have it.
async fn set_end(site: &Site, end: Option<OffsetDateTime>) {
    let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
    sqlx::query(
        "UPDATE project_settings SET settings = jsonb_set(settings, '{certificate_expires_at}', coalesce(to_jsonb($1::bigint), 'null')) WHERE area = 'apple-wallet'",
    )
    .bind(end.map(OffsetDateTime::unix_timestamp))
    .execute(&mut *tx)
    .await
    .unwrap();
    tx.commit().await.unwrap();
}
