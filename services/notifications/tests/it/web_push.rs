//! Notifications that are pushed to browsers, against a push service of the test's own that decrypts what it gets.
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kit::Outgoing;
use kit::outgoing::{Allowed, Authorities};
use notifications::config::Config;
use notifications::jobs::push_worker::PushWorker;
use notifications::jobs::retention::delete_old;
use notifications::rpc::PushSubscriptionService;
use p256::SecretKey;
use policy::Caller;
use proto::vestibule::events::v1::{SessionRevoked, UserChanged};
use proto::vestibule::notifications::v1::notifications_server::Notifications as _;
use proto::vestibule::notifications::v1::push_subscriptions_server::PushSubscriptions as _;
use proto::vestibule::notifications::v1::*;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::hmac;
use serde_json::{Value, json};
use testing::{OTHER_PROJECT, PROJECT};
use time::Duration;
use tonic::{Code, Response, Status};

use crate::harness::*;

const RESIDENT_ID: i64 = 5;

/// What arrived: the browser's path, its headers and the body.
type Arrived = Arc<Mutex<Vec<(String, HeaderMap, Vec<u8>)>>>;

struct PushService {
    port: u16,
    arrived: Arrived,
}

/// Answers /410/... with 410 and so on; others with 201.
async fn push_service() -> PushService {
    async fn take(
        State(arrived): State<Arrived>,
        Path((status, browser)): Path<(u16, String)>,
        headers: HeaderMap,
        body: axum::body::Bytes,
    ) -> StatusCode {
        arrived.lock().unwrap().push((browser, headers, body.to_vec()));
        StatusCode::from_u16(status).unwrap()
    }
    let arrived = Arrived::default();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let routes = Router::new().route("/{status}/{browser}", post(take)).with_state(arrived.clone());
    tokio::spawn(async move { axum::serve(listener, routes).await });
    PushService { port, arrived }
}

/// A browser with keys of its own.
struct Browser {
    endpoint: String,
    secret: SecretKey,
    auth: [u8; 16],
}

impl Browser {
    fn new(service: &PushService, status: u16, name: &str) -> Browser {
        let seed = name.bytes().fold(11, |seed: u8, byte| seed.wrapping_mul(31).wrapping_add(byte)).max(1);
        let endpoint = format!("http://127.0.0.1:{}/{status}/{name}", service.port);
        Browser { endpoint, secret: SecretKey::from_slice(&[seed; 32]).unwrap(), auth: [seed; 16] }
    }

    fn subscription(&self) -> PushSubscription {
        PushSubscription {
            endpoint: self.endpoint.clone(),
            p256dh: URL_SAFE_NO_PAD.encode(self.secret.public_key().to_sec1_bytes()),
            auth: URL_SAFE_NO_PAD.encode(self.auth),
        }
    }

    /// RFC 8291 from the receiver's side, by HMAC alone.
    fn decrypt(&self, body: &[u8]) -> Value {
        let (salt, sender, mut record) = (&body[..16], &body[21..86], body[86..].to_vec());
        assert_eq!((&body[16..20], body[20]), (&4_096_u32.to_be_bytes()[..], 65));
        let mac = |key: &[u8], parts: &[&[u8]]| hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, key), &parts.concat()).as_ref().to_vec();
        let shared = self.secret.diffie_hellman(&p256::PublicKey::from_sec1_bytes(sender).unwrap());
        let own = self.secret.public_key().to_sec1_bytes();
        let input = mac(&mac(&self.auth, &[shared.raw_secret_bytes()]), &[b"WebPush: info\0", &own, sender, &[1]]);
        let key = mac(salt, &[&input]);
        let content_key = &mac(&key, &[b"Content-Encoding: aes128gcm\0\x01"])[..16];
        let nonce: [u8; 12] = mac(&key, &[b"Content-Encoding: nonce\0\x01"])[..12].try_into().unwrap();
        let opened = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, content_key).unwrap());
        let plain = opened.open_in_place(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut record).expect("the message is for this browser");
        assert_eq!(plain.last(), Some(&2));
        serde_json::from_slice(&plain[..plain.len() - 1]).unwrap()
    }
}

