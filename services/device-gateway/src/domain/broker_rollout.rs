//! How devices are moved to another broker: one, a tenth, all, each step only when the last has come back.
use time::Duration;

/// How long the devices of a step may take to come back over the new broker.
pub const STEP_TIMEOUT: Duration = Duration::seconds(120);
/// Of a hundred.
const NEEDED: i64 = 99;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(i16)]
pub enum RolloutStep {
    Canary = 1,
    Tenth = 2,
    All = 3,
}

impl RolloutStep {
    pub fn from_number(number: i16) -> RolloutStep {
        match number {
            1 => RolloutStep::Canary,
            2 => RolloutStep::Tenth,
            _ => RolloutStep::All,
        }
    }

    pub fn next(self) -> Option<RolloutStep> {
        match self {
            RolloutStep::Canary => Some(RolloutStep::Tenth),
            RolloutStep::Tenth => Some(RolloutStep::All),
            RolloutStep::All => None,
        }
    }

    /// How many of the devices that are online it takes: `devices` of all steps. None: whatever is left, and those that are away too.
    pub fn size(self, devices: i64) -> Option<i64> {
        match self {
            RolloutStep::Canary => Some(1),
            RolloutStep::Tenth => Some((devices + 9) / 10),
            RolloutStep::All => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i16)]
pub enum RolloutState {
    Running = 1,
    Completed = 2,
    Stopped = 3,
}

impl RolloutState {
    pub fn from_number(number: i16) -> RolloutState {
        match number {
            1 => RolloutState::Running,
            2 => RolloutState::Completed,
            _ => RolloutState::Stopped,
        }
    }
}

/// Whether no other move may begin. A move of which no device has heard, because none was online, may be replaced.
pub fn is_under_way(state: i16, step: i16, has_moves: bool) -> bool {
    state == RolloutState::Running as i16 && (step != RolloutStep::Canary as i16 || has_moves)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RolloutDecision {
    Wait,
    /// Enough have come back: the next step, or the end.
    Proceed,
    Stop,
}

/// `sent` devices of the step that were online, of which `moved` have come back.
pub fn decide(sent: i64, moved: i64, elapsed: Duration) -> RolloutDecision {
    match (moved * 100 >= sent * NEEDED, elapsed >= STEP_TIMEOUT) {
        // Those that are a little late are waited for: what is enough may still become all.
        (true, _) if moved == sent => RolloutDecision::Proceed,
        (true, true) => RolloutDecision::Proceed,
        (false, true) => RolloutDecision::Stop,
        (_, false) => RolloutDecision::Wait,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use RolloutDecision::*;

    #[test]
    fn a_step_proceeds_when_99_of_100_have_come_back_in_120_seconds() {
        assert_eq!(decide(100, 98, STEP_TIMEOUT), Stop);
        assert_eq!(decide(100, 99, STEP_TIMEOUT), Proceed);
        assert_eq!(decide(1, 0, STEP_TIMEOUT), Stop);
        assert_eq!(decide(99, 98, STEP_TIMEOUT), Stop, "98.99 %");
    }

    #[test]
    fn a_step_does_not_wait_once_all_have_come_back_and_nothing_stops_before_its_time() {
        assert_eq!(decide(1, 1, Duration::ZERO), Proceed);
        assert_eq!(decide(0, 0, Duration::ZERO), Proceed);
        assert_eq!(decide(100, 0, STEP_TIMEOUT - Duration::SECOND), Wait);
        assert_eq!(decide(100, 99, STEP_TIMEOUT - Duration::SECOND), Wait);
    }

    #[test]
    fn a_move_of_which_no_device_has_heard_is_not_under_way() {
        let is_under_way = |state, step, has_moves| super::is_under_way(state as i16, step as i16, has_moves);
        assert!(!is_under_way(RolloutState::Running, RolloutStep::Canary, false));
        assert!(is_under_way(RolloutState::Running, RolloutStep::Canary, true));
        assert!(is_under_way(RolloutState::Running, RolloutStep::Tenth, false));
        assert!(!is_under_way(RolloutState::Stopped, RolloutStep::All, true));
    }

    #[test]
    fn one_then_a_tenth_then_all() {
        let sizes = |devices| [RolloutStep::Canary, RolloutStep::Tenth, RolloutStep::All].map(|step| step.size(devices));
        assert_eq!(sizes(100), [Some(1), Some(10), None]);
        assert_eq!(sizes(3), [Some(1), Some(1), None]);
        assert_eq!(RolloutStep::Canary.next().and_then(RolloutStep::next), Some(RolloutStep::All));
        assert_eq!(RolloutStep::All.next(), None);
        for number in 1..=3 {
            assert_eq!(RolloutStep::from_number(number) as i16, number);
            assert_eq!(RolloutState::from_number(number) as i16, number);
        }
    }
}
