//! Groups as they are read: one, and pages of them.
use kit::listing::{Kind, column, related, sortable};
use kit::{Error, ListQuery, Listing, Page, Result, clock, tree};
use policy::{Caller, Scope, action};
use proto::vestibule::common::v1::Ref;
use proto::vestibule::domains::v1::Group;
use sqlx::{AssertSqlSafe, PgConnection};
use time::OffsetDateTime;

use super::interval::places;
use super::{dependent, group_settings, logo};
use crate::domain::group_settings::Area;
use crate::domain::interval::interval;
use crate::domain::reach::{self, Proof};

/// Counts and paths come from the closure; Postgres works them out for the rows of the page only.
const SELECT: &str = "g.id, g.name, g.description, g.parent_id, g.domain_type_id, g.logic_address, g.sip_count, g.app_count, g.created_at, g.updated_at, g.created_by, g.created_by_name,
    (SELECT count(*) FROM groups k WHERE k.project_id = g.project_id AND k.parent_key = g.id) AS children_count,
    (SELECT count(*) - 1 FROM (SELECT 1 FROM group_closure b WHERE b.ancestor_id = g.id LIMIT 1002) counted) AS descendants_count,
    ARRAY(SELECT c.ancestor_id FROM group_closure c WHERE c.descendant_id = g.id AND c.depth > 0 ORDER BY c.depth DESC) AS path_ids,
    ARRAY(SELECT a.name FROM group_closure c JOIN groups a ON a.id = c.ancestor_id WHERE c.descendant_id = g.id AND c.depth > 0 ORDER BY c.depth DESC) AS path_names";

pub static GROUPS: Listing = Listing {
    resource: "domains",
    select: SELECT,
    from: "groups g",
    project: "g.project_id",
    key: "g.id",
    columns: &[
        sortable("id", "g.id", Kind::Int),
        sortable("name", "g.name", Kind::Text),
        column("parent_id", "g.parent_id", Kind::Int),
        sortable("domain_type_id", "g.domain_type_id", Kind::Int),
        sortable("logic_address", "g.logic_address", Kind::Text),
        sortable("created_at", "g.created_at", Kind::Time),
        sortable("updated_at", "g.updated_at", Kind::Time),
        related("ancestor_id", "g.id IN (SELECT c.descendant_id FROM group_closure c WHERE c.ancestor_id = {} AND c.depth > 0)"),
    ],
    default_sort: "name",
    search: &["g.name"],
    groups: "g.id IN ({})",
    // A group is not seen for having been created.
    own: "",
    filter: "",
};

/// A group as the list reads it.
#[derive(Debug, sqlx::FromRow)]
pub struct Row {
    pub(super) id: i64,
    pub(super) name: String,
    pub(super) description: Option<String>,
    pub(super) parent_id: Option<i64>,
    pub(super) domain_type_id: Option<i64>,
    pub(super) logic_address: Option<String>,
    pub(super) sip_count: Option<i32>,
    pub(super) app_count: Option<i32>,
    pub(super) created_at: OffsetDateTime,
    pub(super) updated_at: OffsetDateTime,
    pub(super) created_by: i64,
    pub(super) created_by_name: String,
    pub(super) children_count: i64,
    pub(super) descendants_count: i64,
    pub(super) path_ids: Vec<i64>,
    pub(super) path_names: Vec<String>,
}

/// `with_interval`: fills parent_lft and parent_rgt.
pub async fn page(connection: &mut PgConnection, proof: &Proof<action::View>, query: &ListQuery, with_interval: bool) -> Result<Page<Group>> {
    let rows: Page<Row> = GROUPS.page(connection, proof.project_id(), proof.scope(), query).await?;
    let mut page = rows.map(|row| row.into_group(proof.scope()));
    if with_interval {
        fill_intervals(connection, proof.project_id(), &mut page.items).await?;
    }
    Ok(page)
}

