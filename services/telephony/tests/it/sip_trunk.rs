use policy::Caller;
use policy::Permission::{self, *};
use proto::vestibule::telephony::v1::forward_rules_server::ForwardRules as _;
use proto::vestibule::telephony::v1::sip_trunks_server::SipTrunks;
use proto::vestibule::telephony::v1::*;
use testing::{OTHER_PROJECT, PROJECT, administrator, someone};
use tonic::{Code, Status};

use crate::site::*;

async fn create(site: &Site, caller: &Caller, trunk: SipTrunk) -> Result<SipTrunk, Status> {
    Ok(site.trunks.create_sip_trunk(site.by(caller, CreateSipTrunkRequest { sip_trunk: Some(trunk) })).await?.into_inner())
}

async fn change(site: &Site, caller: &Caller, id: i64, trunk: SipTrunk, paths: &[&str]) -> Result<SipTrunk, Status> {
    let request = UpdateSipTrunkRequest { id, sip_trunk: Some(trunk), update_mask: mask(paths) };
    Ok(site.trunks.update_sip_trunk(site.by(caller, request)).await?.into_inner())
}

async fn get(site: &Site, caller: &Caller, id: i64) -> Result<SipTrunk, Code> {
    let got = site.trunks.get_sip_trunk(site.by(caller, GetSipTrunkRequest { id })).await;
    got.map(|trunk| trunk.into_inner()).map_err(|status| status.code())
}

fn trunk(groups: &[i64]) -> SipTrunk {
    SipTrunk {
        name: "Line".into(),
        outgoing_number: "+31201234567".into(),
        termination_uri: "sip:trunk.example.org".into(),
        login: Some("acme".into()),
        password: Some("secret".into()),
        domains: groups.iter().map(|group| reference(*group)).collect(),
        ..Default::default()
    }
}

async fn password(site: &Site, id: i64) -> Option<String> {
    let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
    let sealed: Option<Vec<u8>> =
        sqlx::query_scalar("SELECT sealed_password FROM sip_trunks WHERE id = $1").bind(id).fetch_one(&mut *tx).await.unwrap();
    sealed.map(|sealed| site.app.context.sealer.open_for("telephony.trunk.password", &sealed).unwrap())
}

#[tokio::test]
async fn a_trunk_is_kept_and_tells_no_password() {
    let site = Site::start().await;
    let made = create(&site, &site.admin(), trunk(&[BUILDING_1])).await.unwrap();
    assert_eq!((made.password.as_deref(), made.status()), (Some("********"), TrunkStatus::Ready));
    assert_eq!(made.domains.iter().map(|group| group.name.as_str()).collect::<Vec<_>>(), ["group 11"]);
    assert_eq!(password(&site, made.id).await.as_deref(), Some("secret"));
}

#[tokio::test]
async fn what_makes_no_trunk_is_refused_by_name() {
    let site = Site::start().await;
    let bad = SipTrunk { is_registration_enabled: true, ..Default::default() };
    let refused = create(&site, &site.admin(), bad).await.unwrap_err();
    assert_eq!(refused_fields(&refused), ["domains", "login", "name", "outgoing_number", "password", "termination_uri"]);
    assert_eq!(detail(&refused)["data"]["fields"]["domains"], "at least one group must be selected");
}

