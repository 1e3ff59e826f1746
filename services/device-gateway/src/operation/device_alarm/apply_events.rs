//! What the events of devices make of alarms. In the transaction that stores the events, so that no alarm is lost and none counted
//! twice.
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use kit::Result;
use kit::realtime::Push;
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};

use super::publish::{self, ChangedAlarm};
use crate::domain::device_alarm::{
    self as rules, Alarm, AlarmChange, AlarmState, CLEARED_BY_CLOSING, CLOCK_KNOWN_AFTER, DeviceMoment, KNOWN_CODES, MAX_OPEN_OF_OTHER_CODES,
    REOPEN_WINDOW, RaiseOutcome,
};
use crate::domain::event::EMERGENCY;
use crate::store::alarm_door::{self, DoorKey};
use crate::store::alarm_escalation;
use crate::store::device_alarm::{self, AlarmCause, DeviceAlarmLogLine, DeviceAlarmRow};
use crate::store::event::StoredEvent;
use crate::store::{device, device_clock, group_path};

/// An alarm as the events change it, and what its log says of them.
struct TouchedAlarm {
    id: Option<i64>,
    before: Option<Alarm>,
    alarm: Alarm,
    /// People were notified of it.
    is_alerted: bool,
    lines: Vec<AlarmLine>,
    is_repeated: bool,
}

impl TouchedAlarm {
    /// Whether these events notify people of it.
    fn alerts(&self) -> bool {
        self.lines.iter().any(|line| line.change == AlarmChange::Enabled && !line.is_late)
    }
}

struct AlarmLine {
    change: AlarmChange,
    /// After the change.
    state: AlarmState,
    device_at: OffsetDateTime,
    /// That is long ago.
    is_late: bool,
    event_id: i64,
}

impl AlarmLine {
    fn new(change: AlarmChange, state: AlarmState, event: &ReportedEvent<'_>) -> AlarmLine {
        AlarmLine { change, state, device_at: event.created_at, is_late: event.is_late, event_id: event.id }
    }
}

type TouchedAlarms = BTreeMap<AlarmCause, Vec<TouchedAlarm>>;

/// An event, as far as its device is known.
struct ReportedEvent<'a> {
    event: &'a StoredEvent,
    /// 0 where the device names none, or one that it does not have.
    lock_number: i32,
    is_late: bool,
}

impl std::ops::Deref for ReportedEvent<'_> {
    type Target = StoredEvent;

    fn deref(&self) -> &StoredEvent {
        self.event
    }
}

/// Of events that were not stored before. Returns the pushes to browsers, to be sent after the commit.
pub async fn apply_events(connection: &mut PgConnection, events: &[StoredEvent], now: OffsetDateTime) -> Result<Vec<Push>> {
    let relevant: Vec<&StoredEvent> = events.iter().filter(|event| raises(event) || rules::is_closing(&event.code)).collect();
    if relevant.is_empty() {
        return Ok(Vec::new());
    }
    let relevant = with_devices(connection, &relevant, now).await?;
    let doors: Vec<(i64, DoorKey)> = relevant.iter().map(|event| (event.project_id, door(event))).collect();
    let mut closed: HashMap<DoorKey, DeviceMoment> =
        alarm_door::lock(connection, &doors).await?.into_iter().filter_map(|(door, closed)| Some((door, closed?))).collect();
    let mut touched = find_touched(connection, &relevant).await?;
    let mut newly_closed = BTreeSet::new();
    for event in &relevant {
        if raises(event) {
            raise(&mut touched, event, closed.get(&door(event)).copied());
        } else {
            let latest = closed.entry(door(event)).or_insert(moment(event));
            *latest = latest.later(moment(event));
            newly_closed.insert(door(event));
            clear(&mut touched, event);
        }
    }
    let closings: Vec<(DoorKey, DeviceMoment)> = newly_closed.into_iter().filter_map(|door| Some((door, *closed.get(&door)?))).collect();
    if !closings.is_empty() {
        alarm_door::update_closed(connection, &closings).await?;
    }
    write(connection, touched, &relevant, now).await
}

