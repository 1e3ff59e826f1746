//! A new project.
use kit::{Fields, Result};
use policy::{Action, Caller};
use proto::vestibule::identity::v1 as api;
use serde_json::Value;
use sqlx::PgConnection;

use super::{change, dealer, in_project};
use crate::domain::project::{Draft, check_administrator};
use crate::domain::user;
use crate::operation::invite::invite;
use crate::operation::shown;
use crate::parts::Parts;
use crate::store;
use crate::store::user::NewUser;

/// With its default roles and its first administrator, who is sent an invitation. The default types of its groups
/// are made by domains, which hears of it. Returns the id.
pub async fn create_project(parts: &Parts, caller: &Caller, project: &api::DealerProject) -> Result<i64> {
    let dealer_id = dealer(caller)?;
    let draft = Draft::of(project);
    let mut fields = Fields::new();
    draft.check(&mut fields);
    check_administrator(&mut fields, project.administrator.as_ref());
    fields.finish()?;

    let now = parts.context.clock.now();
    let mut tx = parts.context.database.system().await?;
    let id = store::project::insert(&mut tx, &draft.name, now).await?;
    store::dealer::give(&mut tx, dealer_id, id).await?;
    // Other services have heard of it by its name only: all the rest is news to them.
    store::dealer::update(&mut tx, id, &Draft::default(), &draft, now).await?;
    store::role::insert_defaults(&mut tx, id, now).await?;
    let dealer = in_project(caller, id);
    kit::audit::record(&mut tx, &parts.context.clock, &dealer, change(Action::Create, id, &draft.name, Value::Null, draft.shown())).await?;
    invite_administrator(parts, &mut tx, &dealer, &draft.locale, project.administrator.clone().unwrap_or_default()).await?;
    tx.commit().await?;
    Ok(id)
}

async fn invite_administrator(
    parts: &Parts,
    connection: &mut PgConnection,
    dealer: &Caller,
    locale: &str,
    administrator: api::ProjectAdministrator,
) -> Result<()> {
    let project_id = dealer.project_id;
    let draft = user::Draft {
        name: administrator.name.trim().into(),
        email: Some(administrator.email.trim().into()),
        role_id: store::role::administrator(connection, project_id).await?,
        is_active: true,
        ..user::Draft::default()
    };
    let new = NewUser { draft: &draft, account_id: None, has_password: false, locale, created_by: None, now: parts.context.clock.now() };
    let id = store::user::insert_first(connection, project_id, &new).await?;
    let made = crate::operation::change(Action::Create, id, &draft.name, Value::Null, shown(&draft));
    kit::audit::record(connection, &parts.context.clock, dealer, made).await?;
    invite(parts, connection, project_id, &dealer.user_name, &[id]).await?;
    Ok(())
}
