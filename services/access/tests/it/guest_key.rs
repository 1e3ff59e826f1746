//! Keys that residents hand to guests.
use access::rpc::guest_access::GuestAccessService;
use access::rpc::guest_key::GuestKeysService;
use policy::{Caller, Permission};
use proto::vestibule::access::v1::access_rules_server::AccessRules;
use proto::vestibule::access::v1::guest_access_server::GuestAccess;
use proto::vestibule::access::v1::guest_keys_server::GuestKeys;
use proto::vestibule::access::v1::identifiers_server::Identifiers;
use proto::vestibule::access::v1::*;
use proto::vestibule::events::v1::{EventArrived, GroupGuestLimits, GroupSettingsChanged, LicenseChanged, UserChanged};
use testing::{OTHER_PROJECT, PROJECT, someone};
use tonic::{Code, Status};

use crate::license_features::{LICENSE_STATES, PERIOD_STATES, deliver_period, deliver_state};
use crate::site::*;

/// The test's clock: Monday, 09:00.
const NOW: i64 = 1_795_392_000 + 9 * 3600;

/// A site with rate limits of its own.
pub async fn start() -> Site {
    let mut site = Site::start().await;
    let prefix = uuid::Uuid::now_v7().to_string();
    site.app.context.settings = std::sync::Arc::new(kit::Settings { amqp_prefix: prefix, ..(*site.app.context.settings).clone() });
    site
}

pub fn keys(site: &Site) -> GuestKeysService {
    GuestKeysService(access::app::App::new(&site.app.context))
}

/// A resident of building 1, who has no right but to let guests in.
pub fn anna() -> Caller {
    someone(PROJECT, ANNA, [Permission::CanCreateGuestIdentifier], &[BUILDING_1])
}

fn boris() -> Caller {
    someone(PROJECT, BORIS, [Permission::CanCreateGuestIdentifier], &[BUILDING_2])
}

pub fn shareable(user: i64, device: i64) -> AccessRule {
    AccessRule { is_shareable: true, ..lets(user, device) }
}

/// A QR code for a day and one visit.
pub fn key(rule: i64) -> GuestKey {
    GuestKey {
        name: "courier".into(),
        kind: GuestKeyKind::Qr.into(),
        guest_type: GuestType::Courier.into(),
        message: "The lobby is on the left".into(),
        access_rules: vec![reference(rule)],
        period_restrict_active: true,
        period_restrict_to: Some(prost_types::Timestamp { seconds: NOW + 86_400, nanos: 0 }),
        pass_limit: 1,
        ..Default::default()
    }
}

pub async fn try_give(site: &Site, caller: &Caller, key: GuestKey) -> Result<GuestKey, Status> {
    Ok(keys(site).create_guest_key(site.by(caller, CreateGuestKeyRequest { guest_key: Some(key) })).await?.into_inner())
}

pub async fn give(site: &Site, caller: &Caller, key: GuestKey) -> GuestKey {
    try_give(site, caller, key).await.expect("a key")
}

async fn found(site: &Site, caller: &Caller, id: i64) -> Result<GuestKey, Status> {
    Ok(keys(site).get_guest_key(site.by(caller, GetGuestKeyRequest { id })).await?.into_inner())
}

async fn change(site: &Site, caller: &Caller, id: i64, key: GuestKey, paths: &[&str]) -> Result<GuestKey, Status> {
    let request = UpdateGuestKeyRequest { id, guest_key: Some(key), update_mask: mask(paths) };
    Ok(keys(site).update_guest_key(site.by(caller, request)).await?.into_inner())
}

async fn held(site: &Site, device: i64) -> Vec<(i64, Option<i32>)> {
    site.desired(device).await.into_iter().map(|held| (held.id, held.passes)).collect()
}

#[tokio::test]
async fn a_resident_gives_what_they_may_share_and_nothing_else() {
    let site = start().await;
    let rule = site.rule(shareable(ANNA, DOOR_1)).await.id;
    let by_group = site.rule(AccessRule { users: vec![], domains: vec![reference(RESIDENCE)], is_shareable: true, ..lets(ANNA, DOOR_2) }).await.id;
    let private = site.rule(lets(ANNA, DOOR_2)).await.id;
    let others = site.rule(shareable(BORIS, DOOR_2)).await.id;
    let forbids = site.rule(AccessRule { prohibition: true, ..shareable(ANNA, DOOR_2) }).await.id;
    let service = GuestAccessService(access::app::App::new(&site.app.context));
    let listed = service.list_guest_access_rules(site.by(&anna(), ListGuestAccessRulesRequest::default())).await.unwrap().into_inner();
    let mut ids: Vec<i64> = listed.items.iter().map(|rule| rule.id).collect();
    ids.sort_unstable();
    assert_eq!(ids, [rule, by_group]);
    for wrong in [private, others, forbids, 424_242] {
        let refused = try_give(&site, &anna(), GuestKey { access_rules: vec![reference(rule), reference(wrong)], ..key(rule) }).await.unwrap_err();
        assert_eq!(refused.message(), "invalid related entity sent", "{wrong}");
    }
    let given = give(&site, &anna(), key(rule)).await;
    assert_eq!((given.state(), given.visits_used, given.owner.as_ref().map(|owner| owner.id)), (GuestKeyState::Active, 0, Some(ANNA)));
    assert!(given.link.contains("/guest-access/") && given.value.len() == 36);
    assert_eq!(held(&site, DOOR_1).await, [(given.id, Some(1))]);
    assert_eq!(held(&site, DOOR_2).await, []);
}

