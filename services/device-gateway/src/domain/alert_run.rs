//! What a device is told in a run of an emergency alert, and what its answer means.
use std::time::Duration as StdDuration;

use time::{Duration, OffsetDateTime};

/// For the answer to one command.
pub const COMMAND_TIMEOUT: StdDuration = StdDuration::from_secs(2);
/// Commands on their way at once, of a process: those that stop sounds, and all others.
pub const MAX_CONCURRENT: usize = 96;
/// Of these the most for one project: another one's emergency never waits until thousands of devices that do not answer are through.
pub const MAX_OF_PROJECT: usize = 64;
/// Locks are opened again after this time: for how long a device keeps one open is its own setting, 5 s by default.
pub const REOPEN_INTERVAL: Duration = Duration::seconds(4);
/// After a command without an answer, or that the device could not carry out now.
const RETRY_INTERVAL: Duration = Duration::seconds(1);
/// A command is not sent twice at once: by then an answer has come, or its process has ended.
pub const LEASE: Duration = Duration::seconds(5);

/// Part of a device in a run, by its number in tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AlertPart {
    Sound,
    Lock(u8),
    Door,
}

impl AlertPart {
    pub fn from_number(number: i16) -> AlertPart {
        match number {
            0 => AlertPart::Sound,
            -1 => AlertPart::Door,
            lock => AlertPart::Lock(lock.clamp(1, 8) as u8),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunStatus {
    Running = 1,
    Stopped = 2,
    Over = 3,
}

impl RunStatus {
    pub fn from_number(number: i16) -> RunStatus {
        match number {
            1 => RunStatus::Running,
            2 => RunStatus::Stopped,
            _ => RunStatus::Over,
        }
    }

    /// As notifications names it.
    pub fn parse(word: &str) -> RunStatus {
        match word {
            "running" => RunStatus::Running,
            "finished" => RunStatus::Over,
            _ => RunStatus::Stopped,
        }
    }
}

/// Numbers of tables, words of the event.
pub mod sound {
    pub const PENDING: i16 = 2;
    pub const SENT: i16 = 3;
    pub const PLAYING: i16 = 4;
    pub const DONE: i16 = 5;
    pub const FAILED: i16 = 6;
    pub const OFFLINE: i16 = 7;
    pub const STOPPED: i16 = 8;
    pub const WORDS: [&str; 8] = ["none", "pending", "sent", "playing", "done", "failed", "offline", "stopped"];
}

pub mod lock {
    pub const PENDING: i16 = 1;
    pub const OPEN: i16 = 2;
    pub const FAILED: i16 = 3;
    pub const OFFLINE: i16 = 4;
    pub const ENDED: i16 = 5;
    pub const WORDS: [&str; 5] = ["pending", "open", "failed", "offline", "ended"];
}

pub mod door {
    pub const WAITING: i16 = 2;
    pub const SHUT: i16 = 3;
    pub const RESTORING: i16 = 4;
    pub const RESTORED: i16 = 5;
    pub const WORDS: [&str; 5] = ["none", "waiting", "shut", "restoring", "restored"];
}

/// An action that the lane has claimed.
#[derive(Clone, Copy, Debug)]
pub struct ClaimedAction {
    pub part: AlertPart,
    pub run: RunStatus,
    pub may_play: bool,
    pub is_online: bool,
    pub sound_ends_at: OffsetDateTime,
    pub locks_end_at: OffsetDateTime,
}

/// What is to be done about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextStep {
    /// For so many seconds.
    Play(u32),
    Stop,
    Open(u8),
    /// Without a command.
    Become(ActionState),
}

/// What is written of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActionState {
    pub state: i16,
    pub may_play: bool,
    /// None for never.
    pub due_at: Option<OffsetDateTime>,
    pub awaits_online: bool,
}

impl ActionState {
    fn ended(state: i16) -> ActionState {
        ActionState { state, may_play: false, due_at: None, awaits_online: false }
    }

    fn offline(state: i16, may_play: bool, now: OffsetDateTime) -> ActionState {
        ActionState { state, may_play, due_at: Some(now), awaits_online: true }
    }
}

pub fn next_step(action: &ClaimedAction, now: OffsetDateTime) -> NextStep {
    match action.part {
        AlertPart::Sound => next_of_sound(action, now),
        AlertPart::Lock(number) => next_of_lock(action, number, now),
        AlertPart::Door => NextStep::Become(ActionState::ended(door::WAITING)),
    }
}

fn next_of_sound(action: &ClaimedAction, now: OffsetDateTime) -> NextStep {
    let is_over = action.sound_ends_at <= now;
    match action.run {
        // The device ends by itself.
        RunStatus::Running | RunStatus::Over if is_over && action.may_play => NextStep::Become(ActionState::ended(sound::DONE)),
        RunStatus::Running | RunStatus::Over if is_over && !action.is_online => NextStep::Become(ActionState::ended(sound::OFFLINE)),
        RunStatus::Running | RunStatus::Over if is_over => NextStep::Become(ActionState::ended(sound::FAILED)),
        RunStatus::Stopped if is_over || !action.may_play => NextStep::Become(ActionState::ended(sound::STOPPED)),
        RunStatus::Stopped if !action.is_online => NextStep::Become(ActionState::offline(sound::OFFLINE, true, now)),
        RunStatus::Stopped => NextStep::Stop,
        RunStatus::Running | RunStatus::Over if !action.is_online => NextStep::Become(ActionState::offline(sound::OFFLINE, action.may_play, now)),
        RunStatus::Running | RunStatus::Over => {
            let seconds = (action.sound_ends_at - now).whole_seconds().clamp(1, i64::from(device_protocol::alert::MAX_DURATION));
            NextStep::Play(seconds as u32)
        }
    }
}

fn next_of_lock(action: &ClaimedAction, number: u8, now: OffsetDateTime) -> NextStep {
    match action.run {
        RunStatus::Running if action.locks_end_at <= now => NextStep::Become(ActionState::ended(lock::ENDED)),
        RunStatus::Running if !action.is_online => NextStep::Become(ActionState::offline(lock::OFFLINE, false, now)),
        RunStatus::Running => NextStep::Open(number),
        _ => NextStep::Become(ActionState::ended(lock::ENDED)),
    }
}

/// What became of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandOutcome {
    Done,
    /// It will never be carried out.
    Refused,
    /// It may have been carried out, or may be later.
    Unknown,
}

