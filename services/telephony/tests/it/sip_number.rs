use policy::Caller;
use policy::Permission::*;
use proto::vestibule::common::v1::DeleteAllRequest;
use proto::vestibule::events::v1::UserChanged;
use proto::vestibule::telephony::v1::forward_rules_server::ForwardRules;
use proto::vestibule::telephony::v1::sip_numbers_server::SipNumbers;
use proto::vestibule::telephony::v1::sip_trunks_server::SipTrunks;
use proto::vestibule::telephony::v1::*;
use testing::{OTHER_PROJECT, PROJECT, administrator, someone};
use tonic::Code;

use crate::site::*;

#[tokio::test]
async fn a_number_is_kept_with_its_defaults_and_tells_no_password() {
    let site = Site::start().await;
    let made = site.number(SipNumber { password: Some("Secret12".into()), ..of_user("101", ANNA) }).await;
    assert_eq!((made.is_active, made.forward_mode()), (Some(true), ForwardMode::Disabled));
    assert_eq!(made.password.as_deref(), Some("********"));
    assert_eq!(made.domain.as_ref().map(|group| group.id), Some(BUILDING_1), "that of its user");
    let (sealed, ha1) = site.account(made.id).await;
    assert_eq!(site.app.context.sealer.open_for("telephony.number.password", &sealed).unwrap(), "Secret12");
    // md5("101:p1.sip.test:Secret12")
    assert_eq!(ha1, "e5d3a5e1e3e0d21eb8b787092f371021");
}

#[tokio::test]
async fn a_number_is_of_the_group_of_its_device() {
    let site = Site::start().await;
    assert_eq!(site.number(of_panel("201", PANEL_2)).await.domain.map(|group| group.id), Some(BUILDING_2));
    let refused = site.try_number(&site.admin(), SipNumber { number: "1".into(), ..Default::default() }).await.unwrap_err();
    assert_eq!(refused_fields(&refused), ["domain"]);
}

#[tokio::test]
async fn a_number_is_unique_in_its_project() {
    let site = Site::start().await;
    site.number(of_user("101", ANNA)).await;
    let taken = site.try_number(&site.admin(), of_group("101", BUILDING_2)).await.unwrap_err();
    assert_eq!((taken.code(), taken.message()), (Code::FailedPrecondition, "number not free"));
    site.try_number(&administrator(OTHER_PROJECT), of_group("101", FOREIGN_GROUP)).await.expect("another project has numbers of its own");
}

#[tokio::test]
async fn a_device_has_one_number() {
    let site = Site::start().await;
    site.number(of_panel("201", PANEL_1)).await;
    let second = site.try_number(&site.admin(), of_panel("202", PANEL_1)).await.unwrap_err();
    assert_eq!(second.message(), "device already has virtual number");
    let free = site.number(of_group("203", BUILDING_1)).await;
    let moved = SipNumber { device: Some(reference(PANEL_1)), ..Default::default() };
    assert_eq!(site.change(&site.admin(), free.id, moved, &["device"]).await.unwrap_err().message(), "device already has virtual number");
}

#[tokio::test]
async fn a_group_has_one_general_number_which_is_not_deleted_while_it_is_one() {
    let site = Site::start().await;
    let general = |number: &str| SipNumber { is_general: true, ..of_group(number, BUILDING_1) };
    let made = site.number(general("300")).await;
    assert_eq!(site.try_number(&site.admin(), general("301")).await.unwrap_err().message(), "sip number for group exists");
    let refused = site.delete(&site.admin(), made.id).await.unwrap_err();
    assert_eq!(refused.message(), "deletion prohibited for a virtual number used as general group number");
    site.change(&site.admin(), made.id, SipNumber::default(), &["is_general"]).await.expect("it may become another number's");
    site.delete(&site.admin(), made.id).await.expect("and then be deleted");
}

#[tokio::test]
async fn a_password_has_digits_small_and_capital_letters() {
    let site = Site::start().await;
    for bad in ["short1A", "nodigitsHere", "nocapitals1", "NOSMALL123", "With space1"] {
        let refused = site.try_number(&site.admin(), SipNumber { password: Some(bad.into()), ..of_user("101", ANNA) }).await.unwrap_err();
        assert_eq!(refused_fields(&refused), ["password"], "{bad}");
    }
}