#[tokio::test]
async fn keys_of_guests_go_on_through_the_grace_then_are_suspended_and_come_back_with_the_next_licence() {
    let site = start().await;
    let rule = site.rule(shareable(ANNA, DOOR_1)).await.id;
    let given = give(&site, &anna(), key(rule)).await;
    for (version, is_licensed, is_in_grace, opens) in LICENSE_STATES {
        deliver_state(&site, version, is_licensed, is_in_grace, &["identifier.guest"]).await;
        let state = if opens { GuestKeyState::Active } else { GuestKeyState::Suspended };
        let seen = found(&site, &anna(), given.id).await.unwrap().state();
        assert_eq!((seen, held(&site, DOOR_1).await.len()), (state, usize::from(opens)), "version {version}");
        if !is_licensed {
            let refused = try_give(&site, &anna(), key(rule)).await.unwrap_err();
            assert_eq!(refused.message(), "feature is not licensed", "nothing new, version {version}");
        }
    }
}

#[tokio::test]
async fn keys_of_guests_go_on_through_the_grace_after_the_period_of_their_givers_group_then_are_suspended_and_come_back() {
    let site = start().await;
    let rule = site.rule(shareable(ANNA, DOOR_1)).await.id;
    let given = give(&site, &anna(), key(rule)).await;
    for (version, is_open, is_off, opens) in PERIOD_STATES {
        deliver_period(&site, version, is_open, is_off).await;
        let state = if opens { GuestKeyState::Active } else { GuestKeyState::Suspended };
        let seen = found(&site, &anna(), given.id).await.unwrap().state();
        assert_eq!((seen, held(&site, DOOR_1).await.len()), (state, usize::from(opens)), "version {version}");
        if !is_open {
            let refused = try_give(&site, &anna(), key(rule)).await.unwrap_err();
            assert_eq!(refused.message(), "feature is not licensed", "nothing new, version {version}");
        }
    }
}

#[tokio::test]
async fn a_key_opens_only_as_long_as_its_giver_may_share_the_rule() {
    let site = start().await;
    let rule = site.rule(shareable(ANNA, DOOR_1)).await;
    let given = give(&site, &anna(), key(rule.id)).await;
    let state = async || found(&site, &anna(), given.id).await.unwrap().state();
    let share = async |is_shareable: bool| {
        let request = UpdateAccessRuleRequest {
            id: rule.id,
            access_rule: Some(AccessRule { is_shareable, ..Default::default() }),
            update_mask: mask(&["is_shareable"]),
            whole: false,
        };
        site.access_rules.update_access_rule(site.by(&site.admin(), request)).await.expect("a change");
    };
    site.clear_outbox().await;
    share(false).await;
    assert_eq!((state().await, held(&site, DOOR_1).await.len(), site.changed_lists().await), (GuestKeyState::Suspended, 0, vec![DOOR_1]));
    share(true).await;
    assert_eq!((state().await, held(&site, DOOR_1).await.len()), (GuestKeyState::Active, 1));
    site.deliver("identity.user.changed", &UserChanged { is_active: false, ..user(PROJECT, ANNA, BUILDING_1, 2) }).await;
    assert_eq!((state().await, held(&site, DOOR_1).await.len()), (GuestKeyState::Suspended, 0));
    site.deliver("identity.user.changed", &user(PROJECT, ANNA, BUILDING_1, 3)).await;
    assert_eq!((state().await, held(&site, DOOR_1).await.len()), (GuestKeyState::Active, 1), "it comes back by itself");
    site.deliver("identity.user.changed", &UserChanged { deleted: true, ..user(PROJECT, ANNA, BUILDING_1, 4) }).await;
    assert_eq!((state().await, held(&site, DOOR_1).await.len()), (GuestKeyState::Revoked, 0));
}

