//! A project with a tree of groups, users with roles, and a door whose events cause notifications.
use notifications::config::Config;
use notifications::events::{EVENT, Events, ROLE, USER};
use notifications::jobs::mail_worker::MailWorker;
use notifications::rpc::{MailTemplateService, NotificationService};
use policy::Caller;
use proto::vestibule::events::v1::{EventArrived, GroupChanged, RoleChanged, UserChanged};
use proto::vestibule::notifications::v1::notifications_server::Notifications as _;
use proto::vestibule::notifications::v1::{
    ListNotificationsRequest, ListNotificationsResponse, ListUnreadNotificationsRequest, ListUnreadNotificationsResponse, NotificationClass,
    ReadNotificationsRequest,
};
use testing::{App, OTHER_PROJECT, PROJECT, someone};
use tonic::{Response, Status};

/// Groups of the project: COMPANY above HOUSE above FLOOR; ANNEX beside them.
pub const COMPANY: i64 = 1;
pub const HOUSE: i64 = 2;
pub const FLOOR: i64 = 3;
pub const ANNEX: i64 = 4;

/// Roles, the same in both projects but for their ids.
pub const ADMINISTRATOR: i64 = 1;
pub const GROUP_ADMINISTRATOR: i64 = 2;
pub const RESIDENT: i64 = 3;
pub const OTHER_ADMINISTRATOR: i64 = 11;

pub struct Site {
    pub app: App,
    /// The service under test.
    pub service: notifications::app::App,
    pub notifications: NotificationService,
    pub templates: MailTemplateService,
    pub mail_worker: MailWorker,
    pub events: Events,
}

impl Site {
    /// Without a mail server.
    pub async fn start() -> Site {
        Site::with_mail(Config::default()).await
    }

    pub async fn with_mail(config: Config) -> Site {
        Site::on(App::start("notifications", &notifications::MIGRATIONS).await, config).await
    }

    /// With its own rules for outgoing connections.
    pub async fn with_outgoing(config: Config, outgoing: kit::Outgoing) -> Site {
        let mut app = App::start("notifications", &notifications::MIGRATIONS).await;
        app.context.outgoing = outgoing;
        Site::on(app, config).await
    }

    async fn on(mut app: App, config: Config) -> Site {
        // Limits are counted in the Redis that all tests share: each test has a prefix of its own.
        let prefix = app.database().to_string();
        app.context.settings = std::sync::Arc::new(kit::Settings { amqp_prefix: prefix, ..(*app.context.settings).clone() });
        let service = notifications::app::App::new(app.context.clone(), config);
        let site = Site {
            app,
            notifications: NotificationService(service.clone()),
            templates: MailTemplateService(service.clone()),
            mail_worker: MailWorker(service.clone()),
            events: Events(service.clone()),
            service,
        };
        for (id, parent_id) in [(COMPANY, 0), (HOUSE, COMPANY), (FLOOR, HOUSE), (ANNEX, 0)] {
            let group = GroupChanged { project_id: PROJECT, id, version: 1, parent_id, name: format!("group {id}"), ..Default::default() };
            site.receive("domains.group.changed", &group).await;
        }
        site.role(PROJECT, ADMINISTRATOR, "administrator").await;
        site.role(PROJECT, GROUP_ADMINISTRATOR, "group_administrator").await;
        site.role(PROJECT, RESIDENT, "user").await;
        site.role(OTHER_PROJECT, OTHER_ADMINISTRATOR, "administrator").await;
        site
    }

    pub async fn receive(&self, topic: &str, event: &impl testing::prost_message::Message) {
        self.app.deliver(&self.events, topic, event).await.expect("the event is handled");
    }

    async fn role(&self, project_id: i64, id: i64, name: &str) {
        let role = policy::default_roles().into_iter().find(|role| role.name == name).expect("a default role");
        let permissions = role.permissions.iter().map(|permission| permission.code().to_string()).collect();
        self.receive(ROLE, &RoleChanged { project_id, id, version: 1, deleted: false, name: name.into(), permissions }).await;
    }

    /// A user with a role and groups who wants to hear of whatever there is, every opening of a door that they watch too.
    pub async fn user(&self, id: i64, role_id: i64, domain_ids: &[i64]) {
        self.user_by_default(id, role_id, domain_ids).await;
        let mut tx = self.app.context.database.system().await.unwrap();
        sqlx::query("INSERT INTO notification_settings (project_id, user_id, type, acs) VALUES ($1, $2, $3, true) ON CONFLICT DO NOTHING")
            .bind(user(id, role_id, domain_ids).project_id)
            .bind(id)
            .bind(NotificationClass::IdentifierUsed as i16)
            .execute(&mut *tx)
            .await
            .unwrap();
        tx.commit().await.unwrap();
    }

