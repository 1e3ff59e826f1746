use std::time::Duration;

use kit::{Context, Result};
use proto::vestibule::device::v1::CheckAlarmRequest;
use proto::vestibule::device::v1::alarm_calls_client::AlarmCallsClient;

use super::{encode, timed_out};
use crate::store::alarm_call::AlarmCallPerson;

const CHECK_TIMEOUT: Duration = Duration::from_secs(4);

/// Those of the people who may take the alarm; None where it does not wait for anybody any more.
pub async fn check(context: &Context, project_id: i64, alarm_id: i64, people: &[AlarmCallPerson]) -> Result<Option<Vec<i64>>> {
    let message = CheckAlarmRequest { alarm_id, people: people.iter().map(encode).collect() };
    let mut alarms = AlarmCallsClient::new(context.peers.peer("device-gateway"));
    let answer = alarms.check_alarm(context.signer.as_service(context.service, project_id, message));
    let found = tokio::time::timeout(CHECK_TIMEOUT, answer).await.map_err(timed_out)??.into_inner();
    Ok(found.is_waiting.then_some(found.user_ids))
}
