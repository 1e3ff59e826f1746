//! Calls because of alarms that nobody takes.
use std::sync::{Arc, Mutex};

use proto::vestibule::device::v1::*;
use proto::vestibule::events::v1::DeviceAlarmEscalated;
use rsipstack::sip::Header;
use testing::{PROJECT, StandIn};
use time::Duration;
use tonic::{Request, Status};

use super::exchange::{Leg, Ring};
use super::house::{CONCIERGE, House, SECOND, eventually};
use super::relay::ALARM;
use super::rtp::Voice;
use crate::site::{ANNA, PANEL_1};

/// What device-gateway knows of the alarm.
#[derive(Default)]
struct Alarm {
    taken_by: Option<i64>,
    /// Who may take it.
    permitted: Vec<i64>,
    checks: usize,
}

type SharedAlarm = Arc<Mutex<Alarm>>;

/// Device-gateway as it answers of one alarm, which these users may take.
fn alarm_of(house: &House, permitted: &[i64]) -> SharedAlarm {
    let alarm = SharedAlarm::new(Mutex::new(Alarm { permitted: permitted.to_vec(), ..Alarm::default() }));
    let (checked, taken) = (alarm.clone(), alarm.clone());
    let stand_in = StandIn::default()
        .answer("vestibule.device.v1.AlarmCalls/CheckAlarm", move |request: Request<CheckAlarmRequest>| {
            let mut alarm = checked.lock().unwrap();
            alarm.checks += 1;
            let asked = request.into_inner().people.into_iter().map(|person| person.user_id);
            let is_waiting = alarm.taken_by.is_none();
            Ok(CheckAlarmResponse { is_waiting, user_ids: asked.filter(|user| is_waiting && alarm.permitted.contains(user)).collect() })
        })
        .answer("vestibule.device.v1.AlarmCalls/TakeAlarmForPerson", move |request: Request<TakeAlarmForPersonRequest>| {
            let mut alarm = taken.lock().unwrap();
            let person = request.into_inner().person.unwrap();
            if !alarm.permitted.contains(&person.user_id) {
                return Err(kit::Error::Forbidden.into());
            }
            if alarm.taken_by.is_some() {
                return Err(Status::from(kit::Error::conflict("changed by somebody else: try again")));
            }
            alarm.taken_by = Some(person.user_id);
            Ok(TakeAlarmForPersonResponse {})
        });
    house.site.app.context.peers.add("device-gateway", stand_in.routes());
    alarm
}

/// A step of the alarm's escalation.
async fn step(house: &House, step: i32, by: &str, user_ids: &[i64]) {
    let event = DeviceAlarmEscalated {
        project_id: PROJECT,
        alarm_id: 7,
        step,
        by: by.into(),
        user_ids: user_ids.to_vec(),
        device_id: PANEL_1,
        device_name: "Gate".into(),
        ..Default::default()
    };
    house.site.deliver("device.alarm.escalated", &event).await;
}

async fn is_over(house: &House) {
    eventually(async || {
        let mut tx = house.site.app.context.database.tenant(PROJECT).await.unwrap();
        let calls: i64 = sqlx::query_scalar("SELECT count(*) FROM alarm_calls").fetch_one(&mut *tx).await.unwrap();
        (calls == 0).then_some(())
    })
    .await;
}

/// So many phones, by their numbers.
async fn rings(house: &House, phones: usize) -> Vec<Ring> {
    let mut rings = Vec::new();
    for _ in 0..phones {
        let ring = house.exchange.ring().await;
        ring.says_that_it_rings();
        rings.push(ring);
    }
    rings.sort_by(|a, b| a.number.cmp(&b.number));
    rings
}

async fn presses_on_the_web_phone(leg: &Leg, key: &str) {
    let headers = Some(vec![Header::ContentType("application/dtmf-relay".into())]);
    leg.dialog.info(headers, Some(format!("Signal={key}\r\nDuration=160\r\n").into_bytes())).await.unwrap();
}

#[tokio::test]
async fn a_step_that_calls_rings_every_phone_of_its_people_until_somebody_presses_1_who_then_has_the_alarm() {
    let house = House::open().await;
    house.exchange.register("110", 2);
    house.exchange.register("112", 1);
    let alarm = alarm_of(&house, &[CONCIERGE, SECOND]);
    step(&house, 1, "call", &[CONCIERGE, SECOND]).await;

    let mut phones = rings(&house, 3).await.into_iter();
    let (first, other, of_second) = (phones.next().unwrap(), phones.next().unwrap(), phones.next().unwrap());
    assert_eq!((first.number.as_str(), of_second.number.as_str()), ("110", "112"));
    assert_eq!((first.header("X-Alarm-Id").as_str(), first.header("X-Target-Callee").as_str()), ("7", "110"));
    let voice = Voice::new(880).await;
    let leg = first.answer(&voice);
    voice.hears(ALARM).await;
    other.stops().await;

    presses_on_the_web_phone(&leg, "2").await;
    assert_eq!(alarm.lock().unwrap().taken_by, None, "another key is none");
    presses_on_the_web_phone(&leg, "1").await;
    leg.ends().await;
    of_second.stops().await;
    assert_eq!(alarm.lock().unwrap().taken_by, Some(CONCIERGE));
    is_over(&house).await;
    let history = house.history(2).await;
    let mut outcomes: Vec<_> = history.iter().map(|row| (row.1.as_str(), row.2.as_str(), row.3.as_str())).collect();
    outcomes.sort_unstable();
    assert_eq!(outcomes, [("110", "110", "answered"), ("112", "", "noanswer")]);
}

