//! Who makes webhooks, what they get, and when the platform disables them.
use notifications::jobs::webhook_backlog;
use notifications::jobs::webhook_worker::WebhookWorker;
use notifications::jobs::{retention, webhook_projects};
use policy::Permission::*;
use policy::{Caller, Permission};
use proto::vestibule::common::v1::Ref;
use proto::vestibule::events::v1::*;
use proto::vestibule::notifications::v1::webhooks_server::Webhooks as _;
use proto::vestibule::notifications::v1::*;
use testing::{NOW, OTHER_PROJECT, PROJECT, administrator, someone, statements};
use time::Duration;
use tonic::Code;

use crate::harness::*;
use crate::webhook_receiver::Behaviour;
use crate::webhook_site::*;

const DOOR: i64 = 7;
/// Manages settings, and sees the log of access control in the whole project, but no other.
const CLERK: i64 = 6;
const CLERKS_ROLE: i64 = 21;
const CLERKS_RIGHTS: [Permission; 4] = [CanViewProjectSettings, CanChangeProjectSettings, CanViewAccessControlEvents, CanViewAllDevices];

async fn clerk(all: &Webhooks, version: i64, rights: &[Permission]) -> Caller {
    let permissions = rights.iter().map(|right| right.code().to_string()).collect();
    let role = RoleChanged { project_id: PROJECT, id: CLERKS_ROLE, version, deleted: false, name: "clerk".into(), permissions };
    all.site.receive(notifications::events::ROLE, &role).await;
    all.site.user(CLERK, CLERKS_ROLE, &[]).await;
    let mut caller = someone(PROJECT, CLERK, CLERKS_RIGHTS, &[]);
    caller.permissions = rights.iter().copied().collect();
    caller
}

#[tokio::test]
async fn the_secret_is_shown_once_and_what_was_sent_never() {
    let all = Webhooks::start().await;
    let made = all.create("crm", &[EVERY_DEVICE_EVENT]).await;
    assert!(made.secret.starts_with("whsec_") && made.owner_user.clone().unwrap().id == OWNER);
    assert_eq!(all.find(made.id).await.secret, "");
    let changed = all.update_by(&administrator(PROJECT), Webhook { name: "billing".into(), ..made.clone() }, &["name"]).await.unwrap();
    assert_eq!((changed.secret.as_str(), changed.name.as_str()), ("", "billing"));
    let events = all.site.app.events().await;
    let key = made.secret.strip_prefix("whsec_").unwrap().as_bytes();
    assert!(
        events.iter().all(|(_, payload)| !payload.windows(key.len()).any(|part| part == key)),
        "no event, audit records among them, has the secret"
    );
}

#[tokio::test]
async fn a_private_address_is_refused_unless_the_operator_allows_it_and_http_elsewhere() {
    let all = Webhooks::start().await;
    let refused = async |url: &str| {
        let draft = Webhook { url: url.into(), ..all.draft("crm", &[EVERY_DEVICE_EVENT]) };
        field_error(&all.create_by(&administrator(PROJECT), draft).await.unwrap_err(), "url")
    };
    for url in ["https://10.1.2.3/", "https://169.254.169.254/latest", "https://[::1]/", "https://192.168.1.1:8443/hook"] {
        assert_eq!(refused(url).await, "the address is in a private network", "{url}");
    }
    for url in ["http://10.1.2.3/", "http://1.1.1.1/"] {
        assert_eq!(refused(url).await, "https is required", "{url}");
    }
    let allowed = Webhook { url: "https://127.0.0.1:1/".into(), ..all.draft("crm", &[EVERY_DEVICE_EVENT]) };
    assert!(all.create_by(&administrator(PROJECT), allowed).await.is_ok());
    let moved = all.create("http-in-an-allowed-network", &[EVERY_DEVICE_EVENT]).await;
    let elsewhere = Webhook { url: "https://10.1.2.3/".into(), ..moved };
    let status = all.update_by(&administrator(PROJECT), elsewhere, &["url"]).await.unwrap_err();
    assert_eq!(field_error(&status, "url"), "the address is in a private network");
}

