//! Announces: to whom they go, how they are sent, and who may see what of them.
use kit::clock::to_proto;
use proto::vestibule::events::v1::{RoleChanged, UserChanged};
use proto::vestibule::notifications::v1::*;
use testing::{NOW, OTHER_PROJECT, PROJECT, assert_statements};
use time::Duration;
use tonic::Code;

use crate::communications::*;
use crate::harness::*;

fn status(announce: &Announce) -> AnnounceStatus {
    announce.status()
}

#[tokio::test]
async fn an_announce_reaches_active_people_of_its_groups_and_below_and_the_named_ones_once() {
    let all = Communications::start().await;
    all.site.receive(notifications::events::USER, &UserChanged { is_active: false, ..user(8, RESIDENT, &[FLOOR]) }).await;
    all.site.user(9, RESIDENT, &[FLOOR, HOUSE]).await;
    let announce = Announce { domains: vec![named(HOUSE), named(FLOOR)], users: vec![named(EVE), named(ANN)], ..info() };
    let sent = all.sent(&admin(), announce).await;
    assert_eq!(status(&sent), AnnounceStatus::Active);
    assert_eq!(all.recipients(sent.id).await, [MANAGER, CONCIERGE, COLLEAGUE, ANN, BOB, EVE, 9]);
    let turnout = sent.turnout.unwrap();
    assert_eq!((turnout.recipients, turnout.read, turnout.without_email), (7, 0, 6));
}

