//! What nobody learns of an anonymous poll: who has answered what.
use futures::StreamExt;
use proto::vestibule::common::v1::ExportFormat;
use proto::vestibule::notifications::v1::announces_server::Announces as _;
use proto::vestibule::notifications::v1::*;
use testing::nobody;

use crate::communications::*;
use crate::harness::ANNEX;

impl Communications {
    /// An anonymous poll of ANNEX, with so many people more there than it has.
    async fn anonymous_poll(&self, people: i64) -> Announce {
        self.people_of_annex(people, "").await;
        self.sent(&admin(), Announce { is_anonymous: true, users: vec![], domains: vec![named(ANNEX)], ..poll() }).await
    }

    /// One of those people answers.
    async fn vote(&self, id: i64, user: i64, answer: PollAnswer) {
        let token = self.token(id, &resident(user)).await;
        self.read_announce_by_token(&nobody(), ReadAnnounceByTokenRequest { token: token.clone() }).await.unwrap();
        self.answer_poll_by_token(&nobody(), AnswerPollByTokenRequest { token, answers: vec![answer] }).await.unwrap();
    }

    async fn result(&self, id: i64) -> (i32, QuestionResult) {
        let mut results = self.get_announce_results(&admin(), GetAnnounceResultsRequest { id }).await.unwrap();
        (results.min_answers, results.questions.remove(0))
    }

    async fn exported(&self, id: i64) -> String {
        let request = self.site.app.context.signer.request(&admin(), ExportAnnounceRequest { id, export_format: ExportFormat::Csv.into() });
        let service = notifications::rpc::AnnounceService(self.site.service.clone());
        let pieces: Vec<_> = service.export_announce(request).await.unwrap().into_inner().map(|piece| piece.unwrap().data).collect().await;
        String::from_utf8(pieces.concat()).unwrap()
    }

