//! The code of a registration came back: the user is made.
use kit::{Error, Result};
use policy::Caller;
use proto::vestibule::identity::v1 as api;

use crate::operation::audit;
use crate::operation::registration::complete::{RegistrationCompletion, complete};
use crate::projection;

use crate::app::App;
use crate::domain::attempt_target::AttemptTarget;
use crate::domain::registration::MAX_WRONG_CODES;
use crate::domain::{confirmation_code, link_token, refusal};
use crate::projection::project_settings::Which;
use crate::store;

/// `invalid confirmation code` for a wrong one; a registration that is over, void or not there is an outdated one.
pub async fn confirm_email(app: &App, caller: &Caller, request: &api::ConfirmEmailRequest) -> Result<()> {
    let hash = link_token::hash(&request.registration).ok_or_else(refusal::outdated_link)?;
    app.attempts.guard(&caller.ip, AttemptTarget::registration_code(&hash), confirm(app, caller, request, &hash)).await
}

async fn confirm(app: &App, caller: &Caller, request: &api::ConfirmEmailRequest, hash: &[u8; 32]) -> Result<()> {
    let now = app.context.clock.now();
    let mut tx = app.context.database.system().await?;
    let found = store::registration::lock(&mut tx, hash).await?;
    let found = found.filter(|found| found.expires_at > now && found.wrong_codes < MAX_WRONG_CODES).ok_or_else(refusal::outdated_link)?;
    if !confirmation_code::matches(request.code.trim(), &request.registration, found.code_hash.as_deref()) {
        store::registration::count_wrong_code(&mut tx, hash).await?;
        let somebody = audit::on_behalf(caller, found.project_id, 0, &found.name);
        kit::audit::record(&mut tx, &app.context.clock, &somebody, audit::user_action("refuse registration code", 0, &found.email)).await?;
        tx.commit().await?;
        return Err(refusal::invalid_code());
    }
    // The settings as they are now: the project may have closed meanwhile.
    let open = projection::project_settings::open(&mut tx, Which::Id(found.project_id)).await?.pop().ok_or(Error::Forbidden)?;
    let completion = RegistrationCompletion {
        project_id: found.project_id,
        name: &found.name,
        email: &found.email,
        locale: &found.locale,
        password_hash: &found.password_hash,
        role_id: open.role_id,
        domain_id: open.domain_id,
    };
    complete(app, &mut tx, caller, &completion).await?;
    store::registration::delete(&mut tx, hash).await?;
    Ok(tx.commit().await?)
}
