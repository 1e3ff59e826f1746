//! Settings of a group, and the rights to change them.
use policy::Permission;
use proto::vestibule::common::v1::Ref;
use proto::vestibule::domains::v1::{
    AlarmEscalationStep, AppleWallet, DeviceStatusNotify, ForwardSettings, Group, GuestLimits, TrunkSettings, WhiteLabel,
};
use proto::vestibule::events::v1::{AuditRecorded, GroupSettingsChanged};
use proto::vestibule::telephony::v1::{ForwardParams, ForwardPeriod, ForwardQueue, RedirectIfError, RedirectIfNoAnswer, TrunkNumber, Weekday};
use serde_json::json;
use testing::{PROJECT, administrator, group_administrator, someone};
use tonic::Code;

use crate::site::{Site, detail, license_group};

fn white_label(name: &str) -> Group {
    Group { whitelabel_settings: Some(WhiteLabel { is_enabled: true, name: Some(name.into()), ..Default::default() }), ..Default::default() }
}

fn forward(numbers: &[&str]) -> Group {
    forward_by(ForwardQueue { numbers: numbers.iter().map(|number| number.to_string()).collect(), ..Default::default() })
}

fn forward_by(queue: ForwardQueue) -> Group {
    Group { sip_number: Some(ForwardSettings { is_active: true, forward_rules: vec![queue] }), ..Default::default() }
}

/// Every field of a queue of a group.
fn whole_queue() -> ForwardQueue {
    ForwardQueue {
        numbers: vec!["101".into()],
        params: Some(ForwardParams {
            timeout: 30,
            days: vec![Weekday::Mon.into(), Weekday::Fri.into()],
            period: Some(ForwardPeriod { from: 79_200, to: 21_600 }),
            trunk_numbers: vec![TrunkNumber { number: "+31201234567".into(), trunk: None }],
        }),
        redirect_if_no_answer: Some(RedirectIfNoAnswer { is_immediately: true, timeout: 0 }),
        redirect_if_error: Some(RedirectIfError { enabled: true, timeout: 3 }),
    }
}

fn notify(user: i64) -> Group {
    let user = Some(Ref { id: user, name: String::new() });
    Group { device_status_notify: Some(DeviceStatusNotify { user, notify_about_offline_device: true, ..Default::default() }), ..Default::default() }
}

#[tokio::test]
async fn a_group_has_the_defaults_until_they_are_changed() {
    let site = Site::start().await;
    let admin = administrator(PROJECT);
    let id = site.group("House", None).await;
    let group = site.get(&admin, id).await.unwrap();
    assert_eq!(group.whitelabel_settings, Some(WhiteLabel::default()));
    assert_eq!(group.apple_wallet_settings, Some(AppleWallet { background_color: Some("#FF4530".into()), ..Default::default() }));
    assert_eq!((group.sip_number, group.sip_trunk), (Some(ForwardSettings::default()), Some(TrunkSettings::default())));
    let listed = site.list(&admin, Default::default()).await.unwrap().items.remove(0);
    assert_eq!((listed.whitelabel_settings, listed.guest_identifier_limits), (None, None));
}

#[tokio::test]
async fn what_a_patch_does_not_name_stays() {
    let site = Site::start().await;
    let admin = administrator(PROJECT);
    let id = site.group("House", None).await;
    site.update(&admin, id, &["whitelabel_settings"], white_label("Harbour")).await.unwrap();
    let limits = Group { guest_identifier_limits: Some(GuestLimits { max_passes_count: Some(5), max_period_days: Some(30) }), ..Default::default() };
    site.update(&admin, id, &["guest_identifier_limits.max_passes_count"], limits).await.unwrap();
    let group = site.get(&admin, id).await.unwrap();
    assert_eq!(group.whitelabel_settings.unwrap().name.as_deref(), Some("Harbour"));
    assert_eq!(group.guest_identifier_limits, Some(GuestLimits { max_passes_count: Some(5), max_period_days: None }));
}

