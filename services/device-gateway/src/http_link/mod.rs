//! Calls to devices that speak HTTP. A device signs the platform in with the MD5 of the password of its own page, and takes one request
//! at a time.
mod probe;
mod wire;

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use device_protocol::envelope::MAX_MESSAGE_BYTES;
use device_protocol::session::Token;
use device_protocol::{Credentials, DeviceCall, Request, Response};
use kit::Clock;
use kit::outgoing::{Failure, Outgoing};
use serde::Deserialize;
use time::OffsetDateTime;
use tokio::sync::Notify;
use uuid::Uuid;

pub use probe::{ProbedDevice, probe};

use crate::device_link::CallError;

/// A device takes a token for two hours; it is renewed before.
const TOKEN_TTL: time::Duration = time::Duration::minutes(110);
/// Devices whose sessions are remembered. Beyond that all that nobody uses are forgotten: they sign in again.
const MAX_SESSIONS: usize = 20_000;
const UNAUTHORIZED: u16 = 401;

/// Where a device is called, and as whom.
#[derive(Clone)]
pub struct HttpAddress {
    pub device_id: i64,
    /// `http://host:port`, without a slash at its end.
    base: String,
    credentials: Option<Credentials>,
}

impl HttpAddress {
    /// Port 443 speaks TLS.
    pub fn new(device_id: i64, host: &str, port: i32, login: Option<(&str, &str)>) -> HttpAddress {
        HttpAddress { device_id, base: base(host, port), credentials: login.map(|(name, password)| Credentials::new(name, password)) }
    }
}

/// `host` may be an IPv6 address.
fn base(host: &str, port: i32) -> String {
    let scheme = if port == 443 { "https" } else { "http" };
    let host = match host.parse::<std::net::Ipv6Addr>() {
        Ok(address) => format!("[{address}]"),
        Err(_) => host.to_owned(),
    };
    format!("{scheme}://{host}:{port}")
}

// The address of a device is no secret, its credentials are.
impl std::fmt::Debug for HttpAddress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "HttpAddress({}, {})", self.device_id, self.base)
    }
}

/// A token, and for whom it was issued: another address or another password signs in anew.
struct Session {
    token: String,
    base: String,
    credentials: Credentials,
    expires_at: OffsetDateTime,
}

/// The turn at one device. What cannot wait goes before everything else, so that it waits for one running request at most.
#[derive(Default)]
struct DeviceTurn {
    /// Locked during a request to the device.
    session: tokio::sync::Mutex<Option<Session>>,
    /// Urgent requests that wait or run.
    urgent: AtomicUsize,
    urgent_done: Notify,
}

/// An urgent request; others go on when it is dropped.
struct UrgentRequest<'a>(&'a DeviceTurn);

impl Drop for UrgentRequest<'_> {
    fn drop(&mut self) {
        self.0.urgent.fetch_sub(1, Ordering::SeqCst);
        self.0.urgent_done.notify_waiters();
    }
}

impl DeviceTurn {
    fn urgent(&self) -> UrgentRequest<'_> {
        self.urgent.fetch_add(1, Ordering::SeqCst);
        UrgentRequest(self)
    }

    /// For a request that can wait.
    async fn lock(&self) -> tokio::sync::MutexGuard<'_, Option<Session>> {
        loop {
            let done = self.urgent_done.notified();
            if self.urgent.load(Ordering::SeqCst) == 0 {
                let session = self.session.lock().await;
                // One may have come while this one waited.
                if self.urgent.load(Ordering::SeqCst) == 0 {
                    return session;
                }
                continue;
            }
            done.await;
        }
    }
}

/// Somebody stands before a door, or everybody is to hear something.
fn is_urgent(request: &Request) -> bool {
    use DeviceCall::{CallLift, OpenLock, PlayAlert, ReleaseFloors, StopAlert};
    matches!(DeviceCall::parse(request), Ok(OpenLock(_) | ReleaseFloors(_) | CallLift(_) | PlayAlert(_) | StopAlert(_)))
}

/// Cheap to clone.
#[derive(Clone)]
pub struct HttpLink {
    outgoing: Outgoing,
    clock: Clock,
    turns: Arc<Mutex<HashMap<i64, Arc<DeviceTurn>>>>,
}

impl HttpLink {
    pub fn new(outgoing: &Outgoing, clock: &Clock) -> HttpLink {
        HttpLink { outgoing: outgoing.clone(), clock: clock.clone(), turns: Arc::default() }
    }

    /// `timeout` is for everything: waiting for the turn, signing in, the request.
    pub async fn call(&self, address: &HttpAddress, request: Request, timeout: Duration) -> Result<Response, CallError> {
        let called = self.call_if(address, request, timeout, std::future::ready(Ok(()))).await;
        called.unwrap_or_else(|error| Err(CallError::Unreachable(error.to_string())))
    }

    /// `still_allowed` is asked once the request has the turn; what it refuses is not sent.
    pub async fn call_if(
        &self,
        address: &HttpAddress,
        request: Request,
        timeout: Duration,
        still_allowed: impl Future<Output = kit::Result<()>> + Send,
    ) -> kit::Result<Result<Response, CallError>> {
        let turn = self.turn(address.device_id);
        let exchange = async {
            let urgent = is_urgent(&request).then(|| turn.urgent());
            let mut session = match &urgent {
                Some(_) => turn.session.lock().await,
                None => turn.lock().await,
            };
            still_allowed.await?;
            Ok(self.ask(address, &mut session, &request, timeout).await)
        };
        tokio::time::timeout(timeout, exchange).await.unwrap_or(Ok(Err(CallError::TimedOut)))
    }

