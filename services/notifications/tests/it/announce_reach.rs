//! Announces of people whose groups, rights or recipients have changed since.
use kit::clock::to_proto;
use policy::{Caller, Permission, PermissionSet};
use proto::vestibule::events::v1::UserChanged;
use proto::vestibule::notifications::v1::*;
use testing::{NOW, PROJECT, nobody, someone};
use time::Duration;
use tonic::{Code, Status};

use crate::communications::*;
use crate::harness::*;

/// Prepares announces of HOUSE and may not send them.
const EDITOR: i64 = 31;

fn editor() -> Caller {
    use Permission::*;
    let permissions: PermissionSet = [CanViewUsers, CanViewAnnounces, CanCreateAnnounce, CanEditAnnounce].into_iter().collect();
    someone(PROJECT, EDITOR, permissions, &[HOUSE])
}

/// The manager is in ANNEX from now on.
async fn moved(all: &Communications) -> Caller {
    let user = UserChanged { version: 2, ..user(MANAGER, MANAGER_ROLE, &[ANNEX]) };
    all.site.receive(notifications::events::USER, &user).await;
    someone(PROJECT, MANAGER, manager_permissions(), &[ANNEX])
}

async fn answer(all: &Communications, id: i64, user: i64) {
    let token = all.token(id, &resident(user)).await;
    all.answer_poll_by_token(&nobody(), AnswerPollByTokenRequest { token, answers: vec![choice(0)] }).await.unwrap();
}

async fn responders(all: &Communications, caller: &Caller) -> Vec<i64> {
    let page = all.list_announce_responses(caller, ListAnnounceResponsesRequest::default()).await.unwrap();
    let mut users: Vec<i64> = page.items.iter().map(|row| row.user.as_ref().unwrap().id).collect();
    users.sort_unstable();
    users
}

async fn scheduled(all: &Communications) -> i64 {
    let id = all.create(&manager(), Announce { execute_at: Some(to_proto(NOW + Duration::hours(1))), ..info() }).await.id;
    all.start_announce(&manager(), StartAnnounceRequest { id }).await.unwrap();
    id
}

async fn change(all: &Communications, caller: &Caller, id: i64, mask: &str, announce: Announce) -> Result<Announce, Status> {
    all.update_announce(caller, UpdateAnnounceRequest { id, announce: Some(announce), update_mask: Some(mask_of(mask)) }).await
}

fn mask_of(path: &str) -> prost_types::FieldMask {
    prost_types::FieldMask { paths: vec![path.into()] }
}

#[tokio::test]
async fn an_author_who_has_left_the_group_neither_reads_results_nor_reminds() {
    let all = Communications::start().await;
    let id = all.sent(&manager(), Announce { users: vec![named(BOB)], ..poll() }).await.id;
    answer(&all, id, ANN).await;
    assert_eq!(responders(&all, &manager()).await, [ANN]);
    assert!(all.get_announce_results(&manager(), GetAnnounceResultsRequest { id }).await.is_ok());

    let manager = moved(&all).await;
    let refused = [
        all.get_announce_results(&manager, GetAnnounceResultsRequest { id }).await.unwrap_err(),
        all.list_announce_recipients(&manager, ListAnnounceRecipientsRequest { id, ..Default::default() }).await.unwrap_err(),
        all.remind_announce(&manager, RemindAnnounceRequest { id }).await.unwrap_err(),
    ];
    assert_eq!(refused.map(|status| status.code()), [Code::PermissionDenied; 3]);
    assert!(responders(&all, &manager).await.is_empty());
    let seen = all.get_announce(&manager, GetAnnounceRequest { id }).await.unwrap();
    assert_eq!((seen.is_managed, seen.turnout), (false, None));
    // A stop takes nothing from anybody: whoever began it may still end it.
    assert!(all.stop_announce(&manager, StopAnnounceRequest { id }).await.is_ok());
}

#[tokio::test]
async fn an_author_who_has_left_the_group_deletes_no_answers_of_it() {
    let all = Communications::start().await;
    let [sent, new] = [all.sent(&manager(), poll()).await.id, all.create(&manager(), info()).await.id];
    answer(&all, sent, ANN).await;
    all.stop_announce(&manager(), StopAnnounceRequest { id: sent }).await.unwrap();
    let manager = moved(&all).await;
    let delete = async |caller: &Caller, id: i64| all.delete_announce(caller, DeleteAnnounceRequest { id }).await;
    assert_eq!(delete(&manager, sent).await.unwrap_err().code(), Code::PermissionDenied);
    assert_eq!(all.get_announce_results(&admin(), GetAnnounceResultsRequest { id: sent }).await.unwrap().turnout.unwrap().answered, 1);
    assert!(delete(&manager, new).await.is_ok(), "what nobody has received is the author's");
    assert!(delete(&admin(), sent).await.is_ok());
}

