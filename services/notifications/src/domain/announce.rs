//! An announce as somebody enters it, and its states.
use std::sync::LazyLock;

use kit::{EntityFields, Error, Fields, Mask, Result};
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

use super::mail::html;
use super::poll::PollInfo;

/// Characters.
const MAX_BODY: usize = 50_000;
/// Users, and groups, that an announce names.
const MAX_NAMED: usize = 500;
/// How long an announce may last.
const MAX_DURATION: Duration = Duration::days(366);
/// How late a time of sending may come from a client whose clock, or whose network, is slow.
const MAX_LATENESS: Duration = Duration::MINUTE;
/// How long one lasts that names no end.
const DEFAULT_DURATION: Duration = Duration::days(30);

static FIELDS: LazyLock<EntityFields> = LazyLock::new(|| EntityFields::new("vestibule.notifications.v1.Announce"));

macro_rules! numbered {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $number:literal $word:literal),+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub enum $name { $(#[serde(rename = $word)] $variant = $number),+ }

        impl $name {
            pub const WORDS: &[(&str, i16)] = &[$(($word, $number)),+];

            /// None for a number that stands for nothing.
            pub fn from_number(number: i32) -> Option<Self> {
                match number { $($number => Some($name::$variant),)+ _ => None }
            }

            #[allow(dead_code)] // Not each of them is published.
            pub fn word(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }
        }
    };
}

numbered! { AnnounceType { Info = 1 "info", Poll = 2 "poll" } }
numbered! { SendVia { Email = 1 "email", App = 2 "app", Both = 3 "both" } }
numbered! {
    /// What a row says; the clock may have gone on: `operation::announce::advance`.
    AnnounceStatus { New = 1 "new", Scheduled = 2 "scheduled", Sending = 3 "sending", Active = 4 "active", Stopped = 5 "stopped", Completed = 6 "completed" }
}

impl AnnounceStatus {
    /// People have it then, and a poll takes answers.
    pub fn is_running(self) -> bool {
        matches!(self, AnnounceStatus::Sending | AnnounceStatus::Active)
    }

    /// What people have read nobody changes.
    pub fn ensure_editable(self) -> Result<()> {
        if matches!(self, AnnounceStatus::New | AnnounceStatus::Scheduled) { Ok(()) } else { Err(prohibited()) }
    }

    pub fn ensure_deletable(self) -> Result<()> {
        if self.is_running() { Err(prohibited()) } else { Ok(()) }
    }

    /// The status after a start.
    pub fn start(self, execute_at: Option<OffsetDateTime>, now: OffsetDateTime) -> Result<AnnounceStatus> {
        match self {
            AnnounceStatus::New if execute_at.is_some_and(|at| at > now) => Ok(AnnounceStatus::Scheduled),
            AnnounceStatus::New => Ok(AnnounceStatus::Sending),
            _ => Err(Error::conflict("can't perform action")),
        }
    }

    /// The status after a stop.
    pub fn stop(self) -> Result<AnnounceStatus> {
        match self {
            AnnounceStatus::Scheduled => Ok(AnnounceStatus::New),
            AnnounceStatus::Sending | AnnounceStatus::Active => Ok(AnnounceStatus::Stopped),
            _ => Err(Error::conflict("can't perform action")),
        }
    }
}

fn prohibited() -> Error {
    Error::conflict("editing or deleting prohibited")
}

/// What a person may set of an announce, with the keys of the API. Ids are in order, each once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnnounceDraft {
    pub name: String,
    pub description: Option<String>,
    pub subject: String,
    #[serde(rename = "type")]
    pub kind: AnnounceType,
    pub type_info: PollInfo,
    pub send_via: SendVia,
    pub body: String,
    pub use_owner_info: bool,
    pub users: Vec<i64>,
    #[serde(rename = "domains")]
    pub groups: Vec<i64>,
    #[serde(with = "time::serde::rfc3339::option")]
    pub execute_at: Option<OffsetDateTime>,
    #[serde(with = "time::serde::rfc3339::option")]
    pub ends_at: Option<OffsetDateTime>,
    pub is_anonymous: bool,
}

impl AnnounceDraft {
    /// With the fields that the mask names from `new`.
    pub fn merge(&self, new: &AnnounceDraft, mask: &Mask) -> AnnounceDraft {
        FIELDS.merge(self, new, mask)
    }

