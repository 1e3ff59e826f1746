//! The life of a task: which state follows which.

use super::difference::ItemKind;

/// In the order of the API's enum; the numbers are those of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(i16)]
pub enum Status {
    /// Recorded.
    New = 1,
    /// The device is online and earlier tasks of it come first.
    Queued = 2,
    /// Sent; the device has not answered.
    Started = 3,
    /// The device is offline, or the pause before another attempt runs.
    Waiting = 4,
    Completed = 5,
    Error = 6,
    /// Overtaken by a newer one, or stopped by a person.
    Stopped = 7,
}

impl Status {
    pub const ALL: [Status; 7] = {
        use Status::*;
        [New, Queued, Started, Waiting, Completed, Error, Stopped]
    };

    /// The API's words and the table's numbers, for filters.
    pub const CHOICES: &[(&str, i16)] = &[("new", 1), ("queued", 2), ("started", 3), ("waiting", 4), ("completed", 5), ("error", 6), ("stopped", 7)];

    pub fn from_number(number: i16) -> Option<Status> {
        Self::ALL.into_iter().find(|status| *status as i16 == number)
    }

    pub fn word(self) -> &'static str {
        Self::CHOICES[self as usize - 1].0
    }

    /// Whether nothing more happens to it by itself.
    pub fn is_finished(self) -> bool {
        matches!(self, Status::Completed | Status::Error | Status::Stopped)
    }
}

/// What can happen to a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The device is there: take its turn.
    Queue,
    /// The device is away, or did not answer, or the worker was lost: later.
    Wait,
    /// Sent.
    Start,
    /// The device did it.
    Complete,
    /// Out of attempts, or refused as a whole.
    Fail,
    /// Overtaken, or stopped by a person.
    Stop,
    /// A person wants it tried again.
    Restart,
}

impl Step {
    pub const ALL: [Step; 7] = {
        use Step::*;
        [Queue, Wait, Start, Complete, Fail, Stop, Restart]
    };

    /// The states that it may happen in.
    pub fn sources(self) -> &'static [Status] {
        use Status::*;
        match self {
            Step::Queue => &[New, Waiting],
            Step::Wait => &[New, Queued, Started],
            Step::Start => &[Queued],
            Step::Complete | Step::Fail => &[Started],
            Step::Stop => &[New, Queued, Waiting, Error],
            Step::Restart => &[Error, Stopped],
        }
    }

    pub fn target(self) -> Status {
        match self {
            Step::Queue | Step::Restart => Status::Queued,
            Step::Wait => Status::Waiting,
            Step::Start => Status::Started,
            Step::Complete => Status::Completed,
            Step::Fail => Status::Error,
            Step::Stop => Status::Stopped,
        }
    }
}

/// The state after `step`, or none when it cannot happen in this state.
pub fn after(status: Status, step: Step) -> Option<Status> {
    step.sources().contains(&status).then(|| step.target())
}

/// What a task does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    IdentifiersSave,
    IdentifiersDelete,
    SchedulesSave,
    SchedulesDelete,
    /// Forgets every identifier and schedule that the device holds.
    Clear,
    SipSettings,
    /// How it calls, apart from its account.
    SipCalls,
    Address,
    /// Buttons, opening by command, plates that a camera beside it has read.
    Additional,
    FaceRecognition,
    /// Of a lift controller.
    Relays,
    FloorMap,
    /// Reading of number plates.
    AlprCamera,
    ManagementServer,
    /// It may cut the device off: it comes last, and once.
    Network,
}

impl Kind {
    pub const ALL: [Kind; 15] = {
        use Kind::*;
        [
            IdentifiersSave,
            IdentifiersDelete,
            SchedulesSave,
            SchedulesDelete,
            Clear,
            SipSettings,
            SipCalls,
            Address,
            Additional,
            FaceRecognition,
            Relays,
            FloorMap,
            AlprCamera,
            ManagementServer,
            Network,
        ]
    };

    /// Those that carry items of the list and are made anew with every version of it.
    pub const LIST: [Kind; 4] = [Kind::IdentifiersSave, Kind::IdentifiersDelete, Kind::SchedulesSave, Kind::SchedulesDelete];

    pub fn word(self) -> &'static str {
        match self {
            Kind::IdentifiersSave => "identifiers_save",
            Kind::IdentifiersDelete => "identifiers_delete",
            Kind::SchedulesSave => "schedules_save",
            Kind::SchedulesDelete => "schedules_delete",
            Kind::Clear => "clear",
            Kind::SipSettings => "sip_settings",
            Kind::SipCalls => "sip_calls",
            Kind::Address => "address",
            Kind::Additional => "additional",
            Kind::FaceRecognition => "face_recognition",
            Kind::Relays => "relays",
            Kind::FloorMap => "floor_map",
            Kind::AlprCamera => "alpr_camera",
            Kind::ManagementServer => "management_server",
            Kind::Network => "network",
        }
    }

    pub fn from_word(word: &str) -> Option<Kind> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }

    pub fn is_list(self) -> bool {
        Self::LIST.contains(&self)
    }

    /// Of what the items are that it carries.
    pub fn item_kind(self) -> Option<ItemKind> {
        match self {
            Kind::IdentifiersSave | Kind::IdentifiersDelete => Some(ItemKind::Identifier),
            Kind::SchedulesSave | Kind::SchedulesDelete => Some(ItemKind::Schedule),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Status::*;

    #[test]
    fn the_whole_table_of_states_and_steps() {
        let expected = |status, step| match (status, step) {
            (New | Waiting, Step::Queue) => Some(Queued),
            (New | Queued | Started, Step::Wait) => Some(Waiting),
            (Queued, Step::Start) => Some(Started),
            (Started, Step::Complete) => Some(Completed),
            (Started, Step::Fail) => Some(Error),
            (New | Queued | Waiting | Error, Step::Stop) => Some(Stopped),
            (Error | Stopped, Step::Restart) => Some(Queued),
            _ => None,
        };
        for status in Status::ALL {
            for step in Step::ALL {
                assert_eq!(after(status, step), expected(status, step), "{status:?} {step:?}");
            }
        }
    }

    #[test]
    fn a_completed_task_stays_completed() {
        assert!(Step::ALL.into_iter().all(|step| after(Completed, step).is_none()));
    }

    #[test]
    fn every_state_can_be_reached_from_new() {
        let mut reached = vec![New];
        while let Some(next) = reached.iter().flat_map(|s| Step::ALL.into_iter().filter_map(|step| after(*s, step))).find(|s| !reached.contains(s)) {
            reached.push(next);
        }
        assert_eq!(reached.len(), Status::ALL.len());
    }

    #[test]
    fn words_and_numbers_read_back() {
        for status in Status::ALL {
            assert_eq!(Status::from_number(status as i16), Some(status));
            assert!(Status::CHOICES.contains(&(status.word(), status as i16)));
        }
        for kind in Kind::ALL {
            assert_eq!(Kind::from_word(kind.word()), Some(kind));
        }
    }
}
