//! The groups of identifiers that a table replaces.
use policy::{Caller, Permission};
use proto::vestibule::access::v1::*;
use proto::vestibule::events::v1::{GroupChanged, UserChanged};
use testing::{PROJECT, someone};

use crate::hidden_name::exported;
use crate::identifier_import::{HEADING, attempt, carry_out, listed, replace};
use crate::site::*;

const PARKING_1: i64 = 21;
const PARKING_2: i64 = 22;

/// Sees all identifiers and users, and these groups.
fn operator(groups: &[i64]) -> Caller {
    let role = [
        Permission::CanViewAllIdentifiers,
        Permission::CanViewAllUsers,
        Permission::CanCreateIdentifier,
        Permission::CanEditIdentifier,
        Permission::CanExportIdentifiers,
        Permission::CanImportIdentifiers,
    ];
    someone(PROJECT, 7, role, groups)
}

async fn groups(site: &Site) -> Vec<Option<i64>> {
    listed(site).await.into_iter().map(|one| one.domain.map(|group| group.id)).collect()
}

fn shown_groups(table: &str) -> Vec<&str> {
    table.lines().skip(1).map(|line| line.split(',').nth(5).unwrap()).collect()
}

/// Two parking places of one name, and Clara in the second of them.
async fn parking(site: &Site) {
    for (id, building) in [(PARKING_1, BUILDING_1), (PARKING_2, BUILDING_2)] {
        let place = GroupChanged { name: "Parking".into(), ..group(PROJECT, id, building, 1) };
        site.deliver("domains.group.changed", &place).await;
    }
    site.deliver("identity.user.changed", &user(PROJECT, CLARA, PARKING_2, 1)).await;
}

#[tokio::test]
async fn what_was_exported_stays_in_its_groups_that_the_caller_does_not_see() {
    let site = Site::start().await;
    let clara = UserChanged { domain_ids: vec![BUILDING_1, BUILDING_2], ..user(PROJECT, CLARA, BUILDING_1, 1) };
    site.deliver("identity.user.changed", &clara).await;
    let made = format!("{HEADING}Gate,card,77,,group 10 / group 12,,,,,\nHers,card,78,{CLARA},group 10 / group 12,,,,,\n");
    assert_eq!(replace(&site, &site.admin(), &made).await.unwrap(), (2, 0, 0));
    let chosen = [Some(BUILDING_2), Some(BUILDING_2)];
    assert_eq!(groups(&site).await, chosen);
    let caller = operator(&[BUILDING_1]);
    let table = exported(&site, &caller).await;
    assert_eq!(shown_groups(&table), ["", "group 11"]);
    assert_eq!(replace(&site, &caller, &table).await.unwrap(), (0, 2, 0));
    assert_eq!(groups(&site).await, chosen);

    // Who sees the group takes the identifier out of it.
    let emptied = made.replace("group 10 / group 12", "");
    assert_eq!(replace(&site, &site.admin(), &emptied).await.unwrap(), (0, 2, 0));
    assert_eq!(groups(&site).await, [None, Some(BUILDING_1)]);
}

#[tokio::test]
async fn another_owner_or_another_group_moves_what_is_in_a_group_that_the_caller_does_not_see() {
    let site = Site::start().await;
    let made = format!("{HEADING}Gate,card,77,,group 10 / group 12,,,,,\nOther,card,78,,group 10 / group 12,,,,,\n");
    replace(&site, &site.admin(), &made).await.unwrap();
    let moved = format!("{HEADING}Gate,card,77,{ANNA},,,,,,\nOther,card,78,,group 11,,,,,\n");
    assert_eq!(replace(&site, &operator(&[BUILDING_1]), &moved).await.unwrap(), (0, 2, 0));
    assert_eq!(groups(&site).await, [Some(BUILDING_1), Some(BUILDING_1)]);
}

#[tokio::test]
async fn of_groups_that_are_called_alike_a_row_means_that_of_its_owner_or_the_one_that_it_has() {
    let site = Site::start().await;
    parking(&site).await;
    let ownerless = format!("{HEADING}Barrier,card,77,,group 10 / group 11 / Parking,,,,,\n");
    replace(&site, &site.admin(), &ownerless).await.unwrap();
    let caller = operator(&[PARKING_1, PARKING_2]);
    let owned = format!("{HEADING}Hers,card,78,{CLARA},Parking,,,,,\n");
    assert_eq!(replace(&site, &caller, &owned).await.unwrap(), (1, 0, 0));
    let expected = [Some(PARKING_1), Some(PARKING_2)];
    assert_eq!(groups(&site).await, expected);
    let table = exported(&site, &caller).await;
    assert_eq!(shown_groups(&table), ["Parking", "Parking"]);
    assert_eq!(replace(&site, &caller, &table).await.unwrap(), (0, 2, 0));
    assert_eq!(groups(&site).await, expected);

    let unclear = format!("{HEADING}New,card,79,,Parking,,,,,\n");
    let attempted = attempt(&site, &caller, CardReading::Dec, &unclear).await.unwrap();
    assert_eq!(attempted.errors.iter().map(|error| error.field.as_str()).collect::<Vec<_>>(), ["group"]);
    assert!(carry_out(&site, &caller, ImportAction::Skip, &attempted.filepath).await.is_err());
}

#[tokio::test]
async fn a_row_without_a_change_of_owner_keeps_a_group_that_the_owner_is_not_in() {
    let site = Site::start().await;
    replace(&site, &site.admin(), &format!("{HEADING}Hers,card,77,{ANNA},,,,,,\n")).await.unwrap();
    let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
    sqlx::query("UPDATE identifiers SET domain_id = $1").bind(BUILDING_2).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    let table = exported(&site, &site.admin()).await;
    assert_eq!(replace(&site, &site.admin(), &table).await.unwrap(), (0, 1, 0));
    assert_eq!(groups(&site).await, [Some(BUILDING_2)]);
}