async fn with_devices<'a>(connection: &mut PgConnection, events: &[&'a StoredEvent], now: OffsetDateTime) -> Result<Vec<ReportedEvent<'a>>> {
    let ids: BTreeSet<i64> = events.iter().map(|event| event.device_id).collect();
    let locks: HashMap<i64, u8> = device::list_max_locks(connection, &Vec::from_iter(ids)).await?;
    let seems_late = |event: &&&StoredEvent| rules::is_late(event.created_at, event.received_at, Duration::ZERO);
    // A closing says nothing that depends on it, and nearly every push has some.
    let late: BTreeSet<i64> = events.iter().filter(|event| raises(event)).filter(seems_late).map(|event| event.device_id).collect();
    let behind = match late.is_empty() {
        true => HashMap::new(),
        false => device_clock::find_behind(connection, &Vec::from_iter(late), now - CLOCK_KNOWN_AFTER).await?,
    };
    let reported = |&event: &&'a StoredEvent| ReportedEvent {
        lock_number: rules::lock_of_event(event.lock_number, locks.get(&event.device_id).copied().unwrap_or_default()),
        is_late: rules::is_late(event.created_at, event.received_at, behind.get(&event.device_id).copied().unwrap_or_default()),
        event,
    };
    Ok(events.iter().map(reported).collect())
}

fn raises(event: &StoredEvent) -> bool {
    event.category == EMERGENCY
}

fn door(event: &ReportedEvent<'_>) -> DoorKey {
    DoorKey { device_id: event.device_id, lock_number: event.lock_number }
}

fn moment(event: &StoredEvent) -> DeviceMoment {
    DeviceMoment { number: event.device_event_id, at: event.created_at }
}

fn cause(event: &ReportedEvent<'_>, code: &str) -> AlarmCause {
    let DoorKey { device_id, lock_number } = door(event);
    AlarmCause { device_id, lock_number, code: code.to_owned() }
}