#[tokio::test]
async fn the_least_limits_on_the_way_to_the_root_hold() {
    let site = start().await;
    let rule = site.rule(shareable(ANNA, DOOR_1)).await.id;
    let limits = |id, passes, days| GroupSettingsChanged {
        project_id: PROJECT,
        id,
        version: 1,
        guest_limits: Some(GroupGuestLimits { max_passes_count: passes, max_period_days: days }),
        ..Default::default()
    };
    site.deliver("domains.group_settings.changed", &limits(RESIDENCE, Some(3), Some(30))).await;
    site.deliver("domains.group_settings.changed", &limits(BUILDING_1, Some(9), Some(2))).await;
    let days = |days: i64| Some(prost_types::Timestamp { seconds: NOW + days * 86_400, nanos: 0 });
    let message = async |key: GuestKey| try_give(&site, &anna(), key).await.err().map(|refused| refused.message().to_owned());
    assert_eq!(message(GuestKey { pass_limit: 4, ..key(rule) }).await.as_deref(), Some("maximum passes count reached"));
    assert_eq!(message(GuestKey { pass_limit: 0, ..key(rule) }).await.as_deref(), Some("maximum passes count reached"));
    assert_eq!(message(GuestKey { period_restrict_to: days(3), ..key(rule) }).await.as_deref(), Some("maximum days reached"));
    let given = give(&site, &anna(), GuestKey { pass_limit: 3, period_restrict_to: days(2), ..key(rule) }).await;
    let more = change(&site, &anna(), given.id, GuestKey { pass_limit: 4, ..Default::default() }, &["pass_limit"]).await.unwrap_err();
    assert_eq!(more.message(), "maximum passes count reached");
}

#[tokio::test]
async fn creator_and_giver_change_a_key_and_nobody_else_learns_of_it() {
    let site = start().await;
    let rule = site.rule(shareable(ANNA, DOOR_1)).await.id;
    let given = give(&site, &anna(), key(rule)).await;
    let name = GuestKey { name: "plumber".into(), kind: GuestKeyKind::Url.into(), ..Default::default() };
    assert_eq!(change(&site, &anna(), given.id, name.clone(), &["name"]).await.unwrap().name, "plumber");
    let kind = change(&site, &anna(), given.id, name.clone(), &["kind"]).await.unwrap_err();
    assert_eq!(field_message(&kind, "kind"), "cannot be changed");
    let foreign = someone(OTHER_PROJECT, FOREIGN_USER, [Permission::CanCreateGuestIdentifier], &[FOREIGN_GROUP]);
    for other in [boris(), foreign] {
        assert_eq!(found(&site, &other, given.id).await.unwrap_err().code(), Code::NotFound);
        assert_eq!(change(&site, &other, given.id, name.clone(), &["name"]).await.unwrap_err().code(), Code::NotFound);
        let revoke = keys(&site).revoke_guest_key(site.by(&other, RevokeGuestKeyRequest { id: given.id })).await;
        assert_eq!(revoke.unwrap_err().code(), Code::NotFound);
    }
    let looked_after = found(&site, &site.admin(), given.id).await.unwrap();
    assert_eq!((looked_after.link.as_str(), looked_after.name.as_str()), ("", "plumber"), "the link is the guest's");
    let listed = ListIdentifiersRequest { only_guest: Some(true), ..Default::default() };
    assert_eq!(site.identifiers.list_identifiers(site.by(&anna(), listed)).await.unwrap().into_inner().total, 1);
    for _ in 0..2 {
        let revoked = keys(&site).revoke_guest_key(site.by(&anna(), RevokeGuestKeyRequest { id: given.id })).await.unwrap().into_inner();
        assert_eq!((revoked.state(), held(&site, DOOR_1).await.len()), (GuestKeyState::Revoked, 0));
    }
    assert_eq!(change(&site, &anna(), given.id, name, &["name"]).await.unwrap_err().message(), "action prohibited");
}

#[tokio::test]
async fn somebody_of_one_building_gives_no_key_of_a_resident_of_two() {
    let site = start().await;
    let both = UserChanged { domain_ids: vec![BUILDING_1, BUILDING_2], ..user(PROJECT, CLARA, BUILDING_1, 1) };
    site.deliver("identity.user.changed", &both).await;
    let elsewhere = site.rule(shareable(CLARA, DOOR_2)).await.id;
    let permissions = [Permission::CanCreateGuestIdentifier, Permission::CanViewUsers];
    let for_clara = GuestKey { owner: Some(reference(CLARA)), ..key(elsewhere) };
    let of_one = someone(PROJECT, 7, permissions, &[BUILDING_1]);
    assert_eq!(try_give(&site, &of_one, for_clara.clone()).await.unwrap_err().code(), Code::PermissionDenied);
    assert_eq!(try_give(&site, &anna(), for_clara.clone()).await.unwrap_err().message(), "invalid related entity sent");
    let of_both = someone(PROJECT, 7, permissions, &[RESIDENCE]);
    let given = give(&site, &of_both, for_clara).await;
    assert_eq!((given.owner.unwrap().id, given.created_by_user.unwrap().id), (CLARA, 7));
}

