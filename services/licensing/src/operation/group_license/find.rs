use kit::{Result, tree};
use policy::{Action, ActionKind, Authorized, Resource, resource};
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};

use super::view::{GroupLicenseView, Quotas, view};
use crate::app::App;
use crate::domain::license_tree::Node;
use crate::store::group_license as store;
use crate::store::group_license::GroupLicenseRow;
use crate::store::license_tree::load;

pub async fn find<A: ActionKind>(app: &App, right: &Authorized<resource::GroupLicense, A>, id: i64) -> Result<GroupLicenseView> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let row = store::find(&mut reader, right, id).await?;
    view_of(&mut reader, right, row, app.config.grace, app.context.clock.now()).await
}

/// The group above is named to whoever sees it.
pub async fn view_of<A: ActionKind>(
    connection: &mut PgConnection,
    right: &Authorized<resource::GroupLicense, A>,
    row: GroupLicenseRow,
    grace: Duration,
    now: OffsetDateTime,
) -> Result<GroupLicenseView> {
    let (licenses, entitlement) = load(connection, right.project_id(), grace, now).await?;
    let above = match licenses.home(row.id) {
        node if node == Node::Group(row.id) => licenses.parent(node),
        node => Some(node),
    };
    let mut visible = Vec::new();
    if let Some(Node::Group(above)) = above {
        let scope = right.caller().scope(Resource::Group, Action::View);
        if tree::covers(connection, &scope, above).await? {
            visible.push(above);
        }
    }
    let names = store::names(connection, right.project_id(), &visible).await?;
    let quotas = Quotas::new(&licenses, now);
    let draft = row.draft();
    Ok(view(&licenses, &quotas, &entitlement, Some((row.id, row.name)), draft, &names, now))
}
