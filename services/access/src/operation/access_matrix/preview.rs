use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::{LazyLock, Mutex, PoisonError};

use kit::zone::timestamp;
use kit::{Error, Result};
use time::OffsetDateTime;

use super::{CHUNK, ViewRight, ensure_reach};
use crate::app::App;
use crate::domain::access_matrix::{CellChange, Matrix, MatrixDoor, MatrixSite, changed_cells};
use crate::domain::access_rule::{AccessRule, AccessRuleDraft, Door, Members};
use crate::domain::ids::{DeviceId, GroupId, IdentifierId, RuleId, ScheduleId, UserId};
use crate::operation::access_rule::{ensure_related_visible, visible_part};
use crate::store;
use crate::store::access_matrix::{self as rows, DoorFilter, MatrixDoorRow};
use crate::store::{access_rule, device_access};

/// Changes of one answer.
const MAX_CHANGES: usize = 10_000;
/// Locks of the devices that a rule may name, before and after.
const MAX_DOORS: i64 = 8_000;
/// Users for whom this process makes a preview: thousands of locks are decided twice for each user whom the rule names.
static PREVIEWING: LazyLock<Mutex<HashSet<i64>>> = LazyLock::new(Mutex::default);
/// A caller waits so long for the end of their preview.
const RETRY_AFTER_SECONDS: u64 = 5;
/// Of a rule that is new: no saved one has it.
const NEW: i64 = 0;

/// What a rule would change, as far as the caller sees users and devices.
#[derive(Debug, Default)]
pub struct MatrixImpact {
    pub changes: Vec<CellChange>,
    pub total: i64,
    pub gained: i64,
    pub lost: i64,
    pub user_names: HashMap<i64, String>,
    pub device_names: HashMap<i64, String>,
}

/// `id` is the rule that the draft takes the place of. Nothing is written.
pub async fn preview(app: &App, right: &ViewRight, id: Option<i64>, draft: &AccessRuleDraft, at: OffsetDateTime) -> Result<MatrixImpact> {
    draft.validate(Members::First)?;
    ensure_reach(right.caller())?;
    let _turn = PreviewTurn::take(right.caller().user_id)?;
    let mut tx = store::snapshot(&app.context.database, right.project_id()).await?;
    let saved = match id {
        Some(id) => Some(access_rule::find(&mut tx, right, id, Members::First).await?),
        None => None,
    };
    ensure_related_visible(&mut tx, right.caller(), draft, saved.as_ref()).await?;
    let mut devices = draft.device_ids();
    devices.extend(saved.iter().flat_map(|row| &row.device_ids));
    let before = device_access::find_site(&mut tx, right.project_id(), &devices, &draft.time_rules).await?;
    let old = id.and_then(|id| before.rules.iter().find(|rule| rule.id.0 == id)).cloned();
    let seen = match saved {
        Some(row) => visible_part(&mut tx, right.caller(), row).await?.draft(),
        None => AccessRuleDraft::default(),
    };
    let new = changed(old.as_ref(), &seen, draft);
    let after = with_rule(&before, new.clone());

    let filter = DoorFilter { device_ids: Some(devices), ..DoorFilter::default() };
    let doors = rows::all_doors(&mut tx, right, &filter, MAX_DOORS).await?;
    let columns: Vec<MatrixDoor> = doors.iter().map(MatrixDoorRow::door).collect();
    let (mut matrix_before, mut matrix_after) = (Matrix::new(&before, &columns, timestamp(at)), Matrix::new(&after, &columns, timestamp(at)));
    let named = old.iter().chain([&new]);
    let users: BTreeSet<i64> = named.clone().flat_map(|rule| rule.users.iter().map(|user| user.0)).collect();
    let groups: BTreeSet<i64> = named.flat_map(|rule| rule.groups.iter().map(|group| group.0)).collect();
    let (users, groups): (Vec<i64>, Vec<i64>) = (users.into_iter().collect(), groups.into_iter().collect());

    let mut impact = MatrixImpact { device_names: doors.iter().map(|door| (door.id, door.name.clone())).collect(), ..MatrixImpact::default() };
    let mut last = 0;
    loop {
        let part = rows::named_users(&mut tx, right, &users, &groups, last, CHUNK as i64).await?;
        let Some(end) = part.last() else { break };
        last = end.id;
        let held = rows::held_types(&mut tx, right.project_id(), &part, at).await?;
        for (user, held) in part.iter().zip(held) {
            tokio::task::yield_now().await;
            impact.add(&user.name, changed_cells(&mut matrix_before, &mut matrix_after, &columns, &user.user(held)));
        }
    }
    tx.rollback().await?;
    Ok(impact)
}