#[tokio::test]
async fn switching_a_number_needs_a_right_of_its_own() {
    let site = Site::start().await;
    let made = site.number(of_user("101", ANNA)).await;
    let editor = someone(PROJECT, 7, [CanEditSipNumber, CanCreateSipNumber, CanViewAllSipNumbers, CanViewAllUsers], &[]);
    let off = || SipNumber { is_active: Some(false), ..Default::default() };
    assert_eq!(site.change(&editor, made.id, off(), &["is_active"]).await.unwrap_err().code(), Code::PermissionDenied);
    let born_off = SipNumber { is_active: Some(false), ..of_group("102", BUILDING_1) };
    assert_eq!(site.try_number(&editor, born_off).await.unwrap_err().code(), Code::PermissionDenied);
    let activator = someone(PROJECT, 7, [CanEditSipNumber, CanActivateSipNumber, CanViewAllSipNumbers, CanViewAllUsers], &[]);
    assert_eq!(site.change(&activator, made.id, off(), &["is_active"]).await.unwrap().is_active, Some(false));
    assert_eq!(site.change(&editor, made.id, SipNumber { name: "Anna".into(), ..off() }, &["name"]).await.unwrap().name, "Anna");
}

#[tokio::test]
async fn a_system_number_is_changed_by_those_who_may_mark_one() {
    let site = Site::start().await;
    let system = site.number(SipNumber { is_system: true, ..of_group("900", RESIDENCE) }).await;
    let editor = someone(PROJECT, 7, [CanEditSipNumber, CanDeleteSipNumber, CanCreateSipNumber, CanViewAllSipNumbers], &[]);
    let renamed = SipNumber { name: "Mine".into(), ..Default::default() };
    assert_eq!(site.change(&editor, system.id, renamed, &["name"]).await.unwrap_err().code(), Code::PermissionDenied);
    assert_eq!(site.delete(&editor, system.id).await.unwrap_err().code(), Code::PermissionDenied);
    let another = SipNumber { is_system: true, ..of_group("901", RESIDENCE) };
    assert_eq!(site.try_number(&editor, another).await.unwrap_err().code(), Code::PermissionDenied);
    site.delete(&site.admin(), system.id).await.expect("the administrator may");
}

#[tokio::test]
async fn a_user_has_at_most_ten_numbers() {
    let site = Site::start().await;
    for number in 0..10 {
        site.number(of_user(&format!("10{number}"), ANNA)).await;
    }
    let refused = site.try_number(&site.admin(), of_user("110", ANNA)).await.unwrap_err();
    assert_eq!(refused.message(), "limit exceeded - used 10, max 10");
    assert_eq!(detail(&refused)["data"], serde_json::json!({ "used": 10, "max": 10 }));
    let free = site.number(of_group("110", BUILDING_1)).await;
    let given = SipNumber { user: Some(reference(ANNA)), ..Default::default() };
    assert_eq!(site.change(&site.admin(), free.id, given, &["user"]).await.unwrap_err().message(), "limit exceeded - used 10, max 10");
}

/// Numbers of a group from this one on, as many as that.
async fn insert_numbers(site: &Site, group: i64, first: i64, count: i64) {
    let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
    sqlx::query(
        "INSERT INTO sip_numbers (project_id, number, name, sealed_password, ha1, is_active, is_reserved, is_system, domain_id, is_general,
             forward_mode, forward_queues, created_at, updated_at)
         SELECT 1, n::text, '', '', '', true, false, false, $1, false, 'disabled', '[]', now(), now() FROM generate_series($2, $2 + $3 - 1) n",
    )
    .bind(group)
    .bind(first)
    .bind(count)
    .execute(&mut *tx)
    .await
    .unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn a_group_has_at_most_ten_thousand_numbers() {
    let site = Site::start().await;
    insert_numbers(&site, BUILDING_1, 1_000_000, 9_999).await;
    let last = site.number(of_group("101", BUILDING_1)).await;
    let refused = site.try_number(&site.admin(), of_group("102", BUILDING_1)).await.unwrap_err();
    assert_eq!(refused.message(), "limit exceeded - used 10000, max 10000");
    assert_eq!(site.generate(&site.admin(), BUILDING_1, 2).await.unwrap_err().message(), "limit exceeded - used 10000, max 10000");
    let other = site.number(of_group("102", BUILDING_2)).await;
    let moved = SipNumber { domain: Some(reference(BUILDING_1)), ..Default::default() };
    assert_eq!(site.change(&site.admin(), other.id, moved.clone(), &["domain"]).await.unwrap_err().message(), refused.message());
    site.delete(&site.admin(), last.id).await.unwrap();
    site.change(&site.admin(), other.id, moved, &["domain"]).await.expect("there is a place now");
}

