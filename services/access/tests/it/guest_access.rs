//! The page of a guest's key: one way to spend a pass.
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use access::app::App;
use access::config::OpeningLimits;
use access::rpc::guest_access::GuestAccessService;
use policy::Caller;
use proto::vestibule::access::v1::guest_access_server::GuestAccess;
use proto::vestibule::access::v1::remote_checks_server::RemoteChecks;
use proto::vestibule::access::v1::*;
use proto::vestibule::device::v1::{OpenDoorRequest, OpenDoorResponse};
use proto::vestibule::events::v1::EventArrived;
use testing::{PROJECT, StandIn};
use tonic::{Code, Request, Status};

use crate::guest_key::*;
use crate::site::*;

/// Answers of a door, by the number of the request.
type Answers = fn(usize) -> Result<bool, Status>;

fn refused() -> Status {
    kit::Error::conflict("device status is offline, unable to connect").into()
}

/// A site whose doors answer so, and how often they were asked.
async fn site(answers: Answers) -> (Site, Arc<AtomicUsize>) {
    let site = start().await;
    let asked = Arc::new(AtomicUsize::new(0));
    let count = asked.clone();
    let doors = StandIn::default().answer("vestibule.device.v1.Doors/OpenDoor", move |_: Request<OpenDoorRequest>| {
        answers(count.fetch_add(1, Ordering::SeqCst)).map(|opened| OpenDoorResponse { opened })
    });
    site.app.context.peers.add("device-gateway", doors.routes());
    (site, asked)
}

fn api(site: &Site) -> GuestAccessService {
    GuestAccessService(App::new(&site.app.context))
}

/// Without limits of abuse, so that a race is one.
fn unlimited(site: &Site) -> GuestAccessService {
    let mut app = App::new(&site.app.context);
    app.guests.limits = OpeningLimits { of_key_per_minute: 1000, of_key_per_hour: 1000, of_address_per_minute: 1000, of_door_per_minute: 1000 };
    GuestAccessService(app)
}

fn nobody(ip: &str) -> Caller {
    Caller { ip: ip.into(), ..testing::nobody() }
}

fn key_of(given: &GuestKey) -> String {
    given.link.rsplit('/').next().unwrap().to_owned()
}

async fn page(site: &Site, ip: &str, key: &str) -> Result<GuestPage, Status> {
    Ok(api(site).get_guest_access(site.by(&nobody(ip), GetGuestAccessRequest { key: key.into() })).await?.into_inner())
}

async fn open(site: &Site, service: &GuestAccessService, ip: &str, key: &str, token: &str) -> Result<OpenGuestDoorResponse, Status> {
    let request = OpenGuestDoorRequest { key: key.into(), device_token: token.into() };
    Ok(service.open_guest_door(site.by(&nobody(ip), request)).await?.into_inner())
}

/// Openings of the project by state: held, done, failed, unknown.
async fn openings(site: &Site) -> [i64; 4] {
    let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
    let rows: Vec<(i16, i64)> = sqlx::query_as("SELECT state, count(*) FROM openings GROUP BY state").fetch_all(&mut *tx).await.unwrap();
    let mut counts = [0; 4];
    rows.into_iter().for_each(|(state, count)| counts[state as usize - 1] = count);
    counts
}

