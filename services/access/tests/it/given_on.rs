//! Identifiers that get another owner or another number while rules name them.
use policy::{Caller, Permission};
use proto::vestibule::access::v1::identifiers_server::Identifiers;
use proto::vestibule::access::v1::*;
use proto::vestibule::events::v1::UserChanged;
use testing::{PROJECT, group_administrator, someone};
use tonic::{Code, Status};

use crate::identifier_import::{HEADING, attempt, carry_out};
use crate::site::*;

async fn change(site: &Site, caller: &Caller, id: i64, identifier: Identifier, path: &str) -> Result<Identifier, Status> {
    let request = UpdateIdentifierRequest { id, identifier: Some(identifier), update_mask: mask(&[path]) };
    Ok(site.identifiers.update_identifier(site.by(caller, request)).await?.into_inner())
}

async fn give_on(site: &Site, caller: &Caller, id: i64, owner: i64) -> Result<Identifier, Status> {
    change(site, caller, id, Identifier { owner: Some(reference(owner)), ..Default::default() }, "owner").await
}

/// Clara lives in building 1, too. Anna is suspended, then deleted.
fn gone() -> [UserChanged; 2] {
    let suspended = UserChanged { is_active: false, ..user(PROJECT, ANNA, BUILDING_1, 2) };
    [suspended, UserChanged { deleted: true, ..user(PROJECT, ANNA, BUILDING_1, 3) }]
}

/// Of a card of Anna's, a rule that opens a device.
async fn named_card(site: &Site, maker: &Caller, number: &str, device: i64) -> i64 {
    let card = site.try_card(maker, ANNA, number).await.expect("a card").id;
    site.rule(AccessRule { name: format!("of {number}"), identifiers: vec![reference(card)], users: vec![], ..lets(ANNA, device) }).await;
    card
}

#[tokio::test]
async fn the_card_of_somebody_who_is_gone_is_given_on_with_its_rules_only_by_whoever_may_change_these() {
    let site = Site::start().await;
    site.deliver("identity.user.changed", &user(PROJECT, CLARA, BUILDING_1, 1)).await;
    let manager = group_administrator(PROJECT, 7, &[BUILDING_1]);
    let elsewhere = named_card(&site, &manager, "77", DOOR_2).await;
    let here = named_card(&site, &manager, "78", DOOR_1).await;
    for person in gone() {
        site.deliver("identity.user.changed", &person).await;
        let refused = give_on(&site, &manager, elsewhere, CLARA).await.unwrap_err();
        assert_eq!((refused.code(), site.decided(elsewhere, DOOR_2).await.0), (Code::PermissionDenied, false));
    }
    give_on(&site, &manager, here, CLARA).await.expect("the manager may change its rule");
    assert!(site.decided(here, DOOR_1).await.0);
    give_on(&site, &site.admin(), elsewhere, CLARA).await.expect("an administrator may change every rule");
    assert!(site.decided(elsewhere, DOOR_2).await.0);
}

#[tokio::test]
async fn a_table_gives_the_card_of_somebody_who_is_suspended_on_only_by_whoever_may_change_its_rules() {
    let site = Site::start().await;
    site.deliver("identity.user.changed", &user(PROJECT, CLARA, BUILDING_1, 1)).await;
    let role = [
        Permission::CanImportIdentifiers,
        Permission::CanCreateIdentifier,
        Permission::CanEditIdentifier,
        Permission::CanViewUsers,
        Permission::CanViewDevices,
        Permission::CanViewAccessRules,
        Permission::CanEditAccessRule,
    ];
    let manager = someone(PROJECT, 7, role, &[BUILDING_1]);
    let elsewhere = named_card(&site, &manager, "77", DOOR_2).await;
    let here = named_card(&site, &manager, "78", DOOR_1).await;
    let replace = async |number: &str| {
        let table = format!("{HEADING}Card,card,{number},{CLARA},,,,,,\n");
        let attempted = attempt(&site, &manager, CardReading::Dec, &table).await?;
        carry_out(&site, &manager, ImportAction::Replace, &attempted.filepath).await
    };
    site.deliver("identity.user.changed", &gone()[0]).await;
    assert_eq!(replace("77").await.unwrap_err().code(), Code::PermissionDenied);
    assert!(!site.decided(elsewhere, DOOR_2).await.0);
    assert_eq!(replace("78").await.unwrap(), (0, 1, 0));
    assert!(site.decided(here, DOOR_1).await.0);
}

#[tokio::test]
async fn an_operator_of_all_identifiers_and_users_replaces_a_lost_card_that_rules_name() {
    let site = Site::start().await;
    let card = named_card(&site, &site.admin(), "77", DOOR_1).await;
    let number = |value: &str| Identifier { value: value.into(), ..Default::default() };
    let edits = [Permission::CanViewAllIdentifiers, Permission::CanEditIdentifier];
    let without_all_users = someone(PROJECT, 7, [edits[0], edits[1], Permission::CanViewUsers], &[BUILDING_1]);
    let refused = change(&site, &without_all_users, card, number("99"), "value").await.unwrap_err();
    assert_eq!(refused.code(), Code::PermissionDenied);
    let operator = someone(PROJECT, 8, [edits[0], edits[1], Permission::CanViewAllUsers], &[]);
    let replaced = change(&site, &operator, card, number("99"), "value").await.expect("the rules need not be theirs to change");
    assert_eq!((replaced.value_dec.as_deref(), replaced.access_rules.len()), (Some("0000000099"), 0), "and they are not told of");
    assert_eq!((site.decided(card, DOOR_1).await.0, site.desired(DOOR_1).await.len()), (true, 1));
    site.deliver("identity.user.changed", &gone()[1]).await;
    give_on(&site, &operator, card, BORIS).await.expect("nor when it is given on");
    assert!(site.decided(card, DOOR_1).await.0);
}