struct Pushes {
    site: Site,
    service: PushService,
    subscriptions: PushSubscriptionService,
    worker: PushWorker,
}

impl Pushes {
    async fn start() -> Pushes {
        let config = Config::new("", "", "https://vestibule.test").unwrap().with_push_key(&"07".repeat(32)).unwrap();
        let site = Site::with_outgoing(config, Outgoing::new(Allowed::Everything, Authorities::default()).unwrap()).await;
        site.receive(notifications::events::USER, &UserChanged { locale: "ru".into(), ..user(RESIDENT_ID, RESIDENT, &[FLOOR]) }).await;
        let (subscriptions, worker) = (PushSubscriptionService(site.service.clone()), PushWorker(site.service.clone()));
        Pushes { service: push_service().await, site, subscriptions, worker }
    }

    async fn subscribe(&self, caller: &Caller, subscription: PushSubscription) -> Result<PushSubscription, Status> {
        let request = SavePushSubscriptionRequest { subscription: Some(subscription) };
        self.subscriptions.save_push_subscription(self.site.app.context.signer.request(caller, request)).await.map(Response::into_inner)
    }

    async fn browser(&self, caller: &Caller, status: u16, name: &str) -> Browser {
        let browser = Browser::new(&self.service, status, name);
        self.subscribe(caller, browser.subscription()).await.unwrap();
        browser
    }

    /// A revoked card was used by the resident, who receives it whatever the role.
    async fn notify(&self, event_id: i64) {
        use proto::vestibule::events::v1::EventArrived;
        let used = EventArrived { user_id: RESIDENT_ID, user_name: "Ann".into(), ..granted(event_id, FLOOR) };
        self.site.receive_door_event(&used).await;
    }

