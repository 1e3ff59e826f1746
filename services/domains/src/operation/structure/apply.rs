//! Makes what was planned: users, identifiers, and last the groups. All of it, or nothing.
use anyhow::anyhow;
use kit::audit::{self, Change};
use kit::{Context, Error, Result};
use policy::{Action, Resource, action};
use serde_json::{Value, json};
use time::OffsetDateTime;
use uuid::Uuid;

use super::others::{CHUNK, Others};
use super::plan::Plan;
use super::progress::Progress;
use crate::domain::reach::Proof;
use crate::domain::structure::line::Counts;
use crate::operation::generate::audited;
use crate::store::{new_group, structure, structure_import as running, tree_lock};

pub async fn run(
    context: &Context,
    proof: &Proof<action::Create>,
    others: &Others,
    import_id: Uuid,
    mut plan: Plan,
    progress: &Progress,
    until: OffsetDateTime,
) -> Result<()> {
    let project_id = proof.project_id();
    let mut tx = context.database.tenant(project_id).await?;
    running::begin(&mut tx, project_id, proof.caller().user_id, import_id, context.clock.now()).await?;
    tx.commit().await?;
    let step = Step { context, proof, others, import_id, progress, until };
    if let Err(error) = step.make(&mut plan).await {
        // What cannot be undone now is undone later, by whoever finds it.
        if let Err(error) = step.undo().await {
            tracing::warn!(%import_id, error = format!("{error:#}"), "an import is undone later");
        }
        return Err(error);
    }
    if let Err(error) = step.finish().await {
        tracing::warn!(%import_id, error = format!("{error:#}"), "an import is finished later");
    }
    Ok(())
}

struct Step<'a> {
    context: &'a Context,
    proof: &'a Proof<action::Create>,
    others: &'a Others,
    import_id: Uuid,
    progress: &'a Progress,
    /// No part is begun after this. A part is never cut off: what it did would not be known.
    until: OffsetDateTime,
}

impl Step<'_> {
    async fn make(&self, plan: &mut Plan) -> Result<()> {
        self.users(plan).await?;
        self.identifiers(plan).await?;
        self.progress.tell("groups", 0, plan.new.1.len()).await;
        self.groups(plan).await?;
        self.progress.tell("groups", plan.new.1.len(), plan.new.1.len()).await;
        Ok(())
    }

    async fn users(&self, plan: &mut Plan) -> Result<()> {
        let wanted = plan.users_wanted();
        let mut made = Vec::with_capacity(wanted.len());
        for chunk in wanted.chunks(CHUNK) {
            self.go_on().await?;
            let (users, errors) = self.others.users(self.proof.caller(), false, chunk, plan.role_id).await?;
            if !errors.is_empty() {
                return Err(Error::Rows(errors));
            }
            made.extend(users);
            self.progress.tell("users", made.len(), wanted.len()).await;
        }
        plan.users = made;
        Ok(())
    }

    async fn identifiers(&self, plan: &Plan) -> Result<()> {
        let wanted = plan.identifiers_wanted();
        for (done, chunk) in wanted.chunks(CHUNK).enumerate() {
            self.go_on().await?;
            let (_, errors) = self.others.identifiers(self.proof.caller(), false, chunk).await?;
            if !errors.is_empty() {
                return Err(Error::Rows(errors));
            }
            self.progress.tell("identifiers", done * CHUNK + chunk.len(), wanted.len()).await;
        }
        Ok(())
    }

    /// The groups, and with them the note that there is nothing to undo any more.
    async fn groups(&self, plan: &Plan) -> Result<()> {
        self.check_time()?;
        let (context, project_id, now) = (self.context, self.proof.project_id(), self.context.clock.now());
        let (nodes, groups) = &plan.new;
        let ids: Vec<i64> = nodes.iter().map(|node| plan.ids[*node]).collect();
        let mut tx = context.database.tenant(project_id).await?;
        tree_lock::shared(&mut tx, project_id).await?;
        new_group::insert_all(&mut tx, self.proof, groups, &ids, now).await?;
        let made =
            ids.iter().zip(groups).map(|(id, group)| Change::new(Action::Create, Resource::Group, *id, &group.name, Value::Null, audited(group)));
        audit::record_all(&mut tx, &context.clock, self.proof.caller(), made).await?;
        let counts: Vec<(i64, Counts)> = plan.tree.new_counts().into_iter().map(|(node, counts)| (plan.ids[node], counts)).collect();
        structure::set_counts(&mut tx, project_id, &counts, now).await?;
        let changed = counts.iter().map(|(id, counts)| {
            let after = json!({ "sip_count": counts.sip, "app_count": counts.app });
            Change::new(Action::Edit, Resource::Group, *id, "", json!({ "sip_count": null, "app_count": null }), after)
        });
        audit::record_all(&mut tx, &context.clock, self.proof.caller(), changed).await?;
        running::renew(&mut tx, project_id, self.import_id, true, now).await?;
        Ok(tx.commit().await?)
    }

    /// Keeps others from taking the import for left.
    async fn go_on(&self) -> Result<()> {
        self.check_time()?;
        let mut tx = self.context.database.tenant(self.proof.project_id()).await?;
        running::renew(&mut tx, self.proof.project_id(), self.import_id, false, self.context.clock.now()).await?;
        Ok(tx.commit().await?)
    }

    fn check_time(&self) -> Result<()> {
        match self.context.clock.now() < self.until {
            true => Ok(()),
            false => Err(Error::Unavailable(anyhow!("an import takes an hour at most"))),
        }
    }

    async fn undo(&self) -> Result<()> {
        self.others.undo(self.proof.project_id()).await?;
        self.end().await
    }

    async fn finish(&self) -> Result<()> {
        self.others.finish(self.proof.project_id()).await?;
        self.end().await
    }

    async fn end(&self) -> Result<()> {
        let mut tx = self.context.database.tenant(self.proof.project_id()).await?;
        running::end(&mut tx, self.proof.project_id(), self.import_id).await?;
        Ok(tx.commit().await?)
    }
}
