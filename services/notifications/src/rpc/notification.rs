//! A user's own notifications.
use std::collections::BTreeSet;

use kit::audit::{self, Change};
use kit::{Context, Fields, Result};
use policy::{Action, Resource, action, resource};
use proto::vestibule::notifications::v1::{
    ClassSetting, GetNotificationSettingsRequest, ListNotificationsRequest, ListNotificationsResponse, ListUnreadNotificationsRequest,
    ListUnreadNotificationsResponse, Notification, NotificationClass, NotificationSettings, ReadNotificationsRequest, ReadNotificationsResponse,
    notifications_server,
};
use serde_json::Value;
use tonic::{Request, Response, Status};

use crate::domain::class;
use crate::domain::notification::Stored;
use crate::store::notification::{self, Proof};
use crate::store::setting;

const DEFAULT_LIMIT: i32 = 20;
const MAX_LIMIT: i32 = 100;
/// How far back a list goes: no further than notifications are kept, with room for those of the last hour.
const MAX_OFFSET: i32 = 10_000;

pub struct Notifications {
    context: Context,
}

impl Notifications {
    pub fn new(context: Context) -> Self {
        Notifications { context }
    }

    async fn read(&self, right: &Proof<action::Edit>, id: Option<i64>) -> Result<i64> {
        let now = self.context.clock.now();
        let mut tx = self.context.database.tenant(right.project_id()).await?;
        let read = match id {
            Some(id) => notification::read_one(&mut tx, right, id, now).await?,
            None => notification::read_all(&mut tx, right, now).await?,
        };
        tx.commit().await?;
        Ok(read)
    }

    async fn set(&self, right: &Proof<action::Edit>, wanted: &[(NotificationClass, bool)]) -> Result<NotificationSettings> {
        let caller = right.caller();
        let mut tx = self.context.database.tenant(right.project_id()).await?;
        let before = setting::all(&mut tx, right).await?;
        setting::set(&mut tx, right, wanted).await?;
        let after = setting::all(&mut tx, right).await?;
        if before != after {
            let change = Change::new(Action::Edit, Resource::Notification, caller.user_id, &caller.user_name, audited(&before), audited(&after));
            audit::record(&mut tx, &self.context.clock, caller, change).await?;
        }
        tx.commit().await?;
        Ok(shown(after))
    }
}

#[tonic::async_trait]
impl notifications_server::Notifications for Notifications {
    async fn list_notifications(&self, request: Request<ListNotificationsRequest>) -> Result<Response<ListNotificationsResponse>, Status> {
        let right = self.context.authorize::<resource::Notification, action::View, _>(&request)?;
        let ListNotificationsRequest { r#type, offset, limit } = request.into_inner();
        let limit = if limit == 0 { DEFAULT_LIMIT } else { limit };
        let mut fields = Fields::new();
        fields.check(matches!(r#type.as_str(), "" | "all" | "alarm"), "type", "must be one of: all, alarm");
        fields.range("offset", offset, 0, MAX_OFFSET);
        fields.range("limit", limit, 1, MAX_LIMIT);
        fields.finish()?;
        let mut reader = self.context.database.read(right.project_id()).await?;
        let (items, total) = notification::page(&mut reader, &right, r#type == "alarm", offset.into(), limit.into()).await?;
        Ok(Response::new(ListNotificationsResponse { items: protos(&items), total }))
    }

    async fn list_unread_notifications(
        &self,
        request: Request<ListUnreadNotificationsRequest>,
    ) -> Result<Response<ListUnreadNotificationsResponse>, Status> {
        let right = self.context.authorize::<resource::Notification, action::View, _>(&request)?;
        let mut reader = self.context.database.read(right.project_id()).await?;
        let unread = notification::unread(&mut reader, &right).await?;
        let answer = ListUnreadNotificationsResponse { items: protos(&unread.latest), total: unread.total, important: protos(&unread.important) };
        Ok(Response::new(answer))
    }

    async fn read_notifications(&self, request: Request<ReadNotificationsRequest>) -> Result<Response<ReadNotificationsResponse>, Status> {
        let right = self.context.authorize::<resource::Notification, action::Edit, _>(&request)?;
        let read = self.read(&right, request.into_inner().id).await?;
        Ok(Response::new(ReadNotificationsResponse { read }))
    }

    async fn get_notification_settings(&self, request: Request<GetNotificationSettingsRequest>) -> Result<Response<NotificationSettings>, Status> {
        let right = self.context.authorize::<resource::Notification, action::View, _>(&request)?;
        let mut reader = self.context.database.read(right.project_id()).await?;
        Ok(Response::new(shown(setting::all(&mut reader, &right).await?)))
    }

    /// Classes that are not named stay as they are.
    async fn set_notification_settings(&self, request: Request<NotificationSettings>) -> Result<Response<NotificationSettings>, Status> {
        let right = self.context.authorize::<resource::Notification, action::Edit, _>(&request)?;
        let wanted = wanted(&request.into_inner().settings)?;
        Ok(Response::new(self.set(&right, &wanted).await?))
    }
}

fn protos(items: &[Stored]) -> Vec<Notification> {
    items.iter().map(Stored::to_proto).collect()
}

fn shown(settings: Vec<(NotificationClass, bool)>) -> NotificationSettings {
    NotificationSettings { settings: settings.into_iter().map(|(class, acs)| ClassSetting { r#type: class.into(), acs }).collect() }
}

fn wanted(settings: &[ClassSetting]) -> Result<Vec<(NotificationClass, bool)>> {
    let mut fields = Fields::new();
    let mut named = BTreeSet::new();
    for (i, setting) in settings.iter().enumerate() {
        let path = format!("settings.{i}.type");
        fields.check(setting.r#type() != NotificationClass::Unspecified, &path, "required");
        fields.check(named.insert(setting.r#type), &path, "value must be unique");
        if !fields.is_empty() {
            break; // What is valid is bounded by the number of classes; what is not ends here.
        }
    }
    fields.finish()?;
    Ok(settings.iter().map(|setting| (setting.r#type(), setting.acs)).collect())
}

fn audited(settings: &[(NotificationClass, bool)]) -> Value {
    settings.iter().map(|(class, acs)| (class::word(*class), Value::Bool(*acs))).collect()
}
