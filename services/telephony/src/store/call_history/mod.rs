//! The call history: one row for each call that is over.
mod insert;

use futures::TryStreamExt;
use kit::listing::{Column, Kind, column, related, related_text, sortable};
use kit::{ListQuery, Listing, Page, Result};
use policy::{Authorized, ResourceKind, action};
use spreadsheet::Rows;
use sqlx::PgConnection;
use time::OffsetDateTime;

pub use insert::{CallRecord, insert};

use super::visible::{NamedIds, VisibleIds};

/// Rows of one download.
const MAX_DOWNLOAD_ROWS: i64 = 100_000;

const STATUS: Kind = Kind::Choice(&[("answered", 1), ("noanswer", 2), ("busy", 3), ("cancel", 4), ("failed", 5)]);
const TYPE: Kind = Kind::Choice(&[("normal", 1), ("awaiting", 2)]);

const SELECT: &str = "h.id, h.created_at, h.status, h.type, h.duration, h.is_sos,
    h.from_number, h.from_name, h.from_user_id, h.from_user_name, h.from_device_id, h.from_device_name, h.from_domain_id, h.from_domain_name,
    h.to_number, h.to_name, h.to_user_id, h.to_user_name, h.to_device_id, h.to_device_name, h.to_domain_id, h.to_domain_name,
    h.answered_number, h.answered_name, h.answered_user_id, h.answered_user_name";
const COLUMNS: &[Column] = &[
    column("id", "h.id", Kind::Int),
    sortable("created_at", "h.created_at", Kind::Time),
    column("status", "array_position(ARRAY['answered', 'noanswer', 'busy', 'cancel', 'failed'], h.status)::smallint", STATUS),
    column("type", "array_position(ARRAY['normal', 'awaiting'], h.type)::smallint", TYPE),
    column("duration", "h.duration", Kind::Int),
    column("from_number", "h.from_number", Kind::Text),
    column("to_number", "h.to_number", Kind::Text),
    related_text("number", "(h.from_number = {} OR h.to_number = {})"),
    column("from_user_id", "h.from_user_id", Kind::Int),
    column("to_user_id", "h.to_user_id", Kind::Int),
    related("device_id", "(h.from_device_id <> 0 AND h.from_device_id = {} OR h.to_device_id <> 0 AND h.to_device_id = {})"),
    // For a group with few calls this reads the index of times until there are enough: 0.1 s for 50,000 rows.
    related(
        "within_domain_id",
        "(h.from_domain_id IN (SELECT c.descendant_id FROM group_closure c WHERE c.ancestor_id = {})
         OR h.to_domain_id IN (SELECT c.descendant_id FROM group_closure c WHERE c.ancestor_id = {}))",
    ),
    column("is_sos", "h.is_sos", Kind::Bool),
];
const SEARCH: &[&str] =
    &["h.from_number", "h.to_number", "h.from_name", "h.to_name", "h.from_user_name", "h.to_user_name", "h.from_device_name", "h.to_device_name"];

pub static CALLS: Listing = Listing {
    resource: "call-history",
    select: SELECT,
    from: "call_history h",
    project: "h.project_id",
    key: "h.id",
    columns: COLUMNS,
    default_sort: "-created_at",
    search: SEARCH,
    groups: "h.from_domain_id IN ({}) OR h.to_domain_id IN ({})",
    // "<> 0" is what the indexes are restricted to.
    own: "h.from_user_id <> 0 AND h.from_user_id = {} OR h.to_user_id <> 0 AND h.to_user_id = {} OR h.answered_user_id <> 0 AND h.answered_user_id = {}",
    filter: "",
    whole: "",
};

