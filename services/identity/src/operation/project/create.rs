//! A new project.
use kit::{Fields, Result};
use policy::{Action, Caller};
use proto::vestibule::identity::v1 as api;
use serde_json::Value;
use sqlx::PgConnection;

use super::{dealer, in_project, project_change};
use crate::app::App;
use crate::domain::project::{ProjectDraft, check_administrator};
use crate::domain::user;
use crate::operation::audit;
use crate::operation::invitation;
use crate::store;
use crate::store::user::NewUser;

/// With its default roles and its first administrator, who is sent an invitation. The default types of its groups
/// are made by domains, from the event. Returns the id.
pub async fn create(app: &App, caller: &Caller, project: &api::DealerProject) -> Result<i64> {
    let dealer_id = dealer(caller)?;
    let draft = ProjectDraft::from_api(project);
    let mut fields = Fields::new();
    draft.check(&mut fields);
    check_administrator(&mut fields, project.administrator.as_ref());
    fields.finish()?;

    let now = app.context.clock.now();
    let mut tx = app.context.database.system().await?;
    let id = store::project::insert(&mut tx, &draft.name, now).await?;
    store::dealer::give(&mut tx, dealer_id, id).await?;
    // The event of the insertion had the name only: this one has the rest.
    store::dealer::update(&mut tx, id, &ProjectDraft::default(), &draft, now).await?;
    store::role::insert_defaults(&mut tx, id, now).await?;
    let dealer = in_project(caller, id);
    kit::audit::record(&mut tx, &app.context.clock, &dealer, project_change(Action::Create, id, &draft.name, Value::Null, draft.audit_view()))
        .await?;
    invite_administrator(app, &mut tx, &dealer, &draft.locale, project.administrator.clone().unwrap_or_default()).await?;
    tx.commit().await?;
    Ok(id)
}

async fn invite_administrator(
    app: &App,
    connection: &mut PgConnection,
    dealer: &Caller,
    locale: &str,
    administrator: api::ProjectAdministrator,
) -> Result<()> {
    let project_id = dealer.project_id;
    let draft = user::UserDraft {
        name: administrator.name.trim().into(),
        email: Some(administrator.email.trim().into()),
        role_id: store::role::administrator(connection, project_id).await?,
        is_active: true,
        ..user::UserDraft::default()
    };
    let new = NewUser { draft: &draft, account_id: None, has_password: false, locale, created_by: None, now: app.context.clock.now() };
    let id = store::user::insert_first(connection, project_id, &new).await?;
    let made = audit::user_change(Action::Create, id, &draft.name, Value::Null, draft.audit_view());
    kit::audit::record(connection, &app.context.clock, dealer, made).await?;
    invitation::send(app, connection, project_id, &dealer.user_name, &[id]).await?;
    Ok(())
}
