use kit::{ListQuery, Page, Result};
use policy::{Authorized, action, resource};

use crate::app::App;
use crate::store::ukey2::{self as store, Ukey2Row};

type ViewRight = Authorized<resource::Ukey2, action::View>;

pub async fn list(app: &App, right: &ViewRight, query: &ListQuery) -> Result<Page<Ukey2Row>> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    store::list(&mut reader, right, query).await
}

pub async fn find(app: &App, right: &ViewRight, id: i64) -> Result<Ukey2Row> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    store::find(&mut reader, right, id).await
}
