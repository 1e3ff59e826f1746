//! Calls that wait for the caller, or that the caller has.
use kit::{Error, Result};
use policy::Caller;
use proto::vestibule::telephony::v1::{CallType, ManagedCall, ManagedCallInfo, ManagedCallStatus};

use super::Api;
use crate::signalling::Calls;
use crate::store::dialer;
use crate::store::speech_list::{self, Row};

impl Api {
    pub(super) async fn managed(&self, caller: &Caller) -> Result<Vec<ManagedCall>> {
        let mut reader = self.context.database.read(caller.project_id).await?;
        let numbers = dialer::numbers(&mut reader, caller.project_id, caller.user_id).await?;
        let rows = speech_list::of(&mut reader, caller.project_id, &numbers).await?;
        drop(reader);
        Ok(rows.into_iter().map(call).collect())
    }

    /// Whoever it waits for may end it for everybody.
    pub(super) async fn stop(&self, caller: &Caller, id: &str) -> Result<()> {
        let mut reader = self.context.database.read(caller.project_id).await?;
        let numbers = dialer::numbers(&mut reader, caller.project_id, caller.user_id).await?;
        let is_theirs = speech_list::is_of(&mut reader, caller.project_id, &numbers, id).await?;
        drop(reader);
        if !is_theirs {
            return Err(Error::NotFound);
        }
        Calls::new(&self.context).stop(caller.project_id, id).await
    }
}

fn call(row: Row) -> ManagedCall {
    ManagedCall {
        id: row.id,
        caller: row.caller,
        callee: row.callee,
        r#type: if row.r#type == "awaiting" { CallType::Awaiting } else { CallType::Normal }.into(),
        status: status(&row.status).into(),
        answered_by: row.answered_by,
        created_at: row.created_at.unix_timestamp(),
        info: Some(ManagedCallInfo { address: row.info.0.address, user: row.info.0.user.map(Into::into), device: row.info.0.device.map(Into::into) }),
        is_sos: row.is_sos,
    }
}

fn status(word: &str) -> ManagedCallStatus {
    match word {
        "new" => ManagedCallStatus::New,
        "calling" => ManagedCallStatus::Calling,
        "answered" => ManagedCallStatus::Answered,
        "answered_waiting" => ManagedCallStatus::AnsweredWaiting,
        _ => ManagedCallStatus::Waiting,
    }
}