#[tokio::test]
async fn a_project_has_at_most_a_hundred_thousand_numbers() {
    let site = Site::start().await;
    for group in 0..10 {
        insert_numbers(&site, 1_000 + group, 1_000_000 + group * 10_000, 10_000 - i64::from(group == 0)).await;
    }
    site.number(of_group("101", BUILDING_1)).await;
    let refused = site.try_number(&site.admin(), of_group("102", BUILDING_1)).await.unwrap_err();
    assert_eq!(refused.message(), "limit exceeded - used 100000, max 100000");
    site.try_number(&administrator(OTHER_PROJECT), of_group("102", FOREIGN_GROUP)).await.expect("others have their own");
}

#[tokio::test]
async fn numbers_are_seen_by_group_and_by_whom_they_belong_to() {
    let site = Site::start().await;
    for (number, group) in [("1", RESIDENCE), ("2", BUILDING_1), ("3", BUILDING_2)] {
        site.number(of_group(number, group)).await;
    }
    site.number(of_user("4", BORIS)).await;
    site.try_number(&administrator(OTHER_PROJECT), of_group("5", FOREIGN_GROUP)).await.unwrap();
    for (rights, user, expected) in [
        ([CanViewAllSipNumbers], 7, &["1", "2", "3", "4"][..]),
        ([CanViewSipNumbers], 7, &["1"]),
        ([CanViewDescendantSipNumbers], 7, &["2", "3", "4"]),
        ([CanEditProfile], BORIS, &["4"]),
        ([CanEditProfile], ANNA, &[]),
    ] {
        let caller = someone(PROJECT, user, rights, &[RESIDENCE]);
        let page = site.numbers.list_sip_numbers(site.by(&caller, ListSipNumbersRequest::default())).await.unwrap().into_inner();
        let seen: Vec<String> = page.items.into_iter().map(|number| number.number).collect();
        assert_eq!(seen, expected, "{rights:?}");
    }
}

#[tokio::test]
async fn a_number_out_of_sight_does_not_exist() {
    let site = Site::start().await;
    let made = site.number(of_group("1", BUILDING_2)).await;
    let other_manager = someone(PROJECT, 7, [CanViewSipNumbers, CanEditSipNumber, CanDeleteSipNumber], &[BUILDING_1]);
    for caller in [other_manager, administrator(OTHER_PROJECT)] {
        let seen = site.numbers.get_sip_number(site.by(&caller, GetSipNumberRequest { id: made.id })).await;
        assert_eq!(seen.unwrap_err().code(), Code::NotFound);
        assert_eq!(site.change(&caller, made.id, SipNumber::default(), &["name"]).await.unwrap_err().code(), Code::NotFound);
        assert_eq!(site.delete(&caller, made.id).await.unwrap_err().code(), Code::NotFound);
    }
}

#[tokio::test]
async fn a_number_names_only_what_its_maker_sees() {
    let site = Site::start().await;
    for number in [
        of_user("1", FOREIGN_USER),
        of_panel("1", FOREIGN_PANEL),
        of_group("1", FOREIGN_GROUP),
        SipNumber { forward_mode: ForwardMode::Picked.into(), forward_group: Some(reference(77)), ..of_user("1", ANNA) },
        SipNumber { forward_mode: ForwardMode::Manual.into(), forward_rules: vec![queue(&["404"])], ..of_user("1", ANNA) },
    ] {
        assert_eq!(site.try_number(&site.admin(), number).await.unwrap_err().message(), "invalid related entity sent");
    }
    let manager = someone(PROJECT, 7, [CanCreateSipNumber, CanViewSipNumbers, CanViewUsers], &[BUILDING_1]);
    site.try_number(&manager, of_user("1", ANNA)).await.expect("of their own building");
    assert_eq!(site.try_number(&manager, of_user("2", BORIS)).await.unwrap_err().message(), "invalid related entity sent");
    assert_eq!(site.try_number(&manager, of_group("2", BUILDING_2)).await.unwrap_err().message(), "invalid related entity sent");
}

