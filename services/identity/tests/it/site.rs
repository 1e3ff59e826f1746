//! A project with an administrator, its default roles and a small tree of groups:
//! 10 holds 11 and 12, 20 stands alone.
use std::collections::HashMap;

use futures::{Stream, TryStreamExt};
use identity::rpc::{
    IdentityProviderService, IpBlockingService, ProfileService, ProjectService, RoleService, SecondFactorService, SessionService, UserService,
};
use identity::{App as Identity, Bootstrapped, Config, Events, MIGRATIONS};
use kit::Settings;
use kit::consumer::Handler;
use kit::outgoing::{Allowed, Authorities, Outgoing};
use kit::peers::{Peer, Peers};
use policy::{Caller, Permission};
use prost::Message;
use prost_types::FieldMask;
use proto::vestibule::common::v1::{FileChunk, Ref};
use proto::vestibule::events::v1::GroupChanged;
use proto::vestibule::identity::v1::profiles_client::ProfilesClient;
use proto::vestibule::identity::v1::profiles_server::ProfilesServer;
use proto::vestibule::identity::v1::roles_server::Roles;
use proto::vestibule::identity::v1::sessions_server::Sessions;
use proto::vestibule::identity::v1::users_client::UsersClient;
use proto::vestibule::identity::v1::users_server::{Users, UsersServer};
use proto::vestibule::identity::v1::*;
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use testing::App;
use tonic::service::Routes;
use tonic::{Code, Status};

pub const PASSWORD: &str = "correct horse";
/// Passkeys belong to a host name.
pub const PUBLIC_URL: &str = "https://vestibule.test";
pub const NEW_PASSWORD: &str = "battery staple";

pub struct Site {
    pub app: App,
    pub identity: Identity,
    pub project: i64,
    pub admin: Caller,
    pub admin_email: String,
    /// Part of every e-mail and address: Redis is shared by the tests.
    pub unique: String,
    pub roles: HashMap<String, i64>,
}

/// A user and who they are as a caller.
pub struct Person {
    pub id: i64,
    pub email: String,
    pub caller: Caller,
}

impl Site {
    pub async fn start() -> Site {
        Site::with_config(Config::default()).await
    }

    pub async fn with_config(config: Config) -> Site {
        let mut app = App::start("identity", &MIGRATIONS).await;
        let unique = uuid::Uuid::now_v7().simple().to_string();
        // The bans are the installation's: a prefix makes the site one of its own in the Redis of all tests.
        let settings = Settings {
            public_url: PUBLIC_URL.into(),
            amqp_prefix: unique.clone(),
            // Sign-in providers of tests run on this machine.
            private_networks: Allowed::Everything,
            ..(*app.context.settings).clone()
        };
        app.context.outgoing = Outgoing::new(Allowed::Everything, Authorities::default()).unwrap();
        app.context.settings = std::sync::Arc::new(settings);
        let admin_email = format!("admin-{unique}@site.test");
        let made = identity::bootstrap(&app.context, "Site", &admin_email, PASSWORD, "Alex").await.unwrap();
        let identity = Identity::new(app.context.clone(), &config).unwrap();
        let admin = administrator(&made);
        let mut site = Site { app, identity, project: made.project_id, admin, admin_email, unique, roles: HashMap::new() };
        site.roles = site.list_roles(&site.admin).await.unwrap().items.into_iter().map(|role| (role.name, role.id)).collect();
        for (id, parent) in [(10, 0), (11, 10), (12, 10), (20, 0)] {
            site.group(id, parent, 1, false).await;
        }
        site
    }

    pub fn sessions(&self) -> SessionService {
        SessionService(self.identity.clone())
    }

    pub fn users(&self) -> UserService {
        UserService(self.identity.clone())
    }

    pub fn profiles(&self) -> ProfileService {
        ProfileService(self.identity.clone())
    }

    pub fn second_factors(&self) -> SecondFactorService {
        SecondFactorService(self.identity.clone())
    }

    /// Users as another process calls them: for operations that take a stream.
    pub fn users_client(&self) -> UsersClient<Peer> {
        let peers = Peers::new(&self.app.context.settings).unwrap();
        peers.add("identity", Routes::new(UsersServer::new(self.users())));
        UsersClient::new(peers.peer("identity"))
    }

    pub fn profiles_client(&self) -> ProfilesClient<Peer> {
        let peers = Peers::new(&self.app.context.settings).unwrap();
        peers.add("identity", Routes::new(ProfilesServer::new(self.profiles())));
        ProfilesClient::new(peers.peer("identity"))
    }

    pub fn ip_blocking(&self) -> IpBlockingService {
        IpBlockingService(self.identity.clone())
    }

    pub fn project_rpc(&self) -> ProjectService {
        ProjectService(self.identity.clone())
    }

    pub fn providers(&self) -> IdentityProviderService {
        IdentityProviderService(self.identity.clone())
    }

    pub fn request<T>(&self, caller: &Caller, message: T) -> tonic::Request<T> {
        self.app.context.signer.request(caller, message)
    }

