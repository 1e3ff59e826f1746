//! What users want to hear of.
use policy::Caller;
use proto::vestibule::events::v1::EventArrived;
use proto::vestibule::notifications::v1::notifications_server::Notifications as _;
use proto::vestibule::notifications::v1::{ClassSetting, GetNotificationSettingsRequest, NotificationClass, NotificationSettings};
use tonic::{Code, Response, Status};

use crate::harness::*;

async fn set(site: &Site, caller: &Caller, settings: &[(NotificationClass, bool)]) -> Result<NotificationSettings, Status> {
    let settings = settings.iter().map(|(class, acs)| ClassSetting { r#type: (*class).into(), acs: *acs, push: None }).collect();
    let request = site.app.context.signer.request(caller, NotificationSettings { settings });
    site.notifications.set_notification_settings(request).await.map(Response::into_inner)
}

async fn off(site: &Site, caller: &Caller) -> Vec<NotificationClass> {
    let request = site.app.context.signer.request(caller, GetNotificationSettingsRequest {});
    let settings = site.notifications.get_notification_settings(request).await.unwrap().into_inner().settings;
    let classes = (1..).map_while(|number| NotificationClass::try_from(number).ok()).count();
    assert_eq!(settings.len(), classes);
    settings.iter().filter(|setting| !setting.acs).map(|setting| setting.r#type()).collect()
}

#[tokio::test]
async fn every_class_is_on_by_default() {
    let site = Site::start().await;
    assert!(off(&site, &caller(1)).await.is_empty());
    set(&site, &caller(1), &[(NotificationClass::IdentifierUsed, false)]).await.unwrap();
    set(&site, &caller(1), &[(NotificationClass::AnnounceReceived, false)]).await.unwrap();
    assert_eq!(off(&site, &caller(1)).await, [NotificationClass::AnnounceReceived, NotificationClass::IdentifierUsed]);
    assert!(off(&site, &caller(2)).await.is_empty());
}

#[tokio::test]
async fn who_watches_doors_is_told_of_every_opening_only_if_they_ask_for_it() {
    let site = Site::start().await;
    let administrators = [(1, ADMINISTRATOR, vec![]), (2, GROUP_ADMINISTRATOR, vec![HOUSE])];
    for (id, role, groups) in &administrators {
        site.user_by_default(*id, *role, groups).await;
        assert_eq!(off(&site, &caller(*id)).await, [NotificationClass::IdentifierUsed], "the switch of {id}");
    }
    site.user_by_default(6, RESIDENT, &[HOUSE]).await;
    assert!(off(&site, &caller(6)).await.is_empty(), "a resident hears of their own card");
    site.receive_door_event(&EventArrived { user_id: 6, ..granted(100, HOUSE) }).await;
    assert_eq!(site.recipients_of(100).await, [6]);

    // Another class that they switch leaves this one as it is.
    set(&site, &caller(1), &[(NotificationClass::AnnounceReceived, false)]).await.unwrap();
    set(&site, &caller(2), &[(NotificationClass::IdentifierUsed, true)]).await.unwrap();
    site.receive_door_event(&EventArrived { user_id: 6, ..granted(101, HOUSE) }).await;
    assert_eq!(site.recipients_of(101).await, [2, 6]);
}

#[tokio::test]
async fn a_user_receives_no_notifications_of_a_class_that_is_off() {
    let site = Site::start().await;
    site.user(1, ADMINISTRATOR, &[]).await;
    site.user(2, ADMINISTRATOR, &[]).await;
    set(&site, &caller(1), &[(NotificationClass::IdentifierUsed, false)]).await.unwrap();
    site.receive_door_event(&granted(100, HOUSE)).await;
    site.receive_door_event(&revoked(101, HOUSE)).await;
    assert_eq!((site.recipients_of(100).await, site.recipients_of(101).await), (vec![2], vec![1, 2]));

    set(&site, &caller(1), &[(NotificationClass::IdentifierUsed, true)]).await.unwrap();
    site.receive_door_event(&granted(102, HOUSE)).await;
    assert_eq!(site.recipients_of(102).await, [1, 2]);
}

#[tokio::test]
async fn an_unknown_or_repeated_class_is_refused_and_changes_nothing() {
    let site = Site::start().await;
    let used = NotificationClass::IdentifierUsed;
    for bad in [[(used, false), (NotificationClass::Unspecified, true)], [(used, false), (used, true)]] {
        assert_eq!(set(&site, &caller(1), &bad).await.unwrap_err().code(), Code::InvalidArgument);
    }
    assert!(off(&site, &caller(1)).await.is_empty());
}

#[tokio::test]
async fn a_change_of_settings_is_audited_and_no_change_is_not() {
    let site = Site::start().await;
    set(&site, &caller(1), &[(NotificationClass::IdentifierUsed, false)]).await.unwrap();
    set(&site, &caller(1), &[(NotificationClass::IdentifierUsed, false)]).await.unwrap();
    let events = site.app.events().await;
    assert_eq!(events.iter().map(|(topic, _)| topic.as_str()).collect::<Vec<_>>(), ["audit.recorded"]);
}
