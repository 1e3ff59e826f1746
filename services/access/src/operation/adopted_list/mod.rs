//! What a device held before the platform becomes identifiers, schedules and rules.
mod apply;
mod site;

use kit::{Error, Result, Tx};
use policy::{Authorized, Caller, action, resource};

use crate::app::App;
use crate::domain::adopted_list::{AdoptionPlan, HeldList, KnownSite, MAX_IDENTIFIERS, MAX_SCHEDULES};
use crate::operation::secret_guess;
use crate::projection::DEVICES;
use crate::store::adopted_list::{self as store, AdoptingDevice};

/// Rules that one list may lead to.
const MAX_RULES: usize = 500;

/// What an adoption creates needs a right each.
pub struct AdoptionRights {
    pub identifiers: Authorized<resource::Identifier, action::Create>,
    pub rules: Authorized<resource::AccessRule, action::Create>,
    /// None where the caller may create none: then a list with new schedules is refused.
    pub schedules: Option<Authorized<resource::TimeRule, action::Create>>,
}

impl AdoptionRights {
    fn caller(&self) -> &Caller {
        self.identifiers.caller()
    }
}

/// A plan, and what it has come to.
pub struct Adoption {
    pub plan: AdoptionPlan,
    pub hash: String,
    pub is_applied: bool,
    pub list_version: i64,
}

/// Without a hash only the plan is made. With one it is carried out, all of it or nothing, unless the plan is another one by now.
pub async fn adopt(app: &App, rights: &AdoptionRights, device_id: i64, held: &HeldList, plan_hash: &str) -> Result<Adoption> {
    if held.identifiers.len() > MAX_IDENTIFIERS {
        return Err(Error::field("identifiers", format!("maximum length is {MAX_IDENTIFIERS}")));
    }
    if held.schedules.len() > MAX_SCHEDULES {
        return Err(Error::field("schedules", format!("maximum length is {MAX_SCHEDULES}")));
    }
    let caller = rights.caller();
    DEVICES.wait_until_projected(&app.context, caller, &[device_id]).await?;
    // What carries a plan out answers nothing that the plan has not answered.
    let guesses = if plan_hash.is_empty() { Some(secret_guess::begin(app, caller, held.has_secrets()).await?) } else { None };
    let mut tx = app.context.database.tenant(caller.project_id).await?;
    if !plan_hash.is_empty() && !store::try_lock(&mut tx, &rights.identifiers).await? {
        return Err(Error::conflict("can't perform action"));
    }
    DEVICES.ensure_visible(&mut tx, caller, &[device_id]).await?;
    let now = app.context.clock.now();
    let device = store::find_device(&mut tx, caller.project_id, device_id).await?;
    let known = site::find(&mut tx, caller, device_id, &device, held, now).await?;
    let Some(guesses) = guesses else {
        let plan = plan_within_limits(held, &known, rights)?;
        return carry_out(app, tx, rights, device_id, &device, plan, plan_hash).await;
    };
    tx.rollback().await?;
    guesses.finish(known.hits()).await?;
    let plan = plan_within_limits(held, &known, rights)?;
    Ok(Adoption { hash: plan.hash().to_string(), plan, is_applied: false, list_version: device.list_version })
}

fn plan_within_limits(held: &HeldList, known: &KnownSite, rights: &AdoptionRights) -> Result<AdoptionPlan> {
    let plan = AdoptionPlan::new(held, known);
    if plan.rules.len() > MAX_RULES {
        return Err(Error::field("identifiers", format!("maximum length is {MAX_RULES}")));
    }
    if !plan.schedules.is_empty() && rights.schedules.is_none() {
        return Err(Error::Forbidden);
    }
    Ok(plan)
}

async fn carry_out(
    app: &App,
    mut tx: Tx,
    rights: &AdoptionRights,
    device_id: i64,
    device: &AdoptingDevice,
    plan: AdoptionPlan,
    plan_hash: &str,
) -> Result<Adoption> {
    let hash = plan.hash().to_string();
    if plan_hash != hash {
        return Err(Error::conflict("changed by somebody else: try again"));
    }
    let list_version = apply::apply(app, &mut tx, rights, device_id, device, &plan).await?;
    tx.commit().await?;
    Ok(Adoption { plan, hash, is_applied: true, list_version })
}