#[tokio::test]
async fn a_project_has_twenty_webhooks() {
    let all = Webhooks::start().await;
    for n in 0..20 {
        all.create(&format!("{n}"), &[EVERY_DEVICE_EVENT]).await;
    }
    let status = all.create_by(&administrator(PROJECT), all.draft("one more", &[EVERY_DEVICE_EVENT])).await.unwrap_err();
    assert_eq!((status.code(), status.message()), (Code::FailedPrecondition, "too many webhooks"));
}

#[tokio::test]
async fn of_webhooks_that_are_made_at_once_no_more_than_twenty_stay() {
    let all = Webhooks::start().await;
    for n in 0..19 {
        all.create(&format!("{n}"), &[EVERY_DEVICE_EVENT]).await;
    }
    let made = ["a", "b", "c", "d"].map(|name| all.draft(name, &[EVERY_DEVICE_EVENT]));
    let caller = administrator(PROJECT);
    let [a, b, c, d] = made.map(|draft| all.create_by(&caller, draft));
    let (a, b, c, d) = tokio::join!(a, b, c, d);
    assert_eq!([a, b, c, d].iter().filter(|created| created.is_ok()).count(), 1);
}

#[tokio::test]
async fn a_webhook_gets_the_events_that_it_has_chosen_in_its_group_and_below() {
    let all = Webhooks::start().await;
    all.create_in("house", &["device.status.changed"], HOUSE).await;
    let status = |device_id: i64, domain_id: i64| DeviceStatusChanged { project_id: PROJECT, device_id, domain_id, ..Default::default() };
    for (device, group) in [(1, COMPANY), (2, HOUSE), (3, FLOOR), (4, ANNEX)] {
        all.site.receive(notifications::events::STATUS, &status(device, group)).await;
        all.door_event(100 + device, device, group).await;
    }
    all.send_due().await;
    let mut devices: Vec<i64> = all.receiver.take().iter().map(|message| message.json()["data"]["device_id"].as_i64().unwrap()).collect();
    devices.sort_unstable();
    assert_eq!(devices, [2, 3]);
}

#[tokio::test]
async fn events_of_a_neighbours_project_never_arrive_and_the_neighbour_sees_and_changes_nothing() {
    let all = Webhooks::start().await;
    let webhook = all.create("crm", &[EVERY_DEVICE_EVENT]).await;
    let foreign = EventArrived { project_id: OTHER_PROJECT, ..granted(100, FLOOR) };
    all.site.receive_door_event(&foreign).await;
    webhook_projects::refresh(&all.site.service).await.unwrap();
    all.site.receive_door_event(&EventArrived { event_id: 101, ..foreign }).await;
    all.send_due().await;
    assert_eq!(all.receiver.received().len(), 0);

    let neighbour = administrator(OTHER_PROJECT);
    let sign = |id| all.site.app.context.signer.request(&neighbour, GetWebhookRequest { id });
    assert_eq!(all.service.get_webhook(sign(webhook.id)).await.unwrap_err().code(), Code::NotFound);
    let listed = all.service.list_webhooks(all.site.app.context.signer.request(&neighbour, ListWebhooksRequest::default())).await.unwrap();
    assert_eq!(listed.into_inner().total, 0);
    let renamed = all.update_by(&neighbour, Webhook { name: "mine".into(), ..webhook.clone() }, &["name"]).await;
    assert_eq!(renamed.unwrap_err().code(), Code::NotFound);
    assert_eq!(all.replay(&neighbour, webhook.id, &[]).await.unwrap_err().code(), Code::NotFound);
    let request = all.site.app.context.signer.request(&neighbour, DeleteWebhookRequest { id: webhook.id });
    assert_eq!(all.service.delete_webhook(request).await.unwrap_err().code(), Code::NotFound);
    let request = all.site.app.context.signer.request(&neighbour, RotateWebhookSecretRequest { id: webhook.id });
    assert_eq!(all.service.rotate_webhook_secret(request).await.unwrap_err().code(), Code::NotFound);
    let request = all.site.app.context.signer.request(&neighbour, TestWebhookRequest { id: webhook.id });
    assert_eq!(all.service.test_webhook(request).await.unwrap_err().code(), Code::NotFound);
    let request = ListWebhookDeliveriesRequest { id: webhook.id, ..Default::default() };
    let request = all.site.app.context.signer.request(&neighbour, request);
    assert_eq!(all.service.list_webhook_deliveries(request).await.unwrap_err().code(), Code::NotFound);
}

