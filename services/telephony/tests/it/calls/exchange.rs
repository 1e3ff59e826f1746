//! The other side of telephony on one socket: the edge, which says who calls, and every phone behind it.
use std::collections::HashMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rsipstack::dialog::dialog::{DialogState, DialogStateReceiver, TransactionHandle};
use rsipstack::dialog::dialog_layer::DialogLayer;
use rsipstack::dialog::invitation::{InviteAsyncResult, InviteOption};
use rsipstack::dialog::invite_dialog::InviteDialog;
use rsipstack::sip::{Header, Method, Request, Response, StatusCode, Transport, Uri};
use rsipstack::transaction::transaction::Transaction;
use rsipstack::transport::SipAddr;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Mutex as AsyncMutex, mpsc};
use tokio_util::sync::DropGuard;

use super::provider;
use super::rtp::Voice;
use super::sip::Sip;

const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);

pub struct Exchange {
    pub address: SocketAddr,
    pub rpc: SocketAddr,
    pub telephony: SocketAddr,
    layer: Arc<DialogLayer>,
    registered: Arc<Mutex<HashMap<String, u32>>>,
    shortest_sessions: Sessions,
    rings: AsyncMutex<mpsc::UnboundedReceiver<Ring>>,
    _open: DropGuard,
}

/// The shortest sessions that the phones of numbers agree to, in seconds.
type Sessions = Arc<Mutex<HashMap<String, u32>>>;

/// A phone that rings.
pub struct Ring {
    pub number: String,
    pub request: Request,
    pub dialog: InviteDialog,
    pub states: DialogStateReceiver,
}

/// A call that a phone makes.
pub struct Outgoing {
    pub dialog: InviteDialog,
    pub states: DialogStateReceiver,
    pub invite: tokio::task::JoinHandle<InviteAsyncResult>,
}

/// A phone in a call.
pub struct Leg {
    pub dialog: InviteDialog,
    states: DialogStateReceiver,
}

impl Exchange {
    pub async fn open() -> Exchange {
        let Sip { address, layer, mut arrivals, open } = Sip::open().await;
        let (sender, rings) = mpsc::unbounded_channel();
        let (to_serve, shortest_sessions) = (layer.clone(), Sessions::default());
        let wanted = shortest_sessions.clone();
        tokio::spawn(async move {
            while let Some(transaction) = arrivals.recv().await {
                tokio::spawn(arrived(to_serve.clone(), transaction, wanted.clone(), sender.clone()));
            }
        });
        let registered = Arc::new(Mutex::new(HashMap::new()));
        let rpc = serve_rpc(address, registered.clone()).await;
        let telephony = std::net::UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap();
        Exchange { address, rpc, telephony, layer, registered, shortest_sessions, rings: AsyncMutex::new(rings), _open: open }
    }

    /// So many phones are registered with the number.
    pub fn register(&self, number: &str, phones: u32) {
        self.registered.lock().unwrap().insert(number.into(), phones);
    }

    /// Its phones refuse sessions that are shorter.
    pub fn wants_sessions_of(&self, number: &str, seconds: u32) {
        self.shortest_sessions.lock().unwrap().insert(number.into(), seconds);
    }

    /// A call as the edge passes it on.
    pub fn call(&self, from: &str, to: &str, offer: &str, more: &[(&str, &str)]) -> Outgoing {
        let known = [("X-Tenant", "p1.sip.test"), ("X-Auth-User", from), ("X-Src-Proto", "udp")];
        let known = known.iter().filter(|(name, _)| !more.iter().any(|(other, _)| other == name));
        let headers = known.chain(more).map(|(name, value)| Header::Other(name.to_string(), value.to_string()));
        // Where a CANCEL goes too.
        let headers = headers.chain([Header::Route(format!("<sip:{};lr>", self.telephony).into())]).collect();
        let option = InviteOption {
            caller: Uri::try_from(format!("sip:{from}@p1.sip.test").as_str()).unwrap(),
            callee: Uri::try_from(format!("sip:{to}@p1.sip.test").as_str()).unwrap(),
            destination: Some(SipAddr::new(Transport::Udp, self.telephony.into())),
            offer: Some(offer.as_bytes().to_vec()),
            contact: Uri::try_from(format!("sip:{from}@{}", self.address).as_str()).unwrap(),
            headers: Some(headers),
            ..InviteOption::default()
        };
        let (sender, states) = self.layer.new_dialog_state_channel();
        let (dialog, invite) = self.layer.do_invite_async(option, sender).unwrap();
        Outgoing { dialog, states, invite }
    }

