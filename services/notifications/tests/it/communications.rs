//! Calls of announces and conversations, by people of the harness's site.
use kit::Service as _;
use notifications::rpc::{AnnouncePageService, AnnounceService, ConversationService};
use policy::{Caller, Permission, PermissionSet};
use proto::vestibule::common::v1::Ref;
use proto::vestibule::events::v1::{RoleChanged, UserChanged};
use proto::vestibule::notifications::v1::announce_page_server::AnnouncePage as _;
use proto::vestibule::notifications::v1::announces_server::Announces as _;
use proto::vestibule::notifications::v1::conversations_server::Conversations as _;
use proto::vestibule::notifications::v1::*;
use testing::{PROJECT, someone};
use tonic::{Response, Status};
use uuid::Uuid;

use crate::harness::*;

pub const MANAGER_ROLE: i64 = 21;
pub const CONCIERGE_ROLE: i64 = 22;

/// People: ids of the site.
pub const ADMIN: i64 = 1;
/// Manages announces of HOUSE and below.
pub const MANAGER: i64 = 2;
/// Answers messages of HOUSE and below.
pub const CONCIERGE: i64 = 3;
pub const COLLEAGUE: i64 = 4;
/// Lives in FLOOR, with an e-mail address.
pub const ANN: i64 = 5;
/// Lives in FLOOR, without one.
pub const BOB: i64 = 6;
/// Lives in ANNEX.
pub const EVE: i64 = 7;

pub fn manager_permissions() -> PermissionSet {
    use Permission::*;
    [CanViewUsers, CanViewAnnounces, CanCreateAnnounce, CanEditAnnounce, CanDeleteAnnounce, CanSendAnnounce].into_iter().collect()
}

pub fn concierge_permissions() -> PermissionSet {
    use Permission::*;
    [CanViewUsers, CanViewConversations, CanCreateConversation, CanCreateConversationMessage, CanAcceptMessagesFromDescendantUsers]
        .into_iter()
        .collect()
}

pub fn admin() -> Caller {
    testing::administrator(PROJECT)
}
pub fn manager() -> Caller {
    someone(PROJECT, MANAGER, manager_permissions(), &[HOUSE])
}
pub fn concierge(id: i64) -> Caller {
    someone(PROJECT, id, concierge_permissions(), &[HOUSE])
}
pub fn resident(id: i64) -> Caller {
    testing::with_role(PROJECT, id, "user", &[if id == EVE { ANNEX } else { FLOOR }])
}

pub struct Communications {
    pub site: Site,
    pub announces: AnnounceService,
    pub page: AnnouncePageService,
    pub conversations: ConversationService,
}

macro_rules! calls {
    ($($name:ident: $service:ident($request:ty) -> $answer:ty;)+) => {
        $(pub async fn $name(&self, caller: &Caller, request: $request) -> Result<$answer, Status> {
            self.$service.$name(self.site.app.context.signer.request(caller, request)).await.map(Response::into_inner)
        })+
    };
}

impl Communications {
    pub async fn start() -> Communications {
        Communications::on(Site::start().await).await
    }

    pub async fn on(site: Site) -> Communications {
        assert_eq!(notifications::Notifications.name(), "notifications");
        for (id, permissions) in [(MANAGER_ROLE, manager_permissions()), (CONCIERGE_ROLE, concierge_permissions())] {
            let permissions = permissions.iter().map(|permission| permission.code().to_string()).collect();
            let role = RoleChanged { project_id: PROJECT, id, version: 1, deleted: false, name: format!("role {id}"), permissions };
            site.receive(notifications::events::ROLE, &role).await;
        }
        for (id, role, group, email) in [
            (ADMIN, ADMINISTRATOR, COMPANY, ""),
            (MANAGER, MANAGER_ROLE, HOUSE, ""),
            (CONCIERGE, CONCIERGE_ROLE, HOUSE, ""),
            (COLLEAGUE, CONCIERGE_ROLE, HOUSE, ""),
            (ANN, RESIDENT, FLOOR, "ann@y.test"),
            (BOB, RESIDENT, FLOOR, ""),
            (EVE, RESIDENT, ANNEX, ""),
        ] {
            let user = UserChanged { email: email.into(), ..user(id, role, &[group]) };
            site.receive(notifications::events::USER, &user).await;
        }
        let service = site.service.clone();
        Communications {
            site,
            announces: AnnounceService(service.clone()),
            page: AnnouncePageService(service.clone()),
            conversations: ConversationService(service),
        }
    }