#[tokio::test]
async fn the_next_guest_may_come_in_the_same_car_and_not_two_at_once() {
    let site = start().await;
    let features = ["identifier.guest", "license_plate"].map(String::from).to_vec();
    let rule = site.rule(shareable(ANNA, DOOR_1)).await.id;
    let car = GuestKey { kind: GuestKeyKind::LicensePlate.into(), value: "a 123 bc".into(), ..key(rule) };
    assert_eq!(try_give(&site, &anna(), car.clone()).await.unwrap_err().message(), "feature is not licensed");
    site.deliver("licensing.license.changed", &LicenseChanged { project_id: PROJECT, version: 2, features, ..Default::default() }).await;
    let first = give(&site, &anna(), car.clone()).await;
    let again = GuestKey { value: "A123BC".into(), ..car.clone() };
    assert_eq!(try_give(&site, &anna(), again.clone()).await.unwrap_err().message(), "guest identifier exists");
    keys(&site).revoke_guest_key(site.by(&anna(), RevokeGuestKeyRequest { id: first.id })).await.unwrap();
    assert_ne!(give(&site, &anna(), again).await.id, first.id);
    let code = give(&site, &anna(), GuestKey { kind: GuestKeyKind::AccessCode.into(), ..key(rule) }).await;
    assert!(code.value.len() == 6 && code.value.bytes().all(|byte| byte.is_ascii_digit()));
}

async fn of_topic<M: prost::Message + Default>(site: &Site, wanted: &str) -> Vec<M> {
    let events = site.app.events().await;
    events.iter().filter(|(topic, _)| topic == wanted).map(|(_, payload)| M::decode(payload.as_slice()).unwrap()).collect()
}

#[tokio::test]
async fn as_an_identifier_a_key_stays_within_the_limits_of_its_group_too() {
    let site = start().await;
    let rule = site.rule(shareable(ANNA, DOOR_1)).await.id;
    let guest_limits = Some(GroupGuestLimits { max_passes_count: Some(3), max_period_days: Some(2) });
    let settings = GroupSettingsChanged { project_id: PROJECT, id: RESIDENCE, version: 1, guest_limits, ..Default::default() };
    site.deliver("domains.group_settings.changed", &settings).await;
    let given = give(&site, &anna(), key(rule)).await;
    let patch = async |identifier: Identifier, paths: &[&str]| {
        let request = UpdateIdentifierRequest { id: given.id, identifier: Some(identifier), update_mask: mask(paths) };
        site.identifiers.update_identifier(site.by(&site.admin(), request)).await.map(|_| ())
    };
    let passes = |count| Identifier { passes_restrict_active: true, passes_restrict_max_count: count, ..Default::default() };
    assert_eq!(patch(passes(4), &["passes_restrict_max_count"]).await.unwrap_err().message(), "maximum passes count reached");
    assert_eq!(patch(Identifier::default(), &["passes_restrict_active"]).await.unwrap_err().message(), "maximum passes count reached");
    let to =
        |days: i64| Identifier { period_restrict_to: Some(prost_types::Timestamp { seconds: NOW + days * 86_400, nanos: 0 }), ..Default::default() };
    assert_eq!(patch(to(3), &["period_restrict_to"]).await.unwrap_err().message(), "maximum days reached");
    assert_eq!(patch(Identifier::default(), &["period_restrict_active"]).await.unwrap_err().message(), "maximum days reached");
    let other = Identifier { value: "6f9c1f52-0ea6-4d1c-9d55-0d8c3f5f6d11".into(), owner: Some(reference(BORIS)), ..Default::default() };
    assert_eq!(field_message(&patch(other.clone(), &["value"]).await.unwrap_err(), "value"), "cannot be changed");
    assert_eq!(field_message(&patch(other, &["owner"]).await.unwrap_err(), "owner"), "cannot be changed");
    patch(passes(3), &["passes_restrict_max_count"]).await.unwrap();
    patch(to(2), &["period_restrict_to"]).await.unwrap();
    patch(Identifier { name: "plumber".into(), ..Default::default() }, &["name"]).await.unwrap();
}

