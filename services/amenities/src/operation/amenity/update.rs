use kit::projection_lag::{self, ForeignEntity};
use kit::{Error, Mask, Result, related};
use license_limits::features;
use policy::{Action, Authorized, Caller, Resource, action, resource};
use sqlx::PgConnection;

use super::read::{VisibleRules, retain_visible_groups, sees_rules};
use super::rebuild_usage::rebuild_usage;
use super::{ensure_groups_in_reach, record};
use crate::app::App;
use crate::domain::amenity::AmenityDraft;
use crate::operation::FEATURE;
use crate::operation::amenity_reservation::{follow_zone, publish_live};
use crate::peers::check_access_rules;
use crate::store::amenity::{self as store, AmenityRow};
use crate::store::amenity_reservation::LiveReservationsOf;

/// Changes the fields that the mask names. Reservations stay as they were promised.
pub async fn update(app: &App, right: &Authorized<resource::Amenity, action::Edit>, id: i64, draft: AmenityDraft, mask: &Mask) -> Result<AmenityRow> {
    let caller = right.caller();
    projection_lag::wait_until_projected(&app.context, caller, ForeignEntity::Group, projection_lag::GROUPS, &draft.groups).await?;
    // Access is asked before the row is locked; rules that stay need no right.
    let seen = store::find(&mut *app.context.database.read(right.project_id()).await?, caller, id).await?;
    let (held, changes_rules) = (seen.rule_ids.iter().copied().collect(), mask.has("access_rules"));
    let visible_rules = if changes_rules { VisibleRules::ask(app, caller, held).await? } else { VisibleRules::of(app, caller, held).await };
    let mut draft = draft;
    keep_unseen_rules(caller, &visible_rules, &seen.rule_ids, &mut draft.access_rules);
    let wanted = seen.draft().merge(&draft, mask);
    let rules = if wanted.access_rules == seen.rule_ids { None } else { Some(changed_rules(app, right, &seen, &wanted).await?) };
    // Whoever adds a rule may change it.
    let visible_rules = visible_rules.with(wanted.access_rules.iter().copied().filter(|rule| !seen.rule_ids.contains(rule)));

    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let before = store::find_for_update(&mut tx, right, id).await?;
    // Access was asked about others: one that the caller does not see would be lost.
    if changes_rules && before.rule_ids != seen.rule_ids {
        return Err(Error::conflict("changed by somebody else: try again"));
    }
    if mask.is_empty() {
        let mut unchanged = store::find(&mut tx, caller, id).await?;
        retain_visible_groups(&mut tx, caller, std::slice::from_mut(&mut unchanged)).await?;
        visible_rules.retain(&mut unchanged);
        return Ok(unchanged);
    }
    let mut merged = before.draft().merge(&draft, mask);
    keep_unseen_groups(&mut tx, caller, &before.group_ids, &mut merged.groups).await?;
    if merged == before.draft() {
        let mut unchanged = store::find(&mut tx, caller, id).await?;
        retain_visible_groups(&mut tx, caller, std::slice::from_mut(&mut unchanged)).await?;
        visible_rules.retain(&mut unchanged);
        return Ok(unchanged);
    }
    merged.validate()?;
    let added: Vec<i64> = merged.groups.iter().copied().filter(|group| !before.group_ids.contains(group)).collect();
    ensure_groups_in_reach(&mut tx, right.scope(), caller, &added).await?;
    if !added.is_empty() {
        features::require_in_groups(&mut tx, right.project_id(), &added, &[FEATURE]).await?;
    }
    let now = app.context.clock.now();
    store::update(&mut tx, &before, &merged, rules.as_deref(), now).await?;
    let old = before.draft();
    let after = store::find(&mut tx, caller, id).await?;
    if after.effective_zone() != before.effective_zone() {
        follow_zone(&mut tx, right.project_id(), LiveReservationsOf::Amenity(id), now).await?;
    }
    if (&merged.time_slots, merged.number_of_persons, merged.is_exclusive) != (&old.time_slots, old.number_of_persons, old.is_exclusive) {
        rebuild_usage(&mut tx, &before, &merged, &after.zone(), now).await?;
    }
    if rules.is_some() || merged.lead != old.lead || merged.name != old.name {
        publish_live(&mut tx, right.project_id(), LiveReservationsOf::Amenity(id), now).await?;
    }
    record(app, &mut tx, caller, Action::Edit, Some(&before), Some(&after)).await?;
    let mut after = after;
    retain_visible_groups(&mut tx, caller, std::slice::from_mut(&mut after)).await?;
    visible_rules.retain(&mut after);
    tx.commit().await?;
    Ok(after)
}

/// What somebody does not see they cannot have taken away; who sees no rules adds none.
fn keep_unseen_rules(caller: &Caller, visible: &VisibleRules, before: &[i64], wanted: &mut Vec<i64>) {
    if !sees_rules(caller) {
        before.clone_into(wanted);
        return;
    }
    wanted.extend(before.iter().filter(|rule| !visible.has(rule)));
    wanted.sort_unstable();
    wanted.dedup();
}

/// What somebody does not see they cannot have taken away.
async fn keep_unseen_groups(connection: &mut PgConnection, caller: &Caller, before: &[i64], wanted: &mut Vec<i64>) -> Result<()> {
    let left: Vec<i64> = before.iter().copied().filter(|group| !wanted.contains(group)).collect();
    if left.is_empty() || caller.scope(Resource::Group, Action::View).all {
        return Ok(());
    }
    let visible = related::visible_groups(connection, caller, &left).await?;
    wanted.extend(left.into_iter().filter(|group| !visible.contains(group)));
    Ok(())
}

/// The rules that the amenity has from now on. Only those that are new are asked for.
async fn changed_rules(
    app: &App,
    right: &Authorized<resource::Amenity, action::Edit>,
    seen: &AmenityRow,
    wanted: &AmenityDraft,
) -> Result<Vec<(i64, String)>> {
    let held: Vec<(i64, String)> = seen.rule_ids.iter().copied().zip(seen.rule_names.iter().cloned()).collect();
    let added: Vec<i64> = wanted.access_rules.iter().copied().filter(|rule| !seen.rule_ids.contains(rule)).collect();
    let checked = if added.is_empty() { Vec::new() } else { check_access_rules(&app.context, right.caller(), &added).await? };
    Ok(held.into_iter().filter(|(rule, _)| wanted.access_rules.contains(rule)).chain(checked).collect())
}
