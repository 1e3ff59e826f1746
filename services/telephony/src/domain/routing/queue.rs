//! Queues, carried out.
use std::time::Duration;

use forwarding::{IfNoAnswer, Queue, TrunkNumber};

use super::due::is_due;
use super::plan::Ring;
use super::scene::Scene;
use crate::domain::route::{Outside, Target};

/// The rings of the queues that are due, in their order; none when no queue is due.
pub fn rings(queues: &[Queue], scene: &Scene) -> Vec<Ring> {
    queues.iter().filter(|queue| is_due(queue, scene.project.now)).map(|queue| ring(queue, scene)).collect()
}

fn ring(queue: &Queue, scene: &Scene) -> Ring {
    let rings_for = seconds(queue.params.timeout);
    let next_after = match queue.redirect_if_no_answer {
        IfNoAnswer { is_immediately: true, .. } => Duration::ZERO,
        IfNoAnswer { timeout: 0, .. } => rings_for,
        IfNoAnswer { timeout, .. } => seconds(timeout),
    };
    let outside = queue.params.trunk_numbers.iter().filter_map(|number| outside(number, scene)).map(Target::Outside);
    Ring {
        targets: scene.targets(&queue.numbers).into_iter().chain(outside).collect(),
        rings_for,
        next_after,
        next_on_error: queue.redirect_if_error.enabled.then(|| seconds(queue.redirect_if_error.timeout)),
    }
}

/// By the trunk that the queue names, else by that of the group of the number that was dialled.
fn outside(number: &TrunkNumber, scene: &Scene) -> Option<Outside> {
    let line = match number.trunk_id {
        Some(id) => scene.lines.named.get(&id),
        None => scene.lines.callee.as_ref(),
    }?;
    scene.project.has_trunks.then(|| Outside { number: number.number.clone(), ..line.clone() })
}

fn seconds(seconds: i32) -> Duration {
    Duration::from_secs(u64::from(seconds.max(0).unsigned_abs()))
}
