use kit::patch::{self, Secret};
use kit::projection_lag::{self, ForeignEntity};
use kit::{Fields, Result};
use policy::{Authorized, action, resource};

use crate::app::App;
use crate::domain::account::TRUNK_PASSWORD;
use crate::domain::sip_trunk::{SipTrunkInput, validate_credentials, validate_password};
use crate::store::features;
use crate::store::sip_trunk::{self as store, SipTrunkRow};

pub async fn create(app: &App, right: &Authorized<resource::SipTrunk, action::Create>, input: SipTrunkInput) -> Result<SipTrunkRow> {
    let (caller, draft) = (right.caller(), input.draft);
    let mut fields = Fields::new();
    draft.validate(&mut fields);
    let sealed_password = match patch::secret(true, input.password.as_deref()) {
        Secret::Set(password) => {
            validate_password(&mut fields, password);
            Some(app.context.sealer.seal_for(TRUNK_PASSWORD, password))
        }
        Secret::Unchanged | Secret::Cleared => None,
    };
    validate_credentials(&mut fields, &draft, sealed_password.is_some());
    fields.finish()?;
    projection_lag::wait_until_projected(&app.context, caller, ForeignEntity::Group, projection_lag::GROUPS, &draft.domains).await?;
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    features::require_for_groups(&mut tx, right.project_id(), &draft.domains, features::TRUNKS).await?;
    kit::related::ensure_groups_visible(&mut tx, caller, &draft.domains).await?;
    let id = store::insert(&mut tx, right, &draft, sealed_password.as_deref(), app.context.clock.now()).await?;
    super::record(&mut tx, app, caller, id, (None, Some(&draft)), sealed_password.is_some()).await?;
    super::commit(tx, caller, id).await
}
