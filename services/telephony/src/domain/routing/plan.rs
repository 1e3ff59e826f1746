//! Who rings when: from rings, one after the other, to a route's stages.
use std::time::Duration;

use crate::domain::route::{Stage, Target};

/// For how long a number rings that nobody set a time for.
pub const RING_TIMEOUT: Duration = Duration::from_secs(60);

/// Targets that ring together, and what comes after them.
#[derive(Clone, Debug, PartialEq)]
pub struct Ring {
    pub targets: Vec<Target>,
    pub rings_for: Duration,
    /// The next ring begins so much after this one.
    pub next_after: Duration,
    /// When everybody is busy, refuses or cannot be reached, the next begins after this; None: the call ends.
    pub next_on_error: Option<Duration>,
}

impl Ring {
    /// The next follows when this one stops, or as soon as nobody is left to wait for.
    pub fn then(targets: Vec<Target>, rings_for: Duration) -> Ring {
        Ring { targets, rings_for, next_after: rings_for, next_on_error: Some(Duration::ZERO) }
    }
}

/// Each target rings once, where it comes first. A ring that has nobody is as if it were not there.
pub fn stages(rings: Vec<Ring>) -> Vec<Stage> {
    let mut stages: Vec<Stage> = Vec::with_capacity(rings.len());
    let (mut starts_after, mut on_error) = (Duration::ZERO, None);
    for ring in rings {
        let mut targets: Vec<Target> = Vec::with_capacity(ring.targets.len());
        for target in ring.targets {
            let known = stages.iter().flat_map(|stage| &stage.targets).chain(&targets);
            if !known.map(number).any(|number_of_known| number_of_known == number(&target)) {
                targets.push(target);
            }
        }
        if !targets.is_empty() {
            stages.push(Stage { targets, starts_after, rings_for: ring.rings_for, on_error });
            (starts_after, on_error) = (starts_after + ring.next_after, ring.next_on_error);
        }
    }
    stages
}

/// Numbers outside begin with a plus: they are never taken for one of the project's.
fn number(target: &Target) -> &str {
    match target {
        Target::Number(party) => &party.number,
        Target::Outside(outside) => &outside.number,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::route::Party;

    fn targets(numbers: &[&str]) -> Vec<Target> {
        numbers.iter().map(|number| Target::Number(Party { number: (*number).into(), ..Party::default() })).collect()
    }
    fn seconds(stages: &[Stage]) -> Vec<(u64, u64, Option<u64>)> {
        let of = |stage: &Stage| (stage.starts_after.as_secs(), stage.rings_for.as_secs(), stage.on_error.map(|wait| wait.as_secs()));
        stages.iter().map(of).collect()
    }
    fn ring(numbers: &[&str], rings_for: u64, next_after: u64, next_on_error: Option<u64>) -> Ring {
        let next_on_error = next_on_error.map(Duration::from_secs);
        Ring { targets: targets(numbers), rings_for: Duration::from_secs(rings_for), next_after: Duration::from_secs(next_after), next_on_error }
    }

    #[test]
    fn each_ring_says_when_the_next_begins() {
        let stages =
            stages(vec![ring(&["1"], 60, 0, None), ring(&["2"], 60, 10, Some(5)), ring(&["3"], 30, 30, Some(0)), ring(&["4"], 20, 20, None)]);
        assert_eq!(seconds(&stages), [(0, 60, None), (0, 60, None), (10, 30, Some(5)), (40, 20, Some(0))]);
    }

    #[test]
    fn a_number_rings_once_where_it_comes_first() {
        let stages = stages(vec![ring(&["1", "2", "1"], 60, 10, None), ring(&["2", "3"], 60, 10, None)]);
        assert_eq!(stages[0].targets, targets(&["1", "2"]));
        assert_eq!(stages[1].targets, targets(&["3"]));
    }

    #[test]
    fn a_ring_without_anybody_takes_no_time() {
        let stages = stages(vec![ring(&[], 60, 60, None), ring(&["1"], 60, 10, Some(1)), ring(&["1"], 60, 60, Some(9)), ring(&["2"], 60, 0, None)]);
        assert_eq!(seconds(&stages), [(0, 60, None), (10, 60, Some(1))]);
    }
}