    async fn of_state(&self, id: i64, state: &str) -> Vec<AnnounceRecipient> {
        let filters = format!(r#"[{{"field":"state","rule":"equals","value":"{state}"}}]"#);
        self.list_announce_recipients(&admin(), ListAnnounceRecipientsRequest { id, filters, ..Default::default() }).await.unwrap().items
    }
}

fn counts(question: &QuestionResult) -> Vec<i64> {
    question.answers.iter().map(|answer| answer.count).collect()
}

#[tokio::test]
async fn an_anonymous_poll_has_results_from_five_answers_on() {
    let all = Communications::start().await;
    let id = all.anonymous_poll(6).await.id;
    let own = PollAnswer { own_answer: "A fence".into(), ..PollAnswer::default() };
    for (user, answer) in [(1001, choice(0)), (1002, choice(1)), (1003, choice(1)), (1004, own)] {
        all.vote(id, user, answer).await;
    }
    let (min_answers, question) = all.result(id).await;
    assert_eq!((min_answers, question.is_hidden, question.answered, counts(&question)), (5, true, 4, vec![0, 0]));
    assert!(question.own_answers.is_empty() && question.own_answer_count == 0);
    let exported = all.exported(id).await;
    assert!(!exported.contains("A fence") && exported.contains("Yes") && !exported.contains("Yes,1"), "{exported}");

    all.vote(id, 1005, choice(0)).await;
    let (_, question) = all.result(id).await;
    assert_eq!((question.is_hidden, question.answered, counts(&question)), (false, 5, vec![2, 2]));
    assert_eq!(question.own_answers, ["A fence"]);
    assert!(all.exported(id).await.contains("A fence"));

    // Its end changes nothing of that.
    all.answer_poll_by_token(&nobody(), AnswerPollByTokenRequest { token: all.token(id, &resident(1005)).await, answers: vec![] }).await.unwrap();
    all.stop_announce(&admin(), StopAnnounceRequest { id }).await.unwrap();
    assert!(all.result(id).await.1.is_hidden);
}

#[tokio::test]
async fn a_poll_that_is_not_anonymous_has_results_at_once() {
    let all = Communications::start().await;
    let id = all.sent(&manager(), poll()).await.id;
    let token = all.token(id, &resident(ANN)).await;
    all.answer_poll_by_token(&nobody(), AnswerPollByTokenRequest { token, answers: vec![choice(0)] }).await.unwrap();
    let (min_answers, question) = all.result(id).await;
    assert_eq!((min_answers, question.is_hidden, counts(&question)), (0, false, vec![1, 0]));
}

#[tokio::test]
async fn who_has_read_or_answered_an_anonymous_poll_is_told_nobody_while_its_counts_change() {
    let all = Communications::start().await;
    let id = all.anonymous_poll(6).await.id;
    for user in 1001..=1005 {
        all.vote(id, user, choice(0)).await;
    }
    let turnout = all.get_announce(&admin(), GetAnnounceRequest { id }).await.unwrap().turnout.unwrap();
    assert_eq!((turnout.read, turnout.answered), (5, 5), "how many they are is told");
    assert_eq!(all.list_announce_responses(&admin(), ListAnnounceResponsesRequest::default()).await.unwrap().total, 0);
    for state in ["read", "answered"] {
        assert!(all.of_state(id, state).await.is_empty(), "{state}");
    }
    let untold = |recipient: &AnnounceRecipient| recipient.read_at.is_none() && recipient.answered_at.is_none();
    assert!(all.of_state(id, "sent").await.iter().all(untold));
    let filters = r#"[{"field":"read_at","rule":"above","value":"2000-01-01T00:00:00Z"}]"#.into();
    let by_time = ListAnnounceRecipientsRequest { id, filters, ..Default::default() };
    assert!(all.list_announce_recipients(&admin(), by_time).await.map_or(true, |found| found.total == 0), "nor by a filter");

    // Once it is over the counts stay as they are, and who has read it is told; not when, and not who has answered.
    all.stop_announce(&admin(), StopAnnounceRequest { id }).await.unwrap();
    let read = all.of_state(id, "read").await;
    assert!(read.len() == 5 && read.iter().all(untold));
    assert!(all.of_state(id, "answered").await.is_empty());
}

#[tokio::test]
async fn while_an_anonymous_poll_lasts_a_mail_that_waits_or_has_failed_does_not_tell_who_reads_it_in_the_app() {
    let all = Communications::start().await;
    let id = all.anonymous_poll(6).await.id;
    let everybody = all.recipients(id).await.len();
    all.execute("UPDATE announce_recipients SET state = 1 WHERE user_id IN (1001, 1004)").await;
    all.execute("UPDATE announce_recipients SET state = 3 WHERE user_id IN (1002, 1003)").await;
    let turnout = async || {
        let turnout = all.get_announce(&admin(), GetAnnounceRequest { id }).await.unwrap().turnout.unwrap();
        (turnout.queued, turnout.failed, turnout.read)
    };
    assert_eq!((turnout().await, all.of_state(id, "sent").await.len()), ((2, 2, 0), everybody));
    for user in [1001, 1002] {
        all.vote(id, user, choice(0)).await;
    }
    assert_eq!((turnout().await, all.of_state(id, "sent").await.len()), ((1, 1, 2), everybody), "the counts alone move");
    for state in ["queued", "failed", "read"] {
        assert!(all.of_state(id, state).await.is_empty(), "{state}");
    }

    // Once it is over it is told who has got none; a stop cancels what waits.
    all.stop_announce(&admin(), StopAnnounceRequest { id }).await.unwrap();
    let of_state = async |state: &str| {
        let mut users: Vec<i64> = all.of_state(id, state).await.into_iter().filter_map(|recipient| recipient.user).map(|user| user.id).collect();
        users.sort_unstable();
        users
    };
    assert_eq!((of_state("failed").await, of_state("read").await), (vec![1003, 1004], vec![1001, 1002]));
}