/// The one preview of a user, until it is dropped.
struct PreviewTurn(i64);

impl PreviewTurn {
    fn take(user: i64) -> Result<PreviewTurn> {
        let is_first = PREVIEWING.lock().unwrap_or_else(PoisonError::into_inner).insert(user);
        if is_first { Ok(PreviewTurn(user)) } else { Err(Error::TooManyRequests { retry_after_seconds: RETRY_AFTER_SECONDS }) }
    }
}

impl Drop for PreviewTurn {
    fn drop(&mut self) {
        PREVIEWING.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.0);
    }
}

impl MatrixImpact {
    fn add(&mut self, name: &str, changes: Vec<CellChange>) {
        for change in changes {
            self.total += 1;
            self.gained += i64::from(change.is_gain());
            self.lost += i64::from(change.is_loss());
            if self.changes.len() < MAX_CHANGES {
                self.user_names.entry(change.user.0).or_insert_with(|| name.to_owned());
                self.changes.push(change);
            }
        }
    }
}

/// The rule as it would be saved: what the caller does not see of the saved one stays.
fn changed(old: Option<&AccessRule>, seen: &AccessRuleDraft, draft: &AccessRuleDraft) -> AccessRule {
    let ids = |old: Vec<i64>, seen: &[i64], new: &[i64]| -> Vec<i64> {
        let kept = old.into_iter().filter(|id| !seen.contains(id));
        kept.chain(new.iter().copied()).collect()
    };
    let old_ids = |of: fn(&AccessRule) -> Vec<i64>| old.map(of).unwrap_or_default();
    let users = ids(old_ids(|rule| rule.users.iter().map(|id| id.0).collect()), &seen.users, &draft.users);
    let groups = ids(old_ids(|rule| rule.groups.iter().map(|id| id.0).collect()), &seen.groups, &draft.groups);
    let schedules = ids(old_ids(|rule| rule.schedules.iter().map(|id| id.0).collect()), &seen.time_rules, &draft.time_rules);
    AccessRule {
        id: RuleId(old.map_or(NEW, |rule| rule.id.0)),
        name: draft.fields.name.clone(),
        prohibition: draft.fields.prohibition,
        is_shareable: draft.fields.is_shareable,
        doors: draft.devices.iter().map(|door| Door { device: DeviceId(door.id), lock: door.lock_number.clamp(0, 8) as u8 }).collect(),
        users: users.into_iter().map(UserId).collect(),
        identifiers: draft.identifiers.iter().copied().map(IdentifierId).collect(),
        groups: groups.into_iter().map(GroupId).collect(),
        everybody_but: None,
        schedules: schedules.into_iter().map(ScheduleId).collect(),
    }
}

fn with_rule(site: &MatrixSite, rule: AccessRule) -> MatrixSite {
    let others = site.rules.iter().filter(|other| other.id != rule.id).cloned();
    MatrixSite {
        devices: site.devices.clone(),
        rules: others.chain([rule.clone()]).collect(),
        schedules: site.schedules.clone(),
        license: site.license,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_has_one_preview_at_a_time() {
        let first = PreviewTurn::take(1).unwrap();
        assert!(matches!(PreviewTurn::take(1), Err(Error::TooManyRequests { .. })));
        assert!(PreviewTurn::take(2).is_ok());
        drop(first);
        assert!(PreviewTurn::take(1).is_ok());
    }
}