    /// The next phone that rings.
    pub async fn ring(&self) -> Ring {
        let mut rings = self.rings.lock().await;
        tokio::time::timeout(ANSWER_TIMEOUT, rings.recv()).await.expect("a phone rings").unwrap()
    }

    /// No phone was rung beside those that the test has read.
    pub async fn is_quiet(&self) -> bool {
        self.rings.lock().await.is_empty()
    }
}

async fn arrived(layer: Arc<DialogLayer>, mut transaction: Transaction, shortest: Sessions, rings: mpsc::UnboundedSender<Ring>) {
    if let Some(mut dialog) = layer.match_dialog(&transaction) {
        let _over = dialog.handle(&mut transaction).await;
        return;
    }
    if is_for_a_provider(&transaction) && !provider::admits(&mut transaction).await {
        return;
    }
    match transaction.original.method {
        Method::Register => provider::register(&mut transaction).await,
        Method::Invite => {
            if let Some(seconds) = too_short(&transaction.original, &shortest) {
                let least = vec![Header::MinSE(seconds.to_string().into())];
                transaction.reply_with(StatusCode::from(422), least, None).await.unwrap();
                return;
            }
            let (sender, states) = layer.new_dialog_state_channel();
            let mut dialog = layer.get_or_create_server_invite(&transaction, sender, None, None).unwrap();
            let request = transaction.original.clone();
            let number = number(&request);
            let _nobody_asks = rings.send(Ring { number, request, dialog: dialog.clone(), states });
            let _over = dialog.handle(&mut transaction).await;
        }
        Method::Ack => {}
        _ => {
            let _over = transaction.reply(StatusCode::CallTransactionDoesNotExist).await;
        }
    }
}

/// The number whose phone it is for.
fn number(request: &Request) -> String {
    request.uri.user().unwrap_or_default().split('-').next().unwrap_or_default().to_string()
}

/// What the phone wants at least, when the session that it is asked for is shorter.
fn too_short(request: &Request, shortest: &Sessions) -> Option<u32> {
    let seconds = *shortest.lock().unwrap().get(&number(request))?;
    let asked = request.headers.iter().find_map(|header| match header {
        Header::SessionExpires(value) => value.value().split(';').next()?.trim().parse::<u32>().ok(),
        _ => None,
    });
    (asked? < seconds).then_some(seconds)
}

fn is_for_a_provider(transaction: &Transaction) -> bool {
    transaction.original.method == Method::Register || transaction.original.uri.user().is_some_and(|user| user.starts_with('+'))
}

impl Ring {
    pub fn header(&self, name: &str) -> String {
        let found = self.request.headers.iter().find_map(|header| match header {
            Header::Other(other, value) if other.eq_ignore_ascii_case(name) => Some(value.clone()),
            _ => None,
        });
        found.unwrap_or_default()
    }

    pub fn says_that_it_rings(&self) {
        self.dialog.ringing(None, None).unwrap();
    }

    pub fn answer(self, voice: &Voice) -> Leg {
        self.answer_saying(voice, Vec::new())
    }

    pub fn answer_saying(self, voice: &Voice, mut headers: Vec<Header>) -> Leg {
        voice.speak_to(&String::from_utf8_lossy(&self.request.body));
        headers.push(Header::ContentType("application/sdp".into()));
        self.dialog.accept(Some(headers), Some(voice.sdp().into_bytes())).unwrap();
        Leg { dialog: self.dialog, states: self.states }
    }

    pub fn refuse(self, code: u16) {
        self.dialog.reject(Some(StatusCode::from(code)), None).unwrap();
    }

    /// Until it stops, without having been answered.
    pub async fn stops(self) {
        Leg { dialog: self.dialog, states: self.states }.ends().await;
    }
}

impl Outgoing {
    /// What becomes of it.
    pub async fn outcome(self) -> (Response, Leg) {
        let (_, response) = tokio::time::timeout(ANSWER_TIMEOUT, self.invite).await.expect("an answer").unwrap().unwrap();
        (response.expect("a response"), Leg { dialog: self.dialog, states: self.states })
    }

    pub async fn answered(self, voice: &Voice) -> Leg {
        let (response, leg) = self.outcome().await;
        assert_eq!(response.status_code, StatusCode::OK);
        voice.speak_to(&String::from_utf8_lossy(&response.body));
        leg
    }