/// SOS calls, seen as far as the devices are that made them.
pub static ALARMS: Listing = Listing {
    resource: "call-history/alarms",
    select: SELECT,
    from: "call_history h",
    project: "h.project_id",
    key: "h.id",
    columns: COLUMNS,
    default_sort: "-created_at",
    search: SEARCH,
    groups: "h.from_domain_id IN ({})",
    own: "",
    filter: "h.is_sos",
    whole: "",
};

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct CallHistoryRow {
    pub id: i64,
    pub created_at: OffsetDateTime,
    pub status: String,
    pub r#type: String,
    pub duration: i32,
    pub is_sos: bool,
    pub from_number: String,
    pub from_name: String,
    pub from_user_id: i64,
    pub from_user_name: String,
    pub from_device_id: i64,
    pub from_device_name: String,
    pub from_domain_id: i64,
    pub from_domain_name: String,
    pub to_number: String,
    pub to_name: String,
    pub to_user_id: i64,
    pub to_user_name: String,
    pub to_device_id: i64,
    pub to_device_name: String,
    pub to_domain_id: i64,
    pub to_domain_name: String,
    pub answered_number: String,
    pub answered_name: String,
    pub answered_user_id: i64,
    pub answered_user_name: String,
}

impl CallHistoryRow {
    /// What both sides and who answered are, or were.
    pub fn name_ids(&self, named: &mut NamedIds) {
        let present = |ids: &[i64]| ids.iter().copied().filter(|id| *id != 0).collect::<Vec<_>>();
        named.groups.extend(present(&[self.from_domain_id, self.to_domain_id]));
        named.users.extend(present(&[self.from_user_id, self.to_user_id, self.answered_user_id]));
        named.devices.extend(present(&[self.from_device_id, self.to_device_id]));
    }

    /// Whoever called, was called or answered knows with whom they spoke. Others are told the names of those whom they see, and of
    /// whoever was in a group that they see, also when there is nobody of that name any more. Names of groups are of those that they see.
    pub fn retain_visible_names(&mut self, user_id: i64, seen: &VisibleIds) {
        let is_party = user_id != 0 && [self.from_user_id, self.to_user_id, self.answered_user_id].contains(&user_id);
        let sides = [
            (
                self.from_user_id,
                &mut self.from_user_name,
                self.from_device_id,
                &mut self.from_device_name,
                self.from_domain_id,
                &mut self.from_domain_name,
            ),
            (self.to_user_id, &mut self.to_user_name, self.to_device_id, &mut self.to_device_name, self.to_domain_id, &mut self.to_domain_name),
        ];
        for (user, user_name, device, device_name, group, group_name) in sides {
            let is_of_seen_group = seen.groups.contains(&group);
            if !is_of_seen_group {
                group_name.clear();
            }
            if !(is_party || is_of_seen_group || seen.users.contains(&user)) {
                user_name.clear();
            }
            if !(is_party || is_of_seen_group || seen.devices.contains(&device)) {
                device_name.clear();
            }
        }
        if !(is_party || seen.users.contains(&self.answered_user_id)) {
            self.answered_user_name.clear();
        }
    }
}

pub async fn list<R: ResourceKind>(
    connection: &mut PgConnection,
    listing: &Listing,
    right: &Authorized<R, action::View>,
    query: &ListQuery,
) -> Result<Page<CallHistoryRow>> {
    listing.page(connection, right.project_id(), right.scope(), query).await
}

/// Refuses a download with a wrong query before it begins.
pub fn validate_query<R: ResourceKind>(right: &Authorized<R, action::View>, query: &ListQuery) -> Result<()> {
    CALLS.everything(right.project_id(), right.scope(), query, MAX_DOWNLOAD_ROWS).map(|_| ())
}

/// Writes every call of the query into `rows`, with the names of what the caller sees, until their receiver is gone.
pub async fn write_all<R: ResourceKind>(
    connection: &mut PgConnection,
    right: &Authorized<R, action::View>,
    query: &ListQuery,
    seen: &VisibleIds,
    rows: &Rows,
    cells: fn(CallHistoryRow) -> Vec<String>,
) -> Result<()> {
    let user_id = right.caller().user_id;
    let mut sql = CALLS.everything(right.project_id(), right.scope(), query, MAX_DOWNLOAD_ROWS)?;
    let calls = sql.build_query_as().fetch(connection).map_ok(|mut call: CallHistoryRow| {
        call.retain_visible_names(user_id, seen);
        call
    });
    exports::write_all(calls, rows, cells).await
}