#[tokio::test]
async fn nobody_makes_a_webhook_of_events_that_they_may_not_view() {
    let all = Webhooks::start().await;
    let clerk = clerk(&all, 1, &CLERKS_RIGHTS).await;
    let status = all.create_by(&clerk, all.draft("crm", &[EVERY_DEVICE_EVENT])).await.unwrap_err();
    assert_eq!(field_error(&status, "events"), "action prohibited");
    assert!(all.create_by(&clerk, all.draft("crm", &["device.event.arrived/access"])).await.is_ok());
    let viewer = someone(PROJECT, CLERK, [CanViewProjectSettings], &[]);
    assert_eq!(all.create_by(&viewer, all.draft("crm", &[EVERY_DEVICE_EVENT])).await.unwrap_err().code(), Code::PermissionDenied);
    let elsewhere = Webhook { domain: Some(Ref { id: 99, name: String::new() }), ..all.draft("crm", &["device.event.arrived/access"]) };
    assert_eq!(missing_entities(&all.create_by(&clerk, elsewhere).await.unwrap_err()), ["group 99"]);
}

#[tokio::test]
async fn somebody_without_the_rights_to_its_events_renames_a_webhook_but_does_not_send_them_elsewhere() {
    let all = Webhooks::start().await;
    let webhook = all.create("crm", &[EVERY_DEVICE_EVENT]).await;
    let clerk = clerk(&all, 1, &CLERKS_RIGHTS).await;
    let renamed = all.update_by(&clerk, Webhook { name: "billing".into(), ..webhook.clone() }, &["name"]).await.unwrap();
    assert_eq!(renamed.owner_user.unwrap().id, OWNER);
    let moved = Webhook { url: all.receiver.url("mine"), ..webhook.clone() };
    assert_eq!(field_error(&all.update_by(&clerk, moved.clone(), &["url"]).await.unwrap_err(), "events"), "action prohibited");
    // With events of their own it is theirs, and gets nothing that was stored under the rights of another.
    all.door_event(100, DOOR, FLOOR).await;
    all.receiver.next([Behaviour::Answer(500)]);
    all.send_due().await;
    let theirs = Webhook { events: vec!["device.event.arrived/access".into()], ..moved };
    assert_eq!(all.update_by(&clerk, theirs, &["url", "events"]).await.unwrap().owner_user.unwrap().id, CLERK);
    all.receiver.take();
    all.advance(Duration::minutes(1));
    all.send_due().await;
    let dead = all.dead(webhook.id).await;
    assert_eq!((all.receiver.received().len(), dead.len(), dead[0].error.as_str()), (0, 1, "not_permitted"));
    all.replay(&clerk, webhook.id, &[]).await.unwrap();
    all.send_due().await;
    assert_eq!((all.receiver.received().len(), all.dead(webhook.id).await.len()), (0, 1));
}

#[tokio::test]
async fn webhooks_of_a_group_and_their_secrets_are_for_who_sees_the_group() {
    let all = Webhooks::start().await;
    let mut clerk = clerk(&all, 1, &CLERKS_RIGHTS).await;
    clerk.domain_ids = vec![HOUSE];
    let access = &["device.event.arrived/access"];
    let (house, annex) = (all.create_in("house", access, HOUSE).await, all.create_in("annex", access, ANNEX).await);
    let whole = all.create("whole", &[EVERY_DEVICE_EVENT]).await;
    let sign = |id| all.site.app.context.signer.request(&clerk, RotateWebhookSecretRequest { id });
    let listed = all.service.list_webhooks(all.site.app.context.signer.request(&clerk, ListWebhooksRequest::default())).await.unwrap().into_inner();
    assert_eq!((listed.total, listed.items.iter().map(|webhook| webhook.id).collect::<Vec<_>>()), (2, vec![house.id, whole.id]));
    assert!(all.service.rotate_webhook_secret(sign(house.id)).await.unwrap().into_inner().secret.starts_with("whsec_"));
    assert_eq!(all.service.rotate_webhook_secret(sign(annex.id)).await.unwrap_err().code(), Code::NotFound);
    assert_eq!(all.service.rotate_webhook_secret(sign(whole.id)).await.unwrap_err().code(), Code::PermissionDenied, "not all of its events");
    let renamed = all.update_by(&clerk, Webhook { name: "mine".into(), ..annex.clone() }, &["name"]).await;
    assert_eq!(renamed.unwrap_err().code(), Code::NotFound);
    assert_eq!(all.replay(&clerk, annex.id, &[]).await.unwrap_err().code(), Code::NotFound);
    let request = all.site.app.context.signer.request(&clerk, ListWebhookDeliveriesRequest { id: annex.id, ..Default::default() });
    assert_eq!(all.service.list_webhook_deliveries(request).await.unwrap_err().code(), Code::NotFound);
}

