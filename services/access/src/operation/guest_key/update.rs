use kit::{Error, Mask, Result};
use policy::{Action, Authorized, action, resource};

use super::{GuestKeyView, MAX_LIVE, ensure_givable, features_of, is_giver_in_reach, is_licensed, publish_and_record, too_many_live, view};
use crate::app::App;
use crate::domain::guest_key::{GuestKeyDraft, GuestKeyState};
use crate::domain::number::Number;
use crate::operation::device_list::bump_list_versions;
use crate::projection::guest_limits;
use crate::store::device_list::devices_by_identifier;
use crate::store::{guest_key as store, license};

/// Changes the fields that the mask names. A key that is expired or used up lives again, and its visits count from 0. Its creator changes
/// it as long as the giver is in their reach, as when it was created.
pub async fn update(
    app: &App,
    right: &Authorized<resource::GuestKey, action::Edit>,
    id: i64,
    draft: GuestKeyDraft,
    mask: &Mask,
) -> Result<GuestKeyView> {
    let (caller, project_id, now) = (right.caller(), right.project_id(), app.context.clock.now());
    // A name is changed without anything else: an old key need not be made valid for that.
    let limits_change = ["period_restrict_active", "period_restrict_from", "period_restrict_to", "pass_limit"].iter().any(|path| mask.has(path));
    let mut tx = app.context.database.tenant(project_id).await?;
    if mask.has("access_rules") {
        store::hold_rules(&mut tx, project_id, &draft.access_rules, Some(id)).await?;
    }
    if limits_change {
        // Before the key, as whoever creates one does.
        store::lock_giver_of(&mut tx, right, id).await?;
    }
    let before = store::find_for_update(&mut tx, right, id).await?;
    if before.revoked_at.is_some() {
        return Err(Error::conflict("action prohibited"));
    }
    if !is_giver_in_reach(&mut tx, caller, &before).await? {
        return Err(Error::Forbidden);
    }
    if mask.is_empty() {
        return view(app, &mut tx, caller, (*before).clone()).await;
    }
    let mut merged = before.draft();
    merged.merge(draft, mask)?;
    if limits_change {
        let kind = merged.normalize(now)?;
        let giver: Vec<i64> = before.owner_id.into_iter().collect();
        license::require_for_users(&mut tx, project_id, &giver, features_of(kind)).await?;
        merged.ensure_within(guest_limits::of_path(&mut tx, project_id, before.domain_id).await?)?;
    } else {
        merged.check_texts()?;
    }
    if mask.has("access_rules") {
        ensure_givable(&mut tx, project_id, before.owner_id.ok_or(Error::NotFound)?, &merged.access_rules).await?;
    }
    let number = Number::parse(before.identifier_type(), &before.value).map_err(|error| Error::field("value", error.to_string()))?;
    let state = before.state(is_licensed(&mut tx, project_id, before.kind()).await?, now);
    let is_over = matches!(state, GuestKeyState::Expired | GuestKeyState::UsedUp);
    if let Some(giver) = before.owner_id.filter(|_| limits_change && is_over)
        && store::count_live(&mut tx, project_id, giver, now).await? >= MAX_LIVE
    {
        return Err(too_many_live());
    }
    let is_renewed = limits_change && (is_over || before.pass_limit() == 0 && merged.pass_limit > 0);
    let mut devices = devices_by_identifier(&mut tx, id, before.owner_id).await?;
    store::update(&mut tx, &before, &merged, Some(&number).filter(|_| limits_change), is_renewed, now).await?;
    if mask.has("access_rules") {
        store::replace_rules(&mut tx, &before, &merged.access_rules).await?;
    }
    devices.extend(devices_by_identifier(&mut tx, id, before.owner_id).await?);
    bump_list_versions(&mut tx, project_id, devices).await?;
    let after = store::find_in_project(&mut tx, project_id, id).await?.ok_or(Error::NotFound)?;
    publish_and_record(app, &mut tx, caller, Action::Edit, Some(&before), &after).await?;
    let after = view(app, &mut tx, caller, after).await?;
    tx.commit().await?;
    Ok(after)
}