async fn execute(site: &Site, statement: &'static str) {
    let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
    sqlx::query(statement).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn a_courier_opens_gate_and_lobby_with_one_pass_and_each_token_once() {
    let (site, asked) = site(|_| Ok(true)).await;
    let rule = site.rule(AccessRule { devices: vec![lock(DOOR_1), lock(DOOR_2)], ..shareable(ANNA, DOOR_1) }).await.id;
    let given = give(&site, &anna(), key(rule)).await;
    let link = key_of(&given);
    let opened_page = page(&site, "192.0.2.1", &link).await.unwrap();
    assert_eq!(
        (opened_page.state(), opened_page.visits_left, opened_page.message.as_str()),
        (GuestKeyState::Active, Some(1), "The lobby is on the left")
    );
    assert_eq!(opened_page.doors.iter().map(|door| door.name.as_str()).collect::<Vec<_>>(), ["door 1001", "door 1002"]);
    assert_eq!((opened_page.value.as_str(), opened_page.site_name.as_str()), (given.value.as_str(), "group 10"));
    assert!(!format!("{opened_page:?}").contains("user 100"), "nothing of the giver");
    assert_eq!((openings(&site).await, asked.load(Ordering::SeqCst)), ([0; 4], 0), "a look opens nothing");
    let service = api(&site);
    let gate = open(&site, &service, "192.0.2.1", &link, &opened_page.doors[0].token).await.unwrap();
    assert!(gate.opened && gate.visits_left == Some(0) && gate.visit_ends_at.is_some() && !gate.next_token.is_empty());
    let again = open(&site, &service, "192.0.2.1", &link, &opened_page.doors[0].token).await.unwrap();
    assert!(again.opened, "the first result");
    assert_eq!(asked.load(Ordering::SeqCst), 1, "a token opens once");
    assert!(open(&site, &service, "192.0.2.1", &link, &opened_page.doors[1].token).await.unwrap().opened, "the lobby is the same visit");
    assert_eq!(openings(&site).await, [0, 2, 0, 0]);
    assert_eq!(site.desired(DOOR_2).await.iter().map(|held| held.passes).collect::<Vec<_>>(), [Some(1)], "the visit goes on");
    site.app.context.clock.advance(time::Duration::minutes(15));
    assert_eq!(page(&site, "192.0.2.1", &link).await.unwrap().state(), GuestKeyState::UsedUp);
    let over = open(&site, &service, "192.0.2.1", &link, &gate.next_token).await.unwrap_err();
    assert!(["guest access device not found", "guest access pass limit reached"].contains(&over.message()), "{over:?}");
}

#[tokio::test]
async fn unknown_malformed_and_revoked_keys_are_answered_alike() {
    let (site, _) = site(|_| Ok(true)).await;
    let rule = site.rule(shareable(ANNA, DOOR_1)).await.id;
    let given = give(&site, &anna(), key(rule)).await;
    let token = page(&site, "192.0.2.1", &key_of(&given)).await.unwrap().doors[0].token.clone();
    execute(&site, "UPDATE identifiers SET revoked_at = now()").await;
    for (at, wrong) in [key_of(&given), "0".repeat(22), "x".into(), "ж".repeat(22)].into_iter().enumerate() {
        let ip = format!("192.0.2.{}", 10 + at);
        for answer in [page(&site, &ip, &wrong).await.err(), open(&site, &api(&site), &ip, &wrong, &token).await.err()] {
            let answer = answer.expect("a refusal");
            assert_eq!((answer.code(), answer.message()), (Code::NotFound, "guest access invalid identifier"), "{wrong}");
        }
    }
    for _ in 0..10 {
        page(&site, "192.0.2.99", "nothing").await.unwrap_err();
    }
    assert_eq!(page(&site, "192.0.2.99", "nothing").await.unwrap_err().code(), Code::ResourceExhausted);
}

#[tokio::test]
async fn a_door_that_refuses_costs_no_pass_and_a_silent_one_does_until_it_is_certain() {
    let (site, _) = site(|number| match number {
        0 => Err(refused()),
        1 => Err(Status::unavailable("lost")),
        _ => Ok(true),
    })
    .await;
    let rule = site.rule(shareable(ANNA, DOOR_1)).await.id;
    let link = key_of(&give(&site, &anna(), key(rule)).await);
    execute(&site, "UPDATE guest_keys SET visit_seconds = 0").await;
    let service = unlimited(&site);
    let token = async || page(&site, "192.0.2.1", &link).await.unwrap().doors.into_iter().map(|door| door.token).next();
    for state in [[0, 0, 1, 0], [0, 0, 1, 1]] {
        let answer = open(&site, &service, "192.0.2.1", &link, &token().await.unwrap()).await.unwrap_err();
        assert_eq!((answer.code(), answer.message()), (Code::DataLoss, "guest access device problem"));
        assert_eq!(openings(&site).await, state);
    }
    assert_eq!(page(&site, "192.0.2.1", &link).await.unwrap().state(), GuestKeyState::UsedUp, "it may have opened");
    site.app.context.clock.advance(time::Duration::seconds(61));
    access::jobs::openings::finish_due(&App::new(&site.app.context)).await.unwrap();
    assert_eq!((openings(&site).await, site.desired(DOOR_1).await.len()), ([0, 0, 2, 0], 1), "the pass is given back");
    assert!(open(&site, &service, "192.0.2.1", &link, &token().await.unwrap()).await.unwrap().opened);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn sixty_four_openings_at_once_never_spend_more_than_there_is() {
    let (site, _) = site(|number| match number % 4 {
        0 => Err(refused()),
        1 => Err(Status::unavailable("lost")),
        _ => Ok(true),
    })
    .await;
    let rule = site.rule(shareable(ANNA, DOOR_1)).await.id;
    let given = give(&site, &anna(), GuestKey { pass_limit: 5, ..key(rule) }).await;
    let link = key_of(&given);
    execute(&site, "UPDATE guest_keys SET visit_seconds = 0").await;
    let service = Arc::new(unlimited(&site));
    let mut tokens = Vec::new();
    for at in 0..16 {
        tokens.push(page(&site, &format!("198.51.100.{at}"), &link).await.unwrap().doors[0].token.clone());
    }
    let question = CheckIdentifierRequest { project_id: PROJECT, device_id: DOOR_1, r#type: "qr".into(), number: given.value.clone() };
    let gateway = testing::service(PROJECT, "device-gateway");
    // Links, each token twice, and readers at once.
    let links = (0..32).map(|at| open(&site, &service, "203.0.113.1", &link, &tokens[at % 16]));
    let checks = (0..32).map(|_| site.remote.check_identifier(site.by(&gateway, question.clone())));
    let (opened, checked) = tokio::join!(futures::future::join_all(links), futures::future::join_all(checks));
    let granted = checked.into_iter().filter(|answer| answer.as_ref().unwrap().get_ref().lock_number.is_some()).count() as i64;
    let [held, done, _, unknown] = openings(&site).await;
    assert_eq!(held, granted, "an answer to a reader is held until its event");
    assert!(held + done + unknown <= 5, "held {held}, done {done}, unknown {unknown}");
    assert!(opened.iter().filter(|answer| answer.is_ok()).count() as i64 <= 2 * done, "each token has one opening");
    // What readers have done becomes events: none of them is counted twice.
    for _ in 0..granted {
        site.deliver_access_event(given.id, DOOR_1, "access_granted_by_remote_server_api_call").await;
    }
    let [held, done, _, unknown] = openings(&site).await;
    assert!(held + done + unknown <= 5, "held {held}, done {done}, unknown {unknown}");
}

#[tokio::test]
async fn two_doors_cannot_spend_the_same_pass_of_a_card() {
    let (site, _) = site(|_| Ok(true)).await;
    let card = Identifier { passes_restrict_active: true, passes_restrict_max_count: 1, ..card(ANNA, "77") };
    use proto::vestibule::access::v1::identifiers_server::Identifiers;
    let request = site.by(&site.admin(), CreateIdentifierRequest { identifier: Some(card) });
    let card = site.identifiers.create_identifier(request).await.unwrap().into_inner();
    site.rule(lets(ANNA, DOOR_1)).await;
    site.rule(lets(ANNA, DOOR_2)).await;
    let ask = |device_id| CheckIdentifierRequest { project_id: PROJECT, device_id, r#type: "card".into(), number: "77".into() };
    let gateway = testing::service(PROJECT, "device-gateway");
    let asked = [DOOR_1, DOOR_2].map(|device| site.remote.check_identifier(site.by(&gateway, ask(device))));
    let answers = futures::future::join_all(asked).await;
    let granted: Vec<bool> = answers.into_iter().map(|answer| answer.unwrap().get_ref().lock_number.is_some()).collect();
    assert_eq!(granted.iter().filter(|granted| **granted).count(), 1);
    let door = if granted[0] { DOOR_1 } else { DOOR_2 };
    site.deliver_access_event(card.id, door, "access_granted_by_remote_server_api_call").await;
    assert_eq!(openings(&site).await, [0, 1, 0, 0], "the event is the opening that was held");
}

#[tokio::test]
async fn a_key_of_a_link_works_at_doors_that_know_nothing_of_it() {
    let (site, _) = site(|_| Ok(true)).await;
    let rule = site.rule(shareable(ANNA, DOOR_1)).await.id;
    let link_only = GuestKey { kind: GuestKeyKind::Url.into(), pass_limit: 0, ..key(rule) };
    let given = give(&site, &anna(), link_only).await;
    assert_eq!((given.value.as_str(), site.desired(DOOR_1).await.len()), ("", 0));
    let link = key_of(&given);
    let opened_page = page(&site, "192.0.2.1", &link).await.unwrap();
    assert_eq!((opened_page.value.as_str(), opened_page.visits_left), ("", None));
    assert!(open(&site, &api(&site), "192.0.2.1", &link, &opened_page.doors[0].token).await.unwrap().opened);
    let other = give(&site, &anna(), key(rule)).await;
    let stolen = open(&site, &api(&site), "192.0.2.1", &key_of(&other), &opened_page.doors[0].token).await.unwrap_err();
    assert_eq!((stolen.code(), stolen.message()), (Code::NotFound, "guest access device not found"), "another key's token");
}

#[tokio::test]
async fn pages_of_a_suspended_project_are_closed_until_it_goes_on() {
    use proto::vestibule::events::v1::ProjectChanged;
    let (site, _) = site(|_| Ok(true)).await;
    let rule = site.rule(shareable(ANNA, DOOR_1)).await.id;
    let link = key_of(&give(&site, &anna(), key(rule)).await);
    let token = page(&site, "192.0.2.1", &link).await.unwrap().doors[0].token.clone();
    let suspend = async |version, suspended| {
        let project = ProjectChanged { id: PROJECT, version, time_zone: "UTC".into(), suspended, ..Default::default() };
        site.deliver("identity.project.changed", &project).await;
    };
    suspend(2, true).await;
    for refused in [page(&site, "192.0.2.1", &link).await.map(drop), open(&site, &api(&site), "192.0.2.1", &link, &token).await.map(drop)]
        .map(Result::unwrap_err)
    {
        assert_eq!((refused.code(), refused.message()), (Code::NotFound, "guest access invalid identifier"));
    }
    suspend(3, false).await;
    assert!(open(&site, &api(&site), "192.0.2.1", &link, &token).await.unwrap().opened);
}

/// What a panel reports of an opening that the platform has asked for.
fn reported(key: &GuestKey, at: time::OffsetDateTime) -> EventArrived {
    EventArrived {
        project_id: PROJECT,
        category: "access".into(),
        code: "access_granted_by_api_call".into(),
        device_id: DOOR_1,
        identifier_id: key.id,
        created_at: Some(kit::clock::to_proto(at)),
        received_at: Some(kit::clock::to_proto(at)),
        ..Default::default()
    }
}

#[tokio::test]
async fn a_door_that_opened_and_answered_too_late_has_spent_the_pass() {
    let (site, _) = site(|_| Err(Status::unavailable("lost"))).await;
    let rule = site.rule(shareable(ANNA, DOOR_1)).await.id;
    let given = give(&site, &anna(), key(rule)).await;
    let link = key_of(&given);
    execute(&site, "UPDATE guest_keys SET visit_seconds = 0").await;
    let token = page(&site, "192.0.2.1", &link).await.unwrap().doors[0].token.clone();
    let opened_at = site.app.context.clock.now() + time::Duration::seconds(5);
    open(&site, &unlimited(&site), "192.0.2.1", &link, &token).await.unwrap_err();
    site.app.context.clock.advance(time::Duration::seconds(61));
    access::jobs::openings::finish_due(&App::new(&site.app.context)).await.unwrap();
    let state = async || page(&site, "192.0.2.1", &link).await.unwrap().state();
    assert_eq!((openings(&site).await, state().await), ([0, 0, 1, 0], GuestKeyState::Active), "given back");
    for _ in 0..2 {
        site.deliver("device.event.arrived", &reported(&given, opened_at)).await;
        assert_eq!((openings(&site).await, state().await), ([0, 1, 0, 0], GuestKeyState::UsedUp), "and spent, once");
    }
}

#[tokio::test]
async fn a_report_of_an_opening_that_was_answered_changes_none_that_was_refused() {
    let (site, _) = site(|number| if number == 0 { Err(refused()) } else { Ok(true) }).await;
    let rule = site.rule(shareable(ANNA, DOOR_1)).await.id;
    let given = give(&site, &anna(), GuestKey { pass_limit: 2, ..key(rule) }).await;
    let link = key_of(&given);
    execute(&site, "UPDATE guest_keys SET visit_seconds = 0").await;
    let service = unlimited(&site);
    for _ in 0..2 {
        let token = page(&site, "192.0.2.1", &link).await.unwrap().doors[0].token.clone();
        open(&site, &service, "192.0.2.1", &link, &token).await.ok();
    }
    assert_eq!(openings(&site).await, [0, 1, 1, 0]);
    for _ in 0..2 {
        site.deliver("device.event.arrived", &reported(&given, site.app.context.clock.now())).await;
    }
    assert_eq!((openings(&site).await, page(&site, "192.0.2.1", &link).await.unwrap().visits_left), ([0, 1, 1, 0], Some(1)));
}

#[tokio::test]
async fn openings_are_forgotten_after_a_year_but_those_from_which_visits_are_counted() {
    let (site, _) = site(|_| Ok(true)).await;
    let rule = site.rule(shareable(ANNA, DOOR_1)).await.id;
    let (living, revoked) = (give(&site, &anna(), key(rule)).await, give(&site, &anna(), key(rule)).await);
    let card = site.card(ANNA, "77").await;
    execute(&site, "UPDATE identifiers SET revoked_at = created_at WHERE id = (SELECT max(identifier_id) FROM guest_keys)").await;
    execute(
        &site,
        "INSERT INTO openings (project_id, identifier_id, device_id, lock_number, state, at)
         SELECT i.project_id, i.id, 1001, 1, 2, i.created_at - interval '1 day' * days FROM identifiers i, unnest(ARRAY[364, 366]) AS days",
    )
    .await;
    access::jobs::openings::prune(&App::new(&site.app.context)).await.unwrap();
    let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
    let left: Vec<(i64, i64)> = sqlx::query_as("SELECT identifier_id, count(*) FROM openings GROUP BY identifier_id ORDER BY identifier_id")
        .fetch_all(&mut *tx)
        .await
        .unwrap();
    assert!(living.id < revoked.id && revoked.id < card.id);
    assert_eq!(left, [(living.id, 2), (revoked.id, 1), (card.id, 1)]);
}