#[tokio::test]
async fn a_recurring_key_opens_in_its_hours_and_its_doors_ask() {
    let site = start().await;
    let rule = site.rule(shareable(ANNA, DOOR_1)).await.id;
    // The test's clock: Monday, 09:00.
    let hours = |weekdays: &[i32], from, to| Some(GuestKeyHours { weekdays: weekdays.to_vec(), from_minute: from, to_minute: to });
    let cleaner = give(&site, &anna(), GuestKey { pass_limit: 0, hours: hours(&[1, 3], 8 * 60, 12 * 60), ..key(rule) }).await;
    assert_eq!(cleaner.hours, hours(&[1, 3], 8 * 60, 12 * 60));
    let list = site.list(DOOR_1).await;
    assert_eq!((list.identifiers.len(), list.refused[0].cause.as_str()), (0, "hours_of_the_key"));
    let asked = async || {
        use proto::vestibule::access::v1::remote_checks_server::RemoteChecks;
        let request = CheckIdentifierRequest { project_id: PROJECT, device_id: DOOR_1, r#type: "qr".into(), number: cleaner.value.clone() };
        let answer = site.remote.check_identifier(site.by(&testing::service(PROJECT, "device-gateway"), request)).await.unwrap().into_inner();
        (answer.known, answer.lock_number)
    };
    assert_eq!(asked().await, (true, Some(1)));
    change(&site, &anna(), cleaner.id, GuestKey { hours: hours(&[2], 8 * 60, 12 * 60), ..Default::default() }, &["hours"]).await.unwrap();
    assert_eq!(asked().await, (true, None), "on Tuesdays only");
    change(&site, &anna(), cleaner.id, GuestKey::default(), &["hours"]).await.unwrap();
    assert_eq!(held(&site, DOOR_1).await, [(cleaner.id, None)], "at any time");

    let car = GuestKey { kind: GuestKeyKind::LicensePlate.into(), value: "A123BC".into(), hours: hours(&[1], 0, 60), ..key(rule) };
    assert_eq!(field_message(&try_give(&site, &anna(), car).await.unwrap_err(), "hours"), "can't perform action");
    let wrong = try_give(&site, &anna(), GuestKey { hours: hours(&[8], 1440, 0), ..key(rule) }).await.unwrap_err();
    assert_eq!(refused_fields(&wrong), ["hours.from_minute", "hours.to_minute", "hours.weekdays"]);
}

#[tokio::test]
async fn the_link_of_a_key_is_mailed_by_its_giver_while_it_opens_and_twenty_times_a_day() {
    use proto::vestibule::events::v1::MailRequested;
    let site = start().await;
    let rule = site.rule(shareable(ANNA, DOOR_1)).await.id;
    let given = give(&site, &anna(), key(rule)).await;
    let send = async |caller: &Caller, email: &str| {
        keys(&site).send_guest_key(site.by(caller, SendGuestKeyRequest { id: given.id, email: email.into() })).await
    };
    assert_eq!(field_message(&send(&anna(), "nobody").await.unwrap_err(), "email"), "must be e-mail");
    assert_eq!(send(&boris(), "guest@example.org").await.unwrap_err().code(), Code::NotFound);
    assert!(of_topic::<MailRequested>(&site, "mail.requested").await.is_empty());
    send(&anna(), " guest@example.org ").await.unwrap();
    let mail: MailRequested = of_topic(&site, "mail.requested").await.remove(0);
    assert_eq!((mail.kind.as_str(), mail.to_email.as_str(), mail.domain_id), ("guest_key", "guest@example.org", BUILDING_1));
    assert_eq!((mail.values["link"].as_str(), mail.values["message"].as_str()), (given.link.as_str(), "The lobby is on the left"));
    assert!(mail.values["qr"].ends_with("/qr"));
    for _ in 1..20 {
        send(&anna(), "guest@example.org").await.unwrap();
    }
    assert_eq!(send(&anna(), "guest@example.org").await.unwrap_err().code(), Code::ResourceExhausted);
    keys(&site).revoke_guest_key(site.by(&anna(), RevokeGuestKeyRequest { id: given.id })).await.unwrap();
    assert_eq!(send(&anna(), "guest@example.org").await.unwrap_err().message(), "action prohibited");
}

#[tokio::test]
async fn what_becomes_of_a_key_is_published_its_first_opening_as_such() {
    use proto::vestibule::events::v1::{GuestKeyChanged, GuestKeyOpened};
    let site = start().await;
    let rule = site.rule(shareable(ANNA, DOOR_1)).await.id;
    let given = give(&site, &anna(), GuestKey { pass_limit: 3, ..key(rule) }).await;
    change(&site, &anna(), given.id, GuestKey { name: "plumber".into(), ..Default::default() }, &["name"]).await.unwrap();
    for _ in 0..2 {
        site.deliver_access_event(given.id, DOOR_1, "access_granted_by_valid_identifier").await;
    }
    keys(&site).revoke_guest_key(site.by(&anna(), RevokeGuestKeyRequest { id: given.id })).await.unwrap();
    let changes: Vec<GuestKeyChanged> = of_topic(&site, "access.guest_key.changed").await;
    assert_eq!(changes.iter().map(|event| event.change.as_str()).collect::<Vec<_>>(), ["created", "updated", "revoked"]);
    let opened: Vec<GuestKeyOpened> = of_topic(&site, "access.guest_key.opened").await;
    let seen: Vec<_> =
        opened.iter().map(|event| (event.owner_id, event.device_id, event.device_name.as_str(), event.is_first, event.is_refused)).collect();
    assert_eq!(seen, [(ANNA, DOOR_1, "door 1001", true, false), (ANNA, DOOR_1, "door 1001", false, false)]);
}

#[tokio::test]
async fn doors_ask_about_a_key_whose_passes_are_counted_exactly_and_hold_those_without_a_limit() {
    let site = start().await;
    let rule = site.rule(shareable(ANNA, DOOR_1)).await.id;
    let mut app = access::app::App::new(&site.app.context);
    app.guests.counts_exactly = true;
    let exact = GuestKeysService(app);
    let give =
        async |key: GuestKey| exact.create_guest_key(site.by(&anna(), CreateGuestKeyRequest { guest_key: Some(key) })).await.unwrap().into_inner();
    let counted = give(key(rule)).await;
    let unlimited = give(GuestKey { pass_limit: 0, ..key(rule) }).await;
    let list = site.list(DOOR_1).await;
    assert_eq!(list.identifiers.iter().map(|held| held.id).collect::<Vec<_>>(), [unlimited.id]);
    assert_eq!(list.refused.iter().map(|refused| (refused.id, refused.cause.as_str())).collect::<Vec<_>>(), [(counted.id, "passes_of_the_key")]);
    assert!(site.decided(counted.id, DOOR_1).await.0, "the platform opens for it");
}

#[tokio::test]
async fn who_made_a_key_in_somebodys_name_changes_and_sends_it_only_while_they_reach_the_giver() {
    let site = start().await;
    let rule = site.rule(shareable(ANNA, DOOR_1)).await.id;
    let concierge = |building| someone(PROJECT, 7, [Permission::CanCreateGuestIdentifier, Permission::CanViewUsers], &[building]);
    let given = give(&site, &concierge(BUILDING_1), GuestKey { owner: Some(reference(ANNA)), ..key(rule) }).await;
    assert_eq!(found(&site, &concierge(BUILDING_1), given.id).await.unwrap().link, given.link);
    // Works in the other building by now.
    let moved = concierge(BUILDING_2);
    assert_eq!(found(&site, &moved, given.id).await.unwrap().link, "");
    let to = Some(prost_types::Timestamp { seconds: NOW + 3 * 86_400, nanos: 0 });
    let longer = change(&site, &moved, given.id, GuestKey { period_restrict_to: to, ..Default::default() }, &["period_restrict_to"]).await;
    assert_eq!(longer.unwrap_err().code(), Code::PermissionDenied);
    let mail = SendGuestKeyRequest { id: given.id, email: "guest@example.org".into() };
    assert_eq!(keys(&site).send_guest_key(site.by(&moved, mail)).await.unwrap_err().code(), Code::PermissionDenied);
    let revoked = keys(&site).revoke_guest_key(site.by(&moved, RevokeGuestKeyRequest { id: given.id })).await.unwrap().into_inner();
    assert_eq!(revoked.state(), GuestKeyState::Revoked, "what they made they may stop");
}

#[tokio::test]
async fn a_key_that_lives_again_is_one_of_the_fifty_of_its_giver() {
    let site = start().await;
    let rule = site.rule(shareable(ANNA, DOOR_1)).await.id;
    let old = give(&site, &anna(), key(rule)).await;
    site.app.context.clock.advance(time::Duration::days(2));
    let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
    let others: Vec<i64> = sqlx::query_scalar(
        "INSERT INTO identifiers (project_id, link_id, name, type, value, number, unique_value, is_active, owner_type, owner_id, domain_id,
             created_by, created_by_name, created_at, updated_at, origin)
         SELECT project_id, gen_random_uuid(), name, type, n, n, n, true, owner_type, owner_id, domain_id, created_by, created_by_name, created_at,
             updated_at, origin FROM identifiers, LATERAL (SELECT g::text AS n FROM generate_series(1, 50) g) numbers WHERE id = $1 RETURNING id",
    )
    .bind(old.id)
    .fetch_all(&mut *tx)
    .await
    .unwrap();
    sqlx::query(
        "INSERT INTO guest_keys (identifier_id, project_id, kind, guest_type, message, link_hash, link_sealed, visit_seconds)
         SELECT n, k.project_id, k.kind, k.guest_type, '', sha256(n::text::bytea), k.link_sealed, k.visit_seconds
         FROM guest_keys k, unnest($2::bigint[]) n WHERE k.identifier_id = $1",
    )
    .bind(old.id)
    .bind(&others)
    .execute(&mut *tx)
    .await
    .unwrap();
    tx.commit().await.unwrap();
    let to = Some(prost_types::Timestamp { seconds: NOW + 4 * 86_400, nanos: 0 });
    let renew = async || change(&site, &anna(), old.id, GuestKey { period_restrict_to: to, ..Default::default() }, &["period_restrict_to"]).await;
    assert_eq!(renew().await.unwrap_err().code(), Code::ResourceExhausted);
    keys(&site).revoke_guest_key(site.by(&anna(), RevokeGuestKeyRequest { id: others[0] })).await.unwrap();
    assert_eq!(renew().await.unwrap().state(), GuestKeyState::Active);
}