#[tokio::test]
async fn each_area_needs_the_right_of_its_own() {
    let site = Site::start().await;
    let id = site.group("House", None).await;
    site.person(17, 1, "Anna", &[id]).await;
    let limits = Group { guest_identifier_limits: Some(GuestLimits { max_passes_count: Some(5), ..Default::default() }), ..Default::default() };
    let trunk = Group { sip_trunk: Some(TrunkSettings { is_enabled: true, ..Default::default() }), ..Default::default() };
    let wallet = Group { apple_wallet_settings: Some(AppleWallet { is_enabled: true, ..Default::default() }), ..Default::default() };
    let areas = [
        ("whitelabel_settings", white_label("Harbour"), Permission::CanManageSelfDomainWhiteLabelSettings),
        ("guest_identifier_limits", limits, Permission::CanManageSelfDomainGuestAccess),
        ("device_status_notify", notify(17), Permission::CanManageSelfDomainNotifications),
        ("sip_number", forward(&["101"]), Permission::CanManageSelfDomainForwardSettings),
        ("sip_trunk", trunk, Permission::CanManageSelfDomainSipTrunks),
        ("apple_wallet_settings", wallet, Permission::CanEditSelfDomainGeneralParameters),
    ];
    for (path, change, right) in &areas {
        for (_, _, other) in areas.iter().filter(|(other, ..)| other != path) {
            let stranger = someone(PROJECT, 5, [*other, Permission::CanViewAllUsers], &[id]);
            let refused = site.update(&stranger, id, &[path], change.clone()).await.unwrap_err();
            assert_eq!(refused.code(), Code::PermissionDenied, "{path} with {}", other.code());
        }
        let holder = someone(PROJECT, 6, [*right, Permission::CanViewAllUsers], &[id]);
        site.update(&holder, id, &[path], change.clone()).await.unwrap_or_else(|error| panic!("{path}: {error}"));
    }
}

#[tokio::test]
async fn a_right_to_settings_reaches_the_callers_own_groups_and_below() {
    let site = Site::start().await;
    let (mine, other) = (site.group("Mine", None).await, site.group("Other", None).await);
    let below = site.group("Below", Some(mine)).await;
    let right = [Permission::CanManageSelfDomainWhiteLabelSettings];
    let manager = someone(PROJECT, 5, right, &[mine]);
    assert!(site.update(&manager, below, &["whitelabel_settings"], white_label("x")).await.is_ok());
    assert_eq!(site.update(&manager, other, &["whitelabel_settings"], white_label("x")).await.unwrap_err().code(), Code::NotFound);
    let overseer = someone(PROJECT, 6, [right[0], Permission::CanViewAllDomains], &[mine]);
    assert_eq!(site.update(&overseer, other, &["whitelabel_settings"], white_label("x")).await.unwrap_err().code(), Code::PermissionDenied);
    let editor = someone(PROJECT, 7, [Permission::CanEditAllServerDomains, Permission::CanViewAllDomains], &[]);
    assert!(site.update(&editor, other, &["whitelabel_settings"], white_label("x")).await.is_ok());
}

#[tokio::test]
async fn settings_that_are_sent_back_as_they_are_need_no_right() {
    let site = Site::start().await;
    let id = site.group("House", None).await;
    site.update(&administrator(PROJECT), id, &["whitelabel_settings"], white_label("Harbour")).await.unwrap();
    let editor = someone(PROJECT, 5, [Permission::CanEditSelfDomainGeneralParameters], &[id]);
    let visible = site.get(&editor, id).await.unwrap();
    let renamed = site.update(&editor, id, &["name", "whitelabel_settings"], Group { name: "Home".into(), ..visible }).await.unwrap();
    assert_eq!(renamed.name, "Home");
    let changed = Group { name: "Away".into(), ..white_label("Theirs") };
    assert_eq!(site.update(&editor, id, &["name", "whitelabel_settings"], changed).await.unwrap_err().code(), Code::PermissionDenied);
    assert_eq!(site.get(&editor, id).await.unwrap().name, "Home");
}

#[tokio::test]
async fn a_group_with_forward_settings_enabled_needs_at_least_one_user() {
    let site = Site::start().await;
    let admin = administrator(PROJECT);
    let id = site.group("House", None).await;
    let refused = site.update(&admin, id, &["sip_number"], forward(&["101"])).await.unwrap_err();
    let message = "a group with forward settings enabled needs at least one user";
    assert_eq!(detail(&refused).1, json!({ "fields": { "sip_number.is_active": message } }));
    let flat = site.group("Flat", Some(id)).await;
    site.person(17, 1, "Anna", &[flat]).await;
    assert!(site.update(&admin, id, &["sip_number"], forward(&["101"])).await.is_ok());
}

