//! What licences allow here: features for what is made and for what exists, and how many ukey2 there may be.
use kit::Result;
use license_limits::{CountedItems, ItemsToTake, Kind, features, take};
use policy::{Action, Caller, Resource};
use sqlx::{AssertSqlSafe, PgConnection};
use time::OffsetDateTime;

use crate::domain::identifier::{IdentifierType, OwnerType};

/// Feature of what belongs to guests.
pub const GUESTS: &str = "identifier.guest";

/// A key is at home in the group of its user with the least id.
pub const UKEY2: CountedItems = CountedItems {
    kind: Kind::Ukey2,
    items: "SELECT i.project_id, i.id, (SELECT min(m.group_id) FROM person_groups m WHERE m.user_id = i.owner_id) AS group_id,
        i.owner_id AS user_id, i.created_at FROM identifiers i WHERE i.type = 3 AND i.revoked_at IS NULL",
    exceeded: "maximum of ukey2 exceeded",
    exceeded_of_group: "maximum of ukey2 exceeded",
    exceeded_of_user: "maximum of ukey2 exceeded",
};

/// Whether one more key may be issued to a user who is locked.
pub async fn take_ukey2(connection: &mut PgConnection, project_id: i64, user_id: i64, now: OffsetDateTime) -> Result<()> {
    let group_id: Option<i64> =
        sqlx::query_scalar("SELECT min(group_id) FROM person_groups WHERE user_id = $1").bind(user_id).fetch_one(&mut *connection).await?;
    take(connection, &UKEY2, ItemsToTake { project_id, group_id, user_id: Some(user_id), more: 1 }, now).await
}

/// Features by which what exists goes on: those that are licensed, and those whose licence has ended a short while ago. None
/// while the features of the project are not known, as after an upgrade.
pub async fn features_in_use(connection: &mut PgConnection, project_id: i64) -> Result<Option<Vec<String>>> {
    Ok(sqlx::query_scalar("SELECT features || grace_features FROM project_features WHERE project_id = $1")
        .bind(project_id)
        .fetch_optional(connection)
        .await?)
}

/// Whether what exists by these features goes on.
pub async fn is_in_use(connection: &mut PgConnection, project_id: i64, needed: &[&str]) -> Result<bool> {
    let held = features_in_use(connection, project_id).await?;
    Ok(held.is_none_or(|held| needed.iter().all(|feature| held.iter().any(|held| held == feature))))
}

/// Whether all groups of a person are outside of their licence period and the grace after it is over: what exists by the features
/// of doors is off for them. `person`: a column.
pub fn is_person_off(person: &str) -> String {
    format!(
        "(EXISTS (SELECT 1 FROM license_group_limits WHERE is_off) AND EXISTS (SELECT 1 FROM person_groups m WHERE m.user_id = {person})
         AND NOT EXISTS (SELECT 1 FROM person_groups m WHERE m.user_id = {person} AND NOT {}))",
        is_group_off("m.group_id")
    )
}

/// The same of a group.
pub fn is_group_off(group: &str) -> String {
    format!(
        "EXISTS (SELECT 1 FROM group_closure c JOIN license_group_limits l ON l.group_id = c.ancestor_id WHERE c.descendant_id = {group} AND l.is_off)"
    )
}

/// Whether what exists in a group by the features of doors is off there.
pub async fn is_off_in(connection: &mut PgConnection, group: i64) -> Result<bool> {
    let sql = format!("SELECT {}", is_group_off("$1"));
    Ok(sqlx::query_scalar(AssertSqlSafe(sql)).bind(group).fetch_one(connection).await?)
}

/// Whether identifier `i` is off: its owner is, or its group where it has no owner.
pub fn is_identifier_off() -> String {
    format!(
        "({} OR i.owner_id IS NULL AND EXISTS (SELECT 1 FROM license_group_limits WHERE is_off) AND {})",
        is_person_off("i.owner_id"),
        is_group_off("i.domain_id")
    )
}

/// Features that identifiers of a type need.
pub fn features_of(kind: IdentifierType) -> &'static [&'static str] {
    match kind {
        IdentifierType::Face => &["face_id"],
        IdentifierType::LicensePlate => &["license_plate"],
        IdentifierType::Ukey2 => &["ukey2"],
        _ => &[],
    }
}

/// The same of identifiers of guests, who need another one.
pub fn features_of_identifier(kind: IdentifierType, owner_type: OwnerType) -> Vec<&'static str> {
    let of_guests: &[&str] = if owner_type == OwnerType::Guest { &[GUESTS] } else { &[] };
    [features_of(kind), of_guests].concat()
}

/// For an identifier that is made or given: the project has the features, and the owner. Without an owner its group has them; without
/// a group, too, one of the groups of whoever makes it, unless they see every identifier.
pub async fn require_for_identifier(
    connection: &mut PgConnection,
    caller: &Caller,
    owner: Option<i64>,
    group: Option<i64>,
    needed: &[&str],
) -> Result<()> {
    let project_id = caller.project_id;
    match (owner, group) {
        (Some(owner), _) => require_for_users(connection, project_id, &[owner], needed).await,
        (None, Some(group)) => features::require_in_groups(connection, project_id, &[group], needed).await,
        (None, None) => {
            kit::features::require(connection, project_id, needed).await?;
            for feature in needed.iter().filter(|_| !sees_every_identifier(caller)) {
                features::require_for_one_of(connection, &caller.domain_ids, feature).await?;
            }
            Ok(())
        }
    }
}

/// Whether none of the groups of whoever makes an identifier with neither owner nor group has the feature.
pub async fn is_lacked_by_maker(connection: &mut PgConnection, caller: &Caller, feature: &str) -> Result<bool> {
    if sees_every_identifier(caller) || caller.domain_ids.is_empty() {
        return Ok(false);
    }
    Ok(features::groups_with(connection, caller.project_id, &caller.domain_ids, feature).await?.is_empty())
}

fn sees_every_identifier(caller: &Caller) -> bool {
    caller.scope(Resource::Identifier, Action::View).all
}

/// For what is made in a group: the project has the feature, and the group.
pub async fn require_for_group(connection: &mut PgConnection, project_id: i64, group: i64, feature: &str) -> Result<()> {
    features::require_in_groups(connection, project_id, &[group], &[feature]).await
}

/// For what is made: the project has the features, and each of the users.
pub async fn require_for_users(connection: &mut PgConnection, project_id: i64, users: &[i64], needed: &[&str]) -> Result<()> {
    features::require_of_users(connection, project_id, users, needed).await
}
