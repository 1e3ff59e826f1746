use std::collections::HashMap;

use kit::{ListQuery, Page, Result, related};
use policy::{Action, Authorized, Caller, Resource, action, resource};
use sqlx::PgConnection;

use crate::app::App;
use crate::projection::user::USERS;
use crate::store::announce::{self as store, AnnounceRow};
use crate::store::announce_recipient::{self, TurnoutRow};

/// An announce as one caller sees it.
#[derive(Debug)]
pub struct AnnounceView {
    pub row: AnnounceRow,
    /// The caller sees its recipients and results.
    pub is_managed: bool,
    pub turnout: Option<TurnoutRow>,
    /// Of the caller's own page; empty for who is no recipient.
    pub token: String,
}

type ViewRight = Authorized<resource::Announce, action::View>;

pub async fn list(app: &App, right: &ViewRight, query: &ListQuery) -> Result<Page<AnnounceView>> {
    super::advance_project(app, right.project_id()).await?;
    let mut reader = app.context.database.read(right.project_id()).await?;
    let Page { items, total, page, size } = store::list(&mut reader, right, query).await?;
    Ok(Page { items: views(app, &mut reader, right.caller(), items).await?, total, page, size })
}

pub async fn find(app: &App, right: &ViewRight, id: i64) -> Result<AnnounceView> {
    super::advance_project(app, right.project_id()).await?;
    let mut reader = app.context.database.read(right.project_id()).await?;
    let row = store::find(&mut reader, right.caller(), right.scope(), id).await?;
    view_of(app, &mut reader, right.caller(), row).await
}

/// A row that the caller has just changed, and may change.
pub async fn of_manager(connection: &mut PgConnection, caller: &Caller, id: i64) -> Result<AnnounceRow> {
    store::find(connection, caller, &caller.scope(Resource::Announce, Action::View), id).await
}

pub async fn view_of(app: &App, connection: &mut PgConnection, caller: &Caller, row: AnnounceRow) -> Result<AnnounceView> {
    let mut views = views(app, connection, caller, vec![row]).await?;
    Ok(views.remove(0))
}

/// Of people who have only received it: the text. Of those who manage a part of its recipients: this part.
async fn views(app: &App, connection: &mut PgConnection, caller: &Caller, rows: Vec<AnnounceRow>) -> Result<Vec<AnnounceView>> {
    let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
    let scope = caller.scope(Resource::AnnounceResponse, Action::View);
    let managed: HashMap<i64, bool> = store::managed(connection, caller.project_id, &scope, &ids).await?.into_iter().collect();
    let tokens = announce_recipient::own_tokens(connection, caller, &app.context.sealer, &ids).await?;
    let tokens: HashMap<i64, String> = tokens.into_iter().map(|(id, token)| (id, token.as_str().to_owned())).collect();
    let whole: Vec<i64> = managed.iter().filter(|(_, is_whole)| **is_whole).map(|(id, _)| *id).collect();
    let turnouts = announce_recipient::turnouts(connection, caller.project_id, &whole).await?;
    let named_groups: Vec<i64> = rows.iter().flat_map(|row| &row.group_ids).copied().collect();
    let named_users: Vec<i64> = rows.iter().flat_map(|row| &row.user_ids).copied().collect();
    let groups = related::visible_groups(connection, caller, &named_groups).await?;
    let users = USERS.visible(connection, caller, &named_users).await?;
    let view = |mut row: AnnounceRow| {
        let part = managed.get(&row.id);
        let is_managed = part == Some(&true);
        if !is_managed {
            (row.group_ids, row.group_names) = retain(&row.group_ids, &row.group_names, |id| part.is_some() && groups.contains(id));
            (row.user_ids, row.user_names) = retain(&row.user_ids, &row.user_names, |id| part.is_some() && users.contains(id));
        }
        if part.is_none() {
            row.name.clone_from(&row.subject);
            row.description = None;
        }
        let turnout = is_managed.then(|| turnouts.iter().find(|turnout| turnout.announce_id == row.id).copied().unwrap_or_default());
        AnnounceView { is_managed, turnout, token: tokens.get(&row.id).cloned().unwrap_or_default(), row }
    };
    Ok(rows.into_iter().map(view).collect())
}

fn retain(ids: &[i64], names: &[String], is_visible: impl Fn(&i64) -> bool) -> (Vec<i64>, Vec<String>) {
    ids.iter().zip(names).filter(|(id, _)| is_visible(id)).map(|(id, name)| (*id, name.clone())).unzip()
}
