//! A notification as it is shown, in the API's protobuf and in the push's JSON: one and the same.
use kit::clock;
use kit::json::to_struct;
use proto::vestibule::notifications::v1::{Notification, Significance};
use serde_json::{Value, json};
use time::OffsetDateTime;
use time::format_description::BorrowedFormatItem;
use time::macros::format_description;

use super::class;

const MILLISECONDS: &[BorrowedFormatItem<'_>] = format_description!("[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:3]Z");

/// A notification of one user, as it is stored.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Stored {
    pub id: i64,
    pub r#type: i16,
    pub significance: i16,
    pub data: Value,
    pub created_at: OffsetDateTime,
    pub read_at: Option<OffsetDateTime>,
}

impl Stored {
    pub fn to_proto(&self) -> Notification {
        let class = class::of(self.r#type);
        let look = class::look(class, &self.data);
        Notification {
            id: self.id,
            r#type: class.into(),
            data: Some(to_struct(&self.data)),
            created_at: Some(clock::to_proto(self.created_at)),
            read_at: self.read_at.map(clock::to_proto),
            significance: self.significance().into(),
            icon: look.icon.into(),
            color: look.color.into(),
            popup_action: look.popup_action(),
            sound: look.sound(),
        }
    }

    /// As the gateway writes the same notification.
    pub fn to_json(&self) -> Value {
        let class = class::of(self.r#type);
        let look = class::look(class, &self.data);
        json!({
            "id": self.id,
            "type": class::word(class),
            "data": self.data,
            "created_at": rfc3339(self.created_at),
            "read_at": self.read_at.map(rfc3339),
            "significance": if self.significance() == Significance::Important { "important" } else { "normal" },
            "icon": look.icon,
            "color": look.color,
            "popup_action": look.page.map(|page| json!({ "code": "goto:page", "params": { "page": page, "query": {} } })),
            "sound": look.sound().map(|sound| json!({ "file": sound.file, "mode": sound.mode })),
        })
    }

    fn significance(&self) -> Significance {
        Significance::try_from(i32::from(self.significance)).unwrap_or(Significance::Normal)
    }
}

/// In UTC, to the millisecond.
pub fn rfc3339(at: OffsetDateTime) -> String {
    at.to_offset(time::UtcOffset::UTC).format(MILLISECONDS).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use prost::Message;
    use proto::vestibule::notifications::v1::{ListNotificationsResponse, NotificationClass};
    use time::macros::datetime;

    /// JSON knows one kind of number: 17 and 17.0 are the same.
    fn with_doubles(value: Value) -> Value {
        match value {
            Value::Number(number) => json!(number.as_f64()),
            Value::Array(values) => values.into_iter().map(with_doubles).collect(),
            Value::Object(fields) => fields.into_iter().map(|(key, value)| (key, with_doubles(value))).collect(),
            other => other,
        }
    }

    #[test]
    fn a_push_holds_the_same_json_as_the_api() {
        let registry = transcode::Registry::new(proto::DESCRIPTORS).unwrap();
        let list = registry.operations().iter().find(|operation| operation.path == "/api/v0/notifications").unwrap();
        for (class, read_at) in
            [(NotificationClass::IdentifierUsed, None), (NotificationClass::RevokedIdentifierUsed, Some(datetime!(2026-11-23 10:00:00.5 UTC)))]
        {
            let stored = Stored {
                id: 7,
                r#type: class as i16,
                significance: class::look(class, &Value::Null).significance as i16,
                data: json!({ "user": { "id": 5, "name": "Ann" }, "group": null, "event_id": 17, "tags": ["a", true] }),
                created_at: datetime!(2026-11-23 09:00:00.123456 UTC),
                read_at,
            };
            let reply = ListNotificationsResponse { items: vec![stored.to_proto()], total: 1 };
            let mut text = Vec::new();
            list.response(&reply.encode_to_vec(), &mut text).unwrap();
            let by_api: Value = serde_json::from_slice(&text).unwrap();
            assert_eq!(with_doubles(by_api["items"][0].clone()), with_doubles(stored.to_json()));
        }
    }
}