#[tokio::test]
async fn a_key_of_a_telephone_takes_the_alarm_while_another_listens() {
    let house = House::open().await;
    house.exchange.register("110", 1);
    house.exchange.register("112", 1);
    let alarm = alarm_of(&house, &[CONCIERGE, SECOND]);
    step(&house, 1, "call", &[CONCIERGE, SECOND]).await;
    let mut phones = rings(&house, 2).await.into_iter();
    let (first, second) = (Voice::new(880).await, Voice::new(1_500).await);
    let listening = phones.next().unwrap().answer(&first);
    let pressing = phones.next().unwrap().answer(&second);
    first.hears(ALARM).await;
    second.hears(ALARM).await;
    second.presses(3).await;
    second.presses(1).await;
    pressing.ends().await;
    listening.ends().await;
    assert_eq!(alarm.lock().unwrap().taken_by, Some(SECOND));
    is_over(&house).await;
}

#[tokio::test]
async fn where_nobody_takes_the_alarm_the_next_step_calls_the_next_people_and_steps_by_mail_call_nobody() {
    let house = House::open().await;
    house.exchange.register("110", 1);
    house.exchange.register("112", 1);
    let alarm = alarm_of(&house, &[CONCIERGE, SECOND]);
    step(&house, 1, "call", &[CONCIERGE]).await;
    rings(&house, 1).await.pop().unwrap().refuse(486);
    is_over(&house).await;
    assert_eq!(house.history(1).await[0].3, "busy");
    step(&house, 2, "mail", &[CONCIERGE]).await;
    step(&house, 3, "call", &[SECOND]).await;
    let ring = rings(&house, 1).await.pop().unwrap();
    assert_eq!(ring.number, "112");
    // An answering machine: it is no person who takes the alarm.
    let voice = Voice::new(880).await;
    let leg = ring.answer(&voice);
    voice.hears(ALARM).await;
    leg.hang_up().await;
    is_over(&house).await;
    assert_eq!(alarm.lock().unwrap().taken_by, None);
}

#[tokio::test]
async fn an_alarm_that_is_taken_meanwhile_stops_to_ring_and_one_that_was_taken_before_rings_nobody() {
    let house = House::open().await;
    house.exchange.register("110", 1);
    let alarm = alarm_of(&house, &[CONCIERGE]);
    step(&house, 1, "call", &[CONCIERGE]).await;
    let ring = rings(&house, 1).await.pop().unwrap();
    alarm.lock().unwrap().taken_by = Some(ANNA);
    ring.stops().await;
    is_over(&house).await;
    step(&house, 2, "call", &[CONCIERGE]).await;
    is_over(&house).await;
    assert!(house.exchange.is_quiet().await);
}

#[tokio::test]
async fn a_person_who_may_not_take_the_alarm_is_not_rung_and_takes_none_when_the_right_ends_meanwhile() {
    let house = House::open().await;
    for number in ["101", "110"] {
        house.exchange.register(number, 1);
    }
    let alarm = alarm_of(&house, &[CONCIERGE]);
    step(&house, 1, "call", &[ANNA, CONCIERGE]).await;
    let ring = rings(&house, 1).await.pop().unwrap();
    assert_eq!(ring.number, "110");
    let voice = Voice::new(880).await;
    let leg = ring.answer(&voice);
    voice.hears(ALARM).await;
    alarm.lock().unwrap().permitted.clear();
    voice.presses(1).await;
    leg.ends().await;
    assert_eq!(alarm.lock().unwrap().taken_by, None);
    is_over(&house).await;
    assert!(house.exchange.is_quiet().await);
}

#[tokio::test]
async fn a_call_of_a_process_that_is_killed_is_placed_by_the_next_and_once() {
    let mut house = House::open().await;
    house.exchange.register("110", 1);
    let alarm = alarm_of(&house, &[CONCIERGE]);
    step(&house, 1, "call", &[CONCIERGE]).await;
    let lost = rings(&house, 1).await;
    house.kill();
    house.start();
    // The claim of the process that was killed still holds.
    let checks = alarm.lock().unwrap().checks;
    house.site.app.context.clock.advance(Duration::seconds(14));
    tokio::time::sleep(std::time::Duration::from_secs(3)).await;
    assert_eq!(alarm.lock().unwrap().checks, checks);
    house.site.app.context.clock.advance(Duration::seconds(2));
    let ring = rings(&house, 1).await.pop().unwrap();
    let voice = Voice::new(880).await;
    let leg = ring.answer(&voice);
    voice.hears(ALARM).await;
    presses_on_the_web_phone(&leg, "1").await;
    leg.ends().await;
    is_over(&house).await;
    assert_eq!(alarm.lock().unwrap().taken_by, Some(CONCIERGE));
    assert!(house.exchange.is_quiet().await, "nobody is rung again");
    drop(lost);
}
