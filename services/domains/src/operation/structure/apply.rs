//! Creates what was planned: users, identifiers, and last the groups. All of it, or nothing.
use anyhow::anyhow;
use kit::audit::{self, Change};
use kit::{Context, Error, Result};
use policy::{Action, Resource, action};
use serde_json::{Value, json};
use time::OffsetDateTime;
use uuid::Uuid;

use super::plan::Plan;
use super::progress::ImportProgress;
use crate::domain::reach::GroupRight;
use crate::domain::structure::line::Counts;
use crate::operation::generation::audit_view;
use crate::peers::structure_import::{CHUNK_SIZE, StructureImportPeers};
use crate::store::structure_import::{self, ImportLease};
use crate::store::{group, structure, tree_lock};

pub async fn run(
    context: &Context,
    right: &GroupRight<action::Create>,
    peers: &StructureImportPeers,
    import_id: Uuid,
    mut plan: Plan,
    progress: &ImportProgress,
    until: OffsetDateTime,
) -> Result<()> {
    let mut tx = context.database.tenant(right.project_id()).await?;
    let lease = structure_import::insert(&mut tx, right, import_id, context.clock.now()).await?;
    tx.commit().await?;
    let steps = ImportSteps { context, right, peers, lease, progress, until };
    if let Err(error) = steps.create(&mut plan).await {
        // The recovery job undoes it later.
        if let Err(error) = steps.undo().await {
            tracing::warn!(%import_id, error = format!("{error:#}"), "an import cannot be undone now: the recovery job will");
        }
        return Err(error);
    }
    if let Err(error) = steps.finish().await {
        tracing::warn!(%import_id, error = format!("{error:#}"), "an import cannot be finished now: the recovery job will");
    }
    Ok(())
}

struct ImportSteps<'a> {
    context: &'a Context,
    right: &'a GroupRight<action::Create>,
    peers: &'a StructureImportPeers,
    lease: ImportLease,
    progress: &'a ImportProgress,
    /// No step is begun after this. A step is never cut off: its effect would not be known.
    until: OffsetDateTime,
}

impl ImportSteps<'_> {
    async fn create(&self, plan: &mut Plan) -> Result<()> {
        self.users(plan).await?;
        self.identifiers(plan).await?;
        self.progress.push("groups", 0, plan.new.1.len()).await;
        self.groups(plan).await?;
        self.progress.push("groups", plan.new.1.len(), plan.new.1.len()).await;
        Ok(())
    }

    async fn users(&self, plan: &mut Plan) -> Result<()> {
        let users = plan.users_to_import();
        let mut imported = Vec::with_capacity(users.len());
        for chunk in users.chunks(CHUNK_SIZE) {
            self.renew_lease().await?;
            let (results, errors) = self.peers.users(self.right.caller(), false, chunk, plan.role_id).await?;
            if !errors.is_empty() {
                return Err(Error::Rows(errors));
            }
            imported.extend(results);
            self.progress.push("users", imported.len(), users.len()).await;
        }
        plan.users = imported;
        Ok(())
    }

    async fn identifiers(&self, plan: &Plan) -> Result<()> {
        let identifiers = plan.identifiers_to_import();
        for (done, chunk) in identifiers.chunks(CHUNK_SIZE).enumerate() {
            self.renew_lease().await?;
            let (_, errors) = self.peers.identifiers(self.right.caller(), false, chunk).await?;
            if !errors.is_empty() {
                return Err(Error::Rows(errors));
            }
            self.progress.push("identifiers", done * CHUNK_SIZE + chunk.len(), identifiers.len()).await;
        }
        Ok(())
    }

    /// The groups, and in the same transaction the note that there is nothing to undo any more.
    async fn groups(&self, plan: &Plan) -> Result<()> {
        self.check_time()?;
        let (context, project_id, now) = (self.context, self.right.project_id(), self.context.clock.now());
        let (nodes, groups) = &plan.new;
        let ids: Vec<i64> = nodes.iter().map(|node| plan.ids[*node]).collect();
        let mut tx = context.database.tenant(project_id).await?;
        tree_lock::shared(&mut tx, project_id).await?;
        group::insert_all(&mut tx, self.right, groups, &ids, now).await?;
        let changes =
            ids.iter().zip(groups).map(|(id, group)| Change::new(Action::Create, Resource::Group, *id, &group.name, Value::Null, audit_view(group)));
        audit::record_all(&mut tx, &context.clock, self.right.caller(), changes).await?;
        let counts: Vec<(i64, Counts)> = plan.tree.new_counts().into_iter().map(|(node, counts)| (plan.ids[node], counts)).collect();
        structure::set_counts(&mut tx, self.right, &counts, now).await?;
        let changed = counts.iter().map(|(id, counts)| {
            let after = json!({ "sip_count": counts.sip, "app_count": counts.app });
            Change::new(Action::Edit, Resource::Group, *id, "", json!({ "sip_count": null, "app_count": null }), after)
        });
        audit::record_all(&mut tx, &context.clock, self.right.caller(), changed).await?;
        structure_import::renew_lease(&mut tx, &self.lease, true, now).await?;
        Ok(tx.commit().await?)
    }

    /// Keeps the recovery job from taking the import for abandoned.
    async fn renew_lease(&self) -> Result<()> {
        self.check_time()?;
        let mut tx = self.context.database.tenant(self.right.project_id()).await?;
        structure_import::renew_lease(&mut tx, &self.lease, false, self.context.clock.now()).await?;
        Ok(tx.commit().await?)
    }

    fn check_time(&self) -> Result<()> {
        match self.context.clock.now() < self.until {
            true => Ok(()),
            false => Err(Error::Unavailable(anyhow!("an import takes an hour at most"))),
        }
    }

    async fn undo(&self) -> Result<()> {
        self.peers.undo(self.right.project_id()).await?;
        self.delete_lease().await
    }

    async fn finish(&self) -> Result<()> {
        self.peers.finish(self.right.project_id()).await?;
        self.delete_lease().await
    }

    async fn delete_lease(&self) -> Result<()> {
        let mut tx = self.context.database.tenant(self.right.project_id()).await?;
        structure_import::delete(&mut tx, &self.lease).await?;
        Ok(tx.commit().await?)
    }
}
