//! `vestibule audit verify`: reads the audit log again and checks that every event is as it was recorded.
use std::time::Duration;

use futures::TryStreamExt;
use kit::{Context, Error, Result};
use sqlx::PgConnection;

use crate::domain::audit_event::ROOT;
use crate::store::audit_event as store;

/// A chain is read by one statement, however long it is.
const VERIFY_TIMEOUT: Duration = Duration::from_secs(86_400);

/// Every project with the number of its events that were checked. Fails at the first broken chain, naming the event.
pub async fn verify_audit(context: &Context) -> Result<Vec<(i64, u64)>> {
    let mut tx = context.database.system().await?;
    tx.set_statement_timeout(VERIFY_TIMEOUT).await?;
    let mut checked = Vec::new();
    for project in store::projects(&mut tx).await? {
        checked.push((project, verify(&mut tx, project).await?));
    }
    tx.rollback().await?;
    Ok(checked)
}

/// The same for one project.
pub async fn verify_project_audit(context: &Context, project_id: i64) -> Result<u64> {
    let mut tx = context.database.system().await?;
    tx.set_statement_timeout(VERIFY_TIMEOUT).await?;
    let checked = verify(&mut tx, project_id).await?;
    tx.rollback().await?;
    Ok(checked)
}

async fn verify(connection: &mut PgConnection, project_id: i64) -> Result<u64> {
    // Events that arrive meanwhile lie beyond this end.
    let head = store::head(connection, project_id).await?;
    let (mut sequence, mut hash) = (0, ROOT.to_vec());
    let mut links = std::pin::pin!(store::links(connection, project_id));
    while sequence < head.sequence {
        let link = links.try_next().await?.ok_or_else(|| broken(project_id, sequence + 1))?;
        sequence += 1;
        if link.sequence != sequence || link.hash != link.event.hash(&hash, sequence) {
            return Err(broken(project_id, sequence));
        }
        hash = link.hash;
    }
    if hash != head.hash || (head.sequence == 0 && links.try_next().await?.is_some()) {
        return Err(broken(project_id, head.sequence));
    }
    Ok(sequence as u64)
}

fn broken(project_id: i64, sequence: i64) -> Error {
    Error::Conflict {
        code: "audit_chain_broken",
        message: format!("the audit log of project {project_id} was changed at event {sequence}"),
        data: serde_json::json!({ "project_id": project_id, "sequence": sequence }),
    }
}