/// Anna gets into both buildings; answered is who manages numbers and users of the first.
async fn manager_of_half_of_anna(site: &Site) -> Caller {
    let anna = UserChanged { domain_ids: vec![BUILDING_1, BUILDING_2], ..user(PROJECT, ANNA, BUILDING_1, 2) };
    site.deliver("identity.user.changed", &anna).await;
    let rights = [CanCreateSipNumber, CanEditSipNumber, CanActivateSipNumber, CanViewSipNumbers, CanViewUsers];
    someone(PROJECT, 7, rights, &[BUILDING_1])
}

#[tokio::test]
async fn a_number_is_made_only_for_a_user_whose_every_group_its_maker_reaches() {
    let site = Site::start().await;
    let manager = manager_of_half_of_anna(&site).await;
    let wanted = || SipNumber { password: Some("Secret12".into()), domain: Some(reference(BUILDING_1)), ..of_user("101", ANNA) };
    assert_eq!(site.try_number(&manager, wanted()).await.unwrap_err().code(), Code::PermissionDenied);
    let free = site.try_number(&manager, of_group("102", BUILDING_1)).await.expect("a number of nobody");
    let given = SipNumber { user: Some(reference(ANNA)), ..Default::default() };
    assert_eq!(site.change(&manager, free.id, given, &["user"]).await.unwrap_err().code(), Code::PermissionDenied);

    let of_both = someone(PROJECT, 7, manager.permissions, &[BUILDING_1, BUILDING_2]);
    site.try_number(&of_both, wanted()).await.expect("reaches both");
}

#[tokio::test]
async fn a_number_is_changed_only_by_those_who_reach_every_group_of_its_user() {
    let site = Site::start().await;
    let manager = manager_of_half_of_anna(&site).await;
    let made = site.number(SipNumber { domain: Some(reference(BUILDING_1)), ..of_user("101", ANNA) }).await;
    let (password, account) = (SipNumber { password: Some("Secret12".into()), ..Default::default() }, site.account(made.id).await);
    let manual = SipNumber { forward_mode: ForwardMode::Manual.into(), forward_rules: vec![queue(&["101"])], ..Default::default() };
    for (change, paths) in [
        (password.clone(), &["password"][..]),
        (SipNumber { number: "109".into(), ..Default::default() }, &["number"]),
        (manual, &["forward_mode", "forward_rules"]),
        (SipNumber { is_active: Some(false), ..Default::default() }, &["is_active"]),
        (SipNumber::default(), &["user"]),
        (SipNumber { name: "Mine".into(), ..Default::default() }, &["name"]),
    ] {
        assert_eq!(site.change(&manager, made.id, change, paths).await.unwrap_err().code(), Code::PermissionDenied, "{paths:?}");
    }
    assert_eq!(site.account(made.id).await, account);
    let of_both = someone(PROJECT, 7, manager.permissions, &[BUILDING_1, BUILDING_2]);
    site.change(&of_both, made.id, password, &["password"]).await.expect("reaches both");
}

#[tokio::test]
async fn ones_own_number_is_changed_whatever_groups_one_is_in() {
    let site = Site::start().await;
    manager_of_half_of_anna(&site).await;
    let made = site.number(SipNumber { domain: Some(reference(BUILDING_1)), ..of_user("101", ANNA) }).await;
    let anna = someone(PROJECT, ANNA, [CanEditSipNumber, CanViewSipNumbers], &[BUILDING_1, BUILDING_2]);
    let password = SipNumber { password: Some("Secret12".into()), ..Default::default() };
    site.change(&anna, made.id, password, &["password"]).await.expect("her own");
}