#[tokio::test]
async fn a_webhook_gets_no_more_than_who_vouches_for_it_may_view_now() {
    let all = Webhooks::start().await;
    let rights = [&CLERKS_RIGHTS[..], &[CanViewDeviceEvents]].concat();
    let caller = clerk(&all, 1, &rights).await;
    let webhook = all.create_by(&caller, all.draft("crm", &[EVERY_DEVICE_EVENT])).await.unwrap();
    all.door_event(100, DOOR, FLOOR).await;
    clerk(&all, 2, &CLERKS_RIGHTS).await;
    all.door_event(101, DOOR, FLOOR).await;
    all.send_due().await;
    assert_eq!((all.receiver.received().len(), all.dead(webhook.id).await.len()), (0, 1));
    assert_eq!(all.find(webhook.id).await.withheld_events, [EVERY_DEVICE_EVENT]);
    clerk(&all, 3, &rights).await;
    all.door_event(102, DOOR, FLOOR).await;
    let leaver = UserChanged { version: 5, is_active: false, ..user(CLERK, CLERKS_ROLE, &[]) };
    all.site.receive(notifications::events::USER, &leaver).await;
    all.door_event(103, DOOR, FLOOR).await;
    all.send_due().await;
    assert_eq!((all.receiver.received().len(), all.find(webhook.id).await.pending), (0, 0));
}

#[tokio::test]
async fn an_answer_410_disables_a_webhook_and_tells_who_vouches_for_it() {
    let all = Webhooks::start().await;
    let webhook = all.create("crm", &[EVERY_DEVICE_EVENT]).await;
    all.receiver.next([Behaviour::Answer(410)]);
    all.door_event(100, DOOR, FLOOR).await;
    all.door_event(101, DOOR, FLOOR).await;
    all.send_due().await;
    let found = all.find(webhook.id).await;
    assert_eq!((found.is_enabled, found.disabled_reason.as_str(), found.dead, found.pending), (false, "gone", 1, 1));
    assert_eq!((all.problems().await, all.receiver.received().len()), (vec!["gone".to_owned()], 1));
    all.door_event(102, DOOR, FLOOR).await;
    assert_eq!((all.send_due().await, all.find(webhook.id).await.pending), (0, 1));
    // What has waited is sent once somebody enables it.
    let enabled = all.enable(webhook.id, true).await;
    assert_eq!((enabled.disabled_reason.as_str(), enabled.disabled_at), ("", None));
    all.send_due().await;
    assert_eq!((all.receiver.received().len(), all.find(webhook.id).await.pending), (2, 0));
}

#[tokio::test]
async fn a_webhook_that_fails_for_three_days_is_disabled() {
    let all = Webhooks::start().await;
    let webhook = all.create("crm", &[EVERY_DEVICE_EVENT]).await;
    all.receiver.next(std::iter::repeat_n(Behaviour::Answer(500), 100));
    for day in 0..3 {
        all.door_event(100 + day, DOOR, FLOOR).await;
        all.send_due().await;
        all.advance(Duration::days(1));
        webhook_backlog::work(&all.site.service).await.unwrap();
        assert_eq!(all.find(webhook.id).await.is_enabled, day < 2, "day {day}");
    }
    assert_eq!((all.find(webhook.id).await.disabled_reason, all.problems().await), ("failing".into(), vec!["failing".to_owned()]));
}