    pub fn email(&self, name: &str) -> String {
        format!("{name}-{}@site.test", self.unique)
    }

    pub async fn group(&self, id: i64, parent_id: i64, version: i64, deleted: bool) {
        let event = GroupChanged { project_id: self.project, id, parent_id, version, deleted, name: format!("group {id}"), ..Default::default() };
        self.deliver("domains.group.changed", &event).await;
    }

    pub async fn deliver(&self, topic: &str, event: &impl Message) {
        let events = Events::new(&self.app.context);
        self.app.deliver(&events, topic, event).await.unwrap();
    }

    /// Hands what the outbox holds for the audit log to its consumer, as RabbitMQ would.
    pub async fn deliver_audit(&self) {
        let events = Events::new(&self.app.context);
        for (topic, payload) in self.app.events().await {
            let delivery = kit::consumer::Delivery { id: uuid::Uuid::now_v7(), topic, payload };
            if delivery.topic == kit::audit::TOPIC {
                let mut tx = self.app.context.database.system().await.unwrap();
                events.handle(&mut tx, &delivery).await.unwrap();
                tx.commit().await.unwrap();
            }
        }
    }

    /// The events of a topic that the outbox holds.
    pub async fn events<M: Message + Default>(&self, topic: &str) -> Vec<M> {
        let events = self.app.events().await.into_iter().filter(|(t, _)| t == topic);
        events.map(|(_, payload)| M::decode(payload.as_slice()).unwrap()).collect()
    }

    /// Runs a statement as the platform, over all projects.
    pub async fn as_system(&self, statement: &str) {
        let mut tx = self.app.context.database.system().await.unwrap();
        sqlx::raw_sql(AssertSqlSafe(statement.to_string())).execute(&mut *tx).await.unwrap();
        tx.commit().await.unwrap();
    }

    /// Runs a statement as the owner of the tables, as somebody who got hold of the database could.
    pub async fn as_owner(&self, statement: &str) {
        let url = self.app.context.settings.database_owner_url("identity");
        let (server, _) = url.rsplit_once('/').unwrap();
        let mut owner = PgConnection::connect(&format!("{server}/{}", self.app.database())).await.unwrap();
        sqlx::raw_sql(AssertSqlSafe(statement.to_string())).execute(&mut owner).await.unwrap();
    }

    /// A user as a form would send it.
    pub fn new_user(&self, name: &str, role: &str, groups: &[i64]) -> User {
        User {
            name: name.into(),
            email: Some(self.email(name)),
            role: Some(reference(self.roles[role])),
            domains: groups.iter().copied().map(reference).collect(),
            password: Some(PASSWORD.into()),
            is_active: true,
            ..Default::default()
        }
    }

    /// As if the holder of the account had set its password by a mailed link.
    pub async fn prove_email(&self, user_id: i64) {
        let account = format!("(SELECT account_id FROM users WHERE id = {user_id})");
        self.as_system(&format!("UPDATE accounts SET is_email_proved = true, is_password_foreign = false WHERE id = {account}")).await;
    }

    /// Created by the administrator; has set the password by a mailed link.
    pub async fn person(&self, name: &str, role: &str, groups: &[i64]) -> Person {
        let made = self.create(&self.admin, self.new_user(name, role, groups)).await.unwrap();
        self.prove_email(made.id).await;
        let found = self.role_of(self.roles[role]).await;
        let permissions: policy::PermissionSet = policy::PermissionSet::from_codes(found.permissions.iter().map(String::as_str));
        let caller = Caller { role_id: found.id, ..testing::someone(self.project, made.id, permissions, groups) };
        Person { id: made.id, email: made.email.unwrap(), caller }
    }