#[tokio::test]
async fn forward_settings_need_at_least_one_queue_with_a_number() {
    let site = Site::start().await;
    let id = site.group("House", None).await;
    site.person(17, 1, "Anna", &[id]).await;
    let refused = site.update(&administrator(PROJECT), id, &["sip_number"], forward(&[])).await.unwrap_err();
    let message = "forward settings need at least one queue with a number";
    assert_eq!(detail(&refused).1, json!({ "fields": { "sip_number.forward_rules.0.numbers": message } }));
}

#[tokio::test]
async fn queues_of_a_group_read_back_as_they_were_sent_and_are_published_whole() {
    let site = Site::start().await;
    let admin = administrator(PROJECT);
    let id = site.group("House", None).await;
    site.person(17, 1, "Anna", &[id]).await;
    let saved = site.update(&admin, id, &["sip_number"], forward_by(whole_queue())).await.unwrap();
    assert_eq!(saved.sip_number, forward_by(whole_queue()).sip_number);
    assert_eq!(site.get(&admin, id).await.unwrap().sip_number, saved.sip_number);
    let published = site.published::<GroupSettingsChanged>("domains.group_settings.changed").await.remove(0).forward.unwrap();
    assert_eq!((published.is_active, published.queues), (true, vec![whole_queue()]));
}

#[tokio::test]
async fn a_group_calls_outside_through_its_own_trunk() {
    let site = Site::start().await;
    let id = site.group("House", None).await;
    site.person(17, 1, "Anna", &[id]).await;
    let mut queue = whole_queue();
    queue.params.as_mut().unwrap().trunk_numbers[0].trunk = Some(Ref { id: 7, name: "Line".into() });
    let refused = site.update(&administrator(PROJECT), id, &["sip_number"], forward_by(queue)).await.unwrap_err();
    let path = "sip_number.forward_rules.0.params.trunk_numbers.0.trunk";
    assert_eq!(detail(&refused).1, json!({ "fields": { path: "a group calls outside through its own trunk" } }));
}

#[tokio::test]
async fn queues_of_a_group_that_an_older_build_kept_are_made_whole() {
    let site = Site::start().await;
    let admin = administrator(PROJECT);
    let (house, other) = (site.group("House", None).await, site.group("Other", None).await);
    let forward = json!({ "is_active": true, "queues": [{ "numbers": ["110"], "timeout": 15 }, { "numbers": ["101"], "timeout": 20 }] });
    let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
    for (id, settings) in [(house, json!({ "forward": forward })), (other, json!({ "trunk": { "is_enabled": true } }))] {
        sqlx::query("INSERT INTO group_settings (group_id, project_id, settings, updated_at) VALUES ($1, $2, $3, now())")
            .bind(id)
            .bind(PROJECT)
            .bind(settings)
            .execute(&mut *tx)
            .await
            .unwrap();
    }
    tx.commit().await.unwrap();
    site.app.migrate_again(&domains::MIGRATIONS, 1040).await;
    let whole = |number: &str, timeout| ForwardQueue {
        numbers: vec![number.into()],
        params: Some(ForwardParams { timeout, days: (1..=7).collect(), period: None, trunk_numbers: Vec::new() }),
        redirect_if_no_answer: Some(RedirectIfNoAnswer { is_immediately: false, timeout: 0 }),
        redirect_if_error: Some(RedirectIfError { enabled: true, timeout: 0 }),
    };
    let read = site.get(&admin, house).await.unwrap().sip_number.unwrap();
    assert_eq!((read.is_active, read.forward_rules), (true, vec![whole("110", 15), whole("101", 20)]));
    assert!(site.get(&admin, other).await.unwrap().sip_trunk.unwrap().is_enabled, "what has no queues stays as it was");
}

#[tokio::test]
async fn the_user_who_is_notified_of_devices_must_be_visible() {
    let site = Site::start().await;
    let (mine, other) = (site.group("Mine", None).await, site.group("Other", None).await);
    site.person(17, 1, "Anna", &[mine]).await;
    site.person(18, 1, "Boris", &[other]).await;
    let manager = group_administrator(PROJECT, 5, &[mine]);
    for invisible in [18, 99] {
        let refused = site.update(&manager, mine, &["device_status_notify"], notify(invisible)).await.unwrap_err();
        assert_eq!(detail(&refused), ("invalid related entity sent".into(), json!({ "names": [format!("user {invisible}")] })));
    }
    let answered = site.update(&manager, mine, &["device_status_notify"], notify(17)).await.unwrap().device_status_notify.unwrap();
    assert_eq!(answered.user, Some(Ref { id: 17, name: "Anna".into() }));
}

