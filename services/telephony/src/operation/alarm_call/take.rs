use std::time::Duration;

use kit::{Context, Error, Result};
use proto::vestibule::device::v1::TakeAlarmForPersonRequest;
use proto::vestibule::device::v1::alarm_calls_client::AlarmCallsClient;

use super::{encode, timed_out};
use crate::store::alarm_call;

const TAKE_TIMEOUT: Duration = Duration::from_secs(5);

/// For the person whose phone it was asked on, with the rights that they have now.
pub async fn take(context: &Context, project_id: i64, alarm_id: i64, user_id: i64) -> Result<()> {
    let mut reader = context.database.read(project_id).await?;
    let person = alarm_call::people(&mut reader, project_id, &[user_id]).await?.pop().ok_or(Error::Forbidden)?;
    drop(reader);
    let message = TakeAlarmForPersonRequest { alarm_id, person: Some(encode(&person)) };
    let mut alarms = AlarmCallsClient::new(context.peers.peer("device-gateway"));
    let answer = alarms.take_alarm_for_person(context.signer.as_service(context.service, project_id, message));
    tokio::time::timeout(TAKE_TIMEOUT, answer).await.map_err(timed_out)??;
    Ok(())
}