#[tokio::test]
async fn a_number_of_a_device_out_of_sight_is_not_changed() {
    let site = Site::start().await;
    let made = site.number(SipNumber { domain: Some(reference(BUILDING_1)), ..of_panel("201", PANEL_2) }).await;
    let with = |groups: &[i64]| someone(PROJECT, 7, [CanEditSipNumber, CanViewAllSipNumbers, CanViewDevices], groups);
    let password = || SipNumber { password: Some("Secret12".into()), ..Default::default() };
    assert_eq!(site.change(&with(&[BUILDING_1]), made.id, password(), &["password"]).await.unwrap_err().code(), Code::PermissionDenied);
    site.change(&with(&[BUILDING_2]), made.id, password(), &["password"]).await.expect("sees the panel");
}

/// Boris's in building 1, which forwards by a rule and calls outside by a trunk of building 2.
async fn number_that_names_building_2(site: &Site) -> SipNumber {
    let trunk = SipTrunk {
        name: "Line".into(),
        outgoing_number: "+31201234567".into(),
        termination_uri: "sip:trunk.example.org".into(),
        domains: vec![reference(BUILDING_2)],
        ..Default::default()
    };
    let trunk = site.trunks.create_sip_trunk(site.by(&site.admin(), CreateSipTrunkRequest { sip_trunk: Some(trunk) })).await.unwrap().into_inner();
    let outside = TrunkNumber { number: "+31201234567".into(), trunk: Some(reference(trunk.id)) };
    let params = ForwardParams { trunk_numbers: vec![outside], ..Default::default() };
    let queues = vec![ForwardQueue { params: Some(params), ..queue(&[]) }];
    let rule = ForwardRule { name: "Night".into(), domain: Some(reference(BUILDING_2)), forward_rules: queues.clone(), ..Default::default() };
    let request = site.by(&site.admin(), CreateForwardRuleRequest { forward_rule: Some(rule) });
    let rule = site.forward_rules.create_forward_rule(request).await.unwrap().into_inner();
    let picked = SipNumber {
        domain: Some(reference(BUILDING_1)),
        forward_mode: ForwardMode::Picked.into(),
        forward_group: Some(reference(rule.id)),
        forward_rules: queues,
        ..of_user("102", BORIS)
    };
    site.number(picked).await
}

/// Names of its user, group, forward rule and trunk.
fn named(number: &SipNumber) -> [&str; 4] {
    let trunk = number.forward_rules[0].params.as_ref().unwrap().trunk_numbers[0].trunk.as_ref();
    [number.user.as_ref(), number.domain.as_ref(), number.forward_group.as_ref(), trunk]
        .map(|named| named.map_or("none", |named| named.name.as_str()))
}

#[tokio::test]
async fn a_number_is_told_with_the_names_of_what_the_caller_sees_and_with_all_ids() {
    let site = Site::start().await;
    let made = number_that_names_building_2(&site).await;
    assert_eq!(named(&made), ["user 101", "group 11", "Night", "Line"]);
    let manager = someone(PROJECT, 7, [CanViewSipNumbers], &[BUILDING_1]);
    let seen = site.numbers.get_sip_number(site.by(&manager, GetSipNumberRequest { id: made.id })).await.unwrap().into_inner();
    assert_eq!(named(&seen), ["", "group 11", "", ""]);
    assert_eq!((seen.user.unwrap().id, seen.forward_group.unwrap().id), (BORIS, made.forward_group.unwrap().id));
    let list = site.numbers.list_sip_numbers(site.by(&manager, ListSipNumbersRequest::default())).await.unwrap().into_inner().items;
    assert_eq!(named(&list[0]), ["", "group 11", "", ""]);

    let boris = someone(PROJECT, BORIS, [], &[BUILDING_2]);
    let own = site.numbers.get_sip_number(site.by(&boris, GetSipNumberRequest { id: made.id })).await.unwrap().into_inner();
    assert_eq!(named(&own), ["user 101", "", "", ""], "one's own, too");
}

