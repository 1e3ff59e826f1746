//! What a worker does next for a device.
use time::OffsetDateTime;

/// What decides about the next step.
#[derive(Clone, Copy, Debug, Default)]
pub struct Situation {
    /// The list changed, and fetching it has not just failed.
    pub fetch: bool,
    /// The device is to be sent the time, and has not just failed to answer.
    pub clock: bool,
    /// It is uncertain what the device holds, and reading it back has not just failed.
    pub read: bool,
    /// The device did not answer when it was sent the time or read back: it would not accept a command either.
    pub is_silent: bool,
    /// Desired and actual items may differ.
    pub plan: bool,
    pub is_online: bool,
    /// The first task that may be sent now.
    pub task: Option<i64>,
    /// When the first pause ends.
    pub next_attempt_at: Option<OffsetDateTime>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextStep {
    /// Fetch the list from access.
    Fetch,
    /// Tell the device the time and its zone.
    SendClock,
    /// Read back what the device holds.
    Read,
    /// Compare desired and actual items, and create tasks.
    Plan,
    /// Send a task.
    Run(i64),
    /// Nothing until then, or until work is added.
    Wait(Option<OffsetDateTime>),
}

/// In the order: fetch the desired items, tell the time by which the device reads schedules, read the actual ones, plan the tasks, run them.
pub fn next_step(now: &Situation) -> NextStep {
    match now {
        _ if now.fetch => NextStep::Fetch,
        _ if now.is_online && now.clock => NextStep::SendClock,
        _ if now.is_online && now.read => NextStep::Read,
        _ if now.plan => NextStep::Plan,
        Situation { is_online: true, is_silent: false, task: Some(task), .. } => NextStep::Run(*task),
        _ => NextStep::Wait(if now.is_online { now.next_attempt_at } else { None }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVERYTHING: Situation = Situation {
        fetch: true,
        clock: true,
        read: true,
        is_silent: false,
        plan: true,
        is_online: true,
        task: Some(7),
        next_attempt_at: Some(OffsetDateTime::UNIX_EPOCH),
    };

    #[test]
    fn the_list_comes_first_then_the_clock_then_the_device_then_the_plan_then_the_tasks() {
        assert_eq!(next_step(&EVERYTHING), NextStep::Fetch);
        assert_eq!(next_step(&Situation { fetch: false, ..EVERYTHING }), NextStep::SendClock);
        assert_eq!(next_step(&Situation { fetch: false, clock: false, ..EVERYTHING }), NextStep::Read);
        assert_eq!(next_step(&Situation { fetch: false, clock: false, read: false, ..EVERYTHING }), NextStep::Plan);
        assert_eq!(next_step(&Situation { fetch: false, clock: false, read: false, plan: false, ..EVERYTHING }), NextStep::Run(7));
    }

    #[test]
    fn for_a_device_that_is_away_tasks_are_made_but_not_sent() {
        let away = Situation { is_online: false, fetch: false, ..EVERYTHING };
        assert_eq!(next_step(&away), NextStep::Plan);
        assert_eq!(next_step(&Situation { plan: false, ..away }), NextStep::Wait(None));
    }

    #[test]
    fn a_device_that_does_not_answer_is_given_no_commands() {
        let unanswered = Situation { fetch: false, clock: false, read: false, plan: false, is_silent: true, ..EVERYTHING };
        assert_eq!(next_step(&unanswered), NextStep::Wait(Some(OffsetDateTime::UNIX_EPOCH)));
    }

    #[test]
    fn a_pause_is_waited_out() {
        let paused = Situation { fetch: false, clock: false, read: false, plan: false, task: None, ..EVERYTHING };
        assert_eq!(next_step(&paused), NextStep::Wait(Some(OffsetDateTime::UNIX_EPOCH)));
    }
}
