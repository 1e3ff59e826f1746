//! The structure of a group as a table that can be imported again.
use std::collections::HashSet;

use kit::{Error, Fields, Result, tree};
use policy::action;
use spreadsheet::{Format, Pieces, Rows};

use crate::app::App;
use crate::domain::reach::{self, GroupRight};
use crate::domain::structure::export::{self, PlacedGroup};
use crate::domain::structure::line::HEADINGS;
use crate::peers::residents::Residents;
use crate::store::structure;

/// Groups whose users are asked for together.
const CHUNK_SIZE: usize = 100;
/// As many as an import takes.
const MAX_GROUPS: usize = 100_000;
/// Minutes; the zones of the earth reach this far from UTC.
const MAX_OFFSET: i32 = 840;

pub struct StructureExport {
    /// The group whose structure is exported.
    pub id: i64,
    /// Only groups of this type, and the groups above them.
    pub group_type: Option<i64>,
    /// Minutes.
    pub tz_offset: i32,
}

/// The table is filled while the browser reads it.
pub async fn export(app: &App, right: &GroupRight<action::View>, request: StructureExport) -> Result<Pieces> {
    let mut fields = Fields::new();
    fields.range("tz_offset", request.tz_offset, -MAX_OFFSET, MAX_OFFSET);
    fields.finish()?;
    let root = request.id;
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    reach::check(right, &tree::path(&mut tx, root).await?)?;
    let groups = structure::list_below(&mut tx, right.project_id(), root, MAX_GROUPS).await?;
    let only: Option<HashSet<i64>> = match request.group_type {
        Some(kind) => Some(structure::list_ids_of_type(&mut tx, right.project_id(), root, kind).await?),
        None => None,
    };
    tx.commit().await?;
    if groups.len() > MAX_GROUPS {
        return Err(Error::field("id", "too many groups"));
    }
    let placed = export::arrange(groups, root, only.as_ref());
    let (context, caller) = (app.context.clone(), right.caller().clone());
    Ok(app.exports.stream(Format::Xlsx, "structure", &HEADINGS, move |rows| {
        Box::pin(async move {
            let residents = Residents { context: &context, caller: &caller };
            write(rows, &residents, root, only.is_none(), &placed).await
        })
    }))
}

/// `with_root`: also the users of the exported group itself.
async fn write(table: &Rows, residents: &Residents<'_>, root: i64, with_root: bool, placed: &[PlacedGroup]) -> Result<()> {
    if with_root {
        let users = residents.find(&[root]).await?.remove(&root).unwrap_or_default();
        push(table, export::rows(None, &users)).await;
    }
    for chunk in placed.chunks(CHUNK_SIZE) {
        let ids: Vec<i64> = chunk.iter().map(|placed| placed.group.id).collect();
        let mut users = residents.find(&ids).await?;
        for placed in chunk {
            push(table, export::rows(Some(placed), &users.remove(&placed.group.id).unwrap_or_default())).await;
        }
    }
    Ok(())
}

/// Stops when the receiver has gone.
async fn push(table: &Rows, rows: Vec<Vec<String>>) {
    for row in rows {
        if !table.push(row).await {
            return;
        }
    }
}