    /// Settings hold secrets: nothing is sent where no login is checked. A request that the device refused for its token was not carried out: it is sent once more with a new one.
    async fn ask(&self, address: &HttpAddress, session: &mut Option<Session>, request: &Request, timeout: Duration) -> Result<Response, CallError> {
        let Some(credentials) = &address.credentials else { return Err(CallError::NoLogin) };
        let is_current =
            |session: &Session| session.base == address.base && session.credentials == *credentials && session.expires_at > self.clock.now();
        if let Some(session) = session.as_ref().filter(|session| is_current(session)) {
            let response = self.send(address, request, Some(&session.token), timeout).await?;
            if response.status != UNAUTHORIZED {
                return Ok(response);
            }
        }
        *session = None;
        let token = self.log_in(address, credentials, timeout).await?;
        let response = self.send(address, request, Some(&token), timeout).await?;
        *session = Some(Session { token, base: address.base.clone(), credentials: credentials.clone(), expires_at: self.clock.now() + TOKEN_TTL });
        Ok(response)
    }

    async fn log_in(&self, address: &HttpAddress, credentials: &Credentials, timeout: Duration) -> Result<String, CallError> {
        let request = DeviceCall::Login(credentials.clone()).request(Uuid::now_v7());
        let response = self.send(address, &request, None, timeout).await?;
        match (response.status, Token::deserialize(&response.body)) {
            (200..300, Ok(token)) if !token.token.is_empty() => Ok(token.token),
            (400 | 401 | 403, _) => Err(CallError::LoginRefused),
            (status, _) => Err(CallError::Unreachable(format!("its answer to a login is none ({status})"))),
        }
    }

    async fn send(&self, address: &HttpAddress, request: &Request, token: Option<&str>, timeout: Duration) -> Result<Response, CallError> {
        let message = wire::request(&address.base, request, token).map_err(|_| CallError::Unreachable("its address is none".into()))?;
        let answer = self.outgoing.with_limits(timeout, MAX_MESSAGE_BYTES).send(message).await.map_err(|failure| match failure {
            Failure::TimedOut => CallError::TimedOut,
            Failure::TooLarge => CallError::TooLarge,
            other => CallError::Unreachable(other.to_string()),
        })?;
        Ok(wire::response(request.id, answer))
    }

    fn turn(&self, device_id: i64) -> Arc<DeviceTurn> {
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        if turns.len() >= MAX_SESSIONS {
            turns.retain(|_, turn| Arc::strong_count(turn) > 1);
        }
        turns.entry(device_id).or_default().clone()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use device_protocol::LockTarget;

    use super::*;

    #[test]
    fn only_what_somebody_waits_for_is_urgent() {
        let is_urgent = |call: DeviceCall| is_urgent(&call.request(Uuid::nil()));
        assert!(is_urgent(DeviceCall::OpenLock(LockTarget::new(1).unwrap())));
        assert!(!is_urgent(DeviceCall::Info) && !is_urgent(DeviceCall::Snapshot) && !is_urgent(DeviceCall::SipStatus));
    }

    #[tokio::test]
    async fn what_was_forbidden_while_it_waited_for_its_turn_is_not_sent() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let allowed = kit::outgoing::Allowed::parse("127.0.0.0/8").unwrap();
        let outgoing = Outgoing::new(allowed, kit::outgoing::Authorities::default()).unwrap();
        let link = HttpLink::new(&outgoing, &Clock::system());
        let address = HttpAddress::new(1, "127.0.0.1", listener.local_addr().unwrap().port().into(), Some(("admin", "secret")));
        let turn = link.turn(1);
        let running = turn.lock().await;
        let request = DeviceCall::OpenLock(LockTarget::new(1).unwrap()).request(Uuid::nil());
        let is_allowed = std::sync::atomic::AtomicBool::new(true);
        let still_allowed = async { if is_allowed.load(Ordering::SeqCst) { Ok(()) } else { Err(kit::Error::conflict("can't perform action")) } };
        let call = link.call_if(&address, request, Duration::from_secs(5), still_allowed);
        let forbid = async {
            is_allowed.store(false, Ordering::SeqCst);
            drop(running);
        };
        let (called, ()) = tokio::join!(call, forbid);
        assert!(matches!(called, Err(kit::Error::Conflict { .. })));
        assert!(tokio::time::timeout(Duration::from_millis(50), listener.accept()).await.is_err(), "nobody connected");
    }

    #[tokio::test]
    async fn an_urgent_request_waits_for_the_running_one_and_for_no_other() {
        let (turn, order) = (Arc::new(DeviceTurn::default()), Arc::new(Mutex::new(Vec::new())));
        let running = turn.lock().await;
        // Three tasks queue, then somebody opens a door.
        let mut waiting = Vec::new();
        for name in ["first task", "second task", "third task", "door"] {
            let (turn, order) = (turn.clone(), order.clone());
            waiting.push(tokio::spawn(async move {
                let urgent = (name == "door").then(|| turn.urgent());
                let _session = match &urgent {
                    Some(_) => turn.session.lock().await,
                    None => turn.lock().await,
                };
                order.lock().unwrap().push(name);
            }));
            tokio::task::yield_now().await;
        }
        drop(running);
        for task in waiting {
            task.await.unwrap();
        }
        assert_eq!(order.lock().unwrap()[0], "door");
        assert_eq!(order.lock().unwrap().len(), 4);
    }
}