#[tokio::test]
async fn a_webhook_of_a_deleted_group_does_not_become_one_of_the_whole_project() {
    let all = Webhooks::start().await;
    let webhook = all.create_in("annex", &[EVERY_DEVICE_EVENT, "domain.changed"], ANNEX).await;
    let deleted = GroupChanged { project_id: PROJECT, id: ANNEX, version: 9, deleted: true, ..Default::default() };
    all.site.receive("domains.group.changed", &deleted).await;
    let found = all.find(webhook.id).await;
    assert_eq!((found.is_enabled, found.disabled_reason.as_str(), all.problems().await), (false, "group_deleted", vec!["group_deleted".to_owned()]));
    // The deletion itself is the last that it has got.
    assert_eq!(found.pending, 1);
    all.door_event(100, DOOR, FLOOR).await;
    assert_eq!(all.find(webhook.id).await.pending, 1);
}

#[tokio::test]
async fn beyond_a_full_backlog_events_are_counted_and_not_stored() {
    let all = Webhooks::start().await;
    let webhook = all.create("crm", &[EVERY_DEVICE_EVENT]).await;
    for event in 0..4 {
        all.door_event(100 + event, DOOR, FLOOR).await;
    }
    webhook_backlog::bound(&all.site.service, 4, 2).await.unwrap();
    all.door_event(104, DOOR, FLOOR).await;
    let found = all.find(webhook.id).await;
    assert_eq!((found.pending, found.dropped, all.problems().await), (4, 1, vec!["full".to_owned()]));
    all.send_due().await;
    webhook_backlog::bound(&all.site.service, 4, 2).await.unwrap();
    all.door_event(105, DOOR, FLOOR).await;
    all.send_due().await;
    let events: Vec<i64> = all.receiver.take().iter().map(|message| message.event_id()).collect();
    assert_eq!(events, [100, 101, 102, 103, 105]);
}

#[tokio::test]
async fn a_disabled_webhook_gets_nothing_and_goes_on_where_it_was() {
    let all = Webhooks::start().await;
    let webhook = all.create("crm", &[EVERY_DEVICE_EVENT]).await;
    all.door_event(100, DOOR, FLOOR).await;
    all.enable(webhook.id, false).await;
    all.door_event(101, DOOR, FLOOR).await;
    assert_eq!(all.send_due().await, 0);
    all.enable(webhook.id, true).await;
    all.door_event(102, DOOR, FLOOR).await;
    all.send_due().await;
    let events: Vec<i64> = all.receiver.take().iter().map(|message| message.event_id()).collect();
    assert_eq!(events, [100, 102]);
}

#[tokio::test]
async fn a_test_shows_the_status_and_of_a_private_address_only_the_length_of_the_answer() {
    let all = Webhooks::with_timeout(std::time::Duration::from_millis(300)).await;
    let webhook = all.create("crm", &[EVERY_DEVICE_EVENT]).await;
    all.receiver.next([Behaviour::AnswerWith(503, "x-what: ever"), Behaviour::Hang]);
    let answered = all.test(webhook.id).await.unwrap();
    assert_eq!(
        (answered.status, answered.answer.as_str(), answered.error.as_str()),
        (503, "4 bytes, not shown: the address is in a private network", "")
    );
    let message = all.receiver.take().remove(0).json();
    assert_eq!((message["type"].as_str(), message["data"]["webhook"]["id"].as_i64()), (Some("webhook.test"), Some(webhook.id)));
    assert_eq!(all.test(webhook.id).await.unwrap().error, "timed_out");
    for _ in 0..8 {
        all.test(webhook.id).await.unwrap();
    }
    assert_eq!(all.test(webhook.id).await.unwrap_err().code(), Code::ResourceExhausted);
}

