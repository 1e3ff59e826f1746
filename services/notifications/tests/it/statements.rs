//! The number of statements of each list, item and change does not depend on how many rows there are.
use proto::vestibule::notifications::v1::notifications_server::Notifications as _;
use proto::vestibule::notifications::v1::*;
use testing::{nobody, statements};

use crate::communications::*;
use crate::harness::*;

/// Lists and items of announces and conversations, as those see them who manage and answer them.
async fn reads(all: &Communications, announce: i64, conversation: i64) -> Vec<(&'static str, usize)> {
    let (caller, staff) = (manager(), concierge(CONCIERGE));
    let mut counts = Vec::new();
    macro_rules! count {
        ($($name:ident($caller:expr, $request:expr);)+) => {
            $(
                let (answer, taken) = statements(all.$name($caller, $request)).await;
                answer.unwrap_or_else(|status| panic!("{}: {status}", stringify!($name)));
                counts.push((stringify!($name), taken.len()));
            )+
        };
    }
    count! {
        list_announces(&caller, ListAnnouncesRequest { size: 100, ..Default::default() });
        get_announce(&caller, GetAnnounceRequest { id: announce });
        get_announce_results(&caller, GetAnnounceResultsRequest { id: announce });
        list_announce_recipients(&caller, ListAnnounceRecipientsRequest { id: announce, size: 100, ..Default::default() });
        list_announce_responses(&caller, ListAnnounceResponsesRequest { size: 100, ..Default::default() });
        list_conversations(&staff, ListConversationsRequest { size: 100, ..Default::default() });
        get_conversation(&staff, GetConversationRequest { id: conversation });
        list_conversation_messages(&staff, ListConversationMessagesRequest { id: conversation, ..Default::default() });
        list_conversation_recipients(&staff, ListConversationRecipientsRequest::default());
    }
    let list = all.site.app.context.signer.request(&caller, ListNotificationsRequest { limit: 100, ..Default::default() });
    let (listed, taken) = statements(all.site.notifications.list_notifications(list)).await;
    listed.unwrap();
    counts.push(("list_notifications", taken.len()));
    counts
}

#[tokio::test]
async fn lists_and_items_take_as_many_statements_for_many_rows_as_for_few() {
    let all = Communications::start().await;
    let announce = all.sent(&manager(), poll()).await.id;
    let conversation = all.question(&resident(ANN)).await.id;
    for user in [ANN, BOB] {
        let token = all.token(announce, &resident(user)).await;
        all.answer_poll_by_token(&nobody(), AnswerPollByTokenRequest { token, answers: vec![choice(0)] }).await.unwrap();
    }
    reads(&all, announce, conversation).await; // Whatever is read once for a connection.
    let few = reads(&all, announce, conversation).await;
    for user in 40..60 {
        all.site.user(user, RESIDENT, &[FLOOR]).await;
    }
    for _ in 0..6 {
        let id = all.sent(&manager(), poll()).await.id;
        for user in [ANN, BOB] {
            let token = all.token(id, &resident(user)).await;
            all.answer_poll_by_token(&nobody(), AnswerPollByTokenRequest { token, answers: vec![choice(1)] }).await.unwrap();
        }
        all.question(&resident(BOB)).await;
        all.say(&resident(ANN), conversation, "And the lift?").await.unwrap();
    }
    assert_eq!(reads(&all, announce, conversation).await, few);
}

#[tokio::test]
async fn an_announce_to_many_groups_and_people_is_written_and_started_in_as_many_statements_as_one_to_two() {
    let all = Communications::start().await;
    for id in 101..115 {
        let group = proto::vestibule::events::v1::GroupChanged {
            project_id: testing::PROJECT,
            id,
            version: 1,
            parent_id: HOUSE,
            name: format!("group {id}"),
            ..Default::default()
        };
        all.site.receive("domains.group.changed", &group).await;
        all.site.user(id, RESIDENT, &[id]).await;
    }
    let of = |count: i64| Announce {
        domains: (101..101 + count).map(named).collect(),
        users: (101..101 + count).map(named).collect(),
        execute_at: Some(kit::clock::to_proto(testing::NOW + time::Duration::hours(1))),
        ..info()
    };
    let written = async |count: i64| {
        let (created, of_create) = statements(all.create(&manager(), of(count))).await;
        let mask = prost_types::FieldMask { paths: vec!["subject".into()] };
        let request = UpdateAnnounceRequest { id: created.id, announce: Some(of(count)), update_mask: Some(mask) };
        let (updated, of_update) = statements(all.update_announce(&manager(), request)).await;
        updated.unwrap();
        let (started, of_start) = statements(all.start_announce(&manager(), StartAnnounceRequest { id: created.id })).await;
        started.unwrap();
        [of_create.len(), of_update.len(), of_start.len()]
    };
    written(2).await;
    let few = written(2).await;
    assert_eq!(written(14).await, few);
}

#[tokio::test]
async fn a_message_to_many_colleagues_takes_as_many_statements_as_one_to_two() {
    let all = Communications::start().await;
    let id = all.question(&resident(ANN)).await.id;
    let say = async || statements(all.say(&resident(ANN), id, "Hello?")).await.1.len();
    say().await;
    let few = say().await;
    for user in 40..60 {
        all.site.user(user, CONCIERGE_ROLE, &[HOUSE]).await;
    }
    assert_eq!(say().await, few);
}