#[tokio::test]
async fn an_author_who_has_left_the_group_changes_and_starts_nothing_for_it() {
    let all = Communications::start().await;
    let id = all.create(&manager(), info()).await.id;
    let manager = moved(&all).await;
    let started = all.start_announce(&manager, StartAnnounceRequest { id }).await.unwrap_err();
    assert_eq!(missing_entities(&started), ["group 2"]);
    let changed = change(&all, &manager, id, "subject", Announce { subject: "Other".into(), ..info() }).await.unwrap_err();
    assert_eq!(missing_entities(&changed), ["group 2"]);
    // With recipients in reach it is theirs again.
    let changed = change(&all, &manager, id, "domains", Announce { domains: vec![named(ANNEX)], ..info() }).await.unwrap();
    assert_eq!(changed.domains.iter().map(|group| group.id).collect::<Vec<_>>(), [ANNEX]);
}

#[tokio::test]
async fn a_group_that_is_deleted_hides_no_results_from_the_author() {
    let all = Communications::start().await;
    let id = all.sent(&manager(), Announce { domains: vec![named(HOUSE), named(FLOOR)], ..poll() }).await.id;
    let deleted = proto::vestibule::events::v1::GroupChanged {
        project_id: PROJECT,
        id: FLOOR,
        version: 2,
        parent_id: HOUSE,
        deleted: true,
        ..Default::default()
    };
    all.site.receive("domains.group.changed", &deleted).await;
    assert!(all.get_announce_results(&manager(), GetAnnounceResultsRequest { id }).await.is_ok());
}

#[tokio::test]
async fn who_may_not_send_changes_nothing_that_somebody_else_has_scheduled() {
    let all = Communications::start().await;
    let id = scheduled(&all).await;
    for (mask, announce) in [
        ("body", Announce { body: "<p>Other</p>".into(), ..info() }),
        ("domains", Announce { domains: vec![named(FLOOR)], ..info() }),
        ("execute_at", Announce { execute_at: Some(to_proto(NOW)), ..info() }),
    ] {
        assert_eq!(change(&all, &editor(), id, mask, announce).await.unwrap_err().code(), Code::PermissionDenied, "{mask}");
    }
    // What nobody has started they prepare.
    let id = all.create(&editor(), info()).await.id;
    assert!(change(&all, &editor(), id, "subject", Announce { subject: "Other".into(), ..info() }).await.is_ok());
}

#[tokio::test]
async fn who_changes_a_scheduled_announce_has_started_it_from_then_on() {
    let all = Communications::start().await;
    let id = scheduled(&all).await;
    change(&all, &admin(), id, "subject", Announce { subject: "Other".into(), ..info() }).await.unwrap();
    assert_eq!(all.query("SELECT started_by FROM announces WHERE id = $1", id).await, [admin().user_id]);
}

#[tokio::test]
async fn more_recipients_than_are_sent_to_are_refused_at_each_change_and_at_the_time() {
    let all = Communications::start().await;
    let id = scheduled(&all).await;
    all.execute(
        "INSERT INTO users (id, project_id, version, role_id, is_active, name, email, locale)
         SELECT n, 1, 1, 3, true, 'user ' || n, '', 'en' FROM generate_series(100001, 150001) n",
    )
    .await;
    all.execute("INSERT INTO user_groups (user_id, group_id, project_id) SELECT n, 4, 1 FROM generate_series(100001, 150001) n").await;
    let refused = change(&all, &admin(), id, "domains", Announce { domains: vec![named(HOUSE), named(ANNEX)], ..info() }).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "too many items: at most 50000"));
    // They have moved in since the start.
    all.execute("UPDATE user_groups SET group_id = 3 WHERE user_id > 100000").await;
    all.site.app.context.clock.advance(Duration::hours(1));
    all.work().await;
    assert!(all.recipients(id).await.is_empty());
    let announce = all.get_announce(&admin(), GetAnnounceRequest { id }).await.unwrap();
    assert_eq!(announce.status(), AnnounceStatus::New);
}

#[tokio::test]
async fn answers_of_a_user_of_two_groups_are_seen_where_the_announce_was_addressed() {
    let all = Communications::start().await;
    // Ann lives in FLOOR and in ANNEX.
    all.site
        .receive(notifications::events::USER, &UserChanged { version: 2, email: "ann@y.test".into(), ..user(ANN, RESIDENT, &[FLOOR, ANNEX]) })
        .await;
    let id = all.sent(&admin(), Announce { domains: vec![named(FLOOR)], ..poll() }).await.id;
    answer(&all, id, ANN).await;
    let of_annex = someone(PROJECT, 32, manager_permissions(), &[ANNEX]);
    assert_eq!(responders(&all, &manager()).await, [ANN]);
    assert!(responders(&all, &of_annex).await.is_empty());
    // By name: who reaches all of her groups.
    let id = all.sent(&admin(), Announce { domains: vec![], users: vec![named(ANN)], ..poll() }).await.id;
    answer(&all, id, ANN).await;
    let of_both = someone(PROJECT, 33, manager_permissions(), &[FLOOR, ANNEX]);
    assert_eq!(
        (responders(&all, &manager()).await.len(), responders(&all, &of_annex).await.len(), responders(&all, &of_both).await.len()),
        (1, 0, 2)
    );
}