#[tokio::test]
async fn a_password_is_kept_only_while_the_server_is_the_same() {
    let site = Site::start().await;
    let made = create(&site, &site.admin(), trunk(&[BUILDING_1])).await.unwrap();
    let to = |uri: &str, password: Option<&str>| SipTrunk { termination_uri: uri.into(), password: password.map(Into::into), ..Default::default() };
    let elsewhere = change(&site, &site.admin(), made.id, to("sip:evil.example.org", Some("********")), &["termination_uri", "password"]).await;
    assert_eq!(refused_fields(&elsewhere.unwrap_err()), ["password"]);
    assert!(change(&site, &site.admin(), made.id, to("sip:evil.example.org", None), &["termination_uri"]).await.is_err());
    change(&site, &site.admin(), made.id, to("sip:trunk.example.org;transport=tls", None), &["termination_uri"]).await.expect("the same server");
    assert_eq!(password(&site, made.id).await.as_deref(), Some("secret"));
    change(&site, &site.admin(), made.id, to("sip:other.example.org", Some("another")), &["termination_uri", "password"]).await.unwrap();
    assert_eq!(password(&site, made.id).await.as_deref(), Some("another"));
    change(&site, &site.admin(), made.id, to("", None), &["password"]).await.unwrap();
    assert_eq!(password(&site, made.id).await.as_deref(), Some("another"), "null leaves it as it is");
    change(&site, &site.admin(), made.id, to("", Some("")), &["password"]).await.unwrap();
    assert_eq!(password(&site, made.id).await, None, "an empty one clears");
}

#[tokio::test]
async fn a_line_that_is_another_has_said_nothing_yet() {
    let site = Site::start().await;
    let made = create(&site, &site.admin(), SipTrunk { is_registration_enabled: true, ..trunk(&[BUILDING_1]) }).await.unwrap();
    assert_eq!(made.status(), TrunkStatus::Registering);
    let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
    sqlx::query("UPDATE sip_trunks SET status = 'error', status_message = '403'").execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    let renamed = change(&site, &site.admin(), made.id, SipTrunk { name: "Old".into(), ..Default::default() }, &["name"]).await.unwrap();
    assert_eq!((renamed.status(), renamed.status_message.as_deref()), (TrunkStatus::Error, Some("403")));
    let login = SipTrunk { login: Some("other".into()), ..Default::default() };
    let changed = change(&site, &site.admin(), made.id, login, &["login"]).await.unwrap();
    assert_eq!((changed.status(), changed.status_message), (TrunkStatus::Registering, None));
}

#[tokio::test]
async fn trunks_are_seen_in_four_scopes() {
    let site = Site::start().await;
    let above = create(&site, &site.admin(), trunk(&[RESIDENCE])).await.unwrap().id;
    let below = create(&site, &site.admin(), trunk(&[BUILDING_1])).await.unwrap().id;
    for (right, sees_above, sees_below) in [
        (CanViewAllSipTrunks, true, true),
        (CanViewDomainSipTrunks, true, false),
        (CanViewDescendantsSipTrunks, false, true),
        (CanViewOwnSipTrunks, false, false),
    ] {
        let caller = someone(PROJECT, 7, [right], &[RESIDENCE]);
        assert_eq!((get(&site, &caller, above).await.is_ok(), get(&site, &caller, below).await.is_ok()), (sees_above, sees_below), "{right:?}");
    }
    let maker = someone(PROJECT, 7, [CanCreateSipTrunk], &[BUILDING_2]);
    let own = create(&site, &maker, trunk(&[BUILDING_2])).await.unwrap().id;
    assert!(get(&site, &maker, own).await.is_ok(), "one sees what one made");
    assert_eq!(get(&site, &administrator(OTHER_PROJECT), own).await.unwrap_err(), Code::NotFound);
}

#[tokio::test]
async fn a_trunk_is_changed_by_those_who_reach_everybody_that_uses_it() {
    let site = Site::start().await;
    let shared = create(&site, &site.admin(), trunk(&[BUILDING_1, BUILDING_2])).await.unwrap().id;
    let one = create(&site, &site.admin(), trunk(&[BUILDING_1])).await.unwrap().id;
    let with = |rights: [Permission; 3], groups: &[i64]| someone(PROJECT, 7, rights, groups);
    let rights = [CanViewDomainSipTrunks, CanEditDomainSipTrunks, CanDeleteDomainSipTrunks];
    let renamed = || SipTrunk { name: "Mine".into(), ..Default::default() };
    let manager = with(rights, &[BUILDING_1]);
    change(&site, &manager, one, renamed(), &["name"]).await.expect("only their building uses it");
    assert_eq!(change(&site, &manager, shared, renamed(), &["name"]).await.unwrap_err().code(), Code::PermissionDenied);
    let deleted = site.trunks.delete_sip_trunk(site.by(&manager, DeleteSipTrunkRequest { id: shared })).await;
    assert_eq!(deleted.unwrap_err().code(), Code::PermissionDenied);
    change(&site, &with(rights, &[BUILDING_1, BUILDING_2]), shared, renamed(), &["name"]).await.expect("both are theirs");
    let stranger = with(rights, &[BUILDING_2]);
    assert_eq!(change(&site, &stranger, one, renamed(), &["name"]).await.unwrap_err().code(), Code::NotFound);
}