#[tokio::test]
async fn sending_that_is_killed_reaches_each_of_ten_thousand_once() {
    let all = Communications::start().await;
    all.people_of_annex(10_000, "u").await;
    let id = all.create(&admin(), Announce { domains: vec![named(ANNEX)], send_via: SendVia::Both.into(), ..info() }).await.id;
    all.start_announce(&admin(), StartAnnounceRequest { id }).await.unwrap();
    // Killed at any place, again and again, also twice at once; then left alone.
    for attempt in 0..12_u64 {
        let (first, second) = (all.site.service.clone(), all.site.service.clone());
        let one = tokio::spawn(async move { notifications::jobs::announces::send_due(&first).await });
        let other = tokio::spawn(async move { notifications::jobs::announces::send_due(&second).await });
        tokio::time::sleep(std::time::Duration::from_millis(17 * attempt)).await;
        one.abort();
        other.abort();
    }
    // The database ends what was killed a moment later; until then its rows are locked.
    let limit = std::time::Duration::from_secs(60);
    let is_sent = async {
        loop {
            all.work().await;
            if status(&all.get_announce(&admin(), GetAnnounceRequest { id }).await.unwrap()) == AnnounceStatus::Active {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(limit, is_sent).await.expect("the announce is sent");
    for (sql, expected) in [
        ("SELECT count(*) FROM announce_recipients WHERE announce_id = $1", 10_001),
        ("SELECT count(*) FROM notifications WHERE type = 1 AND (data->>'announce_id')::bigint = $1", 10_001),
        ("SELECT count(DISTINCT user_id) FROM notifications WHERE type = 1 AND (data->>'announce_id')::bigint = $1", 10_001),
        ("SELECT count(*) FROM mails WHERE kind = 'announce' AND $1 > 0", 10_000),
        ("SELECT count(DISTINCT to_email) FROM mails WHERE kind = 'announce' AND $1 > 0", 10_000),
        ("SELECT count(*) FROM announce_recipients r JOIN mails m ON m.id = r.mail_id WHERE r.announce_id = $1", 10_000),
    ] {
        assert_eq!(all.query(sql, id).await, [expected], "{sql}");
    }
}

#[tokio::test]
async fn a_project_that_sends_to_thousands_holds_up_no_other() {
    let all = Communications::start().await;
    all.people_of_annex(2_500, "").await;
    all.site.user(900, OTHER_ADMINISTRATOR, &[]).await;
    let large = all.create(&admin(), Announce { domains: vec![named(ANNEX)], ..info() }).await.id;
    let neighbour = testing::administrator(OTHER_PROJECT);
    let small = all.create(&neighbour, Announce { domains: vec![], users: vec![named(900)], ..info() }).await.id;
    all.start_announce(&admin(), StartAnnounceRequest { id: large }).await.unwrap();
    all.start_announce(&neighbour, StartAnnounceRequest { id: small }).await.unwrap();
    all.work().await;
    let small = all.query("SELECT id FROM announce_recipients WHERE announce_id = $1", small).await;
    let large = all.query("SELECT id FROM announce_recipients WHERE announce_id = $1 ORDER BY id", large).await;
    assert_eq!((small.len(), large.len()), (1, 2_501));
    assert!(small[0] < large[1_001], "after the first batch of the others");
}

#[tokio::test]
async fn a_scheduled_announce_is_sent_at_its_time_and_a_stop_before_makes_it_new_again() {
    let all = Communications::start().await;
    let at = to_proto(NOW + Duration::hours(3));
    let id = all.create(&manager(), Announce { execute_at: Some(at), ..info() }).await.id;
    let start = StartAnnounceRequest { id };
    assert_eq!(status(&all.start_announce(&manager(), start).await.unwrap()), AnnounceStatus::Scheduled);
    all.work().await;
    assert!(all.recipients(id).await.is_empty());
    assert_eq!(status(&all.stop_announce(&manager(), StopAnnounceRequest { id }).await.unwrap()), AnnounceStatus::New);
    all.start_announce(&manager(), start).await.unwrap();
    all.site.app.context.clock.advance(Duration::hours(3));
    assert_eq!(status(&all.get_announce(&manager(), GetAnnounceRequest { id }).await.unwrap()), AnnounceStatus::Sending, "before the job");
    all.work().await;
    assert_eq!(all.recipients(id).await, [MANAGER, CONCIERGE, COLLEAGUE, ANN, BOB]);
    let stopped = all.stop_announce(&manager(), StopAnnounceRequest { id }).await.unwrap();
    assert_eq!(status(&stopped), AnnounceStatus::Stopped);
    for refused in [all.start_announce(&manager(), start).await, all.stop_announce(&manager(), StopAnnounceRequest { id }).await] {
        let refused = refused.unwrap_err();
        assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "can't perform action"));
    }
}

#[tokio::test]
async fn a_new_announce_is_not_sent_in_the_past_and_one_whose_time_has_passed_is_edited_all_the_same() {
    let all = Communications::start().await;
    let create = |at| CreateAnnounceRequest { announce: Some(Announce { execute_at: Some(to_proto(at)), ..info() }) };
    let refused = all.create_announce(&manager(), create(NOW - Duration::days(400))).await.unwrap_err();
    assert_eq!(field_error(&refused, "execute_at"), "date or time must be in the future");
    assert!(all.create_announce(&manager(), create(NOW - Duration::seconds(30))).await.is_ok(), "a slow client");
    let at = NOW + Duration::hours(1);
    let id = all.create_announce(&manager(), create(at)).await.unwrap().id;
    all.site.app.context.clock.advance(Duration::hours(2));
    let change = |at, subject: &str| UpdateAnnounceRequest {
        id,
        announce: Some(Announce { execute_at: Some(to_proto(at)), subject: subject.into(), ..info() }),
        update_mask: Some(prost_types::FieldMask { paths: vec!["execute_at".into(), "subject".into()] }),
    };
    assert_eq!(all.update_announce(&manager(), change(at, "Later")).await.unwrap().subject, "Later");
    let refused = all.update_announce(&manager(), change(at - Duration::minutes(1), "Earlier")).await.unwrap_err();
    assert_eq!(field_error(&refused, "execute_at"), "date or time must be in the future");
}

#[tokio::test]
async fn an_active_announce_is_completed_by_the_clock() {
    let all = Communications::start().await;
    let sent = all.sent(&manager(), Announce { ends_at: Some(to_proto(NOW + Duration::days(2))), ..poll() }).await;
    let token = all.token(sent.id, &resident(ANN)).await;
    all.site.app.context.clock.advance(Duration::days(2));
    let late = all.answer_poll_by_token(&testing::nobody(), AnswerPollByTokenRequest { token, answers: vec![choice(0)] }).await.unwrap_err();
    assert_eq!(late.message(), "can't perform action");
    assert_eq!(status(&all.get_announce(&manager(), GetAnnounceRequest { id: sent.id }).await.unwrap()), AnnounceStatus::Completed);
    let unread = all.site.unread(&caller(MANAGER)).await;
    let classes: Vec<NotificationClass> = unread.items.iter().map(|item| item.r#type()).collect();
    assert_eq!(classes.iter().filter(|class| **class == NotificationClass::AnnounceStatusChanged).count(), 2, "{classes:?}");
}

#[tokio::test]
async fn recipients_beyond_the_senders_reach_are_refused_by_name() {
    let all = Communications::start().await;
    let beyond = Announce { domains: vec![named(ANNEX), named(HOUSE)], users: vec![named(EVE), named(ANN), named(404)], ..info() };
    let request = CreateAnnounceRequest { announce: Some(beyond.clone()) };
    let refused = all.create_announce(&manager(), request).await.unwrap_err();
    let mut missing = missing_entities(&refused);
    missing.sort();
    assert_eq!(missing, ["group 4", "user 404", "user 7"]);
    let preview = all.preview_announce(&manager(), PreviewAnnounceRequest { announce: Some(beyond.clone()) }).await.unwrap_err();
    assert_eq!(missing_entities(&preview).len(), 3);
    // Nor may one that somebody else has prepared be sent by who does not reach all of it.
    let id = all.create(&admin(), Announce { domains: vec![named(HOUSE), named(ANNEX)], ..info() }).await.id;
    assert_eq!(all.start_announce(&manager(), StartAnnounceRequest { id }).await.unwrap_err().code(), Code::PermissionDenied);
    assert_eq!(all.delete_announce(&manager(), DeleteAnnounceRequest { id }).await.unwrap_err().code(), Code::PermissionDenied);
    assert!(all.recipients(id).await.is_empty());
}

#[tokio::test]
async fn who_has_received_an_announce_sees_neither_its_recipients_nor_its_results() {
    let all = Communications::start().await;
    let sent = all.sent(&manager(), Announce { description: Some("internal".into()), users: vec![named(BOB)], ..poll() }).await;
    let id = sent.id;
    let seen = all.get_announce(&resident(ANN), GetAnnounceRequest { id }).await.unwrap();
    assert_eq!((seen.name.as_str(), seen.description, seen.turnout, seen.is_managed), ("A new gate?", None, None, false));
    assert!(seen.users.is_empty() && seen.domains.is_empty() && !seen.token.is_empty());
    let forbidden = [
        all.get_announce_results(&resident(ANN), GetAnnounceResultsRequest { id }).await.unwrap_err(),
        all.list_announce_recipients(&resident(ANN), ListAnnounceRecipientsRequest { id, ..Default::default() }).await.unwrap_err(),
    ];
    assert_eq!(forbidden.map(|status| status.code()), [Code::PermissionDenied; 2]);
    // With the right to edit announces they still have only received it.
    let mut editor = resident(ANN);
    editor.permissions = manager_permissions();
    editor.domain_ids = vec![ANNEX];
    assert_eq!(all.delete_announce(&editor, DeleteAnnounceRequest { id }).await.unwrap_err().code(), Code::PermissionDenied);
    assert_eq!(all.get_announce(&resident(EVE), GetAnnounceRequest { id }).await.unwrap_err().code(), Code::NotFound);
    let other = testing::administrator(OTHER_PROJECT);
    assert_eq!(all.get_announce(&other, GetAnnounceRequest { id }).await.unwrap_err().code(), Code::NotFound);
}

#[tokio::test]
async fn who_has_received_an_announce_finds_it_by_its_subject_and_not_by_its_hidden_name() {
    let all = Communications::start().await;
    all.sent(&manager(), Announce { name: "Secret plan".into(), ..info() }).await;
    let found = async |caller: &policy::Caller, filters: &str, sort: &str| {
        let request = ListAnnouncesRequest { filters: filters.into(), sort: sort.into(), ..Default::default() };
        all.list_announces(caller, request).await.map(|page| page.total).map_err(|refused| refused.code())
    };
    let by_name = r#"[{"field":"name","rule":"begins_with","value":"Secret"}]"#;
    let escaped = r#"[{"field":"n\u0061me","rule":"begins_with","value":"Secret"}]"#;
    assert_eq!(found(&manager(), by_name, "name").await, Ok(1));
    assert_eq!(found(&resident(ANN), by_name, "").await, Ok(0));
    assert_eq!(found(&resident(ANN), "", "name").await, Ok(1), "an order hides nothing");
    assert_eq!(found(&resident(ANN), escaped, "").await, Err(Code::InvalidArgument));
    assert_eq!(found(&resident(ANN), "", "subject").await, Ok(1));
}

#[tokio::test]
async fn sorted_by_name_received_announces_are_in_the_order_of_what_is_shown_for_their_name() {
    let all = Communications::start().await;
    for (name, subject) in [("C", "Apples"), ("B", "Cherries"), ("A", "Bananas")] {
        all.sent(&manager(), Announce { name: name.into(), subject: subject.into(), ..info() }).await;
    }
    let sorted = async |caller: &policy::Caller, sort: &str| {
        let request = ListAnnouncesRequest { sort: sort.into(), ..Default::default() };
        all.list_announces(caller, request).await.unwrap().items.into_iter().map(|announce| announce.name).collect::<Vec<_>>()
    };
    assert_eq!(sorted(&resident(ANN), "name").await, ["Apples", "Bananas", "Cherries"]);
    assert_eq!(sorted(&resident(ANN), "-name").await, ["Cherries", "Bananas", "Apples"]);
    assert_eq!(sorted(&admin(), "name").await, ["A", "B", "C"]);
}

#[tokio::test]
async fn a_stop_and_an_end_by_the_clock_cancel_a_reminder_that_is_not_sent_yet() {
    let all = Communications::start().await;
    let waiting = async || all.query("SELECT count(*) FROM mails WHERE state = 1 AND $1 > 0", 1).await[0];
    for is_stopped in [true, false] {
        let ends_at = all.site.app.context.clock.now() + Duration::days(2);
        let sent = all.sent(&manager(), Announce { send_via: SendVia::Email.into(), ends_at: Some(to_proto(ends_at)), ..poll() }).await;
        all.execute("UPDATE mails SET state = 2").await;
        all.execute("UPDATE announce_recipients SET state = 2").await;
        all.remind_announce(&manager(), RemindAnnounceRequest { id: sent.id }).await.unwrap();
        all.work().await;
        assert!(waiting().await > 0);
        if is_stopped {
            all.stop_announce(&manager(), StopAnnounceRequest { id: sent.id }).await.unwrap();
        } else {
            all.site.app.context.clock.advance(Duration::days(2));
            all.work().await;
        }
        assert_eq!(waiting().await, 0);
    }
}

#[tokio::test]
async fn who_manages_a_part_of_the_recipients_sees_this_part_and_no_results() {
    let all = Communications::start().await;
    let sent = all.sent(&admin(), Announce { domains: vec![named(HOUSE), named(ANNEX)], ..poll() }).await;
    let token = all.token(sent.id, &resident(EVE)).await;
    all.answer_poll_by_token(&testing::nobody(), AnswerPollByTokenRequest { token, answers: vec![choice(0)] }).await.unwrap();
    let token = all.token(sent.id, &resident(ANN)).await;
    all.answer_poll_by_token(&testing::nobody(), AnswerPollByTokenRequest { token, answers: vec![choice(1)] }).await.unwrap();
    let seen = all.get_announce(&manager(), GetAnnounceRequest { id: sent.id }).await.unwrap();
    assert_eq!((seen.domains.iter().map(|group| group.id).collect::<Vec<_>>(), seen.is_managed), (vec![HOUSE], false));
    let refused = all.get_announce_results(&manager(), GetAnnounceResultsRequest { id: sent.id }).await.unwrap_err();
    assert_eq!(refused.code(), Code::PermissionDenied);
    let of_house = all.list_announce_responses(&manager(), ListAnnounceResponsesRequest::default()).await.unwrap();
    assert_eq!(of_house.items.iter().map(|row| row.user.as_ref().unwrap().id).collect::<Vec<_>>(), [ANN]);
    let everybodys = all.list_announce_responses(&admin(), ListAnnounceResponsesRequest::default()).await.unwrap();
    assert_eq!(everybodys.total, 2);
    let own = all.list_announce_responses(&resident(ANN), ListAnnounceResponsesRequest::default()).await.unwrap();
    assert_eq!(own.items.iter().map(|row| row.user.as_ref().unwrap().id).collect::<Vec<_>>(), [ANN]);
}

#[tokio::test]
async fn what_people_have_read_is_neither_edited_nor_deleted_while_it_runs() {
    let all = Communications::start().await;
    let id = all.sent(&manager(), info()).await.id;
    let update = UpdateAnnounceRequest {
        id,
        announce: Some(Announce { subject: "Another".into(), ..info() }),
        update_mask: Some(prost_types::FieldMask { paths: vec!["subject".into()] }),
    };
    let refusals = [
        all.update_announce(&manager(), update.clone()).await.map(drop).unwrap_err(),
        all.delete_announce(&manager(), DeleteAnnounceRequest { id }).await.map(drop).unwrap_err(),
    ];
    assert!(refusals.iter().all(|refusal| refusal.message() == "editing or deleting prohibited"), "{refusals:?}");
    all.stop_announce(&manager(), StopAnnounceRequest { id }).await.unwrap();
    assert_eq!(all.update_announce(&manager(), update).await.unwrap_err().message(), "editing or deleting prohibited");
    all.delete_announce(&manager(), DeleteAnnounceRequest { id }).await.unwrap();
    assert!(all.recipients(id).await.is_empty());
}

#[tokio::test]
async fn an_update_changes_the_fields_that_it_names_and_the_body_is_sanitised() {
    let all = Communications::start().await;
    let created = all.create(&manager(), info()).await;
    assert_eq!(created.body, "<p>From 12 to 13.</p>");
    let update = UpdateAnnounceRequest {
        id: created.id,
        announce: Some(Announce { body: "<img src=x onerror=alert(1)><b>b</b>".into(), ..Announce::default() }),
        update_mask: Some(prost_types::FieldMask { paths: vec!["body".into()] }),
    };
    let updated = all.update_announce(&manager(), update).await.unwrap();
    assert_eq!((updated.body.as_str(), updated.subject), ("<img><b>b</b>", created.subject));
    let topics: Vec<String> = all.site.app.events().await.into_iter().map(|(topic, _)| topic).collect();
    assert_eq!(topics.iter().filter(|topic| *topic == "notifications.announce.changed").count(), 2);
    assert_eq!(topics.iter().filter(|topic| *topic == "audit.recorded").count(), 2);
}

#[tokio::test]
async fn a_person_without_email_gets_it_in_the_app_and_is_counted() {
    let all = Communications::start().await;
    let mail = Announce { send_via: SendVia::Email.into(), ..info() };
    let preview = all.preview_announce(&manager(), PreviewAnnounceRequest { announce: Some(mail.clone()) }).await.unwrap();
    assert_eq!((preview.recipients, preview.by_email, preview.in_app, preview.without_email), (5, 1, 4, 4));
    assert!(preview.mail_html.contains("From 12 to 13.") && !preview.mail_html.contains("alert(1)"));
    let sent = all.sent(&manager(), mail).await;
    let turnout = sent.turnout.unwrap();
    assert_eq!((turnout.recipients, turnout.queued, turnout.without_email), (5, 1, 4));
    let notified: Vec<i64> =
        all.query("SELECT user_id FROM notifications WHERE type = 1 AND (data->>'announce_id')::bigint = $1 ORDER BY 1", sent.id).await;
    assert_eq!(notified, [MANAGER, CONCIERGE, COLLEAGUE, BOB]);
}

#[tokio::test]
async fn a_stop_cancels_mails_that_are_not_sent_yet() {
    let all = Communications::start().await;
    let sent = all.sent(&manager(), Announce { send_via: SendVia::Email.into(), ..info() }).await;
    assert_eq!(all.query("SELECT count(*) FROM mails WHERE state = 1 AND is_bulk AND $1 > 0", sent.id).await, [1]);
    let stopped = all.stop_announce(&manager(), StopAnnounceRequest { id: sent.id }).await.unwrap();
    assert_eq!(stopped.turnout.map(|turnout| (turnout.queued, turnout.failed)), Some((0, 1)));
    assert_eq!(all.query("SELECT count(*) FROM mails WHERE state = 1 AND $1 > 0", sent.id).await, [0]);
}

#[tokio::test]
async fn mails_have_the_body_and_the_address_of_the_page_and_wait_behind_codes() {
    use crate::mailbox::*;
    let all = Communications::on(Site::with_mail(catcher_config()).await).await;
    let email = unique_email();
    all.site
        .receive(notifications::events::USER, &UserChanged { email: email.clone(), version: 2, locale: "ru".into(), ..user(ANN, RESIDENT, &[FLOOR]) })
        .await;
    let sent = all.sent(&manager(), Announce { send_via: SendVia::Email.into(), ..info() }).await;
    all.site.receive(notifications::events::MAIL, &registration_code_for(&unique_email(), "en")).await;
    let order = all.query("SELECT id FROM mails WHERE state = 1 AND $1 > 0 ORDER BY is_bulk, next_attempt_at, id", 1).await;
    assert!(order[0] > order[1], "the code was queued later and leaves first");
    all.site.mail_worker.send_due().await.unwrap();
    let mail = mail_of(&email).await;
    let token = all.token(sent.id, &resident(ANN)).await;
    assert_eq!(mail["subject"], "No water at noon");
    let html = mail["html"].as_str().unwrap();
    assert!(html.contains("From 12 to 13.") && html.contains(&format!("https://vestibule.test/announce/{token}")), "{html}");
    assert!(html.contains("Открыть"));
    let turnout = all.get_announce(&manager(), GetAnnounceRequest { id: sent.id }).await.unwrap().turnout.unwrap();
    assert_eq!((turnout.queued, turnout.failed), (0, 0));
}

#[tokio::test]
async fn who_has_lost_the_right_sends_nothing_at_the_time() {
    let all = Communications::start().await;
    let id = all.create(&manager(), Announce { execute_at: Some(to_proto(NOW + Duration::hours(1))), ..info() }).await.id;
    all.start_announce(&manager(), StartAnnounceRequest { id }).await.unwrap();
    let role = RoleChanged { project_id: PROJECT, id: MANAGER_ROLE, version: 2, deleted: false, name: "manager".into(), permissions: vec![] };
    all.site.receive(notifications::events::ROLE, &role).await;
    all.site.app.context.clock.advance(Duration::hours(1));
    all.work().await;
    assert!(all.recipients(id).await.is_empty());
    let notified = all.site.unread(&caller(MANAGER)).await.items.remove(0);
    assert_eq!((notified.r#type(), notified.color.as_str()), (NotificationClass::AnnounceStatusChanged, "error"));
    assert_eq!(status(&all.get_announce(&admin(), GetAnnounceRequest { id }).await.unwrap()), AnnounceStatus::New);
}

#[tokio::test]
async fn a_reminder_goes_to_those_who_have_not_answered_once_an_hour() {
    let all = Communications::start().await;
    let sent = all.sent(&manager(), poll()).await;
    let token = all.token(sent.id, &resident(ANN)).await;
    all.answer_poll_by_token(&testing::nobody(), AnswerPollByTokenRequest { token, answers: vec![choice(0)] }).await.unwrap();
    let request = RemindAnnounceRequest { id: sent.id };
    assert_eq!(all.remind_announce(&manager(), request).await.unwrap().reminded, 4);
    all.work().await;
    let counts = |user: i64| all.query("SELECT count(*) FROM notifications WHERE type = 1 AND user_id = $1", user);
    assert_eq!((counts(ANN).await, counts(BOB).await), (vec![1], vec![2]));
    assert_eq!(all.remind_announce(&manager(), request).await.unwrap_err().code(), Code::ResourceExhausted);
    all.site.app.context.clock.advance(Duration::hours(1));
    assert_eq!(all.remind_announce(&manager(), request).await.unwrap().reminded, 4);
}

#[tokio::test]
async fn an_announce_without_recipients_is_not_started() {
    let all = Communications::start().await;
    all.execute("DELETE FROM user_groups WHERE group_id = 4").await;
    let id = all.create(&admin(), Announce { domains: vec![named(ANNEX)], ..info() }).await.id;
    let refused = all.start_announce(&admin(), StartAnnounceRequest { id }).await.unwrap_err();
    assert_eq!(field_error(&refused, "users"), "required");
}

#[tokio::test]
async fn a_list_of_announces_takes_as_many_statements_for_any_number_of_rows() {
    let all = Communications::start().await;
    for _ in 0..12 {
        all.create(&manager(), info()).await;
    }
    let request = || ListAnnouncesRequest { size: 10, ..Default::default() };
    let of_one = ListAnnouncesRequest { size: 10, filters: r#"[{"field":"id","rule":"equals","value":1}]"#.into(), ..Default::default() };
    let (_, one) = testing::statements(all.list_announces(&manager(), of_one)).await;
    let page = assert_statements(one.len(), all.list_announces(&manager(), request())).await.unwrap();
    assert_eq!((page.items.len(), page.total), (10, 12));
}
