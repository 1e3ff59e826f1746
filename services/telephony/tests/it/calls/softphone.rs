//! A phone that registers at the edge and calls by it, with its number's password.
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use rsipstack::dialog::authenticate::Credential;
use rsipstack::dialog::dialog_layer::DialogLayer;
use rsipstack::dialog::invitation::InviteOption;
use rsipstack::dialog::registration::Registration;
use rsipstack::sip::typed::Contact;
use rsipstack::sip::{Header, Method, StatusCode, Transport, Uri};
use rsipstack::transaction::transaction::Transaction;
use rsipstack::transport::SipAddr;
use tokio::sync::{Mutex, mpsc};
use tokio_util::sync::DropGuard;

use super::exchange::{Outgoing, Ring};
use super::sip::Sip;
use crate::kamailio::DOMAIN;

const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);

pub fn password(number: &str) -> String {
    format!("SecretOf{number}")
}

pub struct Softphone {
    number: String,
    edge: SocketAddr,
    contact: Uri,
    layer: Arc<DialogLayer>,
    rings: Mutex<mpsc::UnboundedReceiver<Ring>>,
    _open: DropGuard,
}

impl Softphone {
    /// Registered with a number of the first project.
    pub async fn register(number: &str, edge: SocketAddr) -> Softphone {
        let Sip { address, layer, mut arrivals, open } = Sip::open().await;
        let contact = uri(&format!("sip:{number}@{address}"));
        let (sender, rings) = mpsc::unbounded_channel();
        let (of_phone, own) = (layer.clone(), contact.clone());
        tokio::spawn(async move {
            while let Some(transaction) = arrivals.recv().await {
                tokio::spawn(arrived(of_phone.clone(), own.clone(), transaction, sender.clone()));
            }
        });
        let phone = Softphone { number: number.into(), edge, contact, layer, rings: Mutex::new(rings), _open: open };
        phone.register_at_the_edge().await;
        phone
    }

    async fn register_at_the_edge(&self) {
        let mut registration = Registration::new(self.layer.endpoint.clone(), Some(self.credential()));
        registration.contact = Some(Contact { display_name: None, uri: self.contact.clone(), params: vec![] });
        registration.outbound_proxy = Some(self.edge);
        let answer = registration.register(uri(&format!("sip:p1.{DOMAIN}")), Some(300)).await.unwrap();
        assert_eq!(answer.status_code, StatusCode::OK, "{} registers", self.number);
    }

    pub fn call(&self, to: &str, offer: &str, more: &[(&str, &str)]) -> Outgoing {
        let headers = more.iter().map(|(name, value)| Header::Other(name.to_string(), value.to_string())).collect();
        let option = InviteOption {
            caller: uri(&format!("sip:{}@p1.{DOMAIN}", self.number)),
            callee: uri(&format!("sip:{to}@p1.{DOMAIN}")),
            destination: Some(SipAddr::new(Transport::Udp, self.edge.into())),
            content_type: Some("application/sdp".into()),
            offer: Some(offer.as_bytes().to_vec()),
            contact: self.contact.clone(),
            credential: Some(self.credential()),
            headers: Some(headers),
            ..InviteOption::default()
        };
        let (sender, states) = self.layer.new_dialog_state_channel();
        let (dialog, invite) = self.layer.do_invite_async(option, sender).unwrap();
        Outgoing { dialog, states, invite }
    }

    /// When the call with this id rings; what other calls did before is over.
    pub async fn rings_of(&self, id: &str) -> Ring {
        self.rings_by("X-Speech-Id", id).await
    }

    /// When a call to this number rings.
    pub async fn rings_for(&self, number: &str) -> Ring {
        self.rings_by("X-Target-Callee", number).await
    }

    async fn rings_by(&self, header: &str, value: &str) -> Ring {
        let mut rings = self.rings.lock().await;
        loop {
            let ring = tokio::time::timeout(ANSWER_TIMEOUT, rings.recv()).await.expect("the phone rings").unwrap();
            if ring.header(header) == value {
                return ring;
            }
        }
    }

    fn credential(&self) -> Credential {
        Credential { username: self.number.clone(), password: password(&self.number), realm: None, auth_username: None }
    }
}

fn uri(text: &str) -> Uri {
    Uri::try_from(text).unwrap()
}

async fn arrived(layer: Arc<DialogLayer>, contact: Uri, mut transaction: Transaction, rings: mpsc::UnboundedSender<Ring>) {
    if let Some(mut dialog) = layer.match_dialog(&transaction) {
        let _over = dialog.handle(&mut transaction).await;
        return;
    }
    match transaction.original.method {
        Method::Invite => {
            let (sender, states) = layer.new_dialog_state_channel();
            let mut dialog = layer.get_or_create_server_invite(&transaction, sender, None, Some(contact)).unwrap();
            let request = transaction.original.clone();
            let number = request.uri.user().unwrap_or_default().to_string();
            let _nobody_asks = rings.send(Ring { number, request, dialog: dialog.clone(), states });
            let _over = dialog.handle(&mut transaction).await;
        }
        Method::Ack => {}
        _ => {
            let _over = transaction.reply(StatusCode::CallTransactionDoesNotExist).await;
        }
    }
}
