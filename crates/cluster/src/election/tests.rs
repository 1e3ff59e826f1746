use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::*;
use crate::fake_api_server::{FakeApiServer, NAMESPACE, PLATFORM};

const NAME: &str = "site-identity-leader";

/// Some candidates, whose turns come when a test says so.
struct Site {
    server: FakeApiServer,
    begun: Instant,
    /// Seconds after the beginning.
    clock: Arc<AtomicU64>,
}

struct Candidate {
    election: Election,
    leads: watch::Receiver<bool>,
}

impl Candidate {
    fn leads(&self) -> bool {
        *self.leads.borrow()
    }
}

impl Site {
    fn new() -> Self {
        Site { server: FakeApiServer::with_lease(PLATFORM, NAME), begun: Instant::now(), clock: Arc::default() }
    }

    fn candidate(&self, name: &str) -> Candidate {
        let lease = format!("{NAMESPACE}/{NAME}").parse().unwrap();
        let clock = self.clock.clone();
        let now = move || OffsetDateTime::UNIX_EPOCH + Duration::from_secs(clock.load(Ordering::Relaxed));
        let (election, leads) = Election::new(lease, name.into(), now).unwrap();
        Candidate { election, leads }
    }

    /// The turn that comes so many seconds after the beginning.
    async fn turn(&self, candidate: &mut Candidate, seconds: u64) -> bool {
        self.clock.store(seconds, Ordering::Relaxed);
        candidate.election.turn(|| Ok(self.server.client()), self.begun + Duration::from_secs(seconds)).await;
        candidate.leads()
    }

    async fn ends(&self, candidate: Candidate) {
        candidate.election.end(|| Ok(self.server.client())).await;
    }

    fn lease(&self, field: &str) -> serde_json::Value {
        self.server.object()["spec"][field].clone()
    }
}

#[tokio::test]
async fn of_several_candidates_one_leads() {
    let site = Site::new();
    let mut candidates = ["identity-a", "identity-b", "identity-c"].map(|name| site.candidate(name));
    for seconds in (0..60).step_by(2) {
        for candidate in &mut candidates {
            site.turn(candidate, seconds).await;
        }
        assert_eq!(candidates.iter().filter(|candidate| candidate.leads()).count(), 1);
    }
    assert_eq!(site.lease("leaseTransitions"), 1);
}

#[tokio::test]
async fn of_two_that_write_over_the_same_version_one_leads() {
    let site = Site::new();
    let (first, second) = (site.candidate("identity-a").election, site.candidate("identity-b").election);
    let api = Api::<v1::Lease>::namespaced(site.server.client(), NAMESPACE);
    let found = api.get(NAME).await.unwrap();
    let (of_first, of_second) = (first.taken(LeaseSpec::default(), false), second.taken(LeaseSpec::default(), false));
    assert!(first.put(&api, found.clone(), of_first).await.unwrap());
    assert!(!second.put(&api, found, of_second).await.unwrap());
    assert_eq!(site.lease("holderIdentity"), "identity-a");
}

#[tokio::test]
async fn who_ends_leaves_the_lease_to_the_next_one_at_once() {
    let site = Site::new();
    let (mut first, mut second) = (site.candidate("identity-a"), site.candidate("identity-b"));
    assert!(site.turn(&mut first, 0).await);
    assert!(!site.turn(&mut second, 1).await);
    site.ends(first).await;
    assert!(site.turn(&mut second, 3).await);
}

#[tokio::test]
async fn who_ends_does_not_take_the_lease_from_another() {
    let site = Site::new();
    let (mut first, mut second) = (site.candidate("identity-a"), site.candidate("identity-b"));
    assert!(site.turn(&mut first, 0).await);
    site.turn(&mut second, 1).await;
    assert!(site.turn(&mut second, 16).await, "the first one was not heard of");
    site.ends(first).await;
    assert_eq!(site.lease("holderIdentity"), "identity-b");
}

#[tokio::test]
async fn who_is_killed_is_followed_when_the_lease_is_over() {
    let site = Site::new();
    let (mut first, mut second) = (site.candidate("identity-a"), site.candidate("identity-b"));
    assert!(site.turn(&mut first, 0).await);
    assert!(!site.turn(&mut second, 1).await);
    assert!(!site.turn(&mut second, 15).await, "the first one may be alive");
    assert!(site.turn(&mut second, 16).await);
    assert_eq!(site.lease("leaseTransitions"), 2);
}

#[tokio::test]
async fn who_was_away_finds_that_another_leads() {
    let site = Site::new();
    let (mut first, mut second) = (site.candidate("identity-a"), site.candidate("identity-b"));
    assert!(site.turn(&mut first, 0).await);
    site.turn(&mut second, 1).await;
    assert!(site.turn(&mut second, 17).await);
    assert!(!site.turn(&mut first, 18).await);
}

#[tokio::test]
async fn who_comes_back_under_its_name_still_leads() {
    let site = Site::new();
    assert!(site.turn(&mut site.candidate("identity-a"), 0).await);
    assert!(site.turn(&mut site.candidate("identity-a"), 2).await);
    assert_eq!(site.lease("leaseTransitions"), 1);
}

#[tokio::test]
async fn while_nobody_can_ask_everybody_leads_and_afterwards_one() {
    let site = Site::new();
    let (mut first, mut second) = (site.candidate("identity-a"), site.candidate("identity-b"));
    assert!(site.turn(&mut first, 0).await && !site.turn(&mut second, 1).await);
    site.server.set_away(true);
    assert!(site.turn(&mut first, 12).await && !site.turn(&mut second, 13).await, "what was heard last is good for a while");
    assert!(site.turn(&mut first, 17).await && site.turn(&mut second, 17).await);
    site.server.set_away(false);
    assert!(site.turn(&mut first, 19).await && !site.turn(&mut second, 19).await);
}

#[tokio::test]
async fn an_election_asks_for_all_that_the_charts_role_allows_and_nothing_else() {
    let site = Site::new();
    let mut candidate = site.candidate("identity-a");
    site.turn(&mut candidate, 0).await;
    site.ends(candidate).await;
    assert_eq!(site.server.asked(), site.server.allowed());
}

#[test]
fn a_lease_is_named_with_its_namespace() {
    assert!("vestibule/site-identity-leader".parse::<Lease>().is_ok());
    for text in ["", "a", "a/", "/b", "a/../b"] {
        assert!(text.parse::<Lease>().is_err(), "{text:?}");
    }
}