#[tokio::test]
async fn a_trunk_names_only_groups_that_its_maker_sees() {
    let site = Site::start().await;
    assert_eq!(create(&site, &site.admin(), trunk(&[FOREIGN_GROUP])).await.unwrap_err().message(), "invalid related entity sent");
    let manager = someone(PROJECT, 7, [CanCreateSipTrunk, CanViewDomainSipTrunks], &[BUILDING_1]);
    assert_eq!(create(&site, &manager, trunk(&[BUILDING_2])).await.unwrap_err().message(), "invalid related entity sent");
}

#[tokio::test]
async fn groups_of_a_trunk_are_named_to_those_who_see_them_and_stay_when_others_change_it() {
    let site = Site::start().await;
    let maker = someone(PROJECT, 7, [CanCreateSipTrunk, CanViewDomainSipTrunks, CanEditOwnSipTrunks], &[BUILDING_1]);
    let made = create(&site, &maker, trunk(&[BUILDING_1])).await.unwrap();
    let both = SipTrunk { domains: vec![reference(BUILDING_1), reference(BUILDING_2)], ..Default::default() };
    change(&site, &site.admin(), made.id, both, &["domains"]).await.unwrap();
    let groups = |trunk: &SipTrunk| trunk.domains.iter().map(|group| (group.id, group.name.clone())).collect::<Vec<_>>();
    let seen = vec![(BUILDING_1, "group 11".to_owned()), (BUILDING_2, String::new())];
    assert_eq!(groups(&get(&site, &maker, made.id).await.unwrap()), seen);
    let list = site.trunks.list_sip_trunks(site.by(&maker, ListSipTrunksRequest::default())).await.unwrap().into_inner().items;
    assert_eq!(groups(&list[0]), seen);

    let none = SipTrunk { domains: Vec::new(), ..Default::default() };
    assert_eq!(groups(&change(&site, &maker, made.id, none, &["domains"]).await.unwrap()), [(BUILDING_2, String::new())]);
    let back = SipTrunk { domains: vec![reference(BUILDING_1)], ..Default::default() };
    assert_eq!(groups(&change(&site, &maker, made.id, back, &["domains"]).await.unwrap()), seen);
    let alone = SipTrunk { domains: vec![reference(BUILDING_1)], ..Default::default() };
    assert_eq!(groups(&change(&site, &site.admin(), made.id, alone, &["domains"]).await.unwrap()), [(BUILDING_1, "group 11".to_owned())]);
}

#[tokio::test]
async fn trunks_need_a_licence_of_their_own() {
    let site = Site::start().await;
    let made = create(&site, &site.admin(), trunk(&[BUILDING_1])).await.unwrap();
    site.license(PROJECT, &["sip"], 2).await;
    assert_eq!(create(&site, &site.admin(), trunk(&[BUILDING_1])).await.unwrap_err().message(), "feature is not licensed");
    site.trunks.delete_sip_trunk(site.by(&site.admin(), DeleteSipTrunkRequest { id: made.id })).await.expect("it may go");
}