    async fn set(&self, class: NotificationClass, acs: bool, push: Option<bool>) {
        let settings = vec![ClassSetting { r#type: class.into(), acs, push }];
        let request = self.site.app.context.signer.request(&resident(), NotificationSettings { settings });
        self.site.notifications.set_notification_settings(request).await.unwrap();
    }

    async fn count(&self, sql: &'static str) -> i64 {
        let mut tx = self.site.app.context.database.system().await.unwrap();
        sqlx::query_scalar(sql).fetch_one(&mut *tx).await.unwrap()
    }

    async fn subscribed(&self) -> i64 {
        self.count("SELECT count(*) FROM push_subscriptions").await
    }

    async fn queued(&self) -> i64 {
        self.count("SELECT count(*) FROM push_messages").await
    }

    fn arrived(&self) -> Vec<(String, HeaderMap, Vec<u8>)> {
        std::mem::take(&mut *self.service.arrived.lock().unwrap())
    }
}

fn resident() -> Caller {
    Caller { session_id: 51, ..caller(RESIDENT_ID) }
}

/// Of the resident, with what is off by default on.
async fn with_browser(status: u16, name: &str) -> (Pushes, Browser) {
    let pushes = Pushes::start().await;
    pushes.set(NotificationClass::IdentifierUsed, true, Some(true)).await;
    let browser = pushes.browser(&resident(), status, name).await;
    (pushes, browser)
}

#[tokio::test]
async fn a_notification_reaches_the_users_browser_encrypted_for_it_and_in_their_language() {
    let (pushes, browser) = with_browser(201, "ann").await;
    pushes.notify(100).await;
    assert_eq!(pushes.worker.send_due().await.unwrap(), 1);
    let arrived = pushes.arrived();
    let [(path, headers, body)] = &arrived[..] else { panic!("{arrived:?}") };
    assert_eq!((path.as_str(), headers["content-encoding"].to_str().unwrap(), headers["urgency"].to_str().unwrap()), ("ann", "aes128gcm", "normal"));
    assert_eq!(headers["ttl"], "43200");
    let authorization = headers["authorization"].to_str().unwrap();
    assert!(authorization.starts_with("vapid t=") && authorization.contains(", k="), "{authorization}");
    let message = browser.decrypt(body);
    assert_eq!((&message["locale"], &message["notification"]["type"]), (&json!("ru"), &json!("identifier_used")));
    assert_eq!(message["notification"]["popup_action"]["params"]["page"], "/access-control/events");
    assert_eq!((pushes.queued().await, pushes.subscribed().await), (0, 1));
}

#[tokio::test]
async fn a_class_whose_push_is_off_or_which_is_off_is_not_pushed() {
    let (pushes, _browser) = with_browser(201, "ann").await;
    pushes.set(NotificationClass::IdentifierUsed, true, Some(false)).await;
    pushes.notify(100).await;
    pushes.set(NotificationClass::IdentifierUsed, false, Some(true)).await;
    pushes.notify(101).await;
    assert_eq!(pushes.queued().await, 0);
    // Unset leaves what was chosen.
    pushes.set(NotificationClass::IdentifierUsed, true, None).await;
    pushes.notify(102).await;
    assert_eq!(pushes.queued().await, 1);
}

#[tokio::test]
async fn what_is_read_before_it_is_sent_is_not_sent() {
    let (pushes, _browser) = with_browser(201, "ann").await;
    pushes.notify(100).await;
    pushes.site.read(&resident(), None).await.unwrap();
    pushes.worker.send_due().await.unwrap();
    assert_eq!((pushes.arrived().len(), pushes.queued().await), (0, 0));
}

#[tokio::test]
async fn a_browser_that_has_unsubscribed_is_forgotten_with_what_is_on_its_way() {
    for status in [404, 410] {
        let (pushes, _browser) = with_browser(status, "ann").await;
        pushes.notify(100).await;
        pushes.notify(101).await;
        pushes.worker.send_due().await.unwrap();
        assert_eq!((pushes.queued().await, pushes.subscribed().await), (0, 0), "{status}");
    }
}

#[tokio::test]
async fn a_push_service_that_fails_is_asked_again_and_one_that_refuses_is_not() {
    let (pushes, _browser) = with_browser(503, "ann").await;
    pushes.notify(100).await;
    assert_eq!(pushes.worker.send_due().await.unwrap(), 1);
    assert_eq!((pushes.arrived().len(), pushes.queued().await), (1, 1));
    pushes.site.app.context.clock.advance(Duration::seconds(5));
    assert_eq!(pushes.worker.send_due().await.unwrap(), 1);
    pushes.site.app.context.clock.advance(Duration::hours(12));
    pushes.worker.send_due().await.unwrap();
    assert_eq!((pushes.arrived().len(), pushes.queued().await, pushes.subscribed().await), (1, 0, 1));

    let (pushes, _browser) = with_browser(413, "ann").await;
    pushes.notify(100).await;
    pushes.worker.send_due().await.unwrap();
    assert_eq!((pushes.queued().await, pushes.subscribed().await), (0, 1));
}

#[tokio::test]
async fn an_ended_session_or_a_deleted_user_ends_the_pushes() {
    let (pushes, _browser) = with_browser(201, "ann").await;
    let ended = |session_id| SessionRevoked { project_id: PROJECT, user_id: RESIDENT_ID, session_id, ..Default::default() };
    pushes.site.receive(notifications::events::SESSION_REVOKED, &ended(50)).await;
    assert_eq!(pushes.subscribed().await, 1);
    pushes.site.receive(notifications::events::SESSION_REVOKED, &ended(51)).await;
    assert_eq!(pushes.subscribed().await, 0);

    pushes.browser(&resident(), 201, "ann").await;
    let deleted = UserChanged { version: 2, deleted: true, ..user(RESIDENT_ID, RESIDENT, &[]) };
    pushes.site.receive(notifications::events::USER, &deleted).await;
    assert_eq!(pushes.subscribed().await, 0);
}

#[tokio::test]
async fn a_browser_belongs_to_who_subscribed_last_and_nobody_deletes_anothers() {
    let (pushes, browser) = with_browser(201, "shared").await;
    pushes.notify(100).await;
    let delete = |caller: Caller| {
        let request = DeletePushSubscriptionRequest { endpoint: browser.endpoint.clone() };
        pushes.subscriptions.delete_push_subscription(pushes.site.app.context.signer.request(&caller, request))
    };
    assert_eq!(delete(caller(6)).await.unwrap().into_inner().deleted, 0);
    assert_eq!(delete(testing::administrator(OTHER_PROJECT)).await.unwrap().into_inner().deleted, 0);
    pushes.subscribe(&caller(6), browser.subscription()).await.unwrap();
    assert_eq!(pushes.subscribed().await, 1);
    // What was on its way to the one before is not shown to the next.
    pushes.worker.send_due().await.unwrap();
    assert_eq!((pushes.arrived().len(), pushes.queued().await), (0, 0));
    assert_eq!(delete(caller(6)).await.unwrap().into_inner().deleted, 1);
}

#[tokio::test]
async fn a_user_has_ten_browsers_and_those_unused_for_60_days_are_forgotten() {
    let pushes = Pushes::start().await;
    for n in 0..12 {
        pushes.browser(&resident(), 201, &format!("browser-{n}")).await;
        pushes.site.app.context.clock.advance(Duration::seconds(1));
    }
    assert_eq!(pushes.subscribed().await, 10);
    assert_eq!(pushes.count("SELECT count(*) FROM push_subscriptions WHERE endpoint LIKE '%browser-0' OR endpoint LIKE '%browser-1'").await, 0);
    pushes.site.app.context.clock.advance(Duration::days(61));
    delete_old(&pushes.site.service).await.unwrap();
    assert_eq!(pushes.subscribed().await, 0);
}

#[tokio::test]
async fn a_subscription_is_checked_and_refused_where_no_push_is_set_up() {
    let pushes = Pushes::start().await;
    let good = Browser::new(&pushes.service, 201, "ann").subscription();
    let bad = pushes.subscribe(&resident(), PushSubscription { endpoint: "http://push.example.org/a".into(), ..good.clone() }).await.unwrap_err();
    assert_eq!(field_error(&bad, "subscription.endpoint"), "valid url or ip");
    assert_eq!(pushes.subscribed().await, 0);

    let without = Site::start().await;
    let service = PushSubscriptionService(without.service.clone());
    let request = SavePushSubscriptionRequest { subscription: Some(good) };
    let refused = service.save_push_subscription(without.app.context.signer.request(&resident(), request)).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "can't perform action"));
    let key = service.get_push_key(without.app.context.signer.request(&resident(), GetPushKeyRequest {})).await.unwrap();
    assert_eq!(key.into_inner().public_key, "");
}