#[tokio::test]
async fn who_is_notified_is_named_to_those_who_see_them_and_stays_when_others_send_the_settings_back() {
    let site = Site::start().await;
    let (mine, other) = (site.group("Mine", None).await, site.group("Other", None).await);
    site.person(17, 1, "Anna", &[mine]).await;
    site.person(18, 1, "Boris", &[other]).await;
    let named = |id: i64, name: &str| Ref { id, name: name.into() };
    let step = AlarmEscalationStep { after_seconds: 60, recipients: vec![named(17, ""), named(18, "")], by: "mail".into() };
    let status = DeviceStatusNotify { user: Some(named(18, "")), alarm_escalation: vec![step], ..Default::default() };
    let group = Group { device_status_notify: Some(status), ..Default::default() };
    let saved = site.update(&administrator(PROJECT), mine, &["device_status_notify"], group).await.unwrap().device_status_notify.unwrap();
    assert_eq!(saved.user, Some(named(18, "Boris")));

    let manager = group_administrator(PROJECT, 5, &[mine]);
    let seen = site.get(&manager, mine).await.unwrap().device_status_notify.unwrap();
    assert_eq!(seen.user, Some(named(18, "")));
    assert_eq!(seen.alarm_escalation[0].recipients, [named(17, "Anna"), named(18, "")]);
    let sent_back = DeviceStatusNotify { notify_about_offline_device: true, ..seen };
    let group = Group { device_status_notify: Some(sent_back), ..Default::default() };
    site.update(&manager, mine, &["device_status_notify"], group).await.unwrap();
    let kept = site.get(&administrator(PROJECT), mine).await.unwrap().device_status_notify.unwrap();
    assert_eq!((kept.user, &kept.alarm_escalation), (saved.user, &saved.alarm_escalation));
}

#[tokio::test]
async fn steps_of_an_escalation_that_cannot_be_are_named_by_field() {
    let site = Site::start().await;
    let admin = administrator(PROJECT);
    let house = site.group("House", None).await;
    site.person(17, 1, "Anna", &[house]).await;
    let anna = || vec![Ref { id: 17, name: String::new() }];
    let step = |after_seconds: i32, recipients: Vec<Ref>, by: &str| AlarmEscalationStep { after_seconds, recipients, by: by.into() };
    let update = async |steps: Vec<AlarmEscalationStep>| {
        let device_status_notify = Some(DeviceStatusNotify { alarm_escalation: steps, ..Default::default() });
        let group = Group { device_status_notify, ..Default::default() };
        site.update(&admin, house, &["device_status_notify"], group).await
    };
    let refused = update(vec![step(9, Vec::new(), "telegram"), step(9, anna(), "mail")]).await.unwrap_err();
    let path = "device_status_notify.alarm_escalation";
    let expected = json!({ "fields": {
        format!("{path}.0.after_seconds"): "must be within 10 - 86400",
        format!("{path}.0.recipients"): "required",
        format!("{path}.0.by"): "must be one of: notification, mail, call",
        format!("{path}.1.after_seconds"): "must be within 10 - 86400",
    } });
    assert_eq!(detail(&refused).1, expected);
    let refused = update(vec![step(60, anna(), "mail"), step(60, anna(), "mail")]).await.unwrap_err();
    let later = json!({ "fields": { format!("{path}.1.after_seconds"): "must be later than the step before it" } });
    assert_eq!(detail(&refused).1, later);
    let refused = update((1..=6).map(|at| step(60 * at, anna(), "mail")).collect()).await.unwrap_err();
    assert_eq!(detail(&refused).1, json!({ "fields": { path: "too many items: at most 5" } }));
    assert!(update(vec![step(60, anna(), "notification"), step(300, anna(), "mail"), step(600, anna(), "call")]).await.is_ok());
}

