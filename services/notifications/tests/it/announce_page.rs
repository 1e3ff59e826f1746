//! The page of one recipient, who is not signed in, and what becomes of the answers.
use kit::clock::to_proto;
use proto::vestibule::events::v1::ProjectChanged;
use proto::vestibule::notifications::v1::*;
use testing::{NOW, PROJECT, nobody};
use tonic::Code;

use crate::communications::*;

#[tokio::test]
async fn the_page_opens_without_a_login_and_a_look_alone_marks_nothing() {
    let all = Communications::start().await;
    let sent = all.sent(&manager(), poll()).await;
    let token = all.token(sent.id, &resident(ANN)).await;
    let page = all.get_announce_by_token(&nobody(), GetAnnounceByTokenRequest { token: token.clone() }).await.unwrap();
    assert_eq!((page.subject.as_str(), page.body.as_str(), page.is_open), ("A new gate?", "<p>From 12 to 13.</p>", true));
    assert_eq!(page.sent_at, Some(to_proto(NOW)));
    let read = async || all.get_announce(&manager(), GetAnnounceRequest { id: sent.id }).await.unwrap().turnout.unwrap().read;
    assert_eq!(read().await, 0);
    all.read_announce_by_token(&nobody(), ReadAnnounceByTokenRequest { token: token.clone() }).await.unwrap();
    all.read_announce_by_token(&nobody(), ReadAnnounceByTokenRequest { token }).await.unwrap();
    assert_eq!(read().await, 1);
}

#[tokio::test]
async fn an_unknown_token_is_not_found_and_guesses_are_limited() {
    let all = Communications::start().await;
    for token in ["x", "", &"0".repeat(32)] {
        let refused = all.get_announce_by_token(&nobody(), GetAnnounceByTokenRequest { token: token.into() }).await.unwrap_err();
        assert_eq!((refused.code(), refused.message()), (Code::NotFound, "item not found"));
    }
    let mut last = Code::NotFound;
    for _ in 0..20 {
        last = all.get_announce_by_token(&nobody(), GetAnnounceByTokenRequest { token: "0".repeat(32) }).await.unwrap_err().code();
    }
    assert_eq!(last, Code::ResourceExhausted);
}

#[tokio::test]
async fn fifty_clients_of_one_token_are_one_vote() {
    let all = Communications::start().await;
    let sent = all.sent(&manager(), poll()).await;
    let token = all.token(sent.id, &resident(ANN)).await;
    let anybody = nobody();
    let vote = |n: i32| all.answer_poll_by_token(&anybody, AnswerPollByTokenRequest { token: token.clone(), answers: vec![choice(n % 2)] });
    let votes = (0..50).map(vote);
    let outcomes = futures::future::join_all(votes).await;
    assert!(outcomes.iter().filter_map(|outcome| outcome.as_ref().err()).all(|refused| refused.code() == Code::ResourceExhausted));
    let results = all.get_announce_results(&manager(), GetAnnounceResultsRequest { id: sent.id }).await.unwrap();
    let counts: Vec<i64> = results.questions[0].answers.iter().map(|answer| answer.count).collect();
    assert_eq!((results.questions[0].answered, counts.iter().sum::<i64>(), results.turnout.unwrap().answered), (1, 1, 1));
}

#[tokio::test]
async fn an_answer_may_be_changed_and_taken_back_until_the_end() {
    let all = Communications::start().await;
    let sent = all.sent(&manager(), poll()).await;
    let token = all.token(sent.id, &resident(BOB)).await;
    let answer =
        async |answers: Vec<PollAnswer>| all.answer_poll_by_token(&nobody(), AnswerPollByTokenRequest { token: token.clone(), answers }).await;
    answer(vec![choice(0)]).await.unwrap();
    let page = answer(vec![PollAnswer { own_answer: "A fence".into(), ..PollAnswer::default() }]).await.unwrap();
    assert_eq!(page.answers[0].own_answer, "A fence");
    let results = all.get_announce_results(&manager(), GetAnnounceResultsRequest { id: sent.id }).await.unwrap();
    assert_eq!((results.questions[0].own_answers.as_slice(), results.questions[0].answers[0].count), (["A fence".to_string()].as_slice(), 0));
    let page = answer(vec![]).await.unwrap();
    assert!(page.answers.is_empty() && page.answered_at.is_none());
    assert_eq!(answer(vec![choice(7)]).await.unwrap_err().code(), Code::InvalidArgument);
    all.stop_announce(&manager(), StopAnnounceRequest { id: sent.id }).await.unwrap();
    assert_eq!(answer(vec![choice(0)]).await.unwrap_err().message(), "can't perform action");
    assert!(!all.get_announce_by_token(&nobody(), GetAnnounceByTokenRequest { token: token.clone() }).await.unwrap().is_open, "what was read stays");
}

#[tokio::test]
async fn a_token_ends_with_its_user() {
    let all = Communications::start().await;
    let sent = all.sent(&manager(), info()).await;
    let token = all.token(sent.id, &resident(ANN)).await;
    all.execute("UPDATE users SET is_active = false WHERE id = 5").await;
    let refused = all.get_announce_by_token(&nobody(), GetAnnounceByTokenRequest { token }).await.unwrap_err();
    assert_eq!(refused.code(), Code::NotFound);
}

#[tokio::test]
async fn a_token_opens_nothing_while_the_project_is_suspended() {
    let all = Communications::start().await;
    let sent = all.sent(&manager(), info()).await;
    let token = all.token(sent.id, &resident(ANN)).await;
    let open = async || all.get_announce_by_token(&nobody(), GetAnnounceByTokenRequest { token: token.clone() }).await;
    let project = |version, suspended| ProjectChanged { id: PROJECT, version, name: "Riverside".into(), suspended, ..Default::default() };
    all.site.receive(notifications::events::PROJECT, &project(1_000, true)).await;
    assert_eq!(open().await.unwrap_err().code(), Code::NotFound);
    all.site.receive(notifications::events::PROJECT, &project(1_001, false)).await;
    assert_eq!(open().await.unwrap().subject, sent.subject);
}

#[tokio::test]
async fn the_notification_leads_to_the_page_and_a_class_that_is_off_is_not_sent() {
    let all = Communications::start().await;
    all.execute("INSERT INTO notification_settings (project_id, user_id, type, acs) VALUES (1, 6, 1, false)").await;
    let sent = all.sent(&manager(), info()).await;
    assert!(all.recipients(sent.id).await.contains(&BOB));
    assert_eq!(all.site.unread(&crate::harness::caller(BOB)).await.total, 0);
    let notified = all.site.unread(&crate::harness::caller(ANN)).await.items.remove(0);
    let token = all.token(sent.id, &resident(ANN)).await;
    let page = notified.popup_action.unwrap().params.unwrap().fields["page"].clone();
    assert_eq!(page.kind, Some(prost_types::value::Kind::StringValue(format!("/announce/{token}"))));
    assert_eq!(notified.sound.unwrap().file, "message.mp3");
}
