use kit::{Error, Mask, Result};
use policy::{Action, Authorized, action, resource};
use sqlx::PgConnection;

use super::read::visible_part;
use super::{access_code, ensure_owner_in_reach, gives_to_everybody, owners_out_of_reach, publish_and_record, wait_until_owner_is_projected};
use crate::app::App;
use crate::domain::guest_key;
use crate::domain::identifier::{IdentifierDraft, IdentifierType, Origin, OwnerType, UKEY2_IS_ISSUED};
use crate::operation::device_list::bump_list_versions;
use crate::operation::secret_guess;
use crate::projection::guest_limits;
use crate::store::access_rule::ensure_can_edit_rules;
use crate::store::device_list::devices_by_identifier;
use crate::store::identifier::{self as store, IdentifierRow};
use crate::store::{guest_key as keys, license};

const CANNOT_BE_CHANGED: &str = "cannot be changed";
/// Without an owner it would open again by the rules that name itself.
const OWNER_IS_SUSPENDED: &str = "the owner is suspended or deleted: choose another owner or revoke it";

/// What another operation has made keeps the value, the owner and the kind that it was made with, whoever changes it and in
/// whichever form. A guest's key ends some day or after some passes, within the limits of its group; the code of a reservation keeps its
/// time and its doors, too.
async fn ensure_fits_origin(connection: &mut PgConnection, project_id: i64, before: &IdentifierRow, row: &IdentifierRow) -> Result<()> {
    if !before.origin().has_own_rules() {
        return Ok(());
    }
    let is_same = |field: &str, is_same: bool| if is_same { Ok(()) } else { Err(Error::field(field, CANNOT_BE_CHANGED)) };
    is_same("value", row.unique_value == before.unique_value)?;
    is_same("type", row.r#type == before.r#type)?;
    is_same("owner", row.owner_id == before.owner_id)?;
    is_same("owner_type", row.owner_type == before.owner_type)?;
    if has_same_limits(before, row) {
        return Ok(());
    }
    if before.origin() == Origin::Reservation {
        return Err(Error::field("period_restrict_active", CANNOT_BE_CHANGED));
    }
    let pass_limit = if row.passes_restrict_active { row.passes_restrict_max_count } else { 0 };
    // A period without a begin began with the key.
    let from = row.period_restrict_from.or(Some(row.created_at));
    let period = row.period_restrict_active.then_some((from, row.period_restrict_to));
    guest_key::ensure_ends(pass_limit, period, row.updated_at)?;
    let limits = guest_limits::of_path(connection, project_id, before.domain_id).await?;
    guest_key::ensure_limits(pass_limit, period, limits)
}

fn has_same_limits(before: &IdentifierRow, row: &IdentifierRow) -> bool {
    let limits_of = |row: &IdentifierRow| {
        let period = (row.period_restrict_active, row.period_restrict_from, row.period_restrict_to);
        (period, row.passes_restrict_active, row.passes_restrict_max_count)
    };
    limits_of(before) == limits_of(row)
}

/// Whether another card, or code, opens from now on what the rules open that name the identifier itself. The number of a face is what it
/// is called: doors learn its photo.
fn opens_by_another_number(before: &IdentifierRow, row: &IdentifierRow) -> bool {
    let is_face = |row: &IdentifierRow| row.kind() == IdentifierType::Face;
    (row.r#type, &row.number) != (before.r#type, &before.number) && !(is_face(before) && is_face(row))
}

/// Changes the fields that the mask names.
pub async fn update(
    app: &App,
    right: &Authorized<resource::Identifier, action::Edit>,
    id: i64,
    draft: IdentifierDraft,
    mask: &Mask,
) -> Result<IdentifierRow> {
    let caller = right.caller();
    wait_until_owner_is_projected(app, caller, &draft).await?;
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let before = store::find_for_update(&mut tx, right, id).await?;
    if mask.is_empty() {
        return visible_part(&mut tx, caller, before.into_row()).await;
    }
    let mut merged = before.draft();
    merged.merge(draft, mask);
    let (kind, number) = merged.validate(Some(before.kind()))?;
    let mut row = IdentifierRow { updated_at: app.context.clock.now(), ..before.row().clone() };
    row.apply_input(&merged, kind, &number);
    if before.origin() == Origin::Guest && row.value == before.value && has_same_limits(&before, &row) {
        // One that is dead may have given its number to another key, and has another name all the same.
        row.unique_value.clone_from(&before.unique_value);
    }
    let known_code = (before.kind() == IdentifierType::AccessCode).then_some(before.unique_value.as_str());
    access_code::ensure_length(app, &mut tx, right.project_id(), &number, known_code).await?;
    let is_reissued = (row.owner_id, &row.unique_value) != (before.owner_id, &before.unique_value);
    if kind == IdentifierType::Ukey2 && is_reissued {
        return Err(Error::field(if row.owner_id == before.owner_id { "value" } else { "owner" }, UKEY2_IS_ISSUED));
    }
    if (row.r#type, &row.unique_value) != (before.r#type, &before.unique_value) {
        let guesses = secret_guess::begin(app, caller, kind.is_secret()).await?;
        if let Some(holder) = secret_guess::find_holder(&mut tx, caller, kind, &number).await?.filter(|holder| holder.id != id) {
            tx.rollback().await?;
            return Err(guesses.refuse(&holder).await);
        }
        guesses.finish(0).await?;
    }
    if before.is_owner_suspended && row.owner_id.is_none() {
        return Err(Error::field("owner", OWNER_IS_SUSPENDED));
    }
    ensure_owner_in_reach(&mut tx, caller, &row).await?;
    let former_owner: Vec<i64> = before.owner_id.into_iter().filter(|_| row.owner_id != before.owner_id && !before.is_owner_deleted).collect();
    if !owners_out_of_reach(&mut tx, caller, &former_owner).await?.is_empty() {
        return Err(Error::Forbidden);
    }
    // What exists may be changed without its feature, and given to somebody else, or to a guest, with it only.
    let becomes_guests = merged.owner_type == OwnerType::Guest && row.owner_type != before.owner_type;
    if kind != before.kind() || row.owner_id != before.owner_id || becomes_guests {
        let group = before.domain_id.filter(|_| row.owner_id == before.owner_id);
        let needed = license::features_of_identifier(kind, merged.owner_type);
        license::require_for_identifier(&mut tx, caller, row.owner_id, group, &needed).await?;
    }
    ensure_fits_origin(&mut tx, right.project_id(), &before, &row).await?;
    // Of an owner who is suspended or gone it opens nothing: the next one opens again what the rules open that name itself.
    let is_revived = before.is_owner_suspended && row.owner_id != before.owner_id;
    if (opens_by_another_number(&before, &row) || is_revived) && !gives_to_everybody(caller) {
        ensure_can_edit_rules(&mut tx, caller, &[], &before.rule_ids).await?;
    }
    if mask.has("access_rules") {
        // Rules that the caller does not see cannot be named, and stay.
        let seen = visible_part(&mut tx, caller, before.row().clone()).await?.rule_ids;
        let unseen = before.rule_ids.iter().copied().filter(|id| !seen.contains(id));
        merged.access_rules = merged.access_rules.into_iter().filter(|id| !before.rule_ids.contains(id) || seen.contains(id)).chain(unseen).collect();
        let without = |ids: &[i64], others: &[i64]| ids.iter().copied().filter(|id| !others.contains(id)).collect::<Vec<_>>();
        let (added, removed) = (without(&merged.access_rules, &before.rule_ids), without(&before.rule_ids, &merged.access_rules));
        if before.origin() == Origin::Reservation && !(added.is_empty() && removed.is_empty()) {
            return Err(Error::field("access_rules", CANNOT_BE_CHANGED));
        }
        ensure_can_edit_rules(&mut tx, caller, &added, &removed).await?;
        if before.origin() == Origin::Guest && !added.is_empty() {
            // Whoever adds them: a key opens what its giver may hand on.
            let fitting = keys::fitting_rules(&mut tx, right.project_id(), before.owner_id, &added).await?;
            kit::related::complete("access rule", &added, &fitting)?;
        }
    }
    let mut devices = devices_by_identifier(&mut tx, id, before.owner_id).await?;
    store::update(&mut tx, &before, &row).await?;
    if mask.has("access_rules") {
        store::set_rules(&mut tx, &before, &merged.access_rules).await?;
    }
    let after = store::find(&mut tx, right, id).await?;
    devices.extend(devices_by_identifier(&mut tx, id, after.owner_id).await?);
    bump_list_versions(&mut tx, right.project_id(), devices).await?;
    publish_and_record(app, &mut tx, caller, Action::Edit, Some(&before), Some(&after)).await?;
    let after = visible_part(&mut tx, caller, after).await?;
    tx.commit().await?;
    Ok(after)
}
