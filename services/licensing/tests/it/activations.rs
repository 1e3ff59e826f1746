//! Keys of the licence server (`tools/license-server`), entered more than once, at once, and with answers that are lost.
use std::sync::{Arc, Mutex};

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use futures::future::join_all;
use license_server::keys::random_values;
use license_server::ledger::{Ledger, Refused, Seat};
use license_server::server::router;
use licensing::config::Config;
use licensing::domain::license::Plan;
use licensing::domain::license_file::Payload;
use licensing::domain::license_key::LicenseKey;
use licensing::jobs::cloud_licenses::ask;
use licensing::operation::license::add::add_cloud;
use policy::{Authorized, action, resource};
use proto::vestibule::licensing::v1::licenses_server::Licenses as _;
use proto::vestibule::licensing::v1::{DeleteLicenseRequest, License, ListLicensesRequest};
use testing::{PROJECT, administrator};
use time::Duration;
use tokio::sync::{Notify, Semaphore};
use uuid::Uuid;

use super::site::{Site, signing_key};

/// What happens to answers of the server on their way, by the end of their path.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fault {
    /// The server has done what it was asked, and nobody hears of it.
    Lost(&'static str),
    /// The answer waits until it is let through.
    Held(&'static str),
}

/// A vendor's server, and the network before it.
#[derive(Clone)]
struct Vendor {
    folder: Arc<tempfile::TempDir>,
    address: String,
    /// Each fault is of one answer.
    faults: Arc<Mutex<Vec<Fault>>>,
    held: Arc<Notify>,
    let_through: Arc<Semaphore>,
}

async fn network(State(vendor): State<Vendor>, request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    let fault = {
        let mut faults = vendor.faults.lock().unwrap();
        let of_path = faults.iter().position(|(Fault::Lost(end) | Fault::Held(end))| path.ends_with(end));
        of_path.map(|at| faults.remove(at))
    };
    let answer = next.run(request).await;
    match fault {
        Some(Fault::Lost(_)) => StatusCode::BAD_GATEWAY.into_response(),
        Some(Fault::Held(_)) => {
            vendor.held.notify_one();
            vendor.let_through.acquire().await.unwrap().forget();
            answer
        }
        None => answer,
    }
}

impl Vendor {
    async fn start() -> Vendor {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let vendor = Vendor {
            folder: Arc::new(tempfile::tempdir().unwrap()),
            address: format!("http://{}", listener.local_addr().unwrap()),
            faults: Arc::default(),
            held: Arc::default(),
            let_through: Arc::new(Semaphore::new(0)),
        };
        let served = router(vendor.ledger(), vec![signing_key()]).layer(from_fn_with_state(vendor.clone(), network));
        tokio::spawn(async move { axum::serve(listener, served).await });
        vendor
    }

    fn ledger(&self) -> Ledger {
        Ledger::open(&self.folder.path().join("ledger.jsonl")).unwrap()
    }

    fn next(&self, fault: Fault) {
        self.faults.lock().unwrap().push(fault);
    }

    /// An installation that knows this server.
    async fn installation(&self, id: u128) -> Site {
        Site::start_with(Config { license_server: self.address.clone(), instance_id: Uuid::from_u128(id), ..Config::default() }).await
    }

    fn issue(&self, site: &Site, change: impl FnOnce(&mut Payload)) -> (LicenseKey, Uuid) {
        // Before the clock of any installation.
        let mut payload = Payload { project_uid: None, issued_at: testing::NOW, ..site.payload(Uuid::new_v4().as_u128()) };
        change(&mut payload);
        let (key, id) = (LicenseKey::new(random_values().unwrap()), payload.id);
        self.ledger().issue(&key, payload).unwrap();
        (key, id)
    }

    /// Whether the key may be activated by others.
    fn is_free(&self, key: &LicenseKey) -> bool {
        let other = Seat { instance_id: Uuid::from_u128(99), project_uid: Uuid::from_u128(99), secret: Uuid::new_v4().to_string() };
        match self.ledger().activate(key, &other).unwrap() {
            Ok(payload) => {
                self.ledger().release(payload.id, &other).unwrap().unwrap();
                true
            }
            Err(refused) => {
                assert_eq!(refused, Refused::Taken);
                false
            }
        }
    }
}

async fn enter(site: &Site, key: &LicenseKey) -> Result<i64, String> {
    let right: Authorized<resource::License, action::Create> = administrator(PROJECT).authorize().unwrap();
    add_cloud(&site.service, &right, key.as_str()).await.map(|row| row.id).map_err(|error| error.to_string())
}

async fn remove(site: &Site, id: i64) {
    site.licenses().delete_license(site.by(&administrator(PROJECT), DeleteLicenseRequest { id })).await.unwrap();
}

async fn licenses(site: &Site) -> Vec<License> {
    site.licenses().list_licenses(site.by(&administrator(PROJECT), ListLicensesRequest {})).await.unwrap().into_inner().items
}

/// Whether the server knows the seat by the secret that is stored: it is refreshed, and released when the licence is removed.
async fn assert_seat_is_held(vendor: &Vendor, site: &Site, key: &LicenseKey) {
    site.app.context.clock.advance(Duration::days(1) + Duration::hours(2));
    ask(&site.service).await.unwrap();
    let held = licenses(site).await;
    assert_eq!(held.iter().map(|license| license.refresh_error.as_str()).collect::<Vec<_>>(), [""], "the server refuses what is stored");
    assert!(!vendor.is_free(key), "the seat is taken");
    remove(site, held[0].id).await;
    ask(&site.service).await.unwrap();
    assert!(vendor.is_free(key), "the seat is released");
}

/// The key of a licence that is here is entered once more, and nobody comes back for the answer.
async fn assert_seat_outlives_a_lost_answer(vendor: &Vendor, site: &Site, key: &LicenseKey) {
    vendor.next(Fault::Lost("activations"));
    assert_eq!(enter(site, key).await.unwrap_err(), "licence server not responding");
    site.app.context.clock.advance(Duration::minutes(16));
    ask(&site.service).await.unwrap();
    assert_seat_is_held(vendor, site, key).await;
}

#[tokio::test]
async fn a_key_entered_twice_at_the_same_time_keeps_its_seat() {
    let vendor = Vendor::start().await;
    let site = vendor.installation(1).await;
    let (key, _) = vendor.issue(&site, |_| ());
    // The server answers the first request, which arrives after the second has been added.
    vendor.next(Fault::Held("activations"));
    let second = async {
        vendor.held.notified().await;
        let added = enter(&site, &key).await;
        vendor.let_through.add_permits(1);
        added
    };
    let (first, second) = tokio::join!(enter(&site, &key), second);
    assert_eq!(first.unwrap(), second.unwrap());
    assert_seat_is_held(&vendor, &site, &key).await;
}

#[tokio::test]
async fn a_key_entered_by_many_at_the_same_time_keeps_its_seat() {
    const CLIENTS: usize = 16;
    const ROUNDS: usize = 8;
    let vendor = Vendor::start().await;
    let site = vendor.installation(1).await;
    for _ in 0..ROUNDS {
        let (key, _) = vendor.issue(&site, |_| ());
        let added = join_all((0..CLIENTS).map(|_| enter(&site, &key))).await;
        let ids: std::collections::BTreeSet<i64> = added.into_iter().map(Result::unwrap).collect();
        assert_eq!(ids.len(), 1);
        assert_seat_is_held(&vendor, &site, &key).await;
    }
    println!("{ROUNDS} keys, each entered by {CLIENTS} at once: 0 seats lost");
}

#[tokio::test]
async fn of_two_installations_with_one_key_one_gets_it_and_keeps_its_seat() {
    let vendor = Vendor::start().await;
    let sites = [vendor.installation(1).await, vendor.installation(2).await];
    for round in 0..8 {
        let (key, _) = vendor.issue(&sites[0], |_| ());
        let [first, second] = &sites;
        let (first, second) = tokio::join!(enter(first, &key), enter(second, &key));
        let winners: Vec<usize> = [&first, &second].iter().enumerate().filter(|(_, added)| added.is_ok()).map(|(at, _)| at).collect();
        assert_eq!(winners.len(), 1, "round {round}: {first:?} {second:?}");
        assert_eq!([first, second].into_iter().find_map(Result::err).unwrap(), "instance id already registered");
        assert_seat_is_held(&vendor, &sites[winners[0]], &key).await;
    }
}

#[tokio::test]
async fn a_key_whose_answer_was_lost_is_entered_once_more_for_the_same_seat() {
    let vendor = Vendor::start().await;
    let site = vendor.installation(1).await;
    let (key, _) = vendor.issue(&site, |_| ());
    vendor.next(Fault::Lost("activations"));
    assert_eq!(enter(&site, &key).await.unwrap_err(), "licence server not responding");
    assert!(!vendor.is_free(&key));
    enter(&site, &key).await.unwrap();
    assert_seat_is_held(&vendor, &site, &key).await;
}

#[tokio::test]
async fn a_licence_that_is_here_keeps_its_seat_when_an_answer_to_its_key_is_lost() {
    let vendor = Vendor::start().await;
    let site = vendor.installation(1).await;
    let (key, _) = vendor.issue(&site, |_| ());
    enter(&site, &key).await.unwrap();
    assert_seat_outlives_a_lost_answer(&vendor, &site, &key).await;
}

#[tokio::test]
async fn a_licence_of_an_earlier_release_keeps_its_seat_when_an_answer_to_its_key_is_lost() {
    let vendor = Vendor::start().await;
    let site = vendor.installation(1).await;
    let (key, _) = vendor.issue(&site, |_| ());
    enter(&site, &key).await.unwrap();
    let mut tx = site.app.context.database.system().await.unwrap();
    sqlx::query("DELETE FROM license_activations").execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    assert_seat_outlives_a_lost_answer(&vendor, &site, &key).await;
}

#[tokio::test]
async fn a_seat_that_nobody_came_back_for_is_released() {
    let vendor = Vendor::start().await;
    let site = vendor.installation(1).await;
    let (key, _) = vendor.issue(&site, |_| ());
    vendor.next(Fault::Lost("activations"));
    enter(&site, &key).await.unwrap_err();
    ask(&site.service).await.unwrap();
    assert!(!vendor.is_free(&key), "somebody may come back");
    site.app.context.clock.advance(Duration::minutes(16));
    ask(&site.service).await.unwrap();
    assert!(vendor.is_free(&key));
    assert_eq!(licenses(&site).await.len(), 0);
    assert_eq!(activations(&site).await, 0);
}

#[tokio::test]
async fn the_seat_of_a_licence_that_cannot_be_added_is_released_until_the_server_has_heard_it() {
    let vendor = Vendor::start().await;
    let site = vendor.installation(1).await;
    site.add(&Payload { plan: Plan::Trial, ..site.payload(1) }).await.unwrap();
    let (key, _) = vendor.issue(&site, |payload| payload.plan = Plan::Trial);
    assert_eq!(enter(&site, &key).await.unwrap_err(), "licence cannot be applied", "a second trial");
    assert!(vendor.is_free(&key), "at once");
    assert_eq!(activations(&site).await, 0);
    vendor.next(Fault::Lost("release"));
    enter(&site, &key).await.unwrap_err();
    assert_eq!(activations(&site).await, 1);
    site.app.context.clock.advance(Duration::minutes(16));
    ask(&site.service).await.unwrap();
    assert!(vendor.is_free(&key));
    assert_eq!(activations(&site).await, 0);
}

#[tokio::test]
async fn a_licence_removed_while_its_key_is_entered_once_more_gets_another_seat() {
    let vendor = Vendor::start().await;
    let site = vendor.installation(1).await;
    let (key, _) = vendor.issue(&site, |_| ());
    let id = enter(&site, &key).await.unwrap();
    vendor.next(Fault::Held("activations"));
    let removed = async {
        vendor.held.notified().await;
        remove(&site, id).await;
        ask(&site.service).await.unwrap();
        assert!(vendor.is_free(&key), "that of the removed licence is released");
        vendor.let_through.add_permits(1);
    };
    let (added, ()) = tokio::join!(enter(&site, &key), removed);
    assert_eq!(added.unwrap(), id);
    assert_seat_is_held(&vendor, &site, &key).await;
}

#[tokio::test]
async fn the_release_of_a_removed_licence_that_is_late_does_not_free_the_next_seat() {
    let vendor = Vendor::start().await;
    let site = vendor.installation(1).await;
    let (key, _) = vendor.issue(&site, |_| ());
    let id = enter(&site, &key).await.unwrap();
    remove(&site, id).await;
    // The server was not asked yet.
    enter(&site, &key).await.unwrap();
    ask(&site.service).await.unwrap();
    assert_seat_is_held(&vendor, &site, &key).await;
}

#[tokio::test]
async fn what_the_server_refuses_leaves_no_activation() {
    let vendor = Vendor::start().await;
    let site = vendor.installation(1).await;
    let unknown = LicenseKey::new(random_values().unwrap());
    assert_eq!(enter(&site, &unknown).await.unwrap_err(), "no licence for project");
    let (key, id) = vendor.issue(&site, |_| ());
    vendor.ledger().revoke(id).unwrap();
    assert_eq!(enter(&site, &key).await.unwrap_err(), "licence cannot be applied");
    assert_eq!(activations(&site).await, 0);
}

async fn activations(site: &Site) -> i64 {
    let mut tx = site.app.context.database.system().await.unwrap();
    sqlx::query_scalar("SELECT count(*) FROM license_activations").fetch_one(&mut *tx).await.unwrap()
}
