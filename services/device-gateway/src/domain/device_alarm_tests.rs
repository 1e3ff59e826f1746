use proptest::prelude::*;
use time::macros::datetime;

use super::*;

const START: OffsetDateTime = datetime!(2026-11-23 22:00 UTC);

/// An event of one cause: whether it raises, and its minute. The number is its place in the device's order.
#[derive(Clone, Copy, Debug)]
struct ReportedEvent {
    raises: bool,
    moment: DeviceMoment,
}

/// The alarms of one cause, as the service keeps them: the newest last.
#[derive(Default)]
struct Cause {
    alarms: Vec<Alarm>,
    closed: Option<DeviceMoment>,
}

impl Cause {
    fn apply(&mut self, reported: ReportedEvent) {
        if reported.raises {
            match raise(self.alarms.last(), reported.moment, self.closed) {
                RaiseOutcome::New(alarm) => self.alarms.push(alarm),
                RaiseOutcome::Joined(alarm) => *self.alarms.last_mut().unwrap() = alarm,
                RaiseOutcome::AlreadyProcessed => {}
            }
        } else {
            self.closed = Some(self.closed.map_or(reported.moment, |closed| closed.later(reported.moment)));
            if let Some(cleared) = self.alarms.last().and_then(|alarm| clear(alarm, reported.moment)) {
                *self.alarms.last_mut().unwrap() = cleared;
            }
        }
    }

    fn of(events: impl IntoIterator<Item = ReportedEvent>) -> Cause {
        let mut cause = Cause::default();
        events.into_iter().for_each(|reported| cause.apply(reported));
        cause
    }

    fn is_enabled(&self) -> bool {
        self.alarms.last().is_some_and(|alarm| alarm.state == AlarmState::Enabled)
    }
}

fn moment(number: i64, minute: i64) -> DeviceMoment {
    DeviceMoment { number, at: START + Duration::minutes(minute) }
}

/// Events in the device's order, numbered or not, up to `gap` minutes apart; and the same in the order of arrival.
fn events(gap: i64) -> impl Strategy<Value = (Vec<ReportedEvent>, Vec<ReportedEvent>)> {
    let steps = proptest::collection::vec((any::<bool>(), 1..=gap), 1..12);
    (steps, any::<bool>()).prop_flat_map(|(steps, is_numbered)| {
        let mut minute = 0;
        let reported: Vec<ReportedEvent> = steps
            .into_iter()
            .zip(1..)
            .map(|((raises, step), number)| {
                minute += step;
                ReportedEvent { raises, moment: moment(if is_numbered { number } else { 0 }, minute) }
            })
            .collect();
        (Just(reported.clone()), Just(reported).prop_shuffle())
    })
}

proptest! {
    #[test]
    fn whatever_the_order_of_arrival_the_last_event_of_the_device_decides_and_each_is_counted((reported, arrived) in events(30)) {
        let cause = Cause::of(arrived);
        prop_assert_eq!(cause.is_enabled(), reported.last().is_some_and(|last| last.raises));
        let raised = reported.iter().filter(|reported| reported.raises).count();
        prop_assert_eq!(cause.alarms.iter().map(|alarm| alarm.count as usize).sum::<usize>(), raised);
        let enabled = cause.alarms.iter().filter(|alarm| alarm.state == AlarmState::Enabled).count();
        prop_assert!(enabled <= 1, "two enabled alarms of one cause");
    }

    /// Within the window in which it comes back, a cause has one alarm. A door that is closed is not closed once more.
    #[test]
    fn an_alarm_is_the_fold_of_its_events_in_any_order_of_arrival((reported, arrived) in events(1)) {
        let reported = without_repeated_closings(reported);
        let is_of_them = |event: &ReportedEvent| reported.iter().any(|reported| reported.moment == event.moment);
        let (cause, in_order) = (Cause::of(arrived.into_iter().filter(is_of_them)), Cause::of(reported.clone()));
        prop_assert_eq!(&cause.alarms, &in_order.alarms);
        let last_raised = reported.iter().rfind(|reported| reported.raises).map(|reported| reported.moment);
        prop_assert_eq!(cause.alarms.iter().map(|alarm| alarm.raised).collect::<Vec<_>>(), Vec::from_iter(last_raised));
    }
}

/// Within ten minutes.
fn without_repeated_closings(reported: Vec<ReportedEvent>) -> Vec<ReportedEvent> {
    let mut kept: Vec<ReportedEvent> = Vec::new();
    for event in reported.into_iter().take(11) {
        if event.raises || kept.last().is_none_or(|last| last.raises) {
            kept.push(event);
        }
    }
    kept
}

#[test]
fn ten_shakes_of_a_gate_are_one_alarm() {
    let cause = Cause::of((1..=10).map(|number| ReportedEvent { raises: true, moment: moment(number, number) }));
    assert_eq!(cause.alarms.iter().map(|alarm| alarm.count).collect::<Vec<_>>(), [10]);
    assert_eq!(cause.alarms[0].first_at, START + Duration::minutes(1));
}

#[test]
fn a_cause_that_goes_on_is_one_open_alarm_however_long_its_gaps() {
    let raised = [(1, 0), (2, 61), (3, 6_000)].map(|(number, minute)| ReportedEvent { raises: true, moment: moment(number, minute) });
    let backwards = raised.into_iter().rev().collect();
    for arrived in [raised.to_vec(), backwards] {
        let alarms = Cause::of(arrived).alarms;
        assert_eq!(alarms.iter().map(|alarm| (alarm.state, alarm.count)).collect::<Vec<_>>(), [(AlarmState::Enabled, 3)]);
        assert_eq!((alarms[0].first_at, alarms[0].raised), (START, moment(3, 6_000)));
    }
}

