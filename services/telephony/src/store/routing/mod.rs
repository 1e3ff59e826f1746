//! What the routing of a call is decided from. Every statement names the project, so that it may run in a transaction of
//! the project or of the platform.
mod forwarding;
mod group;
mod line;
mod number;
mod project;

use std::collections::HashMap;

use kit::Result;
use license_limits::features::{groups_with, users_without};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::route::{Incoming, Party};
use crate::domain::routing::{Endpoint, Forwarding, Lines, Moment, Project, Scene};

use super::features::TRUNKS;

pub use number::party;

/// Whether the project has calls at all.
pub async fn is_open(connection: &mut PgConnection, project_id: i64) -> Result<bool> {
    Ok(project::find(connection, project_id).await?.is_open)
}

pub async fn read_scene(connection: &mut PgConnection, now: OffsetDateTime, incoming: &Incoming) -> Result<Scene> {
    let project = project::find(connection, incoming.project_id).await?;
    let mut ends = number::endpoints(connection, incoming.project_id, &[&incoming.caller, &incoming.callee]).await?;
    let (caller, callee) = (ends.remove(&incoming.caller), ends.remove(&incoming.callee));
    // A number that calls itself was taken out once.
    let callee = if incoming.caller == incoming.callee { caller.clone() } else { callee };
    let mut scene = Scene {
        project: Project {
            id: incoming.project_id,
            is_open: project.is_open,
            has_trunks: project.has_trunks,
            talk_timeout: project.talk_timeout,
            now: Moment::new(kit::zone::timestamp(now), &project.time_zone),
        },
        address: String::new(),
        forwarding: Forwarding::Itself,
        phones: HashMap::new(),
        interceptors: Vec::new(),
        concierges: Vec::new(),
        lines: Lines::default(),
        caller: caller.map(|row| row.endpoint),
        callee: None,
    };
    if let Some(callee) = callee {
        scene.forwarding = forwarding::of(connection, incoming.project_id, &callee).await?;
        scene.callee = Some(callee.endpoint);
    }
    if scene.project.is_open {
        people(connection, incoming, &mut scene).await?;
        lines(connection, incoming, &mut scene).await?;
        scene.phones = phones(connection, incoming, &scene).await?;
    }
    Ok(scene)
}

/// Who takes a panel's calls for others, and where the caller is.
async fn people(connection: &mut PgConnection, incoming: &Incoming, scene: &mut Scene) -> Result<()> {
    let Some(caller) = &scene.caller else { return Ok(()) };
    scene.address = group::address(connection, caller.party.domain_id).await?;
    if !caller.is_device() {
        return Ok(());
    }
    if incoming.is_sos {
        scene.concierges = group::concierges(connection, incoming.project_id, caller.party.domain_id).await?;
    } else if let Some(callee) = &scene.callee {
        scene.interceptors = group::interceptors(connection, incoming.project_id, &groups(callee)).await?;
    }
    Ok(())
}

async fn lines(connection: &mut PgConnection, incoming: &Incoming, scene: &mut Scene) -> Result<()> {
    if !scene.project.has_trunks {
        return Ok(());
    }
    if let (Some(caller), true) = (&scene.caller, incoming.callee.starts_with('+')) {
        let groups = groups_with_trunks(connection, incoming.project_id, caller).await?;
        scene.lines.caller = line::nearest(connection, incoming.project_id, &groups).await?;
    }
    if let (Some(callee), Forwarding::Queues(queues)) = (&scene.callee, &scene.forwarding) {
        let outside = || queues.iter().flat_map(|queue| &queue.params.trunk_numbers);
        if outside().next().is_none() {
            return Ok(());
        }
        let groups = groups_with_trunks(connection, incoming.project_id, callee).await?;
        if groups.is_empty() {
            return Ok(());
        }
        let named: Vec<i64> = outside().filter_map(|number| number.trunk_id).collect();
        scene.lines.named = line::named(connection, incoming.project_id, &named).await?;
        if outside().any(|number| number.trunk_id.is_none()) {
            scene.lines.callee = line::nearest(connection, incoming.project_id, &groups).await?;
        }
    }
    Ok(())
}

/// Those of a number's groups that may call outside; none where its user may not. Calls inside ask for the project's feature alone.
async fn groups_with_trunks(connection: &mut PgConnection, project_id: i64, endpoint: &Endpoint) -> Result<Vec<i64>> {
    let user = Some(endpoint.party.user_id).filter(|id| *id != 0);
    if !users_without(connection, user.as_slice(), TRUNKS).await?.is_empty() {
        return Ok(Vec::new());
    }
    groups_with(connection, project_id, &groups(endpoint), TRUNKS).await
}

/// Active numbers among all that are named.
async fn phones(connection: &mut PgConnection, incoming: &Incoming, scene: &Scene) -> Result<HashMap<String, Party>> {
    let mut named: Vec<&String> = vec![&incoming.callee];
    named.extend(&scene.interceptors);
    named.extend(scene.concierges.iter().flatten());
    match &scene.forwarding {
        Forwarding::Itself => {}
        Forwarding::Queues(queues) => named.extend(queues.iter().flat_map(|queue| &queue.numbers)),
        Forwarding::People(numbers) => named.extend(numbers),
    }
    let found = number::endpoints(connection, incoming.project_id, &named).await?;
    Ok(found.into_iter().filter(|(_, row)| row.endpoint.is_active).map(|(number, row)| (number, row.endpoint.party)).collect())
}

fn groups(endpoint: &Endpoint) -> Vec<i64> {
    endpoint.paths.iter().filter_map(|path| path.last().copied()).collect()
}
