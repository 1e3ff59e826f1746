//! Calls because of alarms: what device-gateway is asked, whose alarms they are.
mod check;
mod take;

pub use check::check;
pub use take::take;

use kit::Error;
use proto::vestibule::device::v1::AlarmCallPerson;

use crate::store::alarm_call::AlarmCallPerson as AlarmCallPersonRow;

fn encode(person: &AlarmCallPersonRow) -> AlarmCallPerson {
    AlarmCallPerson {
        user_id: person.user_id,
        user_name: person.user_name.clone(),
        permissions: person.permissions.clone(),
        domain_ids: person.domain_ids.clone(),
    }
}

fn timed_out<E>(_: E) -> Error {
    Error::Unavailable(anyhow::anyhow!("device-gateway did not answer in time"))
}
