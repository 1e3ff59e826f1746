//! The SIP endpoint of a test's other side: one UDP socket.
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use rsipstack::EndpointBuilder;
use rsipstack::dialog::dialog_layer::DialogLayer;
use rsipstack::transaction::TransactionReceiver;
use rsipstack::transport::TransportLayer;
use rsipstack::transport::udp::UdpConnection;
use tokio_util::sync::{CancellationToken, DropGuard};

pub struct Sip {
    pub address: SocketAddr,
    pub layer: Arc<DialogLayer>,
    pub arrivals: TransactionReceiver,
    /// It serves until this is dropped.
    pub open: DropGuard,
}

impl Sip {
    /// On a port that was free.
    pub async fn open() -> Sip {
        let stop = CancellationToken::new();
        let transports = TransportLayer::new(stop.clone());
        let socket = UdpConnection::create_connection((Ipv4Addr::LOCALHOST, 0).into(), None, Some(stop.child_token())).await.unwrap();
        let address = socket.get_addr().get_socketaddr().unwrap();
        transports.add_transport(socket.into());
        let endpoint = EndpointBuilder::new().with_transport_layer(transports).with_cancel_token(stop.clone()).build();
        let arrivals = endpoint.incoming_transactions().unwrap();
        let layer = Arc::new(DialogLayer::new(endpoint.inner.clone()));
        tokio::spawn(async move { endpoint.inner.serve().await });
        Sip { address, layer, arrivals, open: stop.drop_guard() }
    }
}