    /// A user with a role and groups who has chosen nothing.
    pub async fn user_by_default(&self, id: i64, role_id: i64, domain_ids: &[i64]) {
        self.receive(USER, &user(id, role_id, domain_ids)).await;
    }

    /// Sets the e-mail of a user.
    pub async fn user_with_email(&self, id: i64, role_id: i64, email: &str) {
        self.receive(USER, &UserChanged { email: email.into(), ..user(id, role_id, &[]) }).await;
    }

    /// As if the windows of all rate limits had ended; returns how long they would have lasted.
    pub async fn end_rate_limit_windows(&self) -> Vec<std::time::Duration> {
        use redis::AsyncCommands;
        let mut redis = self.app.context.redis.clone();
        let keys: Vec<String> = redis.keys(format!("{}:attempts:*", self.app.context.settings.amqp_prefix)).await.unwrap();
        let mut windows = Vec::new();
        for key in keys {
            windows.push(std::time::Duration::from_millis(redis.pttl::<_, u64>(&key).await.unwrap()));
            redis.del::<_, ()>(key).await.unwrap();
        }
        windows
    }

    pub async fn receive_door_event(&self, event: &EventArrived) {
        self.receive(EVENT, event).await;
    }

    /// Ids of the users who have a notification of the event, sorted.
    pub async fn recipients_of(&self, event_id: i64) -> Vec<i64> {
        let mut tx = self.app.context.database.system().await.unwrap();
        sqlx::query_scalar("SELECT user_id FROM notifications WHERE event_id = $1 ORDER BY user_id").bind(event_id).fetch_all(&mut *tx).await.unwrap()
    }

    pub async fn list(&self, caller: &Caller, request: ListNotificationsRequest) -> Result<ListNotificationsResponse, Status> {
        self.notifications.list_notifications(self.app.context.signer.request(caller, request)).await.map(Response::into_inner)
    }

    pub async fn unread(&self, caller: &Caller) -> ListUnreadNotificationsResponse {
        let request = self.app.context.signer.request(caller, ListUnreadNotificationsRequest {});
        self.notifications.list_unread_notifications(request).await.unwrap().into_inner()
    }

    pub async fn read(&self, caller: &Caller, id: Option<i64>) -> Result<i64, Status> {
        let request = self.app.context.signer.request(caller, ReadNotificationsRequest { id });
        self.notifications.read_notifications(request).await.map(|answer| answer.into_inner().read)
    }
}

/// The first snapshot of a user.
pub fn user(id: i64, role_id: i64, domain_ids: &[i64]) -> UserChanged {
    let project_id = if role_id == OTHER_ADMINISTRATOR { OTHER_PROJECT } else { PROJECT };
    UserChanged {
        project_id,
        id,
        version: 1,
        name: format!("user {id}"),
        is_active: true,
        role_id,
        domain_ids: domain_ids.to_vec(),
        ..Default::default()
    }
}

/// A user without permissions.
pub fn caller(id: i64) -> Caller {
    someone(PROJECT, id, [], &[])
}

/// A card without a user is granted access at a door of the group.
pub fn granted(event_id: i64, domain_id: i64) -> EventArrived {
    EventArrived {
        project_id: PROJECT,
        event_id,
        category: "access".into(),
        code: "access_granted_by_valid_identifier".into(),
        device_id: 7,
        device_name: "Main gate".into(),
        domain_id,
        domain_name: "House".into(),
        identifier_id: 9,
        identifier_type: "card".into(),
        identifier_number: "0013961168".into(),
        lock_number: 1,
        ..EventArrived::default()
    }
}

/// A revoked card is denied access.
pub fn revoked(event_id: i64, domain_id: i64) -> EventArrived {
    EventArrived { code: "access_denied_by_not_valid_identifier".into(), is_revoked: true, ..granted(event_id, domain_id) }
}

/// The error of a field.
pub fn field_error(status: &Status, field: &str) -> String {
    let detail = detail(status);
    detail["data"]["fields"][field].as_str().unwrap_or_else(|| panic!("{field} in {detail}")).into()
}

/// The names of related entities that do not exist.
pub fn missing_entities(status: &Status) -> Vec<String> {
    let detail = detail(status);
    assert_eq!(detail["code"], "invalid_related_entity");
    detail["data"]["names"].as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_string()).collect()
}

fn detail(status: &Status) -> serde_json::Value {
    let bytes = status.metadata().get_bin(kit::error::METADATA).unwrap().to_bytes().unwrap();
    serde_json::from_slice(&bytes).unwrap()
}
