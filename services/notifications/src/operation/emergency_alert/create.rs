use kit::Result;
use policy::{Action, Authorized, action, resource};

use super::read::view_of;
use super::{EmergencyAlertView, NamedEntities, record};
use crate::app::App;
use crate::domain::emergency_alert::EmergencyAlertDraft;
use crate::store::emergency_alert as store;

pub async fn create(
    app: &App,
    right: &Authorized<resource::EmergencyAlert, action::Create>,
    draft: EmergencyAlertDraft,
) -> Result<EmergencyAlertView> {
    let caller = right.caller();
    draft.validate()?;
    let named = NamedEntities::of_new(&draft);
    named.wait_until_projected(app, caller).await?;
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    named.ensure_in_reach(&mut tx, right.scope(), caller).await?;
    let id = store::insert(&mut tx, right, &draft, app.context.clock.now()).await?;
    let created = store::find(&mut tx, caller, id).await?;
    record(app, &mut tx, caller, Action::Create, None, Some(&created)).await?;
    let view = view_of(app, &mut tx, caller, created).await?;
    tx.commit().await?;
    Ok(view)
}
