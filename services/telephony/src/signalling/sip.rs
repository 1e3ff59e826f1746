//! The SIP endpoint: one UDP socket, which only the edge talks to.
use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::Context as _;
use rsipstack::EndpointBuilder;
use rsipstack::dialog::DialogId;
use rsipstack::dialog::dialog::Dialog;
use rsipstack::dialog::dialog_layer::DialogLayer;
use rsipstack::dialog::invite_dialog::InviteDialog;
use rsipstack::sip::{Auth, Scheme, Transport, Uri};
use rsipstack::transaction::TransactionReceiver;
use rsipstack::transaction::transaction::Transaction;
use rsipstack::transport::udp::UdpConnection;
use rsipstack::transport::{SipAddr, TransportLayer};
use tokio_util::sync::CancellationToken;

use crate::config::CallConfig;

pub struct Sip {
    pub layer: Arc<DialogLayer>,
    edge: SocketAddr,
    /// This replica, for those who answer it.
    contact: Uri,
    closed: CancellationToken,
}

impl Sip {
    pub async fn open(config: &CallConfig) -> anyhow::Result<(Sip, TransactionReceiver)> {
        let closed = CancellationToken::new();
        let transports = TransportLayer::new(closed.clone());
        let socket = UdpConnection::create_connection(config.address, None, Some(closed.child_token())).await.context("VESTIBULE_SIP_ADDR")?;
        let address = socket.get_addr().get_socketaddr()?;
        transports.add_transport(socket.into());
        let endpoint = EndpointBuilder::new().with_user_agent("Vestibule").with_transport_layer(transports).with_cancel_token(closed.clone()).build();
        let arrivals = endpoint.incoming_transactions()?;
        let layer = Arc::new(DialogLayer::new(endpoint.inner.clone()));
        let contact = Uri {
            scheme: Some(Scheme::Sip),
            auth: Some(Auth { user: format!("s{}", config.shard), password: None }),
            host_with_port: address.into(),
            ..Uri::default()
        };
        tokio::spawn(async move {
            // The endpoint is dropped with this task: its transports live as long as it serves.
            if let Err(error) = endpoint.inner.serve().await {
                tracing::error!(%error, "the SIP endpoint ended");
            }
        });
        Ok((Sip { layer, edge: config.edge, contact, closed }, arrivals))
    }

    pub fn contact(&self) -> Uri {
        self.contact.clone()
    }

    pub fn edge(&self) -> SipAddr {
        SipAddr::new(Transport::Udp, self.edge.into())
    }

    /// Whether it came from the edge, which says who somebody is; from nobody else is that believed.
    pub fn is_from_edge(&self, transaction: &Transaction) -> bool {
        let from = transaction.connection.as_ref().and_then(|connection| connection.get_remote_addr()?.get_socketaddr().ok());
        from == Some(self.edge)
    }

    /// The route by one of the edge's sockets to an address of its other side.
    pub fn route_by(&self, socket: &str, next_hop: &str) -> String {
        let escaped = next_hop.replace(';', "%3B").replace('=', "%3D");
        format!("<sip:{socket}@{};lr;received={escaped}>", self.edge)
    }

    pub fn invite_dialog(&self, id: &DialogId) -> Option<InviteDialog> {
        match self.layer.get_dialog(id) {
            Some(Dialog::Invite(dialog)) => Some(dialog),
            _ => None,
        }
    }

    /// Hangs up, cancels or does nothing, as the dialog's state asks for, and forgets it; nobody waits for that.
    pub fn end(self: &Sip, dialog: InviteDialog) {
        let layer = self.layer.clone();
        tokio::spawn(async move {
            if let Err(error) = dialog.hangup().await {
                tracing::debug!(%error, "a leg was gone already");
            }
            layer.remove_dialog(&dialog.id());
        });
    }

    pub fn forget(&self, dialog: &InviteDialog) {
        self.layer.remove_dialog(&dialog.id());
    }

    pub fn close(&self) {
        self.closed.cancel();
    }
}