#[tokio::test]
async fn what_becomes_of_a_key_as_an_identifier_is_published_too() {
    use proto::vestibule::events::v1::GuestKeyChanged;
    let site = start().await;
    let rule = site.rule(shareable(ANNA, DOOR_1)).await.id;
    let [revoked, deleted] = [give(&site, &anna(), key(rule)).await.id, give(&site, &anna(), key(rule)).await.id];
    site.clear_outbox().await;
    let name = Identifier { name: "plumber".into(), ..Default::default() };
    let change = UpdateIdentifierRequest { id: revoked, identifier: Some(name), update_mask: mask(&["name"]) };
    site.identifiers.update_identifier(site.by(&site.admin(), change)).await.unwrap();
    for _ in 0..2 {
        site.identifiers.revoke_identifier(site.by(&site.admin(), RevokeIdentifierRequest { id: revoked })).await.unwrap();
    }
    for id in [revoked, deleted] {
        site.identifiers.delete_identifier(site.by(&site.admin(), DeleteIdentifierRequest { id })).await.unwrap();
    }
    let changes: Vec<GuestKeyChanged> = of_topic(&site, "access.guest_key.changed").await;
    let seen: Vec<_> = changes.iter().map(|event| (event.id, event.change.as_str())).collect();
    assert_eq!(seen, [(revoked, "updated"), (revoked, "revoked"), (deleted, "revoked")]);
}

