//! Conversations: who may write to whom, the shared inbox, and what has been read.
use policy::Permission::*;
use proto::vestibule::notifications::v1::*;
use testing::{OTHER_PROJECT, PROJECT, assert_statements, nobody, someone};
use tonic::Code;
use uuid::Uuid;

use crate::communications::*;
use crate::harness::*;

async fn ids(all: &Communications, caller: &policy::Caller) -> Vec<i64> {
    all.list_conversations(caller, ListConversationsRequest::default()).await.unwrap().items.iter().map(|item| item.id).collect()
}

#[tokio::test]
async fn a_question_reaches_the_staff_of_the_group_and_above_and_nobody_else() {
    let all = Communications::start().await;
    let id = all.question(&resident(ANN)).await.id;
    for staff in [concierge(CONCIERGE), concierge(COLLEAGUE)] {
        let seen = all.get_conversation(&staff, GetConversationRequest { id }).await.unwrap();
        assert!(seen.is_staff && seen.is_writable && seen.unread == 1);
        assert_eq!(seen.interlocutor.unwrap().id, ANN);
        let notified = all.site.unread(&caller(staff.user_id)).await.items.remove(0);
        assert_eq!(notified.r#type(), NotificationClass::ConversationReceived);
    }
    for stranger in
        [resident(BOB), resident(EVE), manager(), someone(PROJECT, 30, concierge_permissions(), &[ANNEX]), testing::administrator(OTHER_PROJECT)]
    {
        assert_eq!(all.get_conversation(&stranger, GetConversationRequest { id }).await.unwrap_err().code(), Code::NotFound);
    }
    assert_eq!(all.site.unread(&caller(BOB)).await.total + all.site.unread(&caller(ANN)).await.total, 0);
    assert_eq!(all.list_conversations(&nobody(), ListConversationsRequest::default()).await.unwrap_err().code(), Code::Unauthenticated);
}

#[tokio::test]
async fn whoever_answers_has_taken_it_and_no_colleague_answers_too() {
    let all = Communications::start().await;
    let id = all.question(&resident(ANN)).await.id;
    all.say(&concierge(CONCIERGE), id, "I am on my way").await.unwrap();
    let refused = all.say(&concierge(COLLEAGUE), id, "Me too").await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "can't perform action"));
    let seen = all.get_conversation(&concierge(COLLEAGUE), GetConversationRequest { id }).await.unwrap();
    assert_eq!((seen.status(), seen.taken_by_user.unwrap().id, seen.is_writable), (ConversationStatus::Taken, CONCIERGE, false));
    // The question goes to whoever has taken it.
    all.read_conversation(&concierge(COLLEAGUE), ReadConversationRequest { id, message_id: 0 }).await.unwrap();
    all.say(&resident(ANN), id, "Thank you").await.unwrap();
    assert_eq!((all.site.unread(&caller(CONCIERGE)).await.total, all.site.unread(&caller(COLLEAGUE)).await.total), (1, 0));
    all.take_conversation(&concierge(COLLEAGUE), TakeConversationRequest { id, is_takeover: true }).await.unwrap();
    all.say(&concierge(COLLEAGUE), id, "I take over").await.unwrap();
    assert_eq!(all.say(&concierge(CONCIERGE), id, "No").await.unwrap_err().code(), Code::FailedPrecondition);
}

#[tokio::test]
async fn two_of_the_staff_who_take_at_once_are_one() {
    let all = Communications::start().await;
    let id = all.question(&resident(ANN)).await.id;
    let take = |user: i64| {
        let (all, staff) = (&all, concierge(user));
        async move { all.take_conversation(&staff, TakeConversationRequest { id, is_takeover: false }).await }
    };
    let (one, other) = tokio::join!(take(CONCIERGE), take(COLLEAGUE));
    assert_eq!([one.is_ok(), other.is_ok()].iter().filter(|taken| **taken).count(), 1);
}

