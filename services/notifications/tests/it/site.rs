//! A project as notifications knows it: a tree of groups, people with roles, and a door at which things happen.
use notifications::events::{EVENT, Events, ROLE, USER};
use notifications::mail::config::Config;
use notifications::mail::post::Post;
use notifications::rpc::{MailTemplates, Notifications};
use policy::Caller;
use proto::vestibule::events::v1::{EventArrived, GroupChanged, RoleChanged, UserChanged};
use proto::vestibule::notifications::v1::notifications_server::Notifications as _;
use proto::vestibule::notifications::v1::{
    ListNotificationsRequest, ListNotificationsResponse, ListUnreadNotificationsRequest, ListUnreadNotificationsResponse, ReadNotificationsRequest,
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
    pub rpc: Notifications,
    pub templates: MailTemplates,
    pub post: Post,
    pub events: Events,
}

impl Site {
    /// There is no mail server.
    pub async fn start() -> Site {
        Site::with_mail(Config::default()).await
    }

    pub async fn with_mail(config: Config) -> Site {
        Site::on(App::start("notifications", &notifications::MIGRATIONS).await, config).await
    }

    /// Which calls out in a way of its own.
    pub async fn with_outgoing(config: Config, outgoing: kit::Outgoing) -> Site {
        let mut app = App::start("notifications", &notifications::MIGRATIONS).await;
        app.context.outgoing = outgoing;
        Site::on(app, config).await
    }

    async fn on(app: App, config: Config) -> Site {
        let (context, config) = (app.context.clone(), std::sync::Arc::new(config));
        let post = Post::new(context.clone(), config.clone());
        let (rpc, templates) = (Notifications::new(context.clone()), MailTemplates::new(context.clone(), config));
        let site = Site { app, rpc, templates, events: Events::new(context, post.clone()), post };
        for (id, parent_id) in [(COMPANY, 0), (HOUSE, COMPANY), (FLOOR, HOUSE), (ANNEX, 0)] {
            let group = GroupChanged { project_id: PROJECT, id, version: 1, parent_id, name: format!("group {id}"), ..Default::default() };
            site.hear("domains.group.changed", &group).await;
        }
        site.role(PROJECT, ADMINISTRATOR, "administrator").await;
        site.role(PROJECT, GROUP_ADMINISTRATOR, "group_administrator").await;
        site.role(PROJECT, RESIDENT, "user").await;
        site.role(OTHER_PROJECT, OTHER_ADMINISTRATOR, "administrator").await;
        site
    }

    pub async fn hear(&self, topic: &str, event: &impl testing::prost_message::Message) {
        self.app.deliver(&self.events, topic, event).await.expect("taken");
    }

    async fn role(&self, project_id: i64, id: i64, name: &str) {
        let role = policy::default_roles().into_iter().find(|role| role.name == name).expect("a default role");
        let permissions = role.permissions.iter().map(|permission| permission.code().to_string()).collect();
        self.hear(ROLE, &RoleChanged { project_id, id, version: 1, deleted: false, name: name.into(), permissions }).await;
    }

    /// A user with a role and groups.
    pub async fn user(&self, id: i64, role_id: i64, domain_ids: &[i64]) {
        self.hear(USER, &user(id, role_id, domain_ids)).await;
    }

    pub async fn happens(&self, event: &EventArrived) {
        self.hear(EVENT, event).await;
    }

    /// Users who were told of the event, in the order of their ids.
    pub async fn told(&self, event_id: i64) -> Vec<i64> {
        let mut tx = self.app.context.database.system().await.unwrap();
        sqlx::query_scalar("SELECT user_id FROM notifications WHERE event_id = $1 ORDER BY user_id").bind(event_id).fetch_all(&mut *tx).await.unwrap()
    }

    pub async fn list(&self, caller: &Caller, request: ListNotificationsRequest) -> Result<ListNotificationsResponse, Status> {
        self.rpc.list_notifications(self.app.context.signer.request(caller, request)).await.map(Response::into_inner)
    }

    pub async fn unread(&self, caller: &Caller) -> ListUnreadNotificationsResponse {
        let request = self.app.context.signer.request(caller, ListUnreadNotificationsRequest {});
        self.rpc.list_unread_notifications(request).await.unwrap().into_inner()
    }

    pub async fn read(&self, caller: &Caller, id: Option<i64>) -> Result<i64, Status> {
        let request = self.app.context.signer.request(caller, ReadNotificationsRequest { id });
        self.rpc.read_notifications(request).await.map(|answer| answer.into_inner().read)
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

/// Somebody with that id, and no right but to what is theirs.
pub fn caller(id: i64) -> Caller {
    someone(PROJECT, id, [], &[])
}

/// A card that opens the door of a group; nobody owns it.
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

/// A revoked card that does not.
pub fn revoked(event_id: i64, domain_id: i64) -> EventArrived {
    EventArrived { code: "access_denied_by_not_valid_identifier".into(), is_revoked: true, ..granted(event_id, domain_id) }
}

/// What is said of a field.
pub fn refusal(status: &Status, field: &str) -> String {
    let detail = detail(status);
    detail["data"]["fields"][field].as_str().unwrap_or_else(|| panic!("{field} in {detail}")).into()
}

/// Related entities that are not there.
pub fn refusal_names(status: &Status) -> Vec<String> {
    let detail = detail(status);
    assert_eq!(detail["code"], "invalid_related_entity");
    detail["data"]["names"].as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_string()).collect()
}

fn detail(status: &Status) -> serde_json::Value {
    let bytes = status.metadata().get_bin(kit::error::METADATA).unwrap().to_bytes().unwrap();
    serde_json::from_slice(&bytes).unwrap()
}
