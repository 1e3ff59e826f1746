//! A call of the history, as the API tells it.
use kit::clock;
use proto::vestibule::common::v1::Ref;
use proto::vestibule::telephony::v1::{CallParty, CallStatus, CallType, HistoryCall};

use crate::store::call_history_list::Row;

pub fn call(row: Row) -> HistoryCall {
    // Who answered is worth telling where it was not who was called.
    let answered_by = (!row.answered_number.is_empty() && row.answered_number != row.to_number).then(|| CallParty {
        number: row.answered_number,
        name: row.answered_name,
        user: named(row.answered_user_id, row.answered_user_name),
        device: None,
        domain: None,
    });
    HistoryCall {
        id: row.id,
        created_at: Some(clock::to_proto(row.created_at)),
        status: status(&row.status).into(),
        r#type: if row.r#type == "awaiting" { CallType::Awaiting } else { CallType::Normal }.into(),
        duration: row.duration,
        from: Some(CallParty {
            number: row.from_number,
            name: row.from_name,
            user: named(row.from_user_id, row.from_user_name),
            device: named(row.from_device_id, row.from_device_name),
            domain: named(row.from_domain_id, row.from_domain_name),
        }),
        to: Some(CallParty {
            number: row.to_number,
            name: row.to_name,
            user: named(row.to_user_id, row.to_user_name),
            device: named(row.to_device_id, row.to_device_name),
            domain: named(row.to_domain_id, row.to_domain_name),
        }),
        answered_by,
        is_sos: row.is_sos,
    }
}

fn status(word: &str) -> CallStatus {
    match word {
        "answered" => CallStatus::Answered,
        "noanswer" => CallStatus::Noanswer,
        "busy" => CallStatus::Busy,
        "cancel" => CallStatus::Cancel,
        _ => CallStatus::Failed,
    }
}

fn named(id: i64, name: String) -> Option<Ref> {
    (id != 0).then_some(Ref { id, name })
}
