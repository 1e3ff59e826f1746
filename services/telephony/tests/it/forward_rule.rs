use policy::Caller;
use policy::Permission::*;
use proto::vestibule::common::v1::{CountGroupMembersRequest, GroupMembers};
use proto::vestibule::events::v1::GroupChanged;
use proto::vestibule::telephony::v1::forward_rules_server::ForwardRules;
use proto::vestibule::telephony::v1::group_members_server::GroupMembers as _;
use proto::vestibule::telephony::v1::*;
use telephony::rpc::group_members::GroupMembersService;
use testing::{OTHER_PROJECT, PROJECT, administrator, someone};
use tonic::{Code, Status};

use crate::site::*;

async fn create(site: &Site, caller: &Caller, rule: ForwardRule) -> Result<ForwardRule, Status> {
    Ok(site.forward_rules.create_forward_rule(site.by(caller, CreateForwardRuleRequest { forward_rule: Some(rule) })).await?.into_inner())
}

async fn change(site: &Site, caller: &Caller, id: i64, rule: ForwardRule, paths: &[&str]) -> Result<ForwardRule, Status> {
    let request = UpdateForwardRuleRequest { id, forward_rule: Some(rule), update_mask: mask(paths) };
    Ok(site.forward_rules.update_forward_rule(site.by(caller, request)).await?.into_inner())
}

async fn delete(site: &Site, caller: &Caller, id: i64) -> Result<(), Status> {
    site.forward_rules.delete_forward_rule(site.by(caller, DeleteForwardRuleRequest { id })).await.map(|_| ())
}

fn rule(numbers: &[&str]) -> ForwardRule {
    ForwardRule { name: "Night".into(), forward_rules: vec![queue(numbers)], ..Default::default() }
}

fn manager(groups: &[i64]) -> Caller {
    let rights = [CanCreateForwardRule, CanEditForwardRule, CanDeleteForwardRule, CanViewForwardRules, CanViewSipNumbers];
    someone(PROJECT, 7, rights, groups)
}

#[tokio::test]
async fn a_rule_needs_a_name_and_a_queue_with_a_number() {
    let site = Site::start().await;
    let refused = create(&site, &site.admin(), ForwardRule::default()).await.unwrap_err();
    assert_eq!(refused_fields(&refused), ["forward_rules", "name"]);
    let refused = create(&site, &site.admin(), rule(&[])).await.unwrap_err();
    assert_eq!(refused_fields(&refused), ["forward_rules.0.numbers"]);
}

#[tokio::test]
async fn a_rule_reads_back_as_it_was_sent() {
    let site = Site::start().await;
    site.number(of_user("101", ANNA)).await;
    let sent = ForwardQueue {
        numbers: vec!["101".into()],
        params: Some(ForwardParams {
            timeout: 30,
            days: vec![Weekday::Mon.into(), Weekday::Fri.into()],
            period: Some(ForwardPeriod { from: 79_200, to: 21_600 }),
            trunk_numbers: vec![TrunkNumber { number: "+31201234567".into(), trunk: None }],
        }),
        redirect_if_no_answer: Some(RedirectIfNoAnswer { is_immediately: true, timeout: 0 }),
        redirect_if_error: Some(RedirectIfError { enabled: true, timeout: 3 }),
    };
    let made = create(&site, &site.admin(), ForwardRule { forward_rules: vec![sent.clone()], ..rule(&[]) }).await.unwrap();
    let read = site.forward_rules.get_forward_rule(site.by(&site.admin(), GetForwardRuleRequest { id: made.id })).await.unwrap().into_inner();
    assert_eq!(read.forward_rules, [sent]);
}

#[tokio::test]
async fn a_rule_names_only_numbers_that_its_maker_sees() {
    let site = Site::start().await;
    site.number(of_user("101", ANNA)).await;
    site.number(of_user("102", BORIS)).await;
    site.try_number(&administrator(OTHER_PROJECT), of_user("999", FOREIGN_USER)).await.unwrap();
    let own = |numbers: &[&str]| ForwardRule { domain: Some(reference(BUILDING_1)), ..rule(numbers) };
    let made = create(&site, &manager(&[BUILDING_1]), own(&["101"])).await.expect("of their own building");
    for number in ["102", "999", "555"] {
        assert_eq!(create(&site, &manager(&[BUILDING_1]), own(&[number])).await.unwrap_err().message(), "invalid related entity sent");
    }
    // What it named already may stay, whoever changes something else.
    change(&site, &site.admin(), made.id, own(&["101", "102"]), &["forward_rules"]).await.unwrap();
    change(&site, &manager(&[BUILDING_1]), made.id, own(&["102"]), &["forward_rules"]).await.expect("102 was there");
}

#[tokio::test]
async fn a_rule_of_the_project_is_seen_by_all_and_changed_by_those_who_manage_it() {
    let site = Site::start().await;
    site.number(of_user("101", ANNA)).await;
    let whole = create(&site, &site.admin(), rule(&["101"])).await.unwrap();
    let manager = manager(&[BUILDING_1]);
    let seen = site.forward_rules.get_forward_rule(site.by(&manager, GetForwardRuleRequest { id: whole.id })).await;
    assert!(seen.is_ok());
    let renamed = ForwardRule { name: "Mine".into(), ..Default::default() };
    assert_eq!(change(&site, &manager, whole.id, renamed, &["name"]).await.unwrap_err().code(), Code::PermissionDenied);
    assert_eq!(delete(&site, &manager, whole.id).await.unwrap_err().code(), Code::PermissionDenied);
    assert_eq!(refused_fields(&create(&site, &manager, rule(&["101"])).await.unwrap_err()), ["domain"]);
}