#[tokio::test]
async fn one_of_the_staff_who_asks_does_not_answer_themselves_and_their_colleagues_learn_of_each_message() {
    let all = Communications::start().await;
    let asking = concierge(CONCIERGE);
    let id = all.create_conversation(&asking, to_group(HOUSE, "Who has the key?")).await.unwrap().id;
    let take = TakeConversationRequest { id, is_takeover: true };
    assert_eq!(all.take_conversation(&asking, take).await.unwrap_err().code(), Code::PermissionDenied);
    assert_eq!(all.close_conversation(&asking, CloseConversationRequest { id }).await.unwrap_err().code(), Code::PermissionDenied);
    all.say(&asking, id, "It is urgent").await.unwrap();
    assert_eq!(all.get_conversation(&concierge(COLLEAGUE), GetConversationRequest { id }).await.unwrap().unread, 2);
    assert_eq!(all.site.unread(&caller(COLLEAGUE)).await.items.len(), 1, "a long talk is one notification");
    all.say(&concierge(COLLEAGUE), id, "I have").await.unwrap();
    assert_eq!(all.site.unread(&asking).await.items.len(), 1);
}

#[tokio::test]
async fn a_closed_conversation_opens_again_with_a_message_of_the_person() {
    let all = Communications::start().await;
    let id = all.question(&resident(ANN)).await.id;
    let closed = all.close_conversation(&concierge(CONCIERGE), CloseConversationRequest { id }).await.unwrap();
    assert_eq!(closed.status(), ConversationStatus::Closed);
    all.say(&resident(ANN), id, "It happened again").await.unwrap();
    let seen = all.get_conversation(&concierge(COLLEAGUE), GetConversationRequest { id }).await.unwrap();
    assert_eq!((seen.status(), seen.taken_by_user), (ConversationStatus::Open, None));
    // The person is none of the staff.
    assert_eq!(
        all.take_conversation(&resident(ANN), TakeConversationRequest { id, is_takeover: false }).await.unwrap_err().code(),
        Code::PermissionDenied
    );
}

#[tokio::test]
async fn a_request_that_is_sent_again_makes_no_second_conversation_or_message() {
    let all = Communications::start().await;
    let request = to_group(FLOOR, "The gate does not open");
    let first = all.create_conversation(&resident(ANN), request.clone()).await.unwrap();
    assert_eq!(all.create_conversation(&resident(ANN), request).await.unwrap().id, first.id);
    let again = message(first.id, "Hello?", &Uuid::now_v7().to_string());
    let ann = resident(ANN);
    let both = futures::future::join_all((0..2).map(|_| all.create_conversation_message(&ann, again.clone()))).await;
    let made: Vec<i64> = both.into_iter().map(|message| message.unwrap().id).collect();
    assert_eq!(made[0], made[1]);
    let messages =
        all.list_conversation_messages(&resident(ANN), ListConversationMessagesRequest { id: first.id, ..Default::default() }).await.unwrap();
    assert_eq!(messages.items.len(), 2);
}

#[tokio::test]
async fn a_request_id_that_has_written_to_somebody_writes_to_nobody_else() {
    let all = Communications::start().await;
    let request = to_user(BOB, "A parcel");
    let first = all.create_conversation(&concierge(CONCIERGE), request.clone()).await.unwrap();
    let mut other = request.clone();
    other.conversation.as_mut().unwrap().user = Some(named(ANN));
    let mut to_staff = request.clone();
    (to_staff.conversation.as_mut().unwrap().user, to_staff.conversation.as_mut().unwrap().domain) = (None, Some(named(FLOOR)));
    for elsewhere in [other, to_staff] {
        let refused = all.create_conversation(&admin_as(CONCIERGE), elsewhere).await.unwrap_err();
        assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "value not unique"));
        assert_eq!(field_error(&refused, "request_id"), "value not unique");
    }
    assert!(ids(&all, &resident(ANN)).await.is_empty());
    assert_eq!(all.create_conversation(&concierge(CONCIERGE), request).await.unwrap().id, first.id);
}

/// With every right, as a person of the site.
fn admin_as(id: i64) -> policy::Caller {
    someone(PROJECT, id, policy::PermissionSet::everything(), &[])
}

async fn delete_person(all: &Communications, id: i64, role: i64) {
    let deleted = proto::vestibule::events::v1::UserChanged { version: 2, deleted: true, ..user(id, role, &[]) };
    all.site.receive(notifications::events::USER, &deleted).await;
}

