//! Alarms of devices: what raises one, what clears it, and how it comes back. An alarm comes out the same in whichever order its
//! events arrive: a device that was away sends them late, and two processes may take them at the same time.
use device_protocol::EventCode;
use kit::{Error, Fields, Result};
use serde_json::json;
use time::{Duration, OffsetDateTime};

/// Raised again within this time after its cause has ended, it is the same alarm.
pub const REOPEN_WINDOW: Duration = Duration::minutes(10);
/// An event that arrives later than this raises an alarm without a sound.
pub const LATE_AFTER: Duration = Duration::minutes(15);
const RENUMBERED_AFTER: Duration = Duration::hours(1);
/// Events that a device sent longer ago than this say how far its clock is behind: what it sends at once after it was away does not.
pub const CLOCK_KNOWN_AFTER: Duration = Duration::hours(1);
const MAX_COMMENT: usize = 1_000;
/// *Ours*: what a device may call the end of `lock_is_opened_too_long`; the vendor's list has no code for it.
const LOCK_WAS_CLOSED: &str = "lock_was_closed";

/// The numbers are those of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i16)]
pub enum AlarmState {
    Enabled = 1,
    Disabled = 2,
    Processed = 3,
}

impl AlarmState {
    pub const CHOICES: &[(&str, i16)] = &[("enabled", 1), ("disabled", 2), ("processed", 3)];

    pub fn from_number(number: i16) -> Option<AlarmState> {
        [AlarmState::Enabled, AlarmState::Disabled, AlarmState::Processed].into_iter().find(|state| *state as i16 == number)
    }

    pub fn as_str(self) -> &'static str {
        Self::CHOICES.iter().find(|(_, number)| *number == self as i16).map_or("", |(word, _)| word)
    }
}

/// What happens to an alarm, as its log has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i16)]
pub enum AlarmChange {
    Enabled = 1,
    Disabled = 2,
    Reopened = 3,
    Taken = 4,
    Released = 5,
    Processed = 6,
    /// Nobody had taken it in time.
    Escalated = 7,
}

impl AlarmChange {
    pub fn as_str(self) -> &'static str {
        match self {
            AlarmChange::Enabled => "enabled",
            AlarmChange::Disabled => "disabled",
            AlarmChange::Reopened => "reopened",
            AlarmChange::Taken => "taken",
            AlarmChange::Released => "released",
            AlarmChange::Processed => "processed",
            AlarmChange::Escalated => "escalated",
        }
    }
}

pub const SEVERITIES: &[(&str, i16)] = &[("low", 1), ("medium", 2), ("high", 3)];

/// Codes of the alarms that the platform knows.
pub const KNOWN_CODES: [&str; 3] = ["tamper_event", "door_was_not_closed_too_long", "lock_is_opened_too_long"];
/// Alarms of other codes that one device may have open: more would push those of other devices off the desk.
pub const MAX_OPEN_OF_OTHER_CODES: i64 = 20;

/// Of an alarm with this code. What a newer firmware calls an emergency is taken for one.
pub fn severity(code: &str) -> i16 {
    match EventCode::from(code.to_owned()) {
        EventCode::DoorWasNotClosedTooLong => 1,
        EventCode::LockIsOpenedTooLong => 2,
        _ => 3,
    }
}

pub fn severity_word(severity: i16) -> &'static str {
    SEVERITIES.iter().find(|(_, number)| *number == severity).map_or("", |(word, _)| word)
}

/// Codes of the alarms that a closed door or lock ends; others end only when a person has processed them.
pub const CLEARED_BY_CLOSING: [&str; 2] = ["door_was_not_closed_too_long", "lock_is_opened_too_long"];

/// Whether this event says that a door or lock is closed.
pub fn is_closing(code: &str) -> bool {
    match EventCode::from(code.to_owned()) {
        EventCode::DoorWasClosed | EventCode::DoorSensorWasClosed => true,
        EventCode::Other(word) => word == LOCK_WAS_CLOSED,
        _ => false,
    }
}

/// The lock of an event, 0 where the device names none. A number that its model does not have names none either.
pub fn lock_of_event(number: Option<i32>, max_locks: u8) -> i32 {
    number.filter(|number| (1..=i32::from(max_locks)).contains(number)).unwrap_or(0)
}

/// When something happened at a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceMoment {
    /// The device's own number of the event; 0 or less of a device that does not number them.
    pub number: i64,
    /// The device's clock.
    pub at: OffsetDateTime,
}

impl DeviceMoment {
    /// By the device's numbers where it has them: its clock may be set back. A lower number at a much later time is that of a
    /// panel which was reset or replaced, and numbers its events anew.
    pub fn is_after(self, other: DeviceMoment) -> bool {
        if self.number > 0 && other.number > 0 { self.number > other.number || self.at - other.at > RENUMBERED_AFTER } else { self.at > other.at }
    }

    pub fn later(self, other: DeviceMoment) -> DeviceMoment {
        if other.is_after(self) { other } else { self }
    }
}

