//! The structure of a group as a table that can be imported again.
use std::collections::HashSet;

use kit::{Context, Error, Fields, Result, tree};
use policy::action;
use proto::vestibule::domains::v1::ExportStructureRequest;
use sheet::{Format, Pieces, Rows};

use super::residents::Residents;
use crate::domain::reach::{self, Proof};
use crate::domain::structure::line::HEADINGS;
use crate::domain::structure::rows::{self, Placed};
use crate::store::structure;

/// Groups whose people are asked for together.
const CHUNK: usize = 100;
/// As many as an import takes.
const MAX_GROUPS: usize = 100_000;
const MAX_OFFSET: i32 = 840;

/// The table is made while it is read.
pub async fn run(context: &Context, proof: &Proof<action::View>, request: ExportStructureRequest) -> Result<Pieces> {
    let mut fields = Fields::new();
    fields.range("tz_offset", request.tz_offset, -MAX_OFFSET, MAX_OFFSET);
    fields.finish()?;
    let root = request.id;
    let mut tx = context.database.tenant(proof.project_id()).await?;
    reach::check(proof, &tree::path(&mut tx, root).await?)?;
    let groups = structure::below(&mut tx, proof.project_id(), root, MAX_GROUPS).await?;
    let only: Option<HashSet<i64>> = match request.domain_type {
        Some(kind) => Some(structure::of_type(&mut tx, proof.project_id(), root, kind).await?),
        None => None,
    };
    tx.commit().await?;
    if groups.len() > MAX_GROUPS {
        return Err(Error::field("id", "too many groups"));
    }
    let placed = rows::arrange(groups, root, only.as_ref());
    let (sink, pieces) = sheet::write(Format::Xlsx, "structure", &HEADINGS);
    let (context, caller) = (context.clone(), proof.caller().clone());
    kit::telemetry::spawn(context.service, "fill a table", async move {
        let residents = Residents { context: &context, caller: &caller };
        let written = write(&sink, &residents, root, only.is_none(), &placed).await;
        sink.finish(written).await;
    });
    Ok(pieces)
}

/// `with_root`: also those who are in the exported group itself.
async fn write(sink: &Rows, residents: &Residents<'_>, root: i64, with_root: bool, placed: &[Placed]) -> Result<()> {
    if with_root {
        let people = residents.of(&[root]).await?.remove(&root).unwrap_or_default();
        push(sink, rows::rows(None, &people)).await;
    }
    for chunk in placed.chunks(CHUNK) {
        let ids: Vec<i64> = chunk.iter().map(|placed| placed.group.id).collect();
        let mut people = residents.of(&ids).await?;
        for placed in chunk {
            push(sink, rows::rows(Some(placed), &people.remove(&placed.group.id).unwrap_or_default())).await;
        }
    }
    Ok(())
}

/// Nobody is left to tell when the receiver has gone; the file then ends by itself.
async fn push(sink: &Rows, rows: Vec<Vec<String>>) {
    for row in rows {
        if !sink.push(row).await {
            return;
        }
    }
}