#[tokio::test]
async fn nobody_writes_to_somebody_who_was_deleted_and_their_name_stays_in_the_conversation() {
    let all = Communications::start().await;
    let id = all.create_conversation(&concierge(CONCIERGE), to_user(BOB, "A parcel")).await.unwrap().id;
    all.say(&resident(BOB), id, "Thanks").await.unwrap();
    let question = all.question(&resident(BOB)).await.id;
    delete_person(&all, BOB, RESIDENT).await;
    for conversation in [id, question] {
        let seen = all.get_conversation(&concierge(CONCIERGE), GetConversationRequest { id: conversation }).await.unwrap();
        assert!(seen.is_reader_deleted && !seen.is_writable);
        let interlocutor = seen.interlocutor.unwrap();
        assert_eq!((interlocutor.id, interlocutor.name.as_str()), (BOB, "user 6"));
        assert_eq!(seen.last_message_user.unwrap().name, "user 6");
        let refused = all.say(&concierge(CONCIERGE), conversation, "Are you there?").await.unwrap_err();
        assert_eq!(missing_entities(&refused), ["user 6"]);
    }
    let request = ListConversationMessagesRequest { id, ..Default::default() };
    let messages = all.list_conversation_messages(&concierge(CONCIERGE), request).await.unwrap().items;
    assert_eq!(messages[0].user.as_ref().unwrap().name, "user 6");
    // Nobody has taken the question by the attempt.
    let seen = all.get_conversation(&concierge(COLLEAGUE), GetConversationRequest { id: question }).await.unwrap();
    assert_eq!(seen.status(), ConversationStatus::Open);
    // The staff is many: one who leaves does not end it.
    let of_ann = all.question(&resident(ANN)).await.id;
    delete_person(&all, COLLEAGUE, CONCIERGE_ROLE).await;
    all.say(&resident(ANN), of_ann, "Hello").await.unwrap();
}

#[tokio::test]
async fn nobody_writes_to_the_staff_of_a_group_that_was_deleted() {
    let all = Communications::start().await;
    let id = all.question(&resident(ANN)).await.id;
    let deleted = proto::vestibule::events::v1::GroupChanged {
        project_id: PROJECT,
        id: FLOOR,
        version: 2,
        parent_id: HOUSE,
        deleted: true,
        ..Default::default()
    };
    all.site.receive("domains.group.changed", &deleted).await;
    assert_eq!(missing_entities(&all.say(&resident(ANN), id, "Hello?").await.unwrap_err()), ["group 3"]);
    assert!(!all.get_conversation(&resident(ANN), GetConversationRequest { id }).await.unwrap().is_writable);
}

#[tokio::test]
async fn residents_write_to_their_own_staff_staff_to_people_in_view_and_some_to_all() {
    let all = Communications::start().await;
    let offered = async |caller: &policy::Caller| {
        let offered = all.list_conversation_recipients(caller, ListConversationRecipientsRequest::default()).await.unwrap();
        let ids = |refs: Vec<proto::vestibule::common::v1::Ref>| refs.into_iter().map(|named| named.id).collect::<Vec<_>>();
        (ids(offered.users), ids(offered.domains))
    };
    // The administrator's role has every right, the inbox too.
    assert_eq!(offered(&resident(ANN)).await, (vec![ADMIN, CONCIERGE, COLLEAGUE], vec![FLOOR]));
    assert_eq!(offered(&resident(EVE)).await, (vec![], vec![]));
    assert_eq!(offered(&concierge(CONCIERGE)).await.0, [ADMIN, MANAGER, COLLEAGUE, ANN, BOB]);
    assert_eq!(offered(&admin()).await.0.len(), 6);
    for (caller, to) in [(resident(ANN), EVE), (resident(ANN), BOB), (resident(ANN), ANN), (concierge(CONCIERGE), EVE), (admin(), 404)] {
        let refused = all.create_conversation(&caller, to_user(to, "Hello")).await.unwrap_err();
        assert_eq!(missing_entities(&refused), [format!("user {to}")]);
    }
    for (caller, group) in [(resident(ANN), HOUSE), (resident(EVE), ANNEX), (admin(), ANNEX)] {
        let refused = all.create_conversation(&caller, to_group(group, "Hello")).await.unwrap_err();
        assert_eq!(missing_entities(&refused), [format!("group {group}")]);
    }
    let direct = all.create_conversation(&concierge(CONCIERGE), to_user(BOB, "A parcel")).await.unwrap();
    assert_eq!(ids(&all, &resident(BOB)).await, [direct.id]);
    all.say(&resident(BOB), direct.id, "Thanks").await.unwrap();
}