#[tokio::test]
async fn a_trunk_that_registers_keeps_its_password() {
    let site = Site::start().await;
    let registers = SipTrunk { is_registration_enabled: true, ..trunk(&[BUILDING_1]) };
    let without = create(&site, &site.admin(), SipTrunk { password: None, ..registers.clone() }).await.unwrap_err();
    assert_eq!(refused_fields(&without), ["password"]);
    let made = create(&site, &site.admin(), registers).await.unwrap();
    let none = SipTrunk { password: Some(String::new()), ..Default::default() };
    let cleared = change(&site, &site.admin(), made.id, none.clone(), &["password"]).await.unwrap_err();
    assert_eq!(refused_fields(&cleared), ["password"]);
    let neither = change(&site, &site.admin(), made.id, none, &["password", "is_registration_enabled"]).await.unwrap();
    assert_eq!((neither.password.as_deref(), neither.status()), (None, TrunkStatus::Ready));
    let on = SipTrunk { is_registration_enabled: true, ..Default::default() };
    let refused = change(&site, &site.admin(), made.id, on.clone(), &["is_registration_enabled"]).await.unwrap_err();
    assert_eq!(refused_fields(&refused), ["password"]);
    let both = SipTrunk { password: Some("another".into()), ..on };
    change(&site, &site.admin(), made.id, both, &["is_registration_enabled", "password"]).await.expect("with one it does");
}

#[tokio::test]
async fn trunks_that_were_made_without_a_password_say_what_is_missing() {
    let site = Site::start().await;
    let made = create(&site, &site.admin(), SipTrunk { is_registration_enabled: true, ..trunk(&[BUILDING_1]) }).await.unwrap();
    site.execute("UPDATE sip_trunks SET sealed_password = NULL").await;
    site.app.migrate_again(&telephony::MIGRATIONS, 1060).await;
    let found = get(&site, &site.admin(), made.id).await.unwrap();
    assert_eq!((found.status(), found.status_message.as_deref()), (TrunkStatus::Error, Some("the password is required")));
}

#[tokio::test]
async fn a_trunk_that_queues_name_is_not_deleted() {
    let site = Site::start().await;
    let named = create(&site, &site.admin(), trunk(&[BUILDING_1])).await.unwrap();
    let other = create(&site, &site.admin(), trunk(&[BUILDING_1])).await.unwrap();
    let outside = TrunkNumber { number: "+31201234567".into(), trunk: Some(reference(named.id)) };
    let params = ForwardParams { trunk_numbers: vec![outside], ..Default::default() };
    let forward = || vec![ForwardQueue { params: Some(params.clone()), ..queue(&[]) }];
    let number = SipNumber { forward_mode: ForwardMode::Manual.into(), forward_rules: forward(), ..of_user("102", BORIS) };
    let number = site.number(number).await;
    let rule = ForwardRule { name: "Night".into(), forward_rules: forward(), ..Default::default() };
    let request = site.by(&site.admin(), CreateForwardRuleRequest { forward_rule: Some(rule) });
    let rule = site.forward_rules.create_forward_rule(request).await.unwrap().into_inner();

    let delete = async |id| site.trunks.delete_sip_trunk(site.by(&site.admin(), DeleteSipTrunkRequest { id })).await;
    let refused = delete(named.id).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "the trunk is used by queues"));
    assert_eq!(detail(&refused)["data"]["names"], serde_json::json!(["102", "Night"]));
    let rights = [CanViewDomainSipTrunks, CanDeleteDomainSipTrunks, CanViewSipNumbers, CanViewForwardRules];
    let manager = someone(PROJECT, 7, rights, &[BUILDING_1]);
    let refused = site.trunks.delete_sip_trunk(site.by(&manager, DeleteSipTrunkRequest { id: named.id })).await.unwrap_err();
    assert_eq!(detail(&refused)["data"]["names"], serde_json::json!(["Night"]), "the number is of building 2");
    delete(other.id).await.expect("nobody names it");

    site.delete(&site.admin(), number.id).await.unwrap();
    site.forward_rules.delete_forward_rule(site.by(&site.admin(), DeleteForwardRuleRequest { id: rule.id })).await.unwrap();
    delete(named.id).await.expect("nor this one now");
}
