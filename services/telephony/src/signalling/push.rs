//! CallUpdated: tells the consoles of those whom a call is for.
use kit::realtime::{Audience, Push};
use serde_json::{Value, json};
use time::OffsetDateTime;

use crate::domain::call::CallStatus;
use crate::domain::route::{Kind, Party, Route, Target};

/// As the console sees a call; the same as `ManagedCall`.
pub fn call(id: &str, route: &Route, status: CallStatus, answered_by: Option<&str>, created_at: OffsetDateTime) -> Value {
    json!({
        "id": id,
        "caller": route.from.number,
        "callee": route.to.number,
        "type": kind(route.kind),
        "status": status.word(),
        "answered_by": answered_by,
        "created_at": created_at.unix_timestamp(),
        "info": info(route),
        "is_sos": route.is_sos,
    })
}

/// One for each number that the call is for, and for who has it; only its user hears it.
pub fn updated(route: &Route, call: &Value) -> Vec<Push> {
    let of_number = |(number, user_id): (String, i64)| {
        let data = json!({ "type": "CallUpdated", "call": call });
        Push::new(route.project_id, format!("calls-management.{number}"), Audience::User(user_id), data)
    };
    people(route).into_iter().map(of_number).collect()
}

/// Of the caller, as the table and the console have it.
pub fn info(route: &Route) -> Value {
    let reference = |id: i64, name: &str| if id == 0 { Value::Null } else { json!({ "id": id, "name": name }) };
    let from = &route.from;
    json!({
        "address": route.address,
        "user": reference(from.user_id, &from.user_name),
        "device": reference(from.device_id, &from.device_name),
    })
}

pub fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Normal => "normal",
        Kind::Awaiting => "awaiting",
    }
}

/// The numbers that the call is for, each once.
pub fn candidates(route: &Route) -> Vec<String> {
    let mut numbers: Vec<String> = parties(route).map(|party| party.number.clone()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// Who of them a console belongs to.
fn people(route: &Route) -> Vec<(String, i64)> {
    let mut people: Vec<(String, i64)> =
        parties(route).filter(|party| party.user_id != 0).map(|party| (party.number.clone(), party.user_id)).collect();
    people.sort_unstable();
    people.dedup();
    people
}

fn parties(route: &Route) -> impl Iterator<Item = &Party> {
    route.stages.iter().flat_map(|stage| &stage.targets).filter_map(|target| match target {
        Target::Number(party) => Some(party),
        Target::Outside(_) => None,
    })
}

/// The party of a number among those that the call is for.
pub fn party<'a>(route: &'a Route, number: &str) -> Option<&'a Party> {
    parties(route).find(|party| party.number == number)
}