#[tokio::test]
async fn who_watches_the_groups_below_reads_their_inboxes_and_writes_nothing() {
    let all = Communications::start().await;
    let id = all.question(&resident(ANN)).await.id;
    let direct = all.create_conversation(&concierge(CONCIERGE), to_user(BOB, "A parcel")).await.unwrap();
    let supervisor =
        someone(PROJECT, 31, [CanViewDescendantConversations, CanCreateConversationMessage, CanAcceptMessagesFromDescendantUsers], &[ANNEX]);
    assert_eq!(ids(&all, &supervisor).await, Vec::<i64>::new());
    let supervisor = someone(PROJECT, 31, [CanViewDescendantConversations, CanCreateConversationMessage], &[COMPANY]);
    assert_eq!(ids(&all, &supervisor).await, [id], "not what two people write to each other");
    assert_eq!(all.get_conversation(&supervisor, GetConversationRequest { id: direct.id }).await.unwrap_err().code(), Code::NotFound);
    let seen = all.get_conversation(&supervisor, GetConversationRequest { id }).await.unwrap();
    assert!(!seen.is_writable && !seen.is_staff && seen.unread == 0);
    assert_eq!(all.say(&supervisor, id, "Hello").await.unwrap_err().code(), Code::PermissionDenied);
    let everything = someone(PROJECT, 32, [CanViewAllConversations, CanCreateConversationMessage], &[]);
    assert_eq!(ids(&all, &everything).await.len(), 2);
    assert_eq!(all.say(&everything, direct.id, "Hello").await.unwrap_err().code(), Code::PermissionDenied);
}

#[tokio::test]
async fn messages_come_in_pages_of_50_without_gaps_or_repetitions() {
    let all = Communications::start().await;
    let id = all.question(&resident(ANN)).await.id;
    all.execute(
        "INSERT INTO conversation_messages (project_id, conversation_id, user_id, message, request_id, created_at)
         SELECT 1, c.id, 5, 'm' || n, gen_random_uuid(), '2026-11-23 09:00Z' FROM conversations c, generate_series(1, 119) n",
    )
    .await;
    let (mut seen, mut before_id) = (Vec::new(), 0);
    loop {
        let page = all
            .list_conversation_messages(&concierge(CONCIERGE), ListConversationMessagesRequest { id, before_id, ..Default::default() })
            .await
            .unwrap();
        seen.extend(page.items.iter().map(|message| message.id));
        if !page.has_more {
            break;
        }
        before_id = *seen.last().unwrap();
        assert_eq!(page.items.len(), 50);
    }
    assert!(seen.len() == 120 && seen.is_sorted_by(|a, b| a > b));
    let earlier = ListConversationMessagesRequest { id, before: "2026-11-23T08:59:00Z".into(), ..Default::default() };
    assert!(all.list_conversation_messages(&concierge(CONCIERGE), earlier).await.unwrap().items.is_empty());
    let bad = ListConversationMessagesRequest { id, before: "yesterday".into(), ..Default::default() };
    assert_eq!(all.list_conversation_messages(&concierge(CONCIERGE), bad).await.unwrap_err().code(), Code::InvalidArgument);
}