#[tokio::test]
async fn a_private_address_is_never_called() {
    let config = Config::new("", "", "https://vestibule.test").unwrap().with_push_key(&"07".repeat(32)).unwrap();
    let site = Site::with_outgoing(config, Outgoing::new(Allowed::Public, Authorities::default()).unwrap()).await;
    site.user(RESIDENT_ID, RESIDENT, &[FLOOR]).await;
    let (service, subscriptions) = (push_service().await, PushSubscriptionService(site.service.clone()));
    let request = SavePushSubscriptionRequest { subscription: Some(Browser::new(&service, 201, "ann").subscription()) };
    subscriptions.save_push_subscription(site.app.context.signer.request(&resident(), request)).await.unwrap();
    let alarm = proto::vestibule::events::v1::EventArrived { user_id: RESIDENT_ID, ..granted(100, FLOOR) };
    let settings = vec![ClassSetting { r#type: NotificationClass::IdentifierUsed.into(), acs: true, push: Some(true) }];
    site.notifications.set_notification_settings(site.app.context.signer.request(&resident(), NotificationSettings { settings })).await.unwrap();
    site.receive_door_event(&alarm).await;
    assert_eq!(PushWorker(site.service.clone()).send_due().await.unwrap(), 1);
    assert!(service.arrived.lock().unwrap().is_empty());
}

#[tokio::test]
async fn pushes_to_many_browsers_take_no_more_statements_than_to_one() {
    let (pushes, _browser) = with_browser(201, "ann").await;
    let (_, one) = testing::statements(pushes.notify(100)).await;
    for n in 0..8 {
        pushes.browser(&resident(), 201, &format!("browser-{n}")).await;
    }
    testing::assert_statements(one.len(), pushes.notify(101)).await;
    assert_eq!(pushes.queued().await, 1 + 9);
}
