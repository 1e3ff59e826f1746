//! Reminders of licences, by notification and mail, and of reservations.
use notifications::events::{GUEST_KEY_OPENED, IMPORT_FINISHED, LICENSE_REMINDER, RESERVATION_REMINDER, WALLET_CERTIFICATE_REMINDER};
use proto::vestibule::events::v1::{
    AmenityReservationReminderDue, GuestKeyOpened, IdentifierImportFinished, LicenseReminderDue, RoleChanged, WalletCertificateReminderDue,
};
use proto::vestibule::notifications::v1::{ListNotificationsRequest, Notification, NotificationClass};
use testing::PROJECT;

use crate::harness::*;
use crate::mailbox::*;

async fn of_class(site: &Site, user: i64, class: NotificationClass) -> Vec<Notification> {
    let request = ListNotificationsRequest { limit: 100, ..Default::default() };
    let listed = site.list(&caller(user), request).await.unwrap().items;
    listed.into_iter().filter(|notification| notification.r#type() == class).collect()
}

#[tokio::test]
async fn the_end_of_a_licence_is_told_to_those_who_manage_licences_by_notification_and_by_mail() {
    let (site, email) = (Site::with_mail(catcher_config()).await, unique_email());
    site.user_with_email(7, ADMINISTRATOR, &email).await;
    site.user(8, RESIDENT, &[HOUSE]).await;
    let ends_at = Some(kit::clock::to_proto(site.app.context.clock.now() + time::Duration::days(7)));
    let due = LicenseReminderDue { project_id: PROJECT, group_id: 0, name: "Riverside".into(), ends_at, days: 7, is_inherited: false };
    site.receive(LICENSE_REMINDER, &due).await;
    let of_administrator = of_class(&site, 7, NotificationClass::LicenseReminder).await;
    assert_eq!(of_administrator.len(), 1);
    assert_eq!(of_class(&site, 8, NotificationClass::LicenseReminder).await.len(), 0, "not to residents");
    site.mail_worker.send_due().await.unwrap();
    let mail = mail_of(&email).await;
    assert!(mail["text"].as_str().unwrap().contains("Riverside"), "{mail}");
}

#[tokio::test]
async fn the_end_that_a_group_inherits_is_told_to_those_in_it_who_give_it_licences() {
    let site = Site::start().await;
    let permissions = vec!["can_edit_domain_licenses_count".into()];
    let role = RoleChanged { project_id: PROJECT, id: GROUP_ADMINISTRATOR, version: 2, permissions, ..Default::default() };
    site.receive("identity.role.changed", &role).await;
    site.user(7, ADMINISTRATOR, &[COMPANY]).await;
    site.user(8, GROUP_ADMINISTRATOR, &[HOUSE]).await;
    site.user(9, GROUP_ADMINISTRATOR, &[COMPANY]).await;
    let told = async || {
        let mut told = Vec::new();
        for user in [7, 8, 9] {
            told.push(of_class(&site, user, NotificationClass::LicenseReminder).await.len());
        }
        told
    };
    let due = LicenseReminderDue { project_id: PROJECT, group_id: HOUSE, name: "House".into(), is_inherited: true, ..Default::default() };
    site.receive(LICENSE_REMINDER, &due).await;
    assert_eq!(told().await, [0, 1, 0], "the administrator is told of the end by the project or the group above");
    site.receive(LICENSE_REMINDER, &LicenseReminderDue { is_inherited: false, ..due }).await;
    assert_eq!(told().await, [1, 2, 0]);
}

#[tokio::test]
async fn the_end_of_a_wallet_certificate_is_told_to_those_who_can_enter_another_by_notification_and_by_mail() {
    let (site, email) = (Site::with_mail(catcher_config()).await, unique_email());
    site.user_with_email(7, ADMINISTRATOR, &email).await;
    site.user(8, RESIDENT, &[HOUSE]).await;
    let expires_at = Some(kit::clock::to_proto(site.app.context.clock.now() + time::Duration::days(7)));
    let due = WalletCertificateReminderDue { project_id: PROJECT, pass_type_id: "pass.com.example.riverside".into(), expires_at, days: 7 };
    site.receive(WALLET_CERTIFICATE_REMINDER, &due).await;
    let notified = of_class(&site, 7, NotificationClass::WalletCertificateReminder).await;
    assert!(format!("{:?}", notified[0].popup_action).contains("/general-settings?tab=wallet"));
    assert_eq!((notified.len(), of_class(&site, 8, NotificationClass::WalletCertificateReminder).await.len()), (1, 0));
    site.mail_worker.send_due().await.unwrap();
    let mail = mail_of(&email).await;
    assert!(mail["text"].as_str().unwrap().contains("pass.com.example.riverside"), "{mail}");
}

#[tokio::test]
async fn a_reservation_is_told_to_whoever_has_reserved_and_leads_to_it() {
    let site = Site::start().await;
    site.user(7, ADMINISTRATOR, &[COMPANY]).await;
    site.user(8, RESIDENT, &[HOUSE]).await;
    let due = AmenityReservationReminderDue { project_id: PROJECT, id: 5, user_id: 8, amenity_name: "Sauna".into(), ..Default::default() };
    site.receive(RESERVATION_REMINDER, &due).await;
    let notified = of_class(&site, 8, NotificationClass::ReservationReminder).await.remove(0);
    let params = format!("{:?}", notified.popup_action.unwrap().params);
    assert!(params.contains("/amenities/reservations/5/edit"), "{params}");
    assert_eq!(of_class(&site, 7, NotificationClass::ReservationReminder).await.len(), 0);
}

#[tokio::test]
async fn the_giver_of_a_guest_key_hears_of_its_first_use() {
    let site = Site::start().await;
    site.user(7, ADMINISTRATOR, &[COMPANY]).await;
    site.user(8, RESIDENT, &[HOUSE]).await;
    let opened = GuestKeyOpened { project_id: PROJECT, id: 5, name: "Courier".into(), owner_id: 8, is_first: true, ..Default::default() };
    site.receive(GUEST_KEY_OPENED, &opened).await;
    site.receive(GUEST_KEY_OPENED, &GuestKeyOpened { is_first: false, ..opened }).await;
    let received = of_class(&site, 8, NotificationClass::GuestKeyUsedFirst).await;
    assert_eq!(received.len(), 1, "not of later openings");
    assert!(format!("{:?}", received[0].popup_action).contains("/guest-access/5/edit"));
    assert_eq!(of_class(&site, 7, NotificationClass::GuestKeyUsedFirst).await.len(), 0);
}

#[tokio::test]
async fn whoever_has_imported_identifiers_hears_of_the_end() {
    let site = Site::start().await;
    site.user(7, ADMINISTRATOR, &[COMPANY]).await;
    site.user(8, ADMINISTRATOR, &[COMPANY]).await;
    let finished = IdentifierImportFinished { project_id: PROJECT, user_id: 8, created: 4_000, replaced: 1, skipped: 2 };
    site.receive(IMPORT_FINISHED, &finished).await;
    let notified = of_class(&site, 8, NotificationClass::ImportFinished).await.remove(0);
    assert!(format!("{:?}", notified.data).contains("4000") && format!("{:?}", notified.popup_action).contains("/identifiers"));
    assert_eq!(of_class(&site, 7, NotificationClass::ImportFinished).await.len(), 0);
}