/// What the events of one cause have made of an alarm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alarm {
    pub state: AlarmState,
    pub count: i32,
    pub first_at: OffsetDateTime,
    /// The last time that it was raised.
    pub raised: DeviceMoment,
    /// The first time after that at which the door or lock was closed.
    pub cleared: Option<DeviceMoment>,
}

/// What an event has to do with the newest alarm of its cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RaiseOutcome {
    New(Alarm),
    /// The same alarm, raised once more.
    Joined(Alarm),
    /// Part of an alarm that somebody has processed since.
    AlreadyProcessed,
}

/// A raising event of a cause. `closed`: when the door or lock was last closed, as far as that is known and ends such an alarm.
pub fn raise(newest: Option<&Alarm>, moment: DeviceMoment, closed: Option<DeviceMoment>) -> RaiseOutcome {
    let new = || {
        RaiseOutcome::New(Alarm { state: AlarmState::Enabled, count: 1, first_at: moment.at, raised: moment, cleared: None }.apply_closing(closed))
    };
    match newest {
        None => new(),
        Some(alarm) if alarm.state == AlarmState::Processed => {
            // One alarm too many, where the clock was set, is better than none from a panel that numbers its events anew.
            if moment.is_after(alarm.raised) || moment.at > alarm.raised.at { new() } else { RaiseOutcome::AlreadyProcessed }
        }
        Some(alarm) if alarm.has_ended_before(moment) => new(),
        Some(alarm) => {
            let joined = Alarm {
                count: alarm.count.saturating_add(1),
                first_at: alarm.first_at.min(moment.at),
                raised: alarm.raised.later(moment),
                ..alarm.clone()
            };
            RaiseOutcome::Joined(joined.apply_closing(closed))
        }
    }
}

/// A door or lock was closed. None where this changes nothing: the alarm was raised again after it, or has been processed.
pub fn clear(alarm: &Alarm, moment: DeviceMoment) -> Option<Alarm> {
    let cleared = alarm.clone().apply_closing(Some(moment));
    (alarm.state != AlarmState::Processed && cleared != *alarm).then_some(cleared)
}

impl Alarm {
    /// With the first closing after the last raising, of those that are known.
    fn apply_closing(mut self, closed: Option<DeviceMoment>) -> Alarm {
        let known = [self.cleared, closed].into_iter().flatten().filter(|closed| closed.is_after(self.raised));
        self.cleared = known.reduce(|first, other| if first.is_after(other) { other } else { first });
        self.state = if self.cleared.is_some() { AlarmState::Disabled } else { AlarmState::Enabled };
        self
    }

    /// Whether it had ended so long before this moment that what is raised then is another alarm.
    fn has_ended_before(&self, moment: DeviceMoment) -> bool {
        self.cleared.is_some_and(|cleared| moment.is_after(cleared) && moment.at - cleared.at > REOPEN_WINDOW)
    }

    /// Whether people are notified of it anew by an event that is not late. `before`: the alarm before the event; `is_alerted`: whether
    /// anybody was notified of it so far. An alarm that is still open is no reason to be silent about what happens much later.
    pub fn alerts_again(&self, before: &Alarm, is_alerted: bool, moment: DeviceMoment) -> bool {
        let since = moment.at - before.raised.at;
        let is_much_later = since > REOPEN_WINDOW || moment.is_after(before.raised) && -since > REOPEN_WINDOW;
        self.state == AlarmState::Enabled && (!is_alerted || before.state == AlarmState::Enabled && is_much_later)
    }

    /// What its log says of the step from `before`, where it says anything.
    pub fn change_from(&self, before: AlarmState) -> Option<AlarmChange> {
        match (before, self.state) {
            (AlarmState::Enabled, AlarmState::Disabled) => Some(AlarmChange::Disabled),
            (AlarmState::Disabled, AlarmState::Enabled) => Some(AlarmChange::Reopened),
            _ => None,
        }
    }
}

/// Whether nobody need be woken by an event that arrives now. `behind`: by which the device's clock is known to be behind.
pub fn is_late(created_at: OffsetDateTime, received_at: OffsetDateTime, behind: Duration) -> bool {
    received_at - created_at - behind > LATE_AFTER
}

/// The comment of who processes an alarm, trimmed.
pub fn validate_comment(comment: &str) -> Result<String> {
    let comment = comment.trim();
    let mut fields = Fields::new();
    fields.multiline_text("comment", comment, MAX_COMMENT);
    fields.finish()?;
    Ok(comment.to_owned())
}

/// Who came second learns who was first, and when.
pub fn already_processed(by: &str, at: Option<OffsetDateTime>) -> Error {
    let at = at.and_then(|at| at.format(&time::format_description::well_known::Rfc3339).ok());
    Error::Conflict { code: "alarm_processed", message: "alarm already processed".into(), data: json!({"names": [by], "at": at}) }
}

/// Somebody else has taken or released it since the caller looked. `by`: who has it now.
pub fn taken_by_another(by: Option<&str>) -> Error {
    let names: Vec<&str> = by.into_iter().collect();
    Error::Conflict { code: "alarm_taken", message: "changed by somebody else: try again".into(), data: json!({"names": names}) }
}

#[cfg(test)]
#[path = "device_alarm_tests.rs"]
mod tests;
