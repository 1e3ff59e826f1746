//! What a worker does next for a device.
use time::OffsetDateTime;

/// How things are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Situation {
    /// The list is another, and asking for it did not just fail.
    pub fetch: bool,
    /// What the device holds is not certain, and asking it did not just fail.
    pub read: bool,
    /// The device did not answer when it was asked what it holds: it would not take a command either.
    pub is_silent: bool,
    /// What it should hold and what it holds may differ.
    pub plan: bool,
    pub is_online: bool,
    /// The first task that may be sent now.
    pub task: Option<i64>,
    /// When the first pause ends.
    pub next_attempt_at: Option<OffsetDateTime>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Ask access for the list.
    Fetch,
    /// Ask the device what it holds.
    Read,
    /// Compare, and make tasks.
    Plan,
    /// Send a task.
    Run(i64),
    /// Nothing until then, or until something happens.
    Rest(Option<OffsetDateTime>),
}

/// First what is wanted, then what is there, then what is to be done, then doing it.
pub fn turn(now: &Situation) -> Turn {
    match now {
        _ if now.fetch => Turn::Fetch,
        _ if now.is_online && now.read => Turn::Read,
        _ if now.plan => Turn::Plan,
        Situation { is_online: true, is_silent: false, task: Some(task), .. } => Turn::Run(*task),
        _ => Turn::Rest(if now.is_online { now.next_attempt_at } else { None }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVERYTHING: Situation = Situation {
        fetch: true,
        read: true,
        is_silent: false,
        plan: true,
        is_online: true,
        task: Some(7),
        next_attempt_at: Some(OffsetDateTime::UNIX_EPOCH),
    };

    #[test]
    fn the_list_comes_first_then_the_device_then_the_plan_then_the_tasks() {
        assert_eq!(turn(&EVERYTHING), Turn::Fetch);
        assert_eq!(turn(&Situation { fetch: false, ..EVERYTHING }), Turn::Read);
        assert_eq!(turn(&Situation { fetch: false, read: false, ..EVERYTHING }), Turn::Plan);
        assert_eq!(turn(&Situation { fetch: false, read: false, plan: false, ..EVERYTHING }), Turn::Run(7));
    }

    #[test]
    fn for_a_device_that_is_away_tasks_are_made_but_not_sent() {
        let away = Situation { is_online: false, fetch: false, ..EVERYTHING };
        assert_eq!(turn(&away), Turn::Plan);
        assert_eq!(turn(&Situation { plan: false, ..away }), Turn::Rest(None));
    }

    #[test]
    fn a_device_that_does_not_answer_is_given_no_commands() {
        let silent = Situation { fetch: false, read: false, plan: false, is_silent: true, ..EVERYTHING };
        assert_eq!(turn(&silent), Turn::Rest(Some(OffsetDateTime::UNIX_EPOCH)));
    }

    #[test]
    fn a_pause_is_waited_out() {
        let paused = Situation { fetch: false, read: false, plan: false, task: None, ..EVERYTHING };
        assert_eq!(turn(&paused), Turn::Rest(Some(OffsetDateTime::UNIX_EPOCH)));
    }
}
