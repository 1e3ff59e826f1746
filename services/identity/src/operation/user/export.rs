//! Users as a table that can be imported again.
use kit::{Error, Result, tree};
use policy::{Action, Authorized, Resource, action, resource};
use proto::vestibule::identity::v1::ExportUsersRequest;
use spreadsheet::{Format, Pieces};

use crate::app::App;
use crate::domain::user_table::{self, HEADINGS};
use crate::store::user::export::{self as store, ExportRow};

/// Groups that one call names.
const MAX_GROUPS: usize = 500;

/// The users whom the caller sees with all of their groups, of the groups that are named and of what lies below them.
pub async fn export(app: &App, right: Authorized<resource::User, action::View>, request: ExportUsersRequest) -> Result<Pieces> {
    check_groups(app, &right, &request.domain_ids).await?;
    let (project_id, format) = (right.project_id(), Format::from_export(request.format()));
    Ok(app.exports.stream_from_database(project_id, format, "users", &HEADINGS, move |tx, rows| {
        Box::pin(async move { store::write_all(tx, &right, &request.domain_ids, rows, cells).await })
    }))
}

async fn check_groups(app: &App, right: &Authorized<resource::User, action::View>, domain_ids: &[i64]) -> Result<()> {
    if domain_ids.len() > MAX_GROUPS {
        return Err(Error::field("domain_ids", format!("maximum length is {MAX_GROUPS}")));
    }
    let mut reader = app.context.database.read(right.project_id()).await?;
    // A group is visible to whoever sees its users, or by a right to the group itself.
    let groups = right.caller().scope(Resource::Group, Action::View);
    let mut invisible = Vec::new();
    for id in domain_ids {
        if !tree::covers(&mut reader, right.scope(), *id).await? && !tree::covers(&mut reader, &groups, *id).await? {
            invisible.push(id.to_string());
        }
    }
    drop(reader);
    if invisible.is_empty() { Ok(()) } else { Err(Error::InvalidRelated { names: invisible }) }
}

/// In the order of the headings.
fn cells(user: ExportRow) -> Vec<String> {
    let texts = user.texts.into_iter().map(Option::unwrap_or_default);
    texts.chain([user.role, user_table::join(&user.groups)]).collect()
}