#[tokio::test]
async fn a_number_that_is_sent_back_with_hidden_names_keeps_what_it_names() {
    let site = Site::start().await;
    let made = number_that_names_building_2(&site).await;
    let editor = someone(PROJECT, 7, [CanViewSipNumbers, CanEditSipNumber, CanViewAllUsers], &[BUILDING_1]);
    let seen = site.numbers.get_sip_number(site.by(&editor, GetSipNumberRequest { id: made.id })).await.unwrap().into_inner();
    assert_eq!(named(&seen), ["user 101", "group 11", "", ""]);
    let renamed = SipNumber { name: "Lobby".into(), ..seen };
    site.change(&editor, made.id, renamed, &["name", "user", "domain", "forward_mode", "forward_group", "forward_rules"]).await.unwrap();
    let kept = site.numbers.get_sip_number(site.by(&site.admin(), GetSipNumberRequest { id: made.id })).await.unwrap().into_inner();
    assert_eq!((kept.name.as_str(), named(&kept)), ("Lobby", ["user 101", "group 11", "Night", "Line"]));
}

#[tokio::test]
async fn a_refusal_names_only_those_queues_that_the_caller_sees() {
    let site = Site::start().await;
    let wanted = site.number(of_user("101", ANNA)).await;
    let manual =
        |number: &str, user| SipNumber { forward_mode: ForwardMode::Manual.into(), forward_rules: vec![queue(&["101"])], ..of_user(number, user) };
    site.number(manual("102", BORIS)).await;
    site.number(manual("103", ANNA)).await;
    site.forwards_general_number_to(BUILDING_2, &["101"], 1).await;
    let manager = someone(PROJECT, 7, [CanDeleteSipNumber, CanViewSipNumbers], &[BUILDING_1]);
    let refused = site.delete(&manager, wanted.id).await.unwrap_err();
    assert_eq!(refused.message(), "the virtual number is used by queues");
    assert_eq!(detail(&refused)["data"]["names"], serde_json::json!(["103"]));
}

#[tokio::test]
async fn a_number_forwards_by_queues_of_its_own_or_by_a_rule() {
    let site = Site::start().await;
    site.number(of_user("102", BORIS)).await;
    let made =
        site.number(SipNumber { forward_mode: ForwardMode::Manual.into(), forward_rules: vec![queue(&["102"])], ..of_user("101", ANNA) }).await;
    assert_eq!(made.forward_rules[0].params.as_ref().map(|params| (params.timeout, params.days.len())), Some((60, 7)));
    let none = SipNumber { forward_mode: ForwardMode::Manual.into(), ..Default::default() };
    let refused = site.change(&site.admin(), made.id, none, &["forward_rules"]).await.unwrap_err();
    assert_eq!(refused_fields(&refused), ["forward_rules"]);
    let picked = SipNumber { forward_mode: ForwardMode::Picked.into(), ..Default::default() };
    assert_eq!(refused_fields(&site.change(&site.admin(), made.id, picked, &["forward_mode"]).await.unwrap_err()), ["forward_group"]);
}

#[tokio::test]
async fn another_number_has_the_same_password_and_a_digest_of_its_own() {
    let site = Site::start().await;
    let made = site.number(SipNumber { password: Some("Secret12".into()), ..of_user("101", ANNA) }).await;
    let before = site.account(made.id).await;
    site.change(&site.admin(), made.id, SipNumber { number: "102".into(), ..Default::default() }, &["number"]).await.unwrap();
    let after = site.account(made.id).await;
    assert_eq!(site.app.context.sealer.open_for("telephony.number.password", &after.0).unwrap(), "Secret12");
    assert_ne!(after.1, before.1);
}

#[tokio::test]
async fn a_masked_password_and_null_leave_it_as_it_is() {
    let site = Site::start().await;
    let made = site.number(of_user("101", ANNA)).await;
    let before = site.account(made.id).await;
    for password in [Some("********".to_string()), None] {
        site.change(&site.admin(), made.id, SipNumber { password, ..Default::default() }, &["password"]).await.unwrap();
        assert_eq!(site.account(made.id).await, before);
    }
}

#[tokio::test]
async fn what_an_earlier_holder_knows_is_of_no_use() {
    let site = Site::start().await;
    let made = site.number(of_user("101", ANNA)).await;
    let before = site.account(made.id).await;
    let given =
        |user: i64, password: Option<&str>| SipNumber { user: Some(reference(user)), password: password.map(Into::into), ..Default::default() };
    site.change(&site.admin(), made.id, given(BORIS, None), &["user"]).await.unwrap();
    let after = site.account(made.id).await;
    assert_ne!(after.1, before.1);
    site.change(&site.admin(), made.id, given(ANNA, Some("Secret12")), &["user", "password"]).await.unwrap();
    let sealed = site.account(made.id).await.0;
    assert_eq!(site.app.context.sealer.open_for("telephony.number.password", &sealed).unwrap(), "Secret12");
}

