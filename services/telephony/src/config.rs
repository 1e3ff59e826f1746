//! Settings: where the SIP edge and the media relay are.
use std::net::SocketAddr;

use anyhow::{Context as _, Result};
use clap::Args;
use cluster::RestartBy;
use kit::variables::{self, within};

pub use crate::domain::outside_prefix::OutsidePrefixes;
use crate::domain::session_timer::{LONGEST, Policy, SHORTEST};

/// Requests that a replica works on at once; a call that rings is one.
pub const MAX_CONCURRENT_REQUESTS: usize = 2_000;

/// Without `VESTIBULE_SIP_ADDR` no call is taken, and the operations work.
#[derive(Args, Clone, Debug)]
pub struct Variables {
    /// Where it takes SIP from the edge, over UDP.
    #[arg(long, env = "VESTIBULE_SIP_ADDR", value_name = "address:port", requires_all = ["sip_edge_addr", "sip_edge_rpc_url", "sip_media_addr", "sip_sounds"])]
    pub sip_addr: Option<SocketAddr>,
    /// Where the edge takes SIP from telephony. Needed for calls.
    #[arg(long, env = "VESTIBULE_SIP_EDGE_ADDR", value_name = "address:port")]
    pub sip_edge_addr: Option<SocketAddr>,
    /// The edge's JSON-RPC, as `http://host:port/RPC`. Needed for calls.
    #[arg(long, env = "VESTIBULE_SIP_EDGE_RPC_URL", value_name = "URL")]
    pub sip_edge_rpc_url: Option<String>,
    /// rtpengine's control. Needed for calls.
    #[arg(long, env = "VESTIBULE_SIP_MEDIA_ADDR", value_name = "address:port")]
    pub sip_media_addr: Option<SocketAddr>,
    /// The folder of the sounds, as rtpengine sees it. Needed for calls.
    #[arg(long, env = "VESTIBULE_SIP_SOUNDS", value_name = "path")]
    pub sip_sounds: Option<String>,
    /// Who restarts the edge when the console asks for it: `kubernetes:namespace/name` of a Deployment,
    /// `kubernetes:namespace/statefulset/name`, or `command:` and a command of a shell. Nobody when it is not set.
    #[arg(long, env = "VESTIBULE_SIP_RESTART", value_name = "workload or command")]
    pub sip_restart: Option<RestartBy>,
    /// This replica's number. The edge is given the addresses of all, in the order of their numbers, as its `VESTIBULE_SIP_ADDR`.
    #[arg(long, env = "VESTIBULE_SIP_SHARD", value_name = "number, 0 to 999", default_value = "0", value_parser = within(0u16..=999))]
    pub sip_shard: u16,
    /// The port, at the host of `VESTIBULE_SIP_ADDR`, where it takes keys pressed on telephones from rtpengine, over UDP. Any that is free
    /// when it is 0.
    #[arg(long, env = "VESTIBULE_SIP_KEYS_PORT", value_name = "port", default_value = "0")]
    pub sip_keys_port: u16,
    /// How long a phone in a call may go without proving that it is there (RFC 4028).
    #[arg(long, env = "VESTIBULE_SIP_SESSION_SECONDS", value_name = "seconds, 90 to 86400", default_value = "1800", value_parser = within(SHORTEST..=LONGEST))]
    pub sip_session_seconds: u32,
    /// Calls to numbers outside within 24 hours: through one trunk, and a fifth of them by one caller. Calls beyond it fail.
    #[arg(long, env = "VESTIBULE_SIP_OUTSIDE_CALLS", value_name = "calls, 1 to 1000000", default_value = "500", value_parser = within(1u64..=1_000_000))]
    pub sip_outside_calls: u64,
    /// What numbers outside begin with that are called, as `+31,+49`. Calls to others fail. All are called when it is not set.
    #[arg(long, env = "VESTIBULE_SIP_OUTSIDE_PREFIXES", value_name = "prefixes, with commas between them")]
    pub sip_outside_prefixes: Option<OutsidePrefixes>,
    /// What the SIP domains of projects end with: project 7 has `p7.sip.vestibule`.
    #[arg(long, env = "VESTIBULE_SIP_DOMAIN", value_name = "domain", default_value = "sip.vestibule")]
    pub sip_domain: String,
    /// Where panels register.
    #[arg(long, env = "VESTIBULE_SIP_PUBLIC_HOST", value_name = "host", default_value = "127.0.0.1")]
    pub sip_public_host: String,
    /// At which port.
    #[arg(long, env = "VESTIBULE_SIP_PUBLIC_PORT", value_name = "port", default_value = "5060")]
    pub sip_public_port: u16,
    /// Where browsers find the edge.
    #[arg(long, env = "VESTIBULE_SIP_WEBSOCKET_PORT", value_name = "port", default_value = "8443")]
    pub sip_websocket_port: u16,
    /// `ws` where the console has no TLS.
    #[arg(long, env = "VESTIBULE_SIP_WEBSOCKET_TRANSPORT", value_parser = ["wss", "ws"], default_value = "wss")]
    pub sip_websocket_transport: String,
    /// Signs the web phone's credentials; the edge has the same. Browsers cannot call when it is not set.
    #[arg(long, env = "VESTIBULE_SIP_SECRET", value_name = "any text", default_value = "", hide_env_values = true)]
    pub sip_secret: String,
}

