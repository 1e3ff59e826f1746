use kit::{ListQuery, Page, Result};
use policy::action;

use crate::app::App;
use crate::store::webhook::{self as store, Right, WebhookRow};

pub async fn list(app: &App, right: &Right<action::View>, query: &ListQuery) -> Result<Page<WebhookRow>> {
    store::list(&mut *app.context.database.read(right.project_id()).await?, right, query).await
}

pub async fn find(app: &App, right: &Right<action::View>, id: i64) -> Result<WebhookRow> {
    store::find(&mut *app.context.database.read(right.project_id()).await?, right, id).await
}