async fn change_identifier(site: &Site, id: i64, identifier: Identifier, paths: &[&str]) -> Result<Identifier, Status> {
    let request = UpdateIdentifierRequest { id, identifier: Some(identifier), update_mask: mask(paths) };
    Ok(site.identifiers.update_identifier(site.by(&site.admin(), request)).await?.into_inner())
}

#[tokio::test]
async fn what_an_administrator_forbids_a_key_stays_when_its_giver_chooses_other_rules() {
    let site = start().await;
    let lobby = site.rule(shareable(ANNA, DOOR_1)).await.id;
    let gate = site.rule(AccessRule { devices: vec![lock(DOOR_1), lock(DOOR_2)], ..shareable(ANNA, DOOR_1) }).await.id;
    let forbids = site.rule(AccessRule { prohibition: true, users: vec![], ..lets(BORIS, DOOR_2) }).await.id;
    let given = give(&site, &anna(), key(lobby)).await.id;
    let rules = |ids: &[i64]| ids.iter().copied().map(reference).collect::<Vec<_>>();
    let forbidden = Identifier { access_rules: rules(&[lobby, forbids]), ..Default::default() };
    change_identifier(&site, given, forbidden, &["access_rules"]).await.unwrap();
    let seen = found(&site, &anna(), given).await.unwrap();
    assert_eq!(seen.access_rules.iter().map(|rule| rule.id).collect::<Vec<_>>(), [lobby], "what the giver may send again");
    change(&site, &anna(), given, GuestKey { access_rules: rules(&[gate]), ..Default::default() }, &["access_rules"]).await.unwrap();
    let all =
        site.identifiers.get_identifier(site.by(&site.admin(), GetIdentifierRequest { id: given, ..Default::default() })).await.unwrap().into_inner();
    assert_eq!(all.access_rules.iter().map(|rule| rule.id).collect::<Vec<_>>(), [gate, forbids]);
    assert_eq!((site.decided(given, DOOR_1).await.0, site.decided(given, DOOR_2).await), (true, (false, "prohibited_by".into())));
}

#[tokio::test]
async fn as_an_identifier_too_a_key_ends_some_day_or_after_some_passes() {
    let site = start().await;
    let rule = site.rule(shareable(ANNA, DOOR_1)).await.id;
    let given = give(&site, &anna(), key(rule)).await.id;
    let limits = ["passes_restrict_active", "period_restrict_active"];
    let endless = change_identifier(&site, given, Identifier::default(), &limits).await.unwrap_err();
    assert_eq!(field_message(&endless, "passes_restrict_active"), "at least one must have a value");
    let only_begins = Identifier { period_restrict_from: Some(prost_types::Timestamp { seconds: NOW, nanos: 0 }), ..Default::default() };
    let endless = change_identifier(&site, given, only_begins, &["period_restrict_from", "period_restrict_to"]).await.unwrap_err();
    assert_eq!(field_message(&endless, "period_restrict_to"), "required");
    let of_passes = change_identifier(&site, given, Identifier::default(), &["period_restrict_active"]).await.unwrap();
    assert!(of_passes.passes_restrict_active && !of_passes.period_restrict_active);
    let endless = change_identifier(&site, given, Identifier::default(), &["passes_restrict_active"]).await.unwrap_err();
    assert_eq!(refused_fields(&endless), ["passes_restrict_active"]);
}