#[test]
fn an_alarm_comes_back_within_ten_minutes_and_is_another_one_later() {
    let shaken = |minute| {
        Cause::of([
            ReportedEvent { raises: true, moment: moment(1, 0) },
            ReportedEvent { raises: false, moment: moment(2, 1) },
            ReportedEvent { raises: true, moment: moment(3, minute) },
        ])
    };
    assert_eq!(shaken(11).alarms.iter().map(|alarm| (alarm.state, alarm.count)).collect::<Vec<_>>(), [(AlarmState::Enabled, 2)]);
    let states: Vec<AlarmState> = shaken(12).alarms.iter().map(|alarm| alarm.state).collect();
    assert_eq!(states, [AlarmState::Disabled, AlarmState::Enabled]);
}

#[test]
fn a_clearing_event_from_before_the_last_raising_clears_nothing() {
    let alarm = Alarm { state: AlarmState::Enabled, count: 2, first_at: START, raised: moment(7, 5), cleared: None };
    assert_eq!(clear(&alarm, moment(6, 30)), None, "the numbers decide, not the clock");
    assert_eq!(clear(&Alarm { raised: moment(0, 5), ..alarm.clone() }, moment(0, 4)), None);
    assert_eq!(clear(&alarm, moment(8, 1)).map(|alarm| alarm.state), Some(AlarmState::Disabled));
}

#[test]
fn what_was_processed_stays_so_and_what_comes_after_is_new() {
    let processed = Alarm { state: AlarmState::Processed, count: 1, first_at: START, raised: moment(7, 5), cleared: None };
    assert_eq!(clear(&processed, moment(8, 6)), None);
    assert_eq!(raise(Some(&processed), moment(6, 4), None), RaiseOutcome::AlreadyProcessed);
    assert!(matches!(raise(Some(&processed), moment(8, 6), None), RaiseOutcome::New(alarm) if alarm.count == 1));
}

#[test]
fn a_comment_has_a_character_and_a_thousand_at_most() {
    assert_eq!(validate_comment(" looked after it ").unwrap(), "looked after it");
    assert!(validate_comment("x".repeat(1_000).as_str()).is_ok());
    for wrong in [" ", "x".repeat(1_001).as_str()] {
        let Error::Invalid(fields) = validate_comment(wrong).unwrap_err() else { panic!("a field") };
        assert!(fields.contains_key("comment"));
    }
}

#[test]
fn tampering_and_unknown_emergencies_are_the_most_severe() {
    assert_eq!(["door_was_not_closed_too_long", "lock_is_opened_too_long", "tamper_event", "smoke"].map(severity), [1, 2, 3, 3]);
    assert!(CLEARED_BY_CLOSING.iter().all(|code| EventCode::from(code.to_string()).is_alarm()));
}

#[test]
fn a_panel_that_numbers_its_events_anew_raises_and_clears_alarms() {
    let processed = Alarm { state: AlarmState::Processed, count: 1, first_at: START, raised: moment(700, 5), cleared: None };
    assert!(matches!(raise(Some(&processed), moment(1, 6), None), RaiseOutcome::New(_)));
    let enabled = Alarm { state: AlarmState::Enabled, ..processed };
    assert_eq!(clear(&enabled, moment(2, 90)).map(|alarm| alarm.state), Some(AlarmState::Disabled));
}

#[test]
fn people_are_notified_again_of_an_open_alarm_that_was_late_or_that_is_raised_much_later() {
    let alarm = Alarm { state: AlarmState::Enabled, count: 1, first_at: START, raised: moment(1, 0), cleared: None };
    let alerts = |before: &Alarm, is_alerted: bool, moment: DeviceMoment| {
        let RaiseOutcome::Joined(joined) = raise(Some(before), moment, None) else { panic!("the same alarm") };
        joined.alerts_again(before, is_alerted, moment)
    };
    assert!(alerts(&alarm, false, moment(2, 1)), "so far it was late");
    assert!(!alerts(&alarm, true, moment(2, 10)), "ten shakes of a gate are one alarm");
    assert!(alerts(&alarm, true, moment(2, 11)));
    let later = Alarm { raised: moment(5, 30), ..alarm.clone() };
    assert!(!alerts(&later, true, moment(4, 10)), "what comes late is no reason");
    assert!(alerts(&later, true, moment(6, 10)), "its clock was set back");
    let ended = Alarm { state: AlarmState::Disabled, cleared: Some(moment(2, 30)), ..alarm };
    assert!(!alerts(&ended, true, moment(3, 35)), "a door that was open for long, and opens again");
    assert!(alerts(&ended, false, moment(3, 35)));
}

#[test]
fn a_clock_that_is_known_to_be_behind_makes_no_event_late() {
    let (now, hour) = (START + Duration::hours(1), Duration::hours(1));
    assert!(is_late(START, now, Duration::ZERO));
    assert!(!is_late(START, now, hour));
    assert!(is_late(START - Duration::minutes(16), now, hour));
}

#[test]
fn a_lock_that_the_model_does_not_have_is_none() {
    assert_eq!([Some(2), Some(3), Some(0), Some(-1), None].map(|number| lock_of_event(number, 2)), [2, 0, 0, 0, 0]);
}