    /// By its code, and the words where they are not the standard's.
    pub async fn refused(self) -> String {
        let (response, _) = self.outcome().await;
        let reason =
            response.headers.iter().find_map(|header| if let Header::Reason(reason) = header { Some(reason.value().to_string()) } else { None });
        match reason.as_ref().and_then(|reason| reason.split('"').nth(1)) {
            Some(words) => format!("{} {words}", response.status_code.code()),
            None => response.status_code.to_string(),
        }
    }

    pub async fn rings(&mut self) {
        let ringing = async { while !matches!(self.states.recv().await.expect("the call lives"), DialogState::Early(..)) {} };
        tokio::time::timeout(ANSWER_TIMEOUT, ringing).await.expect("the caller hears that it rings");
    }
}

impl Leg {
    pub async fn hang_up(self) {
        self.dialog.hangup().await.unwrap();
    }

    pub async fn ends(mut self) {
        let ended = async { while !matches!(self.states.recv().await, None | Some(DialogState::Terminated(..))) {} };
        tokio::time::timeout(ANSWER_TIMEOUT, ended).await.expect("the other side hangs up");
    }

    /// The next request for a refresh, which the phone grants.
    pub async fn is_refreshed(&mut self, voice: &Voice) -> Request {
        let (request, handle) = self.refresh().await;
        let of_sdp = vec![Header::ContentType("application/sdp".into())];
        let (headers, body) = if request.method == Method::Invite { (Some(of_sdp), Some(voice.sdp().into_bytes())) } else { (None, None) };
        handle.respond(StatusCode::OK, headers, body).await.unwrap();
        request
    }

    /// The next request for a refresh, which it refuses by this code.
    pub async fn refuses_refresh(&mut self, code: u16) {
        self.refresh().await.1.reply(StatusCode::from(code)).await.unwrap();
    }

    async fn refresh(&mut self) -> (Request, TransactionHandle) {
        let asked = async {
            loop {
                if let DialogState::Updated(_, request, handle) = self.states.recv().await.expect("the call lives") {
                    return (request, handle);
                }
            }
        };
        tokio::time::timeout(ANSWER_TIMEOUT, asked).await.expect("a refresh comes")
    }

    /// The next tone that the phone receives by INFO.
    pub async fn hears_of(&mut self) -> Request {
        let asked = async {
            loop {
                if let DialogState::Info(_, request, handle) = self.states.recv().await.expect("the call lives") {
                    handle.reply(StatusCode::OK).await.unwrap();
                    return request;
                }
            }
        };
        tokio::time::timeout(ANSWER_TIMEOUT, asked).await.expect("a request comes")
    }
}

/// The registrar's JSON-RPC.
async fn serve_rpc(edge: SocketAddr, registered: Arc<Mutex<HashMap<String, u32>>>) -> SocketAddr {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(answer_rpc(stream, edge, registered.clone()));
        }
    });
    address
}

async fn answer_rpc(mut stream: TcpStream, edge: SocketAddr, registered: Arc<Mutex<HashMap<String, u32>>>) {
    let mut request = Vec::new();
    while stream.read_buf(&mut request).await.is_ok_and(|read| read > 0) {
        let text = String::from_utf8_lossy(&request).into_owned();
        let Some((_, body)) = text.split_once("\r\n\r\n") else { continue };
        let Ok(asked) = serde_json::from_str::<Value>(body) else { continue };
        let address = asked["params"][1].as_str().unwrap_or_default();
        let number = address.split('@').next().unwrap_or_default();
        let phones = registered.lock().unwrap().get(number).copied().unwrap_or_default();
        let contact = |phone| json!({ "Contact": { "Address": format!("sip:{number}-{phone}@{edge}"), "Expires": 300, "Received": "[not set]", "Socket": "udp:127.0.0.1:5060" } });
        let answer = match phones {
            0 => json!({ "jsonrpc": "2.0", "id": 1, "error": { "code": 500, "message": "AOR not found in location table" } }),
            _ => json!({ "jsonrpc": "2.0", "id": 1, "result": { "AoR": address, "Contacts": (0..phones).map(contact).collect::<Vec<_>>() } }),
        }
        .to_string();
        let head = format!("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n", answer.len());
        if stream.write_all(format!("{head}{answer}").as_bytes()).await.is_err() {
            return;
        }
        request.clear();
    }
}
