use kit::{Error, Result};
use license_limits::features;
use policy::{Action, Authorized, action, resource};
use serde_json::json;

use super::read::{SeenReservation, seen};
use super::{no_free_places, record};
use crate::app::App;
use crate::domain::amenity_reservation::{ChosenSlots, ReservationDraft};
use crate::operation::FEATURE;
use crate::projection::USERS;
use crate::publish::reservation_changed;
use crate::store::amenity_reservation::{self as store, ReservedPlaces};
use crate::store::{amenity, reservation_log, slot_usage};

/// For the caller, or for somebody else where the caller may edit the amenity's reservations. `accepted_terms`: the version that was
/// read.
pub async fn create(
    app: &App,
    right: &Authorized<resource::AmenityReservation, action::Create>,
    draft: ReservationDraft,
    accepted_terms: Option<i32>,
) -> Result<SeenReservation> {
    let caller = right.caller();
    let user_id = if draft.user_id == 0 { caller.user_id } else { draft.user_id };
    USERS.wait_until_projected(&app.context, caller, &[user_id]).await?;
    let now = app.context.clock.now();
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    kit::features::require(&mut tx, right.project_id(), &[FEATURE]).await?;
    store::lock_user(&mut tx, caller, user_id).await?;
    let amenity = amenity::find_for_share(&mut tx, caller, draft.amenity_id).await.map_err(|error| match error {
        Error::NotFound => Error::InvalidRelated { names: vec![format!("amenity {}", draft.amenity_id)] },
        error => error,
    })?;
    let is_manager = store::managed(&mut tx, caller, &[amenity.id]).await?.contains(&amenity.id);
    if user_id != caller.user_id {
        if !is_manager {
            return Err(Error::Forbidden);
        }
        USERS.ensure_visible(&mut tx, caller, &[user_id]).await?;
    }
    let is_own_of_manager = is_manager && user_id == caller.user_id;
    if !is_own_of_manager && !amenity::is_for_user(&mut tx, right.project_id(), amenity.id, user_id).await? {
        return Err(Error::conflict("amenity is not allowed"));
    }
    // The user has the feature, and one of the groups that share the amenity.
    features::require_for_users(&mut tx, &[user_id], FEATURE).await?;
    features::require_for_one_of(&mut tx, &amenity.group_ids, FEATURE).await?;
    let has_terms = amenity.terms_key.is_some();
    if has_terms {
        check_terms(accepted_terms, amenity.terms_version)?;
    }
    let rules = amenity.draft();
    let chosen = ChosenSlots::new(&rules, &amenity.zone(), &draft, now)?;
    if store::count_live(&mut tx, caller, amenity.id, user_id, now).await? >= i64::from(amenity.live_per_user) {
        return Err(Error::field("amenity", format!("too many items: at most {}", amenity.live_per_user)));
    }
    let reserved = ReservedPlaces {
        chosen,
        persons: draft.number_of_persons,
        places: rules.places(draft.number_of_persons),
        terms_version: if has_terms { amenity.terms_version } else { 0 },
    };
    let (date, starts) = (reserved.chosen.date, reserved.chosen.starts());
    if !slot_usage::take(&mut tx, caller, amenity.id, date, &starts, reserved.places, amenity.persons_max).await? {
        tx.rollback().await?;
        return Err(no_free_places(app, caller, amenity.id, &reserved, amenity.persons_max).await);
    }
    let created = store::insert(&mut tx, right, amenity.id, user_id, &reserved, now).await?;
    reservation_log::insert(&mut tx, &created, "created", created.status, Some((caller.user_id, &caller.user_name)), now).await?;
    reservation_changed(&mut tx, &created, false).await?;
    record(app, &mut tx, caller, Action::Create, None, Some(&created)).await?;
    let created = seen(&mut tx, caller, created.row().clone(), now).await?;
    tx.commit().await?;
    Ok(created)
}

/// Terms that were replaced after they were read are not accepted. Who does not say which they read (0) accepts the current ones.
fn check_terms(accepted: Option<i32>, current: i32) -> Result<()> {
    match accepted {
        None => Err(Error::field("accept_terms", "required")),
        Some(version) if version != 0 && version != current => Err(Error::Conflict {
            code: "conflict",
            message: "the terms have changed, read them again".into(),
            data: json!({ "terms_version": current }),
        }),
        Some(_) => Ok(()),
    }
}
