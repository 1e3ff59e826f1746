//! Where the SIP edge and the media relay are. Without `VESTIBULE_SIP_ADDR` no call is handled: the operations work.
use std::net::SocketAddr;

use anyhow::{Context as _, Result, ensure};
use cluster::RestartBy;

use crate::domain::session_timer::{LONGEST, Policy, SHORTEST};

/// Requests that a replica works on at once; a call that rings is one.
pub const AT_ONCE: usize = 2_000;

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
    /// The folder of the sounds, as rtpengine sees it.
    pub sounds: String,
    /// This replica's number, 0 to 999: contacts and speech ids carry it.
    pub shard: u16,
    /// How often phones must prove that they are there.
    pub session: Policy,
    /// Requests worked on at once; more are told to come back.
    pub at_once: usize,
}

impl Config {
    pub fn from_env() -> Result<Self> {
        let calls = match optional("VESTIBULE_SIP_ADDR", "").as_str() {
            "" => None,
            address => Some(CallConfig {
                address: address.parse().context("VESTIBULE_SIP_ADDR")?,
                edge: required("VESTIBULE_SIP_EDGE_ADDR")?.parse().context("VESTIBULE_SIP_EDGE_ADDR")?,
                edge_rpc: required("VESTIBULE_SIP_EDGE_RPC_URL")?,
                media: required("VESTIBULE_SIP_MEDIA_ADDR")?.parse().context("VESTIBULE_SIP_MEDIA_ADDR")?,
                sounds: required("VESTIBULE_SIP_SOUNDS")?,
                shard: optional("VESTIBULE_SIP_SHARD", "0").parse().context("VESTIBULE_SIP_SHARD")?,
                session: session(&optional("VESTIBULE_SIP_SESSION_SECONDS", "1800")).context("VESTIBULE_SIP_SESSION_SECONDS")?,
                at_once: AT_ONCE,
            }),
        };
        Ok(Config {
            calls,
            domain: optional("VESTIBULE_SIP_DOMAIN", "sip.vestibule"),
            public_host: optional("VESTIBULE_SIP_PUBLIC_HOST", "127.0.0.1"),
            public_port: optional("VESTIBULE_SIP_PUBLIC_PORT", "5060").parse().context("VESTIBULE_SIP_PUBLIC_PORT")?,
            websocket_port: optional("VESTIBULE_SIP_WEBSOCKET_PORT", "8443").parse().context("VESTIBULE_SIP_WEBSOCKET_PORT")?,
            websocket_transport: optional("VESTIBULE_SIP_WEBSOCKET_TRANSPORT", "wss"),
            secret: optional("VESTIBULE_SIP_SECRET", ""),
            restart: RestartBy::parse(&optional("VESTIBULE_SIP_RESTART", "")).context("VESTIBULE_SIP_RESTART")?,
        })
    }
}

/// Sessions of so many seconds.
fn session(seconds: &str) -> Result<Policy> {
    let expires: u32 = seconds.parse()?;
    ensure!((SHORTEST..=LONGEST).contains(&expires), "from {SHORTEST} to {LONGEST} seconds");
    Ok(Policy { expires, shortest: SHORTEST })
}

fn required(name: &str) -> Result<String> {
    std::env::var(name).with_context(|| format!("{name} is not set"))
}

fn optional(name: &str, default: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| default.to_string())
}