#[tokio::test]
async fn what_the_service_publishes_itself_is_sent_too() {
    let all = Webhooks::start().await;
    all.create("crm", &["announce.changed", "conversation.changed", "alert_run.changed"]).await;
    let project_id = PROJECT;
    all.site.receive(notifications::events::ANNOUNCE, &AnnounceChanged { project_id, id: 3, status: "active".into(), ..Default::default() }).await;
    let changed = ConversationChanged { project_id, id: 4, last_message_id: 9, domain_id: HOUSE, at: None };
    all.site.receive(notifications::events::CONVERSATION, &changed).await;
    all.site.receive(notifications::events::ALERT_RUN, &AlertRunChanged { project_id, id: 6, alert_id: 5, ..Default::default() }).await;
    all.send_due().await;
    let mut sent: Vec<String> = all.receiver.take().iter().map(|message| message.json()["data"].to_string()).collect();
    sent.sort();
    assert_eq!(sent, [r#"{"alert_id":5,"run_id":6}"#, r#"{"id":3,"status":"active"}"#, r#"{"id":4,"last_message_id":9}"#]);
}

#[tokio::test]
async fn a_deleted_user_is_an_event_of_the_groups_that_they_were_in() {
    let all = Webhooks::start().await;
    let webhook = all.create_in("house", &["user.changed", "identifier.changed"], HOUSE).await;
    all.site.user(40, RESIDENT, &[FLOOR]).await;
    let card = IdentifierChanged { project_id: PROJECT, id: 17, owner_id: 40, number: "0013961168".into(), ..Default::default() };
    all.site.receive(notifications::events::IDENTIFIER, &card).await;
    all.site.receive(notifications::events::USER, &UserChanged { version: 2, deleted: true, ..user(40, RESIDENT, &[]) }).await;
    all.site.user(41, RESIDENT, &[ANNEX]).await;
    assert_eq!(all.find(webhook.id).await.pending, 3);
    all.send_due().await;
    let received = all.receiver.take();
    assert!(received.iter().all(|message| !message.body.contains("0013961168") && !message.body.contains("user 40")), "no personal data");
}

#[tokio::test]
async fn old_deliveries_are_deleted() {
    let all = Webhooks::start().await;
    let webhook = all.create("crm", &[EVERY_DEVICE_EVENT]).await;
    let disabled = all.create("disabled", &[EVERY_DEVICE_EVENT]).await;
    all.receiver.next(std::iter::repeat_n(Behaviour::Answer(500), 1));
    all.door_event(100, DOOR, FLOOR).await;
    all.enable(disabled.id, false).await;
    all.send_all(webhook.id).await;
    let delivered = async || all.deliveries(webhook.id, WebhookDeliveryState::Delivered).await.len();
    assert_eq!((delivered().await, all.find(disabled.id).await.pending), (1, 1));
    all.advance(Duration::days(8));
    retention::delete_old(&all.site.service).await.unwrap();
    assert_eq!((delivered().await, all.find(disabled.id).await.pending), (0, 1));
    all.advance(Duration::days(23));
    retention::delete_old(&all.site.service).await.unwrap();
    all.enable(disabled.id, true).await;
    assert_eq!((all.find(disabled.id).await.pending, all.send_due().await), (0, 0));
}

#[tokio::test]
async fn of_what_a_webhook_has_received_the_newest_thousand_are_kept() {
    let all = Webhooks::start().await;
    let webhook = all.create("crm", &[EVERY_DEVICE_EVENT]).await;
    let other = all.create("other", &[EVERY_DEVICE_EVENT]).await;
    for (id, count) in [(webhook.id, 1_200), (other.id, 10)] {
        all.execute(&format!(
            "INSERT INTO webhook_deliveries
                 (project_id, webhook_id, event_id, event, lane, group_ids, body, state, created_at, expires_at, finished_at)
             SELECT 1, {id}, gen_random_uuid(), 'device.event.arrived', 'device:7', '{{}}', n, 2, '{NOW}', '{NOW}', '{NOW}'
             FROM generate_series(1, {count}) n"
        ))
        .await;
    }
    retention::delete_old(&all.site.service).await.unwrap();
    let kept = async |id: i64| all.numbers(&format!("SELECT body::bigint FROM webhook_deliveries WHERE webhook_id = {id} ORDER BY id")).await;
    assert_eq!(kept(webhook.id).await, (201..=1_200).collect::<Vec<i64>>());
    assert_eq!(kept(other.id).await.len(), 10);
}

#[tokio::test]
async fn of_the_dead_letters_of_a_webhook_so_many_of_the_newest_are_kept() {
    let all = Webhooks::start().await;
    let webhook = all.create("crm", &[EVERY_DEVICE_EVENT]).await;
    let other = all.create("other", &[EVERY_DEVICE_EVENT]).await;
    for (id, count, state) in [(webhook.id, 30, 3), (webhook.id, 5, 1), (webhook.id, 5, 2), (other.id, 20, 3)] {
        all.execute(&format!(
            "INSERT INTO webhook_deliveries
                 (project_id, webhook_id, event_id, event, lane, group_ids, body, state, created_at, expires_at, finished_at)
             SELECT 1, {id}, gen_random_uuid(), 'device.event.arrived', 'device:7', '{{}}', n, {state}, '{NOW}', '{NOW}', '{NOW}'
             FROM generate_series(1, {count}) n"
        ))
        .await;
    }
    let max = retention::MaxDeliveries { delivered: 5, dead: 20 };
    assert_eq!(retention::bound_webhook_deliveries(&all.site.service, max).await.unwrap(), 10);
    let dead = format!("SELECT body::bigint FROM webhook_deliveries WHERE webhook_id = {} AND state = 3 ORDER BY id", webhook.id);
    assert_eq!(all.numbers(&dead).await, (11..=30).collect::<Vec<i64>>());
    let others = format!("SELECT id FROM webhook_deliveries WHERE webhook_id = {} OR state < 3", other.id);
    assert_eq!(all.numbers(&others).await.len(), 30, "what waits, what was received, and those of others");
}

#[tokio::test]
async fn the_catalogue_says_which_events_the_caller_may_have_sent() {
    let all = Webhooks::start().await;
    let clerk = clerk(&all, 1, &CLERKS_RIGHTS).await;
    let request = all.site.app.context.signer.request(&clerk, ListWebhookEventsRequest {});
    let events = all.service.list_webhook_events(request).await.unwrap().into_inner().items;
    let permitted = |name: &str| events.iter().find(|event| event.name == name).unwrap().is_permitted;
    assert_eq!(events.len(), event_catalogue::EVENTS.len());
    assert!(permitted("device.event.arrived/access") && permitted("device.status.changed"));
    assert!(!permitted(EVERY_DEVICE_EVENT) && !permitted("user.changed"));
}

#[tokio::test]
async fn an_event_for_many_webhooks_takes_as_many_statements_as_for_one_and_without_webhooks_none() {
    let all = Webhooks::start().await;
    let status = |device_id| DeviceStatusChanged { project_id: PROJECT, device_id, domain_id: FLOOR, online: true, ..Default::default() };
    let taken = async |device| statements(all.site.receive(notifications::events::STATUS, &status(device))).await.1.len();
    let list = async || {
        let request = all.site.app.context.signer.request(&administrator(PROJECT), ListWebhooksRequest { size: 100, ..Default::default() });
        let (listed, taken) = statements(all.service.list_webhooks(request)).await;
        listed.unwrap();
        taken.len()
    };
    taken(1).await;
    let without = taken(2).await;
    all.create("first", &["device.status.changed"]).await;
    list().await;
    let (of_event, of_list) = (taken(3).await, list().await);
    assert_eq!(of_event, without + 3);
    for n in 0..9 {
        all.create(&format!("{n}"), &["device.status.changed"]).await;
    }
    assert_eq!((taken(4).await, list().await), (of_event, of_list));
}

#[tokio::test]
async fn an_attempt_takes_a_bounded_number_of_statements() {
    let all = Webhooks::start().await;
    all.create("crm", &[EVERY_DEVICE_EVENT]).await;
    let send = async |events: i64| {
        for event in 0..events {
            all.door_event(1_000 + event, event, FLOOR).await;
        }
        let worker = WebhookWorker(all.site.service.clone());
        statements(worker.send_due()).await.1.len() as i64
    };
    send(1).await;
    let one = send(1).await;
    // Claims are shared; each delivery stores its own outcome.
    assert!(send(8).await <= one + 8 * 8);
}

#[tokio::test]
async fn another_replica_learns_of_a_new_webhook() {
    let all = Webhooks::start().await;
    let other = notifications::app::App::new(all.site.app.context.clone(), notifications::config::Config::default());
    webhook_projects::refresh(&other).await.unwrap();
    assert!(!other.webhook_projects.may_have(PROJECT));
    all.create("crm", &[EVERY_DEVICE_EVENT]).await;
    webhook_projects::refresh(&other).await.unwrap();
    assert!(other.webhook_projects.may_have(PROJECT));
}