#[tokio::test]
async fn unread_messages_are_counted_until_they_are_read_and_a_long_talk_is_one_notification() {
    let all = Communications::start().await;
    let id = all.create_conversation(&concierge(CONCIERGE), to_user(BOB, "A parcel")).await.unwrap().id;
    for n in 0..3 {
        all.say(&concierge(CONCIERGE), id, &format!("message {n}")).await.unwrap();
    }
    let unread = all.get_conversation(&resident(BOB), GetConversationRequest { id }).await.unwrap();
    assert_eq!((unread.unread, unread.message.as_str()), (4, "message 2"));
    let notified = all.site.unread(&caller(BOB)).await;
    assert_eq!((notified.total, notified.items[0].r#type()), (1, NotificationClass::ConversationMessageReceived));
    let own = ListConversationMessagesRequest { id, ..Default::default() };
    let is_read =
        async || all.list_conversation_messages(&concierge(CONCIERGE), own.clone()).await.unwrap().items.iter().all(|message| message.is_read);
    assert!(!is_read().await);
    let read = all.read_conversation(&resident(BOB), ReadConversationRequest { id, message_id: 0 }).await.unwrap();
    assert_eq!((read.unread, all.site.unread(&caller(BOB)).await.total), (0, 0));
    assert!(is_read().await);
    // A cursor never goes back.
    assert_eq!(all.read_conversation(&resident(BOB), ReadConversationRequest { id, message_id: 1 }).await.unwrap().unread, 0);
}

#[tokio::test]
async fn a_token_that_may_only_view_marks_nothing_as_read() {
    let all = Communications::start().await;
    let id = all.create_conversation(&concierge(CONCIERGE), to_user(BOB, "A parcel")).await.unwrap().id;
    let bob = resident(BOB);
    let token = |permissions: policy::PermissionSet| policy::Caller {
        token: Some(policy::CallerToken { id: 1, name: "Screen".into(), is_limited: true, ..policy::CallerToken::default() }),
        permissions,
        ..bob.clone()
    };
    let read_only = token([policy::Permission::CanViewConversations].into_iter().collect());
    assert_eq!(all.get_conversation(&read_only, GetConversationRequest { id }).await.unwrap().unread, 1);
    let refused = all.read_conversation(&read_only, ReadConversationRequest { id, message_id: 0 }).await.unwrap_err();
    assert_eq!(refused.code(), Code::PermissionDenied);
    assert_eq!(all.site.unread(&caller(BOB)).await.total, 1, "its user has not read it");
    // A program that answers has read what it answers.
    let answering = token([policy::Permission::CanViewConversations, policy::Permission::CanCreateConversationMessage].into_iter().collect());
    assert_eq!(all.read_conversation(&answering, ReadConversationRequest { id, message_id: 0 }).await.unwrap().unread, 0);
    assert_eq!(all.site.unread(&caller(BOB)).await.total, 0);
}

#[tokio::test]
async fn a_person_writes_30_messages_in_a_minute() {
    let all = Communications::start().await;
    let id = all.question(&resident(ANN)).await.id;
    let mut last = None;
    for n in 0..30 {
        last = all.say(&resident(ANN), id, &format!("{n}")).await.err();
    }
    assert_eq!(last.unwrap().code(), Code::ResourceExhausted);
    all.say(&concierge(CONCIERGE), id, "Wait, please").await.unwrap();
}

#[tokio::test]
async fn a_conversation_is_deleted_with_its_messages_by_right() {
    let all = Communications::start().await;
    let id = all.question(&resident(ANN)).await.id;
    assert_eq!(all.delete_conversation(&resident(ANN), DeleteConversationRequest { id }).await.unwrap_err().code(), Code::PermissionDenied);
    let other = someone(PROJECT, BOB, [CanDeleteConversation], &[FLOOR]);
    assert_eq!(all.delete_conversation(&other, DeleteConversationRequest { id }).await.unwrap_err().code(), Code::NotFound);
    all.delete_conversation(&admin(), DeleteConversationRequest { id }).await.unwrap();
    assert_eq!(all.query("SELECT count(*) FROM conversation_messages WHERE conversation_id = $1", id).await, [0]);
}

#[tokio::test]
async fn a_list_of_conversations_takes_as_many_statements_for_any_number_of_rows() {
    let all = Communications::start().await;
    all.execute(
        "INSERT INTO conversations (project_id, subject, user_id, group_id, request_id, last_message_at, last_message_user_id, created_at)
         SELECT 1, 's' || n, 5, 3, gen_random_uuid(), now(), 5, now() FROM generate_series(1, 30) n",
    )
    .await;
    let request = || ListConversationsRequest { size: 20, ..Default::default() };
    let page = assert_statements(4, all.list_conversations(&concierge(CONCIERGE), request())).await.unwrap();
    assert_eq!((page.items.len(), page.total), (20, 30));
}
