use std::collections::HashSet;

use kit::zone::timestamp;
use kit::{Result, features};
use license_limits::features::off_in_group;
use policy::Caller;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::adopted_list::{HeldList, KnownIdentifier, KnownSite};
use crate::domain::compiler::Compiler;
use crate::domain::identifier::{IdentifierType, Origin};
use crate::store::adopted_list::{self as store, AdoptingDevice};
use crate::store::device_access::{self, Subject};
use crate::store::{identifier_import, license};

/// What the project has of what the list names, in few statements.
pub async fn find(
    connection: &mut PgConnection,
    caller: &Caller,
    device_id: i64,
    device: &AdoptingDevice,
    held: &HeldList,
    now: OffsetDateTime,
) -> Result<KnownSite> {
    let project_id = caller.project_id;
    let access = device_access::find(connection, project_id, device_id, Subject::Everybody, now).await?;
    let list = Compiler::new(access.site(), timestamp(now)).compile(&access.device);
    let items = list.items.iter().map(|item| item.identifier.id.0);
    let mut listed: HashSet<i64> = items.chain(list.refused.iter().map(|refused| refused.identifier.id.0)).collect();

    let locks = access.device.capability.locks;
    let parsed: Vec<_> = held.identifiers.iter().filter_map(|held| held.parse(locks, now).ok()).collect();
    let keys: Vec<(i16, String)> = parsed.iter().map(|adopted| adopted.key()).collect();
    let links: Vec<_> = parsed.iter().map(|adopted| adopted.link_id).collect();
    let identifiers = identifier_import::find_existing(connection, caller, &keys, false).await?;
    // Codes of guests and of reservations open what their own operations say, whatever a device holds.
    listed.extend(identifiers.values().filter(|row| Origin::from_number(row.origin).has_own_rules()).map(|row| row.id));
    let schedules: Vec<_> = held.schedules.iter().filter_map(|held| held.link_id).collect();
    let held_features = features::find(connection, project_id).await?;
    // They count to the group of the device.
    let off = off_in_group(connection, project_id, device.domain_id).await?;
    let is_held = |feature: &str| held_features.as_ref().is_none_or(|held| held.iter().any(|held| held == feature));
    let has = |feature: &str| is_held(feature) && !off.iter().any(|off| off == feature);
    Ok(KnownSite {
        device_name: device.name.clone(),
        device_locks: locks,
        readable: access.device.capability.identifier_types,
        licensed: IdentifierType::ALL.into_iter().filter(|kind| license::features_of(*kind).iter().all(|feature| has(feature))).collect(),
        guests_licensed: has(license::GUESTS),
        zone: access.device.time_zone.clone(),
        now,
        schedules: store::known_schedules(connection, caller, &schedules).await?,
        identifiers: identifiers
            .into_iter()
            .map(|(key, row)| (key, KnownIdentifier { id: row.id, is_visible: row.is_visible, is_revoked: row.is_revoked }))
            .collect(),
        taken_links: store::taken_links(connection, project_id, &links).await?.into_iter().collect(),
        listed,
    })
}
