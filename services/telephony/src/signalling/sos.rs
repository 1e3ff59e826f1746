//! A call for help is told once, in the transaction that first writes it down.
use kit::{Result, Tx, clock, outbox};
use proto::vestibule::events::v1::SosCalled;
use time::OffsetDateTime;

use crate::domain::route::Party;

pub const TOPIC: &str = "telephony.sos.called";

pub async fn tell(tx: &mut Tx, project_id: i64, call_id: &str, from: &Party, at: OffsetDateTime) -> Result<()> {
    let event = SosCalled {
        project_id,
        call_id: call_id.into(),
        device_id: from.device_id,
        device_name: from.device_name.clone(),
        domain_id: from.domain_id,
        number: from.number.clone(),
        at: Some(clock::to_proto(at)),
    };
    outbox::emit(tx, project_id, TOPIC, &format!("call:{call_id}"), &event).await
}