/// After a command; `sound_ends_at`: the end of a sound that plays is noted by the lane.
pub fn after(step: NextStep, outcome: CommandOutcome, sound_ends_at: OffsetDateTime, now: OffsetDateTime) -> ActionState {
    let retry = Some(now + RETRY_INTERVAL);
    let state = |state: i16, may_play: bool, due_at: Option<OffsetDateTime>| ActionState { state, may_play, due_at, awaits_online: false };
    match (step, outcome) {
        (NextStep::Become(state), _) => state,
        (NextStep::Play(_), CommandOutcome::Done) => state(sound::PLAYING, true, Some(sound_ends_at)),
        (NextStep::Play(_), CommandOutcome::Refused) => state(sound::FAILED, false, None),
        (NextStep::Play(_), CommandOutcome::Unknown) => state(sound::FAILED, true, retry),
        // A device that knows nothing of the sound does not play it.
        (NextStep::Stop, CommandOutcome::Done | CommandOutcome::Refused) => state(sound::STOPPED, false, None),
        (NextStep::Stop, CommandOutcome::Unknown) => state(sound::PLAYING, true, retry),
        (NextStep::Open(_), CommandOutcome::Done) => state(lock::OPEN, false, Some(now + REOPEN_INTERVAL)),
        (NextStep::Open(_), CommandOutcome::Refused | CommandOutcome::Unknown) => state(lock::FAILED, false, Some(now + REOPEN_INTERVAL)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use time::macros::datetime;

    const NOW: OffsetDateTime = datetime!(2026-11-23 09:00 UTC);

    fn claimed(part: AlertPart, run: RunStatus) -> ClaimedAction {
        let end = NOW + Duration::seconds(60);
        ClaimedAction { part, run, may_play: false, is_online: true, sound_ends_at: end, locks_end_at: end }
    }

    #[test]
    fn a_device_that_comes_late_plays_the_rest() {
        let late = ClaimedAction { sound_ends_at: NOW + Duration::seconds(17), ..claimed(AlertPart::Sound, RunStatus::Running) };
        assert_eq!(next_step(&late, NOW), NextStep::Play(17));
        let away = ClaimedAction { is_online: false, ..late };
        let NextStep::Become(state) = next_step(&away, NOW) else { panic!("no command to a device that is offline") };
        assert!(state.state == sound::OFFLINE && state.awaits_online && state.due_at.is_some());
        let too_late = ClaimedAction { sound_ends_at: NOW, ..away };
        assert_eq!(next_step(&too_late, NOW), NextStep::Become(ActionState::ended(sound::OFFLINE)));
    }

    #[test]
    fn what_was_never_told_to_play_is_stopped_without_a_command() {
        assert_eq!(next_step(&claimed(AlertPart::Sound, RunStatus::Stopped), NOW), NextStep::Become(ActionState::ended(sound::STOPPED)));
        let plays = ClaimedAction { may_play: true, ..claimed(AlertPart::Sound, RunStatus::Stopped) };
        assert_eq!(next_step(&plays, NOW), NextStep::Stop);
    }

    #[test]
    fn a_lock_is_opened_again_until_the_run_ends() {
        assert_eq!(next_step(&claimed(AlertPart::Lock(2), RunStatus::Running), NOW), NextStep::Open(2));
        for outcome in [CommandOutcome::Done, CommandOutcome::Refused, CommandOutcome::Unknown] {
            assert_eq!(after(NextStep::Open(2), outcome, NOW, NOW).due_at, Some(NOW + REOPEN_INTERVAL));
        }
        assert_eq!(next_step(&claimed(AlertPart::Lock(2), RunStatus::Stopped), NOW), NextStep::Become(ActionState::ended(lock::ENDED)));
    }

    fn outcome() -> impl Strategy<Value = CommandOutcome> {
        prop::sample::select(vec![CommandOutcome::Done, CommandOutcome::Refused, CommandOutcome::Unknown])
    }

    proptest! {
        /// Whatever devices answer and whenever the run is stopped: in the end no device may still play.
        #[test]
        fn a_run_that_is_stopped_never_ends_with_a_device_that_may_play(
            outcomes in proptest::collection::vec((outcome(), any::<bool>()), 1..40),
            stop_after in 0usize..40,
        ) {
            let (mut now, mut action) = (NOW, claimed(AlertPart::Sound, RunStatus::Running));
            let mut due_at = Some(now);
            for (turn, (outcome, is_online)) in outcomes.into_iter().chain(std::iter::repeat_n((CommandOutcome::Unknown, true), 80)).enumerate() {
                if turn == stop_after {
                    (action.run, due_at) = (RunStatus::Stopped, Some(now));
                }
                let Some(due) = due_at else { continue };
                now = now.max(due);
                action.is_online = is_online;
                let state = after(next_step(&action, now), outcome, action.sound_ends_at, now);
                (action.may_play, due_at) = (state.may_play, state.due_at.map(|due| due.max(now + Duration::milliseconds(100))));
            }
            prop_assert!(!action.may_play || action.run != RunStatus::Stopped);
        }
    }
}