    calls! {
        list_announces: announces(ListAnnouncesRequest) -> ListAnnouncesResponse;
        get_announce: announces(GetAnnounceRequest) -> Announce;
        create_announce: announces(CreateAnnounceRequest) -> Announce;
        update_announce: announces(UpdateAnnounceRequest) -> Announce;
        delete_announce: announces(DeleteAnnounceRequest) -> proto::vestibule::common::v1::DeleteResponse;
        start_announce: announces(StartAnnounceRequest) -> Announce;
        stop_announce: announces(StopAnnounceRequest) -> Announce;
        preview_announce: announces(PreviewAnnounceRequest) -> AnnouncePreview;
        remind_announce: announces(RemindAnnounceRequest) -> RemindAnnounceResponse;
        get_announce_results: announces(GetAnnounceResultsRequest) -> AnnounceResults;
        list_announce_recipients: announces(ListAnnounceRecipientsRequest) -> ListAnnounceRecipientsResponse;
        list_announce_responses: announces(ListAnnounceResponsesRequest) -> ListAnnounceResponsesResponse;
        get_announce_by_token: page(GetAnnounceByTokenRequest) -> AnnounceByToken;
        read_announce_by_token: page(ReadAnnounceByTokenRequest) -> AnnounceByToken;
        answer_poll_by_token: page(AnswerPollByTokenRequest) -> AnnounceByToken;
        list_conversations: conversations(ListConversationsRequest) -> ListConversationsResponse;
        get_conversation: conversations(GetConversationRequest) -> Conversation;
        create_conversation: conversations(CreateConversationRequest) -> Conversation;
        delete_conversation: conversations(DeleteConversationRequest) -> proto::vestibule::common::v1::DeleteResponse;
        list_conversation_recipients: conversations(ListConversationRecipientsRequest) -> ListConversationRecipientsResponse;
        list_conversation_messages: conversations(ListConversationMessagesRequest) -> ListConversationMessagesResponse;
        create_conversation_message: conversations(CreateConversationMessageRequest) -> ConversationMessage;
        read_conversation: conversations(ReadConversationRequest) -> Conversation;
        take_conversation: conversations(TakeConversationRequest) -> Conversation;
        close_conversation: conversations(CloseConversationRequest) -> Conversation;
    }

    /// Does what is due: starts, batches, ends.
    pub async fn work(&self) {
        notifications::jobs::announces::send_due(&self.site.service).await.unwrap();
    }

    pub async fn create(&self, caller: &Caller, announce: Announce) -> Announce {
        self.create_announce(caller, CreateAnnounceRequest { announce: Some(announce) }).await.unwrap()
    }

    /// Created, started, and sent to the last recipient.
    pub async fn sent(&self, caller: &Caller, announce: Announce) -> Announce {
        let id = self.create(caller, announce).await.id;
        self.start_announce(caller, StartAnnounceRequest { id }).await.unwrap();
        self.work().await;
        self.get_announce(&admin(), GetAnnounceRequest { id }).await.unwrap()
    }

    /// Users with a row, in order.
    pub async fn recipients(&self, id: i64) -> Vec<i64> {
        self.query("SELECT user_id FROM announce_recipients WHERE announce_id = $1 ORDER BY user_id", id).await
    }

    pub async fn query(&self, sql: &'static str, id: i64) -> Vec<i64> {
        let mut tx = self.site.app.context.database.system().await.unwrap();
        sqlx::query_scalar(sql).bind(id).fetch_all(&mut *tx).await.unwrap()
    }