    /// A role of the project's own.
    pub async fn make_role(&mut self, name: &str, permissions: &[Permission], available: &[&str]) {
        let codes: Vec<&str> = permissions.iter().map(|permission| permission.code()).collect();
        let available: Vec<String> = available.iter().map(|role| self.roles[*role].to_string()).collect();
        self.as_system(&format!(
            "WITH made AS (INSERT INTO roles (project_id, name, permissions, created_at, updated_at)
                           VALUES ({project}, '{name}', string_to_array('{}', ','), now(), now()) RETURNING id)
             INSERT INTO role_available_roles (project_id, role_id, available_role_id)
             SELECT {project}, made.id, role::bigint FROM made, unnest(string_to_array('{}', ',')) role",
            codes.join(","),
            available.join(","),
            project = self.project,
        ))
        .await;
        self.roles = self.list_roles(&self.admin).await.unwrap().items.into_iter().map(|role| (role.name, role.id)).collect();
    }

    /// The administrator as the installation's dealer.
    pub fn dealers_caller(&self) -> Caller {
        Caller { dealer_id: 1, ..self.admin.clone() }
    }

    pub async fn user_id(&self, project: i64, name: &str) -> i64 {
        let mut tx = self.app.context.database.tenant(project).await.unwrap();
        sqlx::query_scalar("SELECT id FROM users WHERE name = $1").bind(name).fetch_one(&mut *tx).await.unwrap()
    }

    pub async fn role_of(&self, id: i64) -> Role {
        let rpc = RoleService(self.identity.clone());
        rpc.get_role(self.request(&self.admin, GetRoleRequest { id, with: vec![] })).await.unwrap().into_inner()
    }

    pub async fn list_roles(&self, caller: &Caller) -> Result<ListRolesResponse, Status> {
        let rpc = RoleService(self.identity.clone());
        Ok(rpc.list_roles(self.request(caller, ListRolesRequest { size: 100, ..Default::default() })).await?.into_inner())
    }

    pub async fn create(&self, caller: &Caller, user: User) -> Result<User, Status> {
        Ok(self.users().create_user(self.request(caller, CreateUserRequest { user: Some(user) })).await?.into_inner())
    }

    pub async fn get(&self, caller: &Caller, id: i64) -> Result<User, Status> {
        Ok(self.users().get_user(self.request(caller, GetUserRequest { id, with: vec![] })).await?.into_inner())
    }

    pub async fn patch(&self, caller: &Caller, id: i64, paths: &[&str], user: User) -> Result<User, Status> {
        let update_mask = Some(FieldMask { paths: paths.iter().map(|path| path.to_string()).collect() });
        Ok(self.users().update_user(self.request(caller, UpdateUserRequest { id, user: Some(user), update_mask })).await?.into_inner())
    }

    pub async fn delete(&self, caller: &Caller, id: i64) -> Result<(), Status> {
        self.users().delete_user(self.request(caller, DeleteUserRequest { id })).await.map(|_| ())
    }

    /// The names of the users that a caller sees, in the list's order.
    pub async fn names(&self, caller: &Caller, request: ListUsersRequest) -> Result<Vec<String>, Status> {
        let list = self.users().list_users(self.request(caller, request)).await?.into_inner();
        Ok(list.items.into_iter().map(|user| user.name).collect())
    }

    /// Signs in from an address of this site.
    pub async fn login(&self, login: &str, password: &str) -> Result<Vec<Session>, Status> {
        self.login_from(&self.unique, login, password, false).await
    }

    pub async fn login_from(&self, ip: &str, login: &str, password: &str, remember: bool) -> Result<Vec<Session>, Status> {
        let caller = Caller { ip: ip.into(), ..testing::nobody() };
        let request = self.request(&caller, LoginRequest { login: login.into(), password: password.into(), remember, mobile_client: None });
        Ok(self.sessions().login(request).await?.into_inner().sessions)
    }

    /// Signs in to the one project of an account: the id of the session, and its tokens.
    pub async fn session(&self, login: &str) -> (i64, Session) {
        let session = self.login(login, PASSWORD).await.unwrap().remove(0);
        (self.session_id(&session.token), session)
    }

    pub fn session_id(&self, token: &str) -> i64 {
        self.verifier().verify(token).unwrap().session_id
    }

    pub fn verifier(&self) -> access_token::TokenVerifier {
        access_token::TokenVerifier::new(&self.app.context.settings.token_key, self.app.context.clock.clone()).unwrap()
    }

    pub async fn refresh(&self, token: &str) -> Result<RefreshResponse, Status> {
        let request = self.request(&testing::nobody(), RefreshRequest { token: token.into() });
        Ok(self.sessions().refresh(request).await?.into_inner())
    }

    pub async fn resolve(&self, session_id: i64) -> Result<ResolveSessionResponse, Status> {
        let request = self.app.context.signer.as_service("api-gateway", 0, ResolveSessionRequest { session_id });
        Ok(self.sessions().resolve_session(request).await?.into_inner())
    }
}

pub fn administrator(made: &Bootstrapped) -> Caller {
    let everything = policy::PermissionSet::everything();
    Caller { role_id: made.role_id, ..testing::someone(made.project_id, made.user_id, everything, &[]) }
}

pub fn reference(id: i64) -> Ref {
    Ref { id, name: String::new() }
}

/// What a caller gets of an error: the kind, the sentence, and the code with its data.
pub fn refusal<T: std::fmt::Debug>(result: Result<T, Status>) -> (Code, String, serde_json::Value) {
    let status = result.unwrap_err();
    let detail = status.metadata().get_bin(kit::error::METADATA).unwrap().to_bytes().unwrap();
    (status.code(), status.message().to_string(), serde_json::from_slice(&detail).unwrap())
}

pub fn code<T: std::fmt::Debug>(result: Result<T, Status>) -> Code {
    result.unwrap_err().code()
}

/// The fields that an error names.
pub fn fields<T: std::fmt::Debug>(result: Result<T, Status>) -> serde_json::Value {
    refusal(result).2["data"]["fields"].clone()
}

/// A file of an answer: its name, its type and its bytes.
pub async fn file(pieces: impl Stream<Item = Result<FileChunk, Status>> + Unpin) -> (String, String, Vec<u8>) {
    let pieces: Vec<FileChunk> = pieces.try_collect().await.unwrap();
    let (name, kind) = (pieces[0].file_name.clone(), pieces[0].content_type.clone());
    (name, kind, pieces.into_iter().flat_map(|piece| piece.data).collect())
}