#[tokio::test]
async fn numbers_need_the_licence_and_may_be_looked_at_and_deleted_without() {
    let site = Site::start().await;
    let made = site.number(of_user("101", ANNA)).await;
    site.license(PROJECT, &[], 2).await;
    assert_eq!(site.try_number(&site.admin(), of_user("102", ANNA)).await.unwrap_err().message(), "feature is not licensed");
    assert_eq!(site.change(&site.admin(), made.id, SipNumber::default(), &["name"]).await.unwrap_err().message(), "feature is not licensed");
    assert_eq!(site.generate(&site.admin(), BUILDING_1, 1).await.unwrap_err().message(), "feature is not licensed");
    site.numbers.get_sip_number(site.by(&site.admin(), GetSipNumberRequest { id: made.id })).await.expect("it is there");
    site.delete(&site.admin(), made.id).await.expect("it may go");
}

#[tokio::test]
async fn several_are_deleted_each_by_itself() {
    let site = Site::start().await;
    let general = site.number(SipNumber { is_general: true, ..of_group("300", BUILDING_1) }).await;
    let free = site.number(of_group("301", BUILDING_1)).await;
    let request = site.by(&site.admin(), DeleteAllRequest { items: vec![general.id, free.id, 999_999] });
    let answer = site.numbers.delete_all_sip_numbers(request).await.unwrap().into_inner();
    assert_eq!(answer.items.iter().map(|item| item.done).collect::<Vec<_>>(), [false, true, false]);
    assert_eq!(answer.items[0].message, "deletion prohibited for a virtual number used as general group number");
}

#[tokio::test]
async fn a_number_that_queues_name_is_neither_deleted_nor_renumbered() {
    let site = Site::start().await;
    let named = site.number(of_user("101", ANNA)).await;
    let manual =
        |number: &str| SipNumber { forward_mode: ForwardMode::Manual.into(), forward_rules: vec![queue(&["101"])], ..of_user(number, BORIS) };
    let number = site.number(manual("102")).await;
    let rule = ForwardRule { name: "Night".into(), forward_rules: vec![queue(&["101"])], ..Default::default() };
    let request = site.by(&site.admin(), CreateForwardRuleRequest { forward_rule: Some(rule) });
    let rule = site.forward_rules.create_forward_rule(request).await.unwrap().into_inner();
    site.forwards_general_number_to(BUILDING_1, &["101"], 1).await;

    let refused = site.delete(&site.admin(), named.id).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "the virtual number is used by queues"));
    assert_eq!(detail(&refused)["data"]["names"], serde_json::json!(["102", "Night", format!("group {BUILDING_1}")]));
    let renumbered = SipNumber { number: "109".into(), ..Default::default() };
    let refused = site.change(&site.admin(), named.id, renumbered.clone(), &["number"]).await.unwrap_err();
    assert_eq!(refused.message(), "the virtual number is used by queues");
    site.change(&site.admin(), named.id, SipNumber { name: "Anna".into(), ..Default::default() }, &["name"]).await.expect("other changes are free");

    site.delete(&site.admin(), number.id).await.unwrap();
    site.forward_rules.delete_forward_rule(site.by(&site.admin(), DeleteForwardRuleRequest { id: rule.id })).await.unwrap();
    site.forwards_general_number_to(BUILDING_1, &[], 2).await;
    site.change(&site.admin(), named.id, renumbered, &["number"]).await.expect("nobody names it now");
    site.delete(&site.admin(), named.id).await.expect("nor this one");
}

#[tokio::test]
async fn a_number_that_only_its_own_queue_names_may_go() {
    let site = Site::start().await;
    let made = site.number(of_user("101", ANNA)).await;
    let own = SipNumber { forward_mode: ForwardMode::Manual.into(), forward_rules: vec![queue(&["101"])], ..Default::default() };
    site.change(&site.admin(), made.id, own, &["forward_mode", "forward_rules"]).await.unwrap();
    site.delete(&site.admin(), made.id).await.unwrap();
}
