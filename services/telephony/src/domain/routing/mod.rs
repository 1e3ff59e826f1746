//! Who rings: from what was read about a call to a decision. Pure.
mod due;
mod endpoint;
mod plan;
mod queue;
mod reach;
mod scene;
#[cfg(test)]
mod tests;

use std::time::Duration;

pub use due::Moment;
pub use endpoint::Endpoint;
pub use scene::{Forwarding, Lines, MAX_RUNG, Project, Scene};

use self::plan::{RING_TIMEOUT, Ring};
use super::route::{Decision, Incoming, Kind, Outside, Party, Refusal, Route, Target};

/// Before a call that concierges intercept comes to whom it was meant for.
const INTERCEPTION_TIMEOUT: Duration = Duration::from_secs(30);
/// Before the concierges of the next group up are called too.
const SOS_ESCALATION_INTERVAL: Duration = Duration::from_secs(20);

pub fn decide(scene: &Scene, incoming: &Incoming) -> Decision {
    match route(scene, incoming) {
        Ok(route) => Decision::Ring(Box::new(route)),
        Err(refusal) => Decision::Refuse(refusal),
    }
}

/// Who is rung in the end, in place of whom.
struct Plan {
    kind: Kind,
    to: Party,
    rings: Vec<Ring>,
}

fn route(scene: &Scene, incoming: &Incoming) -> Result<Route, Refusal> {
    let caller = scene.caller.as_ref().ok_or(Refusal::NotFound)?;
    if !scene.project.is_open || !caller.is_active {
        return Err(Refusal::Disabled);
    }
    let is_sos = incoming.is_sos && caller.is_device();
    let plan = match incoming.callee.strip_prefix('+') {
        _ if is_sos => for_help(scene, incoming),
        Some(digits) => outside(scene, caller, digits)?,
        None => inside(scene, caller)?,
    };
    let stages = plan::stages(plan.rings);
    if stages.is_empty() {
        return Err(Refusal::Nobody);
    }
    Ok(Route {
        project_id: scene.project.id,
        kind: plan.kind,
        is_sos,
        from: caller.party.clone(),
        to: plan.to,
        address: scene.address.clone(),
        stages,
        talk_timeout: scene.project.talk_timeout,
    })
}

/// Concierges, the nearest first and the others with them when they do not answer; at last who was dialled. Nothing
/// stands in the way of it: no reach, no forwarding.
fn for_help(scene: &Scene, incoming: &Incoming) -> Plan {
    let nearest = scene.concierges.iter().map(|numbers| Ring {
        targets: scene.targets(numbers),
        rings_for: RING_TIMEOUT,
        next_after: SOS_ESCALATION_INTERVAL,
        next_on_error: Some(Duration::ZERO),
    });
    let dialled = Ring::then(scene.targets(std::slice::from_ref(&incoming.callee)), RING_TIMEOUT);
    let to = scene.callee.as_ref().map(|callee| callee.party.clone());
    Plan {
        kind: Kind::Awaiting,
        to: to.unwrap_or_else(|| Party { number: incoming.callee.clone(), ..Party::default() }),
        rings: nearest.chain([dialled]).collect(),
    }
}

/// International numbers have at most fifteen digits.
fn outside(scene: &Scene, caller: &Endpoint, digits: &str) -> Result<Plan, Refusal> {
    if !(4..=15).contains(&digits.len()) || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Refusal::NotFound);
    }
    reach::check_outside(scene.project.id, caller)?;
    let line = scene.lines.caller.as_ref().filter(|_| scene.project.has_trunks).ok_or(Refusal::NoTrunk)?;
    let number = format!("+{digits}");
    let target = Target::Outside(Outside { number: number.clone(), ..line.clone() });
    Ok(Plan { kind: Kind::Normal, to: Party { number, ..Party::default() }, rings: vec![Ring::then(vec![target], RING_TIMEOUT)] })
}

fn inside(scene: &Scene, caller: &Endpoint) -> Result<Plan, Refusal> {
    let callee = scene.callee.as_ref().ok_or(Refusal::NotFound)?;
    if caller.is_same(callee) {
        return Err(Refusal::OwnNumber);
    }
    reach::check(scene.project.id, caller, callee)?;
    if !callee.is_active {
        return Err(Refusal::Disabled);
    }
    let interceptors = if caller.is_device() { scene.targets(&scene.interceptors) } else { Vec::new() };
    let waits = caller.is_device() && (callee.is_general || callee.is_concierge() || !interceptors.is_empty());
    let mut rings = vec![Ring::then(interceptors, INTERCEPTION_TIMEOUT)];
    rings.extend(forwarded(scene, callee));
    Ok(Plan { kind: if waits { Kind::Awaiting } else { Kind::Normal }, to: callee.party.clone(), rings })
}

/// What the number rings rings itself: it is not forwarded again.
fn forwarded(scene: &Scene, callee: &Endpoint) -> Vec<Ring> {
    let itself = || vec![Ring::then(scene.targets(std::slice::from_ref(&callee.party.number)), RING_TIMEOUT)];
    match &scene.forwarding {
        Forwarding::Itself => itself(),
        Forwarding::Queues(queues) => Some(queue::rings(queues, scene)).filter(|rings| !rings.is_empty()).unwrap_or_else(itself),
        Forwarding::People(numbers) => vec![Ring::then(scene.targets(numbers), RING_TIMEOUT)],
    }
}

impl Scene {
    /// Those of the numbers that may ring. The caller does not ring itself.
    fn targets(&self, numbers: &[String]) -> Vec<Target> {
        let caller = self.caller.as_ref().map(|caller| caller.party.number.as_str());
        let rings = |number: &&String| Some(number.as_str()) != caller;
        numbers.iter().filter(rings).filter_map(|number| self.phones.get(number)).take(MAX_RUNG).cloned().map(Target::Number).collect()
    }
}