#[tokio::test]
async fn a_rule_of_another_group_or_tenant_does_not_exist() {
    let site = Site::start().await;
    site.number(of_user("101", ANNA)).await;
    let made = create(&site, &site.admin(), ForwardRule { domain: Some(reference(BUILDING_2)), ..rule(&["101"]) }).await.unwrap();
    for caller in [manager(&[BUILDING_1]), administrator(OTHER_PROJECT)] {
        let seen = site.forward_rules.get_forward_rule(site.by(&caller, GetForwardRuleRequest { id: made.id })).await;
        assert_eq!(seen.unwrap_err().code(), Code::NotFound);
        assert_eq!(delete(&site, &caller, made.id).await.unwrap_err().code(), Code::NotFound);
    }
    let foreign = ForwardRule { domain: Some(reference(BUILDING_2)), ..rule(&["101"]) };
    assert_eq!(create(&site, &manager(&[BUILDING_1]), foreign).await.unwrap_err().message(), "invalid related entity sent");
}

#[tokio::test]
async fn a_rule_that_numbers_have_picked_is_not_deleted() {
    let site = Site::start().await;
    site.number(of_user("101", ANNA)).await;
    let made = create(&site, &site.admin(), rule(&["101"])).await.unwrap();
    let picked = SipNumber { forward_mode: ForwardMode::Picked.into(), forward_group: Some(reference(made.id)), ..of_user("102", BORIS) };
    let number = site.number(picked).await;
    assert_eq!(number.forward_group.map(|rule| rule.name).as_deref(), Some("Night"));
    let refused = delete(&site, &site.admin(), made.id).await.unwrap_err();
    assert_eq!(refused.message(), "the forward rule is used by numbers");
    assert_eq!(detail(&refused)["data"]["names"], serde_json::json!(["102"]));
    let seen = site.forward_rules.get_forward_rule(site.by(&site.admin(), GetForwardRuleRequest { id: made.id })).await.unwrap().into_inner();
    assert_eq!(seen.sip_numbers_count, 1);
    let of_all_rules = someone(PROJECT, 7, [CanViewAllForwardRules, CanDeleteForwardRule, CanViewSipNumbers], &[BUILDING_1]);
    let refused = delete(&site, &of_all_rules, made.id).await.unwrap_err();
    assert_eq!(refused.message(), "the forward rule is used by numbers");
    assert_eq!(detail(&refused)["data"]["names"], serde_json::json!([]), "the number is of building 2");
    site.delete(&site.admin(), number.id).await.unwrap();
    delete(&site, &site.admin(), made.id).await.expect("nobody uses it now");
}

#[tokio::test]
async fn calls_outside_need_the_licence_for_trunks() {
    let site = Site::start().await;
    site.number(of_user("101", ANNA)).await;
    site.license(PROJECT, &["sip"], 2).await;
    let params = ForwardParams { trunk_numbers: vec![TrunkNumber { number: "+31201234567".into(), trunk: None }], ..Default::default() };
    let outside = ForwardRule { forward_rules: vec![ForwardQueue { params: Some(params), ..queue(&["101"]) }], ..rule(&[]) };
    assert_eq!(create(&site, &site.admin(), outside).await.unwrap_err().message(), "feature is not licensed");
    create(&site, &site.admin(), rule(&["101"])).await.expect("inside they need none");
}

#[tokio::test]
async fn a_rule_of_a_deleted_group_moves_up_and_never_becomes_one_of_the_whole_project() {
    let site = Site::start().await;
    site.number(of_user("101", ANNA)).await;
    let wanted = ForwardRule { domain: Some(reference(BUILDING_1)), ..rule(&["101"]) };
    let made = create(&site, &site.admin(), wanted).await.unwrap();
    // In the moment of the deletion: domains did not know of it.
    site.deliver("domains.group.changed", &GroupChanged { deleted: true, ..group(PROJECT, BUILDING_1, RESIDENCE, 2) }).await;
    let request = site.by(&site.admin(), GetForwardRuleRequest { id: made.id });
    let moved = site.forward_rules.get_forward_rule(request).await.unwrap().into_inner();
    assert_eq!(moved.domain.map(|group| group.id), Some(RESIDENCE));
}

#[tokio::test]
async fn domains_is_told_how_many_rules_groups_have_and_nobody_else_is() {
    let site = Site::start().await;
    site.number(of_user("101", ANNA)).await;
    create(&site, &site.admin(), ForwardRule { domain: Some(reference(BUILDING_1)), ..rule(&["101"]) }).await.unwrap();
    let rpc = GroupMembersService(site.service.clone());
    let message = || CountGroupMembersRequest { group_ids: vec![BUILDING_1, BUILDING_2] };
    let asked = site.app.context.signer.as_service("domains", PROJECT, message());
    let expected = GroupMembers { group_id: BUILDING_1, resource: "forward-rules".into(), count: 1 };
    assert_eq!(rpc.count_group_members(asked).await.unwrap().into_inner().items, [expected]);
    let elsewhere = site.app.context.signer.as_service("domains", OTHER_PROJECT, message());
    assert_eq!(rpc.count_group_members(elsewhere).await.unwrap().into_inner().items, []);
    assert_eq!(rpc.count_group_members(site.by(&site.admin(), message())).await.unwrap_err().code(), Code::PermissionDenied);
}