/// The newest alarms of the causes that the events may change.
async fn find_touched(connection: &mut PgConnection, events: &[ReportedEvent<'_>]) -> Result<TouchedAlarms> {
    let causes: BTreeSet<AlarmCause> = events
        .iter()
        .flat_map(|event| match raises(event) {
            true => vec![cause(event, &event.code)],
            false => CLEARED_BY_CLOSING.iter().map(|code| cause(event, code)).collect(),
        })
        .collect();
    let rows = device_alarm::find_newest_for_update(connection, &Vec::from_iter(causes)).await?;
    let touched = |row: DeviceAlarmRow| {
        let (alarm, is_alerted) = (row.alarm(), row.alerted_at.is_some());
        let cause = AlarmCause { device_id: row.device_id, lock_number: row.lock_number, code: row.code };
        (cause, vec![TouchedAlarm { id: Some(row.id), before: Some(alarm.clone()), alarm, is_alerted, lines: Vec::new(), is_repeated: false }])
    };
    Ok(rows.into_iter().map(touched).collect())
}

fn raise(touched: &mut TouchedAlarms, event: &ReportedEvent<'_>, closed: Option<DeviceMoment>) {
    let closed = closed.filter(|_| CLEARED_BY_CLOSING.contains(&event.code.as_str()));
    let alarms = touched.entry(cause(event, &event.code)).or_default();
    match rules::raise(alarms.last().map(|newest| &newest.alarm), moment(event), closed) {
        RaiseOutcome::New(alarm) => {
            let mut lines = vec![AlarmLine::new(AlarmChange::Enabled, AlarmState::Enabled, event)];
            if let Some(cleared) = alarm.cleared {
                lines.push(AlarmLine { device_at: cleared.at, ..AlarmLine::new(AlarmChange::Disabled, AlarmState::Disabled, event) });
            }
            alarms.push(TouchedAlarm { id: None, before: None, alarm, is_alerted: !event.is_late, lines, is_repeated: false });
        }
        RaiseOutcome::Joined(alarm) => {
            let newest = alarms.last_mut().expect("an alarm was joined");
            if !event.is_late && alarm.alerts_again(&newest.alarm, newest.is_alerted, moment(event)) {
                newest.lines.push(AlarmLine::new(AlarmChange::Enabled, alarm.state, event));
                newest.is_alerted = true;
            } else if let Some(change) = alarm.change_from(newest.alarm.state) {
                newest.lines.push(AlarmLine::new(change, alarm.state, event));
                // Nobody was notified that it came back.
                newest.is_alerted &= change != AlarmChange::Reopened || !event.is_late;
            }
            newest.is_repeated = true;
            newest.alarm = alarm;
        }
        RaiseOutcome::AlreadyProcessed => {}
    }
}

fn clear(touched: &mut TouchedAlarms, event: &ReportedEvent<'_>) {
    for code in CLEARED_BY_CLOSING {
        let Some(newest) = touched.get_mut(&cause(event, code)).and_then(|alarms| alarms.last_mut()) else { continue };
        let Some(cleared) = rules::clear(&newest.alarm, moment(event)) else { continue };
        if let Some(change) = cleared.change_from(newest.alarm.state) {
            newest.lines.push(AlarmLine::new(change, cleared.state, event));
        }
        newest.alarm = cleared;
    }
}

async fn write(connection: &mut PgConnection, touched: TouchedAlarms, events: &[ReportedEvent<'_>], now: OffsetDateTime) -> Result<Vec<Push>> {
    let projects: HashMap<i64, i64> = events.iter().map(|event| (event.device_id, event.project_id)).collect();
    let mut written = Vec::new();
    for (cause, alarms) in touched {
        let project_id = projects[&cause.device_id];
        for alarm in alarms.into_iter().filter(|alarm| alarm.before.as_ref() != Some(&alarm.alarm)) {
            let id = match alarm.id {
                Some(id) => {
                    device_alarm::update_from_events(connection, id, &alarm.alarm, alarm.is_alerted).await?;
                    id
                }
                None if has_too_many(connection, &cause).await? => {
                    tracing::warn!(
                        device_id = cause.device_id,
                        code = cause.code,
                        "no alarm is raised: the device has too many open ones of unknown codes"
                    );
                    continue;
                }
                None => device_alarm::insert(connection, project_id, &cause, rules::severity(&cause.code), &alarm.alarm, now).await?,
            };
            written.push((id, project_id, alarm));
        }
    }
    if written.is_empty() {
        return Ok(Vec::new());
    }
    let lines: Vec<DeviceAlarmLogLine> = written
        .iter()
        .flat_map(|(id, project_id, alarm)| {
            alarm.lines.iter().map(|line| DeviceAlarmLogLine {
                project_id: *project_id,
                alarm_id: *id,
                change: line.change,
                device_at: line.device_at,
            })
        })
        .collect();
    device_alarm::insert_logs(connection, &lines, now).await?;
    let alerting: Vec<i64> = written.iter().filter(|(_, _, alarm)| alarm.alerts()).map(|(id, _, _)| *id).collect();
    let released = match alerting.is_empty() {
        true => Vec::new(),
        false => alarm_escalation::start(connection, &alerting, now - REOPEN_WINDOW, now).await?,
    };
    publish_changes(connection, &written, &HashSet::from_iter(released), now).await
}

/// Known codes always raise an alarm: a device has a few at most.
async fn has_too_many(connection: &mut PgConnection, cause: &AlarmCause) -> Result<bool> {
    if KNOWN_CODES.contains(&cause.code.as_str()) {
        return Ok(false);
    }
    Ok(device_alarm::count_open_of_other_codes(connection, cause.device_id, &KNOWN_CODES).await? >= MAX_OPEN_OF_OTHER_CODES)
}

/// Emits the events, and builds the pushes. `released`: alarms that whoever had taken them has no longer.
async fn publish_changes(
    connection: &mut PgConnection,
    written: &[(i64, i64, TouchedAlarm)],
    released: &HashSet<i64>,
    now: OffsetDateTime,
) -> Result<Vec<Push>> {
    let ids: Vec<i64> = written.iter().map(|(id, _, _)| *id).collect();
    let rows: HashMap<i64, DeviceAlarmRow> = device_alarm::find_many(connection, &ids).await?.into_iter().map(|row| (row.id, row)).collect();
    let groups: Vec<i64> = rows.values().map(|row| row.domain_id).collect();
    let paths = group_path::find_many(connection, &groups).await?;
    let (mut changed, mut pushes) = (Vec::new(), Vec::new());
    for (id, _, alarm) in written {
        let Some(row) = rows.get(id) else { continue };
        let path = paths.get(&row.domain_id).cloned().unwrap_or_default();
        if released.contains(id) {
            let (change, state) = (AlarmChange::Released, alarm.alarm.state);
            changed.push(ChangedAlarm { row, change, state, is_late: false, user: None, event_id: 0 });
            pushes.push(publish::build_push(row, change.as_str(), false, path.clone()));
        }
        for line in &alarm.lines {
            let AlarmLine { change, state, is_late, event_id, .. } = *line;
            changed.push(ChangedAlarm { row, change, state, is_late, user: None, event_id });
            pushes.push(publish::build_push(row, change.as_str(), is_late, path.clone()));
        }
        if alarm.lines.is_empty() && alarm.is_repeated {
            pushes.push(publish::build_push(row, "repeated", false, path));
        }
    }
    publish::publish_all(connection, &changed, now).await?;
    Ok(pushes)
}
