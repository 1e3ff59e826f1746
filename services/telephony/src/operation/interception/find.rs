use kit::Result;
use policy::{Authorized, action, resource};

use super::UserInterception;
use crate::app::App;

/// The caller's.
pub async fn find(app: &App, right: &Authorized<resource::Interception, action::View>) -> Result<UserInterception> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    UserInterception::read(&mut reader, right).await
}
