//! Which targets ring when: the stages of a route, carried out by time values. No I/O.
use std::time::Duration;

use super::outcome::Outcome;
use super::route::Stage;

/// What to do now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The targets of the stage, by its place.
    Ring(usize),
    Stop(usize),
    /// Nobody is left to be tried.
    GiveUp(Outcome),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Begins then.
    Ahead(Duration),
    RingsUntil(Duration),
    RangOut,
    /// Before its time: every target did not answer, was busy, refused, or failed.
    Over(Outcome),
}

/// Where a call is in its stages. Times are from its beginning.
#[derive(Debug)]
pub struct Ringing {
    phases: Vec<Phase>,
    rings_for: Vec<Duration>,
    on_error: Vec<Option<Duration>>,
    gave_up: bool,
}

impl Ringing {
    pub fn new(stages: &[Stage]) -> Self {
        Ringing {
            phases: stages.iter().map(|stage| Phase::Ahead(stage.starts_after)).collect(),
            rings_for: stages.iter().map(|stage| stage.rings_for).collect(),
            on_error: stages.iter().map(|stage| stage.on_error).collect(),
            gave_up: false,
        }
    }

    /// Every phone of the stage is gone; what they meant by it.
    pub fn over(&mut self, stage: usize, outcome: Outcome, at: Duration) {
        if !matches!(self.phases.get(stage), Some(Phase::RingsUntil(_))) {
            return;
        }
        self.phases[stage] = Phase::Over(outcome);
        let Some(next) = self.phases.iter().position(|phase| matches!(phase, Phase::Ahead(_))) else { return };
        let earlier = &self.phases[..next];
        if !earlier.iter().all(|phase| matches!(phase, Phase::Over(_))) {
            return;
        }
        match (self.on_error[next], self.phases[next]) {
            (Some(pause), Phase::Ahead(planned)) => self.phases[next] = Phase::Ahead(planned.min(at + pause)),
            // That somebody did not answer is no error: the next begins at its time.
            _ if earlier.contains(&Phase::Over(Outcome::NoAnswer)) => {}
            // The call ends here: what was to come does not begin.
            _ => self.phases.truncate(next),
        }
    }

    /// What is due, in its order.
    pub fn due(&mut self, at: Duration) -> Vec<Step> {
        let mut steps = Vec::new();
        for (place, phase) in self.phases.iter_mut().enumerate() {
            if let Phase::RingsUntil(end) = *phase
                && end <= at
            {
                *phase = Phase::RangOut;
                steps.push(Step::Stop(place));
            }
        }
        for (place, phase) in self.phases.iter_mut().enumerate() {
            if let Phase::Ahead(start) = *phase
                && start <= at
            {
                *phase = Phase::RingsUntil(at + self.rings_for[place]);
                steps.push(Step::Ring(place));
            }
        }
        if !self.gave_up && self.phases.iter().all(|phase| matches!(phase, Phase::RangOut | Phase::Over(_))) {
            self.gave_up = true;
            steps.push(Step::GiveUp(self.outcome()));
        }
        steps
    }

    /// When something is due next, at the latest.
    pub fn next(&self) -> Option<Duration> {
        let of_phase = |phase: &Phase| match phase {
            Phase::Ahead(start) => Some(*start),
            Phase::RingsUntil(end) => Some(*end),
            Phase::RangOut | Phase::Over(_) => None,
        };
        self.phases.iter().filter_map(of_phase).min()
    }

    fn outcome(&self) -> Outcome {
        let of_phase = |phase: &Phase| if let Phase::Over(outcome) = phase { *outcome } else { Outcome::NoAnswer };
        self.phases.iter().map(of_phase).reduce(Outcome::or).unwrap_or(Outcome::Failed)
    }
}

#[cfg(test)]
#[path = "ringing_tests.rs"]
mod tests;