#[tokio::test]
async fn as_an_identifier_too_a_key_opens_what_its_giver_may_hand_on() {
    let site = start().await;
    let own = site.rule(shareable(ANNA, DOOR_1)).await.id;
    let of_another = site.rule(AccessRule { name: "of Boris".into(), ..shareable(BORIS, DOOR_2) }).await.id;
    let private = site.rule(AccessRule { name: "not to share".into(), ..lets(ANNA, DOOR_2) }).await.id;
    let second = site.rule(AccessRule { name: "second".into(), ..shareable(ANNA, DOOR_2) }).await.id;
    let given = give(&site, &anna(), key(own)).await.id;
    let name = |rules: &[i64]| Identifier { access_rules: rules.iter().copied().map(reference).collect(), ..Default::default() };
    for rule in [of_another, private] {
        let as_identifier = change_identifier(&site, given, name(&[own, rule]), &["access_rules"]).await.unwrap_err();
        let as_key = GuestKey { access_rules: vec![reference(own), reference(rule)], ..Default::default() };
        let as_key = change(&site, &anna(), given, as_key, &["access_rules"]).await.unwrap_err();
        assert_eq!((as_identifier.code(), refusal(&as_identifier)), (as_key.code(), refusal(&as_key)));
    }
    assert!(!site.decided(given, DOOR_2).await.0);
    let named = change_identifier(&site, given, name(&[own, second]), &["access_rules"]).await.unwrap();
    assert_eq!(named.access_rules.iter().map(|rule| rule.id).collect::<Vec<_>>(), [own, second]);
}

#[tokio::test]
async fn a_dead_key_whose_number_another_one_has_by_now_gets_another_name_and_no_other_life() {
    let site = start().await;
    let features = ["identifier.guest", "license_plate"].map(String::from).to_vec();
    site.deliver("licensing.license.changed", &LicenseChanged { project_id: PROJECT, version: 2, features, ..Default::default() }).await;
    let rule = site.rule(shareable(ANNA, DOOR_1)).await.id;
    let to = |days: i64| Some(prost_types::Timestamp { seconds: NOW + days * 86_400, nanos: 0 });
    let car = GuestKey { kind: GuestKeyKind::LicensePlate.into(), value: "A123BC".into(), ..key(rule) };
    let dead = give(&site, &anna(), car.clone()).await.id;
    site.app.context.clock.advance(time::Duration::days(2));
    give(&site, &anna(), GuestKey { period_restrict_to: to(4), ..car }).await;
    let renamed = change(&site, &anna(), dead, GuestKey { name: "plumber".into(), ..Default::default() }, &["name"]).await.unwrap();
    assert_eq!(renamed.name, "plumber");
    let renamed = change_identifier(&site, dead, Identifier { name: "gardener".into(), ..Default::default() }, &["name"]).await.unwrap();
    assert_eq!(renamed.name, "gardener");
    let longer = change(&site, &anna(), dead, GuestKey { period_restrict_to: to(4), ..Default::default() }, &["period_restrict_to"]).await;
    assert_eq!(longer.unwrap_err().message(), "identifier duplicate");
}

#[tokio::test]
async fn a_plate_is_free_for_the_next_guest_when_the_last_visit_is_over() {
    let site = start().await;
    let features = ["identifier.guest", "license_plate"].map(String::from).to_vec();
    site.deliver("licensing.license.changed", &LicenseChanged { project_id: PROJECT, version: 2, features, ..Default::default() }).await;
    let rule = site.rule(shareable(ANNA, DOOR_1)).await.id;
    let car = GuestKey { kind: GuestKeyKind::LicensePlate.into(), value: "A123BC".into(), ..key(rule) };
    let first = give(&site, &anna(), car.clone()).await;
    let now = Some(kit::clock::to_proto(site.app.context.clock.now()));
    let passed = EventArrived {
        project_id: PROJECT,
        category: "access".into(),
        code: "access_granted_by_valid_identifier".into(),
        device_id: DOOR_1,
        identifier_id: first.id,
        created_at: now,
        received_at: now,
        ..Default::default()
    };
    site.deliver("device.event.arrived", &passed).await;
    assert_eq!(try_give(&site, &anna(), car.clone()).await.unwrap_err().message(), "guest identifier exists", "its only visit goes on");
    site.app.context.clock.advance(time::Duration::minutes(15));
    assert_ne!(give(&site, &anna(), car).await.id, first.id);
}
