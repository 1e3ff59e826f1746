//! A user's own notifications.
use std::collections::BTreeSet;

use kit::json::to_struct;
use kit::{Fields, Result, clock};
use policy::{action, resource};
use proto::vestibule::notifications::v1::{
    ClassSetting as ApiClassSetting, GetNotificationSettingsRequest, ListNotificationsRequest, ListNotificationsResponse,
    ListUnreadNotificationsRequest, ListUnreadNotificationsResponse, Notification, NotificationSettings, PopupAction, ReadNotificationsRequest,
    ReadNotificationsResponse, Sound, notifications_server,
};
use serde_json::json;
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::domain::notification_class::{self as class, ClassSetting, NotificationClass};
use crate::operation::notification::{mark_read, read_settings, update_settings};
use crate::store::notification::{self, NotificationRow};

const DEFAULT_LIMIT: i32 = 20;
const MAX_LIMIT: i32 = 100;
/// Above the number of notifications that are kept for a user.
const MAX_OFFSET: i32 = 10_000;

pub struct NotificationService(pub App);

#[tonic::async_trait]
impl notifications_server::Notifications for NotificationService {
    async fn list_notifications(&self, request: Request<ListNotificationsRequest>) -> Result<Response<ListNotificationsResponse>, Status> {
        let right = self.0.context.authorize::<resource::Notification, action::View, _>(&request)?;
        let ListNotificationsRequest { r#type, offset, limit } = request.into_inner();
        let limit = if limit == 0 { DEFAULT_LIMIT } else { limit };
        let mut fields = Fields::new();
        fields.check(matches!(r#type.as_str(), "" | "all" | "alarm"), "type", "must be one of: all, alarm");
        fields.range("offset", offset, 0, MAX_OFFSET);
        fields.range("limit", limit, 1, MAX_LIMIT);
        fields.finish()?;
        let mut reader = self.0.context.database.read(right.project_id()).await?;
        let (items, total) = notification::list(&mut reader, &right, r#type == "alarm", offset.into(), limit.into()).await?;
        Ok(Response::new(ListNotificationsResponse { items: encode_all(&items), total }))
    }

    async fn list_unread_notifications(
        &self,
        request: Request<ListUnreadNotificationsRequest>,
    ) -> Result<Response<ListUnreadNotificationsResponse>, Status> {
        let right = self.0.context.authorize::<resource::Notification, action::View, _>(&request)?;
        let mut reader = self.0.context.database.read(right.project_id()).await?;
        let unread = notification::list_unread(&mut reader, &right).await?;
        let answer =
            ListUnreadNotificationsResponse { items: encode_all(&unread.latest), total: unread.total, important: encode_all(&unread.important) };
        Ok(Response::new(answer))
    }

    async fn read_notifications(&self, request: Request<ReadNotificationsRequest>) -> Result<Response<ReadNotificationsResponse>, Status> {
        let right = self.0.context.authorize::<resource::Notification, action::Edit, _>(&request)?;
        let read = mark_read::mark_read(&self.0, &right, request.into_inner().id).await?;
        Ok(Response::new(ReadNotificationsResponse { read }))
    }

    async fn get_notification_settings(&self, request: Request<GetNotificationSettingsRequest>) -> Result<Response<NotificationSettings>, Status> {
        let right = self.0.context.authorize::<resource::Notification, action::View, _>(&request)?;
        let mut reader = self.0.context.database.read(right.project_id()).await?;
        Ok(Response::new(encode_settings(read_settings::read_settings(&mut reader, &right).await?)))
    }

    async fn set_notification_settings(&self, request: Request<NotificationSettings>) -> Result<Response<NotificationSettings>, Status> {
        let right = self.0.context.authorize::<resource::Notification, action::Edit, _>(&request)?;
        let settings = decode_settings(&request.into_inner().settings)?;
        Ok(Response::new(encode_settings(update_settings::update_settings(&self.0, &right, &settings).await?)))
    }
}

fn encode_all(rows: &[NotificationRow]) -> Vec<Notification> {
    rows.iter().map(encode).collect()
}

fn encode(row: &NotificationRow) -> Notification {
    let class = class::from_number(row.r#type);
    let appearance = class::appearance(class, &row.data);
    let params = |page: String| to_struct(&json!({ "page": page, "query": {} }));
    Notification {
        id: row.id,
        r#type: class.into(),
        data: Some(to_struct(&row.data)),
        created_at: Some(clock::to_proto(row.created_at)),
        read_at: row.read_at.map(clock::to_proto),
        significance: row.significance().into(),
        icon: appearance.icon.into(),
        color: appearance.color.into(),
        popup_action: class::page_of(&appearance, class, &row.data).map(|page| PopupAction { code: "goto:page".into(), params: Some(params(page)) }),
        sound: appearance.sound.map(|file| Sound { file: file.into(), mode: "once".into() }),
    }
}

fn encode_settings(settings: Vec<ClassSetting>) -> NotificationSettings {
    let encode = |setting: ClassSetting| ApiClassSetting { r#type: setting.class.into(), acs: setting.acs, push: setting.push };
    NotificationSettings { settings: settings.into_iter().map(encode).collect() }
}

fn decode_settings(settings: &[ApiClassSetting]) -> Result<Vec<ClassSetting>> {
    let mut fields = Fields::new();
    let mut named = BTreeSet::new();
    for (i, setting) in settings.iter().enumerate() {
        let path = format!("settings.{i}.type");
        fields.check(setting.r#type() != NotificationClass::Unspecified, &path, "required");
        fields.check(named.insert(setting.r#type), &path, "value must be unique");
        if !fields.is_empty() {
            break; // The first error is enough: a request may repeat a class any number of times.
        }
    }
    fields.finish()?;
    Ok(settings.iter().map(|setting| ClassSetting { class: setting.r#type(), acs: setting.acs, push: setting.push }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::push::notification_json;
    use prost::Message;
    use serde_json::Value;
    use time::macros::datetime;

    /// JSON has one type of numbers: 17 and 17.0 are equal.
    fn with_doubles(value: Value) -> Value {
        match value {
            Value::Number(number) => json!(number.as_f64()),
            Value::Array(values) => values.into_iter().map(with_doubles).collect(),
            Value::Object(fields) => fields.into_iter().map(|(key, value)| (key, with_doubles(value))).collect(),
            other => other,
        }
    }

    #[test]
    fn a_push_has_the_same_json_as_the_api() {
        let registry = transcode::Registry::new(proto::DESCRIPTORS).unwrap();
        let list = registry.operations().iter().find(|operation| operation.path == "/api/v0/notifications").unwrap();
        for (class, read_at) in
            [(NotificationClass::IdentifierUsed, None), (NotificationClass::RevokedIdentifierUsed, Some(datetime!(2026-11-23 10:00:00.5 UTC)))]
        {
            let row = NotificationRow {
                id: 7,
                r#type: class as i16,
                significance: class::appearance(class, &Value::Null).significance as i16,
                data: json!({ "user": { "id": 5, "name": "Ann" }, "group": null, "event_id": 17, "tags": ["a", true] }),
                created_at: datetime!(2026-11-23 09:00:00.123456 UTC),
                read_at,
            };
            let reply = ListNotificationsResponse { items: vec![encode(&row)], total: 1 };
            let mut text = Vec::new();
            list.response(&reply.encode_to_vec(), &mut text).unwrap();
            let by_api: Value = serde_json::from_slice(&text).unwrap();
            assert_eq!(with_doubles(by_api["items"][0].clone()), with_doubles(notification_json(&row)));
        }
    }
}