    /// Without what a mail and the page may not contain, and without the questions of an info.
    pub fn sanitized(self) -> AnnounceDraft {
        let type_info = if self.kind == AnnounceType::Poll { self.type_info } else { PollInfo::default() };
        AnnounceDraft { body: html::sanitize(&self.body), type_info, ..self }
    }

    /// Refuses a draft by every field that is wrong.
    pub fn validate(&self, now: OffsetDateTime) -> Result<()> {
        let mut fields = Fields::new();
        FIELDS.check(self, &mut fields);
        fields.optional_multiline_text("body", Some(&self.body), MAX_BODY);
        fields.check(html::has_content(&self.body), "body", "required");
        fields.check(!self.users.is_empty() || !self.groups.is_empty(), "users", "required");
        for (path, named) in [("users", &self.users), ("domains", &self.groups)] {
            fields.check(named.len() <= MAX_NAMED, path, "maximum length is 500");
        }
        if self.kind == AnnounceType::Poll {
            self.type_info.validate(&mut fields);
        }
        let begins = self.execute_at.map_or(now, |at| at.max(now));
        fields.check(self.execute_at.is_none_or(|at| at <= now + MAX_DURATION), "execute_at", "must be within 366 days");
        if let Some(ends_at) = self.ends_at {
            fields.check(ends_at > begins, "ends_at", "must be greater than execute_at");
            fields.check(ends_at <= begins + MAX_DURATION, "ends_at", "must be within 366 days");
        }
        fields.finish()
    }

    /// Refuses a new time of sending that is past. One that stays as it was may have passed since; it comes back in milliseconds, as it
    /// was answered. `before`: of the announce as it is stored.
    pub fn ensure_begins_later(&self, before: Option<OffsetDateTime>, now: OffsetDateTime) -> Result<()> {
        let milliseconds = |at: OffsetDateTime| at.unix_timestamp_nanos().div_euclid(1_000_000);
        let is_same = self.execute_at.map(milliseconds) == before.map(milliseconds);
        let is_past = self.execute_at.is_some_and(|at| at < now - MAX_LATENESS);
        if is_past && !is_same { Err(Error::field("execute_at", "date or time must be in the future")) } else { Ok(()) }
    }
}

/// When an announce ends that is sent now.
pub fn end_of_run(ends_at: Option<OffsetDateTime>, now: OffsetDateTime) -> OffsetDateTime {
    ends_at.unwrap_or(now + DEFAULT_DURATION)
}

#[cfg(test)]
pub mod tests {
    use proptest::prelude::*;
    use time::macros::datetime;

    use super::super::poll::PollQuestion;
    use super::*;

    const NOW: OffsetDateTime = datetime!(2026-11-23 09:00 UTC);

    fn water() -> AnnounceDraft {
        AnnounceDraft {
            name: "Water".into(),
            description: None,
            subject: "No water at noon".into(),
            kind: AnnounceType::Info,
            type_info: PollInfo::default(),
            send_via: SendVia::Email,
            body: "<p>From 12 to 13.</p>".into(),
            use_owner_info: false,
            users: vec![],
            groups: vec![2],
            execute_at: None,
            ends_at: None,
            is_anonymous: false,
        }
    }