/// One group with its interval and its settings, when the proof covers it.
pub async fn get(connection: &mut PgConnection, proof: &Proof<action::View>, id: i64) -> Result<Group> {
    let path = tree::path(connection, id).await?;
    reach::check(proof, &path)?;
    let mut group = read_whole(connection, proof.caller(), &path, id).await?;
    fill_intervals(connection, proof.project_id(), std::slice::from_mut(&mut group)).await?;
    Ok(group)
}

/// A group with its settings, without its interval, as the caller sees it; `path` is its own.
pub async fn read_whole(connection: &mut PgConnection, caller: &Caller, path: &[i64], id: i64) -> Result<Group> {
    let mut group = read(connection, caller.project_id, &reach::view(caller), id).await?;
    let settings = group_settings::read(connection, caller.project_id, id).await?;
    let shown = |area| reach::sees_settings(caller, area, path);
    let logo = logo::path_of(connection, caller.project_id, Some(id)).await?;
    group.whitelabel_settings = Some(settings.whitelabel.into_api(logo));
    group.apple_wallet_settings = Some(settings.apple_wallet.into_api());
    group.guest_identifier_limits = Some(settings.guest_limits.into_api());
    if shown(Area::DeviceStatus) {
        let name = match settings.device_status.user_id {
            Some(user) => dependent::name_of(connection, caller.project_id, user).await?,
            None => None,
        };
        group.device_status_notify = Some(settings.device_status.into_api(name));
    }
    group.sip_number = shown(Area::Forward).then(|| settings.forward.into_api());
    group.sip_trunk = shown(Area::Trunk).then(|| settings.trunk.into_api());
    Ok(group)
}

/// A group without its interval, as `view` shows it. It asks for no proof that the group itself is visible: whoever
/// makes a root gets it back once, though they may not see it afterwards.
pub async fn read(connection: &mut PgConnection, project_id: i64, view: &Scope, id: i64) -> Result<Group> {
    let statement = format!("SELECT {SELECT} FROM groups g WHERE g.project_id = $1 AND g.id = $2"); // Nothing but constants.
    let row: Option<Row> = sqlx::query_as(AssertSqlSafe(statement)).bind(project_id).bind(id).fetch_optional(connection).await?;
    Ok(row.ok_or(Error::NotFound)?.into_group(view))
}

pub async fn name(connection: &mut PgConnection, project_id: i64, id: i64) -> Result<Option<String>> {
    let name = sqlx::query_scalar("SELECT name FROM groups WHERE project_id = $1 AND id = $2").bind(project_id).bind(id);
    Ok(name.fetch_optional(connection).await?)
}

async fn fill_intervals(connection: &mut PgConnection, project_id: i64, groups: &mut [Group]) -> Result<()> {
    let ids: Vec<i64> = groups.iter().map(|group| group.id).collect();
    let places = places(connection, project_id, &ids).await?;
    for group in groups {
        let interval = places.get(&group.id).map(|place| interval(*place));
        (group.parent_lft, group.parent_rgt) = interval.unzip();
    }
    Ok(())
}

impl Row {
    /// What lies above the caller's own groups is left out, the parent's id included.
    fn into_group(self, view: &Scope) -> Group {
        let hidden = reach::hidden(view, &self.path_ids);
        let above = self.path_ids.iter().zip(self.path_names).skip(hidden);
        let path: Vec<Ref> = above.map(|(id, name)| Ref { id: *id, name }).collect();
        Group {
            id: self.id,
            name: self.name,
            description: self.description,
            parent_id: self.parent_id.filter(|_| !path.is_empty()),
            domain_type_id: self.domain_type_id,
            logic_address: self.logic_address,
            sip_count: self.sip_count,
            app_count: self.app_count,
            parent_lft: None,
            parent_rgt: None,
            path,
            children_count: self.children_count,
            descendants_count: self.descendants_count,
            created_at: Some(clock::to_proto(self.created_at)),
            updated_at: Some(clock::to_proto(self.updated_at)),
            // Whoever registered with it was no user yet.
            created_by_user: (self.created_by != 0).then_some(Ref { id: self.created_by, name: self.created_by_name }),
            ..Group::default()
        }
    }
}
