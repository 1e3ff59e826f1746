use kit::patch::{self, Secret};
use kit::projection_lag::{self, ForeignEntity};
use kit::{Fields, Mask, Result};
use policy::{Authorized, action, resource};

use crate::app::App;
use crate::domain::account::TRUNK_PASSWORD;
use crate::domain::sip_trunk::{SipTrunkDraft, SipTrunkInput, validate_credentials, validate_password};
use crate::store::features;
use crate::store::sip_trunk::{self as store, SipTrunkRow};

/// Takes the fields of the mask.
pub async fn update(
    app: &App,
    right: &Authorized<resource::SipTrunk, action::Edit>,
    id: i64,
    input: SipTrunkInput,
    mask: &Mask,
) -> Result<SipTrunkRow> {
    let (caller, project_id) = (right.caller(), right.project_id());
    projection_lag::wait_until_projected(&app.context, caller, ForeignEntity::Group, projection_lag::GROUPS, &input.draft.domains).await?;
    let mut tx = app.context.database.tenant(project_id).await?;
    features::require(&mut tx, project_id, features::TRUNKS).await?;
    let row = store::find_for_update(&mut tx, right, id).await?;
    if mask.is_empty() {
        return super::commit(tx, caller, row.id).await;
    }
    let before = row.draft();
    let mut after = before.clone();
    after.merge(input.draft, mask);
    if mask.has("domains") {
        // Groups that the caller does not see cannot be chosen, and stay.
        let seen = kit::related::visible_groups(&mut tx, caller, &before.domains).await?;
        after.domains.extend(before.domains.iter().copied().filter(|group| !seen.contains(group)));
        after.domains.sort_unstable();
        after.domains.dedup();
    }

    let mut fields = Fields::new();
    after.validate(&mut fields);
    let secret = patch::secret(mask.has("password"), input.password.as_deref());
    if let Secret::Set(password) = &secret {
        validate_password(&mut fields, password);
    }
    // A password is sent only to the server that it was entered for.
    let keeps_password = secret == Secret::Unchanged && row.sealed_password.is_some();
    fields.check(!keeps_password || after.has_server_of(&before), "password", "required with another server");
    validate_credentials(&mut fields, &after, keeps_password || matches!(secret, Secret::Set(_)));
    fields.finish()?;
    let added: Vec<i64> = after.domains.iter().copied().filter(|group| !before.domains.contains(group)).collect();
    kit::related::ensure_groups_visible(&mut tx, caller, &added).await?;
    features::require_for_groups(&mut tx, project_id, &added, features::TRUNKS).await?;

    let has_new_password = secret != Secret::Unchanged;
    let sealed_password = match secret {
        Secret::Unchanged => row.sealed_password.clone(),
        Secret::Cleared => None,
        Secret::Set(password) => Some(app.context.sealer.seal_for(TRUNK_PASSWORD, password)),
    };
    let registration = |draft: &SipTrunkDraft| (draft.termination_uri.clone(), draft.login.clone(), draft.is_registration_enabled);
    let has_new_registration = registration(&before) != registration(&after) || has_new_password;
    store::update(&mut tx, &row, &after, sealed_password.as_deref(), has_new_registration, app.context.clock.now()).await?;
    super::record(&mut tx, app, caller, row.id, (Some(&before), Some(&after)), has_new_password).await?;
    super::commit(tx, caller, row.id).await
}