#[tokio::test]
async fn numbers_and_names_are_answered_to_those_who_look_after_the_group() {
    let site = Site::start().await;
    let id = site.group("House", None).await;
    let resident = site.get(&someone(PROJECT, 5, [], &[id]), id).await.unwrap();
    assert!(resident.whitelabel_settings.is_some() && resident.guest_identifier_limits.is_some());
    assert_eq!((resident.sip_number, resident.sip_trunk, resident.device_status_notify), (None, None, None));
    let manager = site.get(&group_administrator(PROJECT, 6, &[id]), id).await.unwrap();
    assert!(manager.sip_number.is_some() && manager.sip_trunk.is_some() && manager.device_status_notify.is_some());
}

#[tokio::test]
async fn bad_settings_are_refused_by_path_and_change_nothing() {
    let site = Site::start().await;
    let admin = administrator(PROJECT);
    let id = site.group("House", None).await;
    let mut bad = white_label(&"n".repeat(101));
    bad.name = "Renamed".into();
    bad.guest_identifier_limits = Some(GuestLimits { max_passes_count: Some(0), ..Default::default() });
    let refused = site.update(&admin, id, &["name", "whitelabel_settings", "guest_identifier_limits"], bad).await.unwrap_err();
    let fields =
        json!({ "whitelabel_settings.name": "maximum length is 100", "guest_identifier_limits.max_passes_count": "must be within 1 - 9999" });
    assert_eq!(detail(&refused).1, json!({ "fields": fields }));
    assert_eq!(site.get(&admin, id).await.unwrap().name, "House");
}

#[tokio::test]
async fn a_change_of_settings_is_audited_and_published() {
    let site = Site::start().await;
    let admin = administrator(PROJECT);
    let id = site.group("House", None).await;
    site.person(17, 1, "Anna", &[id]).await;
    site.update(&admin, id, &["whitelabel_settings"], white_label("Harbour")).await.unwrap();
    site.update(&admin, id, &["device_status_notify"], notify(17)).await.unwrap();
    site.update(&admin, id, &["device_status_notify"], notify(17)).await.unwrap(); // Changes nothing, says nothing.
    let events: Vec<GroupSettingsChanged> = site.published("domains.group_settings.changed").await;
    let recorded: Vec<_> = events.iter().map(|event| (event.version, event.device_status_user_id, event.notify_about_offline_device)).collect();
    assert_eq!(recorded, [(1, 0, false), (2, 17, true)]);
    assert_eq!(events[1].whitelabel.as_ref().unwrap().name, "Harbour");
    let records: Vec<AuditRecorded> = site.published("audit.recorded").await;
    assert_eq!((records.len(), records[1].action.as_str()), (3, "edit"));
    assert!(records[1].after.contains("Harbour") && !records[1].after.contains("sip_trunk"), "{}", records[1].after);
}

#[tokio::test]
async fn a_new_group_may_come_with_settings() {
    let site = Site::start().await;
    let admin = administrator(PROJECT);
    let made = site.create(&admin, Group { name: "House".into(), ..white_label("Harbour") }).await.unwrap();
    assert_eq!(made.whitelabel_settings.unwrap().name.as_deref(), Some("Harbour"));
    let root = site.group("Root", None).await;
    let maker = someone(PROJECT, 5, [Permission::CanCreateDescendantDomain], &[root]);
    let refused = site.create(&maker, Group { name: "x".into(), parent_id: Some(root), ..white_label("Harbour") }).await.unwrap_err();
    assert_eq!(refused.code(), Code::PermissionDenied);
    assert_eq!(site.names(&admin, "").await, ["House", "Root"]);
}

/// Each area that a licence switches on, switched on and off, and the feature that it needs.
fn licensed() -> [(&'static str, &'static str, Group, Group); 4] {
    let limits = GuestLimits { max_passes_count: Some(3), max_period_days: None };
    let trunk = TrunkSettings { is_enabled: true, outgoing_number: Some("+31201234567".into()) };
    [
        ("whitelabel_settings", "mobile_app.white_label", white_label("Harbour"), Group::default()),
        ("guest_identifier_limits", "identifier.guest", Group { guest_identifier_limits: Some(limits), ..Group::default() }, Group::default()),
        ("sip_number", "sip", forward(&["101"]), Group::default()),
        ("sip_trunk", "sip.trunks", Group { sip_trunk: Some(trunk), ..Group::default() }, Group::default()),
    ]
}