    pub async fn execute(&self, sql: &'static str) {
        let mut tx = self.site.app.context.database.system().await.unwrap();
        sqlx::query(sql).execute(&mut *tx).await.unwrap();
        tx.commit().await.unwrap();
    }

    /// So many more residents of ANNEX, each with an e-mail of `mail_prefix` and their number; without any for an empty prefix.
    pub async fn people_of_annex(&self, count: i64, mail_prefix: &str) {
        let mut tx = self.site.app.context.database.system().await.unwrap();
        sqlx::query(
            "INSERT INTO users (id, project_id, version, role_id, is_active, name, email, locale)
             SELECT n, $1, 1, $2, true, 'user ' || n, CASE WHEN $3::text = '' THEN '' ELSE $3::text || n || '@y.test' END, 'en'
             FROM generate_series(1001, 1000 + $4) n",
        )
        .bind(PROJECT)
        .bind(RESIDENT)
        .bind(mail_prefix)
        .bind(count)
        .execute(&mut *tx)
        .await
        .unwrap();
        sqlx::query("INSERT INTO user_groups (user_id, group_id, project_id) SELECT n, $1, $2 FROM generate_series(1001, 1000 + $3) n")
            .bind(ANNEX)
            .bind(PROJECT)
            .bind(count)
            .execute(&mut *tx)
            .await
            .unwrap();
        tx.commit().await.unwrap();
    }

    /// The token of somebody's page, as their own list has it.
    pub async fn token(&self, id: i64, caller: &Caller) -> String {
        let token = self.get_announce(caller, GetAnnounceRequest { id }).await.unwrap().token;
        assert!(!token.is_empty());
        token
    }

    /// To the staff of the resident's floor.
    pub async fn question(&self, caller: &Caller) -> Conversation {
        self.create_conversation(caller, to_group(FLOOR, "The gate does not open")).await.unwrap()
    }

    pub async fn say(&self, caller: &Caller, id: i64, text: &str) -> Result<ConversationMessage, Status> {
        self.create_conversation_message(caller, message(id, text, &Uuid::now_v7().to_string())).await
    }
}

pub fn named(id: i64) -> Ref {
    Ref { id, name: String::new() }
}

/// An info to HOUSE in the app.
pub fn info() -> Announce {
    Announce {
        name: "Water".into(),
        subject: "No water at noon".into(),
        r#type: AnnounceType::Info.into(),
        send_via: SendVia::App.into(),
        body: "<p>From 12 to 13.<script>alert(1)</script></p>".into(),
        domains: vec![named(HOUSE)],
        ..Announce::default()
    }
}

pub fn poll() -> Announce {
    let question = |text: &str, answers: &[&str]| PollQuestion { text: text.into(), answers: answers.iter().map(|a| a.to_string()).collect() };
    Announce {
        name: "Gate".into(),
        subject: "A new gate?".into(),
        r#type: AnnounceType::Poll.into(),
        type_info: Some(PollInfo { questions: vec![question("A gate?", &["Yes", "No"])], poll_user_answer_allowed: true, ..PollInfo::default() }),
        ..info()
    }
}

pub fn choice(answer: i32) -> PollAnswer {
    PollAnswer { question: 0, answers: vec![answer], own_answer: String::new() }
}

pub fn to_group(group: i64, text: &str) -> CreateConversationRequest {
    let conversation = Conversation {
        subject: "A question".into(),
        domain: Some(named(group)),
        message: text.into(),
        request_id: Uuid::now_v7().to_string(),
        ..Conversation::default()
    };
    CreateConversationRequest { conversation: Some(conversation) }
}

pub fn to_user(user: i64, text: &str) -> CreateConversationRequest {
    let mut request = to_group(0, text);
    let conversation = request.conversation.as_mut().unwrap();
    (conversation.domain, conversation.user) = (None, Some(named(user)));
    request
}

pub fn message(id: i64, text: &str, request_id: &str) -> CreateConversationMessageRequest {
    let message = ConversationMessage { message: text.into(), request_id: request_id.into(), ..ConversationMessage::default() };
    CreateConversationMessageRequest { id, message: Some(message) }
}