#[derive(Clone, Debug)]
pub struct Config {
    /// Calls; None where this process handles none.
    pub calls: Option<CallConfig>,
    /// What the SIP domains of the projects end with: project 7 has `p7.{domain}`.
    pub domain: String,
    /// Where panels register, unless the project's settings say otherwise.
    pub public_host: String,
    pub public_port: u16,
    /// Where browsers find the edge.
    pub websocket_port: u16,
    /// wss, or ws where the console itself is served without TLS.
    pub websocket_transport: String,
    /// Signs the web phone's credentials; the edge has the same.
    pub secret: String,
    /// How the edge is restarted; None: by nobody from here.
    pub restart: Option<RestartBy>,
}

#[derive(Clone, Debug)]
pub struct CallConfig {
    /// Where this service takes SIP from the edge, over UDP.
    pub address: SocketAddr,
    /// Where the edge takes SIP from this service.
    pub edge: SocketAddr,
    /// The edge's JSON-RPC, as http://host:port/RPC.
    pub edge_rpc: String,
    /// rtpengine's NG protocol.
    pub media: SocketAddr,
    /// Where keys pressed on telephones arrive, from rtpengine; with port 0 at any that is free.
    pub keys: SocketAddr,
    /// The folder of the sounds, as rtpengine sees it.
    pub sounds: String,
    /// This replica's number, 0 to 999: contacts and call ids carry it.
    pub shard: u16,
    /// How often phones must prove that they are there.
    pub session: Policy,
    /// Requests worked on at once; more are told to come back.
    pub max_concurrent_requests: usize,
    /// Calls to outside through one trunk within a day.
    pub outside_calls_per_day: u64,
    /// Numbers outside that may be called.
    pub outside_prefixes: OutsidePrefixes,
}

impl Config {
    pub fn from_env() -> Result<Self> {
        let variables: Variables = variables::from_env()?;
        Ok(Config {
            calls: variables.sip_addr.map(|address| CallConfig::new(address, &variables)).transpose()?,
            domain: variables.sip_domain,
            public_host: variables.sip_public_host,
            public_port: variables.sip_public_port,
            websocket_port: variables.sip_websocket_port,
            websocket_transport: variables.sip_websocket_transport,
            secret: variables.sip_secret,
            restart: variables.sip_restart,
        })
    }

    /// Host and port of the edge as browsers reach it; None where that is without TLS.
    pub fn tls_edge(&self) -> Option<(&str, u16)> {
        let has_tls = self.calls.is_some() && self.websocket_transport == "wss";
        has_tls.then_some((self.public_host.as_str(), self.websocket_port))
    }
}

impl CallConfig {
    fn new(address: SocketAddr, variables: &Variables) -> Result<Self> {
        Ok(CallConfig {
            address,
            edge: variables.sip_edge_addr.context("VESTIBULE_SIP_EDGE_ADDR")?,
            edge_rpc: variables.sip_edge_rpc_url.clone().context("VESTIBULE_SIP_EDGE_RPC_URL")?,
            media: variables.sip_media_addr.context("VESTIBULE_SIP_MEDIA_ADDR")?,
            keys: SocketAddr::new(address.ip(), variables.sip_keys_port),
            sounds: variables.sip_sounds.clone().context("VESTIBULE_SIP_SOUNDS")?,
            shard: variables.sip_shard,
            session: Policy { expires: variables.sip_session_seconds, shortest: SHORTEST },
            max_concurrent_requests: MAX_CONCURRENT_REQUESTS,
            outside_calls_per_day: variables.sip_outside_calls,
            outside_prefixes: variables.sip_outside_prefixes.clone().unwrap_or_default(),
        })
    }
}