#[tokio::test]
async fn settings_that_a_licence_allows_are_switched_on_with_it_and_off_without() {
    let site = Site::start().await;
    let admin = administrator(PROJECT);
    let id = site.group("House", None).await;
    site.person(7, 1, "Anna", &[id]).await;
    for (version, (area, feature, on, off)) in (1..).step_by(3).zip(licensed()) {
        site.license(version, &["amenity"]).await;
        let refused = site.update(&admin, id, &[area], on.clone()).await.unwrap_err();
        assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "feature is not licensed"), "{area}");
        site.license(version + 1, &[feature]).await;
        // An older snapshot that arrives late is ignored.
        site.license(version, &["amenity"]).await;
        site.update(&admin, id, &[area], on).await.unwrap();
        site.license(version + 2, &["amenity"]).await;
        site.update(&admin, id, &[area], off).await.unwrap();
    }
    let named = Group { apple_wallet_settings: Some(AppleWallet { is_enabled: true, ..Default::default() }), ..Group::default() };
    site.update(&admin, id, &["apple_wallet_settings.is_enabled"], named).await.expect("cards need no licence");
}

#[tokio::test]
async fn settings_are_switched_on_in_groups_that_have_the_feature_and_off_without() {
    let site = Site::start().await;
    let admin = administrator(PROJECT);
    let house = site.group("House", None).await;
    let flat = site.group("Flat", Some(house)).await;
    let other = site.group("Office", None).await;
    for (user, group) in [(7, flat), (8, other)] {
        site.person(user, 1, "Anna", &[group]).await;
    }
    for (version, (area, feature, on, off)) in (1..).step_by(2).zip(licensed()) {
        site.license_group(version, &[feature], (house, &["amenity"])).await;
        let refused = site.update(&admin, flat, &[area], on.clone()).await.unwrap_err();
        assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "feature is not licensed"), "{area}, by the group above");
        assert_eq!(site.get(&admin, flat).await.unwrap().features_off, [feature]);
        site.update(&admin, other, &[area], on.clone()).await.expect("a group without limits has what the project has");
        site.license_group(version + 1, &[feature], (other, &["amenity"])).await;
        site.update(&admin, flat, &[area], on).await.expect("its limits have gone");
        assert!(site.get(&admin, flat).await.unwrap().features_off.is_empty());
        site.update(&admin, other, &[area], off).await.expect("what is on is switched off without");
    }
    site.license_group(20, &["mobile_app.white_label"], (house, &[])).await;
    let new = Group { parent_id: Some(house), name: "New".into(), ..white_label("Harbour") };
    assert_eq!(site.create(&admin, new).await.unwrap_err().message(), "feature is not licensed", "with a new group neither");
}

#[tokio::test]
async fn a_white_label_ends_at_once_with_its_licence_and_comes_back_with_the_next_one() {
    let site = Site::start().await;
    let admin = administrator(PROJECT);
    let house = site.group("House", None).await;
    let flat = site.group("Flat", Some(house)).await;
    let plain = site.group("Office", None).await;
    for group in [house, flat] {
        site.update(&admin, group, &["whitelabel_settings"], white_label("Harbour")).await.unwrap();
    }
    site.update(
        &admin,
        plain,
        &["guest_identifier_limits"],
        Group { guest_identifier_limits: Some(GuestLimits { max_passes_count: Some(2), ..Default::default() }), ..Default::default() },
    )
    .await
    .unwrap();
    let published_whitelabels = async || {
        let published: Vec<GroupSettingsChanged> = site.published("domains.group_settings.changed").await;
        let last =
            |group: i64| published.iter().rfind(|settings| settings.id == group).and_then(|settings| settings.whitelabel.clone()).unwrap().is_enabled;
        (published.len(), last(house), last(flat))
    };
    assert_eq!(published_whitelabels().await, (3, true, true));
    let (all, sip, none): (&[&str], &[&str], &[&str]) = (&["mobile_app.white_label", "identifier.guest"], &["sip"], &[]);
    // Of the project, and of the group whose limits are the nearest: as when its period has ended.
    for (version, features, of_house, expected) in [
        (1, all, all, (3, true, true)),
        (2, sip, all, (5, false, false)),
        (3, all, all, (7, true, true)),
        (4, all, none, (9, false, false)),
        (5, all, all, (11, true, true)),
    ] {
        site.license_group(version, features, (house, of_house)).await;
        assert_eq!(published_whitelabels().await, expected, "version {version}");
    }
    // What was entered stays.
    assert!(site.get(&admin, house).await.unwrap().whitelabel_settings.unwrap().is_enabled);
    // Whatever else is changed meanwhile does not switch it on.
    site.license_group(6, sip, (house, all)).await;
    let notify = DeviceStatusNotify { notify_about_offline_device: true, ..Default::default() };
    let other = Group { device_status_notify: Some(notify), ..Default::default() };
    site.update(&admin, house, &["device_status_notify.notify_about_offline_device"], other).await.unwrap();
    assert!(!published_whitelabels().await.1);
}

