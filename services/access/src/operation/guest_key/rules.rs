use kit::Result;
use policy::{Authorized, action, resource};

use super::ensure_giver_in_reach;
use crate::app::App;
use crate::domain::guest_key::GuestLimits;
use crate::projection::guest_limits;
use crate::store::guest_key::{self as store, GiverRuleRow};

/// What a giver may hand on, and within which limits.
pub struct GivableRules {
    pub rules: Vec<GiverRuleRow>,
    pub limits: GuestLimits,
}

/// `owner_id`: another giver than the caller.
pub async fn givable_rules(app: &App, right: &Authorized<resource::GuestKey, action::Create>, owner_id: Option<i64>) -> Result<GivableRules> {
    let (caller, project_id) = (right.caller(), right.project_id());
    let giver = owner_id.unwrap_or(caller.user_id);
    let mut reader = app.context.database.read(project_id).await?;
    ensure_giver_in_reach(&mut reader, caller, giver).await?;
    let rules = store::rules_of_giver(&mut reader, project_id, giver).await?;
    let group = store::group_of_giver(&mut reader, project_id, giver).await?;
    Ok(GivableRules { rules, limits: guest_limits::of_path(&mut reader, project_id, group).await? })
}