    fn refused(change: impl Fn(&mut AnnounceDraft)) -> Vec<String> {
        let mut draft = water();
        change(&mut draft);
        match draft.validate(NOW) {
            Err(Error::Invalid(fields)) => fields.into_keys().collect(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_draft_has_every_field_that_a_request_sets() {
        assert_eq!(FIELDS.differences(&water()), [""; 0]);
    }

    #[test]
    fn an_announce_needs_a_name_a_subject_a_body_and_recipients() {
        assert!(water().validate(NOW).is_ok());
        assert_eq!(refused(|draft| draft.name.clear()), ["name"]);
        assert_eq!(refused(|draft| draft.subject = " ".into()), ["subject"]);
        assert_eq!(refused(|draft| draft.body.clear()), ["body"]);
        assert_eq!(refused(|draft| draft.body = "<p></p>".into()), ["body"]);
        assert_eq!(refused(|draft| draft.groups.clear()), ["users"]);
        assert_eq!(refused(|draft| draft.body = "x".repeat(50_001)), ["body"]);
    }

    #[test]
    fn an_announce_ends_after_it_is_sent_and_within_366_days() {
        assert_eq!(refused(|draft| draft.ends_at = Some(NOW)), ["ends_at"]);
        assert_eq!(refused(|draft| draft.ends_at = Some(NOW + Duration::days(367))), ["ends_at"]);
        assert_eq!(refused(|draft| (draft.execute_at, draft.ends_at) = (Some(NOW + Duration::days(2)), Some(NOW + Duration::days(1)))), ["ends_at"]);
        assert_eq!(refused(|draft| draft.execute_at = Some(NOW + Duration::days(367))), ["execute_at"]);
    }

    #[test]
    fn a_new_time_of_sending_is_not_past_and_one_that_stays_may_be() {
        let at = |at: OffsetDateTime| AnnounceDraft { execute_at: Some(at), ..water() };
        let (past, lately) = (NOW - Duration::days(2), NOW - Duration::seconds(59));
        match at(past).ensure_begins_later(None, NOW) {
            Err(Error::Invalid(fields)) => assert_eq!(fields["execute_at"], "date or time must be in the future"),
            other => panic!("{other:?}"),
        }
        assert!(at(past).ensure_begins_later(Some(past + Duration::HOUR), NOW).is_err());
        assert!(at(past).ensure_begins_later(Some(past + Duration::microseconds(300)), NOW).is_ok(), "as it was answered");
        assert!(at(lately).ensure_begins_later(None, NOW).is_ok(), "a slow client");
        assert!(water().ensure_begins_later(Some(past), NOW).is_ok(), "at once");
    }

    #[test]
    fn a_body_with_scripts_is_sanitised_and_an_info_has_no_questions() {
        let mut draft = water();
        draft.body = "<p onclick=\"x()\">a<script>alert(1)</script></p>".into();
        draft.type_info.questions = vec![PollQuestion { text: "?".into(), answers: vec![] }];
        let sanitized = draft.sanitized();
        assert_eq!((sanitized.body.as_str(), sanitized.type_info.questions.len()), ("<p>a</p>", 0));
    }

    #[test]
    fn a_new_one_starts_now_or_later_and_only_what_runs_or_waits_stops() {
        use AnnounceStatus::*;
        let hour = Duration::hours(1);
        assert_eq!(New.start(None, NOW).unwrap(), Sending);
        assert_eq!(New.start(Some(NOW - hour), NOW).unwrap(), Sending);
        assert_eq!(New.start(Some(NOW + hour), NOW).unwrap(), Scheduled);
        for status in [Scheduled, Sending, Active, Stopped, Completed] {
            assert_eq!(status.start(None, NOW).unwrap_err().to_string(), "can't perform action");
        }
        assert_eq!([Scheduled.stop().unwrap(), Sending.stop().unwrap(), Active.stop().unwrap()], [New, Stopped, Stopped]);
        for status in [New, Stopped, Completed] {
            assert_eq!(status.stop().unwrap_err().to_string(), "can't perform action");
        }
    }

    #[test]
    fn what_people_have_read_is_not_edited_and_what_runs_is_not_deleted() {
        use AnnounceStatus::*;
        let editable: Vec<bool> = [New, Scheduled, Sending, Active, Stopped, Completed].map(|status| status.ensure_editable().is_ok()).into();
        let deletable: Vec<bool> = [New, Scheduled, Sending, Active, Stopped, Completed].map(|status| status.ensure_deletable().is_ok()).into();
        assert_eq!(editable, [true, true, false, false, false, false]);
        assert_eq!(deletable, [true, true, false, false, true, true]);
        assert_eq!(Active.ensure_editable().unwrap_err().to_string(), "editing or deleting prohibited");
    }

    proptest! {
        /// Whatever starts and stops somebody tries, a final announce stays final.
        #[test]
        fn a_stopped_or_completed_announce_never_runs_again(steps in proptest::collection::vec(any::<bool>(), 0..8), ended in 5..=6) {
            let status = AnnounceStatus::from_number(ended).unwrap();
            for is_start in steps {
                let next = if is_start { status.start(None, NOW) } else { status.stop() };
                prop_assert!(next.is_err());
            }
        }
    }
}