/// As after an upgrade: the features of the project are here, and nothing of its groups.
#[tokio::test]
async fn the_snapshot_that_licensing_publishes_at_its_start_fills_what_an_upgrade_has_added() {
    let site = Site::start().await;
    let id = site.group("House", None).await;
    let snapshot = license_group(7, &["mobile_app.white_label"], (id, &["sip"]));
    for _ in 0..2 {
        site.app.deliver(&site.events(), "licensing.license.changed", &snapshot).await.unwrap();
        assert_eq!(site.get(&administrator(PROJECT), id).await.unwrap().features_off, ["mobile_app.white_label"]);
        let mut tx = site.app.context.database.system().await.unwrap();
        for table in ["license_group_limits", "license_snapshots"] {
            sqlx::query(sqlx::AssertSqlSafe(format!("DELETE FROM {table}"))).execute(&mut *tx).await.unwrap();
        }
        tx.commit().await.unwrap();
    }
}

#[tokio::test]
async fn a_project_of_which_licensing_has_not_spoken_is_not_held_up() {
    let site = Site::start().await;
    let id = site.group("House", None).await;
    site.update(&administrator(PROJECT), id, &["whitelabel_settings"], white_label("Harbour")).await.unwrap();
}

fn escalate(steps: &[(i32, &[i64], &str)]) -> Group {
    let step = |(after_seconds, users, by): &(i32, &[i64], &str)| AlarmEscalationStep {
        after_seconds: *after_seconds,
        recipients: users.iter().map(|id| Ref { id: *id, name: String::new() }).collect(),
        by: by.to_string(),
    };
    let alarm_escalation = steps.iter().map(step).collect();
    Group { device_status_notify: Some(DeviceStatusNotify { alarm_escalation, ..Default::default() }), ..Default::default() }
}

#[tokio::test]
async fn the_escalation_of_alarms_names_people_whom_the_caller_sees_and_later_ones_later() {
    const PATH: &[&str] = &["device_status_notify.alarm_escalation"];
    let site = Site::start().await;
    let (id, other) = (site.group("House", None).await, site.group("Other", None).await);
    site.person(17, 1, "Anna", &[id]).await;
    site.person(18, 1, "Bob", &[other]).await;
    let rights = [Permission::CanManageSelfDomainNotifications, Permission::CanViewUsers];
    let keeper = someone(PROJECT, 5, rights, &[id]);
    for wrong in [escalate(&[(60, &[17], "mail"), (60, &[17], "mail")]), escalate(&[(60, &[17], "telegram")])] {
        let refused = site.update(&keeper, id, PATH, wrong).await.unwrap_err();
        assert_eq!(refused.code(), Code::InvalidArgument, "{refused:?}");
    }
    assert!(site.update(&keeper, id, PATH, escalate(&[(60, &[18], "mail")])).await.is_err(), "the keeper does not see Bob");
    site.update(&keeper, id, PATH, escalate(&[(60, &[17], "notification"), (300, &[17], "mail"), (600, &[17], "call")])).await.unwrap();
    let saved = site.get(&administrator(PROJECT), id).await.unwrap().device_status_notify.unwrap().alarm_escalation;
    assert_eq!(
        saved.iter().map(|step| (step.after_seconds, step.recipients[0].name.as_str())).collect::<Vec<_>>(),
        [(60, "Anna"), (300, "Anna"), (600, "Anna")]
    );
    let published: GroupSettingsChanged = site.published("domains.group_settings.changed").await.pop().unwrap();
    let step = &published.alarm_escalation[1];
    assert_eq!((step.by.as_str(), step.recipients[0].user_id, step.recipients[0].name.as_str()), ("mail", 17, "Anna"));
}
